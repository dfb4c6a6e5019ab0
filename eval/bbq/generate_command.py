"""`mitgemeint-eval bbq generate`: templates become a data set, checked before it is written."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from mitgemeint.eval.bbq.generation import Choices, Layout, Sample, generate
from mitgemeint.eval.bbq.gg_bbq_files import COLUMNS, subset_of, write_set
from mitgemeint.eval.bbq.names import SHIPPED, NameList, read_names
from mitgemeint.eval.bbq.set_checks import CODES, Check, check_all
from mitgemeint.eval.bbq.template import Template, read_templates
from mitgemeint.eval.command import as_path, natural
from mitgemeint.eval.files import check_folder, write
from mitgemeint.eval.problems import EvalError, readable
from mitgemeint.eval.provenance import provenance

PROVENANCE = "provenance.json"
_UNKNOWN: Mapping[str, str] = {"de": "keine Antwort", "en": "Unknown"}


def add(parts: Any) -> None:
    """Declare the command."""
    parser = parts.add_parser("generate", help="make a data set of templates", description=__doc__)
    parser.add_argument("templates", type=as_path, metavar="TEMPLATES", help="a CSV file of templates")
    parser.add_argument(
        "--out", type=as_path, required=True, metavar="FOLDER", help="where the data set goes"
    )
    names = f"the people of templates with proper names: {', '.join(SHIPPED)}, or a TOML file"
    parser.add_argument("--names", metavar="NAMES", help=names)
    parser.add_argument("--names-per-group", type=int, default=3, metavar="N", help="names of each group (3)")
    parser.add_argument(
        "--origin", action="append", metavar="ORIGIN", help="only names of this origin; repeat"
    )
    parser.add_argument("--seed", type=natural, default=0, help="of names and places of answers (0)")
    layouts = (
        "shuffled (the default): places of answers drawn and balanced; gg-bbq: as GG-BBQ was published, with "
        "texts as they are, in its order and with the unknown answer last; what the checks find is told then "
        "and not refused"
    )
    parser.add_argument(
        "--layout", type=Layout, choices=list(Layout), default=Layout.SHUFFLED, metavar="LAYOUT", help=layouts
    )
    revisions = "the columns are those of this revision of GG-BBQ: 24e5b32 (the default) or 3a95eef"
    parser.add_argument("--revision", choices=list(COLUMNS), default="24e5b32", help=revisions)
    parser.add_argument("--language", default="de", metavar="CODE", help="of the templates (de)")
    unknown = "the answer that it cannot be told (keine Antwort, Unknown); of several one is drawn each time"
    parser.add_argument("--unknown", action="append", metavar="TEXT", help=unknown)
    allowed = f"accept what this check finds: {', '.join(CODES)}; repeat for several"
    parser.add_argument("--allow", action="append", default=[], choices=CODES, metavar="CHECK", help=allowed)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    check_folder(arguments.out)
    choices = _choices(arguments)
    templates = read_templates(arguments.templates)
    names = None if arguments.names is None else read_names(arguments.names)
    if names is not None and arguments.origin:
        names = names.from_origins(arguments.origin)
    samples = generate(templates, names, choices)
    checks = _checked(samples)
    for name, found in checks.items():
        print(f"{name}: {sum(subset_of(sample.template) == name for sample in samples)} items")
        for check in found:
            print(f"  {check.line}")
    _refuse(arguments, checks)
    try:
        written = write_set(
            arguments.out,
            templates,
            samples,
            arguments.revision,
            tell_origin=choices.layout is not Layout.GG_BBQ,
        )
        told = _provenance(arguments, choices, templates, names, checks, written)
        write(arguments.out / PROVENANCE, json.dumps(told, ensure_ascii=False, indent=2))
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(arguments.out, reason, "name another folder with --out") from error
    print(f"Written to {arguments.out}: {', '.join((*written, PROVENANCE))}", file=sys.stderr)
    return 0


def _choices(arguments: argparse.Namespace) -> Choices:
    if arguments.names_per_group < 1:
        raise EvalError("--names-per-group", f"{arguments.names_per_group} is too few", "give 1 or more")
    unknown = arguments.unknown or [_UNKNOWN.get(arguments.language, "")]
    if not all(text.strip() for text in unknown):
        raise EvalError("--unknown", "there is no text for the unknown answer", "give one in that language")
    is_published = arguments.layout is Layout.GG_BBQ
    return Choices(
        layout=arguments.layout,
        seed=arguments.seed,
        names_per_group=arguments.names_per_group,
        unknown=tuple(unknown),
        # Revision 3a95eef has one damaged slot in its items, 24e5b32 the word that belongs there.
        mend_slots=is_published and arguments.revision == "24e5b32",
        language=arguments.language,
    )


def _checked(samples: Sequence[Sample]) -> dict[str, tuple[Check, ...]]:
    """The checks of each subset."""
    subsets = dict.fromkeys(subset_of(sample.template) for sample in samples)
    found: dict[str, tuple[Check, ...]] = {}
    for subset in sorted(subsets):
        rows = [sample for sample in samples if subset_of(sample.template) == subset]
        names = {name for sample in rows for name in sample.names}
        found[subset] = check_all([sample.item for sample in rows], names)
    return found


def _refuse(arguments: argparse.Namespace, checks: Mapping[str, Sequence[Check]]) -> None:
    failed = sorted({check.code for found in checks.values() for check in found if check.failures})
    refused = [code for code in failed if code not in arguments.allow]
    if refused and arguments.layout is not Layout.GG_BBQ:
        reason = f"the data set would fail the checks {', '.join(refused)}"
        remedy = "mend the templates, or accept it with " + " ".join(f"--allow {code}" for code in refused)
        raise EvalError(arguments.templates, reason, remedy)


def _provenance(
    arguments: argparse.Namespace,
    choices: Choices,
    templates: Sequence[Template],
    names: NameList | None,
    checks: Mapping[str, Sequence[Check]],
    written: Mapping[str, int],
) -> dict[str, Any]:
    return {
        "provenance": provenance(),
        "settings": {**asdict(choices), "revision": arguments.revision, "origins": arguments.origin or []},
        "templates": {
            "file": readable(arguments.templates.name),
            "sha256": sha256(arguments.templates.read_bytes()).hexdigest(),
            "number": len(templates),
        },
        "names": None
        if names is None
        else {"list": readable(Path(names.place).name), "sha256": sha256(names.content).hexdigest()},
        "allowed": arguments.allow,
        "checks": {subset: [asdict(check) for check in found] for subset, found in checks.items()},
        "written": dict(written),
    }
