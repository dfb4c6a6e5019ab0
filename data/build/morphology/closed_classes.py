"""Compares data/lexicon/determiners.toml with DWDSmor, cell by cell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mitgemeint.analysis.determiners import Cell, ClosedClass
from mitgemeint.analysis.features import Gender
from mitgemeint.data.build.morphology.oracle import Oracle

DETERMINERS = frozenset({"ART", "DEM", "INDEF", "POSS", "WPRO", "ADJ"})
KINDS = {
    "determiner": (DETERMINERS, "Attr"),
    "pronoun": (DETERMINERS, "Subst"),
    "personal": (frozenset({"PPRO"}), "Subst"),
    "relative": (frozenset({"REL"}), "Subst"),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the oracle says of one cell: its forms, among those of our table for the word."""

    table: str
    lemma: str
    cell: Cell
    ours: str
    theirs: tuple[str, ...]
    known: bool

    @property
    def agrees(self) -> bool:
        """Whether our form is one of the oracle's."""
        return self.ours in self.theirs


def tables(closed: ClosedClass) -> Iterator[tuple[str, str, Mapping[Cell, str]]]:
    """Every table with its kind and its lemma."""
    for lemma, determiner in closed.determiners.items():
        yield "determiner", lemma, determiner.forms
    for lemma, forms in closed.pronouns.items():
        yield "pronoun", lemma, forms
    for lemma, forms in closed.personal.items():
        yield "personal", lemma, forms
    for lemma, forms in zip(("der", "welcher"), closed.relatives, strict=True):
        yield "relative", lemma, forms


def compare(closed: ClosedClass, oracle: Oracle) -> list[Answer]:
    """The oracle's answer to every cell (De-e, which is no standard German, left out)."""
    answers: list[Answer] = []
    for table, lemma, forms in tables(closed):
        kinds, position = KINDS[table]
        compared = {slot: form for slot, form in forms.items() if _is_compared(slot, forms)}
        accepted = {form: oracle.cells(form, kinds, position) for form in sorted(set(compared.values()))}
        for slot, form in compared.items():
            theirs = tuple(other for other, cells in accepted.items() if slot in cells)
            answers.append(Answer(table, lemma, slot, form, theirs, any(accepted.values())))
    return answers


def _is_compared(slot: Cell, forms: Mapping[Cell, str]) -> bool:
    """Standard German, and one gender only of a word without gender (jemand)."""
    if slot.gender is Gender.INCLUSIVE:
        return False
    genders = (Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER)
    same = len({tuple(f for s, f in forms.items() if s.gender is gender) for gender in genders}) == 1
    return not same or slot.gender in (None, Gender.MASCULINE)
