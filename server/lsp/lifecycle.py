"""Start: agree with the client at once, then load the analysis in the background."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

from mitgemeint.server.lsp import code_lens, completion, configuration, diagnostics, inlay_hints, parent
from mitgemeint.server.lsp.server import Server

log = logging.getLogger(__name__)


def register(server: Server) -> None:
    """Add the handlers of this feature."""
    server.feature(types.INITIALIZE)(initialize)
    server.feature(types.INITIALIZED)(initialized)


def initialize(ls: Server, params: types.InitializeParams) -> None:
    """Note what the client can do; the answer follows at once, before anything is loaded."""
    ls.configuration.locale = params.locale
    ls.configuration.set_options(params.initialization_options)
    for feature in (diagnostics, completion, inlay_hints, code_lens):
        feature.register(ls, params.capabilities)
    if params.process_id is not None:
        ls.background(_end_with(ls, params.process_id))


def initialized(ls: Server, params: types.InitializedParams) -> None:
    """The client is ready for questions: settings first, then the analysis."""
    ls.background(_start(ls))


async def _start(server: Server) -> None:
    try:
        await configuration.watch(server)
        await configuration.fetch(server)
        uris = [document.uri for document in server.documents] or server.folders or [""]
        async with progress(server, "lsp.progress.title"):
            for settings in {server.settings_for(uri).settings: None for uri in uris}:
                await server.prepare(settings)
    finally:  # whatever went wrong: requests must not wait for ever
        server.checker.ready.set()


async def _end_with(server: Server, pid: int) -> None:
    await parent.gone(pid)
    log.warning("the client has gone without a word")
    server.stop(1)


@asynccontextmanager
async def progress(server: Server, title_key: str) -> AsyncIterator[None]:
    """Show a running progress while the block works, where the client shows such things."""
    token = await progress_token(server)
    if token is None:
        yield
        return
    title = server.text("", title_key)
    server.work_done_progress.begin(token, types.WorkDoneProgressBegin(title))
    try:
        yield
    finally:
        done = types.WorkDoneProgressEnd(message=server.text("", "lsp.progress.done"))
        server.work_done_progress.end(token, done)
        server.work_done_progress.tokens.pop(token, None)


async def progress_token(server: Server) -> str | None:
    """A token for a progress that the client has agreed to show, None where it shows none."""
    if not get_capability(server.client_capabilities, "window.work_done_progress", False):
        return None
    token = str(uuid4())
    try:
        await asyncio.wait_for(server.work_done_progress.create_async(token), configuration.ANSWER_TIME)
    except (TimeoutError, JsonRpcException):
        return None
    return token
