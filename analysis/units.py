"""Units: the sentences of a document with their words and the way back to the document."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.attributes import noun_after
from mitgemeint.analysis.cache_sizes import SEGMENTS, SENTENCES
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.documents import Document, Segment
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.foreign import foreign_words
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.gender_forms import FormKind, GenderForm, mask, recognise
from mitgemeint.analysis.nlp.protocol import Analyzer, Sentence, Word
from mitgemeint.analysis.noun_systems import SYSTEMS
from mitgemeint.analysis.offsets import OffsetMap
from mitgemeint.analysis.pairs import (
    elliptical_feminines,
    find_pairs,
    inclusive_by_context,
    paired_first_parts,
)
from mitgemeint.analysis.policy import Policy
from mitgemeint.analysis.quotes import mentioned, quoted
from mitgemeint.analysis.short_pairs import ShortPairs

# Words of a unit at most; longer sentences are lists.
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence. `start` is its place in the masked text of its segment.

    `covered` holds the words that gender and pair forms have taken, `protected` those in code, in passages of
    other languages and the like, `mentioned` those in titles and other quotations that are spoken of.
    """

    text: str
    words: tuple[Word, ...]
    covered: frozenset[int]
    protected: frozenset[int]
    mentioned: frozenset[int] = frozenset()

    def __hash__(self) -> int:
        return hash(self.text)  # kept by Python, and the rest seldom differs


@dataclass(frozen=True)
class Place:
    """Where a unit stands: its begin in the masked text, and the map from there to the segment."""

    start: int
    segment: Segment
    to_segment: OffsetMap

    @cached_property
    def to_document(self) -> OffsetMap:
        """The map from the masked text to the document."""
        return self.to_segment.then(self.segment.offsets)

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


@dataclass(frozen=True, slots=True)
class SegmentReading:
    """What stands in a segment, wherever in the document that is: its units with their begins in the masked
    text, the map from there to the segment, and its gender forms.
    """

    units: tuple[tuple[Unit, int], ...]
    to_segment: OffsetMap
    forms: tuple[GenderForm, ...]


# Words between a person and the marker that means it, at most.
LONGEST_ATTRIBUTE = 8


