"""Offset maps: spans of a derived text in its source, and maps after one another."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.analysis.offsets import OffsetMap, Piece

#  source   "Die **Lehr&shy;er**  kommen"  (schematic)
#  derived  "ab" copied from 0, "X" for 2..6, "cd" copied from 8
_MAP = OffsetMap([Piece(0, 2, 0, 2, True), Piece(2, 3, 2, 6, False), Piece(3, 5, 8, 10, True)])


@pytest.mark.parametrize(
    ("span", "source"),
    [
        ((0, 2), (0, 2)),
        ((1, 2), (1, 2)),
        ((1, 3), (1, 6)),
        ((2, 3), (2, 6)),
        ((2, 4), (2, 9)),
        ((0, 5), (0, 10)),
        ((3, 5), (8, 10)),
        ((0, 0), (0, 0)),
        ((2, 2), (2, 2)),
        ((5, 5), (10, 10)),
    ],
)
def test_span(span: tuple[int, int], source: tuple[int, int]) -> None:
    assert _MAP.span(*span) == source


def test_empty_span_after_a_replaced_end() -> None:
    assert OffsetMap([Piece(0, 1, 3, 9, False)]).span(1, 1) == (9, 9)


def test_map_of_an_empty_text() -> None:
    assert OffsetMap([]).span(0, 0) == (0, 0)
    assert OffsetMap.identity(0).pieces == ()
    assert OffsetMap([]).then(_MAP).pieces == ()


def test_identity_shifts() -> None:
    assert OffsetMap.identity(4, shift=10).span(1, 3) == (11, 13)


@pytest.mark.parametrize(
    ("span", "copied"), [((0, 2), True), ((3, 5), True), ((2, 3), False), ((1, 4), False), ((0, 5), False)]
)
def test_is_copied(span: tuple[int, int], copied: bool) -> None:
    assert _MAP.is_copied(*span) is copied


def test_is_not_copied_over_dropped_text() -> None:
    dropped = OffsetMap([Piece(0, 2, 0, 2, True), Piece(2, 4, 5, 7, True)])
    assert not dropped.is_copied(1, 3)
    assert dropped.span(1, 3) == (1, 6)


def derive(text: str, choices: Sequence[int]) -> tuple[str, OffsetMap]:
    """A derived text: each choice treats the next three characters (copy, drop, replace)."""
    parts: list[str] = []
    pieces: list[Piece] = []
    length = 0
    for number, choice in enumerate(choices):
        start, end = 3 * number, min(3 * number + 3, len(text))
        if start >= end or choice == 1:
            continue
        part = text[start:end] if choice == 0 else "#" * (choice - 1)
        pieces.append(Piece(length, length + len(part), start, end, choice == 0))
        parts.append(part)
        length += len(part)
    return "".join(parts), OffsetMap(pieces)


_CHOICES = st.lists(st.integers(0, 5), max_size=20)


@given(st.text("abcdefgh", max_size=60), _CHOICES, _CHOICES)
def test_then_is_composition(text: str, first: list[int], second: list[int]) -> None:
    middle, outer = derive(text, first)
    derived, inner = derive(middle, second)
    both = inner.then(outer)
    assert [p.start for p in both.pieces] == [0, *[p.end for p in both.pieces]][: len(both.pieces)]
    for start in range(len(derived)):
        for end in range(start + 1, len(derived) + 1):
            assert both.span(start, end) == outer.span(*inner.span(start, end))
    for piece in both.pieces:
        if piece.copied:
            assert derived[piece.start : piece.end] == text[piece.source_start : piece.source_end]


def test_many_pieces_take_no_quadratic_work() -> None:
    count = 200_000
    many = OffsetMap(Piece(i, i + 1, 2 * i, 2 * i + 1, True) for i in range(count))
    twice = OffsetMap.identity(count).then(many)
    assert len(twice.pieces) == count
    assert all(twice.is_copied(i, i + 1) for i in range(count))
