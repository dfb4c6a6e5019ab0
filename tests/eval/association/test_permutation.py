"""p-values: all methods, sides and conventions against a list of all partitions, ties and unequal sizes
included."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from mitgemeint.eval.association.conventions import CALISKAN, SENT_BIAS, WEFE, Convention, Sizes
from mitgemeint.eval.association.extremes import Side
from mitgemeint.eval.association.permutation import Method, PValue, clopper_pearson, p_value
from mitgemeint.eval.association.scores import Scores, association
from mitgemeint.eval.problems import EvalError

tied = st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=5)
tenths = st.lists(st.integers(-20, 20).map(lambda tenth: tenth / 10), min_size=1, max_size=5)
any_scores = st.lists(st.floats(-2, 2), min_size=1, max_size=5)
sets = st.one_of(st.tuples(tied, tied), st.tuples(tenths, tenths), st.tuples(any_scores, any_scores))
sides = st.sampled_from(list(Side))
permuting = st.sampled_from([SENT_BIAS, CALISKAN])


def scores(x: list[float], y: list[float]) -> Scores:
    return Scores(np.array(x), np.array(y))


def random_scores(seed: int, x: int, y: int, shift: float = 0.1) -> Scores:
    rng = np.random.default_rng(seed)
    return Scores(rng.normal(shift, 0.3, x), rng.normal(0, 0.3, y))


def listed(case: Scores, convention: Convention, side: Side) -> int:
    """How many partitions are as extreme by their difference of means, in fractions, ties within 1e-12."""
    pooled = [Fraction(float(value)) for value in case.pooled]
    size, rest = case.x.size, case.y.size
    tie = (
        Fraction(2) ** -40
        * (2 if max(map(abs, pooled)) >= 1 else 1)
        * (1 if max(map(abs, pooled)) < 2 else 2)
    )
    centre = sum(pooled) * size / (size + rest)
    observed = sum(pooled[:size]) - centre
    count = 0
    for chosen in combinations(pooled, size):
        total = sum(chosen) - centre
        if side is Side.LESS:
            total, mark = -total, -observed
        elif side is Side.TWO_SIDED:
            total, mark = abs(total), abs(observed)
        else:
            mark = observed
        assume(not tie / 100 < abs(total - mark) < tie * 100)
        count += total - mark > tie if convention.strict else total - mark >= -tie
    return count


@settings(max_examples=300, deadline=None)
@given(sets, permuting, sides)
def test_exact_counts_what_a_list_has(
    case: tuple[list[float], list[float]], convention: Convention, side: Side
) -> None:
    given_scores = scores(*case)
    result = p_value(given_scores, convention, Method.EXACT, side)
    assert result.count == listed(given_scores, convention, side)
    assert result.total == math.comb(len(case[0]) + len(case[1]), len(case[0]))
    assert result.value == result.low == result.high == result.count / result.total


@pytest.mark.parametrize(
    ("x", "y", "convention", "side", "count"),
    [
        ([1, 1], [0, 0], SENT_BIAS, Side.GREATER, 1),
        ([1, 1], [0, 0], CALISKAN, Side.GREATER, 0),
        ([1, 1], [0, 0], SENT_BIAS, Side.LESS, 6),
        ([1, 1], [0, 0], SENT_BIAS, Side.TWO_SIDED, 2),
        ([1, 0], [0, 1], SENT_BIAS, Side.GREATER, 5),
        ([1, 0], [0, 1], SENT_BIAS, Side.TWO_SIDED, 6),
        ([1, 0], [0, 1], CALISKAN, Side.TWO_SIDED, 2),
        # 0.1 + 0.2 and 0.3 + 0.0 tie, which floating point denies
        ([0.1, 0.2], [0.3, 0.0], SENT_BIAS, Side.GREATER, 4),
        ([0.3, 0.0], [0.1, 0.2], SENT_BIAS, Side.GREATER, 4),
        ([0.3, 0.0], [0.1, 0.2], CALISKAN, Side.GREATER, 2),
        # two sides of unequal sets are those of the difference of means: 3 against 0, 0, 0 and the like
        ([3], [0, 0, 0], SENT_BIAS, Side.TWO_SIDED, 1),
        ([0], [3, 0, 0], SENT_BIAS, Side.TWO_SIDED, 4),
        ([1, 1, 1], [1, 1], SENT_BIAS, Side.GREATER, 10),
        ([1, 1, 1], [1, 1], CALISKAN, Side.GREATER, 0),
    ],
)
def test_exact_counts(x: list[float], y: list[float], convention: Convention, side: Side, count: int) -> None:
    assert p_value(scores(x, y), convention, Method.EXACT, side).count == count


@settings(deadline=None)
@given(sets, sides)
def test_order_of_texts_does_not_matter(case: tuple[list[float], list[float]], side: Side) -> None:
    x, y = case
    one = p_value(scores(x, y), side=side)
    assert p_value(scores(x[::-1], sorted(y)), side=side) == one


@settings(deadline=None)
@given(sets, permuting)
def test_targets_swapped_turn_the_side(case: tuple[list[float], list[float]], convention: Convention) -> None:
    x, y = case
    one, other = p_value(scores(x, y), convention), p_value(scores(y, x), convention, side=Side.LESS)
    assert (one.count, one.total) == (other.count, other.total)
    both = [p_value(each, convention, side=Side.TWO_SIDED).count for each in (scores(x, y), scores(y, x))]
    assert both[0] == both[1]


@settings(deadline=None)
@given(sets)
def test_both_sides_share_all_partitions_and_the_ties(case: tuple[list[float], list[float]]) -> None:
    one = scores(*case)
    at_least, at_most = p_value(one), p_value(one, side=Side.LESS)
    above = p_value(one, CALISKAN)
    assert at_least.total is not None
    assert (above.count or 0) + (at_most.count or 0) == at_least.total
    assert at_least.value >= 1 / at_least.total


@settings(deadline=None)
@given(st.integers(0, 500), st.sampled_from([1e-3, 0.5, 3.0, 1e6]))
def test_scale_of_the_vectors_does_not_matter(seed: int, factor: float) -> None:
    rng = np.random.default_rng(seed)
    x, y, a, b = (rng.standard_normal((size, 6)) for size in (4, 5, 3, 3))
    assert p_value(association(x * factor, y, a, b * factor)) == p_value(association(x, y, a, b))


@pytest.mark.parametrize(("x", "y"), [(9, 9), (12, 12), (12, 7), (16, 16), (3, 40)])
@pytest.mark.parametrize("side", list(Side))
def test_exact_lies_in_the_interval_of_sampled(x: int, y: int, side: Side) -> None:
    case = random_scores(x * y, x, y)
    exact = p_value(case, method=Method.EXACT, side=side)
    sampled = p_value(case, method=Method.SAMPLED, side=side, confidence=0.9999)
    assert sampled.low <= exact.value <= sampled.high
    assert sampled.low <= sampled.value <= sampled.high


def test_intervals_cover_as_often_as_they_say() -> None:
    case = random_scores(3, 8, 8)
    exact = p_value(case).value
    inside = 0
    for seed in range(400):
        sampled = p_value(case, method=Method.SAMPLED, samples=500, seed=seed)
        inside += sampled.low <= exact <= sampled.high
    assert stats.binom.cdf(inside, 400, 0.95) > 1e-3


@pytest.mark.parametrize(("count", "draws"), [(0, 10), (10, 10), (3, 10), (0, 99_999), (31_321, 99_999)])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.999])
def test_clopper_pearson_is_that_of_scipy(count: int, draws: int, confidence: float) -> None:
    expected = stats.binomtest(count, draws).proportion_ci(confidence, method="exact")
    assert clopper_pearson(count, draws, confidence) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("convention", "draws", "value"),
    [(SENT_BIAS, 999, 1 / 1000), (CALISKAN, 1000, 0.0), (WEFE, 1000, 1 / 1001)],
)
def test_a_sampled_p_without_hits(convention: Convention, draws: int, value: float) -> None:
    case = scores([1.0 + place / 100 for place in range(32)], [place / 100 for place in range(32)])
    result = p_value(case, convention, Method.SAMPLED, samples=1000)
    assert (result.count, result.total, result.value) == (0, draws, value)
    assert result.low == 0 < result.high < 0.004


def test_the_seed_decides_the_draws() -> None:
    case = random_scores(1, 40, 40)
    first = p_value(case)
    assert p_value(case) == first
    assert p_value(case, seed=2).count != first.count


@pytest.mark.parametrize(
    ("x", "y", "method"),
    [(9, 9, Method.EXACT), (20, 20, Method.EXACT), (2, 200, Method.EXACT), (64, 64, Method.SAMPLED)],
)
def test_auto_counts_where_it_can(x: int, y: int, method: Method) -> None:
    result = p_value(random_scores(1, x, y), samples=1000)
    assert result.method is method
    assert result.confidence == (1.0 if method is Method.EXACT else 0.95)
    assert ("needs 2^64 sums" in result.note) is (method is Method.SAMPLED)


def test_many_ties_make_large_sets_countable() -> None:
    case = scores([0.5] * 50 + [0.25] * 50, [0.25] * 60 + [0.5] * 40)
    result = p_value(case)
    hypergeometric = stats.hypergeom(200, 90, 100)
    assert result.method is Method.EXACT
    assert result.value == pytest.approx(float(hypergeometric.sf(49)), rel=1e-9)


def test_normal_is_the_limit_of_the_fit() -> None:
    for side in Side:
        for x, y in ((30, 30), (20, 50)):
            case = random_scores(7, x, y)
            closed = p_value(case, method=Method.NORMAL, side=side)
            fitted = p_value(case, method=Method.NORMAL_FIT, side=side, samples=200_000)
            assert closed.value == pytest.approx(fitted.value, rel=0.02)
            assert math.isnan(closed.low)


def test_mean_and_variance_of_normal_are_those_of_all_partitions() -> None:
    case = random_scores(2, 4, 6)
    sums = np.array([sum(chosen) for chosen in combinations(case.pooled.tolist(), 4)])
    z = (case.x.sum() - sums.mean()) / sums.std()
    assert p_value(case, method=Method.NORMAL).value == pytest.approx(float(stats.norm.sf(z)), rel=1e-9)


@pytest.mark.parametrize("method", [Method.NORMAL, Method.NORMAL_FIT])
def test_no_normal_for_scores_that_do_not_vary(method: Method) -> None:
    result = p_value(scores([0.3] * 4, [0.3] * 4), method=method)
    assert math.isnan(result.value)
    assert result.note == "the scores do not vary"


def test_wefe_draws_with_replacement() -> None:
    """Two scores: of the four draws, (1, 0) ties, and none is above; drawn with signs, |-1| is above 0
    only."""
    result = p_value(scores([1.0], [0.0]), WEFE, samples=1000)
    assert (result.method, result.value) == (Method.SAMPLED, 1 / 1001)
    tie = p_value(scores([0.5, 0.0], [0.5, 0.0]), WEFE, samples=20_000)
    below = sum(x1 + x2 > y1 + y2 for x1 in (0, 1) for x2 in (0, 1) for y1 in (0, 1) for y2 in (0, 1)) / 16
    assert tie.value == pytest.approx(below, abs=0.02)


def test_two_sides_of_wefe_keep_the_sign() -> None:
    case = random_scores(5, 10, 10, shift=0.3)
    mirrored = Scores(case.y, case.x)
    assert p_value(case, WEFE, side=Side.TWO_SIDED, samples=2000).value < 0.2
    assert p_value(mirrored, WEFE, side=Side.TWO_SIDED, samples=2000).value == 1.0


def test_wefe_draws_from_distinct_texts() -> None:
    shared = scores([1.0, 0.0], [0.0, 0.0])
    pooled = p_value(shared, WEFE, samples=5000, pool=np.array([1.0, 0.0]))
    # two drawn, the first two for X: a sum of 2 is the only one above 1
    assert pooled.value == pytest.approx(1 / 4, abs=0.03)


@pytest.mark.parametrize(
    ("sizes", "convention", "options", "told"),
    [
        ((64, 64), SENT_BIAS, {"method": Method.EXACT}, "64 and 64 texts needs 2.64 sums, more than 2.25"),
        ((4, 4), WEFE, {"method": Method.EXACT}, "wefe draws with replacement"),
        ((4, 5), replace(SENT_BIAS, sizes=Sizes.REFUSE), {}, "X has 4 texts and Y 5"),
        ((4, 4), SENT_BIAS, {"samples": 1}, "samples: 1 are too few"),
        ((4, 4), SENT_BIAS, {"confidence": 1.0}, "confidence: 1.0 is not between"),
        ((4, 4), SENT_BIAS, {"limit": 0}, "limit: 0"),
    ],
)
def test_what_cannot_be_had_is_told(
    sizes: tuple[int, int], convention: Convention, options: dict[str, object], told: str
) -> None:
    with pytest.raises(EvalError, match=told):
        p_value(random_scores(1, *sizes), convention, **options)  # type: ignore[arg-type]


def test_a_p_value_is_a_number() -> None:
    result = p_value(scores([1.0], [0.0]))
    assert isinstance(result, PValue)
    assert float(result) == result.value == 0.5
