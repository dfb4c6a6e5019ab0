"""Models of the fastText program (.bin), with vectors for words that they have never seen.

A word's vector is the mean of its own row, where it is in the vocabulary, and of the rows of its character
n-grams, which are hashed into buckets (Bojanowski et al. 2017, Enriching word vectors with subword
information, section 3.2). The layout of the file is that of fastText 0.2 and later, version 12 (and 11,
which differs for classifiers): magic number, version, settings, dictionary, matrix of the input rows. Only
the rows that are needed are read.
"""

import mmap
import struct
from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.vector_files.look_up import (
    MOST_DIMENSIONS,
    LookUp,
    Vector,
    checked,
    decoded,
    malformed,
    unreadable,
)

MAGIC = struct.pack("<i", 793_712_314)
_VERSIONS = (11, 12)
_CLASSIFIER = 3
_LABEL = 1
_NUMBER = np.dtype("<f4")
_END_OF_SENTENCE = "</s>"  # has no n-grams


@dataclass(frozen=True, slots=True)
class Subwords:
    """How a model cuts words: lengths of n-grams in characters (0 to 0: no n-grams) and their buckets."""

    shortest: int
    longest: int
    buckets: int

    def of(self, word: str) -> list[int]:
        """The buckets of the n-grams of a word between angle brackets, from 0, in fastText's order.

        A bracket alone is no n-gram.
        """
        if not self.buckets or not self.longest or word == _END_OF_SENTENCE:
            return []
        text = f"<{word}>"
        found = []
        for start in range(len(text)):
            for length in range(1, self.longest + 1):
                end = start + length
                if end > len(text):
                    break
                at_edge = length == 1 and (start == 0 or end == len(text))
                if length >= self.shortest and not at_edge:
                    found.append(fnv1a(text[start:end]) % self.buckets)
        return found


def fnv1a(text: str) -> int:
    """The 32-bit FNV-1a hash of the UTF-8 bytes, each widened with its sign, as fastText does."""
    value = 2_166_136_261
    for byte in text.encode(errors="replace"):
        value ^= byte if byte < 128 else byte | 0xFFFF_FF00
        value = value * 16_777_619 & 0xFFFF_FFFF
    return value


class FastTextModel:
    """A fastText model file; quantised ones (.ftz) are refused."""

    format = "fastText binary"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = (path,)

    def words(self) -> Iterator[str]:
        """The words of the vocabulary, by descending frequency."""
        with self._opened() as layout:
            yield from decoded(layout.ranks)

    def look_up(self, words: Set[str]) -> LookUp:
        """The words of the vocabulary, their n-grams included, as the program itself gives them."""
        with self._opened() as layout:
            ranks = {word: layout.rank(word) for word in words}
            found = {word: rank for word, rank in ranks.items() if rank is not None}
            vectors = {word: layout.mean(word, [rank]) for word, rank in found.items()}
            return LookUp(layout.dimensions, layout.size, vectors, found)

    def compose(self, words: Set[str]) -> dict[str, Vector]:
        """Vectors of n-grams alone, for the words that have any."""
        with self._opened() as layout:
            return {word: layout.mean(word, []) for word in words if layout.subwords.of(word)}

    @contextmanager
    def _opened(self) -> Iterator["_Layout"]:
        try:
            with self.path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                yield _Layout(self.path, data)
        except OSError as error:
            raise unreadable(self.path, error) from error
        except (struct.error, OverflowError) as error:
            raise malformed(self.path, "its beginning", "the file is cut off") from error


class _Layout:
    """Where things are in a file; reading the dictionary takes a second for a million words."""

    def __init__(self, path: Path, data: mmap.mmap) -> None:
        self._path = path
        self._data = data
        self._place = 4
        (version,) = self._read("i")
        if data[:4] != MAGIC or version not in _VERSIONS:
            raise malformed(path, "its beginning", "it is no fastText model of version 11 or 12")
        dimensions, *_, loss_model = self._read("8i")
        buckets, shortest, longest, _ = self._read("4i")
        self._read("d")
        if version == 11 and loss_model == _CLASSIFIER:
            longest = 0
        self.subwords = Subwords(shortest, longest, buckets)
        self.ranks = self._dictionary()
        self.size = len(self.ranks)
        (quantised,) = self._read("B")
        rows, width = self._read("qq") if not quantised else (0, 0)
        if quantised:
            raise EvalError(str(path), "it is a quantised model (.ftz)", "use the .bin or .vec of the model")
        self.dimensions = dimensions
        self._check_settings()
        self._check(rows, width)

    def rank(self, word: str) -> int | None:
        """The place in the vocabulary, from 0, by descending frequency."""
        return self.ranks.get(word.encode(errors="replace"))

    def mean(self, word: str, rows: list[int]) -> Vector:
        """The mean of the given rows and those of the word's n-grams."""
        places = rows + [self._words + bucket for bucket in self.subwords.of(word)]
        total = np.zeros(self.dimensions, dtype=np.float64)
        for row in places:
            start = self._place + row * self.dimensions * _NUMBER.itemsize
            total += np.frombuffer(self._data[start : start + self.dimensions * _NUMBER.itemsize], _NUMBER)
        return checked(self._path, f"word {word!r}", total / len(places))

    def _read(self, form: str) -> tuple[Any, ...]:
        values = struct.unpack_from(f"<{form}", self._data, self._place)
        self._place += struct.calcsize(f"<{form}")
        return values

    def _dictionary(self) -> dict[bytes, int]:
        entries, self._words, _ = self._read("3i")
        _, pruned = self._read("qq")
        ranks: dict[bytes, int] = {}
        for number in range(entries):
            end = self._data.find(b"\0", self._place)
            if end < 0 or end + 10 > len(self._data):
                raise malformed(self._path, f"word {number + 1}", f"the file ends within its {entries} words")
            if self._data[end + 9] != _LABEL:
                ranks[self._data[self._place : end]] = number
            self._place = end + 10
        self._place += 8 * max(pruned, 0)
        return ranks

    def _check_settings(self) -> None:
        subwords = self.subwords
        counts = (self._words, subwords.shortest, subwords.longest, subwords.buckets)
        if not 0 < self.dimensions <= MOST_DIMENSIONS or min(counts) < 0:
            raise malformed(self._path, "its beginning", "its settings are none that a model can have")

    def _check(self, rows: int, width: int) -> None:
        expected = self._words + self.subwords.buckets
        if width != self.dimensions or rows < self._words or (self.subwords.longest and rows != expected):
            reason = (
                f"a matrix of {rows} x {width} does not fit {expected} rows of {self.dimensions} dimensions"
            )
            raise malformed(self._path, f"byte {self._place}", reason)
        if max(self.ranks.values(), default=-1) >= rows:
            raise malformed(self._path, f"byte {self._place}", f"there are more words than its {rows} rows")
        missing = self._place + rows * width * _NUMBER.itemsize - len(self._data)
        if missing > 0:
            raise malformed(self._path, "its end", f"{missing} bytes of the vectors are missing")
