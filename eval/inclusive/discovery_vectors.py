"""Word vectors for discovery: how near each word of neutral form is to a masculine and its feminine."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.paradigm import ALL_CELLS, load_paradigms
from mitgemeint.analysis.person_forms import join
from mitgemeint.eval.inclusive.contexts import Item
from mitgemeint.eval.inclusive.discovery import Asked, Vectors
from mitgemeint.eval.inclusive.neutral_forms import NeutralForms
from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.vector_files.formats import vector_file
from mitgemeint.eval.vector_files.look_up import LookUp

MOST_CANDIDATES = 100_000
"""Forms of candidates that are looked at, those that the file has first: files are sorted by frequency."""

Floats = NDArray[np.float64]


def vectors(path: Path, asked: Sequence[Asked], neutral: NeutralForms) -> Vectors:
    """The cosines from a file of vectors; EvalError where it cannot be read or has no candidates."""
    file = vector_file(path)
    forms: dict[Item, list[str]] = {}
    number = 0
    for word in file.words():
        found = neutral.find(word)
        if found is not None:
            forms.setdefault(Item(found.base, found.kind), []).append(word)
            number += 1
            if number >= MOST_CANDIDATES:
                break
    if not forms:
        reason = "no word in it is neutral in form (Lehrkraft, Studierende), with a capital as nouns have"
        raise EvalError(str(path), reason, "name vectors of German words that keep capitals")
    wanted = {form for each in forms.values() for form in each}
    nouns = [{gender: _forms(each, gender) for gender in _BOTH} for each in asked]
    wanted |= {form for genders in nouns for each in genders.values() for form in each}
    found_in_file = file.look_up(wanted)
    items = sorted(forms)
    rows = np.stack([_mean(forms[item], found_in_file) for item in items])
    both = [np.nansum([_mean(each, found_in_file) for each in genders.values()], axis=0) for genders in nouns]
    nouns_rows = np.stack([_length_one(row) for row in both]) if both else np.zeros((0, rows.shape[1]))
    return Vectors(items, nouns_rows @ rows.T)


_BOTH = (Gender.MASCULINE, Gender.FEMININE)


def _forms(asked: Asked, gender: Gender) -> list[str]:
    """The different forms of a noun in one gender; none where it has no such gender."""
    noun, paradigms = asked.noun, load_paradigms()
    forms = (
        form
        for cell in ALL_CELLS
        if cell.gender is gender
        for form in paradigms.cell_forms(noun.masculine, noun.feminine, noun.paradigm, cell)
    )
    return sorted({join(asked.prefix, form) for form in forms})


def _mean(words: Iterable[str], found: LookUp) -> Floats:
    """The mean of the words' vectors, each of length 1, with length 1 itself; NaN where there are none."""
    rows = [_length_one(found.vectors[word].astype(np.float64)) for word in words if word in found.vectors]
    rows = [row for row in rows if not np.isnan(row).any()]
    return _length_one(np.mean(rows, axis=0)) if rows else np.full(found.dimensions, np.nan)


def _length_one(row: Floats) -> Floats:
    """NaN for a vector of zeros, which points nowhere."""
    length = float(np.linalg.norm(row))
    return row / length if length > 0 else np.full(row.shape, np.nan)
