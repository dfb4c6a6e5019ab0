"""Reference: how often the analysis tells people in general from known men, and from what is no person.

Run it as `python -m mitgemeint.eval.reference FOLDER`. A case is right where a masculine is reported with
default settings exactly if it means people in general. Input, whichever the folder has:

- `reference_cases.tsv`: kind of evidence, expected (generic, specific, no-person), and a text with one word
  in double square brackets. The table has a line for each kind.
- marked texts (`eval/marked_texts.py`), genre-number.txt. The table has the share that is reported of each
  kind of mark; the weights of `data/lexicon/discourse.toml` are learnt from the odd numbers, the even ones
  are unseen.

`--show N` prints N cases that are wrong.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mitgemeint.analysis import Code, Pipeline
from mitgemeint.eval.command import print_report, share, table
from mitgemeint.eval.marked_texts import GENERAL, KNOWN, NO_PERSON, UNNAMED, Mark, MarkedText, load

FILE = "reference_cases.tsv"
OPENING, CLOSING = "[[", "]]"
GENERIC = "generic"
KINDS = {KNOWN: "known man", GENERAL: "in general", UNNAMED: "unnamed person", NO_PERSON: "no person"}
TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Case:
    """A text and the span of its marked word (code points), the kind of evidence, and what the word means."""

    kind: str
    expected: str
    text: str
    start: int
    end: int


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; ValueError names the line where one is not of three columns with one mark."""
    lines = path.read_text(encoding="utf-8").splitlines()
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line and not line.startswith("#")]
    return [_case(path, number, line) for number, line in numbered[1:]]


def _case(path: Path, number: int, line: str) -> Case:
    columns = line.split("\t")
    if len(columns) != 3 or columns[2].count(OPENING) != 1 or columns[2].count(CLOSING) != 1:
        raise ValueError(
            f"{path.name}, line {number}: wanted are kind, expected, and a text with one [[word]]"
        )
    kind, expected, marked = columns
    start, end = marked.index(OPENING), marked.index(CLOSING) - len(OPENING)
    return Case(kind, expected, marked.replace(OPENING, "").replace(CLOSING, ""), start, end)


def reported(pipeline: Pipeline, text: str) -> list[tuple[int, int]]:
    """The spans of masculines that are reported."""
    found = pipeline.analyze(text).findings
    return [(each.start, each.end) for each in found if each.code is Code.GENERIC_MASCULINE]


def is_right(pipeline: Pipeline, case: Case) -> bool:
    """Whether the word is reported if it means people in general, and else is not."""
    hit = any(start < case.end and case.start < end for start, end in reported(pipeline, case.text))
    return hit is (case.expected == GENERIC)


def report_cases(cases: Sequence[Case], show: int) -> Iterator[str]:
    """The table of reference cases by kind of evidence, and the wrong ones."""
    pipeline = Pipeline()
    judged = [(case, is_right(pipeline, case)) for case in cases]
    groups: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for number, (case, right) in enumerate(judged, 1):
        half = "odd rows" if number % 2 else "even rows"
        for name in (case.expected, half, "all"):
            groups[TOGETHER, name].append(right)
        groups[case.expected, case.kind].append(right)
    ordered = sorted(groups.items(), key=lambda item: (item[0][0] == TOGETHER, item[0]))
    rows = (
        (expected, kind, len(rights), sum(rights), share(sum(rights), len(rights)))
        for (expected, kind), rights in ordered
    )
    yield from table(("expected", "kind of evidence", "cases", "right", "share"), rows)
    wrong = [case for case, right in judged if not right]
    yield from (f"- {case.expected}, {case.kind}: {case.text}" for case in wrong[:show])


def report_texts(texts: Sequence[MarkedText], show: int) -> Iterator[str]:
    """The table of marked texts: of each kind of mark, how many are reported; and the wrong ones."""
    pipeline = Pipeline()
    groups: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    wrong = []
    for text in texts:
        spans = reported(pipeline, text.text)
        genre = f"{text.genre}, {'learnt from' if text.number % 2 else 'unseen'}"
        for mark in text.marks:
            hit = any(start < mark.end and mark.start < end for start, end in spans)
            groups[genre, mark.kind].append(hit)
            if hit is not (mark.kind == GENERAL) and mark.kind != UNNAMED:
                wrong.append(_excerpt(text, mark))
    genres = sorted({genre for genre, _ in groups})
    rows = ((genre, *(_share_of(groups[genre, kind]) for kind in KINDS)) for genre in genres)
    yield from table(("reported in", *KINDS.values()), rows)
    yield from wrong[:show]


def _share_of(hits: Sequence[bool]) -> str:
    return f"{sum(hits)} of {len(hits)} ({share(sum(hits), len(hits)):.2f})"


def _excerpt(text: MarkedText, mark: Mark) -> str:
    before = text.text[max(0, mark.start - 60) : mark.start].replace("\n", " ")
    return f"- {KINDS[mark.kind]}: {before}[[{text.text[mark.start : mark.end]}]]"


def report(folder: Path, show: int) -> Iterable[str]:
    """The tables of what the folder has."""
    if (folder / FILE).exists():
        yield from report_cases(read_cases(folder / FILE), show)
    if texts := [*load(folder)]:
        yield from report_texts(texts, show)


if __name__ == "__main__":
    sys.exit(print_report(__doc__, report))
