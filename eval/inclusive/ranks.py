"""How good the rank of the right suggestion is, as a score between 0 and 1.

After Pomerenke 2022, "INCLUSIFY: A benchmark and a model for gender-inclusive German", arXiv:2212.02564,
"Metrics for scoring text suggestions". A rank counts from 0 for the best, which has the score 1 in each of
the three families; None is a target that is not proposed, with the score 0. The *suggestion score* that the
report gives is the logistic one; the other two are there to see how much hangs on that choice.
"""

import math
from collections.abc import Callable, Mapping

# Parameters as named in the docstrings below.
LINEAR_N = 10
HYPERBOLIC_K = 1
LOGISTIC_B = 1
LOGISTIC_V = 0.01


def adjusted(rank: int, phrases: int) -> float:
    """The rank r as r^(1/p) for `phrases` (p ≥ 1) exclusive phrases in one text.

    Lists of whole texts grow with the product over the phrases, so that a rank deep in one with many
    phrases is as good as a rank near the top with one.
    """
    return float(rank ** (1 / phrases))


def linear(rank: float) -> float:
    """max(0, 1 - r/n) with n = 10: nothing after the tenth counts."""
    return max(0.0, 1 - rank / LINEAR_N)


def hyperbolic(rank: float) -> float:
    """(1 + r)^-k with k = 1: half for the second, a third for the third."""
    return float((1 + rank) ** -HYPERBOLIC_K)


def logistic(rank: float) -> float:
    """1 - 1 / (1 + e^(-B r))^(1/v) with B = 1, v = 0.01: near 1 for the first four, half at the sixth."""
    return float(1 - 1 / (1 + math.exp(-LOGISTIC_B * rank)) ** (1 / LOGISTIC_V))


FAMILIES: Mapping[str, Callable[[float], float]] = {
    "linear": linear,
    "hyperbolic": hyperbolic,
    "logistic": logistic,
}


def score(rank: int | None, phrases: int, family: Callable[[float], float]) -> float:
    """The worth of a rank in one family, 0 for a target that is absent."""
    return 0.0 if rank is None else family(adjusted(rank, phrases))


SUGGESTION_SCORE = "logistic"
"""The family that the report calls the suggestion score."""
