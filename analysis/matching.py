"""Matching: which words of a clause are masculine person nouns that may mean everybody.

A word is matched by its form in the database (simple or compound), then its noun phrase must allow a
masculine reading, and names, places, adjectives and things that look alike are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.components import EVERYTHING, Components
from mitgemeint.analysis.database import Database, Modifier, NounForm, Sense
from mitgemeint.analysis.determiners import ClosedClass, Strength
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.gender_forms import LONGEST_WORD
from mitgemeint.analysis.guesses import is_guess
from mitgemeint.analysis.nlp.protocol import Word
from mitgemeint.analysis.person import (
    Context,
    is_animal,
    is_body,
    is_borne_by_organisation,
    is_dish,
    is_mostly_thing,
    is_person,
)
from mitgemeint.analysis.phrase import CONJUNCTIONS, PhraseReader, Reading, Structure
from mitgemeint.analysis.reading import best_reading
from mitgemeint.analysis.reference import Cues, is_in_firm, is_surname
from mitgemeint.analysis.word_lists import word_lists

DATIVE = frozenset({Case.DATIVE})
CLAUSE_OPENERS = word_lists("function_words.toml")["clause_openers"]
ADJECTIVAL = "adjectival"
NEUTRAL_PLURAL = ("leute", "leuten")
# Nominalised adjectives that are part of many names (der Deutsche Bundestag).
NAMING = frozenset({"Deutscher"})
REPORTED = frozenset({Sense.PERSON, Sense.AMBIGUOUS})


@dataclass(frozen=True, slots=True)
class NounMatch:
    """A masculine person noun in its phrase and the reading that was chosen.

    `ambiguous` nouns can name things too; `by_organisation` says that a firm or authority bears the role.
    """

    index: int
    form: NounForm
    structure: Structure
    reading: Reading
    ambiguous: bool
    by_organisation: bool


@dataclass(frozen=True, slots=True)
class ModifierMatch:
    """A person noun as a part of a compound that does not end in it (Arbeitergewerkschaft)."""

    index: int
    modifier: Modifier


class Matcher:
    """Finds the matches of a clause."""

    def __init__(
        self,
        database: Database,
        forms: FormLexicon,
        closed: ClosedClass,
        components: Components = EVERYTHING,
        *,
        lemmas_decide: bool = False,
    ) -> None:
        self._database = database
        self._forms = forms
        self._closed = closed
        self._grammar = components.grammar
        self._lemmas_decide = lemmas_decide
        self._reader = PhraseReader(closed, forms)
        self._cues = Cues.load()
        self._context = Context.load()

    def has_candidates(self, words: Sequence[Word], *, modifiers: bool) -> bool:
        """Whether a sentence needs to be parsed at all: a masculine person form is in it."""
        return any(
            self._masculine(word.text)
            or (modifiers and self._database.modifier(in_ordinary_capitals(word.text)))
            for word in words
            if word.text[:1].isupper()
        )

    def matches(self, clause: Clause, *, modifiers: bool) -> Iterator[NounMatch | ModifierMatch]:
        """The matches of a clause, in order."""
        for index, word in enumerate(clause.words):
            if not clause.free(index) or not word.text[:1].isupper():
                continue
            found: NounMatch | ModifierMatch | None = self._noun(clause, index)
            if found is None and modifiers:
                found = self._modifier(clause, index)
            if found:
                yield found

    def _masculine(self, word: str) -> tuple[NounForm, ...]:
        """The masculine readings of a word in the database, or by rule where it is not listed."""
        plain = in_ordinary_capitals(word)
        if len(word) > LONGEST_WORD:
            return ()  # what is written for it would not be read back
        return tuple(
            form
            for form in self._database.readings(plain) or self._database.guess(plain)
            if form.gender is Gender.MASCULINE and form.noun.sense in REPORTED and form.noun.feminine
        )

    def _modifier(self, clause: Clause, index: int) -> ModifierMatch | None:
        modifier = self._database.modifier(in_ordinary_capitals(clause.words[index].text))
        if (
            modifier is None
            or modifier.noun.sense is not Sense.PERSON
            or is_surname(clause, index, self._cues, self._forms)
            or self._is_no_noun(clause.words[index].text)
        ):
            return None
        return ModifierMatch(index, modifier)

    def _is_no_noun(self, word: str) -> bool:
        """Whether a word is another part of speech with a capital (Mittlerweile, at the start)."""
        lower = {entry.pos for entry in self._forms.entries(word.lower())}
        return bool(lower) and "NOUN" not in lower and not self._forms.entries(word)

    def _noun(self, clause: Clause, index: int) -> NounMatch | None:
        masculine = self._masculine(clause.words[index].text)
        if self._lemmas_decide:
            masculine = tuple(form for form in masculine if _has_lemma(form, clause.tokens[index].lemma))
        if masculine and not self._grammar:
            return _whatever_is_around(index, masculine[0])
        if not masculine or self._is_other_word(clause, index, masculine):
            return None
        structure = self._reader.structure(clause, index)
        if self._is_in_name(clause, structure):
            return None
        reading = best_reading(clause, structure, self._all_readings(clause, structure, masculine))
        if reading is None or reading.gender is not Gender.MASCULINE:
            return None
        form = _form_of(masculine, reading)
        if self._is_neutral(clause, form, structure, reading) or not self._is_person(clause, form, structure):
            return None
        if is_animal(clause, structure, reading, form.lemma, self._cues, self._context):
            return None
        if is_dish(clause, index, form.lemma, self._context):
            return None
        ambiguous = form.noun.sense is Sense.AMBIGUOUS
        by_organisation = form.noun.organisation and is_borne_by_organisation(
            clause, structure, reading, form.lemma, self._cues, self._context
        )
        return NounMatch(index, form, structure, reading, ambiguous, by_organisation)

    def _is_in_name(self, clause: Clause, structure: Structure) -> bool:
        """Whether the phrase ends the name of a body: a noun, and an adjective with a capital that is not one
        of a place (Bund Freier Architekten).
        """
        first = structure.first
        if structure.determiner is not None or first not in structure.adjectives or first < 1:
            return False
        word = clause.words[first].text
        capital = word[:1].isupper() and not self._reader.is_invariant(word)
        return (
            capital and clause.tokens[first - 1].pos == "NOUN" and clause.words[first - 1].text[:1].isupper()
        )

    def _is_neutral(self, clause: Clause, form: NounForm, structure: Structure, reading: Reading) -> bool:
        """A neutral plural (die Angestellten, die Kaufleute), a place, or a body."""
        plural = reading.number is Number.PLURAL
        word = in_ordinary_capitals(clause.words[structure.noun].text)
        if plural and (_is_adjectival(form) or word.endswith(NEUTRAL_PLURAL)):
            return True
        if form.noun.demonym and self._is_place(clause, structure, reading):
            return True
        return is_body(clause, structure, reading, form.lemma, self._context)

    def _is_person(self, clause: Clause, form: NounForm, structure: Structure) -> bool:
        """Whether a noun that can be a thing is a person here; a guessed one needs an article, too."""
        if form.noun.sense is not Sense.AMBIGUOUS:
            return not (form.prefix and is_mostly_thing(form.lemma, self._context))
        if is_guess(form) and structure.determiner is None:
            return False
        return is_person(clause, structure, form.noun.masculine, self._database, self._context)

    def _is_other_word(self, clause: Clause, index: int, masculine: Sequence[NounForm]) -> bool:
        """A surname, or an adjective from a place name (Schweizer Käse)."""
        if is_in_firm(clause, index, self._cues):
            return True
        if is_surname(clause, index, self._cues, self._forms) and not self._has_dependents(clause, index):
            return True
        if self._is_attribute(clause, index, masculine) or self._is_common_noun(clause, index, masculine):
            return True
        return any(form.noun.demonym for form in masculine) and self._is_place_adjective(clause, index)

    def _is_attribute(self, clause: Clause, index: int, masculine: Sequence[NounForm]) -> bool:
        """An adjective with a capital before its noun: im Zweiten Weltkrieg, beim Deutschen Roten Kreuz."""
        adjectival = all(_is_adjectival(form) for form in masculine)
        if not adjectival and not self._is_adjective(clause.words[index].text):
            return False
        token = clause.tokens[index]
        if token.head > index and token.relation == "amod":
            return clause.tokens[token.head].pos in {"NOUN", "PROPN"}
        if _agrees_with_next(clause, index):
            return True
        noun = self._noun_after_adjectives(clause, index + 1)
        if noun is None:
            return False
        governed = token.head == noun and token.relation == "compound"
        certain = any(form.noun.sense is Sense.PERSON and form.lemma not in NAMING for form in masculine)
        titled = adjectival and any(
            form.gender is Gender.MASCULINE for form in self._person_forms(clause, noun)
        )
        return governed or token.pos == "ADJ" or titled or not certain

    def _person_forms(self, clause: Clause, index: int) -> tuple[NounForm, ...]:
        return self._database.readings(in_ordinary_capitals(clause.words[index].text))

    def _noun_after_adjectives(self, clause: Clause, index: int) -> int | None:
        """The noun that follows, further adjectives between at most."""
        while index < len(clause) and clause.words[index].text[:1].isupper():
            word = clause.words[index].text
            if word.endswith("-") or any(entry.pos == "NOUN" for entry in self._forms.entries(word)):
                return index
            if not self._is_adjective(word):
                return None
            index += 1
        return None

    def _is_adjective(self, word: str) -> bool:
        return any(entry.pos == "ADJ" for entry in self._forms.entries(word.lower()))

    def _is_common_noun(self, clause: Clause, index: int, masculine: Sequence[NounForm]) -> bool:
        """Another, more frequent noun of the same form: die Rechte of das Recht, not of ein Rechter."""
        if not all(_is_adjectival(form) and form.noun.sense is Sense.AMBIGUOUS for form in masculine):
            return False
        stems = {form.lemma.removesuffix("er") for form in masculine}
        return any(
            entry.pos == "NOUN" and entry.lemma in stems
            for entry in self._forms.entries(clause.words[index].text)
        )

    def _has_dependents(self, clause: Clause, index: int) -> bool:
        structure = self._reader.structure(clause, index)
        return structure.determiner is not None or structure.numeral is not None or bool(structure.adjectives)

    def _is_place_adjective(self, clause: Clause, index: int) -> bool:
        word = clause.words[index].text
        if not word.endswith("er"):
            return False
        following = index + 1
        if following < len(clause) and _is_genitive_attribute(clause, following, index):
            return False
        while following + 1 < len(clause) and clause.lower(following) in CONJUNCTIONS | {","}:
            if not clause.words[following + 1].text.endswith("er"):
                return False
            following += 2
        if following >= len(clause) or not clause.words[following].text[:1].isupper():
            return False
        return clause.tokens[following].pos in {"NOUN", "PROPN"} or clause.tokens[index].pos == "ADJ"

    def _is_place(self, clause: Clause, structure: Structure, reading: Reading) -> bool:
        """Hessen, Polen, Sachsen without any word that agrees are countries, unless the verb is plural."""
        if self._has_dependents(clause, structure.noun):
            return False
        word = clause.words[structure.noun].text
        parts = {word, word.rpartition("-")[2]}
        if not any(entry.kind == "place" for part in parts for entry in self._forms.readings(part)):
            return False
        token = clause.tokens[structure.noun]
        return not (token.relation in SUBJECTS and token.number is Number.PLURAL)

    def _all_readings(
        self, clause: Clause, structure: Structure, masculine: Sequence[NounForm]
    ) -> list[Reading]:
        cells = [(form.case, form.number, form.gender) for form in masculine]
        if self._lacks_dative_n(clause, structure, masculine):
            return self._reader.readings(clause, structure, _without_dative_n(masculine))
        cells += self._other_genders(clause.words[structure.noun].text, masculine)
        found = self._reader.readings(clause, structure, cells)
        if not found and structure.preposition is not None:
            found = self._reader.readings(clause, structure, _without_dative_n(masculine))
        if not found and self._may_join_clauses(clause, structure):  # bis ein Mitarbeiter kommt
            structure = replace(structure, preposition=None)
            found = self._reader.readings(clause, structure, cells)
        if all(_is_adjectival(form) for form in masculine):
            noun = structure.noun
            return [reading for reading in found if self._reader.adjective_agrees(clause, noun, reading)]
        if found or structure.contraction:
            return found
        return self._misread(clause, structure, cells)

    def _may_join_clauses(self, clause: Clause, structure: Structure) -> bool:
        """Whether the word before is a preposition that can also begin a clause."""
        return structure.preposition is not None and clause.lower(structure.preposition) in CLAUSE_OPENERS

    def _lacks_dative_n(self, clause: Clause, structure: Structure, masculine: Sequence[NounForm]) -> bool:
        """Whether a bare noun after "von" and the like is a dative plural without its n, a frequent slip.

        In a sentence with a verb a singular would have an article; "von Lehrer zu Lehrer" does without.
        """
        noun = structure.noun
        if structure.first != noun or structure.preposition != noun - 1 or noun + 1 in clause.names:
            return False
        governed = self._closed.prepositions.get(clause.lower(structure.preposition))
        plural = any(form.case is Case.DATIVE and form.number is Number.PLURAL for form in masculine)
        if governed != DATIVE or plural or not _without_dative_n(masculine):
            return False
        again = [clause.lower(index) for index in range(len(clause))].count(clause.lower(noun)) > 1
        return not again and any(clause.is_finite(index) for index in range(len(clause)))

    def _misread(
        self, clause: Clause, structure: Structure, cells: Sequence[tuple[Case, Number, Gender]]
    ) -> list[Reading]:
        """Readings where the words before the noun do not agree with it and so belong elsewhere.

        Only plurals: there nothing but the noun changes, so that nothing can go wrong in a rewrite.
        """
        article = structure.determiner
        if article is not None and article == structure.noun - 1 and clause.tokens[article].pos == "DET":
            return []
        bare = Structure(structure.noun, (), None, None, None, structure.numeral)
        plurals = [slot for slot in cells if slot[1] is Number.PLURAL]
        return self._reader.readings(clause, bare, plurals)

    def _other_genders(self, word: str, masculine: Sequence[NounForm]) -> list[tuple[Case, Number, Gender]]:
        """Readings of the same form that are no masculine: die Leiter, die Kunde, die Angestellte.

        A plural that the masculine has, too, tells nothing (den Kunden), but for nominalised adjectives.
        """
        plain = in_ordinary_capitals(word)
        others: list[tuple[Case, Number, Gender]] = [
            (form.case, form.number, form.gender)
            for form in self._database.readings(plain)
            if form.gender is not Gender.MASCULINE
        ]
        others += [
            (entry.case, entry.number, entry.gender)
            for entry in self._forms.readings(plain)
            if entry.pos == "NOUN"
            and entry.gender in {Gender.FEMININE, Gender.NEUTER}
            and entry.case
            and entry.number
        ]
        if all(_is_adjectival(form) for form in masculine):
            return others
        plurals = {form.case for form in masculine if form.number is Number.PLURAL}
        return [other for other in others if other[1] is not Number.PLURAL or other[0] not in plurals]


def _has_lemma(form: NounForm, lemma: str) -> bool:
    """Whether an analyzer's lemma is that of the form; of nominalised adjectives it may lack the ending."""
    wanted, given = form.lemma.lower(), lemma.lower()
    return wanted == given or (_is_adjectival(form) and given in {wanted.removesuffix("r"), wanted[:-2]})


