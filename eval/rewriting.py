"""Rewriting: how well whole texts are rewritten, against references and against hard cases.

Run it as `python -m mitgemeint.eval.rewriting FOLDER`; it needs jiwer and sacremoses. What it measures:

- *Newspaper sentences* (`amrhein-*.jsonl`, Amrhein et al. 2023): `Pipeline.rewrite` in gender star against
  `inclusive`. Word error rate over the whole set in per cent, on Moses tokens (language `en`), and the share
  of sentences that are the same letter by letter. *Doing nothing* is the unchanged text; outputs of published
  systems (`published-*.jsonl`, by id) are measured the same way.
- *Lou* (`lou-*.jsonl`, Waldis et al. 2024): whole texts in each style against `targets`, over all texts and
  over those in which the findings overlap the reference's spans exactly (none missed, none beside).
  Differences are counted by cause (`causes.py`); neutral wording is measured by its nouns
  (`neutral_reach.py`).
- *Hard cases* (`hard-cases-*.json`): whether accepted texts are offered, and nothing forbidden
  (`hard_rewrites.py`).

`--show N` prints texts that differ. They are evaluation data with their own licence: for reading, not for
publishing. The report itself holds counts, and single words at most.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mitgemeint.analysis import Code, Pipeline, Settings
from mitgemeint.eval import hard_rewrites, neutral_reach
from mitgemeint.eval.causes import Difference, difference
from mitgemeint.eval.command import hard_case_sets, print_report, sets, share, table
from mitgemeint.eval.labelling import Counts, count
from mitgemeint.eval.words import normalised

STYLES = ("star", "colon", "underscore", "pair")
# Words shown beside a cause, so that a reader sees what it means.
EXAMPLES = 4

Row = Mapping[str, Any]
ErrorRate = Callable[[Sequence[str], Sequence[str]], float]


def load_error_rate() -> ErrorRate:
    """The word error rate in per cent of outputs against references, on Moses tokens.

    SystemExit with the remedy where jiwer or sacremoses is missing.
    """
    try:
        from jiwer import wer
        from sacremoses import MosesTokenizer  # type: ignore[import-untyped]
    except ImportError as error:
        raise SystemExit(
            f"rewriting: {error.name} is not installed; `pip install jiwer sacremoses` adds what is needed"
        ) from None
    moses = MosesTokenizer(lang="en")

    def tokens(given: Sequence[str]) -> list[str]:
        return [" ".join(moses.tokenize(text)) for text in given]

    return lambda references, outputs: 100 * float(wer(tokens(references), tokens(outputs)))


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


def newspaper(rows: Sequence[Row]) -> list[str]:
    """The sentences of a set in gender star; every masculine counts, first parts of compounds too."""
    pipeline = Pipeline(Settings(notations=["star"], report_specific=True, compound_modifiers=True))
    return [pipeline.rewrite(row["exclusive"], notation="star") for row in rows]


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
    error_rate = load_error_rate()
    newspapers = sets(folder, "amrhein-*")
    if newspapers:
        yield from _newspaper_report(newspapers, sets(folder, "published-*"), error_rate, show)
    for name, rows in sets(folder, "lou-*").items():
        yield from _lou_report(name, rows, show)
    for name, cases in hard_case_sets(folder).items():
        yield from _hard_report(name, hard_rewrites.measure(cases))


def _newspaper_report(
    newspapers: Mapping[str, Sequence[Row]],
    published: Mapping[str, Sequence[Row]],
    error_rate: ErrorRate,
    show: int,
) -> Iterable[str]:
    lines: list[tuple[object, ...]] = []
    differing: list[tuple[str, str, str]] = []
    for name, rows in newspapers.items():
        source = [row["exclusive"] for row in rows]
        wanted = [row["inclusive"] for row in rows]
        ours = newspaper(rows)
        differing += [item for item in zip(source, ours, wanted, strict=True) if item[1] != item[2]]
        systems = {"mitgemeint": ours, "doing nothing": source}
        for system, outputs in published.items():
            by_id = {row["id"]: row["output"] for row in outputs}
            if all(row.get("id") in by_id for row in rows):
                systems[system] = [by_id[row["id"]] for row in rows]
        for system, made in systems.items():
            same = sum(one == other for one, other in zip(made, wanted, strict=True))
            rate = f"{error_rate(wanted, made):.2f}"
            lines.append((name, system, len(rows), rate, share(same, len(rows))))
    yield from table(("set", "system", "sentences", "word error rate, %", "exact"), lines)
    yield from _shown(differing, show)


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


def _hard_report(name: str, result: hard_rewrites.HardRewrites) -> Iterable[str]:
    yield f"\n{name}, accepted rewrites:\n"
    styles = sorted(result.styles.items(), key=lambda item: -item[1].wanted)
    lines: list[tuple[object, ...]] = [
        (style, counts.wanted, counts.offered, counts.best) for style, counts in styles
    ]
    sums = [sum(getattr(counts, key) for _, counts in styles) for key in ("wanted", "offered", "best")]
    yield from table(("style", "cases", "offered", "best"), [*lines, ("together", *sums)])
    others = ", ".join(f"{style} {number}" for style, number in sorted(result.other_styles.items()))
    yield f"\nAccepted texts in styles that are no notation, not counted: {others or 'none'}."
    yield f"Forbidden words in {len(result.forbidden)} of {result.outputs} outputs."
    yield from (f"- forbidden: {item}" for item in result.forbidden)
    yield from (f"- not offered: {item}" for item in result.not_offered)


def _shown(differing: Sequence[tuple[str, str, str]], show: int) -> Iterable[str]:
    for source, ours, wanted in differing[:show]:
        yield f"\n    text      {source}\n    ours      {ours}\n    reference {wanted}"


def main() -> int:
    """Print the report on a folder of sets."""
    return print_report(__doc__, report)


if __name__ == "__main__":
    sys.exit(main())
