"""Positions against a slow oracle that walks the text unit by unit, and edits against a client's copy."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mitgemeint.server.positions import (
    Change,
    Encoding,
    LineIndex,
    Position,
    Range,
    changed,
    without_halves,
)

ALPHABET = [
    *"aß Ü*\t\n\r",
    "\r\n",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x85",
    "\u2028",
    "\u2029",
    "e\u0301",
    "\u0308",
    "\u200d",
    "€",
    "한",
    "😀",
    "👩🏽\u200d🏫",
    "\ud83d",
    "\ude00",
]


def joined(text: str) -> str:
    """The text as it reaches the index: no client and no file holds the two halves of one emoji apart."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


LETTERS = st.one_of(st.sampled_from(ALPHABET), st.characters())
TEXTS = st.lists(LETTERS, max_size=30).map("".join).map(joined)
ENCODINGS = st.sampled_from(list(Encoding))
NUMBERS = st.integers(min_value=-2, max_value=40)
POSITIONS = st.builds(Position, NUMBERS, NUMBERS)


def units_of(character: str, encoding: Encoding) -> int:
    """Oracle: the units one character takes, from its number alone."""
    number = ord(character)
    if encoding is Encoding.UTF32:
        return 1
    if encoding is Encoding.UTF16:
        return 2 if number > 0xFFFF else 1
    return 1 + (number > 0x7F) + (number > 0x7FF) + (number > 0xFFFF)


def walk(text: str, encoding: Encoding) -> list[tuple[int, Position]]:
    """Oracle: every offset with its position, letter by letter; none inside a line end."""
    found = []
    line = character = offset = 0
    while offset <= len(text):
        found.append((offset, Position(line, character)))
        if offset == len(text):
            break
        if text[offset] in "\r\n":
            offset += 2 if text[offset : offset + 2] == "\r\n" else 1
            line, character = line + 1, 0
        else:
            character += units_of(text[offset], encoding)
            offset += 1
    return found


def oracle_offset(text: str, position: Position, encoding: Encoding) -> int:
    """Oracle: the last walked place on that line that is not behind the position."""
    line, character = position
    if line < 0:
        return 0
    on_line = [(place, offset) for offset, place in walk(text, encoding) if place.line == line]
    if not on_line:
        return len(text)
    return max((offset for place, offset in on_line if place.character <= character), default=on_line[0][1])


@given(TEXTS, ENCODINGS)
@example("a\x0cb\u2028c\r\nd\re😀f", Encoding.UTF16)
def test_every_offset_has_the_position_a_walk_finds_and_comes_back(text: str, encoding: Encoding) -> None:
    index = LineIndex(text)
    for offset, position in walk(text, encoding):
        assert index.position(offset, encoding) == position
        assert index.offset(position, encoding) == offset


@given(TEXTS, ENCODINGS, POSITIONS)
@example("ab\ncd", Encoding.UTF16, Position(0, 99))
@example("a😀b", Encoding.UTF16, Position(0, 2))
@example("a😀b", Encoding.UTF8, Position(0, 3))
def test_any_position_is_clamped_to_the_last_character_before_it(
    text: str, encoding: Encoding, position: Position
) -> None:
    assert LineIndex(text).offset(position, encoding) == oracle_offset(text, position, encoding)


@given(TEXTS)
def test_lines_end_at_the_protocols_line_ends_only(text: str) -> None:
    index = LineIndex(text)
    expected = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = [text[slice(*index.line_span(line))] for line in range(index.line_count)]
    assert lines == expected


@pytest.mark.parametrize(
    ("text", "offset", "utf8", "utf16", "utf32"),
    [
        ("Lehrer", 3, (0, 3), (0, 3), (0, 3)),
        ("für Lehrer", 4, (0, 5), (0, 4), (0, 4)),
        ("👩🏽\u200d🏫 Lehrer", 5, (0, 16), (0, 8), (0, 5)),
        ("e\u0301in Lehrer", 5, (0, 6), (0, 5), (0, 5)),
        ("a\x0cb Lehrer", 4, (0, 4), (0, 4), (0, 4)),
        ("a\u2028b Lehrer", 4, (0, 6), (0, 4), (0, 4)),
        ("a\r\nb\rc\nd", 7, (3, 0), (3, 0), (3, 0)),
        ("a\r\n", 2, (0, 1), (0, 1), (0, 1)),
        ("a\r\n", 3, (1, 0), (1, 0), (1, 0)),
        ("", 0, (0, 0), (0, 0), (0, 0)),
    ],
)
def test_known_places(text: str, offset: int, utf8: tuple, utf16: tuple, utf32: tuple) -> None:
    index = LineIndex(text)
    places = [
        index.position(offset, encoding) for encoding in (Encoding.UTF8, Encoding.UTF16, Encoding.UTF32)
    ]
    assert places == [utf8, utf16, utf32]


