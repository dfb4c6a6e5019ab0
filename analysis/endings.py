"""Which endings complete a word after a sign: Lehrer* → Lehrer*in, Lehrer*innen; jede* → jede*r.

Only words that the lexicon knows are completed, and only to forms that the rewriting would write: nouns with
their feminine, articles and pronouns with those of the other gender, adjectives with their endings.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from mitgemeint.analysis.articles import ArticleOrder, ArticleStyle
from mitgemeint.analysis.database import Database, NounForm
from mitgemeint.analysis.determiners import CASES, Cell, ClosedClass, Strength
from mitgemeint.analysis.entries import Sense
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.notation import Notation, passes_omission_test, word_notation
from mitgemeint.analysis.paradigm import ENDINGS, Ending
from mitgemeint.analysis.policy import as_policy
from mitgemeint.analysis.ranking import offered
from mitgemeint.analysis.settings import Settings

FEMININE = "in"
PERSONS = frozenset({Sense.PERSON, Sense.AMBIGUOUS})
# The endings of adjectives, the longest first; before the sign stands a form of one of the genders.
ADJECTIVE_ENDINGS = ("em", "en", "er", "es", "e")
# What stands before a sign in `Notation.joint` of an internal I, which joins nouns without a sign.
INTERNAL_I = "I"


@dataclass(frozen=True, slots=True)
class Style:
    """What a house rule and the settings say of forms with a sign: which notations, and how they are
    written. `notations` are in the order of preference.
    """

    notations: tuple[str, ...]
    articles: ArticleStyle
    omission_test: bool

    @classmethod
    def of(cls, settings: Settings) -> "Style":
        """What these settings allow."""
        policy = as_policy(settings.policy)
        names = offered(policy, settings.notations)
        signed = tuple(name for name in names if word_notation(name) is not None)
        return cls(signed, settings.article_style, settings.omission_test or policy.omission_test)

    def signs(self) -> frozenset[str]:
        """The characters that begin an ending."""
        return frozenset(sign for name in self.notations for sign in signs_of(name))


@dataclass(frozen=True, slots=True)
class Form:
    """A whole form, as prose: `text` in the notation `notation`."""

    text: str
    notation: str


@cache
def signs_of(name: str) -> tuple[str, ...]:
    """The characters that begin an ending in a notation: * for star, / and I for internal-i."""
    notation = word_notation(name)
    if notation is None:
        return ()
    marks = [notation.joint.mark, INTERNAL_I] if name == "internal-i" else [notation.joint.mark]
    return tuple(mark[0] for mark in marks)


class Endings:
    """Completes words. One instance can serve many callers; it never loads anything."""

    def __init__(self, database: Database, forms: FormLexicon, closed: ClosedClass | None = None) -> None:
        self._database = database
        self._forms = forms
        self._closed = closed or ClosedClass.load()

    def knows(self, word: str) -> bool:
        """Whether any notation could complete the word; cheap, to be asked first."""
        lower = word.lower()
        return bool(self._readings(word)) or lower in _pairs(self._closed) or self._is_adjective(lower)

    def forms(self, word: str, begun: str, style: Style, *, sentence_start: bool = False) -> list[Form]:
        """The forms that begin with `begun`: the word, the sign and perhaps letters of the ending.

        They come in the order of the notations, singular before plural. A capitalised word can be an
        adjective only at a `sentence_start`. A masculine that cannot stand before the sign gets the forms of
        its stem: Kunde* → Kund*in.
        """
        found: dict[str, Form] = {}
        names = [name for name in style.notations if begun[len(word)] in signs_of(name)]
        for name in names:
            for text in self._written(word, name, style, sentence_start):
                if text.startswith(begun) and text != begun and " (" not in text:
                    found.setdefault(text, Form(text, name))
        if not found and len(begun) == len(word) + 1:
            for name in names:
                for text in self._of_stem(word, name, style):
                    found.setdefault(text, Form(text, name))
        return list(found.values())

    def _written(self, word: str, name: str, style: Style, sentence_start: bool) -> Iterator[str]:
        yield from self._nouns(word, name, style)
        if word[:1].islower() or word[1:].islower():
            yield from self._dependents(word, name, style)
        if word[:1].islower() or sentence_start:
            yield from self._adjectives(word, name, style)

    # ---- nouns ----

    def _readings(self, word: str) -> tuple[NounForm, ...]:
        """The word as a person noun, whole (Angestellte) or as what stands before -in (Ärzt, Kolleg)."""
        if not word[:1].isupper():
            return ()
        whole = (word, word + FEMININE)
        return tuple(
            reading
            for form in whole
            for reading in self._database.readings(form)
            if reading.noun.sense in PERSONS and reading.noun.feminine
        )

    def _nouns(self, word: str, name: str, style: Style) -> Iterator[str]:
        return (joined for _, joined in self._joined(word, name, style))

    def _of_stem(self, word: str, name: str, style: Style) -> Iterator[str]:
        """The joined forms of the cells in which the word is the masculine."""
        return (joined for masculine, joined in self._joined(word, name, style) if masculine == word)

    def _joined(self, word: str, name: str, style: Style) -> Iterator[tuple[str, str]]:
        """Masculine and joined form of every cell of the nouns that the word can be."""
        notation = word_notation(name)
        if notation is None:
            return
        words = {(reading.noun.masculine, reading.prefix): reading for reading in self._readings(word)}
        for reading in words.values():
            for masculine, feminine, singular in self._in_all_cells(reading):
                if style.omission_test and not passes_omission_test(name, masculine, feminine, singular):
                    continue
                if (joined := notation.noun(masculine, feminine)) and masculine != feminine:
                    yield masculine, joined

    def _in_all_cells(self, reading: NounForm) -> Iterator[tuple[str, str, str]]:
        """Masculine and feminine of every cell, and the nominative where they are a singular."""
        for number in (Number.SINGULAR, Number.PLURAL):
            for case in CASES:
                for ending in ENDINGS:
                    masculine = self._inflected(reading, Gender.MASCULINE, case, number, ending)
                    feminine = self._inflected(reading, Gender.FEMININE, case, number, ending)
                    yield masculine, feminine, reading.lemma if number is Number.SINGULAR else ""

    def _inflected(
        self, reading: NounForm, gender: Gender, case: Case, number: Number, ending: Ending
    ) -> str:
        return self._database.inflect(reading.noun, gender, case, number, reading.prefix, ending)

    # ---- articles, pronouns, adjectives ----

    def _dependents(self, word: str, name: str, style: Style) -> Iterator[str]:
        """What stands before the sign says which gender comes first, whatever the settings prefer."""
        for articles in _both_orders(style.articles):
            notation = word_notation(name, articles)
            if notation is not None:
                for masculine, feminine in _pairs(self._closed).get(word.lower(), ()):
                    yield _like(word, notation.article(masculine, feminine))

    def _is_adjective(self, lower: str) -> bool:
        return lower.endswith(ADJECTIVE_ENDINGS) and any(
            entry.pos == "ADJ" and entry.lemma != lower for entry in self._forms.entries(lower)
        )

    def _adjectives(self, word: str, name: str, style: Style) -> Iterator[str]:
        notation, lower = word_notation(name, style.articles), word.lower()
        if notation is None or not _tells(notation) or not self._is_adjective(lower):
            return
        for ending in ADJECTIVE_ENDINGS:
            if lower.endswith(ending):
                stem = lower.removesuffix(ending)
                for masculine, feminine in _adjective_endings(self._closed):
                    yield _like(word, notation.adjective(stem + masculine, stem + feminine))


def _tells(notation: Notation) -> bool:
    """Whether the sign is none that often follows an adjective anyway: folgende: is seldom folgende:r."""
    return notation.joint.mark[0] not in ":/("


def _both_orders(style: ArticleStyle) -> tuple[ArticleStyle, ...]:
    return (style, *(replace(style, order=order) for order in ArticleOrder if order is not style.order))


@cache
def _pairs(closed: ClosedClass) -> dict[str, tuple[tuple[str, str], ...]]:
    """Masculine and feminine of articles, determiners and pronouns that differ, by each of the two: ein and
    eine by ein (ein*e) and by eine, which is the masculine of no pair but begins eine*r and eine*n.
    """
    found: dict[str, dict[tuple[str, str], None]] = {}
    for masculine, feminine in _all_pairs(closed):
        if masculine != feminine:
            for word in (masculine, feminine):
                found.setdefault(word, {})[masculine, feminine] = None
    return {word: tuple(pairs) for word, pairs in found.items()}


def _all_pairs(closed: ClosedClass) -> Iterator[tuple[str, str]]:
    tables = [determiner.forms for determiner in closed.determiners.values()]
    tables += [*closed.pronouns.values(), *closed.relatives, *closed.personal.values()]
    for table in tables:
        for case in CASES:
            masculine, feminine = (
                table.get(Cell(case, Number.SINGULAR, gender))
                for gender in (Gender.MASCULINE, Gender.FEMININE)
            )
            if masculine and feminine:
                yield masculine, feminine
    for contraction in closed.contractions.values():
        if contraction.feminine:
            yield contraction.form, contraction.feminine
        elif contraction.kept and contraction.case is Case.DATIVE:
            yield contraction.form, f"{contraction.preposition} der"


@cache
def _adjective_endings(closed: ClosedClass) -> tuple[tuple[str, str], ...]:
    """The endings of masculine and feminine singular, wherever they differ."""

    def endings() -> Iterable[tuple[str, str]]:
        for strength in Strength:
            for case in CASES:
                yield (
                    closed.adjective_ending(strength, Cell(case, Number.SINGULAR, Gender.MASCULINE)),
                    closed.adjective_ending(strength, Cell(case, Number.SINGULAR, Gender.FEMININE)),
                )

    return tuple(pair for pair in dict.fromkeys(endings()) if pair[0] != pair[1])


def _like(word: str, form: str) -> str:
    """The form with the capital that the word has."""
    return form[:1].upper() + form[1:] if word[:1].isupper() else form
