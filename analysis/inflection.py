"""Inflects any word: nouns, adjectives, determiners, pronouns and verbs behind one door.

What a rewriting that changes gender, case or number needs; the rules live in `database`, `adjective_forms`,
`determiners` and `verb_number`. Forms come in lower case, nouns with their capital. docs/morphology.md says
how right they are.
"""

from mitgemeint.analysis.adjective_forms import AdjectiveForms, Degree
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import Cell, ClosedClass, Strength
from mitgemeint.analysis.entries import PersonNoun
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.verb_number import VerbNumber
from mitgemeint.analysis.verb_table import Tense

__all__ = ["Degree", "Inflector", "Strength", "Tense"]


class Inflector:
    """Forms of words by the features wanted. One instance can serve many callers."""

    def __init__(
        self, database: Database, adjectives: AdjectiveForms, closed: ClosedClass, verbs: VerbNumber
    ) -> None:
        self._database = database
        self._adjectives = adjectives
        self._closed = closed
        self._verbs = verbs

    @classmethod
    def load(cls, database: Database, forms: FormLexicon) -> "Inflector":
        """With the tables that ship."""
        return cls(database, AdjectiveForms.load(), ClosedClass.load(), VerbNumber.load(forms))

    def noun(
        self,
        noun: PersonNoun,
        gender: Gender,
        case: Case,
        number: Number,
        strength: Strength = Strength.STRONG,
        prefix: str = "",
    ) -> str | None:
        """The masculine or feminine form of a person noun, after the first part of a compound.

        `strength` counts for nominalised adjectives only (ein Angestellter, der Angestellte). None for the
        feminine of a noun that has none, and for other genders.
        """
        if gender is not Gender.MASCULINE and not (gender is Gender.FEMININE and noun.feminine):
            return None
        return self._database.inflect(noun, gender, case, number, prefix, strength.value)

    def adjective(
        self, lemma: str, slot: Cell, strength: Strength, degree: Degree = Degree.POSITIVE
    ) -> str | None:
        """An adjective or participle by its citation form (hoch, gewählt); None where it has no degree."""
        return self._adjectives.form(lemma, slot, strength, degree)

    def determiner(self, lemma: str, slot: Cell) -> str | None:
        """A determiner before a noun (der, ein, mein, jeder); None where it or the cell does not exist."""
        determiner = self._closed.determiners.get(lemma)
        return determiner.form(slot) if determiner else None

    def strength_after(self, lemma: str | None) -> Strength | None:
        """Which endings an adjective takes after a determiner, or after none; None for an unknown one."""
        if lemma is None:
            return Strength.STRONG
        determiner = self._closed.determiners.get(lemma)
        return determiner.strength if determiner else None

    def pronoun(self, lemma: str, slot: Cell) -> str | None:
        """A pronoun that stands alone (einer, jemand, wer, jeder); None as for determiners."""
        return self._closed.pronoun(lemma, slot)

    def personal(self, lemma: str, slot: Cell) -> str | None:
        """A personal pronoun: "er" for the third person (with its genders), "ich", "du"."""
        return self._closed.personal.get(lemma, {}).get(slot)

    def relative(self, slot: Cell, welcher: bool = False) -> str | None:
        """A relative pronoun: der, dessen …, or welcher; None for the genitive of welcher."""
        return self._closed.relatives[1 if welcher else 0].get(slot)

    def verb(
        self, form: str, number: Number, tense: Tense | None = None, infinitive: str | None = None
    ) -> str | None:
        """A finite verb of the third person in the wanted number; see `VerbNumber.in_number`."""
        return self._verbs.in_number(form, number, tense, infinitive)
