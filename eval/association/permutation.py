"""How often chance does as well: the p-value of an association test.

Caliskan et al. 2017, methods section, and May et al. 2019, equation 2: the probability, over the partitions
of the scores of X and Y into parts of the sizes of X and Y, that s(X_i, Y_i, A, B) exceeds s(X, Y, A, B). As
the scores of both parts add up to the same in every partition, the sum over the first part orders the
partitions just as s(X_i, Y_i, A, B) does, and as the difference of the means does for unequal sizes; that sum
is what is compared here, in the exact numbers of `fixed_point`.

Ways to get it (`Method`): counting all partitions, drawing some, and two normal approximations.
"""

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import numpy as np

from mitgemeint.eval.association.conventions import SENT_BIAS, Convention, Null, refuse_unequal
from mitgemeint.eval.association.draws import differences_with_replacement, generator, permuted_sums
from mitgemeint.eval.association.extremes import Extremes, Side, extremes
from mitgemeint.eval.association.fixed_point import FixedPoint, Integers, fixed_point
from mitgemeint.eval.association.scores import Floats, Scores
from mitgemeint.eval.association.subset_sums import DEFAULT_LIMIT, count_choices, sums_needed
from mitgemeint.eval.problems import EvalError

SAMPLES = 100_000
"""Samples of May et al. 2019 (sent-bias, main.py)."""
MOST_SAMPLES = 1_000_000_000
"""Hours of drawing, for a fourth digit of p that no one needs."""
SEED = 1111
"""The seed of May et al. 2019; the draws are not theirs, for their generator is another one."""
CONFIDENCE = 0.95


class Method(Enum):
    """How a p-value comes about."""

    AUTO = "auto"
    """Exact where counting takes seconds (`DEFAULT_LIMIT`), otherwise sampled."""
    EXACT = "exact"
    """All partitions counted. The published programs list them and give up after 9 against 9 texts."""
    SAMPLED = "sampled"
    """Partitions drawn at random, with a confidence interval."""
    NORMAL_FIT = "normal-fit"
    """sent-bias with --parametric: a normal distribution with the mean and the deviation (ddof 1) of sampled
    statistics. Its tail is guessed, not seen: the p-value may be far off where it is small."""
    NORMAL = "normal"
    """The limit of NORMAL_FIT for ever more samples, in closed form: the permutation distribution of the sum
    has mean n * mean(s) and variance n * m / (n + m) * var(s), ddof 1, exactly (sampling without
    replacement); only its shape is taken for normal. With n = m and ddof 1, z = d * sqrt(n / 2)."""


@dataclass(frozen=True, slots=True)
class PValue:
    """A p-value and where it comes from. `float()` gives the value."""

    value: float
    """Between 0 and 1; nan for a normal approximation to scores that do not vary."""
    method: Method
    """The way taken, never AUTO."""
    side: Side
    convention: str
    """Name of the convention."""
    count: int | None
    """How many partitions or draws were as extreme; None for normal approximations."""
    total: int | None
    """Out of how many: all partitions for EXACT, else the draws; None for NORMAL."""
    low: float
    """Lower limit for the exact p-value. Equal to `value` for EXACT; nan for the normal approximations, whose
    error no interval tells."""
    high: float
    """Upper limit, as `low`."""
    confidence: float
    """How often such an interval covers the exact p-value, at least; 1 for EXACT."""
    note: str = ""
    """What a reader should know: why it was sampled, why there is none. A clause, often empty."""

    def __float__(self) -> float:
        return self.value


def p_value(
    scores: Scores,
    convention: Convention = SENT_BIAS,
    method: Method = Method.AUTO,
    side: Side = Side.GREATER,
    samples: int = SAMPLES,
    seed: int = SEED,
    *,
    confidence: float = CONFIDENCE,
    limit: int = DEFAULT_LIMIT,
    pool: Floats | None = None,
) -> PValue:
    """The p-value of the scores under a convention.

    `samples` is what the convention counts as such (`Convention.observed_is_a_sample`). The same `seed` gives
    the same value, whatever was computed before. `limit` bounds EXACT: the sums in a half of the scores (see
    `subset_sums`; memory and time grow with it). `pool` are the scores drawn from where the convention draws
    with replacement and a text of X stands in Y as well: those of the distinct texts, X's first; all scores
    otherwise.

    Unequal target sets are partitioned into their sizes. Scores that do not vary tie with every partition: p
    is 1 where ties count and 0 where they do not.

    EvalError where the convention has no p-value for these sizes, EXACT is asked of too many texts or
    of draws with replacement, or an option is out of range.
    """
    _check_options(samples, confidence, limit)
    refuse_unequal(scores.x.size, scores.y.size, convention)
    case = _case(scores, convention, side, pool)
    match method:
        case Method.NORMAL:
            return _normal(case)
        case Method.NORMAL_FIT:
            return _normal_fit(case, samples, seed)
        case Method.SAMPLED:
            return _sampled(case, samples, seed, confidence, "")
    obstacle = _why_not_exact(case, limit)
    if not obstacle:
        return _exact(case)
    if method is Method.EXACT:
        raise EvalError("p-value, method exact", obstacle, "choose method auto or sampled, or fewer texts")
    return _sampled(case, samples, seed, confidence, obstacle)


