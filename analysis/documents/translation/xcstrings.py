"""Apple's string catalogues (.xcstrings): the German strings of each key, with their variations."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from mitgemeint.analysis.documents.model import Block, Parsed, Span
from mitgemeint.analysis.documents.protection import MANY, ONE
from mitgemeint.analysis.documents.translation import json_events
from mitgemeint.analysis.documents.translation.json_events import Event, EventKind, JsonReader
from mitgemeint.analysis.documents.translation.locales import is_german_tag
from mitgemeint.analysis.documents.translation.message import Style, message_blocks
from mitgemeint.analysis.documents.translation.message_tables import load

escape = json_events.escape


class _Place(Enum):
    """Where in the catalogue an object stands."""

    OUTSIDE = auto()
    ELSEWHERE = auto()
    ENTRIES = auto()
    ENTRY = auto()
    LANGUAGES = auto()
    GERMAN = auto()


@dataclass(frozen=True, slots=True)
class _State:
    place: _Place
    number: str = MANY


def parse(text: str) -> Parsed:
    """Blocks of a string catalogue."""
    reader = JsonReader(text)
    notes: list[Span] = []
    blocks = list(_blocks(text, reader, notes))
    return Parsed(blocks, tuple(sorted([*reader.comments, *notes])))


def _blocks(text: str, reader: JsonReader, notes: list[Span]) -> Iterator[Block]:
    states = [_State(_Place.OUTSIDE)]
    write = json_events.escape_for(text)
    for event in reader.events():
        state = states[-1]
        if event.kind is EventKind.OPEN:
            states.append(_inside(state, event))
        elif event.kind is EventKind.CLOSE:
            states.pop()
        elif state.place is _Place.GERMAN and event.key == "value":
            literal = json_events.literal(text, event.start, event.end)
            yield from message_blocks(literal, Style(write, state.number))
        elif state.place is _Place.ENTRY and event.key == "comment":
            notes.append((event.start, event.end))


def _inside(outer: _State, event: Event) -> _State:
    """The state in an object that is the value of the event's key."""
    match outer.place:
        case _Place.OUTSIDE if event.key == "strings":
            return _State(_Place.ENTRIES)
        case _Place.ENTRIES:
            return _State(_Place.ENTRY)
        case _Place.ENTRY if event.key == "localizations":
            return _State(_Place.LANGUAGES)
        case _Place.LANGUAGES if is_german_tag(event.key):
            return _State(_Place.GERMAN)
        case _Place.GERMAN:
            tables = load()
            if event.key in tables.one:
                return _State(_Place.GERMAN, ONE)
            return _State(_Place.GERMAN, MANY if event.key in tables.quantities else outer.number)
    return _State(_Place.ELSEWHERE if outer.place is not _Place.OUTSIDE else _Place.OUTSIDE)
