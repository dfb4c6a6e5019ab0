"""How wide a text is on a terminal, and lines of it that a caret can point into."""

import unicodedata
from dataclasses import dataclass

TAB = 4
ZERO_WIDTH = frozenset({"Mn", "Me", "Cf"})
JOINER = "\u200d"
EMOJI_STYLE = "\ufe0f"
ELLIPSIS = "…"


def width(text: str) -> int:
    """The number of terminal columns that `text` takes (after `visible`)."""
    return sum(_widths(text))


def visible(text: str) -> str:
    """`text` with tabs as spaces and without control characters, which could steer the terminal."""
    return "".join(_shown(char) for char in text)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a line, and the columns of the mark below it."""

    text: str
    indent: int
    length: int


def excerpt(line: str, start: int, end: int, room: int) -> Excerpt:
    """The part of `line` around the code points `start` to `end` that fits into `room` columns.

    The mark itself is never cut away; a long line loses text at its sides, shown by an ellipsis.
    """
    first, last = start, end
    columns = width(visible(line[start:end]))
    while True:
        grown = False
        if last < len(line) and columns + width(visible(line[last])) <= room:
            columns += width(visible(line[last]))
            last, grown = last + 1, True
        if first > 0 and columns + width(visible(line[first - 1])) <= room:
            columns += width(visible(line[first - 1]))
            first, grown = first - 1, True
        if not grown:
            break
    head = ELLIPSIS if first > 0 else ""
    tail = ELLIPSIS if last < len(line) else ""
    before = head + visible(line[first:start])
    marked = max(1, width(visible(line[start:end])))
    return Excerpt(before + visible(line[start:last]) + tail, width(before), marked)


def _widths(text: str) -> list[int]:
    found: list[int] = []
    joined = False
    for char in text:
        if joined:
            found.append(0)
        elif char == EMOJI_STYLE:
            found.append(1 if found and found[-1] == 1 else 0)
        else:
            found.append(_width(char))
        joined = char == JOINER
    return found


def _width(char: str) -> int:
    if unicodedata.category(char) in ZERO_WIDTH and char != "\u00ad":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _shown(char: str) -> str:
    if char == "\t":
        return " " * TAB
    return "\ufffd" if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") else char
