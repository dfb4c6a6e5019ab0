"""Determiners, pronouns and adjectives with a gender sign: der*die, eine*n, vom (von der), gute:r, er/sie."""

import re
from dataclasses import dataclass
from functools import cache

from mitgemeint.analysis.gender_grammar import LETTER, SIGN_NOTATIONS, WORD, Ending, Grammar
from mitgemeint.analysis.gender_nouns import Feminines
from mitgemeint.analysis.gender_types import Candidate, FormKind

_SHORTEST_STEM = 2


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The compiled shapes of dependents."""

    written_out: re.Pattern[str]
    third: re.Pattern[str]
    short: re.Pattern[str]
    bracketed: re.Pattern[str]
    whole_in_brackets: re.Pattern[str]
    capital: re.Pattern[str]
    article: re.Pattern[str]


@cache
def _patterns(grammar: Grammar) -> _Patterns:
    signs, slash = grammar.characters(*SIGN_NOTATIONS), grammar.characters("slash")
    opening, closing = re.escape(grammar.opening), re.escape(grammar.closing)
    hyphen = f"[{re.escape(grammar.hyphens)}]?"
    return _Patterns(
        written_out=re.compile(rf"({WORD})(?:[{signs}]|[ \u00a0]?[{slash}][ \u00a0]?)({LETTER}+)(?!\w)"),
        third=re.compile(rf"[{signs}{slash}]({LETTER}+|\*)(?!\w)"),
        short=re.compile(rf"({WORD})(?:[{signs}]|[{slash}]{hyphen})({LETTER}{{1,5}})(?![^\W_])"),
        bracketed=re.compile(rf"({WORD})[{opening}]{hyphen}({LETTER}{{1,2}})[{closing}](?!\w)"),
        whole_in_brackets=re.compile(
            rf"({WORD})[ \u00a0]?[{opening}]({LETTER}+)(?:[ \u00a0](der|die))?[{closing}](?!\w)",
            re.IGNORECASE,
        ),
        capital=re.compile(r"([^\W_]*[a-zäöüß])([RNEM])(?!\w)"),
        article=re.compile(r"\s+(?:der|die)\b", re.IGNORECASE),
    )


class DependentRecogniser:
    """Recognises the dependents of sign nouns, and nominalised adjectives, at the begin of a window."""

    def __init__(self, grammar: Grammar, feminines: Feminines) -> None:
        self._grammar = grammar
        self._feminines = feminines
        self._patterns = _patterns(grammar)

    def match(self, window: str, notation: str, before: str) -> Candidate | None:
        """The dependent that `window` begins with; `before` is what stands just before the window."""
        if notation == "internal-i":
            found = self._patterns.capital.match(window)
            if found is None or not found[1][1:].islower():
                return None
            return self._endings(found[1], found[2].lower(), found.end(), notation, window)
        if notation == "parentheses":
            found = self._patterns.bracketed.match(window)
            if found:
                return self._shortened(found, notation, window)
            found = self._patterns.whole_in_brackets.match(window)
            return self._in_brackets(found, notation, window, before) if found else None
        if found := self._patterns.written_out.match(window):
            candidate = self._pair(found, notation, window, before)
            if candidate is not None:
                return candidate
        found = self._patterns.short.match(window)
        return self._shortened(found, notation, window) if found else None

    # -- both words written out ------------------------------------------------------------------------

    def _pair(self, found: re.Match[str], notation: str, window: str, before: str) -> Candidate | None:
        left, right = found[1], found[2]
        known = self._grammar.pairs.get((left.lower(), right.lower()))
        if known is not None and not self._is_case_mixed(left, right):
            end = self._end_of_third(window, found.end())
            return _dependent(end, notation, known, left)
        return self._contraction(found, notation, window, before) or self._same_stem(found, notation)

    def _in_brackets(self, found: re.Match[str], notation: str, window: str, before: str) -> Candidate | None:
        """der (die), einem (einer), vom (von der): the last is one form of two words."""
        left, right, article = found.groups()
        if article is None:
            return self._pair(found, notation, window, before)
        if self._grammar.contractions.get(left.lower()) != right.lower():
            return None
        return _dependent(found.end(), notation, (left, f"{right} {article}"), left)

    def _is_case_mixed(self, left: str, right: str) -> bool:
        """der/Die: the second word of a pair has a capital only where the first one has (Er/Sie)."""
        return right[0].isupper() and not left[0].isupper()

    def _end_of_third(self, window: str, end: int) -> int:
        third = self._patterns.third.match(window, end)
        return third.end() if third and third[1].lower() in self._grammar.third else end

    def _contraction(self, found: re.Match[str], notation: str, window: str, before: str) -> Candidate | None:
        """im/in der and in der/im: the form is one word wide, so the article stays beside it."""
        left, right = found[1].lower(), found[2].lower()
        if self._grammar.contractions.get(left) == right and self._patterns.article.match(
            window, found.end()
        ):
            return _dependent(found.end(), notation, (found[1], right), found[1])
        split = self._grammar.contractions.get(right)
        if split and left in {"der", "die"} and before.rstrip().lower().endswith(split):
            return _dependent(found.end(), notation, (right, left), found[1])
        return None

    def _same_stem(self, found: re.Match[str], notation: str) -> Candidate | None:
        left, right = found[1], found[2]
        if right[0].isupper() or left[1:] != left[1:].lower():
            return None
        lowered = left.lower()
        for rule in self._grammar.full_endings:
            for first, second in ((rule.masculine, rule.feminine), (rule.feminine, rule.masculine)):
                stem = lowered[: len(lowered) - len(first)]
                if stem + first != lowered or stem + second != right:
                    continue
                listed = stem in (self._grammar.bare if not rule.masculine else self._grammar.stems)
                if listed or (rule.shape and left[0].islower() and len(stem) > _SHORTEST_STEM):
                    return _dependent(
                        found.end(), notation, (stem + rule.masculine, stem + rule.feminine), left
                    )
        return None

    # -- a short ending after the sign -------------------------------------------------------------------

    def _shortened(self, found: re.Match[str], notation: str, window: str) -> Candidate | None:
        left, right = found[1], found[2]
        known = self._grammar.short_words.get((left.lower(), right))
        if known is not None:
            return _dependent(found.end(), notation, known, left)
        return self._endings(left, right, found.end(), notation, window)

    def _endings(self, left: str, right: str, end: int, notation: str, window: str) -> Candidate | None:
        lowered = left.lower()
        if right == "e" and lowered in self._grammar.bare:
            stem = "eur" if lowered == "euer" else lowered
            return _dependent(end, notation, (lowered, stem + "e"), left)
        for rule in self._grammar.endings:
            stem = left[: -len(rule.left)]
            if right == rule.right and lowered.endswith(rule.left) and len(stem) >= _SHORTEST_STEM:
                return self._by_rule(rule, stem, end, notation, window)
        return None

    def _by_rule(self, rule: Ending, stem: str, end: int, notation: str, window: str) -> Candidate | None:
        forms = (stem + rule.masculine, stem + rule.feminine)
        if stem.lower() in self._grammar.stems:
            return _dependent(end, notation, forms, stem)
        by_shape = self._by_shape(rule, notation)
        if stem[0].isupper():
            return self._capitalised(rule, forms, end, notation, window, by_shape)
        if notation == "internal-i" and not (rule.left == "e" and rule.right == "r"):
            return None
        candidate = _dependent(end, notation, forms, stem)
        return candidate if by_shape else _weak(candidate)

    def _by_shape(self, rule: Ending, notation: str) -> bool:
        if notation == "underscore":
            return False  # token_r: names in programs
        return rule.safe if notation in SIGN_NOTATIONS else rule.slash

    def _capitalised(
        self, rule: Ending, forms: tuple[str, str], end: int, notation: str, window: str, by_shape: bool
    ) -> Candidate | None:
        """Angestellte*r is a noun, Erfahrene*r at the begin of a sentence an adjective."""
        masculine, feminine = forms
        nominative = masculine[: -len(rule.masculine)] + "e"
        known = self._feminines.knows(nominative)
        if known:
            return Candidate(end, notation, FormKind.NOUN, feminine, masculine, well_formed=True)
        if re.match(r"\s+[A-ZÄÖÜ]", window[end:]) and rule.right == "r":
            candidate = _dependent(end, notation, forms, feminine)
            return candidate if by_shape else _weak(candidate)
        credible = nominative.endswith(self._grammar.adjectival_endings) or (
            rule.right == "r" and notation in SIGN_NOTATIONS
        )
        if not credible:
            return None
        noun = Candidate(end, notation, FormKind.NOUN, feminine, masculine, well_formed=True)
        return noun if by_shape else _weak(noun)


def _dependent(end: int, notation: str, forms: tuple[str, str], model: str) -> Candidate:
    """A determiner candidate; `forms` are masculine and feminine, `model` shows the capital."""
    masculine, feminine = forms
    if model[0].isupper():
        masculine, feminine = masculine[0].upper() + masculine[1:], feminine[0].upper() + feminine[1:]
    return Candidate(end, notation, FormKind.DETERMINER, feminine, masculine, well_formed=True)


def _weak(candidate: Candidate) -> Candidate:
    return Candidate(
        candidate.end,
        candidate.notation,
        candidate.kind,
        candidate.stand_in,
        candidate.masculine,
        candidate.well_formed,
        certain=False,
    )
