"""Messages of git: subject, body, trailers; comments and all that follows the scissors go.

Follows `git commit` (--cleanup=scissors, core.commentChar) and `git interpret-trailers`.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from mitgemeint.analysis.documents import plaintext
from mitgemeint.analysis.documents.lines import Line, lines_of
from mitgemeint.analysis.documents.model import Block, Change, Parsed, Span
from mitgemeint.analysis.documents.plaintext import escape
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.data import resource

__all__ = ["escape", "parse"]

_SCISSORS = re.compile(r"(\S{1,10}) -{8,}[ ]>8[ ]-{8,}")
_OTHER_SIGN = re.compile(r"[;!$%^&|:@](?=[ \t]|$)")
_LEAST_COMMENTS = 3  # lines in a row at the end with a sign other than #
_TYPE = re.compile(r"[a-z][a-z0-9-]{0,20}(?:\([^()\r\n]{1,60}\))?!?:[ \t]+")
_TRAILER = re.compile(r"([A-Za-z0-9][A-Za-z0-9-]{0,40})[ \t]*:(?:[ \t]|$)")
_PICKED = re.compile(r"\(cherry picked from commit [0-9a-f]{7,64}\)")
_CODE = re.compile(r"``[^`\r\n]{1,300}``|`[^`\r\n]{1,300}`")
_MARKER = re.compile(r"(?:[-*+•]|\(?\w{1,3}[.)])[ \t]+")
_CODE_COLUMN = 4


@dataclass(frozen=True, slots=True)
class _Tables:
    repeated: tuple[str, ...]
    trailers: frozenset[str]
    endings: tuple[str, ...]


@cache
def _load() -> _Tables:
    data = tomllib.loads(resource("lexicon", "gitcommit.toml").read_text(encoding="utf-8"))
    return _Tables(tuple(data["repeated"]), frozenset(data["trailers"]), tuple(data["endings"]))


def parse(text: str) -> Parsed:
    """Blocks of a message as git opens it in an editor."""
    reader = _Reader(text)
    return Parsed(list(reader.blocks()), tuple(reader.comments))


def _comment_sign(text: str, lines: Sequence[Line]) -> str:
    """The sign that comments begin with: that of the scissors, or of all last lines, otherwise #."""
    for line in lines:
        if found := _SCISSORS.fullmatch(text, line.begin, line.end):
            return found[1]
    last = [line for line in lines if not line.is_blank][-_LEAST_COMMENTS:]
    signs = {text[line.begin] for line in last if _OTHER_SIGN.match(text, line.begin, line.end)}
    is_other = len(last) == _LEAST_COMMENTS and len(signs) == 1
    if is_other and all(text[line.begin] in signs for line in last):
        return signs.pop()
    return "#"


class _Reader:
    """Reads one message."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.comments: list[Span] = []
        self._dropped: list[Span] = []  # comments and trailers
        self._paragraphs: list[list[Line]] = []
        self._split(lines_of(text))

    def _split(self, lines: Sequence[Line]) -> None:
        """Paragraphs of the lines that are no comments and no trailers, up to the scissors."""
        sign = _comment_sign(self._text, lines)
        paragraph: list[Line] = []
        for line in lines:
            if self._text.startswith(sign, line.begin):
                if _SCISSORS.fullmatch(self._text, line.begin, line.end):
                    break
                self.comments.append((line.begin, line.end))
                self._dropped.append((line.begin, line.end))
            elif line.is_blank:
                self._paragraphs.append(paragraph)
                paragraph = []
            elif _is_trailer(self._text, line):
                self._dropped.append((line.begin, line.end))
            else:
                paragraph.append(line)
        self._paragraphs = [lines for lines in (*self._paragraphs, paragraph) if lines]

    def blocks(self) -> Iterator[Block]:
        """All blocks, in order."""
        before: Sequence[Line] = ()
        for index, lines in enumerate(self._paragraphs):
            if index == 0:
                yield from self._subject(lines)
            elif not self._is_code(lines, before):
                for block in plaintext.blocks(self._text, lines[0].begin, lines[-1].end):
                    yield self._with_changes(block)
            before = lines

    def _subject(self, lines: Sequence[Line]) -> Iterator[Block]:
        """The subject without the type that Conventional Commits put before it."""
        start, end = lines[0].start, lines[-1].end
        if not self._text.startswith(_load().repeated, start):
            kind = _TYPE.match(self._text, start, end)
            yield self._with_changes(Block("heading", kind.end() if kind else start, end))

    def _is_code(self, lines: Sequence[Line], before: Sequence[Line]) -> bool:
        """Whether a paragraph is indented, and not because it belongs to an item of a list."""
        if any(line.column < _CODE_COLUMN for line in lines):
            return False
        marker = _MARKER.match(self._text, before[-1].start, before[-1].end) if before else None
        item_column = before[-1].column + len(marker[0]) if marker else -1
        return lines[0].column != item_column

    def _with_changes(self, block: Block) -> Block:
        """The block without comments, and with placeholders for what stands between backticks."""
        changes = list(block.changes)
        for index in range(bisect_left(self._dropped, (block.start, 0)), len(self._dropped)):
            start, end = self._dropped[index]
            if start >= block.end:
                break
            changes.append(Change(start, end, ""))
        for code in _CODE.finditer(self._text, block.start, block.end):
            changes.append(Change(code.start(), code.end(), THING, protected=True))
        return replace(block, changes=tuple(sorted(changes, key=lambda change: change.start)))


def _is_trailer(text: str, line: Line) -> bool:
    if _PICKED.match(text, line.start, line.end):
        return True
    found = _TRAILER.match(text, line.begin, line.end)
    if found is None:
        return False
    key, tables = found[1].lower(), _load()
    return key in tables.trailers or key.endswith(tables.endings)
