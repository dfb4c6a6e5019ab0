"""The options that all local pages share."""

import argparse
import os

from mitgemeint.analysis.messages import LANGUAGES, Catalogue, user_locale
from mitgemeint.eval.extras import EVAL, missing, remedy
from mitgemeint.eval.problems import EvalError


def add(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    page = parser.add_argument_group("the page")
    ports = "port of this machine where the page is (any that is free)"
    page.add_argument("--port", type=int, default=0, metavar="PORT", help=ports)
    page.add_argument("--no-browser", action="store_true", help="print the address only, open no browser")
    languages = "language of the page; otherwise by LC_ALL, LC_MESSAGES, LANG"
    page.add_argument("--lang", "--language", choices=LANGUAGES, help=languages)


def catalogue(arguments: argparse.Namespace) -> Catalogue:
    """The texts in the language that the options or the environment ask for."""
    return Catalogue.load(arguments.lang or user_locale(os.environ))


def check_installed() -> None:
    """EvalError where the library that serves pages is missing."""
    if missing("flask"):
        raise EvalError("flask", "is not installed", remedy(EVAL))
