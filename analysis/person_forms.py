"""Readings of words as person nouns: masculine or feminine, simple or compound, whole or first part."""

from collections.abc import Iterator
from dataclasses import dataclass

from mitgemeint.analysis.compounds import fold
from mitgemeint.analysis.entries import PersonNoun
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.paradigm import ALL_CELLS, Paradigms


@dataclass(frozen=True, slots=True)
class NounForm:
    """One reading of a word as a person noun; `prefix` is a compound's first part as written, or empty."""

    noun: PersonNoun
    prefix: str
    gender: Gender
    case: Case
    number: Number

    @property
    def lemma(self) -> str:
        """The masculine citation form of the whole word."""
        return join(self.prefix, self.noun.masculine)

    @property
    def feminine(self) -> str:
        """The feminine citation form of the whole word."""
        return join(self.prefix, self.noun.feminine)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A masculine person noun as the first or a middle part of a compound: Arbeiter in Arbeitergewerkschaft.

    `start` and `end` are its span inside the word, with the linking element (Bundes|präsidenten|wahl);
    `case` and `number` name the form that this part looks like.
    """

    noun: PersonNoun
    prefix: str
    start: int
    end: int
    case: Case
    number: Number


def join(prefix: str, word: str) -> str:
    """`prefix` and `word` as one compound: the word keeps its capital only after a hyphen or nothing."""
    if not prefix or prefix.endswith("-"):
        return prefix + word
    return prefix + word[0].lower() + word[1:]


def noun_forms(noun: PersonNoun, form: str, paradigms: Paradigms, prefix: str = "") -> Iterator[NounForm]:
    """The readings of `form` as a form of `noun`, whatever its capitals and its ß."""
    wanted = fold(form).lower()
    for cell in ALL_CELLS:
        forms = paradigms.cell_forms(noun.masculine, noun.feminine, noun.paradigm, cell)
        if noun.variants and cell.gender is Gender.FEMININE:
            forms += tuple(
                form
                for variant in noun.variants
                for form in paradigms.feminine_paradigm(variant).forms(variant, cell.case, cell.number)
            )
        if any(fold(known).lower() == wanted for known in forms):
            yield NounForm(noun, prefix, cell.gender, cell.case, cell.number)
