"""AsciiDoc: the blocks of a document, line by line.

Follows the AsciiDoc Language Documentation; no parser of it ships in a package.
"""

import re
from collections.abc import Callable, Sequence

from mitgemeint.analysis.documents.asciidoc_inline import escape, escape_in_term, first_value, read
from mitgemeint.analysis.documents.asciidoc_tables import Tables, load
from mitgemeint.analysis.documents.language_tags import german_only
from mitgemeint.analysis.documents.lines import Line, lines_of
from mitgemeint.analysis.documents.model import Block, Parsed, Span

__all__ = ["escape", "parse"]

_HEADING = re.compile(r"(={1,6}|#{1,6})[ \t]+(?=\S)")
_UNDERLINE = re.compile(r"={4,}|-{4,}|~{4,}|\^{4,}|\+{4,}")
_VERBATIM = re.compile(r"-{4,}|\.{4,}|\+{4,}|`{3,}[\w+-]*|/{4,}")
_COMPOUND = re.compile(r"={4,}|\*{4,}|_{4,}|--|\"\"")
_TABLE = re.compile(r"([|!,:])={3,}")
_COMMENT = re.compile(r"//(?!/)")
_ATTRIBUTE = re.compile(r":(!?[\w-]{1,80}!?):(?:[ \t]+|$)")
_BLOCK_ATTRIBUTES = re.compile(r"\[(?:\[[^\[\]]*\]|[^\[\]]*(?:\"[^\"]*\"[^\[\]]*)*)\]")
_STYLE = re.compile(r"\[\s*([A-Za-z][\w-]*)")
_TITLE = re.compile(r"\.(?=[^\s.])")
_MACRO = re.compile(r"([a-z][\w-]{0,30})::([^\s\[\]]{0,500})\[")
_PREPROCESSOR = re.compile(r"(?:include|ifdef|ifndef|ifeval|endif)::[^\s\[]{0,500}\[")
_RULE = re.compile(r"'{3,}|<{3,}|-{3}|\*{3}|(?:- ){2}-|(?:\* ){2}\*")
_ITEM = re.compile(
    r"(?:\*{1,6}|-|\.{1,6}|\d{1,4}\.|[a-zA-Z]\.|[ivxIVX]{1,5}\)|<(?:\d{1,3}|\.)>|•)[ \t]+"
    r"(?:\[[ xX*]\][ \t]+)?(?=\S)"
)
_TERM = re.compile(r"(?P<term>[^\s:](?:[^\r\n:;]|:(?!:)|;(?!;)){0,300}?)(?P<sign>:{2,4}|;;)(?:[ \t]+|$)")
_CELL = re.compile(
    r"(?:(?<=\s)|(?<=\|)|^)(?:\d{0,3}(?:\.\d{1,3})?[+*])?[<^>]?(?:\.[<^>])?(?P<style>[aehlmsdv])?(?=\|)|\|"
)
_LITERAL_CELLS = frozenset("lm")
_LANGUAGE = re.compile(r"(?m)^:lang:[ \t]*([A-Za-z]+)")


def parse(text: str) -> Parsed:
    """Blocks of an AsciiDoc document."""
    reader = _Reader(text, load())
    reader.read()
    return german_only(reader.blocks, reader.comments, _LANGUAGE.search(text))


