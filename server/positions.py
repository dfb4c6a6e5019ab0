"""Code points of a text ↔ positions (line, character) of the Language Server Protocol.

Inside, every offset counts code points; only the edge to a client counts in its units. The protocol
ends a line at `\\n`, `\\r\\n` and `\\r`, and at nothing else: form feed, U+0085 and U+2028 are ordinary
characters, unlike in `str.splitlines`.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from mitgemeint.analysis.documents.utf8 import has_halves

_LINE_END = re.compile(r"\r\n|\n|\r")
_SURROGATE = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


class Encoding(StrEnum):
    """The units in which a client counts the characters of a line; the names are the protocol's."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


class Position(NamedTuple):
    """A place in a text: line and character, both from 0, the character in the client's units."""

    line: int
    character: int


class Range(NamedTuple):
    """The text from `start` to `end` (exclusive)."""

    start: Position
    end: Position


class Change(NamedTuple):
    """One edit of a client: `range` becomes `text`; without a range the whole text is replaced."""

    range: Range | None
    text: str


class LineIndex:
    """The lines of one text. A conversion costs the length of one line, however long the text is.

    The text may hold single halves of surrogate pairs, but not the two halves of one character side by
    side: those are that character (`changed` sees to it).
    """

    __slots__ = ("_ends", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        if "\r" in text:
            ends = [match.span() for match in _LINE_END.finditer(text)]
            self._starts = [0, *(end for _, end in ends)]
            self._ends = [*(start for start, _ in ends), len(text)]
        else:
            # every edit comes by here, and this takes a third of the time
            self._starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
            self._ends = [start - 1 for start in self._starts[1:]]
            self._starts.pop()

    @property
    def line_count(self) -> int:
        """The number of lines; an empty text has one, and so does the rest after a last line end."""
        return len(self._starts)

    def line_span(self, line: int) -> tuple[int, int]:
        """Start and end of a line in code points, its line end excluded; IndexError past the last."""
        if line < 0:
            raise IndexError(f"a text has no line {line}")
        return self._starts[line], self._ends[line]

    def line_of(self, offset: int) -> int:
        """The line in which the code point at `offset` stands."""
        return max(0, bisect_right(self._starts, offset) - 1)

    def end_of_line(self, offset: int) -> int:
        """Where the line of a code point offset ends, before its line end."""
        return self._ends[self.line_of(offset)]

    def position(self, offset: int, encoding: Encoding) -> Position:
        """The position of a code point offset; offsets inside a line end count as the line's end."""
        line = self.line_of(offset)
        start, end = self._starts[line], self._ends[line]
        return Position(line, _units(self.text[start : max(start, min(offset, end))], encoding))

    def offset(self, position: Position, encoding: Encoding) -> int:
        """The code point offset of a position.

        A character past the line's end means that end, a line past the last means the text's end, and
        a position within a character (half an emoji) means the start of that character.
        """
        line, character = position
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[line], self._ends[line]
        return start + len(_cut(self.text[start:end], character, encoding)[0])

    def range(self, start: int, end: int, encoding: Encoding) -> Range:
        """The range of the code points from `start` to `end` (exclusive)."""
        return Range(self.position(start, encoding), self.position(end, encoding))

    def span(self, range_: Range, encoding: Encoding) -> tuple[int, int]:
        """The code point offsets of a range; one that ends before its start is empty."""
        start = self.offset(range_.start, encoding)
        return start, max(start, self.offset(range_.end, encoding))

    def replaced(self, range_: Range, new_text: str, encoding: Encoding) -> str:
        """The text with `range_` replaced, as a client holds it that counts in `encoding`.

        A UTF-16 client can cut between the halves of an emoji and put them together again; both
        are followed exactly, with single halves in between.
        """
        head = self._before(range_.start, encoding)
        tail = self._after(max(range_.start, range_.end), encoding)
        return _join_halves(head + new_text + tail, encoding)

    def _before(self, position: Position, encoding: Encoding) -> str:
        line, character = position
        if line < 0:
            return ""
        if line >= len(self._starts):
            return self.text
        start, end = self._starts[line], self._ends[line]
        before, half, _ = _cut(self.text[start:end], character, encoding)
        return self.text[: start + len(before)] + (_halves(half)[0] if encoding is Encoding.UTF16 else "")

    def _after(self, position: Position, encoding: Encoding) -> str:
        line, character = position
        if line < 0:
            return self.text
        if line >= len(self._starts):
            return ""
        start, end = self._starts[line], self._ends[line]
        before, half, _ = _cut(self.text[start:end], character, encoding)
        if half and encoding is Encoding.UTF16:
            return _halves(half)[1] + self.text[start + len(before) + 1 :]
        return self.text[start + len(before) :]


def changed(index: LineIndex, changes: Sequence[Change], encoding: Encoding) -> LineIndex:
    """The text after a client's changes, each made on the result of the one before."""
    for change in changes:
        if change.range is None:
            index = LineIndex(_join_halves(change.text, encoding))
        else:
            index = LineIndex(index.replaced(change.range, change.text, encoding))
    return index


def without_halves(text: str) -> str:
    """The text with every single half of a surrogate pair as U+FFFD; offsets stay what they were.

    Such halves cannot be encoded, so nothing that computes in UTF-8 may see them.
    """
    return _SURROGATE.sub(_REPLACEMENT, text) if has_halves(text) else text


def _units(text: str, encoding: Encoding) -> int:
    """How many units of `encoding` the text takes."""
    if encoding is Encoding.UTF32 or text.isascii():
        return len(text)
    if encoding is Encoding.UTF16:
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogatepass"))


def _cut(line: str, units: int, encoding: Encoding) -> tuple[str, str, str]:
    """The line cut after so many units: before, the character that the cut goes through, after."""
    if units <= 0:
        return "", "", line
    if encoding is Encoding.UTF32 or line.isascii():
        return line[:units], "", line[units:]
    if encoding is Encoding.UTF16:
        length, inside = _whole_utf16(line.encode("utf-16-le", "surrogatepass"), units)
    else:
        length, inside = _whole_utf8(line.encode("utf-8", "surrogatepass"), units)
    rest = length + 1 if inside else length
    return line[:length], line[length:rest], line[rest:]


def _whole_utf16(data: bytes, units: int) -> tuple[int, bool]:
    """How many whole characters the first units hold, and whether the cut goes through the next."""
    cut = 2 * units
    inside = cut < len(data) and data[cut - 1] & 0xFC == 0xD8 and data[cut + 1] & 0xFC == 0xDC
    return len(data[: cut - 2 if inside else cut].decode("utf-16-le", "surrogatepass")), inside


def _whole_utf8(data: bytes, units: int) -> tuple[int, bool]:
    """The same for bytes of UTF-8."""
    cut = units
    while cut < len(data) and data[cut] & 0xC0 == 0x80:
        cut -= 1
    return len(data[:cut].decode("utf-8", "surrogatepass")), cut < units and cut < len(data)


def _halves(character: str) -> tuple[str, str]:
    """The two surrogates of a character beyond U+FFFF; two empty texts for none."""
    if not character:
        return "", ""
    units = character.encode("utf-16-le", "surrogatepass")
    return (
        units[:2].decode("utf-16-le", "surrogatepass"),
        units[2:].decode("utf-16-le", "surrogatepass"),
    )


def _join_halves(text: str, encoding: Encoding) -> str:
    """The text with neighbouring halves joined to one character, as a UTF-16 client reads them."""
    if encoding is not Encoding.UTF16 or not has_halves(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
