"""Pooling: which of the vectors that a model gives to the pieces of a text stand for the text."""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from mitgemeint.eval.association.encoders.encoded import Vectors
from mitgemeint.eval.problems import EvalError


class Pooling(StrEnum):
    """How the vectors of pieces become one; `description` is the sentence that results state."""

    FIRST_PIECE = "first-piece"
    CLS = "cls"
    MEAN = "mean"
    MEAN_OF_PIECES = "mean-of-pieces"
    LAST = "last"

    @property
    def description(self) -> str:
        """One line on what is taken, and whether the model sees special tokens."""
        return _DESCRIPTIONS[self]

    @property
    def special_tokens(self) -> bool:
        """Whether the model is given the special tokens that its tokenizer adds."""
        return self is not Pooling.FIRST_PIECE


_DESCRIPTIONS = {
    Pooling.FIRST_PIECE: "first word piece, the input without special tokens (as sent-bias does for BERT)",
    Pooling.CLS: "the classification token ([CLS] or <s>), the input with special tokens",
    Pooling.MEAN: "mean over all pieces with the special tokens, without padding",
    Pooling.MEAN_OF_PIECES: "mean over the pieces of the text, special tokens seen but not averaged",
    Pooling.LAST: "last piece of the text, special tokens seen but not taken",
}


def pooled(pooling: Pooling, states: Vectors, special: NDArray[np.bool_], cls: int) -> Vectors:
    """The vector of one text.

    `states` are the vectors of its pieces without padding, shape (pieces, dimensions); `special` says which
    of them are special tokens, shape (pieces,); `cls` is the place of the classification token (-1: there is
    none, which `CLS` must not be asked for). Means are taken in float64. Raises ValueError where there is no
    piece to take.
    """
    own = np.flatnonzero(~special).tolist()
    if not own:
        raise ValueError("no piece of the text is left")
    if pooling is Pooling.CLS and cls < 0:
        raise ValueError("no classification token in the input")
    taken = {
        Pooling.FIRST_PIECE: own[:1],
        Pooling.LAST: own[-1:],
        Pooling.MEAN_OF_PIECES: own,
        Pooling.MEAN: list(range(len(states))),
        Pooling.CLS: [cls],
    }[pooling]
    mean: Vectors = states[taken].mean(axis=0, dtype=np.float64).astype(states.dtype)
    return mean


def pooling_named(name: str) -> Pooling:
    """The pooling of that name; raises EvalError with the names there are."""
    try:
        return Pooling(name)
    except ValueError:
        names = ", ".join(Pooling)
        raise EvalError("--pooling", f"there is no pooling {name!r}", f"choose one of {names}") from None
