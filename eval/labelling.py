"""Labelling: how well the pipeline finds exclusive words, as recall, precision and F1 over spans.

A finding is right when it overlaps a span of the reference; findings on pronouns are not counted. Input:
JSON lines with `exclusive` (the text) and `spans` (code points), or a hard-cases file. Run it as
`python -m mitgemeint.eval.labelling FOLDER`.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mitgemeint.analysis import Code, Pipeline, Settings

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Counts:
    """Spans found (`right`), findings beside every span (`wrong`), spans not found (`missed`)."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """Share of the findings that are right, 1 where there is none."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Share of the spans that are found, 1 where there is none."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class HardCounts:
    """Hard cases: spans that must be found and those that must not, with the ids where it went wrong."""

    wanted: int
    missed: tuple[str, ...]
    unwanted: int
    violated: tuple[str, ...]


def overlap(one: Span, other: Span) -> bool:
    """Whether two half-open spans share a code point."""
    return one[0] < other[1] and other[0] < one[1]


def count(found: Sequence[Span], reference: Sequence[Span]) -> Counts:
    """Compare the spans of one text."""
    missed = sum(not any(overlap(span, other) for other in found) for span in reference)
    wrong = sum(not any(overlap(span, other) for other in reference) for span in found)
    return Counts(len(reference) - missed, wrong, missed)


def label(pipeline: Pipeline, rows: Iterable[Mapping[str, Any]]) -> tuple[Counts, int]:
    """The counts over rows, and the number of rows with any finding."""
    total, flagged = Counts(), 0
    for row in rows:
        findings = pipeline.analyze(row["exclusive"]).findings
        found = [(item.start, item.end) for item in findings if item.code is Code.GENERIC_MASCULINE]
        total += count(found, [(start, end) for start, end in row["spans"]])
        flagged += bool(found)
    return total, flagged


def hard_cases(pipeline: Pipeline, cases: Iterable[Mapping[str, Any]], tier: str) -> HardCounts:
    """Check the must-flag and must-not-flag spans of one tier."""
    wanted, unwanted = 0, 0
    missed: list[str] = []
    violated: list[str] = []
    for case in (case for case in cases if case["tier"] == tier):
        findings = pipeline.analyze(case["text"], format=case["format"]).findings
        spans = [(item.start, item.end) for item in findings]
        masculines = [(item.start, item.end) for item in findings if item.code is Code.GENERIC_MASCULINE]
        wanted += len(case["flags"])
        unwanted += len(case["must_not_flag"])
        missed += [f"{case['id']}: {flag['text']}" for flag in case["flags"] if not _any(spans, flag)]
        violated += [
            f"{case['id']}: {flag['text']}" for flag in case["must_not_flag"] if _any(masculines, flag)
        ]
    return HardCounts(wanted, tuple(missed), unwanted, tuple(violated))


def _any(spans: Sequence[Span], flag: Mapping[str, Any]) -> bool:
    return any(overlap(span, (flag["start"], flag["end"])) for span in spans)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON lines file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def report(folder: Path) -> Iterable[str]:
    """The lines of a Markdown report on the sets that a folder holds."""
    everything = Pipeline(Settings(report_specific=True, compound_modifiers=True))
    yield "| set | rows | rows with findings | precision | recall | F1 |"
    yield "|---|---|---|---|---|---|"
    total, rows_seen = Counts(), 0
    for path in sorted(folder.glob("amrhein-*.jsonl")):
        rows = read_rows(path)
        counts, flagged = label(everything, rows)
        total, rows_seen = total + counts, rows_seen + len(rows)
        yield _row(path.stem, len(rows), flagged, counts)
    yield _row("together", rows_seen, None, total)
    plain = Pipeline(Settings())
    for path in sorted(folder.glob("lou-*.jsonl")):
        rows = read_rows(path)
        counts, flagged = label(plain, rows)
        yield _row(f"{path.stem}, default settings", len(rows), flagged, counts)
    for path in sorted(folder.glob("hard-cases-*.json")):
        cases = json.loads(path.read_text("utf-8"))["cases"]
        for tier in ("core", "hard", "stretch"):
            hard = hard_cases(plain, cases, tier)
            found = hard.wanted - len(hard.missed)
            yield f"\n{path.stem}, tier {tier}: {found} of {hard.wanted} must-flag spans found,"
            yield f"{len(hard.violated)} of {hard.unwanted} must-not-flag spans hit."
            yield from (f"- missed: {item}" for item in hard.missed)
            yield from (f"- hit: {item}" for item in hard.violated)


def _row(name: str, rows: int, flagged: int | None, counts: Counts) -> str:
    shown = "" if flagged is None else str(flagged)
    return f"| {name} | {rows} | {shown} | {counts.precision:.3f} | {counts.recall:.3f} | {counts.f1:.3f} |"


def main() -> int:
    """Print the report on a folder of sets."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    if not folder.is_dir():
        parser.error(f"{folder} is no folder")
    for line in report(folder):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
