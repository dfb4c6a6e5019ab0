"""What every encoder offers and what it returns: one vector for each text, and what is known of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.floating[Any]]
Progress = Callable[[int, int], None]  # texts done, texts in all


@dataclass(frozen=True, slots=True)
class Encoded:
    """The vectors of some texts, row i belonging to text i, and what may spoil them.

    `vectors` is float32 or float64 of shape (n, dimensions). A text of which the model knows nothing (a word
    without a static vector) has a row of NaN. The counts are per text and never negative.
    """

    vectors: Vectors
    pieces: tuple[int, ...]
    """Pieces that the model sees of each text, without special tokens; words, for static vectors."""
    unknown: tuple[int, ...]
    """Pieces among them that the model does not know (its unknown token; words without a vector)."""
    cut: tuple[int, ...]
    """Pieces beyond the longest input of the model, which its vector says nothing about."""
    missing: tuple[tuple[str, ...], ...]
    """The words of each text without a vector (static vectors only, elsewhere empty)."""

    def __post_init__(self) -> None:
        lengths = {len(self.vectors), len(self.pieces), len(self.unknown), len(self.cut), len(self.missing)}
        if self.vectors.ndim != 2 or len(lengths) != 1:
            raise ValueError(f"vectors of shape {self.vectors.shape} with columns of lengths {lengths}")

    def __len__(self) -> int:
        return len(self.pieces)

    @property
    def without_vector(self) -> tuple[int, ...]:
        """The places of texts that have no vector."""
        return tuple(np.flatnonzero(np.isnan(self.vectors).any(axis=1)).tolist())

    def take(self, places: Sequence[int]) -> "Encoded":
        """The same for the texts at `places`, in that order; a place may occur more than once."""
        return Encoded(
            self.vectors[list(places)],
            tuple(self.pieces[i] for i in places),
            tuple(self.unknown[i] for i in places),
            tuple(self.cut[i] for i in places),
            tuple(self.missing[i] for i in places),
        )


class Vocabulary(Protocol):
    """What cuts texts into pieces that have an order."""

    def split(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The pieces of each text, without special tokens; words, for static vectors, whose file is read once
        for all."""

    def rank(self, piece: str) -> int | None:
        """The place of a piece in the vocabulary, from 0; None where it is unknown."""

    @property
    def vocabulary_size(self) -> int:
        """How many pieces there are; 0 where they have no order."""


class Encoder(Vocabulary, Protocol):
    """Makes vectors of texts; the same text gets the same vector, whatever stands beside it.

    (Up to the last bits of the arithmetic: a batch of another shape may be summed in another order, which
    changes a float32 vector by some 1e-7 of its length.)
    """

    @property
    def name(self) -> str:
        """What results call it."""

    @property
    def fingerprint(self) -> str:
        """Changes when vectors could: model, revision, pooling, layer, number type, library; hexadecimal."""

    @property
    def settings(self) -> Mapping[str, str]:
        """What the vectors depend on, by name, as results state it (model, revision, pooling, …)."""

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Encoded:
        """The vectors of the texts; a text that occurs twice is encoded once. Raises EvalError."""


def each_once(texts: Sequence[str]) -> tuple[list[str], list[int]]:
    """The different texts in the order they first occur, and the place among them of each text."""
    places: dict[str, int] = {}
    back = [places.setdefault(text, len(places)) for text in texts]
    return list(places), back
