"""Word vectors as text: word2vec and fastText (a first line with the counts) and GloVe (none)."""

import gzip
import re
import zlib
from collections.abc import Iterator, Set
from pathlib import Path
from typing import IO, cast

from mitgemeint.eval.vector_files.look_up import (
    LookUp,
    Vector,
    checked,
    decoded,
    malformed,
    unreadable,
)

_HEADER = re.compile(rb"(\d+)[ \t](\d+)")
_DECIMAL = re.compile(rb"[-+]?\d*\.\d+([eE][-+]?\d+)?")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LONGEST_LINE = 16 << 20
"""Beyond every word with its numbers: a small gzip file can hold a line that no memory does."""
_MOST_DIGITS = 18
_GZIP = b"\x1f\x8b"


class TextVectors:
    """A line for each word: the word, then its numbers, separated by single spaces or tabs; may be gzipped.

    A first line of two whole numbers is the header of word2vec and fastText: words and dimensions. Without
    it (GloVe) the first line says how many numbers a word has. Words may contain spaces, for the numbers are
    counted from the end; the first of two lines with the same word counts. Every line is checked for its
    number of fields; the numbers themselves are read for the wanted words only.
    """

    format = "text"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = (path,)

    def words(self) -> Iterator[str]:
        """Every word, in the order of the file."""
        yield from decoded(word for _, word, _ in _Rows(self.path).read())

    def look_up(self, words: Set[str]) -> LookUp:
        """Streams through the file once."""
        wanted = {word.encode(errors="replace"): word for word in words}
        vectors: dict[str, Vector] = {}
        ranks: dict[str, int] = {}
        rows = _Rows(self.path)
        rank = -1
        for rank, (line, word, numbers) in enumerate(rows.read()):
            known = wanted.get(word)
            if known is not None and known not in vectors:
                vectors[known] = _numbers(self.path, line, numbers, rows.separator)
                ranks[known] = rank
        if rows.expected is not None and rows.expected != rank + 1:
            reason = f"it has {rank + 1} words, not the {rows.expected} that its first line announces"
            raise malformed(self.path, f"line {rank + 3}", reason)
        return LookUp(rows.dimensions, rank + 1, vectors, ranks)

    def compose(self, words: Set[str]) -> dict[str, Vector]:
        """None: text files know whole words alone."""
        return {}


class _Rows:
    """The lines of a file, cut into word and numbers; the header is known once reading has begun."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.expected: int | None = None
        self.dimensions = 0
        self.separator = b" "

    def read(self) -> Iterator[tuple[int, bytes, bytes]]:
        """Line number from 1, word, and the numbers still as text."""
        try:
            with _opened(self._path) as file:
                yield from self._rows(file)
        except (EOFError, zlib.error) as error:
            raise malformed(self._path, "at its end", "the compressed data is damaged") from error
        except OSError as error:
            raise unreadable(self._path, error) from error

    def _rows(self, file: IO[bytes]) -> Iterator[tuple[int, bytes, bytes]]:
        lines = self._lines(file)
        first = next(lines, b"").removeprefix(_BYTE_ORDER_MARK).rstrip(b"\r\n ")
        self._begin(first)
        number = 1
        if self.expected is None:
            yield self._row(1, first)
        blank = 0
        for number, raw in enumerate(lines, 2):
            line = raw.rstrip(b"\r\n ")
            if not line:
                blank = blank or number
                continue
            if blank:
                raise malformed(self._path, f"line {blank}", "it is empty")
            yield self._row(number, line)

    def _lines(self, file: IO[bytes]) -> Iterator[bytes]:
        number = 0
        while line := file.readline(_LONGEST_LINE + 1):
            number += 1
            if len(line) > _LONGEST_LINE:
                raise malformed(self._path, f"line {number}", f"it is longer than {_LONGEST_LINE} bytes")
            yield line

    def _begin(self, first: bytes) -> None:
        header = _HEADER.fullmatch(first)
        self.separator = b"\t" if b"\t" in first and b" " not in first else b" "
        if header and max(map(len, header.groups())) > _MOST_DIGITS:
            raise malformed(self._path, "line 1", "its counts are none that a file can have")
        if header:
            self.expected, self.dimensions = int(header[1]), int(header[2])
        else:
            self.dimensions = first.count(self.separator)
        if not self.dimensions:
            raise malformed(self._path, "line 1", "it holds neither counts nor a word with numbers")

    def _row(self, number: int, line: bytes) -> tuple[int, bytes, bytes]:
        surplus = line.count(self.separator) - self.dimensions
        if surplus < 0:
            self._wrong(number, surplus)
        if not surplus:
            word, _, numbers = line.partition(self.separator)
            return number, word, numbers
        end = len(line)
        for _ in range(self.dimensions):
            end = line.rindex(self.separator, 0, end)
        word = line[:end]
        if _DECIMAL.fullmatch(word.rsplit(self.separator, 1)[-1]):
            self._wrong(number, surplus)
        return number, word, line[end + 1 :]

    def _wrong(self, number: int, surplus: int) -> None:
        reason = f"it has {self.dimensions + surplus} numbers, not {self.dimensions}"
        raise malformed(self._path, f"line {number}", reason)


def _opened(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
    return cast(IO[bytes], gzip.open(path)) if packed else path.open("rb", buffering=1 << 20)


def _numbers(path: Path, line: int, text: bytes, separator: bytes) -> Vector:
    try:
        vector = [float(part) for part in text.split(separator)]
    except ValueError as error:
        raise malformed(path, f"line {line}", f"not a number: {str(error).rsplit(': ', 1)[-1]}") from error
    return checked(path, f"line {line}", vector)
