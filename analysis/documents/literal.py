"""Strings inside files: the text that a program sees, and the way back to where it is written.

A string may be written in several layers (a message with arguments, in escapes of Android, in XML). Each
layer is a `Literal` made from the one around it, and blocks are cut from the innermost.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.documents.model import Block, Change
from mitgemeint.analysis.offsets import OffsetMap, Piece

Escape = Callable[[str], str]

OBJECT = "\ufffc"
"""Stands in a literal for something that is no text: an element for a variable, an unknown entity."""


@dataclass(frozen=True, slots=True)
class Literal:
    """The text of a string, and where its characters stand in the document."""

    text: str
    offsets: OffsetMap

    @classmethod
    def of(cls, document: str, start: int, end: int, changes: Iterable[Change] = ()) -> "Literal":
        """The string written at `start`..`end` of the document, its escapes replaced by `changes`.

        Changes are in order; what overlaps an earlier one is passed over.
        """
        parts: list[str] = []
        pieces: list[Piece] = []
        length, position = 0, start
        for change in (*changes, Change(end, end, "")):
            if change.start < position:
                continue
            if position < change.start:
                parts.append(document[position : change.start])
                after = length + change.start - position
                pieces.append(Piece(length, after, position, change.start, copied=True))
                length = after
            new_text = document[change.start : change.end] if change.new_text is None else change.new_text
            if new_text:
                parts.append(new_text)
                after = length + len(new_text)
                pieces.append(Piece(length, after, change.start, change.end, copied=False))
                length = after
            position = change.end
        return cls("".join(parts), OffsetMap(pieces))

    def decoded(self, changes: Iterable[Change]) -> "Literal":
        """The literal that this one's text means, by `changes` of that text."""
        inner = Literal.of(self.text, 0, len(self.text), changes)
        return Literal(inner.text, inner.offsets.then(self.offsets))

    def block(
        self, kind: str, start: int, end: int, changes: Sequence[Change] = (), escape: Escape | None = None
    ) -> Block | None:
        """The block of `start`..`end` of the text, with `changes` of the text; None if nothing is there."""
        if start >= end:
            return None
        source_start, source_end = self.offsets.span(start, end)
        # A change of the text stands before the escapes that it covers, which are passed over then.
        merged = [*self._inner(changes), *self._outer(start, end)]
        merged.sort(key=lambda change: (change.start, -change.end))
        return Block(kind, source_start, source_end, tuple(merged), escape)

    def _outer(self, start: int, end: int) -> Iterator[Change]:
        """What the layers around have replaced or dropped."""
        position: int | None = None
        for piece in self.offsets.between(start, end):
            if position is not None and position < piece.source_start:
                yield Change(position, piece.source_start, "")
            if not piece.copied:
                text = self.text[max(start, piece.start) : min(end, piece.end)]
                yield Change(piece.source_start, piece.source_end, " " if text.isspace() else text)
            position = piece.source_end

    def _inner(self, changes: Iterable[Change]) -> Iterator[Change]:
        for change in changes:
            if change.start < change.end:
                yield Change(*self.offsets.span(change.start, change.end), change.new_text, change.protected)


def character(code: int) -> str:
    """The character of a code point that an escape names; U+FFFD where that is none."""
    if code == 0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF:
        return "\ufffd"
    return chr(code)


def utf16_character(first: str, second: str | None) -> str:
    """The character that one or two escapes in hexadecimal units of UTF-16 name."""
    code = int(first, 16)
    if second is not None:
        code = 0x10000 + ((code - 0xD800) << 10) + (int(second, 16) - 0xDC00)
    return character(code)


def ascii_only(text: str) -> str:
    """The text with all characters beyond ASCII written as escapes of UTF-16 units: \\u00e4."""
    if text.isascii():
        return text
    units = text.encode("utf-16-be", "replace")
    pairs = (units[at] << 8 | units[at + 1] for at in range(0, len(units), 2))
    return "".join(chr(unit) if unit < 0x80 else f"\\u{unit:04x}" for unit in pairs)


UTF16_ESCAPE = r"\\[uU](?:([dD][89abAB][0-9A-Fa-f]{2})\\[uU]([dD][c-fC-F][0-9A-Fa-f]{2})|([0-9A-Fa-f]{4}))"
"""A pattern for such escapes: a pair in the first two groups, or one unit in the third."""
