"""Indefinite pronouns that stand for persons without a noun: jeder, keiner, einer von uns, wer … seine.

The pronouns and what each needs stand in `data/lexicon/indefinites.toml`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.database import Database, Sense
from mitgemeint.analysis.determiners import Cell, ClosedClass, Determiner, cell
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.phrase import PhraseReader, Structure
from mitgemeint.analysis.word_lists import word_lists
from mitgemeint.data import resource

CASES = (Case.NOMINATIVE, Case.DATIVE, Case.ACCUSATIVE)
# How far to the right a noun may stand whose determiner the pronoun would be.
FARTHEST = 8
# Words between "einer der" and its noun, at most (einer der in § 5 genannten Bereiche).
LONGEST = 15
PARTITIVE = word_lists("function_words.toml")["partitive"]
COUNTING = word_lists("function_words.toml")["before_one"]
PERSONAL = word_lists("function_words.toml")["partitive_pronouns"]
FROM, FROM_THE = "von", "vom"
PEOPLE = frozenset({Sense.PERSON, Sense.POLICY})


@dataclass(frozen=True, slots=True)
class Indefinite:
    """One pronoun. `masculine` and `feminine` are its forms by case where it stands alone.

    `attributive` are the masculine forms before an adjective (kein anderer).
    """

    lemma: str
    determiner: Determiner | None
    masculine: Mapping[Case, str]
    feminine: Mapping[Case, str]
    attributive: Mapping[Case, str]
    needs: frozenset[str]
    joint: str
    neutral: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class IndefiniteMatch:
    """A pronoun that stands for people: its place, its case, and the adjectives that belong to it."""

    index: int
    pronoun: Indefinite
    case: Case
    adjectives: tuple[int, ...]
    partitive: bool
    counted: bool

    @property
    def cell(self) -> Cell:
        """Its place in the tables."""
        return cell(self.case, Number.SINGULAR, Gender.MASCULINE)

    @property
    def structure(self) -> Structure:
        """The pronoun as the head of a phrase of its own."""
        return Structure(max((self.index, *self.adjectives)), determiner=self.index)


class Indefinites:
    """The pronouns that ship, found by their forms."""

    def __init__(self, rows: list[Mapping[str, Any]], closed: ClosedClass) -> None:
        self._by_form: dict[str, list[tuple[Indefinite, Case]]] = {}
        for row in rows:
            pronoun = _pronoun(row, closed)
            forms = {(form, case) for case, form in pronoun.masculine.items()}
            forms |= {(form, case) for case, form in pronoun.attributive.items()}
            for form, case in sorted(forms):
                self._by_form.setdefault(form, []).append((pronoun, case))

    @classmethod
    @cache
    def load(cls) -> "Indefinites":
        """The table that ships."""
        data = tomllib.loads(resource("lexicon", "indefinites.toml").read_text("utf-8"))
        return cls(data["indefinite"], ClosedClass.load())

    def forms(self) -> frozenset[str]:
        """Every form of a masculine, in lower case."""
        return frozenset(self._by_form)

    def readings(self, form: str) -> list[tuple[Indefinite, Case]]:
        """What a form (in lower case) can be."""
        return self._by_form.get(form, [])


class IndefiniteMatcher:
    """Finds the pronouns of a clause that stand for people."""

    def __init__(self, database: Database, forms: FormLexicon, closed: ClosedClass) -> None:
        self._database = database
        self._forms = forms
        self._closed = closed
        self._reader = PhraseReader(closed, forms)
        self._table = Indefinites.load()

    def matches(self, clause: Clause) -> Iterator[IndefiniteMatch]:
        """The matches in order, whatever they need; see `Indefinite.needs`."""
        for index in range(len(clause)):
            if clause.free(index) and (match := self._match(clause, index)):
                yield match

    def _match(self, clause: Clause, index: int) -> IndefiniteMatch | None:
        readings = self._table.readings(clause.lower(index))
        found = next((reading for reading in readings if self._fits_case(clause, index, reading[1])), None)
        if found is None:
            return None
        pronoun, case = found
        partitive = self._partitive(clause, index)
        if partitive is False or self._has_noun(clause, index):
            return None
        if pronoun.determiner and partitive is None and self._takes_up_thing(clause, index):
            return None
        adjectives = self._adjectives(clause, index, pronoun)
        if not adjectives and clause.lower(index) != pronoun.masculine[case]:
            return None
        counted = clause.lower(index - 1) in COUNTING
        return IndefiniteMatch(index, pronoun, case, adjectives, bool(partitive), counted)

    def _fits_case(self, clause: Clause, index: int, case: Case) -> bool:
        """Whether the preposition before allows the case: "mit jeder" is a feminine."""
        before = clause.lower(index - 1)
        if before in self._closed.contractions:
            return False
        governed = self._closed.prepositions.get(before)
        return governed is None or case in governed

    def _partitive(self, clause: Clause, index: int) -> bool | None:
        """True: einer der Gäste, keiner von uns; False: einer der Gründe; None: nothing of the kind."""
        following = clause.lower(index + 1)
        if following in {FROM, FROM_THE}:
            if clause.lower(index + 2) in PERSONAL:
                return True
            start = index + 2
        elif following in PARTITIVE:
            start = index + 1
        else:
            return None
        nouns = [
            noun
            for noun in range(start, min(len(clause), start + LONGEST))
            if clause.tokens[noun].pos in {"NOUN", "PROPN"}
        ]
        owned = [noun for noun in nouns if self._reader.structure(clause, noun).determiner == start]
        for noun in [*owned, *nouns]:
            number = clause.tokens[noun].number
            several = number is Number.PLURAL or noun in clause.covered or following in PARTITIVE
            return several and self._names_people(clause, noun)
        return True if following not in {FROM, FROM_THE} else None

    def _names_people(self, clause: Clause, noun: int) -> bool:
        return noun in clause.covered or any(
            form.noun.sense in PEOPLE for form in self._database.readings(clause.words[noun].text)
        )

    def _has_noun(self, clause: Clause, index: int) -> bool:
        """Whether the word is the determiner of a noun that follows, also over a long attribute."""
        nouns = [
            noun
            for noun in range(index + 1, min(len(clause), index + LONGEST + 1))
            if clause.words[noun].text[:1].isupper()
        ]
        determiners = [self._reader.structure(clause, noun).determiner for noun in nouns]
        if index in determiners or index + 1 in nouns:
            return True
        near = [
            at
            for noun, at in zip(nouns, determiners, strict=True)
            if at is not None and at > index and noun <= index + FARTHEST
        ]
        if near:
            return False
        head = clause.tokens[index].head
        nominal = clause.words[head].text[:1].isupper()
        return clause.tokens[index].relation.startswith("det") and head > index and nominal

    def _takes_up_thing(self, clause: Clause, index: int) -> bool:
        """Whether a masculine plural that is no person stands before, which keiner can take up (die Züge)."""
        return any(
            clause.tokens[noun].pos == "NOUN"
            and clause.tokens[noun].number is Number.PLURAL
            and clause.tokens[noun].gender is Gender.MASCULINE
            and not self._names_people(clause, noun)
            for noun in range(index)
        )

    def _adjectives(self, clause: Clause, index: int, pronoun: Indefinite) -> tuple[int, ...]:
        """The adjective of a phrase without noun (kein anderer)."""
        following = index + 1
        token = clause.tokens[following] if following < len(clause) else None
        if token is None or pronoun.determiner is None or token.pos not in {"ADJ", "DET", "PRON"}:
            return ()
        if not clause.words[following].text.endswith(("er", "en", "e")):
            return ()
        word = clause.lower(following)
        determiners = self._closed.readings(word)
        other = bool(determiners) and all(determiner.adjective_too for determiner, _ in determiners)
        if other or any(entry.pos == "ADJ" for entry in self._forms.entries(word)):
            return (following,)
        return ()


def _pronoun(row: Mapping[str, Any], closed: ClosedClass) -> Indefinite:
    determiner = closed.determiners.get(row.get("determiner", ""))
    masculine, feminine = (
        {case: _form(row["lemma"], closed, case, gender) for case in CASES}
        for gender in (Gender.MASCULINE, Gender.FEMININE)
    )
    attributive = {
        case: determiner.forms[cell(case, Number.SINGULAR, Gender.MASCULINE)] for case in CASES if determiner
    }
    return Indefinite(
        row["lemma"],
        determiner,
        masculine,
        feminine,
        attributive,
        frozenset(row["needs"]),
        row["joint"],
        dict(row.get("neutral", {})),
    )


def _form(lemma: str, closed: ClosedClass, case: Case, gender: Gender) -> str:
    form = closed.pronoun(lemma, cell(case, Number.SINGULAR, gender))
    if form is None:
        raise ValueError(f"indefinites.toml: {lemma} has no {case} in determiners.toml")
    return form
