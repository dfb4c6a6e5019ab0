"""`mitgemeint explain`: what a finding's code means, or what is known about a word."""

import argparse

from mitgemeint.analysis.findings import Code
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.commands.context import NOTHING_FOUND, Context
from mitgemeint.server.problems import Problem, ProblemError


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group(catalogue.text("help.arguments"))
    group.add_argument("subject", metavar="CODE|WORT", help=catalogue.text("help.explain-word"))


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Explain a code or a word."""
    if arguments.subject in set(Code):
        print(context.text(f"explanation.{arguments.subject}"), file=context.out)
        return NOTHING_FOUND
    raise ProblemError(Problem("E303", {"word": arguments.subject}))
