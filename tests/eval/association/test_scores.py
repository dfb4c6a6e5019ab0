"""s(w, A, B): what it is, what it does not depend on, and vectors that have none."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mitgemeint.eval.association.scores import Scores, association, by_words, cosines
from mitgemeint.eval.problems import EvalError

Floats = NDArray[np.float64]
EAST, NORTH, WEST = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]


def random_sets(seed: int, sizes: tuple[int, int, int, int] = (4, 5, 3, 6), dim: int = 7) -> list[Floats]:
    rng = np.random.default_rng(seed)
    return [rng.standard_normal((size, dim)) for size in sizes]


@pytest.mark.parametrize(
    ("target", "score"),
    [(EAST, 1.0), (NORTH, -1.0), (WEST, -1.0), ([1.0, 1.0], 0.0), ([3.0, 4.0], 0.6 - 0.8)],
)
def test_score_is_the_cosine_to_a_minus_that_to_b(target: list[float], score: float) -> None:
    assert association([target], [target], [EAST], [NORTH]).x == pytest.approx([score], abs=1e-15)


def test_score_takes_the_mean_over_attributes() -> None:
    scores = association([EAST], [NORTH], [EAST, NORTH, NORTH], [WEST, NORTH])
    assert scores.x[0] == pytest.approx(1 / 3 - (-1 / 2))
    assert scores.y[0] == pytest.approx(2 / 3 - 1 / 2)


def test_statistic_is_the_difference_of_sums() -> None:
    assert Scores(np.array([0.5, 0.25]), np.array([0.125])).statistic == 0.625


@settings(deadline=None)
@given(st.integers(0, 1000), st.sampled_from([1e-300, 1e-150, 1e-5, 3.0, 1e20, 1e300]))
def test_length_of_vectors_does_not_matter(seed: int, factor: float) -> None:
    x, y, a, b = random_sets(seed)
    scaled = association(x * factor, y, a * factor, b / factor)
    assert scaled.pooled == pytest.approx(association(x, y, a, b).pooled, abs=1e-13)


@settings(deadline=None)
@given(st.integers(0, 1000))
def test_attributes_swapped_turn_the_sign(seed: int) -> None:
    x, y, a, b = random_sets(seed)
    assert association(x, y, b, a).pooled == pytest.approx(-association(x, y, a, b).pooled, abs=1e-14)


@settings(deadline=None)
@given(st.integers(0, 1000))
def test_order_of_attributes_does_not_matter(seed: int) -> None:
    x, y, a, b = random_sets(seed)
    assert association(x, y, a[::-1], b[::-1]).pooled == pytest.approx(
        association(x, y, a, b).pooled, abs=1e-14
    )


def test_floats_of_half_length_are_computed_in_full() -> None:
    x, y, a, b = (values.astype(np.float32) for values in random_sets(1))
    scores = association(x, y, a, b)
    wide = association(*(values.astype(np.float64) for values in (x, y, a, b)))
    assert scores.pooled.dtype == np.float64
    assert (scores.pooled == wide.pooled).all()


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ("zero", r"set Y, row 2: the vector is zero"),
        ("nan", r"set Y, row 2: the vector has a value that is not finite"),
        ("infinite", r"set Y, row 2: .*not finite"),
        ("dimension", r"vectors: the sets differ in dimension \(X 7, Y 6, A 7, B 7\)"),
        ("empty", r"set Y: one vector for each text is needed, this has shape \(0, 7\)"),
        ("flat", r"set Y: .*shape \(35,\)"),
    ],
)
def test_vectors_without_a_score_are_named(broken: str, told: str) -> None:
    x, y, a, b = random_sets(2)
    match broken:
        case "zero":
            y[1] = 0
        case "nan":
            y[1, 3] = np.nan
        case "infinite":
            y[1, 3] = -np.inf
        case "dimension":
            y = y[:, 1:]
        case "empty":
            y = y[:0]
        case "flat":
            y = y.ravel()
    with pytest.raises(EvalError, match=told) as caught:
        association(x, y, a, b)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("values", [[], [[1.0]], [np.nan], [np.inf]])
def test_scores_are_finite_and_one_for_each_text(values: list[float]) -> None:
    with pytest.raises(ValueError, match="scores x"):
        Scores(np.array(values), np.array([1.0]))


def test_cosines_have_a_row_for_each_target() -> None:
    table = cosines(*random_sets(3))
    assert (table.xa.shape, table.xb.shape, table.ya.shape, table.yb.shape) == (
        (4, 3),
        (4, 6),
        (5, 3),
        (5, 6),
    )
    assert np.abs(table.xa).max() <= 1 + 1e-15


def test_scores_of_words_are_the_means_over_their_texts() -> None:
    scores = Scores(np.array([1.0, 3.0, 5.0]), np.array([2.0, 4.0]))
    found = by_words(scores, ["Anna", "Berta", "Anna"], ["Carl", "Carl"])
    assert found.x.tolist() == [3.0, 3.0]
    assert found.y.tolist() == [3.0]
