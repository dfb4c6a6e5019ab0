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


ALL_CELLS = tuple(
    Cell(gender, case, number)
    for gender in (Gender.MASCULINE, Gender.FEMININE)
    for number in (Number.SINGULAR, Number.PLURAL)
    for case in CASES
)


class Pattern(NamedTuple):
    """How a form is made of the citation form: umlaut it, take letters off its end, add an ending."""

    umlaut: bool
    cut: int
    ending: str

    @classmethod
    def parse(cls, text: str) -> "Pattern":
        """The pattern written as in `paradigms.toml`; ValueError where it is malformed."""
        parts = _PATTERN.fullmatch(text)
        if parts is None:
            raise ValueError(f"not a form pattern: {text!r}")
        return cls(bool(parts["umlaut"]), int(parts["cut"] or 0), parts["ending"] or "")

    def apply(self, word: str) -> str:
        """The form of `word`."""
        if self.cut:
            word = word[: -self.cut]
        return (umlaut(word) if self.umlaut else word) + self.ending


_GENITIVE_S = Pattern(False, 0, "s")
_BARE = Pattern(False, 0, "")


def umlaut(word: str) -> str:
    """`word` with its last a, o, u or au umlauted; unchanged where it has none."""
    found = list(_UMLAUTABLE.finditer(word))
    if not found:
        return word
    last = found[-1]
    return word[: last.start()] + _UMLAUTS[last.group()] + word[last.end() :]


@dataclass(frozen=True, slots=True)
class Paradigm:
    """The patterns of one class, by case and number; the first of a cell is the one to write."""

    id: str
    cells: Mapping[tuple[Case, Number], tuple[Pattern, ...]]
    distinct: tuple[Pattern, ...]
    endings: tuple[str, ...]  # of those of `distinct` that only add an ending

    def forms(self, word: str, case: Case, number: Number) -> tuple[str, ...]:
        """The forms of `word` in one cell, the preferred one first."""
        patterns = _speakable(word, self.cells[case, number])
        return tuple(dict.fromkeys(pattern.apply(word) for pattern in patterns))

    def spellings(self, word: str) -> set[str]:
        """Every form of `word`."""
        if word.endswith(_SIBILANTS):
            return {pattern.apply(word) for pattern in _speakable(word, self.distinct)}
        forms = {word + ending for ending in self.endings}
        if len(self.endings) < len(self.distinct):
            forms.update(p.apply(word) for p in self.distinct if p.umlaut or p.cut)
        return forms


def _speakable(word: str, patterns: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
    """`patterns` without a bare -s after s, ß, x and z: des Bosses, des Nikolaus."""
    if _GENITIVE_S in patterns and word.endswith(_SIBILANTS):
        return tuple(pattern for pattern in patterns if pattern != _GENITIVE_S) or (_BARE,)
    return patterns


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
        """The forms of a pair in one cell, the preferred one first; () for the feminine of a noun without
        one.

        `ending` picks the strong, weak or mixed form of a nominalised adjective; None gives all of them.
        """
        if cell.gender is Gender.FEMININE:
            if not feminine:
                return ()
            if class_id != "adjectival":
                return self.feminine_paradigm(feminine).forms(feminine, cell.case, cell.number)
        if class_id in self.adjectival:
            return self._nominalised(masculine, cell, ending)
        return self.classes[class_id].forms(masculine, cell.case, cell.number)

    def feminine_paradigm(self, feminine: str) -> Paradigm:
        """The class of a feminine noun, which its ending decides."""
        lower = feminine.lower()
        return next(paradigm for ending, paradigm in self.feminines if lower.endswith(ending))

    def spellings(self, masculine: str, feminine: str, class_id: str) -> set[str]:
        """Every form of a pair, masculine and feminine."""
        if class_id in self.adjectival:
            stem = masculine.removesuffix("er")
            forms = {stem + ending for endings in self.adjective_endings.values() for ending in endings}
            if class_id == "adjectival":
                return forms
        else:
            forms = self.classes[class_id].spellings(masculine)
        return forms | self.feminine_paradigm(feminine).spellings(feminine) if feminine else forms

    def table(self, masculine: str, feminine: str, class_id: str) -> Iterator[tuple[Cell, tuple[str, ...]]]:
        """Every cell of a pair with its forms."""
        for cell in ALL_CELLS:
            yield cell, self.cell_forms(masculine, feminine, class_id, cell)

    def _nominalised(self, masculine: str, cell: Cell, ending: Ending | None) -> tuple[str, ...]:
        stem = masculine.removesuffix("er")
        row = "plural" if cell.number is Number.PLURAL else _ROWS[cell.gender]
        index = CASES.index(cell.case)
        kinds = (ending,) if ending else ENDINGS
        return tuple(dict.fromkeys(stem + self.adjective_endings[row, kind][index] for kind in kinds))


_ROWS = {Gender.MASCULINE: "masculine", Gender.FEMININE: "feminine"}


def _paradigm(id_: str, singular: Sequence[Any], plural: Sequence[Any]) -> Paradigm:
    cells: dict[tuple[Case, Number], tuple[Pattern, ...]] = {}
    for number, row in ((Number.SINGULAR, singular), (Number.PLURAL, plural)):
        for case, patterns in zip(CASES, row, strict=True):
            texts = [patterns] if isinstance(patterns, str) else patterns
            cells[case, number] = tuple(Pattern.parse(text) for text in texts)
    distinct = tuple(dict.fromkeys(pattern for patterns in cells.values() for pattern in patterns))
    endings = tuple(pattern.ending for pattern in distinct if not pattern.umlaut and not pattern.cut)
    return Paradigm(id_, cells, distinct, endings)


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
