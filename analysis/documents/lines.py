"""The lines of a document, for formats in which lines and their indentation carry the structure."""

import re
from typing import NamedTuple

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_BLANK = re.compile(r"[^\S\r\n]*")
_TAB = 8


class Line(NamedTuple):
    """A line without its line end: where its text begins and ends, and in which column that begins.

    White space around the text belongs to neither; an empty line begins where it ends. `begin` is where the
    line itself begins.
    """

    start: int
    end: int
    column: int
    begin: int

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but white space."""
        return self.start >= self.end

    def after(self, start: int, column: int) -> "Line":
        """The rest of the line from `start` on, as if it began in `column`."""
        return Line(min(start, self.end), self.end, column, self.begin)


def lines_of(text: str) -> list[Line]:
    """All lines of the text; a byte order mark is white space."""
    lines = []
    position = 1 if text.startswith("\ufeff") else 0
    while position < len(text):
        found = _LINE.match(text, position)
        assert found is not None  # the pattern matches anything
        lines.append(_line(text, position, found.end(1)))
        position = found.end()
    return lines


def _line(text: str, begin: int, end: int) -> Line:
    blank = _BLANK.match(text, begin, end)
    start = blank.end() if blank else begin
    stop = start + len(text[start:end].rstrip())
    white = text[begin:start]
    column = len(white.expandtabs(_TAB)) if "\t" in white else start - begin
    return Line(start, stop, column, begin)
