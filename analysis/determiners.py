"""Articles, determiners, contracted prepositions and pronouns: which cells a form fills, and its forms.

The words stand in `data/lexicon/determiners.toml`.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.data import resource

CASES = (Case.NOMINATIVE, Case.GENITIVE, Case.DATIVE, Case.ACCUSATIVE)
GENDERS = (Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER, Gender.INCLUSIVE)
MISSING = "-"


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a declension table. `gender` is None in the plural, which has no genders."""

    case: Case
    number: Number
    gender: Gender | None


class Strength(StrEnum):
    """Which adjective endings follow (Duden-Grammatik: starke, schwache, gemischte Flexion)."""

    WEAK = "weak"
    MIXED = "mixed"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class Determiner:
    """A word that agrees with a noun: its forms by cell, and what follows from it."""

    lemma: str
    strength: Strength
    forms: Mapping[Cell, str] = field(hash=False)
    definite: bool = False
    indefinite: bool = False
    negative: bool = False
    quantifier: bool = False
    possessive: bool = False
    adjective_too: bool = False

    @property
    def adjectival(self) -> bool:
        """Whether it is an adjective in all but name, with strong adjectives after it (viele, andere)."""
        return self.adjective_too and self.strength is Strength.STRONG

    def form(self, cell: Cell) -> str | None:
        """The form for a cell, in lower case; None where the word has none."""
        return self.forms.get(cell)


@dataclass(frozen=True, slots=True)
class Contraction:
    """A preposition with the article inside: zum = zu + dem; for the feminine zur, in De-e zurm.

    One that is `kept` stays whole beside a sign in the short style (vom*von der); others are written out
    first (bei dem*der).
    """

    form: str
    preposition: str
    case: Case
    feminine: str | None
    inclusive: str | None = None
    kept: bool = False


def cells(number: Number | None = None) -> Iterator[Cell]:
    """All cells of a table, or those of one number."""
    if number is not Number.PLURAL:
        yield from (Cell(case, Number.SINGULAR, gender) for gender in GENDERS for case in CASES)
    if number is not Number.SINGULAR:
        yield from (Cell(case, Number.PLURAL, None) for case in CASES)


def cell(case: Case, number: Number, gender: Gender) -> Cell:
    """The cell for the features of a noun: in the plural the gender does not count."""
    return Cell(case, number, None if number is Number.PLURAL else gender)


def _table(row: Mapping[str, Sequence[str]]) -> dict[Cell, str]:
    table = {}
    for slot in cells():
        forms = row.get("pl" if slot.gender is None else slot.gender.value)
        if forms is None and slot.gender is not None:
            forms = row.get("sg")  # the same for every gender
        if forms is not None and forms[CASES.index(slot.case)] != MISSING:
            table[slot] = forms[CASES.index(slot.case)]
    return table


