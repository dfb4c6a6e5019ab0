"""Texts with marked stretches, for the page."""

from collections.abc import Iterable
from typing import NamedTuple


class Piece(NamedTuple):
    """A piece of a text, and how it is marked ("" if not)."""

    text: str
    mark: str


def pieces(text: str, marks: Iterable[tuple[int, int, str]]) -> list[Piece]:
    """A text cut where it is marked: start and end in code points, and how. What overlaps is marked once."""
    made, position = [], 0
    for start, end, mark in sorted(marks):
        start = max(start, position)
        if start < end:
            made += [Piece(text[position:start], ""), Piece(text[start:end], mark)]
            position = end
    return [piece for piece in (*made, Piece(text[position:], "")) if piece.text]
