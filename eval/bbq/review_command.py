"""`mitgemeint-eval bbq review`: go through translated templates on a local page."""

import argparse
import threading
from collections.abc import Sequence
from typing import Any

from mitgemeint.eval.command import as_path
from mitgemeint.eval.local_page import options


def add(parts: Any) -> None:
    """Declare the command."""
    parser = parts.add_parser(
        "review",
        help="check, edit and split translated templates on a local web page",
        description="Opens a page on this machine that shows a template at a time, its source beside its "
        "translation, with what is wrong with its slots and where it has lost neutrality: accept it, edit "
        "it, split it by gender, or reject it. Every step is saved in the draft at once.",
    )
    parser.add_argument("draft", type=as_path, metavar="DRAFT", help="the draft of `bbq translate`")
    sources = "language of the source, as HTML calls it (en)"
    parser.add_argument("--from", dest="source", default="en", metavar="CODE", help=sources)
    translations = "language of the translation (de); lost neutrality is found in German alone"
    parser.add_argument("--to", dest="translation", default="de", metavar="CODE", help=translations)
    options.add(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    options.check_installed()
    # Only now: they load the lexicon, and a library that may be missing.
    from mitgemeint.eval.bbq.review import Check, Review
    from mitgemeint.eval.bbq.review_page import Languages, review_pages, summary
    from mitgemeint.eval.local_page.serving import serve

    catalogue = options.catalogue(arguments)
    is_german = arguments.translation.lower().startswith("de")
    check: Check | None = _neutrality() if is_german else None
    work = Review(arguments.draft, check)
    languages = Languages(arguments.source, arguments.translation)

    def told() -> str:
        return f"{arguments.draft}: {summary(work, catalogue)}"

    return serve(review_pages(work, languages, catalogue), arguments, catalogue, told)


def _neutrality() -> Any:
    """Lost neutrality, loaded when the first template is shown; threads wait for each other."""
    from mitgemeint.eval.bbq import neutrality
    from mitgemeint.eval.bbq.draft import Problem
    from mitgemeint.eval.bbq.template import Template

    lock = threading.Lock()

    def problems(source: Template, version: Template) -> Sequence[Problem]:
        with lock:
            return neutrality.load().problems(source, version)

    return problems
