"""Scores of ranks, against values worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.inclusive.ranks import FAMILIES, adjusted, hyperbolic, linear, logistic, score


def test_linear_falls_by_a_tenth_and_ends() -> None:
    assert [linear(rank) for rank in (0, 1, 5, 9)] == pytest.approx([1, 0.9, 0.5, 0.1])
    assert (linear(10), linear(12)) == (0, 0)


def test_hyperbolic_is_one_over_the_place() -> None:
    assert [hyperbolic(rank) for rank in (0, 1, 3, 9)] == pytest.approx([1, 1 / 2, 1 / 4, 1 / 10])


@pytest.mark.parametrize(
    ("rank", "worth"),
    [
        # (1 + e^-r) to the power of 100, by its logarithm: 100 ln(1 + 0.006737947) = 0.67153485,
        # e^0.67153485 = 1.957239, 1 - 1 / 1.957239
        (0, 1 - 2.0**-100),
        (5, 0.489076),
        # 100 ln(1 + 0.000911882) = 0.0911466, e^0.0911466 = 1.0954297
        (7, 0.087116),
        # 100 ln(1 + 0.0000453999) = 0.00453989, e^0.00453989 = 1.0045502
        (10, 0.004530),
    ],
)
def test_logistic_is_the_suggestion_score_of_the_report(rank: int, worth: float) -> None:
    assert logistic(rank) == pytest.approx(worth, abs=2e-6)


def test_ranks_are_adjusted_by_the_phrases() -> None:
    assert (adjusted(9, 1), adjusted(9, 2), adjusted(0, 3)) == (9, 3, 0)
    assert adjusted(8, 3) == pytest.approx(2)
    assert score(9, 2, linear) == pytest.approx(0.7)
    assert score(26, 3, hyperbolic) == pytest.approx(1 / (1 + math.cbrt(26)))
    assert score(25, 2, logistic) == pytest.approx(logistic(5))


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_an_absent_target_is_worth_nothing(family: object) -> None:
    assert score(None, 1, family) == 0  # type: ignore[arg-type]
    assert score(None, 3, family) == 0  # type: ignore[arg-type]


@given(rank=st.integers(0, 1000), phrases=st.integers(1, 9), name=st.sampled_from(sorted(FAMILIES)))
def test_scores_fall_from_one_to_nought(rank: int, phrases: int, name: str) -> None:
    here, next_one = (score(place, phrases, FAMILIES[name]) for place in (rank, rank + 1))
    assert 1 >= here >= next_one >= 0
