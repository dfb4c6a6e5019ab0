"""German sentences as the annotation reads them: where they begin, and what in them is inclusive."""

import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mitgemeint.analysis import Settings, resources
from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.clause import VERBS, Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.documents import read
from mitgemeint.analysis.drafts import Drafter
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_sentences import FormSentence, form_sentences
from mitgemeint.analysis.gender_grammar import load_grammar
from mitgemeint.analysis.indefinites import Indefinites
from mitgemeint.analysis.masculine_reading import MasculineReader, MasculineReading
from mitgemeint.analysis.pairs import Pair, find_pairs
from mitgemeint.analysis.phrase import PhraseReader, Structure
from mitgemeint.analysis.policy import as_policy
from mitgemeint.analysis.rewriting import Rewriter
from mitgemeint.analysis.short_pairs import ShortPairs
from mitgemeint.analysis.units import FormPlace, Place, Unit, UnitReader
from mitgemeint.eval.inclusive.benchmark_set import Style
from mitgemeint.eval.inclusive.styles import StyleFinder

_FEMININES = re.compile("innen", re.IGNORECASE)


class Span(NamedTuple):
    """A stretch of a text in code points, end exclusive."""

    start: int
    end: int


def stripped(text: str, span: Span) -> Span:
    """A span without the space at its ends."""
    piece = text[span.start : span.end]
    return Span(span.start + len(piece) - len(piece.lstrip()), span.end - len(piece) + len(piece.rstrip()))


def _without_overlaps(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order; one that begins before the last has ended begins after it."""
    found: list[Span] = []
    for span in spans:
        begin = max(span.start, found[-1].end if found else 0)
        found.append(Span(begin, span.end))
    return tuple(found)


def in_one_line(text: str) -> str:
    """A text without space at its ends and with every other space as a plain one, at the same places."""
    return "".join(" " if letter.isspace() else letter for letter in text.strip())


@dataclass(frozen=True, slots=True)
class FormsRead:
    """A sentence with gender forms, and its masculine reading. `spans` are those of its words in the text."""

    sentence: FormSentence
    reading: MasculineReading
    spans: tuple[Span, ...]


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
        self._clause = Drafter(settings, policy, loaded).clause
        self._masculine = MasculineReader(loaded, rewriter, self._clause)
        self._phrases = PhraseReader(self._closed, loaded.forms)
        self._indefinites = Indefinites.load().forms()
        usual = load_grammar().contractions
        self._contractions = {
            (each.preposition, "dem"): form
            for form, each in self._closed.contractions.items()
            if form in usual and each.case is Case.DATIVE
        }
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

    def whole_phrases(self, text: str, spans: Sequence[Span]) -> tuple[Span, ...]:
        """The spans of exclusive phrases, each from its determiner and attributive adjectives on.

        A span ends with its noun. What is marked is said in `data/benchmarks/inclusive/README.md`: cardinal
        numbers and words without inflection stand outside.
        """
        starts = {span.end: span.start for span in spans}
        with self._lock:
            units, _ = self._units.read(read(text, "plaintext"))
            parsed = self._analyzer.parse([[word.text for word in unit.words] for unit, _ in units])
            for (unit, place), tokens in zip(units, parsed, strict=True):
                clause, places = self._clause(unit, tokens), _spans(unit, place)
                for noun in (index for index, span in enumerate(places) if span.end in starts):
                    first = _first_that_agrees(clause, self._phrases.structure(clause, noun))
                    end = places[noun].end
                    starts[end] = min(starts[end], places[first].start)
        return _without_overlaps(Span(start, end) for end, start in sorted(starts.items()))

    def masculine_compound(self, word: str) -> str | None:
        """The masculine of a compound with the feminine of many in it (Kundinnengespräch: Kundengespräch).

        The first part is taken in the plural, as most such compounds have it.
        """
        for match in _FEMININES.finditer(word):
            if match.end() == len(word):
                break
            first = in_ordinary_capitals(word[: match.end()])
            for form in self._database.readings(first):
                if form.gender is Gender.FEMININE and form.number is Number.PLURAL:
                    many = self._database.inflect(
                        form.noun, Gender.MASCULINE, Case.NOMINATIVE, Number.PLURAL, form.prefix
                    )
                    return many + word[match.end() :]
        return None

    def genders(self, determiner: str) -> frozenset[Gender | None]:
        """The genders that a determiner can have in the singular (die: feminine); none for other words."""
        return self._closed.singular_genders(determiner)

    def is_single(self, pronoun: str) -> bool:
        """Whether a word can stand for people without a noun (jeder, keiner)."""
        return pronoun.lower() in self._indefinites

    def contraction(self, preposition: str, article: str) -> str | None:
        """What is commonly written for the two (beim for bei dem)."""
        return self._contractions.get((preposition.lower(), article.lower()))

    def is_possessive(self, word: str) -> bool:
        """Whether a word is a possessive (seinen)."""
        return any(determiner.possessive for determiner, _ in self._closed.readings(word.lower()))

    def is_contraction(self, word: str) -> bool:
        """Whether a word is a preposition with an article inside (zum)."""
        return word.lower() in self._closed.contractions

    def opens_letter(self, word: str) -> bool:
        """Whether a word is the adjective of a salutation (lieber)."""
        return word.lower() in self._closed.addresses

    def is_plural(self, word: str) -> bool:
        """Whether every reading of a noun for persons is a plural."""
        readings = self._database.readings(in_ordinary_capitals(word))
        return bool(readings) and all(str(form.number) == "pl" for form in readings)

    def _readings(self, units: list[tuple[Unit, Place]], forms: list[FormPlace]) -> Iterator[FormsRead]:
        for sentence, place in form_sentences(units, forms):
            words = [word.text for word in sentence.unit.words]
            reading = self._masculine.read(sentence, self._analyzer.parse([words])[0])
            yield FormsRead(sentence, reading, _spans(sentence.unit, place))

    def _unit(self, unit: Unit, place: Place) -> UnitRead:
        pairs = find_pairs(unit.words, self._database, self._closed)
        taken = {index for pair in pairs for index in (pair.feminine, pair.masculine, *pair.repeated)}
        short = sorted(index for index in self._short_pairs.find(unit.words) if index not in taken)
        firsts = tuple(index for index in short if index + 2 in short)
        return UnitRead(unit, _spans(unit, place), pairs, firsts)


def _spans(unit: Unit, place: Place) -> tuple[Span, ...]:
    return tuple(Span(*place.document_span(word.start, word.end)) for word in unit.words)


def _first_that_agrees(clause: Clause, structure: Structure) -> int:
    """The first word of a phrase, without a cardinal number or a verb before it (beraten Landwirte)."""
    words = [structure.noun]
    words += [
        index
        for index in structure.adjectives
        if clause.tokens[index].pos not in VERBS or clause.tokens[index].head == structure.noun
    ]
    if structure.determiner is not None:
        words.append(structure.determiner)
    return min(words)
