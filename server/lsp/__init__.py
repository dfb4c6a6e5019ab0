"""`mitgemeint lsp`: the language server, over standard input and output or one TCP connection."""

import asyncio
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mitgemeint.server.analysing import PipelineFactory
    from mitgemeint.server.positions import Encoding

PATIENCE = 0.5
"""Seconds that the analysis has to end by itself when the server ends."""

LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def run(
    *,
    tcp: int | None = None,
    log_file: Path | None = None,
    log_level: str = "warning",
    position_encoding: "Encoding | None" = None,
    pipeline_factory: "PipelineFactory | None" = None,
) -> int:
    """Serve one client and give the exit state.

    `tcp` is a port of this machine to listen on in place of standard input and output. The log goes
    to `log_file` or to standard error; at no level does it hold texts of documents. `position_encoding`
    is for a client that counts otherwise than the protocol says. `pipeline_factory` makes the analysis for
    given settings, by default the real one.
    """
    from mitgemeint.server.analysing import load_pipeline
    from mitgemeint.server.lsp.features import create_server
    from mitgemeint.server.lsp.transport import serve_stdio, serve_tcp

    _set_up_log(log_file, log_level)
    server = create_server(pipeline_factory or load_pipeline)
    server.fixed_encoding = position_encoding
    try:
        state = asyncio.run(serve_stdio(server) if tcp is None else serve_tcp(server, tcp))
    except KeyboardInterrupt:
        state = 130
    if not server.worker.stop(PATIENCE):
        _leave(state)
    return state


def _set_up_log(log_file: Path | None, level: str) -> None:
    handler = logging.FileHandler(log_file, encoding="utf-8") if log_file else logging.StreamHandler()
    logging.basicConfig(handlers=[handler], level=level.upper(), format=LOG_FORMAT, force=True)
    # These write whole messages, with the texts in them, into the log.
    for name in ("pygls", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _leave(state: int) -> None:
    """End the process in the middle of a document: native code must not outlive the interpreter."""
    logging.shutdown()
    sys.stderr.flush()
    os._exit(state)
