"""Scores as whole numbers, so that sums are exact and equal sums are equal in every order of adding.

In floating point, 0.1 + 0.2 and 0.3 differ: whether a partition ties with the observed one would hang on the
order of the texts. Here every score is rounded once to a multiple of a step far below its own error of
computation, and sums of these are compared as integers, two sums being a tie where they differ by at most
`tie` steps.

The scores are differences of mean cosines in float64. A cosine over a thousand dimensions is wrong by some
1e-15, seldom 1e-14; the rounding here adds at most half a step to each text that changes sides, 1e-15 again.
Ties are sums within 2^-40, about 1e-12: a hundred times above what true ties can differ by, and far below the
difference of any two sums that are not meant to be equal.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TIE_BITS = 40
STEP_BITS = 50
SUM_BITS = 62

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class FixedPoint:
    """Scores in steps: `values` (int64) times `step` are the scores, sums within `tie` steps are equal.

    The sum of any of the values fits into int64.
    """

    values: Integers
    step: float
    tie: int


def fixed_point(scores: Floats) -> FixedPoint:
    """The scores as whole numbers of steps. Scores up to 1 have a step of 2^-50, larger ones in proportion.

    With more than 4095 scores the step grows, so that sums still fit.
    """
    exponent = max(0, int(np.frexp(np.abs(scores).max())[1]))
    bits = min(STEP_BITS, SUM_BITS - int(scores.size).bit_length())
    step = 2.0 ** (exponent - bits)
    return FixedPoint(np.rint(scores / step).astype(np.int64), step, 1 << max(0, bits - TIE_BITS))


def indistinguishable(scores: Floats) -> bool:
    """Whether all scores are equal but for the rounding of float64."""
    return float(np.ptp(scores)) <= 2.0**-TIE_BITS * max(1.0, float(np.abs(scores).max()))
