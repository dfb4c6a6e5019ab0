"""Each doubt has its code, and sound results raise none."""

import numpy as np
import pytest
from numpy.typing import NDArray

from mitgemeint.eval.association.checks import (
    BFLOAT16,
    FLOAT16,
    FLOAT64,
    Caution,
    Code,
    check_scores,
    check_sizes,
    check_texts,
    check_vectors,
)
from mitgemeint.eval.association.scores import Scores

SOUND = {"X": ["Ada", "Bea"], "Y": ["Cem", "Dirk"], "A": ["klug"], "B": ["lieb"]}


def codes(cautions: tuple[Caution, ...]) -> list[tuple[str, str]]:
    return [(caution.code.value, caution.where) for caution in cautions]


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        ({"X": ["Ada", "Cem"]}, [("sets-overlap", "X, Y")]),
        ({"A": ["lieb"]}, [("sets-overlap", "A, B")]),
        ({"A": ["Ada"]}, [("target-as-attribute", "X, A")]),
        ({"Y": ["Cem", "Dirk", "Cem"]}, [("repeated-text", "Y")]),
        ({"Y": ["Cem"]}, [("unequal-sizes", "X, Y")]),
        ({"Y": ["Cem", "Cem"]}, [("repeated-text", "Y"), ("unequal-sizes", "X, Y")]),
    ],
)
def test_texts(changed: dict[str, list[str]], found: list[tuple[str, str]]) -> None:
    assert codes(check_texts(SOUND | changed)) == found


def test_many_texts_are_not_all_named() -> None:
    names = [f"Name{number}" for number in range(9)]
    (caution,) = check_texts(SOUND | {"X": names, "Y": names})
    assert str(caution) == (
        "sets-overlap: X, Y: in both: “Name0”, “Name1”, “Name2”, “Name3”, “Name4” and 4 more"
    )


@pytest.mark.parametrize(
    ("vectors", "found"),
    [
        ([[1, 2], [3, 4]], []),
        ([[1, 2]], []),
        ([[1, 2], [1, 2]], ["constant-vectors"]),
        ([[1, 2], [0, 0]], ["zero-vector"]),
        ([[1, np.nan], [3, 4]], ["not-finite"]),
        ([[1, np.inf], [0, 0]], ["not-finite", "zero-vector"]),
        ([[0, 0], [0, 0]], ["zero-vector", "constant-vectors"]),
    ],
)
def test_vectors(vectors: list[list[float]], found: list[str]) -> None:
    assert codes(check_vectors({"A": np.array(vectors)})) == [(code, "A") for code in found]


def test_rows_are_told_from_one() -> None:
    (caution,) = check_vectors({"A": np.array([[1, 2], [0, 0], [0, 0]])})
    assert caution.message == "in rows 2, 3"


def spread_by(step: float) -> Scores:
    return Scores(np.array([0.1, 0.1 + step]), np.array([0.1 + 2 * step, 0.1 - step]))


@pytest.mark.parametrize(
    ("scores", "precision", "code"),
    [
        (spread_by(1e-2), 2.0**-23, None),
        (spread_by(1e-5), 2.0**-23, None),
        (spread_by(1e-6), 2.0**-23, Code.ROUNDING),
        (spread_by(1e-6), FLOAT64, None),
        (spread_by(1e-2), FLOAT16, Code.ROUNDING),
        (spread_by(1e-1), BFLOAT16, Code.ROUNDING),
        (spread_by(0.0), FLOAT64, Code.NO_SPREAD),
    ],
)
def test_spread(scores: Scores, precision: float, code: Code | None) -> None:
    assert [caution.code for caution in check_scores(scores, precision)] == ([] if code is None else [code])


def test_noise_of_float32_is_recognised() -> None:
    """The same vectors, computed with the roundings of float32: their scores have an effect size all the
    same."""
    rng = np.random.default_rng(5)
    text, attributes = rng.standard_normal(384), rng.standard_normal((8, 384))
    noisy: NDArray[np.float64] = text * (1 + rng.uniform(-4, 4, size=(12, 384)) * 2.0**-23)
    from mitgemeint.eval.association.effect_size import effect_size
    from mitgemeint.eval.association.scores import association

    scores = association(noisy[:6], noisy[6:], attributes[:4], attributes[4:])
    assert abs(effect_size(scores)) > 0.1
    assert [caution.code for caution in check_scores(scores)] == [Code.ROUNDING]


@pytest.mark.parametrize(
    ("x", "y", "coarse"),
    [
        *((1, 1, True), (4, 4, True), (5, 5, False), (1, 99, False), (1, 98, True)),
        (600, 600, False),  # more partitions than a float can count
    ],
)
def test_few_partitions(x: int, y: int, coarse: bool) -> None:
    assert bool(check_sizes(x, y)) is coarse
