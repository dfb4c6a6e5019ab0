"""The strings of a JSON text with their keys, by RFC 8259; comments as in JSON5 are passed over.

A lexer of its own, since the places of strings are needed and broken texts have to be read as well.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from mitgemeint.analysis.documents.literal import UTF16_ESCAPE, Escape, Literal, ascii_only, utf16_character
from mitgemeint.analysis.documents.model import Change, Span

_TOKEN = re.compile(
    r'"((?:[^"\\\r\n]|\\[^\r\n])*)"|([{}\[\],])|(//[^\r\n]*)|(/\*)|("(?:[^"\\\r\n]|\\[^\r\n])*)'
)
_COLON = re.compile(r"\s{0,200}:")
_ESCAPE = re.compile(rf"{UTF16_ESCAPE}|\\([^uU])")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_SPECIAL = re.compile(r'["\\\x00-\x1f]')


class EventKind(Enum):
    """What an event tells."""

    OPEN = auto()
    CLOSE = auto()
    STRING = auto()


@dataclass(frozen=True, slots=True)
class Event:
    """An object or an array begins or ends, or a string is the value; `key` is "" in arrays.

    `start`..`end` is the content of the string.
    """

    kind: EventKind
    key: str = ""
    start: int = 0
    end: int = 0


class JsonReader:
    """Reads one text; `comments` are there when all events have been given."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.comments: list[Span] = []

    def events(self) -> Iterator[Event]:
        """The events in the order of the text; braces that do not match are no error."""
        position, key, depth = 0, "", 0
        while found := _TOKEN.search(self._text, position):
            position = found.end()
            sign = found[2]
            if found[1] is not None:
                start, end = found.span(1)
                if colon := _COLON.match(self._text, position):
                    key, position = self._text[start:end], colon.end()
                else:
                    yield Event(EventKind.STRING, key, start, end)
                    key = ""
            elif sign and sign in "{[":
                depth += 1
                yield Event(EventKind.OPEN, key)
                key = ""
            elif sign and sign in "}]" and depth:
                depth -= 1
                yield Event(EventKind.CLOSE)
                key = ""
            elif sign:
                key = ""
            elif found[3] or found[4]:
                position = self._comment(found)
        for _ in range(depth):
            yield Event(EventKind.CLOSE)

    def _comment(self, found: re.Match[str]) -> int:
        end = found.end()
        if found[4]:
            closing = self._text.find("*/", end)
            end = len(self._text) if closing < 0 else closing + 2
        self.comments.append((found.start(), end))
        return end


def literal(text: str, start: int, end: int) -> Literal:
    """The string whose content is written at `start`..`end`."""
    return Literal.of(text, start, end, _changes(text, start, end))


def _changes(text: str, start: int, end: int) -> Iterator[Change]:
    for found in _ESCAPE.finditer(text, start, end):
        yield Change(found.start(), found.end(), _meaning(found))


def _meaning(found: re.Match[str]) -> str:
    if found[4] is not None:
        return _CONTROLS.get(found[4], found[4])
    return utf16_character(found[1] or found[3], found[2])


def escape(new_text: str) -> str:
    """Prose inside a string of JSON."""
    return _SPECIAL.sub(lambda found: _escaped(found[0]), new_text)


def escape_ascii(new_text: str) -> str:
    """The same in a file that has all letters beyond ASCII as escapes."""
    return ascii_only(escape(new_text))


def escape_for(text: str) -> Escape:
    """How the file `text` writes its letters."""
    return escape_ascii if text.isascii() and "\\u00" in text else escape


def _escaped(sign: str) -> str:
    return f"\\{sign}" if sign in '"\\' else f"\\u{ord(sign):04x}"
