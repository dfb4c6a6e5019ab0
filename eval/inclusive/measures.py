"""The figures of a group of sentences, with bootstrap intervals, and the differences between two systems.

Every measure is a ratio of two sums over sentences (recall: words that were found, words that are exclusive),
so that a resample of the sentences is a product of matrices. Sentences of one text are drawn together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mitgemeint.eval.inclusive.outcome import ABSENT, Outcome
from mitgemeint.eval.inclusive.ranks import FAMILIES, SUGGESTION_SCORE
from mitgemeint.eval.inclusive.ranks import score as score_of_rank

FIRST = 5
LEVEL = 0.95
RESAMPLES = 1000
MOST_RESAMPLES = 100_000
"""Beyond this an interval does not get better, only later."""
SEED = 2022

# Resamples by texts that are drawn at once: 32 MB.
_CELLS = 4_000_000

Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """A figure, and the limits of its interval (nan where none was asked for)."""

    value: float
    low: float
    high: float


class Difference(NamedTuple):
    """How much more the second of two systems has, its interval, and p for there being no difference."""

    first: float
    second: float
    difference: float
    low: float
    high: float
    p: float


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure: `name` in tables and files, `percent` where it is shown so, `lower_is_better` if it is."""

    name: str
    percent: bool = False
    lower_is_better: bool = False


def _suggestion_measures(reading: str) -> list[Measure]:
    names = ("in candidates", "first five", "first", "score")
    others = [family for family in FAMILIES if family != SUGGESTION_SCORE]
    return [Measure(f"{name}, {reading}") for name in (*names, *others)]


LABELLING = (
    Measure("recall"),
    Measure("precision"),
    Measure("F1"),
    Measure("false alarms", lower_is_better=True),
)
"""Over words; false alarms are the sentences without an exclusive phrase that have a label."""

BY_WORDS, BY_LEMMAS = tuple(_suggestion_measures("words")), tuple(_suggestion_measures("lemmas"))
REWRITING = (Measure("word error rate", percent=True, lower_is_better=True), Measure("exact"))
MEASURES = (*LABELLING, *BY_WORDS, *BY_LEMMAS, *REWRITING)


def figures(outcomes: Sequence[Outcome], resamples: int = RESAMPLES, seed: int = SEED) -> dict[str, Estimate]:
    """Every measure that is defined on the outcomes, by name, with percentile intervals."""
    above, below = _sums(outcomes)
    whole = _ratios(above.sum(axis=0)[None], below.sum(axis=0)[None])[0]
    drawn = _resampled(above, below, resamples, seed)
    low, high = _limits(drawn)
    return {
        measure.name: Estimate(float(whole[at]), float(low[at]), float(high[at]))
        for at, measure in enumerate(MEASURES)
        if not np.isnan(whole[at])
    }


def compare(
    first: Sequence[Outcome], second: Sequence[Outcome], resamples: int = RESAMPLES, seed: int = SEED
) -> dict[str, Difference]:
    """The paired bootstrap of two systems on the same sentences: every measure that both have.

    In each resample both systems have the same sentences. p is two-sided: twice the share of resamples in
    which the difference is not on the side where it is as a whole (Efron and Tibshirani 1993, chapter 16).
    ValueError where the sentences differ.
    """
    if [each.id for each in first] != [each.id for each in second]:
        raise ValueError("the two systems have answered different sentences")
    sums = _sums(first), _sums(second)
    whole = [_ratios(above.sum(axis=0)[None], below.sum(axis=0)[None])[0] for above, below in sums]
    one, other = (_resampled(above, below, resamples, seed) for above, below in sums)
    drawn = other - one
    low, high = _limits(drawn)
    found = {}
    for at, measure in enumerate(MEASURES):
        values = float(whole[0][at]), float(whole[1][at])
        difference = values[1] - values[0]
        if not np.isnan(difference):
            p = _p(drawn[:, at], difference)
            found[measure.name] = Difference(*values, difference, float(low[at]), float(high[at]), p)
    return found


