"""Sets of grammatical cells (case × number × gender) as bit masks, to intersect them quickly."""

from collections.abc import Iterable, Iterator
from functools import cache

from mitgemeint.analysis.features import Case, Gender, Number

CASES = (Case.NOMINATIVE, Case.GENITIVE, Case.DATIVE, Case.ACCUSATIVE)
NUMBERS = (Number.SINGULAR, Number.PLURAL)
GENDERS = (Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER)
Cell = tuple[Case, Number, Gender]
EVERY: tuple[Cell, ...] = tuple((c, n, g) for c in CASES for n in NUMBERS for g in GENDERS)
ALL = (1 << len(EVERY)) - 1

_CASE_LETTERS = {"n": Case.NOMINATIVE, "g": Case.GENITIVE, "d": Case.DATIVE, "a": Case.ACCUSATIVE}
_NUMBER_LETTERS = {"s": Number.SINGULAR, "p": Number.PLURAL}
_GENDER_LETTERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE, "n": Gender.NEUTER}


@cache
def mask(case: Case | None = None, number: Number | None = None, gender: Gender | None = None) -> int:
    """All cells with the given features; None stands for every value."""
    return sum(
        1 << i
        for i, (c, n, g) in enumerate(EVERY)
        if case in (None, c) and number in (None, n) and gender in (None, g)
    )


OF_CASE = {case: mask(case=case) for case in CASES}
OF_NUMBER = {number: mask(number=number) for number in NUMBERS}
OF_GENDER = {gender: mask(gender=gender) for gender in GENDERS}


def expand(cells: int) -> Iterator[Cell]:
    """The cells of a mask, in a fixed order."""
    for i, cell in enumerate(EVERY):
        if cells >> i & 1:
            yield cell


def read_cell(text: str) -> tuple[Case, Number, Gender | None, int | None] | None:
    """A cell of the lexicon files ("nsm", "dp", "as1"); None where the text is no nominal cell."""
    if len(text) < 2 or text[0] not in _CASE_LETTERS or text[1] not in _NUMBER_LETTERS:
        return None
    rest = text[2:]
    gender = _GENDER_LETTERS.get(rest[:1])
    person = rest[-1:]
    return (
        _CASE_LETTERS[text[0]],
        _NUMBER_LETTERS[text[1]],
        gender,
        int(person) if person.isdigit() else None,
    )


def read_cells(texts: Iterable[str]) -> int:
    """The mask of all nominal cells among `texts`."""
    result = 0
    for text in texts:
        cell = read_cell(text)
        if cell is not None:
            result |= mask(*cell[:3])
    return result


def genders(cells: int) -> tuple[Gender, ...]:
    """The genders that occur in a mask."""
    return tuple(g for g in GENDERS if cells & OF_GENDER[g])


def cases(cells: int) -> tuple[Case, ...]:
    """The cases that occur in a mask."""
    return tuple(c for c in CASES if cells & OF_CASE[c])
