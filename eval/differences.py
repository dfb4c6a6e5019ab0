"""Differences: why rewritten texts are not the reference's, and how near neutral wording comes.

Run it as `python -m mitgemeint.eval.differences FOLDER`. Input: `lou-*.jsonl` (Waldis et al. 2024), texts
with a target in each style. It counts the texts that are the reference's letter by letter, over all and over
those in which the findings overlap the reference's spans exactly (none missed, none beside); the others by
cause (`causes.py`); and neutral wording by its nouns (`neutral_reach.py`).

`--show N` prints texts that differ. They are evaluation data with their own licence: for reading, not for
publishing. The report itself holds counts, and single words at most.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mitgemeint.analysis import Code, Pipeline, Settings
from mitgemeint.eval import neutral_reach
from mitgemeint.eval.causes import Difference, difference
from mitgemeint.eval.command import print_report, sets, share, table
from mitgemeint.eval.spans import Counts, count
from mitgemeint.eval.words import normalised

STYLES = ("star", "colon", "underscore", "pair")
# Words shown beside a cause, so that a reader sees what it means.
EXAMPLES = 4

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A text with what we made of it in one style, and what the reference has."""

    exclusive: str
    ours: str
    reference: str
    spans: Counts

    @property
    def same(self) -> bool:
        """Whether our text is the reference's, letter by letter."""
        return self.ours == self.reference

    @property
    def agrees(self) -> bool:
        """Whether exactly the reference's spans were found."""
        return not self.spans.missed and not self.spans.wrong

    @property
    def difference(self) -> Difference:
        """Why it differs."""
        return difference(self.exclusive, self.ours, self.reference, self.spans)


def whole_texts(rows: Sequence[Row], style: str) -> list[Rewritten]:
    """The texts of a set that have a target in this style."""
    finder, pipeline = Pipeline(Settings()), Pipeline(Settings(notations=[style]))
    return [
        Rewritten(
            row["exclusive"],
            pipeline.rewrite(row["exclusive"], notation=style),
            row["targets"][style],
            _spans(finder, row),
        )
        for row in rows
        if style in row["targets"]
    ]


def _spans(pipeline: Pipeline, row: Row) -> Counts:
    findings = pipeline.analyze(row["exclusive"]).findings
    found = [(item.start, item.end) for item in findings if item.code is Code.GENERIC_MASCULINE]
    return count(found, [(start, end) for start, end in row["spans"]])


def report(folder: Path, show: int = 0) -> Iterable[str]:
    """The lines of a Markdown report on the sets that a folder holds."""
    for name, rows in sets(folder, "lou-*").items():
        yield from _lou_report(name, rows, show)


def _lou_report(name: str, rows: Sequence[Row], show: int) -> Iterable[str]:
    made = {style: whole_texts(rows, style) for style in STYLES}
    yield f"\n{name}, whole texts rewritten exactly:\n"
    yield from table(
        ("style", "texts", "exact", "spans agree", "exact of these"),
        (_exact_line(style, items) for style, items in made.items()),
    )
    yield f"\n{name}, texts that differ, by cause:\n"
    yield from _causes(made)
    yield from _shown(
        [
            (item.exclusive, item.ours, item.reference)
            for items in made.values()
            for item in items
            if not item.same
        ],
        show,
    )
    yield from _neutral_report(name, *neutral_reach.measure(rows), show)


def _exact_line(style: str, items: Sequence[Rewritten]) -> tuple[object, ...]:
    agreeing = [item for item in items if item.agrees]
    return (
        style,
        len(items),
        share(sum(item.same for item in items), len(items)),
        len(agreeing),
        share(sum(item.same for item in agreeing), len(agreeing)),
    )


def _causes(made: Mapping[str, Sequence[Rewritten]]) -> Iterable[str]:
    counted: Counter[tuple[str, str]] = Counter()
    examples: dict[str, dict[str, None]] = {}
    for style, items in made.items():
        for found in (item.difference for item in items if not item.same):
            counted[found.cause, style] += 1
            if len(found.ours) <= 1 and len(found.reference) <= 1 and found.ours + found.reference:
                shown = f"{' '.join(found.ours) or '–'} / {' '.join(found.reference) or '–'}"
                examples.setdefault(found.cause, {})[normalised(shown)] = None
    causes = sorted({cause for cause, _ in counted}, key=lambda cause: -sum(counted[cause, s] for s in made))
    yield from table(
        ("cause", *made, "for example (ours / reference)"),
        (
            (
                cause,
                *(counted[cause, style] for style in made),
                ", ".join(list(examples.get(cause, ()))[:EXAMPLES]),
            )
            for cause in causes
        ),
    )


def _neutral_report(name: str, reach: neutral_reach.Reach, missed: Sequence[str], show: int) -> Iterable[str]:
    reached, all_reached = share(reach.reached, reach.places), share(reach.texts_reached, reach.texts)
    yield (
        f"\n{name}, neutral wording: of {reach.places} places that the reference rewrites {reach.found} are "
        f"found, {reach.suggested} have a neutral suggestion, {reach.reached} ({reached:.3f}) one with the "
        f"reference's noun, {reach.worded} its very words. Of {reach.texts} texts {reach.texts_reached} "
        f"({all_reached:.3f}) have it at every place."
    )
    if show:
        yield "\nnot reached: " + ", ".join(missed)


def _shown(differing: Sequence[tuple[str, str, str]], show: int) -> Iterable[str]:
    for source, ours, wanted in differing[:show]:
        yield f"\n    text      {source}\n    ours      {ours}\n    reference {wanted}"


if __name__ == "__main__":
    sys.exit(print_report(__doc__, report))
