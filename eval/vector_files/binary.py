"""Word vectors in the binary format of the word2vec program."""

import mmap
import re
from collections.abc import Iterator, Set
from pathlib import Path

import numpy as np

from mitgemeint.eval.vector_files.look_up import (
    LookUp,
    Vector,
    checked,
    decoded,
    malformed,
    unreadable,
)

_HEADER = re.compile(rb"(\d+) (\d+) ?\n")
_LONGEST_HEADER = 64
_NUMBER = np.dtype("<f4")


class BinaryVectors:
    """A line with the counts; then for each word the word, a space, and its numbers as float32.

    Some programs put a line break behind the numbers, some do not; both are read.
    """

    format = "word2vec binary"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = (path,)

    def words(self) -> Iterator[str]:
        """Every word, in the order of the file."""
        try:
            with self.path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                size, dimensions, start = _header(self.path, data)
                entries = _entries(self.path, data, size, dimensions, start)
                yield from decoded(word for word, _ in entries)
        except OSError as error:
            raise unreadable(self.path, error) from error

    def look_up(self, words: Set[str]) -> LookUp:
        """Goes through the words once; the numbers of all others are skipped."""
        wanted = {word.encode(errors="replace"): word for word in words}
        vectors: dict[str, Vector] = {}
        ranks: dict[str, int] = {}
        try:
            with self.path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                size, dimensions, start = _header(self.path, data)
                for rank, (word, place) in enumerate(_entries(self.path, data, size, dimensions, start)):
                    known = wanted.get(word)
                    if known is not None and known not in vectors:
                        numbers = np.frombuffer(data[place : place + 4 * dimensions], _NUMBER)
                        vectors[known] = checked(self.path, f"word {rank + 1}", numbers)
                        ranks[known] = rank
        except OSError as error:
            raise unreadable(self.path, error) from error
        return LookUp(dimensions, size, vectors, ranks)

    def compose(self, words: Set[str]) -> dict[str, Vector]:
        """None: the format knows whole words alone."""
        return {}


def _header(path: Path, data: mmap.mmap) -> tuple[int, int, int]:
    header = _HEADER.match(data[:_LONGEST_HEADER])
    if not header or not int(header[2]):
        raise malformed(path, "line 1", "it does not hold the number of words and of dimensions")
    return int(header[1]), int(header[2]), header.end()


def _entries(
    path: Path, data: mmap.mmap, size: int, dimensions: int, start: int
) -> Iterator[tuple[bytes, int]]:
    """Each word with the place where its numbers begin."""
    width = dimensions * _NUMBER.itemsize
    place, total = start, len(data)
    for number in range(1, size + 1):
        space = data.find(b" ", place)
        if space < 0 or space + 1 + width > total:
            reason = f"the file ends within word {number} of {size}"
            raise malformed(path, f"byte {place}", reason)
        yield data[place:space].lstrip(b"\n"), space + 1
        place = space + 1 + width
    if data[place:].strip(b"\n"):
        reason = f"{total - place} bytes follow the last of {size} words of {dimensions} dimensions"
        raise malformed(path, f"byte {place}", reason)
