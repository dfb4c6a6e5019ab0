"""`mitgemeint lsp`: the language server."""

import argparse
from pathlib import Path

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.commands.context import Context
from mitgemeint.server.positions import Encoding

LOG_LEVELS = ("debug", "info", "warning", "error")


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group(catalogue.text("help.arguments"))
    # Many clients add --stdio by themselves.
    group.add_argument("--stdio", action="store_true", help=catalogue.text("help.stdio"))
    group.add_argument("--tcp", type=int, metavar="PORT", help=catalogue.text("help.tcp"))
    group.add_argument("--log-file", type=Path, metavar="PATH", help=catalogue.text("help.log-file"))
    group.add_argument(
        "--log-level", choices=LOG_LEVELS, default="warning", help=catalogue.text("help.log-level")
    )
    group.add_argument(
        "--position-encoding", choices=tuple(Encoding), help=catalogue.text("help.position-encoding")
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Serve one client until it leaves; the exit status of the protocol."""
    from mitgemeint.server.lsp import run as serve

    return serve(
        tcp=arguments.tcp,
        log_file=arguments.log_file,
        log_level=arguments.log_level,
        position_encoding=Encoding(arguments.position_encoding) if arguments.position_encoding else None,
    )
