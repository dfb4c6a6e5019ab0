"""All features of the server, put together: the one place that knows each of them."""

from mitgemeint.server.analysing import PipelineFactory
from mitgemeint.server.lsp import (
    actions,
    choosing,
    commands,
    configuration,
    hover,
    lifecycle,
    workspace_check,
)
from mitgemeint.server.lsp.server import Server


def create_server(factory: PipelineFactory) -> Server:
    """A server whose analysis `factory` makes; `initialize` adds diagnostics, as the client wants them."""
    server = Server(factory)
    for feature in (lifecycle, configuration, actions, hover, commands, choosing, workspace_check):
        feature.register(server)
    return server