def _whatever_is_around(index: int, form: NounForm) -> NounMatch:
    """The match of a form that is looked up without its sentence."""
    reading = Reading(form.case, form.number, Gender.MASCULINE, None, Strength.STRONG)
    return NounMatch(index, form, Structure(index), reading, form.noun.sense is Sense.AMBIGUOUS, False)


def _is_genitive_attribute(clause: Clause, index: int, noun: int) -> bool:
    """Europas in "die Bürger Europas"."""
    token = clause.tokens[index]
    return token.head == noun and token.relation == "nmod" and token.case is Case.GENITIVE


def _form_of(masculine: Sequence[NounForm], reading: Reading) -> NounForm:
    """The form in the cell of the reading, or where the dative lacks its n, in the same number."""
    exact = (form for form in masculine if (form.case, form.number) == (reading.case, reading.number))
    return next(exact, None) or next(form for form in masculine if form.number is reading.number)


def _without_dative_n(masculine: Sequence[NounForm]) -> list[tuple[Case, Number, Gender]]:
    """The dative plural of nouns that are written without its n, a frequent slip (mit den Schüler)."""
    return [
        (Case.DATIVE, form.number, form.gender)
        for form in masculine
        if form.case is Case.NOMINATIVE and form.number is Number.PLURAL
    ]


def _agrees_with_next(clause: Clause, index: int) -> bool:
    """Whether the parse reads an adjective that agrees with the noun right after it, even an unknown one (des
    Dritten Anpassungsgesetzes).
    """
    if index + 1 >= len(clause):
        return False
    token, noun = clause.tokens[index], clause.tokens[index + 1]
    agree = (token.case, token.number, token.gender) == (noun.case, noun.number, noun.gender)
    return token.pos == "ADJ" and noun.pos == "NOUN" and noun.gender is not None and agree


def _is_adjectival(form: NounForm) -> bool:
    return form.noun.paradigm == ADJECTIVAL
