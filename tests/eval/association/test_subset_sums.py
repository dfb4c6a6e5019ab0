"""Counting choices gives what listing them gives."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.eval.association.extremes import Extremes
from mitgemeint.eval.association.subset_sums import DEFAULT_LIMIT, count_choices, sums_needed

tied = st.lists(st.integers(-3, 3), min_size=2, max_size=13)
mixed = st.lists(st.one_of(st.integers(-(2**50), 2**50), st.integers(-5, 5)), min_size=2, max_size=13)
few_values = st.lists(st.sampled_from([-(2**50), -7, 0, 7, 2**50]), min_size=2, max_size=13)


def listed(values: list[int], chosen: int, bounds: Extremes) -> int:
    sums = [sum(choice) for choice in combinations(values, chosen)]
    return bounds.count(np.array(sums, np.int64))


@settings(max_examples=300, deadline=None)
@given(st.one_of(tied, mixed, few_values), st.data())
def test_counted_as_listed(values: list[int], data: st.DataObject) -> None:
    chosen = data.draw(st.integers(1, len(values) - 1))
    observed = sum(values[:chosen])
    bound = st.one_of(st.none(), st.just(observed), st.integers(-60, 60), st.integers(-(2**55), 2**55))
    bounds = Extremes(data.draw(bound), data.draw(bound))
    assert count_choices(np.array(values, np.int64), chosen, bounds) == listed(values, chosen, bounds)


@pytest.mark.parametrize(
    ("values", "chosen", "high", "count"),
    [
        ([0] * 200, 100, 0, comb(200, 100)),
        ([0] * 200, 100, 1, 0),
        ([1] * 60 + [0] * 60, 60, 60, 1),
        ([1] * 60 + [0] * 60, 60, 59, 1 + 60 * 60),
        ([5] + [0] * 99, 50, 5, comb(99, 49)),
        (list(range(1000)), 1, 990, 10),
        (list(range(1000)), 999, sum(range(1000)) - 9, 10),
    ],
)
def test_counts_beyond_int64_and_of_few_values(values: list[int], chosen: int, high: int, count: int) -> None:
    assert sums_needed(np.array(values), chosen) <= DEFAULT_LIMIT
    assert count_choices(np.array(values), chosen, Extremes(None, high)) == count


@pytest.mark.parametrize(
    ("values", "chosen", "needed"),
    [
        (range(24), 12, 2**12),
        (range(40), 20, 2**20),
        (range(50), 25, 2**25),
        (range(128), 64, 2**64),
        (range(1000), 1, 501),
        ([1] * 50 + [2] * 50, 50, 51),
    ],
)
def test_sums_needed(values: range | list[int], chosen: int, needed: int) -> None:
    assert sums_needed(np.array(values), chosen) == needed


@pytest.mark.parametrize("size", [14, 20])
def test_upper_and_lower_bounds_share_all_choices(size: int) -> None:
    values = np.random.default_rng(size).integers(-(2**50), 2**50, size=2 * size)
    observed = int(values[:size].sum())
    above = count_choices(values, size, Extremes(None, observed))
    below = count_choices(values, size, Extremes(observed - 1, None))
    assert above + below == comb(2 * size, size)
    assert count_choices(values, size, Extremes(None, observed + 1)) <= above - 1
