"""Prose that stands in pieces: the lines of a cell, or of a verse with a bar before each."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from mitgemeint.analysis.documents.model import Change, Span


class Pieces:
    """The text of some spans of a document, joined by spaces, and the way back to the document.

    The time it takes depends on the pieces alone, not on what stands between them.
    """

    __slots__ = ("_spans", "_starts", "text")

    def __init__(self, document: str, spans: Sequence[Span]) -> None:
        self._spans = tuple(spans)
        self.text = " ".join([document[start:end] for start, end in spans])
        self._starts: list[int] = []
        position = 0
        for start, end in spans:
            self._starts.append(position)
            position += end - start + 1

    def place(self, offset: int) -> int:
        """The place in the document of an offset of the text."""
        index = max(0, bisect_right(self._starts, offset) - 1)
        start, end = self._spans[index]
        return min(start + offset - self._starts[index], end)

    def change(self, start: int, end: int, new_text: str, protected: bool = False) -> Change:
        """A change of the document for one of the text."""
        first = self.place(start)
        return Change(
            first, max(first, self.place(end - 1) + 1) if end > start else first, new_text, protected
        )

    def spans(self, start: int, end: int) -> list[Span]:
        """The spans of the document for one of the text."""
        found = []
        for begin, (low, high) in zip(self._starts, self._spans, strict=True):
            first, last = max(low, low + start - begin), min(high, low + end - begin)
            if first < last:
                found.append((first, last))
        return found

    def gaps(self) -> list[Change]:
        """The changes that join the pieces."""
        return [Change(one[1], other[0], " ") for one, other in pairwise(self._spans)]
