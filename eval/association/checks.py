"""What makes a result of an association test doubtful, told with codes that stay the same.

None of this stops a test: each finding is a `Caution` that goes with the result. What makes a test impossible
(an empty set, a vector without direction) is an EvalError where it is computed.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from mitgemeint.eval.association.fixed_point import indistinguishable
from mitgemeint.eval.association.scores import Scores

FLOAT64 = 2.0**-52
FLOAT32 = 2.0**-23
FLOAT16 = 2.0**-10
BFLOAT16 = 2.0**-7
"""The distance from 1 to the next number of a type, the unit in which its rounding is measured."""

ROUNDINGS = 64
"""How many roundings of a vector's type the scores must spread over before they say anything.

Two texts whose vectors ought to be the same come out of a network a few roundings of each value apart, for
the order of additions depends on the batch and the place in it, and every layer adds its own. Their cosines
differ by some tens of roundings, and so do their scores. An effect size divides by that spread and makes it
look like any other. Among the encodings of the published tests there is nothing between: inputs known to be
one and the same word piece spread over at most 22 roundings of float32, all others over more than 1,800.
"""

TEMPLATES = 8
"""From how many templates on intervals over them are worth having: of samples of three, those meant to cover
d in 95 of 100 cases do so in 75."""


class Code(Enum):
    """The kinds of doubt."""

    ROUNDING = "spread-at-rounding"
    """The scores differ by no more than rounding: d and p are noise."""
    NO_SPREAD = "no-spread"
    """All scores are equal: there is no d."""
    CONSTANT = "constant-vectors"
    """All vectors of a set are the same: the model does not tell its texts apart."""
    NOT_FINITE = "not-finite"
    """A vector has a value that is not a number, or infinite."""
    ZERO = "zero-vector"
    """A vector is zero and has no direction."""
    OVERLAP = "sets-overlap"
    """A text stands in both target sets or both attribute sets: it pulls d towards 0."""
    TARGET_AS_ATTRIBUTE = "target-as-attribute"
    """A text is both target and attribute: its cosine with itself is 1, whatever the model."""
    REPEATED = "repeated-text"
    """A text stands in its set more than once; the conventions differ in what that means."""
    UNEQUAL = "unequal-sizes"
    """X and Y differ in size; the papers define p for equal ones only."""
    MISSING = "missing-texts"
    """The model has no vector for some texts: the test is another one without them."""
    EMPTY = "empty-set"
    """The model has no vector for any text of a set: there is nothing to measure."""
    UNKNOWN_PIECES = "unknown-pieces"
    """Parts of some texts are unknown to the model, and stand for anything."""
    MANY_PIECES = "many-pieces"
    """The words of a set are split into many pieces: the model has hardly seen them."""
    UNEVEN_PIECES = "uneven-pieces"
    """The words of one target set are split far more than those of the other, which alone can part them."""
    CUT = "cut-texts"
    """Some texts are longer than what the model reads."""
    COARSE = "coarse-p"
    """So few partitions that no p-value can be small, or that a small one means nothing."""
    FEW_TEMPLATES = "few-templates"
    """So few templates that intervals over them are too narrow."""


@dataclass(frozen=True, slots=True)
class Caution:
    """One doubt: `where` names the set or sets (X, Y, A, B, as in the papers), `message` is a clause."""

    code: Code
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.code.value}: {self.where}: {self.message}"


def check_texts(sets: Mapping[str, Sequence[str]]) -> tuple[Caution, ...]:
    """Doubts about the texts of the sets, under the names X, Y, A and B."""
    return (*_repeated(sets), *_shared(sets), *_unequal(sets))


def check_vectors(sets: Mapping[str, ArrayLike]) -> tuple[Caution, ...]:
    """Doubts about the vectors of the sets, arrays (n, dim) under the names X, Y, A and B."""
    return tuple(caution for name, values in sets.items() for caution in _vectors(name, values))


def check_scores(scores: Scores, precision: float = FLOAT32) -> tuple[Caution, ...]:
    """Doubts about the scores s(w, A, B) of vectors computed in a type of that precision (`FLOAT32`, …).

    The spread is the standard deviation over X and Y together (ddof 1), set against `ROUNDINGS`; it is told
    in roundings in the message.
    """
    spread = float(scores.pooled.std(ddof=1))
    if indistinguishable(scores.pooled):
        return (Caution(Code.NO_SPREAD, "X, Y", "all texts have the same score"),)
    if spread >= ROUNDINGS * precision:
        return ()
    message = f"the scores spread by {spread:.1e}, {spread / precision:.2g} roundings of the model's numbers"
    return (Caution(Code.ROUNDING, "X, Y", message),)


def check_sizes(x: int, y: int, alpha: float = 0.01, ties: bool = True) -> tuple[Caution, ...]:
    """A doubt where `x` and `y` texts have so few partitions that one of them is more than `alpha` of all.

    Where `ties` count, the observed partition does, and no exact p is below that share. Where they do not, p
    can be 0, which then says nothing.
    """
    partitions = math.comb(x + y, x)
    if partitions >= 1 / alpha:  # whole numbers as they are: that of 515 texts a set is beyond any float
        return ()
    least = f"{1 / partitions:.2g}"
    told = f"p is at least {least}" if ties else f"a p below {least} says no more than that it is below"
    message = f"{partitions} partitions: {told}"
    return (Caution(Code.COARSE, "X, Y", message),)


def check_templates(templates: int) -> tuple[Caution, ...]:
    """A doubt about intervals over so many templates."""
    if templates >= TEMPLATES:
        return ()
    message = f"{templates} templates: an interval over them is too narrow, take it for a rough guide"
    return (Caution(Code.FEW_TEMPLATES, "X, Y, A, B", message),)


def _repeated(sets: Mapping[str, Sequence[str]]) -> Iterator[Caution]:
    for name, texts in sets.items():
        repeated = [text for text, times in Counter(texts).items() if times > 1]
        if repeated:
            yield Caution(Code.REPEATED, name, f"more than once: {_named(repeated)}")


def _shared(sets: Mapping[str, Sequence[str]]) -> Iterator[Caution]:
    for one, other in combinations(sets, 2):
        shared = [text for text in dict.fromkeys(sets[one]) if text in set(sets[other])]
        if shared:
            alike = {one, other} in ({"X", "Y"}, {"A", "B"})
            code = Code.OVERLAP if alike else Code.TARGET_AS_ATTRIBUTE
            yield Caution(code, f"{one}, {other}", f"in both: {_named(shared)}")


def _unequal(sets: Mapping[str, Sequence[str]]) -> Iterator[Caution]:
    x, y = (len(set(sets.get(name, ()))) for name in "XY")
    if x != y:
        yield Caution(Code.UNEQUAL, "X, Y", f"{x} and {y} different texts")


def _vectors(name: str, vectors: ArrayLike) -> Iterator[Caution]:
    values = np.asarray(vectors, np.float64)
    finite = np.isfinite(values).all(axis=1)
    if not finite.all():
        yield Caution(Code.NOT_FINITE, name, f"in {_rows(np.logical_not(finite))}")
    zero = ~values.any(axis=1)
    if zero.any():
        yield Caution(Code.ZERO, name, f"in {_rows(zero)}")
    if len(values) > 1 and finite.all() and not np.ptp(values, axis=0).any():
        yield Caution(Code.CONSTANT, name, f"all {len(values)} vectors are the same")


def _rows(which: ArrayLike) -> str:
    rows = [str(row + 1) for row in np.flatnonzero(np.asarray(which))]
    return f"row {rows[0]}" if len(rows) == 1 else f"rows {_listed(rows)}"


def _named(texts: Sequence[str]) -> str:
    return _listed([f"“{text}”" for text in texts])


def _listed(names: Sequence[str], most: int = 5) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
