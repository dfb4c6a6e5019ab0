"""Serving a page on the loopback address until its user has finished or interrupts."""

import argparse
import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

from flask import Blueprint
from werkzeug.serving import WSGIRequestHandler, make_server

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.eval.local_page.guard import HOST, Guard
from mitgemeint.eval.local_page.page import Frame, make_app
from mitgemeint.eval.problems import EvalError

FINISHED, INTERRUPTED = 0, 130
_GLANCE = 0.5
"""Seconds between looks at the end: on Windows nothing else lets Ctrl-C through."""


class _Quiet(WSGIRequestHandler):
    """Keeps what is asked for to itself: the address of the first request holds the secret."""

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        """Nothing."""


def serve(
    pages: Blueprint,
    arguments: argparse.Namespace,
    catalogue: Catalogue,
    summary: Callable[[], str],
    show: Callable[[str], object] = webbrowser.open,
) -> int:
    """Serve pages until their user finishes (0) or interrupts with Ctrl-C (130); then say what was done.

    `arguments` are those of `options.add`, `show` opens an address in a browser. Raises EvalError where the
    port cannot be had.
    """
    listening = _listen(arguments.port)
    guard = Guard(listening.getsockname()[1])
    finished = threading.Event()
    app = make_app(Frame(catalogue, guard, summary, finished.set), pages)
    server = make_server(HOST, guard.port, app, threaded=True, request_handler=_Quiet, fd=listening.fileno())
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:  # from here on: Ctrl-C may come as soon as the address can be read
        print(catalogue.text("page.open", address=guard.address), flush=True)
        if not arguments.no_browser:
            # A browser in the terminal comes back only when it is left.
            threading.Thread(target=show, args=(guard.address_once,), daemon=True).start()
        while not finished.wait(_GLANCE):
            pass
        return FINISHED
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        server.shutdown()
        server.server_close()
        listening.close()
        print(summary(), flush=True)


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two servers share the port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen()
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or "is no port"
        raise EvalError(f"--port {port}", reason, "name another one, or none for any that is free") from error
    return listening
