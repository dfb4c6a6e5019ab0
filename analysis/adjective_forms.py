"""Adjectives and participles: stems, comparison, endings.

The endings are those of `determiners`; stems follow four rules (hoch, hoh-; dunkel, dunkl-; teuer, teur-;
müde, müd-), and what does not stands in `data/lexicon/adjectives.toml`. docs/morphology.md has the figures.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from mitgemeint.analysis.determiners import Cell, ClosedClass, Strength
from mitgemeint.analysis.paradigm import umlaut
from mitgemeint.data import resource

# Superlatives have an e before -st after these sounds (kürzest, neuest), but not after unstressed -end, -et …
_HISSING = re.compile(r"(?:[dtsßzx]|sch|[ae]u|ei|[aeiouäöü]h)$")
_UNSTRESSED = re.compile(r"(?:end|isch|[^aeiouäöü]et|[^w]ert|elt)$")
# ß after a short vowel, spelled so before 1996: naß, nasse (but süß, weiß, groß).
_OLD_SHARP_S = re.compile(r"(?<![aeiou])([aei])ß$")
_ORDINAL = re.compile(r"\d+\.")


class Degree(StrEnum):
    """The degrees of comparison."""

    POSITIVE = "positive"
    COMPARATIVE = "comparative"
    SUPERLATIVE = "superlative"


@dataclass(frozen=True, slots=True)
class AdjectiveForms:
    """Inflects adjectives and participles given by their citation form."""

    closed: ClosedClass
    umlauted: frozenset[str]
    suppletive: Mapping[str, Sequence[str]]
    invariant: frozenset[str]
    elided: frozenset[str]
    kept: frozenset[str]
    stressed: frozenset[str]

    @classmethod
    @cache
    def load(cls) -> "AdjectiveForms":
        """With the data that ships (read once)."""
        data = tomllib.loads(resource("lexicon", "adjectives.toml").read_text("utf-8"))
        words = {name: frozenset(table["words"]) for name, table in data.items() if "words" in table}
        return cls(
            ClosedClass.load(),
            frozenset(data["comparison"]["umlaut"]),
            data["comparison"]["suppletive"],
            words["indeclinable_adjectives"],
            words["elided"],
            words["kept"],
            words["stressed"],
        )

    def form(
        self, lemma: str, slot: Cell, strength: Strength, degree: Degree = Degree.POSITIVE
    ) -> str | None:
        """The attributive form in a cell: (hoch, comparative) höhere.

        None for a degree that the word does not have (comparative of lila). What takes no ending (lila,
        Berliner, 3.) comes back as it is.
        """
        if self.is_invariant(lemma):
            return lemma if degree is Degree.POSITIVE else None
        return self.stem(lemma, degree) + self.closed.adjective_ending(strength, slot)

    def is_invariant(self, lemma: str) -> bool:
        """Whether a word takes no ending: lila, the Berliner of Berliner Polizei, ordinals in figures."""
        capitalised = lemma[:1].isupper() and lemma.endswith("er")
        return lemma in self.invariant or capitalised or _ORDINAL.fullmatch(lemma) is not None

    def stem(self, lemma: str, degree: Degree = Degree.POSITIVE) -> str:
        """What stands before the ending: hoh-, dunkl-, älter-, größt-."""
        if degree is Degree.POSITIVE:
            return self._positive(lemma)
        if lemma in self.suppletive:
            return self.suppletive[lemma][0 if degree is Degree.COMPARATIVE else 1]
        if degree is Degree.COMPARATIVE:
            return self._raised(lemma, self._positive(lemma)) + "er"
        base = self._raised(lemma, lemma.removesuffix("e"))
        unstressed = _UNSTRESSED.search(lemma) and not lemma.endswith(tuple(self.stressed))
        return base + ("est" if _HISSING.search(base) and not unstressed else "st")

    def _positive(self, lemma: str) -> str:
        if lemma.endswith("hoch"):
            return lemma[:-2] + "h"
        if lemma.endswith("e"):
            return lemma[:-1]
        if lemma.endswith("el") and lemma not in self.kept:
            return lemma[:-2] + "l"
        if lemma.endswith(("auer", "euer")) or lemma in self.elided:
            return lemma[:-2] + "r"
        return _OLD_SHARP_S.sub(r"\1ss", lemma)

    def _raised(self, lemma: str, stem: str) -> str:
        return umlaut(stem) if lemma in self.umlauted else stem
