"""Fills the marked sections of a document with the tables of a finished report.

Run it as `python -m mitgemeint.eval.inclusive.quality_document REPORT docs/quality.md`, where REPORT is the
folder of `mitgemeint-eval inclusive report`. A section stands between `<!-- inclusive: NAME -->` and
`<!-- end -->`; the names are those of `SECTIONS`. What stands outside of them is left as it is. Pictures are
put beside the document, into `pictures/`.
"""

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from mitgemeint.eval.files import replacing, write
from mitgemeint.eval.inclusive import ablation, reports, result, tables, timing
from mitgemeint.eval.inclusive.reports import ABLATION, RUN, THRESHOLD
from mitgemeint.eval.inclusive.result import ALL, Group, Run, groups
from mitgemeint.eval.problems import EvalError

OPENING = re.compile(r"<!-- inclusive: (?P<name>[a-z ]+) -->\n")
CLOSING = "<!-- end -->"
PICTURES = {
    "inclusive-ablation.png": f"{ABLATION}/ablation.png",
    "inclusive-threshold.png": f"{ABLATION}/{THRESHOLD}/threshold.png",
    "inclusive-time.png": f"{ABLATION}/time.png",
}
"""Names in the document's folder of pictures, and in the folder of a report."""

_REMEDY = "name the folder that `mitgemeint-eval inclusive report` has written"


def _of_run(made: Callable[[list[Group]], tables.Table]) -> Callable[[Path], str]:
    def section(report: Path) -> str:
        run = result.load(report / RUN)
        return _with_date([made(groups(run))], run)

    return section


def _whole(found: list[Group]) -> list[Group]:
    return [group for group in found if group.by == ALL]


def _ablation(report: Path) -> str:
    run = result.load(report / ABLATION)
    return _with_date([ablation.table(groups(run))], run)


def _threshold(report: Path) -> str:
    run = result.load(report / ABLATION / THRESHOLD)
    return "\n".join([*reports.threshold_lines(run, groups(run)), "", reports.made_with(run)])


def _time(report: Path) -> str:
    return "\n".join(reports.time_lines(timing.load(report / ABLATION / reports.TIME)))


SECTIONS: Mapping[str, Callable[[Path], str]] = {
    "labelling": _of_run(lambda found: tables.labelling(_whole(found))),
    "suggestions": _of_run(lambda found: tables.suggestions(_whole(found))),
    "rewriting": _of_run(lambda found: tables.rewriting(_whole(found))),
    "style and domain": _of_run(lambda found: tables.parts([g for g in found if g.system == "default"])),
    "ablation": _ablation,
    "threshold": _threshold,
    "time": _time,
}
"""What stands in each section, made of the folder of a report."""


def filled(document: str, report: Path, place: str) -> str:
    """The document with its sections made anew; EvalError where it has none, or one of another name."""
    parts: list[str] = []
    rest = document
    while found := OPENING.search(rest):
        name = found["name"]
        _, end, after = rest[found.end() :].partition(CLOSING)
        if name not in SECTIONS or not end:
            reason = f"the section {name!r} is unknown" if end else f"the section {name!r} has no end"
            raise EvalError(place, reason, f"known are {', '.join(SECTIONS)}, each ended by {CLOSING}")
        parts += [rest[: found.end()], "\n", SECTIONS[name](report), "\n\n", CLOSING]
        rest = after
    if not parts:
        remedy = f"mark one with <!-- inclusive: labelling --> and {CLOSING}"
        raise EvalError(place, "has no section", remedy)
    return "".join([*parts, rest])


def _with_date(made: list[tables.Table], run: Run) -> str:
    return f"{tables.as_markdown(made)}\n\n{reports.made_with(run)}"


def _copy_pictures(report: Path, folder: Path) -> None:
    for name, source in PICTURES.items():
        if (report / source).exists():
            with replacing(folder / name) as file:
                file.write((report / source).read_bytes())


def main() -> int:
    """Fill a document from the command line; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("report", type=Path)
    parser.add_argument("document", type=Path)
    chosen = parser.parse_args()
    try:
        if not (chosen.report / RUN).is_dir():
            raise EvalError(str(chosen.report), "is no report", _REMEDY)
        try:
            text = chosen.document.read_text("utf-8")
            write(chosen.document, filled(text, chosen.report, str(chosen.document)))
            _copy_pictures(chosen.report, chosen.document.parent / "pictures")
        except OSError as error:
            reason = error.strerror or "cannot be read or written"
            raise EvalError(str(chosen.document), reason, "name a document that is there") from error
    except EvalError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