class _Reader:
    """Reads one document, line by line."""

    def __init__(self, text: str, tables: Tables) -> None:
        self._text = text
        self._tables = tables
        self._lines = lines_of(text)
        self._at = 0
        self._open: list[tuple[str, str]] = []  # the delimiters of open blocks, and the kind outside of them
        self._kind = "paragraph"
        self._style = ""
        self._in_item = False
        self.blocks: list[Block] = []
        self.comments: list[Span] = []

    def read(self) -> None:
        """Read all lines."""
        self._header()
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.is_blank:
                self._at += 1
                self._style = self._style if self._style in self._tables.left_alone else ""
            else:
                self._construct(line, self._text[line.start : line.end])

    def _add(self, kind: str, spans: Sequence[Span], *, is_rigid: bool = False) -> None:
        """A block, and a block for each text of its own in it."""
        waiting = [(kind, list(spans), is_rigid)]
        while waiting:
            kind, spans, is_rigid = waiting.pop()
            if spans and spans[0][0] < spans[-1][1]:
                changes, asides = read(self._text, spans)
                start, end = spans[0][0], spans[-1][1]
                escaped = escape_in_term if self._text.find("((", start, end) >= 0 else None
                self.blocks.append(Block(kind, start, end, changes, escaped, is_rigid))
                waiting.extend((*aside, False) for aside in asides)

    # -- lines ---------------------------------------------------------------------------------------------

    def _header(self) -> None:
        """The title of the document, and author and revision below it."""
        while self._at < len(self._lines) and self._lines[self._at].is_blank:
            self._at += 1
        first = self._at
        if first >= len(self._lines) or not self._text.startswith("= ", self._lines[first].start):
            return
        self._construct(self._lines[first], self._content(self._lines[first]))
        while self._at < len(self._lines) and not self._lines[self._at].is_blank:
            line = self._lines[self._at]
            content = self._content(line)
            if content.startswith((":", "//")):
                self._construct(line, content)
            else:
                self._at += 1

    def _content(self, line: Line) -> str:
        return self._text[line.start : line.end]

    def _construct(self, line: Line, content: str) -> None:
        style, self._style = self._style, ""
        if self._is_delimited(line, content, style):
            return
        if line.column:
            self._indented(line, style)
        elif _COMMENT.match(content):
            self.comments.append((line.start, line.end))
            self._style = style
            self._at += 1
        elif found := _HEADING.match(content):
            self._add("heading", [(line.start + found.end(), line.end)])
            self._next()
        elif found := _ATTRIBUTE.match(content):
            self._document_attribute(line, found)
        elif content[0] == "[" and _BLOCK_ATTRIBUTES.fullmatch(content):
            named = _STYLE.match(content)
            self._style = named[1].lower() if named else style
            self._at += 1
        elif _RULE.fullmatch(content) or content == "+":
            self._in_item = content == "+" and self._in_item
            self._at += 1
        elif found := _MACRO.match(content):
            self._block_macro(line, found)
        elif content[0] == "." and _TITLE.match(content):
            self._add("heading", [(line.start + 1, line.end)])
            self._style = style
            self._at += 1
        else:
            self._text_block(line, content, style)

    def _next(self) -> None:
        self._at += 1
        self._in_item = False

    def _is_delimited(self, line: Line, content: str, style: str) -> bool:
        """A line that begins or ends a block."""
        if line.column or content[0] not in '-.+`/=*_"|!,:':
            return False
        if any(delimiter == content for delimiter, _ in self._open):
            delimiter = ""
            while delimiter != content:
                delimiter, self._kind = self._open.pop()
            self._next()
            return True
        if _VERBATIM.fullmatch(content) or (
            _COMPOUND.fullmatch(content) and style in self._tables.left_alone
        ):
            self._verbatim(line, content)
            return True
        if _COMPOUND.fullmatch(content):
            self._open.append((content, self._kind))
            if content[0] in '_"':
                self._kind = "quote"
            self._next()
            return True
        if found := _TABLE.fullmatch(content):
            self._table(content, found[1])
            return True
        return False

    def _verbatim(self, line: Line, content: str) -> None:
        """Up to the same line again: a listing, or a comment."""
        closing = "```" if content.startswith("```") else content
        end = self._at + 1
        while end < len(self._lines) and self._content(self._lines[end]) != closing:
            end += 1
        self._at = end + 1
        if content[0] == "/":
            last = self._lines[min(end, len(self._lines) - 1)]
            self.comments.append((line.start, last.end))

    def _document_attribute(self, line: Line, found: re.Match[str]) -> None:
        if found[1].lower() in self._tables.prose_attributes:
            self._add("paragraph", [(line.start + found.end(), line.end)])
        while self._at < len(self._lines) and self._content(self._lines[self._at]).endswith(" \\"):
            self._at += 1
        self._next()

    def _block_macro(self, line: Line, found: re.Match[str]) -> None:
        closing = self._text.rfind("]", line.start, line.end)
        if found[1] in self._tables.pictures and closing > 0:
            self._add("alt", [first_value(self._text, line.start + found.end(), closing)])
        self._at += 1

    # -- paragraphs and lists ------------------------------------------------------------------------------

    def _indented(self, line: Line, style: str) -> None:
        """An item of a list that is set in, the further text of one, or else a literal paragraph."""
        content = self._content(line)
        if _ITEM.match(content) or _TERM.match(content) or self._in_item:
            self._text_block(line, content, style)
        else:
            self._paragraph_end(line.start)

    def _text_block(self, line: Line, content: str, style: str) -> None:
        if style in self._tables.left_alone:
            self._paragraph_end(line.start)
            return
        below = self._lines[self._at + 1] if self._at + 1 < len(self._lines) else None
        if below is not None and not self._open and self._is_underline(line, below):
            self._add("heading", [(line.start, line.end)], is_rigid=True)
            self._next()
            self._at += 1
            return
        start, kind = line.start, self._kind if style not in ("quote", "verse") else "quote"
        if found := _ITEM.match(content):
            start, kind, self._in_item = start + found.end(), "item", True
        elif found := _TERM.match(content):
            self._add("term", [(start, start + found.end("term"))])
            start, kind, self._in_item = start + found.end(), "definition", True
        elif found := self._admonition(content):
            start += found.end()
        elif self._in_item and self._kind == "paragraph":
            kind = "item" if line.column else kind
            self._in_item = line.column > 0
        self._add(kind, self._paragraph_end(start))

    def _admonition(self, content: str) -> re.Match[str] | None:
        if not content.startswith(self._tables.admonitions):
            return None
        return re.match(r"[A-Z]+:[ \t]+", content)

    def _is_underline(self, line: Line, below: Line) -> bool:
        content = self._content(below)
        if below.column or not _UNDERLINE.fullmatch(content):
            return False
        return abs((below.end - below.start) - (line.end - line.start)) <= 1

    def _paragraph_end(self, start: int) -> list[Span]:
        """Pass over the lines of a paragraph or an item that begins at `start`; gives where they stand."""
        spans = [(start, self._lines[self._at].end)]
        self._at += 1
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.is_blank:
                break
            content = self._content(line)
            if content == "+" or self._begins_block(line, content):
                break
            self._at += 1
            if not line.column and _COMMENT.match(content):
                self.comments.append((line.start, line.end))
                spans.append((line.end, line.end))
            elif spans[-1][0] == spans[-1][1]:
                spans[-1] = (line.start, line.end)
            else:
                spans[-1] = (spans[-1][0], line.end)
        return [span for span in spans if span[0] < span[1]]

    def _begins_block(self, line: Line, content: str) -> bool:
        """Whether a line ends the paragraph above it."""
        if _PREPROCESSOR.match(content) and not line.column:
            return True
        if _ITEM.match(content) or _TERM.match(content):
            return self._in_item
        if line.column:
            return False
        if content[0] == "[" and _BLOCK_ATTRIBUTES.fullmatch(content):
            return True
        return any(sort.fullmatch(content) for sort in (_VERBATIM, _COMPOUND, _TABLE))

    # -- tables ----------------------------------------------------------------------------------------------

    def _table(self, delimiter: str, separator: str) -> None:
        """Cells up to the same line again; those of values between commas or colons are left alone."""
        first = self._at + 1
        end = first
        while end < len(self._lines) and self._content(self._lines[end]) != delimiter:
            end += 1
        self._at = end + 1
        self._in_item = False
        if separator == "|":
            self._cells(self._lines[first:end])

    def _cells(self, lines: Sequence[Line]) -> None:
        spans: list[Span] = []
        is_read = True

        def flush() -> None:
            if is_read:
                self._add("cell", spans)
            spans.clear()

        for line in lines:
            position = line.start
            if line.is_blank or (not line.column and _PREPROCESSOR.match(self._text, line.start, line.end)):
                flush()
                continue
            for found in _CELL.finditer(self._text, line.start, line.end):
                bar = found.end() if found[0] != "|" else found.start()
                if found[0] == "|" and self._text[found.start() - 1 : found.start()] == "\\":
                    continue
                if found.start() < position:
                    continue
                self._piece(spans, position, found.start(), flush)
                flush()
                is_read = found["style"] not in _LITERAL_CELLS
                position = bar + 1
            self._piece(spans, position, line.end, flush)
        flush()

    def _piece(self, spans: list[Span], start: int, end: int, flush: Callable[[], None]) -> None:
        content = self._text[start:end]
        start, end = start + len(content) - len(content.lstrip()), start + len(content.rstrip())
        item = _ITEM.match(self._text, start, end) if start < end else None
        if item:
            flush()
            start = item.end()
        if start < end:
            spans.append((start, end))
