"""reStructuredText: the blocks of a document, by lines and their indentation.

Follows the reStructuredText Markup Specification. Docutils gives lines, not places; tree-sitter-rst knows no
tables, leaves what is inside directives unread, and takes quadratic time for emphasis that is not closed.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from mitgemeint.analysis.documents import rst_cells
from mitgemeint.analysis.documents import rst_patterns as patterns
from mitgemeint.analysis.documents.lines import Line, lines_of
from mitgemeint.analysis.documents.model import Block, Parsed, Span
from mitgemeint.analysis.documents.rst_inline import changes, escape
from mitgemeint.analysis.documents.rst_tables import Argument, Content, Tables, load

__all__ = ["escape", "parse"]

_LEAST_RULER = 4


class _Body(NamedTuple):
    """Lines that are still to be read, and the kind of the paragraphs in them."""

    lines: Sequence[Line]
    kind: str


def parse(text: str) -> Parsed:
    """Blocks of a reStructuredText document."""
    reader = _Reader(text, load())
    reader.read(lines_of(text))
    reader.blocks.sort(key=lambda block: block.start)
    return Parsed(reader.blocks, tuple(sorted(reader.comments)))


def _least_column(lines: Sequence[Line], default: int) -> int:
    return min((line.column for line in lines if not line.is_blank), default=default)


class _Reader:
    """Reads one document; bodies within bodies wait their turn, so that nothing recurs."""

    def __init__(self, text: str, tables: Tables) -> None:
        self._text = text
        self._tables = tables
        self._waiting: list[_Body] = []
        self.blocks: list[Block] = []
        self.comments: list[Span] = []

    def read(self, lines: Sequence[Line]) -> None:
        """Read the lines and all bodies in them."""
        self._waiting.append(_Body(lines, "paragraph"))
        while self._waiting:
            body = self._waiting.pop()
            _BodyReader(self, self._text, self._tables, body).run()

    def later(self, lines: Sequence[Line], kind: str) -> None:
        """Have a body read; "" stands for what is no prose."""
        if lines and kind:
            self._waiting.append(_Body(lines, kind))

    def block(
        self, kind: str, spans: Sequence[Span], *, rulers: Sequence[Span] = (), is_rigid: bool = False
    ) -> None:
        """Add a block that stands in the spans, with the markup inside it."""
        if spans and spans[0][0] < spans[-1][1]:
            found = tuple(changes(self._text, spans, self._tables))
            block = Block(kind, spans[0][0], spans[-1][1], found, is_rigid=is_rigid, rulers=tuple(rulers))
            self.blocks.append(block)


class _BodyReader:
    """Reads the lines of one body, which begin in the same column."""

    def __init__(self, reader: _Reader, text: str, tables: Tables, body: _Body) -> None:
        self._reader = reader
        self._text = text
        self._tables = tables
        self._lines = body.lines
        self._kind = body.kind
        self._column = _least_column(body.lines, 0)
        self._at = 0

    def run(self) -> None:
        """Read all lines."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.is_blank:
                self._at += 1
            elif line.column > self._column:
                self._reader.later(self._indented(self._at), "quote")
            else:
                self._construct(line)

    # -- lines ---------------------------------------------------------------------------------------------

    def _is(self, pattern: re.Pattern[str], line: Line) -> bool:
        return pattern.match(self._text, line.start, line.end) is not None

    def _next(self) -> Line | None:
        return self._lines[self._at + 1] if self._at + 1 < len(self._lines) else None

    def _indented(self, first: int, least: int | None = None) -> list[Line]:
        """The lines from `first` on that are empty or begin in column `least` or further right.

        Reading goes on after them.
        """
        least = self._column + 1 if least is None else least
        end = first
        while end < len(self._lines) and (self._lines[end].is_blank or self._lines[end].column >= least):
            end += 1
        self._at = end
        while end > first and self._lines[end - 1].is_blank:
            end -= 1
        return list(self._lines[first:end])

    def _after(self, found: re.Match[str], line: Line, kind: str, least: int) -> None:
        """Have the text after a marker read as a body, with the lines below that belong to it."""
        below = self._indented(self._at + 1, least)
        column = least if kind == "item" else _least_column(below, least)
        rest = line.after(found.end(), column)
        self._reader.later([rest, *below] if not rest.is_blank else below, kind)

    # -- constructs ----------------------------------------------------------------------------------------

    def _construct(self, line: Line) -> None:
        text = self._text
        ruler = patterns.RULER.fullmatch(text, line.start, line.end)
        if ruler and self._ruler(line):
            return
        match text[line.start]:
            case "." if found := patterns.EXPLICIT.match(text, line.start, line.end):
                self._explicit(line, found)
            case "_" if self._is(patterns.ANONYMOUS, line):
                self._at += 1
            case "+" if self._is(patterns.GRID, line):
                self._table(rst_cells.grid)
            case "=" if self._is(patterns.SIMPLE, line):
                self._simple_table()
            case "|" if self._is(patterns.VERSE, line):
                self._verse()
            case ">" if self._is(patterns.DOCTEST, line):
                self._skip_paragraph()
            case ":" if found := patterns.FIELD.match(text, line.start, line.end):
                kind = self._kind if found[1].split()[0].lower() not in self._tables.fields_left_alone else ""
                self._after(found, line, kind, self._column + 1)
            case "-" | "/" if found := patterns.OPTION.match(text, line.start, line.end):
                self._after(found, line, "definition", self._column + 1)
            case _ if found := self._item(line):
                self._after(found, line, "item", self._column + found.end() - found.start())
            case _:
                self._paragraph(line)

    def _item(self, line: Line) -> re.Match[str] | None:
        """The marker of a list; after a number no line may go on further left than its text."""
        if found := patterns.BULLET.match(self._text, line.start, line.end):
            return found
        found = patterns.NUMBER.match(self._text, line.start, line.end)
        below = self._next()
        if found is None or below is None or below.is_blank:
            return found
        is_inside = below.column > self._column
        return found if is_inside or self._is(patterns.NUMBER, below) else None

    def _ruler(self, line: Line) -> bool:
        """A line of one sign: above a heading, or a transition; False if it is neither."""
        length = line.end - line.start
        title, under = self._next(), None
        if self._at + 2 < len(self._lines):
            under = self._lines[self._at + 2]
        if (
            title is not None
            and under is not None
            and not title.is_blank
            and self._text[under.start : under.end] == self._text[line.start : line.end]
        ):
            rulers = ((line.start, line.end), (under.start, under.end))
            self._reader.block("heading", [(title.start, title.end)], rulers=rulers)
            self._at += 3
            return True
        if length >= _LEAST_RULER and (title is None or title.is_blank):
            self._at += 1
            return True
        return False

    def _paragraph(self, line: Line) -> None:
        below = self._next()
        if below is not None and not below.is_blank:
            if below.column > self._column and not self._text.endswith("::", line.start, line.end):
                self._definition(line)
                return
            if self._is_underline(line, below):
                rulers = [(below.start, below.end)]
                self._reader.block("heading", [(line.start, line.end)], rulers=rulers)
                self._at += 2
                return
        last = self._at
        literal_follows = self._text.endswith("::", line.start, line.end)
        while not literal_follows and last + 1 < len(self._lines) and not self._lines[last + 1].is_blank:
            last += 1
        lines = self._lines[self._at : last + 1]
        self._at = last + 1
        end = lines[-1].end
        is_literal = self._text.endswith("::", line.start, end)
        if is_literal:
            end -= 1 if not self._text[max(line.start, end - 3) : end - 2].isspace() else 2
        self._reader.block(self._kind, [(line.start, end)])
        if is_literal:
            self._literal()

    def _is_underline(self, line: Line, below: Line) -> bool:
        if below.column != self._column or not patterns.RULER.fullmatch(self._text, below.start, below.end):
            return False
        length = below.end - below.start
        return length >= _LEAST_RULER or length >= line.end - line.start

    def _literal(self) -> None:
        """What stands below a paragraph that ends with `::`: indented, or each line with the same sign."""
        while self._at < len(self._lines) and self._lines[self._at].is_blank:
            self._at += 1
        if self._at >= len(self._lines):
            return
        line = self._lines[self._at]
        if line.column > self._column:
            self._indented(self._at)
        elif self._is(patterns.RULER, line):
            self._skip_paragraph()

    def _skip_paragraph(self) -> None:
        while self._at < len(self._lines) and not self._lines[self._at].is_blank:
            self._at += 1

    def _definition(self, line: Line) -> None:
        classifier = patterns.CLASSIFIER.search(self._text, line.start, line.end)
        self._reader.block("term", [(line.start, classifier.start() if classifier else line.end)])
        self._reader.later(self._indented(self._at + 1), "definition")

    def _verse(self) -> None:
        """Lines with a bar before each; one without text ends a paragraph."""
        while self._at < len(self._lines) and self._is(patterns.VERSE, self._lines[self._at]):
            spans: list[Span] = []
            while self._at < len(self._lines) and not self._lines[self._at].is_blank:
                line = self._lines[self._at]
                found = patterns.VERSE.match(self._text, line.start, line.end)
                if found is None and line.column <= self._column:
                    break
                self._at += 1
                if found is not None and found.end() == line.end:
                    break
                spans.append((found.end() if found else line.start, line.end))
            self._reader.block(self._kind, spans)

    # -- tables --------------------------------------------------------------------------------------------

    def _table(self, cells: "rst_cells.Cells") -> None:
        first = self._at
        self._skip_paragraph()
        self._cells(cells(self._text, self._lines[first : self._at]))

    def _simple_table(self) -> None:
        """Up to the ruler before an empty line: the second one, or the first if there is no further one."""
        first = end = self._at
        for index in range(first + 1, len(self._lines)):
            line = self._lines[index]
            if line.column == self._column and self._is(patterns.SIMPLE, line):
                end = index
                below = self._lines[index + 1] if index + 1 < len(self._lines) else None
                if below is None or below.is_blank:
                    break
        self._at = end + 1
        if end == first:
            self._skip_paragraph()
        self._cells(rst_cells.simple(self._text, self._lines[first : self._at]))

    def _cells(self, cells: Sequence["rst_cells.Cell"]) -> None:
        for cell in cells:
            self._reader.block("cell", cell.spans, is_rigid=cell.is_rigid)

    # -- explicit markup -----------------------------------------------------------------------------------

    def _explicit(self, line: Line, found: re.Match[str]) -> None:
        """Two dots: a footnote, a target, a directive, or a comment."""
        start = found.end()
        below = self._next()
        if start >= line.end and (below is None or below.is_blank):
            self._at += 1  # an empty comment takes nothing with it
        elif note := patterns.NOTE.match(self._text, start, line.end):
            self._after(note, line, "footnote", self._column + 1)
        elif patterns.TARGET.match(self._text, start, line.end):
            self._indented(self._at + 1)
        elif directive := patterns.DIRECTIVE.match(self._text, start, line.end):
            self._directive(line.after(directive.end(), self._column + 1), directive[1])
        else:
            lines = [line, *self._indented(self._at + 1)]
            self._reader.comments.append((line.start, lines[-1].end))

    def _directive(self, first: Line, name: str) -> None:
        known = self._tables.directive(name)
        below = self._indented(self._at + 1)
        if known is None:
            return
        column = _least_column(below, self._column + 1)
        lines = [first.after(first.start, column), *below] if not first.is_blank else below
        argument, options, content = self._parts(lines, known.argument)
        for line in options:
            self._option(line)
        if argument and known.argument is not Argument.NONE:
            self._argument(argument, known.argument)
        match known.content:
            case Content.BODY:
                self._reader.later(content, self._kind)
            case Content.CSV:
                self._cells(rst_cells.values(self._text, content))
            case Content.FIELDS:
                for line in (*options, *content):
                    self._meta(line)
            case _:
                pass

    def _parts(
        self, lines: Sequence[Line], argument: Argument
    ) -> tuple[Sequence[Line], Sequence[Line], Sequence[Line]]:
        """Argument, options and content. Options are lines `:name: value` before the first empty line."""
        end = next((i for i, line in enumerate(lines) if line.is_blank), len(lines))
        first = next((i for i in range(end) if self._is(patterns.FIELD, lines[i])), end)
        last = first
        while last < end and (
            self._is(patterns.FIELD, lines[last]) or lines[last].column > lines[first].column
        ):
            last += 1
        if argument is Argument.CONTENT:
            return (), lines[first:last], [*lines[:first], *lines[last:]]
        if argument is not Argument.TITLE:
            return lines[:1], lines[first:last], [*lines[1:first], *lines[last:]]
        return lines[:first], lines[first:last], lines[last:]

    def _argument(self, lines: Sequence[Line], argument: Argument) -> None:
        start, end = lines[0].start, lines[-1].end
        if argument is Argument.TITLE:
            self._reader.block("heading", [(start, end)])
        elif argument is Argument.AFTER and (word := patterns.WORD.match(self._text, start, end)):
            self._reader.block(self._kind, [(word.end(), end)])

    def _option(self, line: Line) -> None:
        found = patterns.FIELD.match(self._text, line.start, line.end)
        if found and found[1].lower() in self._tables.options:
            kind = "alt" if found[1].lower() == "alt" else "paragraph"
            self._reader.block(kind, [(found.end(), line.end)])

    def _meta(self, line: Line) -> None:
        found = patterns.FIELD.match(self._text, line.start, line.end)
        if found and found[1].split()[0].lower() in self._tables.meta:
            self._reader.block("paragraph", [(found.end(), line.end)])
