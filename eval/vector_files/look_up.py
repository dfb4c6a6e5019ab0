"""What every format of word vectors offers: looking words up."""

from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mitgemeint.eval.problems import EvalError

Vector = NDArray[np.float32]
MOST_DIMENSIONS = 100_000
"""Beyond all vectors of words: what says it has more is damaged, and would not fit into memory."""


@dataclass(frozen=True, slots=True)
class LookUp:
    """The vectors of the words that were found, each of shape (dimensions,), with their ranks.

    The rank is the word's place in the file, from 0; files are sorted by frequency as a rule.
    """

    dimensions: int
    size: int
    """The number of words in the file."""
    vectors: dict[str, Vector] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)


class VectorFile(Protocol):
    """A file of word vectors."""

    @property
    def path(self) -> Path:
        """The file, or the array of a pair."""

    @property
    def format(self) -> str:
        """What results call the format."""

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that hold the vectors, `path` and those beside it."""

    def words(self) -> Iterator[str]:
        """Every word of the file in its order, without the vectors; raises EvalError. What is no UTF-8 is
        left out.
        """

    def look_up(self, words: Set[str]) -> LookUp:
        """The vectors of those words that are in the file, spelled so; raises EvalError."""

    def compose(self, words: Set[str]) -> dict[str, Vector]:
        """Vectors of words that are not in the file, made of their parts; empty for formats without."""


def decoded(words: Iterable[bytes]) -> Iterator[str]:
    """The words that are UTF-8."""
    for word in words:
        with suppress(UnicodeDecodeError):
            yield word.decode()


def malformed(path: Path, where: str, reason: str) -> EvalError:
    """The error for content that is wrong at `where` (a line, an entry)."""
    return EvalError(f"{path}, {where}", reason, "check the file or fetch it again")


def unreadable(path: Path, error: OSError) -> EvalError:
    """The error for a file that cannot be opened or read."""
    return EvalError(str(path), error.strerror or "it cannot be read", "check the path and its permissions")


def checked(path: Path, where: str, numbers: ArrayLike) -> Vector:
    """The numbers as a vector, if all of them are finite in float32."""
    try:
        with np.errstate(over="ignore"):
            vector = np.asarray(numbers, dtype=np.float32)
    except (ValueError, TypeError, OverflowError) as error:
        raise malformed(path, where, "it is no vector of numbers") from error
    if not np.isfinite(vector).all():
        raise malformed(path, where, "a number is not finite")
    return vector
