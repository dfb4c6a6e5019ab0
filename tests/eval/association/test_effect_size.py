"""d: its value, its limits, what it does not depend on, and where there is none."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mitgemeint.eval.association.conventions import CALISKAN, CONVENTIONS, SENT_BIAS, WEFE, Convention
from mitgemeint.eval.association.effect_size import effect_size, why_undefined
from mitgemeint.eval.association.scores import Scores

values = st.lists(st.floats(-2, 2).filter(lambda value: abs(value) > 1e-6), min_size=1, max_size=8)
conventions = st.sampled_from(list(CONVENTIONS.values()))


def scores(x: list[float], y: list[float]) -> Scores:
    return Scores(np.array(x), np.array(y))


def defined(x: list[float], y: list[float]) -> Scores:
    assume(max(x + y) - min(x + y) > 1e-6)
    return scores(x, y)


@pytest.mark.parametrize(
    ("x", "y", "convention", "d"),
    [
        ([1.0], [0.0], SENT_BIAS, math.sqrt(2)),
        ([1.0], [0.0], WEFE, 2.0),
        ([1.0, 1.0], [0.0, 0.0], WEFE, 2.0),
        ([1.0, 1.0], [0.0, 0.0], CALISKAN, math.sqrt(3)),
        ([1.0, 0.0], [0.0, 1.0], SENT_BIAS, 0.0),
        ([3.0, 1.0], [1.0, 0.0, 2.0], WEFE, 1 / math.sqrt(1.04)),
    ],
)
def test_effect_size(x: list[float], y: list[float], convention: Convention, d: float) -> None:
    assert effect_size(scores(x, y), convention) == pytest.approx(d)


@settings(deadline=None)
@given(values, values, conventions)
def test_targets_swapped_turn_the_sign(x: list[float], y: list[float], convention: Convention) -> None:
    one, other = defined(x, y), scores(y, x)
    assert effect_size(other, convention) == pytest.approx(-effect_size(one, convention), abs=1e-9)


@settings(deadline=None)
@given(values, values, st.floats(0.1, 100), st.floats(-10, 10))
def test_scale_and_origin_of_the_scores_do_not_matter(
    x: list[float], y: list[float], factor: float, shift: float
) -> None:
    one = defined(x, y)
    other = Scores(one.x * factor + shift, one.y * factor + shift)
    assert effect_size(other) == pytest.approx(effect_size(one), abs=1e-6)


@settings(deadline=None)
@given(values, values)
def test_order_of_texts_does_not_matter(x: list[float], y: list[float]) -> None:
    one = defined(x, y)
    assert effect_size(scores(sorted(x), sorted(y))) == pytest.approx(effect_size(one), abs=1e-9)


@settings(deadline=None)
@given(
    st.integers(1, 8).flatmap(
        lambda size: st.tuples(*[st.lists(st.floats(-2, 2), min_size=size, max_size=size)] * 2)
    )
)
def test_equal_sets_are_at_most_two_deviations_apart(sets: tuple[list[float], list[float]]) -> None:
    assert abs(effect_size(defined(*sets), WEFE)) <= 2 + 1e-9


@settings(deadline=None)
@given(values, values)
def test_ddof_only_stretches(x: list[float], y: list[float]) -> None:
    one, size = defined(x, y), len(x) + len(y)
    assert effect_size(one, SENT_BIAS) == pytest.approx(
        effect_size(one, WEFE) * math.sqrt((size - 1) / size), abs=1e-9
    )


@pytest.mark.parametrize("value", [0.0, 0.1, 1 / 3])
def test_scores_that_do_not_vary_have_no_effect_size(value: float) -> None:
    constant = scores([value] * 3, [value] * 4)
    assert math.isnan(effect_size(constant))
    assert why_undefined(constant) == "all texts have the same score, so that its standard deviation is 0"


def test_rounding_of_float64_is_no_variance() -> None:
    assert math.isnan(effect_size(scores([0.1 + 0.2, 0.3], [0.3, 0.3 + 1e-15])))


def test_defined_scores_have_no_reason_against_them() -> None:
    assert why_undefined(scores([1.0], [0.0])) is None
