"""How near each target text is to one set of attributes rather than the other: s(w, A, B).

Caliskan, Bryson and Narayanan 2017, "Semantics derived automatically from language corpora contain human-like
biases", Science 356, methods section: s(w, A, B) = mean over a in A of cos(w, a) - mean over b in B of cos(w,
b), and the test statistic s(X, Y, A, B) = sum over X of s - sum over Y of s. May et al. 2019 ("On Measuring
Social Biases in Sentence Encoders", NAACL, equation 1) take the same over vectors of sentences.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mitgemeint.eval.problems import EvalError

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """s(w, A, B) of every text of the two target sets, between -2 and 2, in the order of the texts.

    `x` has shape (n,) and `y` shape (m,), both float64, finite and not empty; ValueError otherwise.
    """

    x: Floats
    y: Floats

    def __post_init__(self) -> None:
        for name in ("x", "y"):
            object.__setattr__(self, name, _vector(name, getattr(self, name)))

    @property
    def pooled(self) -> Floats:
        """The scores of X, then of Y, shape (n + m,)."""
        return np.concatenate((self.x, self.y))

    @property
    def statistic(self) -> float:
        """s(X, Y, A, B), the sum over X minus the sum over Y."""
        return float(self.x.sum() - self.y.sum())


@dataclass(frozen=True, slots=True, eq=False)
class Cosines:
    """The cosines of target texts (rows) with attribute texts (columns).

    Shapes: `xa` (n, |A|), `xb` (n, |B|), `ya` (m, |A|), `yb` (m, |B|), all float64. The scores are their row
    means; whoever resamples attributes needs the cosines themselves.
    """

    xa: Floats
    xb: Floats
    ya: Floats
    yb: Floats

    def scores(self) -> Scores:
        """s(w, A, B) of every target text."""
        return Scores(_difference(self.xa, self.xb), _difference(self.ya, self.yb))


def by_words(scores: Scores, x: Sequence[Hashable], y: Sequence[Hashable]) -> Scores:
    """The mean score of each word over the texts that were made of it.

    `x` and `y` name the word of each text of X and of Y. Sentences about one name are no independent
    observations of names: a test on these means deals names, not sentences.
    """
    return Scores(_means(scores.x, x), _means(scores.y, y))


def association(x: ArrayLike, y: ArrayLike, a: ArrayLike, b: ArrayLike) -> Scores:
    """s(w, A, B) of the target vectors `x` (n, dim) and `y` (m, dim) against the attributes `a` and `b`.

    Vectors of any floating type and any length are taken; the arithmetic is float64. Raises as `cosines`
    does.
    """
    return cosines(x, y, a, b).scores()


def cosines(x: ArrayLike, y: ArrayLike, a: ArrayLike, b: ArrayLike) -> Cosines:
    """The cosines behind `association`, of four arrays of vectors, one vector in a row.

    Raises EvalError, naming set and row, for a set that is empty or not two-dimensional, for
    dimensions that differ between the sets, and for a vector without a direction: zero, or with a value that
    is not finite. The original program gives nan there.
    """
    rows = {name: _rows(name, values) for name, values in (("X", x), ("Y", y), ("A", a), ("B", b))}
    dimensions = {name: vectors.shape[1] for name, vectors in rows.items()}
    if len(set(dimensions.values())) > 1:
        sizes = ", ".join(f"{name} {size}" for name, size in dimensions.items())
        raise EvalError(
            "vectors",
            f"the sets differ in dimension ({sizes})",
            "take the vectors of all texts from one model",
        )
    unit = {name: _directions(name, vectors) for name, vectors in rows.items()}
    return Cosines(
        unit["X"] @ unit["A"].T, unit["X"] @ unit["B"].T, unit["Y"] @ unit["A"].T, unit["Y"] @ unit["B"].T
    )


def _means(scores: Floats, words: Sequence[Hashable]) -> Floats:
    units = {word: unit for unit, word in enumerate(dict.fromkeys(words))}
    rows = [units[word] for word in words]
    return np.asarray(np.bincount(rows, weights=scores) / np.bincount(rows), dtype=np.float64)


def _difference(with_a: Floats, with_b: Floats) -> Floats:
    return np.asarray(with_a.mean(axis=1) - with_b.mean(axis=1), dtype=np.float64)


def _vector(name: str, values: Any) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or not array.size:
        raise ValueError(f"scores {name}: one score for each text is needed, this has shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"scores {name}: not all are finite")
    return array


def _rows(name: str, values: ArrayLike) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2 or not array.size:
        reason = f"one vector for each text is needed, this has shape {array.shape}"
        raise EvalError(f"set {name}", reason, "check that the set has texts which the model knows")
    return array


def _directions(name: str, vectors: Floats) -> Floats:
    """The vectors at length 1. Each is first divided by its largest value, so that no square over- or
    underflows."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    for row in np.flatnonzero(~np.isfinite(largest[:, 0])):
        raise EvalError(
            f"set {name}, row {row + 1}", "the vector has a value that is not finite", "encode the text again"
        )
    for row in np.flatnonzero(largest[:, 0] == 0):
        raise EvalError(
            f"set {name}, row {row + 1}",
            "the vector is zero and has no direction",
            "leave the text out, or take a model or pooling that knows it",
        )
    scaled = vectors / largest
    return np.asarray(scaled / np.linalg.norm(scaled, axis=1, keepdims=True), dtype=np.float64)
