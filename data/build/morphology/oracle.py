"""DWDSmor (BBAW, GPL-2.0-only) as an oracle: which cells it gives a form. Only asked, never copied.

Needs the package sfst-transduce (extra `oracle`); the automaton comes out of DWDSmor's wheel.
"""

import re
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mitgemeint.analysis.adjective_forms import Degree
from mitgemeint.analysis.determiners import Cell
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.data.build.packages import DWDSMOR, fetch

MEMBER = "dwdsmor/automata/lemma.a"
_CASES = {
    "Nom": Case.NOMINATIVE,
    "Gen": Case.GENITIVE,
    "Dat": Case.DATIVE,
    "Acc": Case.ACCUSATIVE,
}
_NUMBERS = {"Sg": Number.SINGULAR, "Pl": Number.PLURAL}
_GENDERS = {"Masc": Gender.MASCULINE, "Fem": Gender.FEMININE, "Neut": Gender.NEUTER}
_DEGREES = {Degree.COMPARATIVE: "Comp", Degree.SUPERLATIVE: "Sup"}
_ATTRIBUTE = "<Attr/Subst><Fem><Nom><Sg><St>"


class Oracle:
    """The analyses of DWDSmor as cells of our tables."""

    def __init__(self, cache: Path) -> None:
        """Raises ImportError without sfst-transduce, SourceError where the wheel cannot be fetched."""
        import sfst_transduce  # type: ignore[import-not-found, unused-ignore]

        with zipfile.ZipFile(fetch(DWDSMOR, cache)) as wheel, tempfile.TemporaryDirectory() as folder:
            self._automaton: Any = sfst_transduce.Transducer(wheel.extract(MEMBER, folder))
        self._known: dict[str, list[str]] = {}

    def cells(self, form: str, kinds: frozenset[str], position: str) -> set[Cell]:
        """The cells of a form as a word of some kinds ("ART", "POSS") in a position ("Attr", "Subst")."""
        return {
            cell
            for analysis in self._analyses(form)
            for tags in [re.findall(r"<([^<>]+)>", analysis)]
            if kinds & set(tags) and _fits(tags, position)
            for cell in _cells(tags)
        }

    def degree(self, lemma: str, stem: str, degree: Degree) -> tuple[str, ...]:
        """The forms of a degree that DWDSmor has for the feminine nominative of an adjective; () if none.

        `stem` is the stem of the positive, for telling the adjective by its form.
        """
        found: set[str] = set()
        for analysis in self._analyses(stem + "e"):
            head, tag, rest = analysis.partition("<ADJ><Pos>")
            if tag and rest == _ATTRIBUTE and head.replace("<~>", "") in (lemma, stem + "e"):
                found |= set(self._automaton.generate(f"{head}<ADJ><{_DEGREES[degree]}>{_ATTRIBUTE}"))
        return tuple(sorted(found))

    def _analyses(self, form: str) -> list[str]:
        if form not in self._known:
            self._known[form] = list(self._automaton.analyse(form))
        return self._known[form]


def _fits(tags: list[str], position: str) -> bool:
    """Whether an analysis is in current German, in the position, and in a declension of its own."""
    if "NonSt" in tags or "Old" in tags:
        return False
    positions = {"Attr", "Subst", "Attr/Subst"} & set(tags)
    return not positions or position in positions or "Attr/Subst" in positions


def _cells(tags: list[str]) -> Iterator[Cell]:
    cases = [_CASES[tag] for tag in tags if tag in _CASES] or list(_CASES.values())
    numbers = [_NUMBERS[tag] for tag in tags if tag in _NUMBERS] or list(_NUMBERS.values())
    genders = [_GENDERS[tag] for tag in tags if tag in _GENDERS] or list(_GENDERS.values())
    for case in cases:
        for number in numbers:
            if number is Number.PLURAL:
                yield Cell(case, number, None)
            else:
                yield from (Cell(case, number, gender) for gender in genders)