def test_arguments_stay_as_they_were() -> None:
    position = Position(7, 99)
    range_ = Range(Position(0, 99), position)
    index = LineIndex("kurz\nText")
    index.offset(position, Encoding.UTF8)
    index.replaced(range_, "neu", Encoding.UTF16)
    assert (position, range_, index.text) == ((7, 99), ((0, 99), (7, 99)), "kurz\nText")


def apply_changes(text: str, changes: list[Change], encoding: Encoding) -> str:
    return changed(LineIndex(text), changes, encoding).text


# ---- edits ---------------------------------------------------------------------------------------


def as_units(text: str) -> list[int]:
    data = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]


def from_units(units: list[int]) -> str:
    return b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le", "surrogatepass")


def unit_positions(units: list[int]) -> list[Position]:
    """Every place between two UTF-16 units, halves of emoji included, line ends not split."""
    places: list[Position] = []
    line = character = 0
    for at, unit in enumerate([*units, 0]):
        inside_line_end = unit == 10 and at > 0 and units[at - 1] == 13
        places.append(Position(line, character if not inside_line_end else -1))
        if unit == 10 or (unit == 13 and (at + 1 == len(units) or units[at + 1] != 10)):
            line, character = line + 1, 0
        elif unit != 13:
            character += 1
    return places


@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), TEXTS), max_size=6))
@example("a😀b", [(2, 2, "x"), (2, 3, "")])
def test_a_utf16_client_and_the_server_hold_the_same_text(
    text: str, edits: list[tuple[int, int, str]]
) -> None:
    """The client's copy is a list of UTF-16 units, as in JavaScript, cut anywhere, also inside an emoji."""
    client = as_units(text)
    server = from_units(client)
    for low, high, new_text in edits:
        places = unit_positions(client)
        start, end = sorted((low % len(places), high % len(places)))
        if places[start].character < 0 or places[end].character < 0:
            continue
        change = Change(Range(places[start], places[end]), new_text)
        client[start:end] = as_units(new_text)
        server = apply_changes(server, [change], Encoding.UTF16)
        assert server == from_units(client)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), TEXTS), max_size=6), ENCODINGS)
def test_edits_one_by_one_equal_a_full_replacement(
    text: str, edits: list[tuple[int, int, str]], encoding: Encoding
) -> None:
    text = apply_changes("", [Change(None, text)], encoding)
    changes, expected = [], text
    for low, high, new_text in edits:
        offsets = [offset for offset, _ in walk(expected, encoding)]
        start, end = sorted((offsets[low % len(offsets)], offsets[high % len(offsets)]))
        changes.append(Change(LineIndex(expected).range(start, end, encoding), new_text))
        expected = apply_changes("", [Change(None, expected[:start] + new_text + expected[end:])], encoding)
    assert apply_changes(text, changes, encoding) == expected


@pytest.mark.parametrize(
    ("text", "range_", "new_text", "expected"),
    [
        ("ab\ncd", ((0, 1), (1, 1)), "X", "aXd"),
        ("ab", ((0, 2), (0, 99)), "c", "abc"),
        ("ab\ncd", ((9, 0), (9, 9)), "!", "ab\ncd!"),
        ("ab\r\ncd", ((0, 2), (1, 0)), "", "abcd"),
        ("abcd", ((0, 3), (0, 1)), "X", "abcXd"),
    ],
    ids=["over a line end", "past the line", "past the text", "CRLF removed", "end before start"],
)
def test_known_edits(text: str, range_: tuple, new_text: str, expected: str) -> None:
    place = Range(Position(*range_[0]), Position(*range_[1]))
    assert apply_changes(text, [Change(place, new_text)], Encoding.UTF16) == expected


def test_single_halves_are_hidden_from_the_analysis_without_moving_anything() -> None:
    text = without_halves("a\ud83db😀")
    assert (text, text.encode("utf-8")) == ("a\ufffdb😀", "a�b😀".encode())
