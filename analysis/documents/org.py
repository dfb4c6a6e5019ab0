"""Org: the blocks of a document, line by line.

Follows the Org Syntax document. tree-sitter-org gives no emphasis, links or footnotes, and takes time that
grows with the square of a paragraph's length.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from mitgemeint.analysis.documents.language_tags import german_only
from mitgemeint.analysis.documents.lines import Line, lines_of
from mitgemeint.analysis.documents.model import Block, Parsed, Span
from mitgemeint.analysis.documents.org_inline import escape, read
from mitgemeint.analysis.documents.org_tables import Tables, load

__all__ = ["escape", "parse"]

_HEADLINE = re.compile(r"\*+[ \t]+(?:([A-ZÄÖÜ]{2,20})(?=[ \t]|$)[ \t]*)?(?:\[#\w{1,2}\][ \t]*)?")
_TAGS = re.compile(r"[ \t]+:(?:[\w@#%]+:)+$")
_KEYWORD = re.compile(r"#\+(\w[\w-]{0,40})(?:\[[^\[\]\r\n]{0,200}\])?:[ \t]*", re.IGNORECASE)
_BEGIN = re.compile(r"#\+begin_(\S{1,40})", re.IGNORECASE)
_END = re.compile(r"#\+end(?:_\S{1,40}|:)?", re.IGNORECASE)
_COMMENT = re.compile(r"#(?:[ \t]|$)")
_DRAWER = re.compile(r":[\w-]{1,60}:$")
_PLANNING = re.compile(r"(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):|%%\(")
_FIXED = re.compile(r":(?:[ \t]|$)")
_RULE = re.compile(r"-{5,}$")
_NOTE = re.compile(r"\[fn:[\w-]{1,60}\][ \t]*")
_ITEM = re.compile(
    r"(?:[-+]|\*(?=[ \t])|(?:\d{1,6}|[A-Za-z])[.)])(?:[ \t]+(?:\[@\w{1,6}\][ \t]+)?(?:\[[ xX-]\][ \t]+)?|$)"
)
_TAG = re.compile(r"[ \t]::(?:[ \t]+|$)")
_TABLE_RULE = re.compile(r"\|[-+|: ]*$")
_ENVIRONMENT = re.compile(r"\\begin\{([A-Za-z*]{1,40})\}")
_ENDS = re.compile(r"(?<!\S)(?::end:|#\+end_\S{1,40})(?!\S)|\\end\{[A-Za-z*]{1,40}\}", re.IGNORECASE)
_LANGUAGE = re.compile(r"(?mi)^#\+language:[ \t]*([a-z]+)")


def parse(text: str) -> Parsed:
    """Blocks of an Org document."""
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
        self._kinds = ["paragraph"]  # of the blocks that are open
        self._paragraph: list[Span] = []
        self._paragraph_kind = "paragraph"
        self._item_column = -1
        self._found_ends: dict[str, list[int]] | None = None
        self.blocks: list[Block] = []
        self.comments: list[Span] = []

    def read(self) -> None:
        """Read all lines."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if line.is_blank:
                self._flush()
            else:
                self._construct(line, self._text[line.start : line.end])
        self._flush()

    def _add(self, kind: str, spans: Sequence[Span]) -> None:
        """A block, and a block for each text of its own in it."""
        waiting = [(kind, list(spans))]
        while waiting:
            kind, spans = waiting.pop()
            if spans and spans[0][0] < spans[-1][1]:
                changes, asides = read(self._text, spans)
                self.blocks.append(Block(kind, spans[0][0], spans[-1][1], changes))
                waiting.extend(asides)

    def _flush(self) -> None:
        """End the paragraph."""
        spans, self._paragraph = self._paragraph, []
        self._add(self._paragraph_kind, spans)

    def _begin(self, kind: str, start: int, end: int) -> None:
        """End the paragraph, begin another one."""
        self._flush()
        self._paragraph_kind = kind
        self._extend(start, end)

    def _extend(self, start: int, end: int) -> None:
        """Add a line to the paragraph; lines without anything between them make one piece."""
        if self._paragraph and not self._text[self._paragraph[-1][1] : start].strip():
            self._paragraph[-1] = (self._paragraph[-1][0], end)
        else:
            self._paragraph.append((start, end))

    # -- lines ---------------------------------------------------------------------------------------------

    def _construct(self, line: Line, content: str) -> None:
        sign, at = content[0], self._at
        if sign == "*" and not line.column and (found := _HEADLINE.match(content)):
            self._headline(line, found)
        elif sign == "#" and self._hash(line, content):
            pass
        elif sign == ":" and (_DRAWER.match(content) or _FIXED.match(content)):
            self._flush()
            if _DRAWER.match(content):
                self._skip_to(":end:")
        elif _PLANNING.match(content) or _RULE.match(content):
            self._flush()
        elif sign == "|":
            self._flush()
            self._row(line, content)
        elif sign == "\\" and (environment := _ENVIRONMENT.match(content)):
            self._flush()
            self._at -= 1  # it may end in its first line
            self._skip_to(f"\\end{{{environment[1].lower()}}}")
            self._at = max(self._at, at)
        elif sign == "[" and not line.column and (found := _NOTE.match(content)):
            self._begin("footnote", line.start + found.end(), line.end)
        elif found := _ITEM.match(content):
            self._item(line, found)
        elif self._paragraph:
            self._extend(line.start, line.end)
        else:
            self._begin(self._kind_at(line), line.start, line.end)

    def _kind_at(self, line: Line) -> str:
        """Paragraphs that are set in further than the marker of an item belong to it."""
        if self._kinds[-1] == "paragraph" and 0 <= self._item_column < line.column:
            return "item"
        self._item_column = -1
        return self._kinds[-1]

    def _headline(self, line: Line, found: re.Match[str]) -> None:
        self._flush()
        self._item_column = -1
        word = found[1]
        is_todo = word is None or word in self._tables.todo
        start = line.start + (found.end() if is_todo else found.start(1))
        tags = _TAGS.search(self._text, start, line.end)
        if word != "COMMENT":
            self._add("heading", [(start, tags.start() if tags else line.end)])

    def _hash(self, line: Line, content: str) -> bool:
        """Comments, keywords and the lines around blocks; whether the line is one of them."""
        if _COMMENT.match(content):
            self.comments.append((line.start, line.end))
            return True
        if found := _BEGIN.match(content):
            self._flush()
            kind = self._tables.blocks.get(found[1].lower(), self._kinds[-1])
            if kind:
                self._kinds.append(kind)
            else:
                self._skip_to(f"#+end_{found[1].lower()}")
            return True
        if _END.match(content):
            self._flush()
            if len(self._kinds) > 1:
                self._kinds.pop()
            return True
        if found := _KEYWORD.match(content):
            self._flush()
            kind = self._tables.keywords.get(found[1].lower(), "")
            if kind:
                self._add(kind, [(line.start + found.end(), line.end)])
            return True
        return False

    def _skip_to(self, end: str) -> None:
        """Pass over the lines up to the next one with this end; over none, if there is none."""
        places = self._ends().get(end, [])
        index = bisect_left(places, self._at)
        if index < len(places):
            self._at = places[index] + 1

    def _ends(self) -> dict[str, list[int]]:
        """In which lines drawers, blocks and environments end."""
        if self._found_ends is None:
            self._found_ends = {}
            for index, line in enumerate(self._lines):
                for found in _ENDS.finditer(self._text, line.start, line.end):
                    self._found_ends.setdefault(found[0].lower(), []).append(index)
        return self._found_ends

    def _item(self, line: Line, found: re.Match[str]) -> None:
        start = line.start + found.end()
        self._item_column = line.column
        tag = _TAG.search(self._text, start, line.end)
        if tag:
            self._flush()
            self._add("term", [(start, tag.start())])
            self._begin("definition", tag.end(), line.end)
        else:
            self._begin("item", start, line.end)

    def _row(self, line: Line, content: str) -> None:
        if _TABLE_RULE.match(content):
            return
        position = line.start + 1
        for bar in re.finditer(r"\|", content[1:] + "|"):
            end = min(line.start + 1 + bar.start(), line.end)
            cell = self._text[position:end]
            start = position + len(cell) - len(cell.lstrip())
            self._add("cell", [(start, position + len(cell.rstrip()))] if cell.strip() else [])
            position = end + 1