def _p(drawn: Floats, difference: float) -> float:
    """At least one over the resamples and one, as the sample itself is one of them."""
    against = np.count_nonzero(drawn <= 0 if difference > 0 else drawn >= 0)
    return min(1.0, 2 * (int(against) + 1) / (drawn.size + 1)) if difference else 1.0


def _sums(outcomes: Sequence[Outcome]) -> tuple[Floats, Floats]:
    """What stands above and below the line of every measure, by text: shape (texts, measures)."""
    places: dict[str, int] = {}
    for outcome in outcomes:
        places.setdefault(outcome.source, len(places))
    above = np.zeros((len(places), len(MEASURES)))
    below = np.zeros_like(above)
    for outcome in outcomes:
        for at, (part, whole) in _parts(outcome).items():
            above[places[outcome.source], at] += part
            below[places[outcome.source], at] += whole
    return above, below


_PLACES = {measure.name: at for at, measure in enumerate(MEASURES)}


_RECALL, _F1 = _PLACES["recall"], _PLACES["F1"]


def _parts(outcome: Outcome) -> Mapping[int, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    if (counts := outcome.labelling) is not None:
        found["recall"] = counts.right, counts.right + counts.missed
        found["precision"] = counts.right, counts.right + counts.wrong
        found["F1"] = 2 * counts.right, 2 * counts.right + counts.wrong + counts.missed
        if not outcome.phrases:
            found["false alarms"] = float(counts.wrong > 0), 1
    for reading, place in (("words", outcome.by_words), ("lemmas", outcome.by_lemmas)):
        if place is not None:
            rank = None if place == ABSENT else place
            found[f"in candidates, {reading}"] = float(rank is not None), 1
            found[f"first five, {reading}"] = float(rank is not None and rank < FIRST), 1
            found[f"first, {reading}"] = float(rank == 0), 1
            for name, family in FAMILIES.items():
                shown = "score" if name == SUGGESTION_SCORE else name
                found[f"{shown}, {reading}"] = score_of_rank(rank, outcome.phrases, family), 1
    if outcome.rewriting is not None:
        found["word error rate"] = outcome.rewriting.errors, outcome.rewriting.words
    if outcome.exact is not None:
        found["exact"] = float(outcome.exact), 1
    return {_PLACES[name]: parts for name, parts in found.items()}


def _ratios(above: Floats, below: Floats) -> Floats:
    """The measures; nan where there is nothing to divide by, of F1 where nothing is to be found."""
    below = below.copy()
    below[:, _F1] *= below[:, _RECALL] > 0
    ratios: Floats = np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)
    return ratios


def _resampled(above: Floats, below: Floats, resamples: int, seed: int) -> Floats:
    """The measures of resamples of the texts: shape (resamples, measures)."""
    texts = above.shape[0]
    if not resamples or not texts:
        return np.full((1, len(MEASURES)), np.nan)
    rng = np.random.default_rng(seed)
    drawn = np.empty((resamples, len(MEASURES)))
    step = max(1, _CELLS // texts)
    for first in range(0, resamples, step):
        size = min(step, resamples - first)
        rows = rng.multinomial(texts, np.full(texts, 1 / texts), size=size).astype(np.float64)
        drawn[first : first + size] = _ratios(rows @ above, rows @ below)
    return drawn


def _limits(drawn: Floats) -> tuple[Floats, Floats]:
    tail = (1 - LEVEL) / 2
    # A resample may hold nothing that a measure is defined on, and so may all of them.
    missing = np.isnan(drawn)
    whole, some = ~missing.any(axis=0), missing.any(axis=0) & ~missing.all(axis=0)
    limits = np.full((2, drawn.shape[1]), np.nan)
    limits[:, whole] = np.quantile(drawn[:, whole], [tail, 1 - tail], axis=0)
    for at in np.flatnonzero(some):
        limits[:, at] = np.quantile(drawn[~missing[:, at], at], [tail, 1 - tail])
    low, high = limits
    return low, high


find = {measure.name: measure for measure in MEASURES}.__getitem__
"""The measure of a name; KeyError where there is none."""
