"""ICU MessageFormat: the branches of plural and select arguments, each of which is prose of its own.

By the description of ICU's class MessageFormat (pattern syntax with ApostropheMode DOUBLE_OPTIONAL).
"""

import re
from dataclasses import dataclass, field

from mitgemeint.analysis.documents.model import Change
from mitgemeint.analysis.documents.protection import MANY, ONE, THING
from mitgemeint.analysis.documents.translation.message_tables import MessageTables
from mitgemeint.analysis.documents.translation.placeholders import number_or_thing

_COMPLEX = re.compile(r"\{\s{0,20}([\w.-]{1,80})\s{0,20},\s{0,20}(\w{1,20})\s{0,20},")
_SIGN = re.compile(r"[{}#]|''|'(?=[{}#|])")
_BRANCH = re.compile(r"(=\d{1,9}|[\w-]{1,40})\s{0,40}\Z")


@dataclass(slots=True)
class Part:
    """A message or a branch of one: its span, and what in it is an argument (by position).

    `of_man`: it is said of a man only.
    """

    start: int
    number: str
    of_man: bool = False
    end: int = -1
    holes: list[Change] = field(default_factory=list)


@dataclass(slots=True)
class _Frame:
    """An open brace: a branch (`part`), the list of branches of an argument, or a simple argument."""

    start: int
    part: Part | None = None
    is_numeric: bool = False
    is_simple: bool = False


def is_icu(text: str, tables: MessageTables) -> bool:
    """Whether the text has an argument with branches."""
    return "{" in text and any(
        found[2] in tables.numeric or found[2] in tables.chosen for found in _COMPLEX.finditer(text)
    )


def parts(text: str, number: str, tables: MessageTables) -> list[Part] | None:
    """The message and its branches, but for those of men; None where the braces do not match."""
    found = _Reader(text, number, tables).read()
    return found and [part for part in found if not part.of_man]


class _Reader:
    """One pass over the braces of a message."""

    def __init__(self, text: str, number: str, tables: MessageTables) -> None:
        self._text = text
        self._tables = tables
        whole = Part(0, number)
        self._parts = [whole]
        self._frames = [_Frame(0, whole)]
        self._quoted_to = 0

    def read(self) -> list[Part] | None:
        for sign in _SIGN.finditer(self._text):
            if sign.start() < self._quoted_to:
                continue
            if not self._take(sign[0], sign.start(), sign.end()):
                return None
        if len(self._frames) != 1:
            return None
        self._parts[0].end = len(self._text)
        return self._parts

    def _take(self, sign: str, start: int, end: int) -> bool:
        """Read one sign; whether the message is well formed so far."""
        frame = self._frames[-1]
        match sign:
            case "{":
                return self._open(frame, start)
            case "}":
                return self._close(frame, end)
            case "#":
                if frame.part is not None and frame.is_numeric:
                    frame.part.holes.append(Change(start, end, frame.part.number, protected=True))
            case "''":
                if frame.part is not None:
                    frame.part.holes.append(Change(start, end, "'"))
            case _:
                closing = self._text.find("'", end)
                self._quoted_to = len(self._text) if closing < 0 else closing + 1
                if frame.part is not None:
                    frame.part.holes.append(Change(start, self._quoted_to, THING, protected=True))
        return True

    def _open(self, frame: _Frame, start: int) -> bool:
        if frame.is_simple:
            self._frames.append(_Frame(start, is_simple=True))
            return True
        if frame.part is not None:
            found = _COMPLEX.match(self._text, start)
            kind = found[2] if found else ""
            if kind in self._tables.numeric or kind in self._tables.chosen:
                is_numeric = kind in self._tables.numeric or frame.is_numeric
                self._frames.append(_Frame(start, is_numeric=is_numeric))
            else:
                self._frames.append(_Frame(start, is_simple=True))
            return True
        before = _BRANCH.search(self._text, max(frame.start, start - 90), start)
        if before is None:
            return False
        part = Part(start + 1, self._number(before[1]), self._is_of_man(before[1]))
        self._parts.append(part)
        self._frames.append(_Frame(start, part, frame.is_numeric))
        return True

    def _number(self, branch: str) -> str:
        if branch in self._tables.one:
            return ONE
        within = next(frame.part for frame in reversed(self._frames) if frame.part is not None)
        return MANY if self._frames[-1].is_numeric else within.number

    def _is_of_man(self, branch: str) -> bool:
        within = any(frame.part.of_man for frame in self._frames if frame.part is not None)
        return within or (branch.lower() in self._tables.male and not self._frames[-1].is_numeric)

    def _close(self, frame: _Frame, end: int) -> bool:
        if len(self._frames) == 1:
            return False
        self._frames.pop()
        if frame.part is not None:
            frame.part.end = end - 1
            return True
        outer = self._frames[-1]
        if outer.part is not None:
            argument = self._text[frame.start : end] if frame.is_simple else ""
            new_text = number_or_thing(argument, outer.part.number, self._tables)
            outer.part.holes.append(Change(frame.start, end, new_text, protected=True))
        return True
