"""The cells of reStructuredText's tables: grids, simple tables, values between commas."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mitgemeint.analysis.documents.lines import Line
from mitgemeint.analysis.documents.model import Span

_BORDER = re.compile(r"[-=+| ]*")
_MARKER = re.compile(r"(?:[-*+•]|\d{1,3}\.)[ \t]+(?=\S)")
_VALUE = re.compile(r'[ \t]*(?:"([^"]*+(?:""[^"]*+)*)"|([^,"\r\n][^,\r\n]*+)?)[ \t]*(,|(?=[\r\n])|\Z)?')
_RULERS = re.compile(r"[-= \t]+")
_COLUMN = re.compile(r"=+")


class Cell(NamedTuple):
    """A cell: where the lines of its text stand. That of a rigid one may not grow, or the table breaks."""

    spans: tuple[Span, ...]
    is_rigid: bool


Cells = Callable[[str, Sequence[Line]], list[Cell]]


def grid(text: str, lines: Sequence[Line]) -> list[Cell]:
    """The cells of a table drawn with +, - and |; they may reach over several columns and rows."""
    cells: list[Cell] = []
    open_cells: dict[int, list[Span]] = {}
    borders = [match.start() for match in re.finditer(r"\+", text[lines[0].start : lines[0].end])]
    for line in lines:
        for start, end, border in _runs(text, line, borders):
            if _BORDER.fullmatch(text, start, end):
                cells.extend(_joined(text, open_cells.pop(border, ()), is_rigid=True))
            else:
                open_cells.setdefault(border, []).append((start, end))
    for pieces in open_cells.values():
        cells.extend(_joined(text, pieces, is_rigid=True))
    return cells


def _runs(text: str, line: Line, borders: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The parts of a line between the borders that are drawn in it, with the place of the border before."""
    begin = borders[0]
    for border in borders[1:]:
        at = line.start + border
        if at >= line.end:
            break
        if text[at] in "|+":
            yield line.start + begin + 1, at, begin
            begin = border


def simple(text: str, lines: Sequence[Line]) -> list[Cell]:
    """The cells of a table whose columns are underlined with =; what stands in the last one may grow."""
    base = lines[0].start
    columns = [found.start() for found in _COLUMN.finditer(text[base : lines[0].end])]
    cells: list[Cell] = []
    row: dict[int, list[Span]] = {}

    def flush() -> None:
        for index, pieces in sorted(row.items()):
            cells.extend(_joined(text, pieces, is_rigid=index + 1 < len(columns)))
        row.clear()

    for line in lines:
        if line.is_blank or _RULERS.fullmatch(text, line.start, line.end):
            flush()
            continue
        if line.column == lines[0].column:
            flush()
        for index, start, end in _columns(text, line, columns, lines[0].column):
            row.setdefault(index, []).append((start, end))
    flush()
    return cells


def _columns(text: str, line: Line, columns: Sequence[int], base: int) -> Iterator[tuple[int, int, int]]:
    """The parts of a line in each column; text that crosses a gap joins the columns."""
    shift = line.start - (line.column - base)
    begun, since = 0, line.start
    for index in range(1, len(columns)):
        start = shift + columns[index]
        if start >= line.end:
            break
        if start <= since:
            begun, since = index, max(since, start)
        elif text[start - 1].isspace():
            yield begun, since, start
            begun, since = index, start
    yield begun, since, line.end


def values(text: str, lines: Sequence[Line]) -> list[Cell]:
    """The cells of values between commas, one row a line; within quotation marks a value may have several."""
    cells: list[Cell] = []
    if not lines:
        return cells
    position, end = lines[0].start, lines[-1].end
    while position < end and (found := _VALUE.match(text, position, end)):
        group = 1 if found[1] is not None else 2
        start, stop = found.span(group)
        if start < stop:
            cells.append(Cell(((start, stop),), is_rigid=False))
        position = max(found.end(), position + 1)
    return cells


def _joined(text: str, pieces: Sequence[Span], *, is_rigid: bool) -> Iterator[Cell]:
    """The texts of a cell, whose parts stand in lines below each other; empty ones and items part them."""
    found: list[Span] = []
    for low, high in pieces:
        content = text[low:high]
        begin, stop = low + len(content) - len(content.lstrip()), low + len(content.rstrip())
        marker = _MARKER.match(text, begin, stop)
        if found and (begin >= stop or marker):
            yield Cell(tuple(found), is_rigid)
            found = []
        if begin < stop:
            found.append((marker.end() if marker else begin, stop))
    if found:
        yield Cell(tuple(found), is_rigid)
