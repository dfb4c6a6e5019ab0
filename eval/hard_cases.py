"""Hard cases: texts with words that must be found and words that must not, and the rewrites that are right.

Run it as `python -m mitgemeint.eval.hard_cases FOLDER`. Of every tier it counts the must-flag spans that are
found and the must-not-flag spans that are hit; of the accepted texts, how many can be made of the suggestions
(*offered*) and how many `Pipeline.rewrite` gives (*best*); and outputs with forbidden words. Input:
`hard-cases-*.json`.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mitgemeint.analysis import Code, Pipeline, Settings
from mitgemeint.analysis.notation import is_notation, notation_names
from mitgemeint.eval.combinations import applied, first_choices, reachable
from mitgemeint.eval.command import hard_case_sets, print_report, table
from mitgemeint.eval.spans import Span, overlap

TIERS = ("core", "hard", "stretch")


@dataclass(frozen=True, slots=True)
class HardCounts:
    """Hard cases: spans that must be found and those that must not, with the ids where it went wrong."""

    wanted: int
    missed: tuple[str, ...]
    unwanted: int
    violated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StyleCounts:
    """Cases with an accepted text in a style, those where it can be reached, and where it comes first."""

    wanted: int = 0
    offered: int = 0
    best: int = 0


@dataclass(slots=True)
class HardRewrites:
    """What the cases gave, by style; ids of cases with forbidden outputs; styles that are no notation."""

    styles: dict[str, StyleCounts] = field(default_factory=dict)
    outputs: int = 0
    forbidden: list[str] = field(default_factory=list)
    not_offered: list[str] = field(default_factory=list)
    other_styles: dict[str, int] = field(default_factory=dict)


def labelled(pipeline: Pipeline, cases: Iterable[Mapping[str, Any]], tier: str) -> HardCounts:
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


def measure(cases: Iterable[Mapping[str, Any]]) -> HardRewrites:
    """Compare every case with the suggestions of each notation alone.

    Accepted texts are looked for among all combinations of suggestions. Forbidden substrings are looked
    for in all combinations of first suggestions and in every single suggestion.
    """
    pipelines = {name: Pipeline(Settings(notations=[name])) for name in notation_names()}
    result = HardRewrites()
    for case in cases:
        for style in sorted({item["style"] for item in case["rewrites"]}):
            if is_notation(style):
                _accepted(pipelines[style], case, style, result)
            else:
                result.other_styles[style] = result.other_styles.get(style, 0) + 1
        _forbidden(pipelines.values(), case, result)
    return result


def _accepted(pipeline: Pipeline, case: Mapping[str, Any], style: str, result: HardRewrites) -> None:
    text, format_name = case["text"], case["format"]
    accepted = {item["text"] for item in case["rewrites"] if item["style"] == style}
    findings = pipeline.analyze(text, format=format_name).findings
    best = pipeline.rewrite(text, notation=style, format=format_name) in accepted
    offered = best or any(made in accepted for made in reachable(text, findings))
    counts = result.styles.get(style, StyleCounts())
    result.styles[style] = StyleCounts(counts.wanted + 1, counts.offered + offered, counts.best + best)
    if not offered:
        result.not_offered.append(f"{case['id']}: {style}")


def _forbidden(pipelines: Iterable[Pipeline], case: Mapping[str, Any], result: HardRewrites) -> None:
    for made in {text for pipeline in pipelines for text in _outputs(pipeline, case)}:
        result.outputs += 1
        hits = [part for part in case["forbidden_substrings"] if part in made]
        # What the text has already is not of our making.
        result.forbidden += [f"{case['id']}: {part}" for part in hits if part not in case["text"]]


def _outputs(pipeline: Pipeline, case: Mapping[str, Any]) -> Iterator[str]:
    text = case["text"]
    findings = pipeline.analyze(text, format=case["format"]).findings
    singles: list[Sequence[Any]] = [(item,) for finding in findings for item in finding.suggestions]
    for choice in [*first_choices(findings), *singles]:
        made = applied(text, choice)
        if made is not None and made != text:
            yield made


def report(folder: Path, show: int = 0) -> Iterable[str]:
    """The lines of a Markdown report on the hard cases that a folder holds."""
    for name, cases in hard_case_sets(folder).items():
        pipeline = Pipeline(Settings())
        for tier in TIERS:
            yield from _labelled_report(f"{name}, tier {tier}", labelled(pipeline, cases, tier))
        yield from _rewrites_report(name, measure(cases))


def _labelled_report(name: str, counts: HardCounts) -> Iterator[str]:
    found = counts.wanted - len(counts.missed)
    yield f"\n{name}: {found} of {counts.wanted} must-flag spans found,"
    yield f"{len(counts.violated)} of {counts.unwanted} must-not-flag spans hit."
    yield from (f"- missed: {item}" for item in counts.missed)
    yield from (f"- hit: {item}" for item in counts.violated)


def _rewrites_report(name: str, result: HardRewrites) -> Iterator[str]:
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


if __name__ == "__main__":
    sys.exit(print_report(__doc__, report))
