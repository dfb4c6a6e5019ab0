"""Units: the sentences of a document with their words and the way back to the document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.documents import Document, Segment
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.gender_forms import FormKind, GenderForm, mask, recognise
from mitgemeint.analysis.nlp.protocol import Analyzer, Sentence, Word
from mitgemeint.analysis.offsets import OffsetMap
from mitgemeint.analysis.pairs import find_pairs, short_pairs
from mitgemeint.analysis.policy import Policy
from mitgemeint.analysis.quotes import quoted


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence. `start` is its place in the masked text of its segment.

    `covered` holds the words that gender and pair forms have taken, `protected` those in code and the like.
    """

    text: str
    words: tuple[Word, ...]
    covered: frozenset[int]
    protected: frozenset[int]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a unit stands: the maps from the masked text to the segment and from there to the document."""

    start: int
    segment: Segment
    to_segment: OffsetMap

    def document_span(self, start: int, end: int) -> tuple[int, int]:
        """The document span of a span of the unit."""
        return self.segment.offsets.span(*self.segment_span(start, end))

    def segment_span(self, start: int, end: int) -> tuple[int, int]:
        """The segment span of a span of the unit."""
        return self.to_segment.span(self.start + start, self.start + end)


@dataclass(frozen=True, slots=True)
class FormPlace:
    """A gender form and the segment it stands in."""

    form: GenderForm
    segment: Segment

    @property
    def span(self) -> tuple[int, int]:
        """The document span of the form."""
        return self.segment.offsets.span(self.form.start, self.form.end)


class UnitReader:
    """Cuts documents into units."""

    def __init__(self, database: Database, analyzer: Analyzer, policy: Policy) -> None:
        self._database = database
        self._analyzer = analyzer
        self._policy = policy
        self._closed = ClosedClass.load()

    def read(self, document: Document) -> tuple[list[tuple[Unit, Place]], list[FormPlace]]:
        """The units of a document in order, and its gender forms."""
        units: list[tuple[Unit, Place]] = []
        forms: list[FormPlace] = []
        for segment in document.segments:
            found = recognise(segment.text, self._is_feminine)
            forms += [
                FormPlace(form, segment)
                for form in found
                if not _hit(form.start, form.end, segment.protected)
            ]
            units += self._units(segment, found)
        return units, forms

    def _is_feminine(self, word: str) -> bool:
        return any(form.gender is Gender.FEMININE for form in self._database.readings(word))

    def _units(self, segment: Segment, forms: Sequence[GenderForm]) -> Iterator[tuple[Unit, Place]]:
        masked, offsets = segment.text, OffsetMap.identity(len(segment.text))
        if forms:
            masked, offsets = mask(segment.text, forms)
        untouchable = [*segment.protected, *(quoted(segment.text) if self._policy.skip_quotes else ())]
        for sentence in self._analyzer.segment(masked):
            place = Place(sentence.start, segment, offsets)
            words = _relative(sentence)
            spans = [place.segment_span(word.start, word.end) for word in words]
            covered = self._covered(words, spans, forms)
            protected = {index for index, span in enumerate(spans) if _hit(*span, untouchable)}
            text = masked[sentence.start : sentence.end]
            yield Unit(text, words, frozenset(covered), frozenset(protected)), place

    def _covered(
        self, words: tuple[Word, ...], spans: Sequence[tuple[int, int]], forms: Sequence[GenderForm]
    ) -> set[int]:
        """The words that are inclusive already: in gender forms, before (m/w/d), in pair forms."""
        taken = [(form.start, form.end) for form in forms]
        covered = {index for index, span in enumerate(spans) if _hit(*span, taken)}
        if self._policy.marker:
            markers = [form.start for form in forms if form.kind is FormKind.MARKER]
            covered |= {
                index for index, (_, end) in enumerate(spans) if any(0 <= at - end <= 1 for at in markers)
            }
        pairs = find_pairs(words, self._database)
        covered |= {index for pair in pairs for index in (pair.feminine, pair.masculine)}
        return covered.union(short_pairs(words, self._closed))


def _relative(sentence: Sentence) -> tuple[Word, ...]:
    return tuple(
        Word(word.text, word.start - sentence.start, word.end - sentence.start) for word in sentence.words
    )


def _hit(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < other_end and other_start < end for other_start, other_end in spans)
