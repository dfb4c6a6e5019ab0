"""Apple's .strings: the values, by "String Resources" of Apple's archive (old-style property lists)."""

import re
from collections.abc import Iterator

from mitgemeint.analysis.documents.literal import UTF16_ESCAPE, Literal, character, utf16_character
from mitgemeint.analysis.documents.model import Block, Change, Parsed, Span
from mitgemeint.analysis.documents.translation.message import Style, message_blocks

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|(//[^\r\n]*)|(/\*)|([=;])|([\w.-]+)|(")', re.DOTALL)
_ESCAPE = re.compile(rf"{UTF16_ESCAPE}|\\([0-7]{{3}})|\\(.)", re.DOTALL)
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\n": "\n"}
_SPECIAL = re.compile(r'["\\]')


def parse(text: str) -> Parsed:
    """Blocks of a file of strings: one or more for each value."""
    comments: list[Span] = []
    return Parsed(list(_blocks(text, comments)), tuple(comments))


def escape(new_text: str) -> str:
    """Prose inside a string."""
    return _SPECIAL.sub(r"\\\g<0>", new_text)


def _blocks(text: str, comments: list[Span]) -> Iterator[Block]:
    position, is_value = 0, False
    while found := _TOKEN.search(text, position):
        position = found.end()
        if found[1] is not None:
            if is_value:
                start, end = found.span(1)
                literal = Literal.of(text, start, end, _changes(text, start, end))
                yield from message_blocks(literal, Style(escape))
            is_value = False
        elif found[2] is not None:
            comments.append(found.span())
        elif found[3] is not None:
            closing = text.find("*/", position)
            position = len(text) if closing < 0 else closing + 2
            comments.append((found.start(), position))
        elif found[6] is not None:
            return  # a string without end
        else:
            is_value = found[4] == "="


def _changes(text: str, start: int, end: int) -> Iterator[Change]:
    for found in _ESCAPE.finditer(text, start, end):
        yield Change(found.start(), found.end(), _meaning(found))


def _meaning(found: re.Match[str]) -> str:
    if found[4] is not None:
        return character(int(found[4], 8))
    if found[5] is not None:
        return _CONTROLS.get(found[5], found[5])
    return utf16_character(found[1] or found[3], found[2])