def clopper_pearson(count: int, draws: int, confidence: float) -> tuple[float, float]:
    """Limits for the probability behind `count` hits in `draws` independent draws.

    Clopper and Pearson 1934, Biometrika 26(4): the limits cover the probability with at least the confidence
    for every number of draws, and say something where no draw hit, which is where p-values matter. Shorter
    intervals (Wilson) are right on average only, and fall short for p near 0.
    """
    from scipy import special  # type: ignore[import-untyped, import-not-found, unused-ignore]

    rest = (1 - confidence) / 2
    low = 0.0 if count == 0 else float(special.betaincinv(count, draws - count + 1, rest))
    high = 1.0 if count == draws else float(special.betaincinv(count + 1, draws - count, 1 - rest))
    return low, high


@dataclass(frozen=True, slots=True, eq=False)
class _Case:
    """What all methods need: the scores on their grid, how many are X's, the observed sum and what counts."""

    points: FixedPoint
    size: int
    observed: int
    bounds: Extremes
    side: Side
    convention: Convention

    @property
    def values(self) -> Integers:
        return self.points.values

    @property
    def replacing(self) -> bool:
        return self.convention.null is Null.WITH_REPLACEMENT


def _case(scores: Scores, convention: Convention, side: Side, pool: Floats | None) -> _Case:
    points = fixed_point(scores.pooled)
    size = scores.x.size
    in_x, in_all = int(points.values[:size].sum()), int(points.values.sum())
    replacing = convention.null is Null.WITH_REPLACEMENT
    observed = 2 * in_x - in_all if replacing else in_x
    centre = Fraction(0) if replacing else Fraction(size * in_all, points.values.size)
    bounds = extremes(
        observed,
        centre,
        side=side,
        strict=convention.strict,
        tie=points.tie,
        signed=convention.signed_two_sided,
    )
    if replacing and pool is not None:
        drawn = np.rint(np.asarray(pool, np.float64) / points.step).astype(np.int64)
        points = FixedPoint(drawn, points.step, points.tie)
    return _Case(points, size, observed, bounds, side, convention)


def _check_options(samples: int, confidence: float, limit: int) -> None:
    if samples < 2:
        raise EvalError("samples", f"{samples} are too few", "take 2 or more")
    if samples > MOST_SAMPLES:
        raise EvalError("samples", f"{samples} are too many", f"take {MOST_SAMPLES} or fewer")
    if not 0 < confidence < 1:
        raise EvalError("confidence", f"{confidence} is not between 0 and 1", "take 0.95, say")
    if limit < 1:
        raise EvalError("limit", f"{limit} leaves nothing to count", f"take {DEFAULT_LIMIT}, say")


def _why_not_exact(case: _Case, limit: int) -> str:
    if case.replacing:
        return f"the convention {case.convention.name} draws with replacement"
    needed = sums_needed(case.values, case.size)
    if needed <= limit:
        return ""
    sizes = f"{case.size} and {case.values.size - case.size} texts"
    most = f"more than 2^{math.log2(limit):.0f}"
    return f"counting all partitions of {sizes} needs 2^{math.log2(needed):.0f} sums, {most}"


def _exact(case: _Case) -> PValue:
    total = math.comb(case.values.size, case.size)
    count = count_choices(case.values, case.size, case.bounds)
    value = count / total
    return PValue(value, Method.EXACT, case.side, case.convention.name, count, total, value, value, 1.0)


def _draws(case: _Case, samples: int) -> int:
    return samples - 1 if case.convention.observed_is_a_sample else samples


def _sampled(case: _Case, samples: int, seed: int, confidence: float, note: str) -> PValue:
    draws, rng = _draws(case, samples), generator(seed)
    make = differences_with_replacement if case.replacing else permuted_sums
    count = sum(case.bounds.count(sums) for sums in make(case.values, case.size, draws, rng))
    added = 1 if case.convention.plus_one else 0
    value = (count + added) / (draws + added)
    low, high = clopper_pearson(count, draws, confidence)
    return PValue(
        value, Method.SAMPLED, case.side, case.convention.name, count, draws, low, high, confidence, note
    )


def _normal_fit(case: _Case, samples: int, seed: int) -> PValue:
    make = differences_with_replacement if case.replacing else permuted_sums
    sums = np.concatenate(list(make(case.values, case.size, samples, generator(seed)))).astype(np.float64)
    return _from_normal(case, float(sums.mean()), float(sums.std(ddof=1)), Method.NORMAL_FIT, samples)


def _normal(case: _Case) -> PValue:
    values = case.values.astype(np.float64)
    mean, size, rest = float(values.mean()), case.size, values.size - case.size
    if case.replacing:
        variance = values.size * float(values.var())
        return _from_normal(case, (size - rest) * mean, math.sqrt(variance), Method.NORMAL, None)
    variance = size * rest / values.size * float(values.var(ddof=1))
    return _from_normal(case, size * mean, math.sqrt(variance), Method.NORMAL, None)


def _from_normal(case: _Case, mean: float, deviation: float, method: Method, total: int | None) -> PValue:
    """The tail of a normal distribution of the sums; sent-bias has the upper one, scipy's `norm.sf`."""
    value, note = math.nan, "the scores do not vary"
    if deviation > case.points.tie:
        z = (case.observed - mean) / deviation
        value, note = _tail(z, case), ""
    name = case.convention.name
    return PValue(value, method, case.side, name, None, total, math.nan, math.nan, math.nan, note)


def _tail(z: float, case: _Case) -> float:
    from scipy import special  # type: ignore[import-untyped, import-not-found, unused-ignore]

    if case.side is Side.GREATER:
        return float(special.ndtr(-z))
    if case.side is Side.LESS:
        return float(special.ndtr(z))
    distance = z if case.convention.signed_two_sided else abs(z)
    return min(1.0, float(2 * special.ndtr(-distance)))
