"""`mitgemeint-eval bbq reword`: the same items with contexts in inclusive wording, to compare in pairs."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.notation import is_notation, notation_names
from mitgemeint.analysis.policy import policy_names
from mitgemeint.eval.bbq.data_set import read_data_set
from mitgemeint.eval.bbq.item import Item
from mitgemeint.eval.bbq.rewording import Reworded, reword
from mitgemeint.eval.bbq.rows import as_row
from mitgemeint.eval.command import as_path
from mitgemeint.eval.files import check_folder, write
from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.provenance import provenance

ORIGINAL, INCLUSIVE = "original", "inclusive"
FILE = "items.jsonl"


def add(parts: Any) -> None:
    """Declare the command."""
    parser = parts.add_parser("reword", help="put contexts into inclusive wording", description=__doc__)
    parser.add_argument("data", metavar="DATA", help="items, as for `bbq run --data`")
    parser.add_argument(
        "--policy", default="genderstern", metavar="POLICY", help="the house rule (genderstern)"
    )
    notations = "take suggestions of this notation alone; by default the first one that the house rule offers"
    parser.add_argument("--notation", metavar="NOTATION", help=notations)
    parser.add_argument("--out", type=as_path, required=True, metavar="FOLDER", help="where both wordings go")
    parser.set_defaults(run=_reword)


def _reword(arguments: argparse.Namespace) -> int:
    check_folder(arguments.out)
    if arguments.policy not in policy_names():
        raise EvalError(
            "--policy",
            f"there is no house rule {arguments.policy}",
            f"choose from {', '.join(policy_names())}",
        )
    if arguments.notation is not None and not is_notation(arguments.notation):
        reason = f"there is no notation {arguments.notation}"
        raise EvalError("--notation", reason, f"choose from {', '.join(notation_names())}")
    data_set = read_data_set(arguments.data)
    pipeline = Pipeline(Settings(policy=arguments.policy))
    found = list(reword(data_set.items, pipeline, arguments.notation))
    if not found:
        raise EvalError(
            arguments.data, "no context has anything to rewrite", "try another data set or notation"
        )
    _write(found, arguments)
    print(f"{len(found)} of {len(data_set.items)} items have contexts that change:")
    for word, count in Counter(word for each in found for word in each.words).most_common():
        print(f"  {count:5}  {word}")
    one, other = arguments.out / ORIGINAL, arguments.out / INCLUSIVE
    print(
        f"\nNext: mitgemeint-eval bbq run --data {one} --data {other} --model MODEL --out RUN\n"
        f"      mitgemeint-eval bbq compare RUN --sets {ORIGINAL} {INCLUSIVE}",
        file=sys.stderr,
    )
    return 0


def _write(found: Sequence[Reworded], arguments: argparse.Namespace) -> None:
    settings = {
        "data": arguments.data,
        "policy": arguments.policy,
        "notation": arguments.notation,
        **provenance(),
    }
    try:
        _write_items(arguments.out / ORIGINAL / FILE, [each.original for each in found])
        _write_items(arguments.out / INCLUSIVE / FILE, [each.inclusive for each in found])
        write(arguments.out / "provenance.json", json.dumps(settings, ensure_ascii=False, indent=1))
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(arguments.out, reason, "name another folder with --out") from error


def _write_items(path: Path, items: Sequence[Item]) -> None:
    write(path, "\n".join(json.dumps(as_row(item), ensure_ascii=False) for item in items))
