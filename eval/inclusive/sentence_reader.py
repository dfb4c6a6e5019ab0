"""German sentences as the annotation reads them: where they begin, and what in them is inclusive."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from mitgemeint.analysis import Settings, resources
from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.documents import read
from mitgemeint.analysis.drafts import Drafter
from mitgemeint.analysis.form_sentences import FormSentence, form_sentences
from mitgemeint.analysis.masculine_reading import MasculineReader, MasculineReading
from mitgemeint.analysis.pairs import Pair, find_pairs
from mitgemeint.analysis.policy import as_policy
from mitgemeint.analysis.rewriting import Rewriter
from mitgemeint.analysis.short_pairs import ShortPairs
from mitgemeint.analysis.units import FormPlace, Place, Unit, UnitReader
from mitgemeint.eval.inclusive.benchmark_set import Style
from mitgemeint.eval.inclusive.styles import StyleFinder


class Span(NamedTuple):
    """A stretch of a text in code points, end exclusive."""

    start: int
    end: int


def stripped(text: str, span: Span) -> Span:
    """A span without the space at its ends."""
    piece = text[span.start : span.end]
    return Span(span.start + len(piece) - len(piece.lstrip()), span.end - len(piece) + len(piece.rstrip()))


def in_one_line(text: str) -> str:
    """A text without space at its ends and with every other space as a plain one, at the same places."""
    return "".join(" " if letter.isspace() else letter for letter in text.strip())


@dataclass(frozen=True, slots=True)
class FormsRead:
    """A sentence with gender forms, and its masculine reading. `offset` is where it begins in the text."""

    sentence: FormSentence
    reading: MasculineReading
    offset: int


@dataclass(frozen=True, slots=True)
class UnitRead:
    """A sentence with its pair forms.

    `spans` are those of its words in the text, `short_pairs` the first words of pairs of two determiners or
    pronouns with a joint between (die oder der Angestellte).
    """

    unit: Unit
    spans: tuple[Span, ...]
    pairs: tuple[Pair, ...]
    short_pairs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TextRead:
    """What is inclusive in a text: its gender forms, its sentences, and by which style it is.

    `matches` are the places where it is inclusive. A text without any may be neutral by words that nobody
    has listed, or mean nobody: its style is neutral.
    """

    forms: tuple[FormPlace, ...]
    units: tuple[UnitRead, ...]
    masculine: tuple[FormsRead, ...]
    matches: tuple[Span, ...]
    style: Style


class SentenceReader:
    """Reads texts with the resources of the default pipeline. Threads wait for each other."""

    def __init__(self) -> None:
        settings = Settings()
        policy = as_policy(settings.policy)
        loaded = resources.load(settings.analyzer)
        self._database, self._analyzer = loaded.database, loaded.analyzer
        self._closed = ClosedClass.load()
        self._units = UnitReader(loaded.database, loaded.forms, loaded.analyzer, policy)
        rewriter = Rewriter(
            loaded.database, self._closed, loaded.forms, settings.article_style, omission_test=False
        )
        self._masculine = MasculineReader(loaded, rewriter, Drafter(settings, policy, loaded).clause)
        self._short_pairs = ShortPairs(loaded.database, self._closed)
        self._styles = StyleFinder(loaded.database)
        self._lock = threading.Lock()

    def sentences(self, text: str) -> list[Span]:
        """Where the sentences of a text are."""
        with self._lock:
            units, _ = self._units.read(read(text, "plaintext"))
            return [Span(*place.document_span(0, len(unit.text))) for unit, place in units if unit.text]

    def read(self, text: str) -> TextRead:
        """What is inclusive in a text."""
        with self._lock:
            units, forms = self._units.read(read(text, "plaintext"))
            masculine = tuple(self._readings(units, forms))
            found = self._styles.find(text)
            sentences = tuple(self._unit(unit, place) for unit, place in units)
            style = next((style for style, matches in found.items() if matches), Style.NEUTRAL)
            spans = (Span(match.start, match.end) for matches in found.values() for match in matches)
            return TextRead(tuple(forms), sentences, masculine, tuple(spans), style)

    def is_person(self, word: str) -> bool:
        """Whether the database knows a word as a noun for persons, or takes it for one by its form."""
        plain = in_ordinary_capitals(word)
        with self._lock:
            return bool(self._database.readings(plain) or self._database.guess(plain))

    def is_plural(self, word: str) -> bool:
        """Whether every reading of a noun for persons is a plural."""
        readings = self._database.readings(in_ordinary_capitals(word))
        return bool(readings) and all(str(form.number) == "pl" for form in readings)

    def _readings(self, units: list[tuple[Unit, Place]], forms: list[FormPlace]) -> Iterator[FormsRead]:
        for sentence, place in form_sentences(units, forms):
            words = [word.text for word in sentence.unit.words]
            reading = self._masculine.read(sentence, self._analyzer.parse([words])[0])
            yield FormsRead(sentence, reading, place.document_span(0, len(sentence.unit.text))[0])

    def _unit(self, unit: Unit, place: Place) -> UnitRead:
        spans = tuple(Span(*place.document_span(word.start, word.end)) for word in unit.words)
        pairs = find_pairs(unit.words, self._database, self._closed)
        taken = {index for pair in pairs for index in (pair.feminine, pair.masculine, *pair.repeated)}
        short = sorted(index for index in self._short_pairs.find(unit.words) if index not in taken)
        firsts = tuple(index for index in short if index + 2 in short)
        return UnitRead(unit, spans, pairs, firsts)
