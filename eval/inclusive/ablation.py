"""Ablation: the assistant with components left out, and with first parts taken off from other scores on."""

from collections.abc import Iterator, Mapping, Sequence

from mitgemeint.analysis.components import EVERYTHING, Components
from mitgemeint.eval.inclusive.measures import Estimate
from mitgemeint.eval.inclusive.result import ALL, Group
from mitgemeint.eval.inclusive.systems.assistant import Assistant
from mitgemeint.eval.inclusive.tables import UNDEFINED, Table

FULL = "full"

REPORTED = ("without pair data", "without neutral data", "without inflection", "without prefix removal")
"""The variants of the table of ablations of Pomerenke 2022; the others are ours."""

VARIANTS: Mapping[str, Components] = {
    FULL: EVERYTHING,
    "without pair data": Components(pairs=False),
    "without neutral data": Components(neutral=False),
    "without inflection": Components(inflection=False),
    "without prefix removal": Components(prefixes=False),
    "without reference": Components(reference=False),
    "without ranking": Components(ranking=False),
    "without bundled model": Components(model=False),
    "lexicon only": Components(inflection=False, reference=False, ranking=False, model=False, grammar=False),
}

THRESHOLDS = (-2.0, -1.5, -1.0, *(step / 10 for step in range(-5, 14)))
"""The values of s0 that are tried: below the first nearly every split counts, above the last hardly any."""

MEASURES = (
    *("recall", "precision", "F1"),
    *("in candidates, lemmas", "first five, lemmas", "first, lemmas", "score, lemmas", "exact"),
)


def variant(name: str) -> Assistant:
    """The assistant as a variant; KeyError where there is none of that name."""
    return Assistant(name, components=VARIANTS[name])


def with_threshold(threshold: float) -> Assistant:
    """The assistant with first parts by compound-split from a score on; it labels alone.

    EvalError where compound-split is not installed.
    """
    name = f"s0 = {threshold:g}"
    return Assistant(name, components=Components(split_threshold=threshold), labels_only=True)


def table(groups: Sequence[Group]) -> Table:
    """The table of ablations: a row for each set and variant, the difference to everything in brackets."""
    found = {(group.set, group.system): group for group in groups if group.by == ALL}
    sets = dict.fromkeys(set_name for set_name, _ in found)
    rows = [
        (set_name, system, *_cells(found, set_name, system))
        for set_name in sets
        for system in VARIANTS
        if (set_name, system) in found
    ]
    return Table("Ablation", ("set", "variant", *MEASURES), tuple(rows))


def _cells(found: Mapping[tuple[str, str], Group], set_name: str, system: str) -> Iterator[str]:
    own = found[set_name, system].figures
    whole = found[set_name, FULL].figures if (set_name, FULL) in found else {}
    for name in MEASURES:
        yield _cell(own.get(name), whole.get(name) if system != FULL else None)


def _cell(own: Estimate | None, whole: Estimate | None) -> str:
    if own is None:
        return UNDEFINED
    shown = f"{own.value:.3f}"
    return shown if whole is None else f"{shown} ({own.value - whole.value:+.3f})".replace("-", "−")
