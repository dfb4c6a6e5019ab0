"""Spans of a text, and how those that were found agree with those of a reference."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Counts:
    """Spans found (`right`), findings beside every span (`wrong`), spans not found (`missed`)."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """Share of the findings that are right, 1 where there is none."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Share of the spans that are found, 1 where there is none."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def occurrences(text: str, phrase: str) -> Iterator[Span]:
    """Where a phrase stands in a text as whole words."""
    start = text.find(phrase) if phrase else -1
    while start >= 0:
        end = start + len(phrase)
        if not text[:start][-1:].isalnum() and not text[end:][:1].isalnum():
            yield start, end
        start = text.find(phrase, start + 1)


def overlap(one: Span, other: Span) -> bool:
    """Whether two half-open spans share a code point."""
    return one[0] < other[1] and other[0] < one[1]


def count(found: Sequence[Span], reference: Sequence[Span]) -> Counts:
    """Compare the spans of one text."""
    missed = sum(not any(overlap(span, other) for other in found) for span in reference)
    wrong = sum(not any(overlap(span, other) for other in reference) for span in found)
    return Counts(len(reference) - missed, wrong, missed)
