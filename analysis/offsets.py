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

    Pieces cover the derived text without gaps, in order, and none is empty there. The source may have
    stretches that no piece stands for (dropped markup). Look-ups are O(log n) in the number of pieces.
    """

    __slots__ = ("_pieces", "_shift", "_starts")

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._pieces = tuple(pieces)
        self._starts = [piece.start for piece in self._pieces]
        self._shift = 0

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, in order."""
        return self._shifted(self._pieces)

    def _shifted(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        if not self._shift:
            return pieces
        by = self._shift
        return tuple(Piece(p.start, p.end, p.source_start + by, p.source_end + by, p.copied) for p in pieces)

    def shifted(self, by: int) -> "OffsetMap":
        """The same map into a source that has `by` characters more at its begin."""
        made = OffsetMap.__new__(OffsetMap)
        made._pieces, made._starts, made._shift = self._pieces, self._starts, self._shift + by
        return made

    @property
    def begin(self) -> int:
        """Where in the source the derived text begins; 0 for an empty one."""
        return self._pieces[0].source_start + self._shift if self._pieces else 0

    @classmethod
    def identity(cls, length: int, shift: int = 0) -> "OffsetMap":
        """A text of `length` that stands unchanged at `shift` in its source."""
        return cls([Piece(0, length, shift, shift + length, copied=True)] if length else [])

    def _index(self, offset: int) -> int:
        return max(0, bisect_right(self._starts, offset) - 1)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The source span of the derived span `start` to `end` (exclusive).

        A span that touches a replaced piece covers that piece's source whole; an empty span maps to an
        empty one, inside a replaced piece to its begin. A map without pieces has only (0, 0).
        """
        if not self._pieces:
            return (0, 0)
        shift = self._shift
        first = self._pieces[self._index(start)]
        if end <= start:
            if first.copied:
                place = first.source_start + start - first.start
            else:
                place = first.source_end if start >= first.end else first.source_start
            return (place + shift, place + shift)
        last = self._pieces[self._index(end - 1)]
        source_start = first.source_start + (start - first.start if first.copied else 0)
        source_end = last.source_start + (end - last.start) if last.copied else last.source_end
        return (source_start + shift, source_end + shift)

    def is_copied(self, start: int, end: int) -> bool:
        """Whether the span stands letter by letter and without interruption in the source."""
        source_start, source_end = self.span(start, end)
        return source_end - source_start == end - start and all(
            piece.copied for piece in self.between(start, end)
        )

    def between(self, start: int, end: int) -> tuple[Piece, ...]:
        """The pieces that overlap the derived span."""
        if end <= start or not self._pieces:
            return ()
        return self._shifted(self._pieces[self._index(start) : self._index(end - 1) + 1])

    def then(self, outer: "OffsetMap") -> "OffsetMap":
        """This map followed by `outer`, which maps this map's source further back."""
        pieces: list[Piece] = []
        for piece in self.pieces:
            if piece.copied:
                pieces.extend(_split(piece, outer))
            else:
                source = outer.span(piece.source_start, piece.source_end)
                pieces.append(Piece(piece.start, piece.end, *source, copied=False))
        return OffsetMap(pieces)


def _split(piece: Piece, outer: OffsetMap) -> Iterable[Piece]:
    """The parts of a copied piece, cut where `outer` has borders."""
    for border in outer.between(piece.source_start, piece.source_end):
        low, high = max(piece.source_start, border.start), min(piece.source_end, border.end)
        start = piece.start + low - piece.source_start
        yield Piece(start, start + high - low, *outer.span(low, high), copied=border.copied)
