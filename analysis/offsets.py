"""Offsets of a derived text (markup removed, gender forms replaced) back in the text it came from."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the derived text and the source span it stands for.

    A *copied* piece has the same length on both sides and maps offset by offset;
    a *replaced* one maps as a whole.
    """

    start: int
    end: int
    source_start: int
    source_end: int
    copied: bool


class OffsetMap:
    """Maps spans of a derived text to spans of its source, both in code points.

    Pieces cover the derived text without gaps, in order.
    """

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        self._starts = [piece.start for piece in self.pieces]

    @classmethod
    def identity(cls, length: int, shift: int = 0) -> "OffsetMap":
        """A text of `length` that stands unchanged at `shift` in its source."""
        return cls([Piece(0, length, shift, shift + length, copied=True)] if length else [])

    def _piece(self, offset: int) -> Piece:
        return self.pieces[max(0, bisect_right(self._starts, offset) - 1)]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The source span of the derived span `start` to `end` (exclusive).

        A span that touches a replaced piece covers that piece's source whole.
        """
        if not self.pieces:
            return (0, 0)
        first = self._piece(start)
        last = self._piece(max(start, end - 1))
        source_start = first.source_start + (start - first.start if first.copied else 0)
        if end <= start:
            return (source_start, source_start)
        source_end = last.source_start + (end - last.start) if last.copied else last.source_end
        return (source_start, source_end)

    def is_copied(self, start: int, end: int) -> bool:
        """Whether the span stands letter by letter and without interruption in the source."""
        source_start, source_end = self.span(start, end)
        return source_end - source_start == end - start and all(
            piece.copied for piece in self.pieces if piece.start < end and start < piece.end
        )

    def then(self, outer: "OffsetMap") -> "OffsetMap":
        """This map followed by `outer`, which maps this map's source further back."""
        pieces: list[Piece] = []
        for piece in self.pieces:
            if not piece.copied:
                pieces.append(Piece(piece.start, piece.end, *outer.span(piece.source_start, piece.source_end), copied=False))
                continue
            pieces.extend(_split(piece, outer))
        return OffsetMap(pieces)


def _split(piece: Piece, outer: OffsetMap) -> Iterable[Piece]:
    """The parts of a copied piece, cut where `outer` has borders."""
    for border in outer.pieces:
        low, high = max(piece.source_start, border.start), min(piece.source_end, border.end)
        if low >= high:
            continue
        start = piece.start + low - piece.source_start
        yield Piece(start, start + high - low, *outer.span(low, high), copied=border.copied)
