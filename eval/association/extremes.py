"""Which sums count as at least as extreme as the observed one: side, ties and tolerance in one place."""

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

LARGEST = np.iinfo(np.int64).max


class Side(Enum):
    """Which partitions speak against chance."""

    GREATER = "greater"
    """X nearer to A, and Y to B, than observed: the one-sided test of all papers."""
    LESS = "less"
    """The other direction."""
    TWO_SIDED = "two-sided"
    """As far from what chance gives on average, in either direction."""


@dataclass(frozen=True, slots=True)
class Extremes:
    """Sums that count: those <= `low` and those >= `high`; None leaves a side out. Where both meet, all
    count."""

    low: int | None
    high: int | None

    @property
    def everything(self) -> bool:
        """Whether no sum is left between the bounds."""
        return self.low is not None and self.high is not None and self.high <= self.low + 1

    def count(self, sums: Integers) -> int:
        """How many of the sums count."""
        if self.everything:
            return int(sums.size)
        below = 0 if self.low is None else np.count_nonzero(sums <= _within_int64(self.low))
        above = 0 if self.high is None else np.count_nonzero(sums >= _within_int64(self.high))
        return int(below + above)

    def mirrored(self, total: int) -> "Extremes":
        """The same for total - sum: what it takes to count the part that was not chosen."""
        return Extremes(
            None if self.high is None else total - self.high, None if self.low is None else total - self.low
        )


def extremes(
    observed: int, centre: Fraction, *, side: Side, strict: bool, tie: int, signed: bool = False
) -> Extremes:
    """The sums as extreme as `observed`, all in steps of `fixed_point`, `tie` steps apart being equal.

    `centre` is the mean under chance, needed for two sides only: a sum counts there whose distance from it is
    that of the observed one or more. With `signed`, the observed distance keeps its sign (conventions.py says
    who does that); a negative one lets every sum count. `strict` leaves equal sums out.
    """
    if side is Side.GREATER:
        return Extremes(None, _high(Fraction(observed), strict, tie))
    if side is Side.LESS:
        return Extremes(_low(Fraction(observed), strict, tie), None)
    distance = observed - centre if signed else abs(observed - centre)
    return Extremes(_low(centre - distance, strict, tie), _high(centre + distance, strict, tie))


def _high(bound: Fraction, strict: bool, tie: int) -> int:
    return math.floor(bound + tie) + 1 if strict else math.ceil(bound - tie)


def _low(bound: Fraction, strict: bool, tie: int) -> int:
    return math.ceil(bound - tie) - 1 if strict else math.floor(bound + tie)


def _within_int64(bound: int) -> int:
    return max(-LARGEST, min(LARGEST, bound))
