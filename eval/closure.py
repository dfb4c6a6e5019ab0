"""Closure: applying a suggestion leaves a text in which its finding is gone and no new one appears.

Run it as `python -m mitgemeint.eval.closure FOLDER`. Every suggestion of every finding is applied to its
text on its own, the text is analysed again, and the findings before and after are compared, positions moved
along with the edits. A suggestion is *open* where a finding stands in the place that was rewritten, and
*disturbing* where one appears elsewhere that was not there before. A masculine first part of the same
compound is no new finding: that of its second part hid it (Historiker-Assistent → Historiker-Assistenz).
Nor is `mixed-forms`, which speaks of the document as a whole: one suggestion in another notation calls it up.

Input: sentences of `amrhein-*.jsonl` and `lou-*.jsonl`, texts of `hard-cases-*.json`, and documents (`*.md`,
`*.txt`), which are cut at blank lines so that each piece is small. `--show N` prints N violations.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mitgemeint.analysis import Code, Edit, Finding, Pipeline, Settings, Suggestion
from mitgemeint.analysis.edits import apply
from mitgemeint.eval.command import hard_case_sets, print_report, sets, share, table
from mitgemeint.eval.spans import Span, overlap

FORMATS = {".md": "markdown", ".txt": "plaintext"}
NOTATIONS = (
    "neutral",
    "pair",
    "star",
    "colon",
    "underscore",
    "interpunct",
    "slash",
    "parentheses",
    "internal-i",
    "de-e",
)
_BLANK_LINES = re.compile(r"\n[ \t]*\n+")


class Kind(StrEnum):
    """How a suggestion breaks the rule."""

    OPEN = "open"
    DISTURBING = "disturbing"


@dataclass(frozen=True, slots=True)
class Piece:
    """A text to try, and its format."""

    text: str
    format: str = "plaintext"


@dataclass(frozen=True, slots=True)
class Violation:
    """A suggestion that breaks the rule: the finding, what was made of it, and what is found then."""

    kind: Kind
    notation: str
    finding: Finding
    suggestion: Suggestion
    appeared: Finding
    text: str


@dataclass(frozen=True, slots=True)
class Closure:
    """The number of suggestions tried by notation, and the violations, at most one for each suggestion."""

    tried: Mapping[str, int]
    violations: Sequence[Violation]

    def count(self, notation: str, kind: Kind) -> int:
        """The violations of one kind in a notation."""
        return sum(item.notation == notation and item.kind is kind for item in self.violations)

    @property
    def share_closed(self) -> float:
        """The share of the suggestions that keep the rule, 1 where none was tried."""
        total = sum(self.tried.values())
        return 1 - len(self.violations) / total if total else 1.0


def every_notation() -> Settings:
    """The default settings with every notation."""
    return Settings(notations=NOTATIONS)


def measure(pipeline: Pipeline, pieces: Iterable[Piece]) -> Closure:
    """Try every suggestion that a pipeline has for these texts."""
    tried: Counter[str] = Counter()
    violations: list[Violation] = []
    for piece in pieces:
        before = pipeline.analyze(piece.text, piece.format).findings
        for finding in before:
            for suggestion in finding.suggestions:
                tried[suggestion.notation] += 1
                violations += _violation(pipeline, piece, before, finding, suggestion)
    return Closure(tried, violations)


def _violation(
    pipeline: Pipeline, piece: Piece, before: Sequence[Finding], finding: Finding, suggestion: Suggestion
) -> Iterator[Violation]:
    moved = Moved(suggestion.edits)
    made = apply(piece.text, suggestion.edits)
    after = pipeline.analyze(made, piece.format).findings
    place = moved.span((finding.start, finding.end))
    known = Counter(
        (moved.span((item.start, item.end))[0], item.code, item.lemma)
        for item in before
        if item is not finding
    )
    for item in after:
        same = (item.start, item.code, item.lemma)
        if known[same]:
            known[same] -= 1
            continue
        if item.code is Code.MIXED_FORMS or _was_hidden(finding, item):
            continue
        kind = Kind.OPEN if overlap(place, (item.start, item.end)) else Kind.DISTURBING
        yield Violation(kind, suggestion.notation, finding, suggestion, item, made)
        return


def _was_hidden(before: Finding, after: Finding) -> bool:
    """Whether a finding is that of a part of the compound that the other one was about as a whole."""
    return before.lemma != after.lemma and before.text.startswith(after.lemma)


class Moved:
    """Where spans of a text stand after edits."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._edits = sorted(edits)

    def span(self, span: Span) -> Span:
        """The span in the new text; one that an edit touches grows to all of the edit's new text."""
        start, end = span
        new_start, new_end = start, end
        for edit in self._edits:
            grown = len(edit.new_text) - (edit.end - edit.start)
            if edit.end <= start:
                new_start, new_end = new_start + grown, new_end + grown
            elif edit.start < end:
                new_start -= max(0, start - edit.start)
                new_end += grown + max(0, edit.end - end)
        return (new_start, new_end)


def pieces_of(folder: Path) -> dict[str, list[Piece]]:
    """The texts of a folder by the name of their set; all documents are one set."""
    found = {
        name: [Piece(row["exclusive"]) for row in rows]
        for pattern in ("amrhein-*", "lou-*")
        for name, rows in sets(folder, pattern).items()
    }
    for name, cases in hard_case_sets(folder).items():
        found[name] = [Piece(case["text"], case["format"]) for case in cases]
    documents = [path for path in sorted(folder.glob("*")) if path.suffix in FORMATS]
    if documents:
        found["documents"] = [piece for path in documents for piece in blocks(path)]
    return found


def blocks(path: Path) -> list[Piece]:
    """The parts of a document between blank lines."""
    parts = _BLANK_LINES.split(path.read_text("utf-8"))
    return [Piece(part, FORMATS[path.suffix]) for part in parts if part.strip()]


def report(folder: Path, show: int = 0) -> Iterable[str]:
    """The lines of a Markdown report on the texts that a folder holds."""
    pipeline = Pipeline(every_notation())
    measured = {name: measure(pipeline, pieces) for name, pieces in pieces_of(folder).items()}
    header = ("set", "notation", "suggestions", *Kind, "closed")
    yield from table(header, (line for name, closure in measured.items() for line in _lines(name, closure)))
    violations = [item for closure in measured.values() for item in closure.violations]
    for item in violations[:show]:
        yield (
            f"- {item.kind}, {item.notation}: {item.finding.text} → {item.suggestion.label}; then "
            f"{item.appeared.code} {item.appeared.text!r} in {item.suggestion.sentence!r}"
        )


def _lines(name: str, closure: Closure) -> Iterable[tuple[object, ...]]:
    others = sorted(set(closure.tried) - set(NOTATIONS))
    for notation in [*(name for name in NOTATIONS if name in closure.tried), *others]:
        tried = closure.tried[notation]
        kinds = [closure.count(notation, kind) for kind in Kind]
        yield (name, notation, tried, *kinds, 1 - share(sum(kinds), tried))
    kinds = [sum(item.kind is kind for item in closure.violations) for kind in Kind]
    yield (name, "together", sum(closure.tried.values()), *kinds, closure.share_closed)


def main() -> int:
    """Print the report on a folder of sets or documents."""
    return print_report(__doc__, report)


if __name__ == "__main__":
    sys.exit(main())