class ClosedClass:
    """The closed-class words of German, by form and by lemma."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.endings = {name: _table(row) for name, row in data["endings"].items()}
        self.determiners = {row["lemma"]: self._determiner(row) for row in data["determiner"]}
        self.contractions = {row["form"]: _contraction(row) for row in data["contraction"]}
        self.relatives = tuple(_table(row) for row in data["relative"])
        self.personal = {row["lemma"]: _table(row) for row in data["personal"]}
        self.pronouns = {row["lemma"]: self._pronoun(row) for row in data["pronoun"]}
        self.person_pronouns = frozenset(data["persons"]["pronouns"])
        self.prepositions = {
            word: frozenset(Case(case) for case in governed)
            for word, governed in data["prepositions"].items()
        }
        self.dative_only = frozenset(data["verbs"]["dative"])
        self.dative_verbs = self.dative_only | frozenset(data["verbs"]["ditransitive"])
        self.addresses = frozenset(data["addresses"]["words"])
        self.before_years = frozenset(data["numbers"]["before_years"])
        self.numbered = frozenset(data["numbers"]["numbered"])
        self.adverbials = frozenset(data["adverbials"]["phrases"])
        self._by_form: dict[str, list[tuple[Determiner, Cell]]] = {}
        for determiner in self.determiners.values():
            for slot, form in determiner.forms.items():
                if slot.gender is not Gender.INCLUSIVE:
                    self._by_form.setdefault(form, []).append((determiner, slot))

    @classmethod
    @cache
    def load(cls) -> "ClosedClass":
        """The table that ships (read once)."""
        return cls(tomllib.loads(resource("lexicon", "determiners.toml").read_text("utf-8")))

    def _determiner(self, row: Mapping[str, Any]) -> Determiner:
        forms = _table(row["forms"]) if "forms" in row else self._from_endings(row)
        numbers = row.get("numbers", ["sg", "pl"])
        flags = ("definite", "indefinite", "negative", "quantifier", "possessive", "adjective_too")
        return Determiner(
            lemma=row["lemma"],
            strength=Strength(row["strength"]),
            forms={slot: form for slot, form in forms.items() if slot.number.value in numbers},
            **{flag: bool(row.get(flag, False)) for flag in flags},
        )

    def _from_endings(self, row: Mapping[str, Any]) -> dict[Cell, str]:
        stem = row["stem"]
        bare = row.get("bare", stem)
        inclusive = row.get("inclusive", bare)  # unser, euer: unse, eue
        return {
            slot: stem + ending if ending else inclusive if slot.gender is Gender.INCLUSIVE else bare
            for slot, ending in self.endings[row["endings"]].items()
        }

    def _pronoun(self, row: Mapping[str, Any]) -> dict[Cell, str]:
        """The forms of a pronoun: those of its endings, if any, under its own."""
        return {**(self._from_endings(row) if "endings" in row else {}), **_table(row)}

    def pronoun(self, lemma: str, slot: Cell) -> str | None:
        """A pronoun that stands alone (einer, not ein); None where it or the cell does not exist.

        `lemma` is that of a [[pronoun]] or of a determiner with the same forms (jeder). Determiners of the
        class of ein have pronouns of their own: einer, keiner, meiner.
        """
        if lemma in self.pronouns:
            return self.pronouns[lemma].get(slot)
        determiner = self.determiners.get(lemma)
        return determiner.form(slot) if determiner and determiner.strength is not Strength.MIXED else None

    def pronoun_readings(self, form: str) -> tuple[tuple[str, Cell], ...]:
        """The pronouns that stand for persons (lemma and cell) that a form, in any capitals, can be."""
        wanted = form.lower()
        return tuple(
            (lemma, slot)
            for lemma in sorted(self.person_pronouns)
            for slot in cells()
            if slot.gender is not Gender.INCLUSIVE and self.pronoun(lemma, slot) == wanted
        )

    def readings(self, form: str) -> Sequence[tuple[Determiner, Cell]]:
        """Every determiner and cell that a form (any capitalisation) can be."""
        return self._by_form.get(form.lower(), ())

    def singular_genders(self, form: str) -> frozenset[Gender | None]:
        """The genders that a determiner can have in the singular; none for what is no determiner."""
        return frozenset(slot.gender for _, slot in self.readings(form) if slot.number is Number.SINGULAR)

    def adjective_ending(self, strength: Strength, slot: Cell) -> str:
        """The ending of an adjective in a cell."""
        return self.endings[strength.value][slot]

    def relative_cells(self, form: str) -> tuple[tuple[int, Cell], ...]:
        """The relative pronouns (index of the table) and cells that a form can be."""
        wanted = form.lower()
        return tuple(
            (index, slot)
            for index, table in enumerate(self.relatives)
            for slot, other in table.items()
            if other == wanted and slot.gender is not Gender.INCLUSIVE
        )


def _contraction(row: Mapping[str, Any]) -> Contraction:
    case = Case.DATIVE if row["article"] == "dem" else Case.ACCUSATIVE
    return Contraction(
        row["form"],
        row["preposition"],
        case,
        row.get("feminine"),
        row.get("inclusive"),
        kept=row.get("kept", False),
    )
