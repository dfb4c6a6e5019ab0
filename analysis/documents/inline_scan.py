"""What scans of inline markup share: changes, texts of their own, pairs of marks that may nest."""

import re

from mitgemeint.analysis.documents.lookup import Lookup
from mitgemeint.analysis.documents.model import Change, Span
from mitgemeint.analysis.documents.pieces import Pieces
from mitgemeint.analysis.documents.protection import THING

Aside = tuple[str, list[Span]]
_PUNCTUATION = frozenset(".,;:!?)")


class InlineScan:
    """One pass over the prose of one block. Offsets are those of its text, whatever lies between its pieces.

    `changes` are what it records, `asides` texts of their own inside: footnotes, texts of images.
    """

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.text = pieces.text
        self.lookup = Lookup(pieces.text)
        self.changes: list[Change] = []
        self.asides: list[Aside] = []
        self._closings: dict[int, int] = {}

    def scan(self, pattern: re.Pattern[str]) -> None:
        """Read what the pattern finds, from left to right."""
        position = 0
        while found := pattern.search(self.text, position):
            closing = self._closings.get(found.start())
            position = self.markup(found) if closing is None else closing
            position = max(position, found.start() + 1)

    def markup(self, found: re.Match[str]) -> int:
        """Record what begins here; where reading goes on."""
        raise NotImplementedError

    def ordered(self) -> tuple[Change, ...]:
        """All changes by position, and what joins the pieces."""
        return tuple(sorted([*self.pieces.gaps(), *self.changes], key=lambda c: (c.start, c.end)))

    def change(self, start: int, end: int, new_text: str, protected: bool = False) -> int:
        """Record a change; gives its end."""
        self.changes.append(self.pieces.change(start, end, new_text, protected))
        return end

    def thing(self, start: int, end: int) -> int:
        """A placeholder."""
        return self.change(start, end, THING, protected=True)

    def drop(self, start: int, end: int) -> int:
        """Nothing is left; before a punctuation mark nor of the white space before it."""
        first = start
        if self.text[end : end + 1] in _PUNCTUATION:
            while first and self.text[first - 1].isspace():
                first -= 1
        self.change(first, end, "")
        return end

    def pair(self, opening: Span, closing: Span, marks: tuple[str, str] = ("", "")) -> int:
        """Two marks, between which reading goes on."""
        self.change(*opening, marks[0])
        self.change(*closing, marks[1])
        self._closings[closing[0]] = closing[1]
        return opening[1]

    def aside(self, kind: str, start: int, end: int) -> None:
        """A text of its own."""
        self.asides.append((kind, self.pieces.spans(start, end)))