class UnitReader:
    """Cuts documents into units. A segment that was read before is not read again."""

    def __init__(self, database: Database, forms: FormLexicon, analyzer: Analyzer, policy: Policy) -> None:
        self._forms = forms
        self._database = database
        self._analyzer = analyzer
        self._policy = policy
        self._closed = ClosedClass.load()
        self._short_pairs = ShortPairs(database, self._closed)
        self._reading = lru_cache(maxsize=SEGMENTS)(self._read)
        # One object for equal units (a law says "(weggefallen)" often): they are compared by identity then.
        self._known = lru_cache(maxsize=SENTENCES)(_itself)

    def read(self, document: Document) -> tuple[list[tuple[Unit, Place]], list[FormPlace]]:
        """The units of a document in order, and its gender forms."""
        units: list[tuple[Unit, Place]] = []
        forms: list[FormPlace] = []
        for segment in document.segments:
            reading = self._reading(segment.text, segment.protected)
            to_segment = reading.to_segment
            units += [(unit, Place(start, segment, to_segment)) for unit, start in reading.units]
            forms += [FormPlace(form, segment) for form in reading.forms]
        return units, forms

    def _read(self, text: str, protected: tuple[tuple[int, int], ...]) -> SegmentReading:
        """The reading of a segment's text, with its protected spans."""
        found = recognise(text, self._is_feminine)
        left_alone = Spans(protected)
        masked, to_segment = mask(text, found) if found else (text, OffsetMap.identity(len(text)))
        units = tuple(
            (self._known(unit), start)
            for unit, start in self._units(text, protected, found, masked, to_segment)
        )
        forms = tuple(form for form in found if not left_alone.hit(form.start, form.end))
        return SegmentReading(units, to_segment, forms)

    def _is_feminine(self, word: str) -> bool:
        return any(form.gender is Gender.FEMININE for form in self._database.readings(word))

    def _units(
        self,
        text: str,
        protected: tuple[tuple[int, int], ...],
        forms: Sequence[GenderForm],
        masked: str,
        to_segment: OffsetMap,
    ) -> Iterator[tuple[Unit, int]]:
        quotations = quoted(text) if self._policy.skip_quotes else ()
        untouchable = Spans([*(span for span in protected if not _begins_compound(text, span)), *quotations])
        spoken_of = Spans(mentioned(text, self._is_finite))
        taken = Spans((form.start, form.end) for form in forms)
        determiners = {form.start: form for form in forms if form.kind is FormKind.DETERMINER}
        marked = [form.start for form in forms if form.kind is FormKind.MARKER and self._policy.marker]
        markers = Spans((start - 1, start + 1) for start in marked)
        for sentence in (part for whole in self._analyzer.segment(masked) for part in _parts(whole)):
            words = _relative(sentence)
            spans = [to_segment.span(word.start, word.end) for word in sentence.words]
            covered = {index for index, span in enumerate(spans) if taken.hit(*span)}
            covered |= set(self._marked(words, spans, markers))
            covered |= self._paired(words).union(self._determined(words, spans, determiners))
            kept = {index for index, span in enumerate(spans) if untouchable.hit(*span)}
            kept |= foreign_words([word.text for word in words])
            cited = frozenset(index for index, span in enumerate(spans) if spoken_of.hit(*span))
            prose = masked[sentence.start : sentence.end]
            yield Unit(prose, words, frozenset(covered), frozenset(kept), cited), sentence.start

    def _marked(
        self, words: tuple[Word, ...], spans: Sequence[tuple[int, int]], markers: "Spans"
    ) -> Iterator[int]:
        """The words with a marker after them (Koch (m/w/d)), and the person whom one means over an attribute
        (einen Koch für unser Team (m/w/d)).
        """
        for index, (_, end) in enumerate(spans):
            if not markers.hit(end - 1, end + 1):
                continue
            yield index
            person = index
            while person > max(0, index - LONGEST_ATTRIBUTE) and not self._is_person(words[person].text):
                if not words[person].text[:1].isalpha():
                    break
                person -= 1
            if self._is_person(words[person].text):
                yield person

    def _is_finite(self, word: str) -> bool:
        """Whether a word in lower case is a finite verb and nothing else."""
        entries = self._forms.entries(word)
        return bool(entries) and all(
            entry.pos in {"VERB", "AUX"} and not {"3s", "3p", "imp"}.isdisjoint(entry.marks)
            for entry in entries
        )

    def _determined(
        self,
        words: tuple[Word, ...],
        spans: Sequence[tuple[int, int]],
        determiners: Mapping[int, GenderForm],
    ) -> Iterator[int]:
        """Nouns that show no gender or their masculine, inclusive by their determiner (derm Betroffenen)."""
        texts = [word.text for word in words]
        for index, (start, _) in enumerate(spans):
            if (form := determiners.get(start)) is None:
                continue
            noun = noun_after(texts, index, self._is_person, self._closed)
            if noun is not None and (form.notation in SYSTEMS or self._is_feminine(texts[noun])):
                yield noun

    def _is_person(self, word: str) -> bool:
        plain = in_ordinary_capitals(word)
        return bool(self._database.readings(plain) or self._database.guess(plain))

    def _paired(self, words: tuple[Word, ...]) -> set[int]:
        """The words of pair forms."""
        pairs = find_pairs(words, self._database, self._closed)
        paired = {index for pair in pairs for index in (pair.feminine, pair.masculine, *pair.repeated)}
        return paired.union(
            self._short_pairs.find(words),
            paired_first_parts(words, self._database),
            elliptical_feminines(words, self._database),
            inclusive_by_context(words),
        )


def _itself(unit: Unit) -> Unit:
    return unit


def _relative(sentence: Sentence) -> tuple[Word, ...]:
    return tuple(
        Word(word.text, word.start - sentence.start, word.end - sentence.start) for word in sentence.words
    )


class Spans:
    """Spans of a text, asked by bisection: texts can hold as many of them as words."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            self._starts.append(start)
            self._ends.append(max(end, self._ends[-1] if self._ends else 0))

    def hit(self, start: int, end: int) -> bool:
        """Whether a span shares a character with `start` to `end` (exclusive)."""
        last = bisect_left(self._starts, end) - 1
        return last >= 0 and self._ends[last] > start


def _begins_compound(text: str, span: tuple[int, int]) -> bool:
    """Whether what is protected is the first part of a word only: %s-Nutzer, `git`-Anfänger."""
    start, end = span
    return (
        text[end : end + 1] == "-"
        and text[end + 1 : end + 2].isupper()
        and not text[start - 1 : start].isalnum()
    )


def _parts(sentence: Sentence) -> Iterator[Sentence]:
    """A sentence, cut where it is longer than any that people write (tables, word lists)."""
    words = sentence.words
    if len(words) <= LONGEST:
        yield sentence
        return
    for first in range(0, len(words), LONGEST):
        part = words[first : first + LONGEST]
        yield Sentence(part[0].start, part[-1].end, part)
