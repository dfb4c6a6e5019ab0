"""Holm's procedure and its stars."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.eval.association.multiple_testing import holm

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("ps", "stars"),
    [
        ([0.01], ["**"]),
        ([0.0100001], [""]),
        ([0.005, 0.01], ["**", "**"]),
        ([0.01, 0.01], ["*", "*"]),
        # the second fails at .01 / 2, and the third is not looked at, although it is below .01 / 1
        ([0.001, 0.006, 0.007], ["**", "*", "*"]),
        ([0.5, 0.0001, 0.009], ["", "**", "*"]),
        ([0.009, math.nan], ["**", ""]),
        ([], []),
    ],
)
def test_stars(ps: list[float], stars: list[str]) -> None:
    assert [verdict.stars for verdict in holm(ps)] == stars


def test_families_are_corrected_apart() -> None:
    ps, families = [0.006, 0.006, 0.006], ["names", "names", "terms"]
    assert [verdict.stars for verdict in holm(ps, families=families)] == ["*", "*", "**"]


def test_adjusted_p_values() -> None:
    adjusted = [verdict.adjusted for verdict in holm([0.01, 0.04, 0.03, 0.005])]
    assert adjusted == pytest.approx([0.03, 0.06, 0.06, 0.02])


@settings(deadline=None)
@given(p_values, st.floats(0.001, 0.5))
def test_rejection_is_monotone(ps: list[float], alpha: float) -> None:
    verdicts = sorted(holm(ps, alpha), key=lambda verdict: verdict.p)
    rejected = [verdict.rejected for verdict in verdicts]
    assert rejected == sorted(rejected, reverse=True)
    adjusted = [verdict.adjusted for verdict in verdicts]
    assert adjusted == sorted(adjusted)


@settings(deadline=None)
@given(p_values, st.floats(0.001, 0.5))
def test_between_bonferroni_and_no_correction(ps: list[float], alpha: float) -> None:
    for verdict in holm(ps, alpha):
        assert verdict.p <= verdict.adjusted <= min(1.0, verdict.p * len(ps)) + 1e-12
        assert verdict.rejected or verdict.p > alpha / len(ps)
        assert not verdict.rejected or verdict.p <= alpha


@settings(deadline=None)
@given(p_values)
def test_order_of_the_tests_does_not_matter(ps: list[float]) -> None:
    assert [v.p for v in holm(ps) if v.rejected] == [v.p for v in reversed(holm(ps[::-1])) if v.rejected]


@pytest.mark.parametrize(
    ("ps", "alpha", "families"),
    [([1.1], 0.01, None), ([-0.1], 0.01, None), ([0.5], 1.0, None), ([0.5], 0.01, [])],
)
def test_out_of_range(ps: list[float], alpha: float, families: list[str] | None) -> None:
    with pytest.raises(ValueError, match=r"p-value|level|families"):
        holm(ps, alpha, families)
