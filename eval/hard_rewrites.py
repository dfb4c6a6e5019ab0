"""Rewrites of the hard cases: which accepted texts are offered, and whether anything forbidden is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.notation import is_notation, notation_names
from mitgemeint.eval.combinations import applied, first_choices, reachable


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
