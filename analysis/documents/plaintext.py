"""Plain text: paragraphs, hard-wrapped lines, lists, quotes of e-mails, tables of cells, headings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from mitgemeint.analysis.documents.model import Block, Change, Parsed
from mitgemeint.analysis.documents.switches import LINE_END_SWITCH, SWITCH_LINE, WORD

_LINE_END = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_PAGE_ENDS = frozenset("\f\x1c\x1d\u2029")
_QUOTE = re.compile(r"[ \t]*>(?:[ \t]?>)*[ \t]?")
_BULLET = re.compile(r"\s*[-*+•◦▪▫‣·●○■□➢✓→][ \t\u00a0]+(?=\S)")
_WEAK_BULLET = re.compile(
    r"\s*(?:[–—]|\(?\d{1,3}(?:\.\d{1,3})*[.)]|\(?[a-zA-Z]{1,2}\)|\(?[ivx]{1,5}\)"
    r"|\d{1,2}(?:\.\d{1,2})+(?=\s+(?!Uhr\b)[A-ZÄÖÜ]))[ \t\u00a0]+(?=\S)"
)
_EMPHASIS = re.compile(r"(?<![\w_])_(?=[^\W_])[^_\r\n]{1,200}(?<=[^\W_])_(?![\w_])")
_RULER = re.compile(r"[\s\-_=*~#+|:.–—]+")
_INNER_TAB = re.compile(r"\S[ ]*\t\s*(?=\S)")
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
# The first part of a word that goes on in the next line; but Honig- / und Wachspreise.
_FIRST_PART = re.compile(r"[^\W\d_][a-zäöüß]-[ \t]*$")
_SECOND_PART = re.compile(r"(?!(?:und|oder|bzw|sowie|bis|wie|als|noch|statt|aber|nicht)\b)[a-zäöüß]")
_SIGNATURE = "-- "
_FINAL = re.compile(r"[.!?:;…][\"'“”‘’»«)\]]*$")
# No hard wrap makes such lines, also where a wrapped text was rewritten.
_LONG_LINE = 180
_SHORT_LINE = 40
_LONGEST_HEADING = 80


@dataclass(frozen=True, slots=True)
class _Line:
    """The span of a line's content, without quote signs and list markers, and what it belongs to."""

    start: int
    end: int
    kind: str


def parse(text: str) -> Parsed:
    """Blocks of a plain text."""
    return Parsed(list(blocks(text, 0, len(text))))


def escape(new_text: str) -> str:
    """Plain text needs no escapes."""
    return new_text


def blocks(text: str, start: int, end: int) -> Iterator[Block]:
    """The blocks of the span `start`..`end`."""
    reader = _Reader(text, WORD in text[start:end].lower())
    position = start
    while position < end:
        found = _LINE_END.search(text, position, end)
        line_end = found.start() if found else end
        yield from reader.line(position, line_end)
        if found and found[0] in _PAGE_ENDS:
            yield from reader.flush(heading=True)
        position = found.end() if found else end
    yield from reader.flush(heading=True)


