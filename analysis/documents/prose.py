"""From a block of a document to a segment of prose: changes applied, white space and letters normalised."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from mitgemeint.analysis.cache_sizes import SEGMENTS
from mitgemeint.analysis.documents.model import Block, Change, Segment, Span
from mitgemeint.analysis.documents.protection import protections
from mitgemeint.analysis.offsets import OffsetMap, Piece

_WHITE = re.compile(r"\s\s+|[^\S ]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]+")
_JOINERS = frozenset("\u200c\u200d")
_NO_BASE = frozenset(" \n\r\t\f\v")


def segment(document: str, block: Block, escape: Callable[[str], str]) -> Segment | None:
    """The segment of a block, in a format with this rule of escaping; None if no prose is left in it."""
    changes = tuple(
        _moved(change, -block.start)
        for change in block.changes
        if block.start <= change.start and change.end <= block.end
    )
    prose = _prose(document[block.start : block.end], changes)
    if prose is None:
        return None
    text, offsets, protected = prose
    write = block.escape or escape
    shifted = offsets.shifted(block.start)
    return Segment(text, shifted, block.kind, write, protected, block.is_rigid, block.rulers)


def _moved(change: Change, by: int) -> Change:
    return Change(change.start + by, change.end + by, change.new_text, change.protected)


@lru_cache(maxsize=SEGMENTS)
def _prose(source: str, changes: tuple[Change, ...]) -> tuple[str, OffsetMap, tuple[Span, ...]] | None:
    """The prose of a stretch of a document, the map from there to the stretch, and what is protected in it.

    An edit leaves nearly all stretches of a document as they were.
    """
    text, offsets, protected = _apply(source, 0, len(source), _with_white_space(source, changes))
    if not text:
        return None
    further = _cleaning(text, protected)
    if further:
        kept = [Change(start, end, None, protected=True) for start, end in protected]
        ordered = sorted([*further, *kept], key=lambda change: change.start)
        text, inner, protected = _apply(text, 0, len(text), ordered)
        offsets = inner.then(offsets)
    return (text, offsets, tuple(protected)) if _has_words(text, protected) else None


def _has_words(text: str, protected: Sequence[Span]) -> bool:
    """Whether any letter stands outside the placeholders."""
    position = 0
    for start, end in (*protected, (len(text), len(text))):
        if any(map(str.isalpha, text[position:start])):
            return True
        position = end
    return False


def _with_white_space(source: str, changes: Sequence[Change]) -> Iterator[Change]:
    """The changes, and between them every run of white space made one space."""
    position = 0
    for change in (*changes, Change(len(source), len(source), None)):
        if change.start < position:
            continue  # overlaps an earlier one
        for white in _WHITE.finditer(source, position, change.start):
            yield Change(white.start(), white.end(), " ")
        if change.end > change.start:
            yield change
        position = change.end


def _cleaning(text: str, protected: Sequence[Span]) -> list[Change]:
    """What has to be changed inside prose: invisible characters, decomposed letters, addresses."""
    changes = [*protections(text, protected)]
    if not text.isascii():
        taken = [(change.start, change.end) for change in changes]
        found = [*_invisible(text), *_decomposed(text)]
        changes.extend(_outside(found, sorted([*taken, *protected])))
    return changes


def _invisible(text: str) -> Iterator[Change]:
    """Characters without width; joiners only inside words, in emoji they have a meaning."""
    for found in _INVISIBLE.finditer(text):
        start, end = found.span()
        between_letters = start > 0 and text[start - 1].isalnum() and text[end : end + 1].isalnum()
        if between_letters or _JOINERS.isdisjoint(found[0]):
            yield Change(start, end, "")


def _decomposed(text: str) -> Iterator[Change]:
    """Letters written as base and combining marks, composed (NFC)."""
    if unicodedata.is_normalized("NFC", text):
        return
    position = 0
    while position < len(text):
        end = position + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        cluster = text[position:end]
        composed = unicodedata.normalize("NFC", cluster)
        if composed != cluster and cluster[0] not in _NO_BASE:
            yield Change(position, end, composed)
        position = end


def _outside(changes: Iterable[Change], taken: Sequence[Span]) -> Iterator[Change]:
    """The changes (by position) that overlap neither a taken span nor each other."""
    remaining = iter(taken)
    span = next(remaining, None)
    end = 0
    for change in sorted(changes, key=lambda change: change.start):
        while span is not None and span[1] <= change.start:
            span = next(remaining, None)
        if change.start >= end and (span is None or change.end <= span[0]):
            yield change
            end = change.end


class _Builder:
    """Collects the derived text with its pieces; two spaces in a row become one."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.pieces: list[Piece] = []
        self.protected: list[Span] = []
        self._length = 0

    def _ends_in_space(self) -> bool:
        return not self.parts or self.parts[-1][-1] == " "

    def copy(self, text: str, start: int, end: int) -> None:
        if start < end and text[start] == " " and self._ends_in_space():
            start += 1
        if start < end:
            self._add(text[start:end], start, end, copied=True)

    def replace(self, new_text: str, start: int, end: int) -> None:
        if new_text[:1] == " " and self._ends_in_space():
            new_text = new_text[1:]
        if new_text:
            self._add(new_text, start, end, copied=False)

    def _add(self, part: str, start: int, end: int, copied: bool) -> None:
        self.parts.append(part)
        self.pieces.append(Piece(self._length, self._length + len(part), start, end, copied))
        self._length += len(part)

    def protect(self, since: int) -> None:
        if since < self._length:
            self.protected.append((since, self._length))

    @property
    def length(self) -> int:
        return self._length

    def finish(self) -> tuple[str, OffsetMap, list[Span]]:
        """The text without a space at its end."""
        if self.parts and self.parts[-1][-1] == " ":
            last = self.pieces.pop()
            part = self.parts.pop()[:-1]
            if part:
                source_end = last.source_end - 1 if last.copied else last.source_end
                self.parts.append(part)
                self.pieces.append(
                    Piece(last.start, last.end - 1, last.source_start, source_end, last.copied)
                )
        return "".join(self.parts), OffsetMap(self.pieces), self.protected


def _apply(text: str, start: int, end: int, changes: Iterable[Change]) -> tuple[str, OffsetMap, list[Span]]:
    builder = _Builder()
    position = start
    for change in changes:
        builder.copy(text, position, change.start)
        since = builder.length
        if change.new_text is None:
            builder.copy(text, change.start, change.end)
        else:
            builder.replace(change.new_text, change.start, change.end)
        if change.protected:
            builder.protect(since)
        position = change.end
    builder.copy(text, position, end)
    return builder.finish()
