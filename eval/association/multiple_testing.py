"""Many tests at once: which p-values still speak when all of them are looked at.

Holm 1979, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6(2).
Used by May et al. 2019 at level .01 over all models and tests (sent-bias, scripts/print_table.py, where the
family may also be the tests of one kind), whose stars are kept here.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

ALPHA = 0.01
"""The level of May et al. 2019 and Caglidil et al. 2024."""

FAMILIES = ("all", "model", "test")
"""Which cells can be corrected together: all, or those of one model or of one test."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a p-value comes to among its family."""

    p: float
    adjusted: float
    """The least level at which Holm's procedure rejects, between p and 1; nan where p is."""
    rejected: bool
    """Whether it does at the level asked for."""
    stars: str
    """`**` rejected within the family, `*` only p by itself is at the level or below, otherwise empty."""


def holm(
    p_values: Sequence[float], alpha: float = ALPHA, families: Sequence[Hashable] | None = None
) -> tuple[Verdict, ...]:
    """The verdicts, in the order of the p-values (between 0 and 1, or nan where there is none).

    `families` gives for each p-value the family within which it is corrected, None takes all for one. In a
    family of m, p-values in rising order, p_(i) (i from 0) is rejected while p_(i) <= alpha / (m - i); the
    first failure ends it. A nan is no test that was made: it belongs to no family's m and is never rejected.

    ValueError for a p-value or a level out of range, or families of another number than p-values.
    """
    _check(p_values, alpha, families)
    groups: dict[Hashable, list[int]] = {}
    for place, p in enumerate(p_values):
        if not math.isnan(p):
            groups.setdefault(None if families is None else families[place], []).append(place)
    verdicts = {place: Verdict(p, math.nan, False, "") for place, p in enumerate(p_values)}
    for places in groups.values():
        verdicts.update(_family(sorted(places, key=lambda place: p_values[place]), p_values, alpha))
    return tuple(verdicts[place] for place in range(len(p_values)))


def _family(rising: list[int], p_values: Sequence[float], alpha: float) -> dict[int, Verdict]:
    verdicts: dict[int, Verdict] = {}
    adjusted, rejecting = 0.0, True
    for rank, place in enumerate(rising):
        p, left = float(p_values[place]), len(rising) - rank
        adjusted = max(adjusted, min(1.0, p * left))
        rejecting = rejecting and p <= alpha / left
        stars = "**" if rejecting else "*" if p <= alpha else ""
        verdicts[place] = Verdict(p, adjusted, rejecting, stars)
    return verdicts


def _check(p_values: Sequence[float], alpha: float, families: Sequence[Hashable] | None) -> None:
    if not 0 < alpha < 1:
        raise ValueError(f"level {alpha} is not between 0 and 1")
    for p in p_values:
        if not (math.isnan(p) or 0 <= p <= 1):
            raise ValueError(f"{p} is no p-value")
    if families is not None and len(families) != len(p_values):
        raise ValueError(f"{len(families)} families for {len(p_values)} p-values")