class _Reader:
    """Takes lines one by one and gives blocks as soon as they are complete."""

    def __init__(self, text: str, has_switches: bool) -> None:
        self._text = text
        self._lines: list[_Line] = []
        self._has_switches = has_switches
        self._signature = ""  # the kind of the lines of the signature that is being passed over

    def line(self, start: int, end: int) -> Iterator[Block]:
        """Take the line `start`..`end` (without its line end)."""
        text = self._text
        if self._has_switches:
            if SWITCH_LINE.fullmatch(text, start, end):
                yield from self.flush()
                return
            if found := LINE_END_SWITCH.search(text, start, end):
                end = found.start()
        kind = "paragraph"
        if quote := _QUOTE.match(text, start, end):
            start, kind = quote.end(), "quote"
        content = text[start:end]
        is_empty = not content or content.isspace()
        if content == _SIGNATURE:
            self._signature = kind
        elif is_empty or kind != self._signature:
            self._signature = ""
        if is_empty or self._signature or (content[0] in "-_=*~#+|:.–— \t" and _RULER.fullmatch(content)):
            yield from self.flush(heading=True)
        elif marker := self._marker(start, end):
            yield from self.flush()
            self._lines.append(_Line(marker.end(), end, "item"))
        elif ("\t" in content and _INNER_TAB.search(content)) or content.count("|") > 1:
            yield from self.flush()
            yield from self._cells(start, end)
        elif "   " in content and (gaps := list(_GAP.finditer(text, start, end))):
            yield from self._columns(start, end, gaps)
        else:
            if self._lines and self._lines[0].kind != kind and "quote" in (kind, self._lines[0].kind):
                yield from self.flush()
            self._lines.append(_Line(start, end, self._lines[0].kind if self._lines else kind))

    def _marker(self, start: int, end: int) -> re.Match[str] | None:
        """A list marker; numbers and dashes only where no sentence runs on."""
        if found := _BULLET.match(self._text, start, end):
            return found
        found = _WEAK_BULLET.match(self._text, start, end)
        if found is None or not self._lines:
            return found
        last = self._lines[-1]
        runs_on = not self._text[last.start : last.end].rstrip().endswith((".", ":", ";", "!", "?", ","))
        return None if runs_on and self._lines[0].kind != "item" else found

    def _cells(self, start: int, end: int) -> Iterator[Block]:
        position = start
        for found in re.compile(r"\t+|\|").finditer(self._text, start, end):
            if position < found.start():
                yield Block("cell", position, found.start())
            position = found.end()
        if position < end:
            yield Block("cell", position, end)

    def _columns(self, start: int, end: int, gaps: list[re.Match[str]]) -> Iterator[Block]:
        """The columns of a line that are parted by spaces; the last one may go on below."""
        yield from self.flush()
        for gap in gaps:
            yield Block("cell", start, gap.start())
            start = gap.end()
        self._lines.append(_Line(start, end, "cell"))

    def flush(self, heading: bool = False) -> Iterator[Block]:
        """The blocks of the lines taken so far; a single short line before an empty one is a heading."""
        lines, self._lines = self._lines, []
        if not lines:
            return
        groups = self._groups(lines)
        for group in groups:
            kind = group[0].kind
            if heading and len(lines) == 1 and kind == "paragraph" and self._is_heading(group[0]):
                kind = "heading"
            changes = sorted([*self._joints(group), *self._emphasis(group)], key=lambda each: each.start)
            yield Block(kind, group[0].start, group[-1].end, tuple(changes))

    def _joints(self, group: list[_Line]) -> Iterator[Change]:
        """Line ends that hold more than white space: quote signs and hyphens inside words."""
        for one, other in pairwise(group):
            hyphen = _FIRST_PART.search(self._text, one.start, one.end)
            if hyphen and _SECOND_PART.match(self._text[other.start : other.end].lstrip()):
                white = re.compile(r"\s*").match(self._text, other.start)
                yield Change(hyphen.start() + 2, white.end() if white else other.start, "")
            elif group[0].kind == "quote":
                yield Change(one.end, other.start, " ")

    def _emphasis(self, group: list[_Line]) -> Iterator[Change]:
        """The signs around words that e-mails emphasise: _neue_ is read as neue."""
        for line in group:
            for found in _EMPHASIS.finditer(self._text, line.start, line.end):
                yield Change(found.start(), found.start() + 1, "")
                yield Change(found.end() - 1, found.end(), "")

    def _groups(self, lines: list[_Line]) -> list[list[_Line]]:
        """Lines that belong together: all of a wrapped paragraph, each one of an unwrapped text or a list."""
        if len(lines) == 1:
            return [lines]
        contents = [self._text[line.start : line.end].strip() for line in lines]
        if max(map(len, contents)) > _LONG_LINE:
            return self._unwrapped(lines, contents)
        if self._is_list_like(contents):
            return [[line] for line in lines]
        return [lines]

    def _unwrapped(self, lines: list[_Line], contents: list[str]) -> list[list[_Line]]:
        groups = [[lines[0]]]
        for line, before, content in zip(lines[1:], contents, contents[1:], strict=False):
            if content[:1].islower() and not _FINAL.search(before):
                groups[-1].append(line)
            else:
                groups.append([line])
        return groups

    def _is_list_like(self, contents: list[str]) -> bool:
        """An address, a form, a list without markers: short lines with capitals and without full stops."""
        return len(contents) > 2 and all(
            len(content) <= _SHORT_LINE
            and not content[:1].islower()
            and (content[-1:].isalnum() or content[-1:] == ")")
            for content in contents
        )

    def _is_heading(self, line: _Line) -> bool:
        content = self._text[line.start : line.end].strip()
        return len(content) <= _LONGEST_HEADING and not _FINAL.search(content) and not content.endswith(",")
