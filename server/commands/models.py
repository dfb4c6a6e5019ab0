"""`mitgemeint models`: which linguistic analyzers are there, with the figures of their cards."""

import argparse

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.commands.context import NOTHING_FOUND, Context


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """No arguments."""


def run(arguments: argparse.Namespace, context: Context) -> int:
    """List the analyzers."""
    print("bundled", file=context.out)
    return NOTHING_FOUND
