"""`mitgemeint-eval bbq templates`: what was accepted in a review becomes a file of templates."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mitgemeint.eval.bbq.draft import Entry, State, accepted, read_draft
from mitgemeint.eval.bbq.slot_checks import BLOCKING, slot_problems
from mitgemeint.eval.bbq.template import write_templates
from mitgemeint.eval.command import as_path
from mitgemeint.eval.files import check_folder
from mitgemeint.eval.problems import EvalError


def add(parts: Any) -> None:
    """Declare the command."""
    parser = parts.add_parser(
        "templates", help="turn accepted translations into templates", description=__doc__
    )
    parser.add_argument("draft", type=as_path, metavar="DRAFT", help="a draft that was reviewed")
    parser.add_argument("--out", type=as_path, required=True, metavar="CSV", help="where the templates go")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    check_folder(arguments.out.parent)
    entries = read_draft(arguments.draft)
    templates = accepted(entries)
    if not templates:
        raise EvalError(arguments.draft, "holds no accepted template", "review it with `bbq review`")
    _check(arguments.draft, entries)
    try:
        write_templates(arguments.out, templates)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(arguments.out, reason, "name another file with --out") from error
    states = Counter(entry.state for entry in entries)
    print(f"{len(templates)} templates of {states[State.ACCEPTED]} translations")
    print(f"{states[State.REJECTED]} rejected, {states[State.OPEN]} open")
    print(f"Written to {arguments.out}", file=sys.stderr)
    return 0


def _check(path: Path, entries: Iterable[Entry]) -> None:
    """EvalError for an accepted version that cannot be filled."""
    for entry in entries:
        versions = entry.versions if entry.state is State.ACCEPTED else ()
        for version in versions:
            for problem in slot_problems(entry.source, version):
                if problem.code in BLOCKING:
                    place = f"{path}: template {entry.source.id}: {problem.field}"
                    raise EvalError(place, problem.messages["en"].rstrip("."), "mend it with `bbq review`")
