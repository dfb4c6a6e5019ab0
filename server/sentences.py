"""The sentences of a document: where they stand, and their prose without markup and line breaks.

Baselines know a finding by its sentence, and a changed line makes its whole sentence count as changed.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.nlp.segmentation import Segmenter
from mitgemeint.server.positions import LineIndex

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Stretch:
    """A sentence: its span in the document, in code points, and its words with single spaces between."""

    start: int
    end: int
    prose: str


class Sentences:
    """The sentences of one text. One can lie within another, as a footnote does."""

    def __init__(self, text: str, format: str) -> None:
        self._text = text
        self._all = sorted(_sentences(text, format))
        self._starts = [sentence.start for sentence in self._all]
        self._reach = list(accumulate((sentence.end for sentence in self._all), max))

    def around(self, start: int, end: int) -> str:
        """The prose of the innermost sentence around a span, or of its lines where there is none."""
        at = bisect_right(self._starts, start) - 1
        while at >= 0 and self._reach[at] >= end:
            if self._all[at].end >= end:
                return self._all[at].prose
            at -= 1
        index = LineIndex(self._text)
        first, last = index.line_of(start), index.line_of(max(start, end - 1))
        return _joined(self._text[index.line_span(first)[0] : index.line_span(last)[1]])

    def touching(self, lines: Set[int], index: LineIndex) -> Iterator[Span]:
        """The spans of the sentences that stand at least in part on one of the lines."""
        for sentence in self._all:
            first, last = index.line_of(sentence.start), index.line_of(max(sentence.start, sentence.end - 1))
            if any(line in lines for line in range(first, last + 1)):
                yield sentence.start, sentence.end


class Spans:
    """Spans of a text that may overlap, asked by bisection."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        self._reach = list(accumulate((end for _, end in ordered), max))

    def hit(self, start: int, end: int) -> bool:
        """Whether one of the spans shares a character with `start` to `end` (exclusive)."""
        at = bisect_right(self._starts, end - 1) - 1
        return at >= 0 and self._reach[at] > start


@cache
def _segmenter() -> Segmenter:
    return Segmenter()


def _sentences(text: str, format: str) -> Iterator[Stretch]:
    for segment in read(text, format).segments:
        for sentence in _segmenter().segment(segment.text):
            span = segment.offsets.span(sentence.start, sentence.end)
            yield Stretch(*span, _joined(segment.text[sentence.start : sentence.end]))


def _joined(text: str) -> str:
    return " ".join(text.split())
