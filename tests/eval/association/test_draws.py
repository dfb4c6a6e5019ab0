"""Drawn parts are uniform, as many as asked for, and the same for the same seed."""

from collections import Counter
from math import comb

import numpy as np
import pytest
from scipy import stats

from mitgemeint.eval.association.draws import (
    Settle,
    _mended_rows,
    _right_rows,
    differences_with_replacement,
    generator,
    permuted_sums,
)

DRAWS = 40_000


def drawn(values: list[int], chosen: int, draws: int, seed: int = 1) -> np.ndarray:
    return np.concatenate(list(permuted_sums(np.array(values, np.int64), chosen, draws, generator(seed))))


# Powers of two: the sum tells the choice.
@pytest.mark.parametrize(
    ("size", "chosen"), [(2, 1), (4, 2), (7, 3), (8, 4), (9, 2), (10, 5), (12, 1), (13, 12), (16, 2)]
)
def test_every_choice_is_as_likely(size: int, chosen: int) -> None:
    counts = Counter(drawn([1 << place for place in range(size)], chosen, DRAWS).tolist())
    assert all(int(choice).bit_count() == chosen for choice in counts)
    assert len(counts) == comb(size, chosen)
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize(
    ("size", "chosen"), [(63, 30), (64, 32), (65, 33), (128, 64), (150, 20), (600, 300), (600, 330)]
)
def test_every_text_and_pair_is_as_likely_beyond_one_word(size: int, chosen: int) -> None:
    """Each value by itself is chosen in chosen / size of the draws, and each pair as often as it should
    be."""
    draws = 20_000
    for place in (0, 7, 8, size // 2, size - 1):
        values = [0] * size
        values[place], values[place - 1] = 1, 2
        counts = Counter(drawn(values, chosen, draws, seed=place + 1).tolist())
        both = chosen * (chosen - 1) / (size * (size - 1))
        one = chosen / size - both
        expected = np.array([1 - 2 * one - both, one, one, both]) * draws
        assert stats.chisquare([counts[total] for total in range(4)], expected).pvalue > 1e-4


@pytest.mark.parametrize("way", [_right_rows, _mended_rows])
@pytest.mark.parametrize(("size", "chosen"), [(6, 3), (7, 2), (8, 7)])
def test_settled_rows_of_coins_are_uniform(way: Settle, size: int, chosen: int) -> None:
    """Both ways on small sizes, for which `permuted_sums` takes one of them only."""
    rng = generator(2)
    coins = rng.integers(0, 1 << size, size=(1, 200_000), dtype=np.uint64)
    counts = Counter(way(coins, size, chosen, rng)[0].tolist())
    assert all(choice.bit_count() == chosen for choice in counts)
    assert len(counts) == comb(size, chosen)
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize("draws", [1, 2, 999, 65_536, 100_001])
@pytest.mark.parametrize("chosen", [8, 1])
def test_as_many_as_asked_for(draws: int, chosen: int) -> None:
    assert drawn(list(range(16)), chosen, draws).shape == (draws,)


def test_the_same_seed_gives_the_same_draws() -> None:
    values = list(range(30))
    assert (drawn(values, 15, 5000, seed=3) == drawn(values, 15, 5000, seed=3)).all()
    assert (drawn(values, 15, 5000, seed=3) != drawn(values, 15, 5000, seed=4)).any()


def test_with_replacement_each_place_is_drawn_by_itself() -> None:
    values = np.array([0, 1, 10], np.int64)
    sums = np.concatenate(list(differences_with_replacement(values, 1, DRAWS, generator(1))))
    expected = Counter(int(x - y - z) for x in values for y in values for z in values)
    counts = Counter(sums.tolist())
    assert counts.keys() == expected.keys()
    likely = [expected[total] / 27 * DRAWS for total in expected]
    assert stats.chisquare([counts[total] for total in expected], likely).pvalue > 1e-4
