"""Gender forms without a sign: de Lehrere, die Lehrerne (De-e), das Lehry, die Lehrys (Phettberg).

Only nouns whose feminine is known are recognised: the endings alone are those of too many other words.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from mitgemeint.analysis.attributes import noun_after
from mitgemeint.analysis.determiners import Cell, ClosedClass
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.gender_grammar import WORD, Grammar
from mitgemeint.analysis.gender_nouns import Feminines
from mitgemeint.analysis.gender_types import FormKind, GenderForm

_LONGEST = 64  # letters of a noun: the time stays linear in the text
# What a form may have lost of the stem of the feminine: Schülerne, Autorne; Lehrys.
_CUT = ("", "er", "r")
# How far the noun of a determiner is looked for, in characters.
_REACH = 300
# The article is a word of other languages, too: only before a noun that has the ending itself.
_ARTICLE = "de"


@dataclass(frozen=True, slots=True)
class _Patterns:
    plural: re.Pattern[str]
    determiner: re.Pattern[str]
    adjective: re.Pattern[str]
    phettberg: re.Pattern[str]
    token: re.Pattern[str]


@cache
def _de_e_determiners(grammar: Grammar) -> Mapping[str, str]:
    """The determiners of De-e that are no other German word, and the feminine in their place."""
    closed = ClosedClass.load()
    made = dict(grammar.de_e_determiners)
    for determiner in closed.determiners.values():
        if determiner.quantifier and determiner.adjective_too:  # Meisters, Wenigers
            continue
        for slot, form in determiner.forms.items():
            if slot.gender is Gender.INCLUSIVE and not closed.readings(form):
                made.setdefault(form, determiner.forms[Cell(slot.case, slot.number, Gender.FEMININE)])
    for contraction in closed.contractions.values():
        if contraction.inclusive and contraction.feminine and " " not in contraction.inclusive:
            made.setdefault(contraction.inclusive, contraction.feminine)
    return made


@cache
def _patterns(grammar: Grammar) -> _Patterns:
    plural = "|".join(sorted(grammar.de_e_plural, key=len, reverse=True))
    determiners = "|".join(w for d in _de_e_determiners(grammar) for w in (d, d.capitalize()))
    return _Patterns(
        plural=re.compile(rf"(?:{plural})(?!\w)"),
        determiner=re.compile(rf"(?<!\w)(?:{determiners})(?=\s)"),
        adjective=re.compile(r"(?<!\w)([^\W\d_]{3,64}e)y(?=\s)"),
        phettberg=re.compile(r"(?<=[^\W\d_])ys?(?!\w)"),
        token=re.compile(rf"\w+\.(?=\s+[\d§a-zäöü])|{WORD}|[^\w\s]"),
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
        determiners = _de_e_determiners(self._grammar)
        for found in self._patterns.determiner.finditer(text):
            yield from self._de_e_phrase(text, found, determiners[found[0].lower()])
        for found in self._patterns.adjective.finditer(text):
            if self._feminines.knows(found[1].capitalize()):  # Geprüftey Fachwirte
                yield from self._de_e_phrase(text, found, found[1])

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

    def _de_e_phrase(self, text: str, found: re.Match[str], stand_in: str) -> Iterator[GenderForm]:
        """A determiner, and its noun where that has a form of its own (derm Friseure, not derm Kranken)."""
        window = text[found.start() : found.end() + _REACH]
        tokens = [
            (token.start() + found.start(), token[0]) for token in self._patterns.token.finditer(window)
        ]
        words = [word for _, word in tokens]
        article = words[0].lower() == _ARTICLE
        is_noun = self._has_ending if article else self._is_noun
        at = noun_after(words, 0, is_noun, ClosedClass.load())
        if at is None or (article and at > 1 and words[1][0].isupper()):
            return
        if words[0][0].isupper():
            stand_in = stand_in.capitalize()
        yield GenderForm(
            found.start(), found.end(), found[0], "de-e", FormKind.DETERMINER, stand_in, "", True
        )
        start, noun = tokens[at]
        if form := self._singular(text, start, noun):
            yield form

    def _is_noun(self, word: str) -> bool:
        """Whether a word is a person noun in De-e or an adjective as a noun, which has no form of its own."""
        return self._feminines.knows(word) or self._has_ending(word)

    def _has_ending(self, word: str) -> bool:
        return self._singular(word, 0, word) is not None

    def _singular(self, text: str, start: int, word: str) -> GenderForm | None:
        """Lehrere, Lehreres; Tierarztes is both the form of De-e and the masculine."""
        whole = word.removesuffix("s")
        if not whole.endswith("e"):
            return None
        stem = whole[:-3] if whole.endswith("ere") else whole[:-1]
        return self._noun(text, start, start + len(word), stem, "de-e", plural=False)

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
