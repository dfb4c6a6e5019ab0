"""Intervals of scores, by resampling templates: items of one template are no independent observations."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple

import numpy as np
from numpy.typing import NDArray

from mitgemeint.eval.bbq.scores import SCORES, counts_of
from mitgemeint.eval.bbq.tally import COUNTS, Tally

LEVEL = 0.95
Tallies = Mapping[tuple[str, str], Tally]
Interval = tuple[float, float]


def weights(templates: int, resamples: int, seed: int) -> NDArray[np.float64]:
    """How often each template stands in each resample, shape (resamples, templates)."""
    random = np.random.default_rng(seed)
    drawn = random.multinomial(templates, np.full(templates, 1 / templates), size=resamples)
    return drawn.astype(np.float64)


def intervals(
    tallies: Sequence[Tallies], *, resamples: int, seed: int, category: str | None = None
) -> dict[str, Interval]:
    """The percentile intervals (95 %) of the scores' mean over several runs of the same items.

    `tallies` are those of the prompts over which is averaged: a resample draws whole templates, the same in
    each of them. A score has no interval where fewer than two templates are there, or where it is undefined
    in more than one of twenty resamples.
    """
    scores = resampled(tallies, resamples=resamples, seed=seed, category=category)
    return {name: found for name, values in scores.items() if (found := _interval(values)) is not None}


def differences(
    before: Sequence[Tallies],
    after: Sequence[Tallies],
    *,
    resamples: int,
    seed: int,
    category: str | None = None,
) -> dict[str, Interval]:
    """The intervals of after − before, paired: both are resampled by the same templates.

    Templates that only one of them has do not count.
    """
    shared = [set(one) for one in (*before, *after)]
    kept = set.intersection(*shared) if shared else set()
    one, other = (
        resampled(_only(tallies, kept), resamples=resamples, seed=seed, category=category)
        for tallies in (before, after)
    )
    return {
        name: found
        for name in one.keys() & other.keys()
        if (found := _interval(other[name] - one[name])) is not None
    }


def resampled(
    tallies: Sequence[Tallies], *, resamples: int, seed: int, category: str | None = None
) -> dict[str, NDArray[np.float64]]:
    """The scores of all resamples, shape (resamples,), nan where they are undefined; {} without intervals."""
    templates = sorted({key for one in tallies for key in one if category in (None, key[0])})
    if len(templates) < 2 or resamples < 1:
        return {}
    drawn = weights(len(templates), resamples, seed)
    empty = Tally()
    sums: dict[str, NDArray[np.float64]] = {name: np.zeros(resamples) for name in SCORES}
    with np.errstate(invalid="ignore"):
        for one in tallies:
            counts = np.array([astuple(one.get(key, empty)) for key in templates], dtype=np.float64)
            named = counts_of(drawn @ counts.reshape(len(templates), len(COUNTS)))
            for name, score in SCORES.items():
                sums[name] += score(named)
    return {name: values / len(tallies) for name, values in sums.items()}


def _only(tallies: Sequence[Tallies], kept: set[tuple[str, str]]) -> list[Tallies]:
    return [{key: counts for key, counts in one.items() if key in kept} for one in tallies]


def _interval(values: NDArray[np.float64]) -> Interval | None:
    defined = values[~np.isnan(values)]
    if len(defined) < 0.95 * len(values):
        return None
    tail = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(defined, [tail, 100 - tail])
    return float(low), float(high)
