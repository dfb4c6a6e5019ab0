"""Inflection classes of person nouns: from a citation form and a class to every form, with its variants.

The classes are data (`data/lexicon/paradigms.toml`); this module only applies their patterns.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.data import resource

Ending = Literal["strong", "weak", "mixed"]
ENDINGS: tuple[Ending, ...] = ("strong", "weak", "mixed")
CASES = (Case.NOMINATIVE, Case.GENITIVE, Case.DATIVE, Case.ACCUSATIVE)

_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü", "A": "Ä", "O": "Ö", "U": "Ü", "au": "äu", "Au": "Äu"}
_UMLAUTABLE = re.compile(r"[aA]u|[aouAOU]")
_PATTERN = re.compile(r"(?P<umlaut>~)?(?:-(?P<cut>\d+))?(?:\+(?P<ending>\w+))?")
_SIBILANTS = ("s", "ß", "x", "z")


class Cell(NamedTuple):
    """One place of a noun's table."""

    gender: Gender
    case: Case
    number: Number


def umlaut(word: str) -> str:
    """`word` with its last a, o, u or au umlauted; unchanged where it has none."""
    found = list(_UMLAUTABLE.finditer(word))
    if not found:
        return word
    last = found[-1]
    return word[: last.start()] + _UMLAUTS[last.group()] + word[last.end() :]


def apply_pattern(word: str, pattern: str) -> str:
    """`word` inflected by one form pattern (see `paradigms.toml`); ValueError for a malformed pattern."""
    parts = _PATTERN.fullmatch(pattern)
    if parts is None:
        raise ValueError(f"not a form pattern: {pattern!r}")
    if parts["cut"]:
        word = word[: -int(parts["cut"])]
    if parts["umlaut"]:
        word = umlaut(word)
    return word + (parts["ending"] or "")


@dataclass(frozen=True, slots=True)
class Paradigm:
    """The patterns of one class, by number and case; the first of a cell is the one to write."""

    id: str
    cells: Mapping[tuple[Case, Number], tuple[str, ...]]

    def forms(self, word: str, case: Case, number: Number) -> tuple[str, ...]:
        """The forms of `word` in one cell, the preferred one first."""
        patterns = self.cells[case, number]
        if word.endswith(_SIBILANTS) and "+s" in patterns:
            patterns = tuple(p for p in patterns if p != "+s") or ("",)
        return tuple(dict.fromkeys(apply_pattern(word, pattern) for pattern in patterns))


@dataclass(frozen=True, slots=True)
class Paradigms:
    """All classes, and the endings of nominalised adjectives and of feminines."""

    classes: Mapping[str, Paradigm]
    feminines: tuple[tuple[str, Paradigm], ...]
    adjectival: frozenset[str]
    adjective_endings: Mapping[tuple[str, Ending], tuple[str, ...]]

    def __contains__(self, class_id: object) -> bool:
        return class_id in self.classes or class_id in self.adjectival

    @property
    def ids(self) -> tuple[str, ...]:
        """Every class id that an entry may name."""
        return (*self.classes, *sorted(self.adjectival))

    def cell_forms(
        self, masculine: str, feminine: str, class_id: str, cell: Cell, ending: Ending | None = None
    ) -> tuple[str, ...]:
        """The forms of a pair in one cell, the preferred one first.

        `ending` picks the strong, weak or mixed form of a nominalised adjective; None gives all of them.
        """
        nominalised = class_id in self.adjectival and (
            cell.gender is not Gender.FEMININE or class_id == "adjectival"
        )
        if nominalised:
            return self._adjectival(masculine, cell, ending)
        if cell.gender is Gender.FEMININE:
            return self.feminine_paradigm(feminine).forms(feminine, cell.case, cell.number)
        return self.classes[class_id].forms(masculine, cell.case, cell.number)

    def feminine_paradigm(self, feminine: str) -> Paradigm:
        """The class of a feminine noun, which its ending decides."""
        return next(paradigm for ending, paradigm in self.feminines if feminine.lower().endswith(ending))

    def table(self, masculine: str, feminine: str, class_id: str) -> Iterator[tuple[Cell, str]]:
        """Every cell and form of a pair."""
        for cell in ALL_CELLS:
            for form in self.cell_forms(masculine, feminine, class_id, cell):
                yield cell, form

    def _adjectival(self, masculine: str, cell: Cell, ending: Ending | None) -> tuple[str, ...]:
        stem = masculine.removesuffix("er")
        row = "plural" if cell.number is Number.PLURAL else _ROWS[cell.gender]
        index = CASES.index(cell.case)
        kinds = (ending,) if ending else ENDINGS
        return tuple(dict.fromkeys(stem + self.adjective_endings[row, kind][index] for kind in kinds))


_ROWS = {Gender.MASCULINE: "masculine", Gender.FEMININE: "feminine"}
ALL_CELLS = tuple(
    Cell(gender, case, number)
    for gender in (Gender.MASCULINE, Gender.FEMININE)
    for number in (Number.SINGULAR, Number.PLURAL)
    for case in CASES
)


def _paradigm(id_: str, singular: Sequence[Any], plural: Sequence[Any]) -> Paradigm:
    cells: dict[tuple[Case, Number], tuple[str, ...]] = {}
    for number, row in ((Number.SINGULAR, singular), (Number.PLURAL, plural)):
        for case, patterns in zip(CASES, row, strict=True):
            cells[case, number] = (patterns,) if isinstance(patterns, str) else tuple(patterns)
    return Paradigm(id_, cells)


@cache
def load_paradigms() -> Paradigms:
    """The classes of `data/lexicon/paradigms.toml`."""
    raw = tomllib.loads(resource("lexicon", "paradigms.toml").read_text("utf-8"))
    feminines = sorted(raw["feminine"], key=lambda row: -len(row["ending"]))
    return Paradigms(
        classes={row["id"]: _paradigm(row["id"], row["sg"], row["pl"]) for row in raw["class"]},
        feminines=tuple((r["ending"], _paradigm(f"-{r['ending']}", r["sg"], r["pl"])) for r in feminines),
        adjectival=frozenset(raw["adjectival"]["classes"]),
        adjective_endings={
            (row, kind): tuple(raw["adjectival"][row][kind])
            for row in ("masculine", "feminine", "plural")
            for kind in ENDINGS
        },
    )
