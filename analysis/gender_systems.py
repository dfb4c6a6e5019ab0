"""Gender forms without a sign: de Lehrere, die Lehrerne (De-e), das Lehry, die Lehrys (Phettberg).

Only nouns whose feminine is known are recognised: the endings alone are those of too many other words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from mitgemeint.analysis.gender_grammar import Grammar
from mitgemeint.analysis.gender_nouns import Feminines
from mitgemeint.analysis.gender_types import FormKind, GenderForm

_LONGEST = 64  # letters of a noun: the time stays linear in the text
# What a form may have lost of the stem of the feminine: Schülerne, Autorne; Lehrys.
_CUT = ("", "er", "r")


@dataclass(frozen=True, slots=True)
class _Patterns:
    plural: re.Pattern[str]
    determiner: re.Pattern[str]
    phettberg: re.Pattern[str]
    noun: re.Pattern[str]


@cache
def _patterns(grammar: Grammar) -> _Patterns:
    plural = "|".join(sorted(grammar.de_e_plural, key=len, reverse=True))
    determiners = "|".join(w for d in grammar.de_e_determiners for w in (d, d.capitalize()))
    return _Patterns(
        plural=re.compile(rf"(?:{plural})(?!\w)"),
        determiner=re.compile(rf"(?<!\w)(?:{determiners})(?=\s)"),
        phettberg=re.compile(r"(?<=[^\W\d_])ys?(?!\w)"),
        noun=re.compile(r"\s+([A-ZÄÖÜ][^\W\d_]{2,64}es?)(?!\w)"),
    )


class SystemRecogniser:
    """Recognises the forms of both systems in a whole text."""

    def __init__(self, grammar: Grammar, feminines: Feminines) -> None:
        self._grammar = grammar
        self._feminines = feminines
        self._patterns = _patterns(grammar)

    def de_e(self, text: str) -> Iterator[GenderForm]:
        """The plurals, and the determiners of the system with their nouns."""
        for found in self._patterns.plural.finditer(text):
            start = _word_start(text, found.start())
            if form := self._noun(text, start, found.end(), text[start : found.start()], "de-e", plural=True):
                yield form
        for found in self._patterns.determiner.finditer(text):
            yield from self._de_e_phrase(text, found)

    def phettberg(self, text: str) -> Iterator[GenderForm]:
        """The plurals of all nouns; singulars of a list of stems, and those after a neuter determiner."""
        for found in self._patterns.phettberg.finditer(text):
            start = _word_start(text, found.start())
            stem, plural = text[start : found.start()], found[0] == "ys"
            if (plural or self._is_safe(text, start, stem)) and (
                form := self._noun(text, start, found.end(), stem, "phettberg", plural)
            ):
                yield form

    def _is_safe(self, text: str, start: int, stem: str) -> bool:
        before = text[max(0, start - 16) : start].split()
        return stem in self._grammar.phettberg_stems or (
            bool(before) and before[-1].lower() in self._grammar.phettberg_determiners
        )

    def _de_e_phrase(self, text: str, found: re.Match[str]) -> Iterator[GenderForm]:
        noun = self._patterns.noun.match(text, found.end())
        if noun is None:
            return
        start, end = noun.span(1)
        whole = noun[1].removesuffix("s")
        stem = whole.removesuffix("e") if not whole.endswith("ere") else whole[:-3]
        form = self._noun(text, start, end, stem, "de-e", plural=False)
        if form is None:
            return
        stand_in = self._grammar.de_e_determiners[found[0].lower()]
        if found[0][0].isupper():
            stand_in = stand_in.capitalize()
        yield GenderForm(
            found.start(), found.end(), found[0], "de-e", FormKind.DETERMINER, stand_in, "", True
        )
        yield form

    def _noun(
        self, text: str, start: int, end: int, stem: str, notation: str, plural: bool
    ) -> GenderForm | None:
        word = text[start:end]
        if not stem or not word[0].isupper() or word in self._grammar.look_alikes:
            return None
        if start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            return None
        for cut in _CUT:
            feminine = stem + cut + "in" if self._feminines.knows(stem + cut + "in") else ""
            if not cut:
                feminine = self._feminines.of(stem)  # Arztys
            if feminine:
                ending = "nen" if plural else ""
                masculine = stem + cut if cut == "er" or stem.endswith("er") else ""
                return GenderForm(
                    start, end, word, notation, FormKind.NOUN, feminine + ending, masculine, True
                )
        return None


def _word_start(text: str, end: int) -> int:
    """Where the word that reaches to `end` begins."""
    start, lowest = end, max(0, end - _LONGEST)
    while start > lowest and (text[start - 1].isalpha() or text[start - 1] in "-‑"):
        start -= 1
    while start < end and not text[start].isalpha():
        start += 1
    return start
