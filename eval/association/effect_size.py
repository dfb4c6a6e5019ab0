"""The effect size of an association test: how far apart the two target sets are, in standard deviations.

Caliskan et al. 2017, methods section, and May et al. 2019, section 2.1:
d = (mean over X of s - mean over Y of s) / standard deviation of s over X and Y together. This is not
Cohen's d, whose deviation is that within the sets: with equal sizes and ddof 0, d lies between -2 and 2.
"""

import math

from mitgemeint.eval.association.conventions import SENT_BIAS, Convention
from mitgemeint.eval.association.fixed_point import indistinguishable
from mitgemeint.eval.association.scores import Scores


def effect_size(scores: Scores, convention: Convention = SENT_BIAS) -> float:
    """d of the scores, for target sets of equal or unequal size.

    nan where it is undefined; `why_undefined` tells why. It is scale-free: scores that differ by no more than
    rounding give a d as large as any (`checks` warns).
    """
    if why_undefined(scores, convention) is not None:
        return math.nan
    deviation = float(scores.pooled.std(ddof=convention.ddof))
    return float(scores.x.mean() - scores.y.mean()) / deviation


def why_undefined(scores: Scores, convention: Convention = SENT_BIAS) -> str | None:
    """Why the scores have no effect size, in a clause for a report, or None where they have one."""
    pooled = scores.pooled
    if pooled.size <= convention.ddof:
        return f"{pooled.size} scores have no standard deviation with ddof {convention.ddof}"
    if indistinguishable(pooled):
        return "all texts have the same score, so that its standard deviation is 0"
    return None
