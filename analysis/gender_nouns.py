"""Nouns with a gender sign: Lehrer*innen, Absolvent(inn)en, BürgerInnenverein, Schüler/Schülerin."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.gender_grammar import LETTER, SIGN_NOTATIONS, WORD, Grammar
from mitgemeint.analysis.gender_types import Candidate, FormKind

_UMLAUTS = {"au": "äu", "a": "ä", "o": "ö", "u": "ü", "Au": "Äu", "A": "Ä", "O": "Ö", "U": "Ü"}
_PLAIN = str.maketrans("äöüÄÖÜ", "aouAOU")
_LAST_VOWEL = re.compile(r"(au|Au|[aouAOU])(?=[^aeiouäöüyAEIOUÄÖÜ]*(?:er)?$)")
_SHORTEST_PART = 3
# Plural endings that are none: inn*en, innnen, inen.
_SLIP = re.compile(r"in(?:n(?:[^\w()\[\]]|_)-?|(?:nn+)?)en", re.IGNORECASE)


class Feminines:
    """What can be said of the stem before a sign, by asking for feminine nouns (each asked once)."""

    def __init__(self, grammar: Grammar, is_feminine: Callable[[str], bool]) -> None:
        self._grammar = grammar
        self._is_feminine = is_feminine
        self.knows = lru_cache(maxsize=WORDS)(self._knows)
        self.of = lru_cache(maxsize=WORDS)(self._find)

    def _knows(self, word: str) -> bool:
        """Whether the word, or its last part after a hyphen, is a feminine person noun."""
        asked = word.capitalize() if word.isupper() else word
        head = asked.rpartition("-")[2]
        return self._is_feminine(asked) or (head != asked and self._is_feminine(head))

    def _find(self, stem: str) -> str:
        """The known feminine of a stem, as it is or with umlaut (Arzt -> Ärztin); "" where there is none."""
        suffix = "IN" if stem.isupper() and len(stem) > 1 else "in"
        if self.knows(stem + suffix):
            return stem + suffix
        vowel = _LAST_VOWEL.search(stem)
        if vowel:
            umlauted = stem[: vowel.start()] + _UMLAUTS[vowel[0]] + stem[vowel.end() :] + suffix
            if self.knows(umlauted):
                return umlauted
        return ""

    def under_ending(self, stem: str, endings: tuple[str, ...]) -> str:
        """The feminine that appears when a case or plural ending is cut (Studenten -> Studentin)."""
        lowered = stem.lower()
        for ending in endings:
            if lowered.endswith(ending) and (found := self.of(stem[: -len(ending)])):
                return found
        return ""


@dataclass(frozen=True, slots=True)
class _Judgement:
    """What a stem before a sign stands for."""

    feminine: str
    known: bool
    well_formed: bool
    masculine: str = ""  # where it is the stem itself


@dataclass(frozen=True, slots=True)
class _NounPatterns:
    """The compiled shapes of sign nouns; the group `plural` or `singular` says the number."""

    signed: re.Pattern[str]
    slashed: re.Pattern[str]
    bracketed: re.Pattern[str]
    internal: re.Pattern[str]
    capitals: re.Pattern[str]
    continuation: re.Pattern[str]
    next_sign: re.Pattern[str]

    def of(self, notation: str) -> re.Pattern[str]:
        return {"slash": self.slashed, "parentheses": self.bracketed}.get(notation, self.signed)


@cache
def _noun_patterns(grammar: Grammar) -> _NounPatterns:
    signs, slash = grammar.characters(*SIGN_NOTATIONS), grammar.characters("slash")
    opening, closing = re.escape(grammar.opening), re.escape(grammar.closing)
    spaced = grammar.characters("star", "interpunct")
    hyphen = f"[{re.escape(grammar.hyphens)}]"
    gap = r"(?P<gap>[ \u00a0\u202f]?)"
    # Lehrer*innen, Student*inn*en, Lehrer*in/nen, Lehrer*in(nen); slips: Lehrer*innnen, Lehrer*inen
    plural = (
        rf"[iI]nnen|[iI]n(?:nn+)?en|INNEN|[iI]n(?:n[{signs}{slash}]{hyphen}?en|[{signs}{slash}]{hyphen}?nen)"
    )
    plural += rf"|[iI]nn?[{opening}](?:n?en)[{closing}]|INN[{signs}]EN"
    number = rf"(?:(?P<plural>{plural})|(?P<singular>[iI]n|IN))"
    in_brackets = (
        rf"[iI]nnen[{closing}]|INNEN[{closing}]|[iI]nn[{closing}]en|INN[{closing}]EN|[iI]nne[{closing}]n"
    )
    in_brackets += rf"|[iI]n[{slash}]{hyphen}?(?:inn|n)en[{closing}]"
    return _NounPatterns(
        # a space after a colon or a custom sign is plain punctuation
        signed=re.compile(rf"({WORD}){gap}(?:[{signs}{grammar.custom}]|[{spaced}][ \u00a0\u202f]){number}"),
        slashed=re.compile(rf"({WORD}){gap}[{slash}][ \u00a0\u202f]?(?P<hyphen>{hyphen}?){number}"),
        bracketed=re.compile(
            rf"({WORD}){gap}[{opening}]{hyphen}?"
            rf"(?:(?P<plural>{in_brackets})|(?P<singular>(?:[iI]n|IN)[{closing}]))"
        ),
        internal=re.compile(
            r"([^\W_]+(?:-[^\W_]+)*?[a-zäöüß])(?:(?P<plural>Innen)|(?P<singular>In))(?!-?[A-Z]\w*\()"
        ),
        capitals=re.compile(r"([A-ZÄÖÜ]{3,})(?:(?P<plural>iNNEN)|(?P<singular>iN))(?!\w)"),
        continuation=re.compile(rf"-?{LETTER}[^\W_]*(?:-[^\W_]+)*"),
        next_sign=re.compile(rf"[{signs}{slash}{opening}](?={hyphen}?[iI]n)"),
    )


class NounRecogniser:
    """Recognises sign nouns at the begin of a window of text (the word before the sign stands first)."""

    def __init__(self, grammar: Grammar, feminines: Feminines) -> None:
        self._grammar = grammar
        self._feminines = feminines
        self._patterns = _noun_patterns(grammar)

    def match(self, window: str, notation: str) -> Candidate | None:
        """The sign noun that `window` begins with, None if there is none."""
        if notation == "internal-i":
            internal = self._match(self._patterns.internal, window, notation)
            return internal or self._match(self._patterns.capitals, window, notation)
        return self._match(self._patterns.of(notation), window, notation)

    def _match(
        self, pattern: re.Pattern[str], window: str, notation: str, prefix: str = ""
    ) -> Candidate | None:
        found = pattern.match(window)
        if found is None:
            return None
        stem = prefix + found[1]
        plural = found["plural"] is not None
        if not plural and notation.removeprefix("custom:") in self._grammar.plural_signs:
            return None
        judged = self._judge(stem, notation, plural)
        if judged is None or (not judged.known and _is_spaced(found)):
            return None
        if not judged.known and not self._credible(stem, notation, plural, found):
            return None
        if _is_misspelt(found, notation):
            if not judged.known:
                return None
            judged = replace(judged, well_formed=False)
        return self._finish(window, found, judged, notation, plural)

    def _judge(self, stem: str, notation: str, plural: bool) -> _Judgement | None:
        grammar, feminines = self._grammar, self._feminines
        if stem[0].islower():
            # lehrer*innen in chats; never with _ or inner capital, which are program text
            stem = stem[0].upper() + stem[1:]
            if notation not in {"star", "colon", "interpunct", "slash", "parentheses"} or not feminines.of(
                stem
            ):
                return None
        lowered = stem.lower()
        if feminine := feminines.of(stem):
            return _Judgement(feminine, known=True, well_formed=True)
        if any(_ends_with_word(lowered, word) for word in grammar.without_feminine):
            return _Judgement(stem + "in", known=True, well_formed=False)
        if notation.startswith("custom:"):
            return None
        if lowered.endswith(grammar.shortened_stems) and (feminine := feminines.of(stem[:-2])):
            return _Judgement(feminine, known=True, well_formed=False, masculine=stem)
        if not plural and (feminine := feminines.under_ending(stem, grammar.tolerated_endings)):
            return _Judgement(feminine, known=True, well_formed=True)
        if feminine := feminines.under_ending(stem, grammar.masculine_endings):
            dative = plural and notation in {"slash", "parentheses"} and feminines.of(stem[:-1])
            tolerated = bool(dative) and lowered.endswith(grammar.tolerated_dative)
            return _Judgement(feminine, known=True, well_formed=tolerated)
        return _Judgement(
            stem + ("IN" if len(stem) > 1 and stem.isupper() else "in"), known=False, well_formed=True
        )

    def _credible(self, stem: str, notation: str, plural: bool, found: re.Match[str]) -> bool:
        """Whether the shape alone makes an unknown stem a person noun."""
        grammar = self._grammar
        lowered = stem.lower()
        if lowered.rpartition("-")[2] in grammar.look_alike_stems:
            return False
        if len(stem) < _SHORTEST_PART or not stem[0].isupper() or not stem[-1].isalpha():
            return False
        person = lowered.endswith(grammar.person_endings)
        if notation == "internal-i":
            return plural and person and len(stem) > _SHORTEST_PART + 1
        if notation == "slash":
            return person or (plural and bool(found["hyphen"]))
        if notation == "parentheses":
            return person or plural
        if notation == "underscore" and not plural:
            return (
                lowered.endswith(grammar.firm_endings) and not stem.isupper()
            )  # Log_in, NOT_IN: names in programs
        return person or not lowered.endswith(grammar.thing_endings)

    def _finish(
        self, window: str, found: re.Match[str], judged: _Judgement, notation: str, plural: bool
    ) -> Candidate | None:
        end = found.end()
        feminine = _number(judged.feminine, plural)
        masculine = judged.masculine or self._masculine(judged.feminine, plural)
        rest = self._patterns.continuation.match(window, end)
        if rest is None:
            if not _ends_word(window, end):
                return None
            kind = FormKind.COMPOUND if window[end : end + 1] == "-" else FormKind.NOUN
            return Candidate(end, notation, kind, feminine, masculine, judged.well_formed)
        return self._compound(window, rest, feminine, judged, notation)

    def _compound(
        self, window: str, rest: re.Match[str], feminine: str, judged: _Judgement, notation: str
    ) -> Candidate | None:
        part = rest[0]
        letters = part.lstrip("-")
        hyphenated = part != letters
        if not hyphenated and (len(letters) < _SHORTEST_PART or letters[0].isupper()):
            return None
        if not hyphenated and not feminine.endswith("innen"):
            return None  # Lehrer*inxyz: only the plural form joins a compound without hyphen
        sign = self._patterns.next_sign.match(window, rest.end())
        if sign and not hyphenated:
            return self._nested(window, rest, feminine, notation)
        if not _ends_word(window, rest.end()):
            return None
        first = judged.masculine or self._masculine(judged.feminine, plural=False)
        masculine = first + part if first.endswith("er") else ""
        return Candidate(
            rest.end(), notation, FormKind.COMPOUND, feminine + part, masculine, judged.well_formed
        )

    def _nested(self, window: str, rest: re.Match[str], feminine: str, notation: str) -> Candidate | None:
        """Kanzler*innenkandidat*innen: the masked first part makes the stem of the second."""
        inner = self._match(self._patterns.of(notation), window[rest.start() :], notation, prefix=feminine)
        if inner is None:
            return None
        return Candidate(
            inner.end + rest.start(),
            notation,
            inner.kind,
            inner.stand_in,
            "",
            inner.well_formed,
            inner.certain,
        )

    def _masculine(self, feminine: str, plural: bool) -> str:
        stem = feminine[:-2]
        lowered = stem.lower()
        for rule in self._grammar.masculine_rules:
            if lowered.endswith(rule.stem):
                kept = stem[: len(stem) - rule.drop]
                ending = rule.plural if plural else rule.singular
                made = kept + ending
                return made[0].upper() + made[1:] if stem[0].isupper() else made
        return ""


@cache
def _pair_pattern(grammar: Grammar) -> re.Pattern[str]:
    signs, slash = grammar.characters(*SIGN_NOTATIONS, "slash"), grammar.characters("slash")
    return re.compile(rf"({WORD})(?:[{signs}]|[ \u00a0]?[{slash}][ \u00a0]?)(-?)({WORD})(?![^\W_])")


class PairRecogniser:
    """Recognises two nouns joined by a sign: Jüdinnen*Juden, Schüler/Schülerinnen, Kaufmann/-frau."""

    def __init__(self, grammar: Grammar, feminines: Feminines) -> None:
        self._grammar = grammar
        self._feminines = feminines
        self._pattern = _pair_pattern(grammar)

    def match(self, window: str, notation: str) -> Candidate | None:
        """The pair that `window` begins with, None if there is none."""
        found = self._pattern.match(window)
        if found is None or not found[1][0].isupper():
            return None
        left, hyphen, right = found.groups()
        if right[0].islower():
            right = self._expand(left, right) if hyphen or self._is_swap(left, right) else ""
        if not right:
            return None
        feminine, masculine = self._order(left, right)
        if not feminine:
            return None
        return Candidate(found.end(), notation, FormKind.PAIR, feminine, masculine, well_formed=True)

    def _is_swap(self, left: str, right: str) -> bool:
        return any(
            {right} & {masculine, feminine} and left.endswith((masculine, feminine))
            for masculine, feminine in self._grammar.swaps
        )

    def _expand(self, left: str, right: str) -> str:
        """The second word written out: Kaufmann/-frau -> Kauffrau; "" where the border cannot be told."""
        for swap in self._grammar.swaps:
            for one, other in (swap, swap[::-1]):
                if right == other and left.endswith(one):
                    return left[: -len(one)] + other
        stem = right[:5] if len(right) > 5 else right[:4]
        at = _plain(left).rfind(_plain(stem))
        if len(stem) < 4 or at < 1:
            return ""
        return left[:at] + right

    def _order(self, left: str, right: str) -> tuple[str, str]:
        """(feminine, masculine) of the two words, ("", "") if they are no pair."""
        for feminine, masculine in ((left, right), (right, left)):
            if self._is_pair(feminine, masculine):
                return feminine, masculine
        return "", ""

    def _is_pair(self, feminine: str, masculine: str) -> bool:
        if feminine == masculine or (masculine.endswith(("in", "innen")) and feminine.startswith(masculine)):
            return False
        for one, other in self._grammar.swaps:
            if feminine.endswith(other) and masculine == feminine[: -len(other)] + one:
                return True
        stem = _feminine_stem(feminine)
        if stem:
            return self._shares_stem(stem, masculine, self._feminines.knows(stem + "in"))
        return (
            masculine == feminine + "r"
            and feminine.endswith("e")
            and (self._feminines.knows(feminine) or feminine.endswith(self._grammar.adjectival_endings))
        )

    def _shares_stem(self, stem: str, masculine: str, known: bool) -> bool:
        if len(stem) < _SHORTEST_PART:
            return False
        plain, other = _plain(stem), _plain(masculine)
        if other.startswith(plain):
            rest = other[len(plain) :]
        elif known and len(plain) > _SHORTEST_PART and other.startswith(plain[:-1]):
            rest = ""  # Französin/Franzose, Zauberin/Zauberer
        else:
            return False
        endings = (*self._grammar.masculine_endings, *self._grammar.tolerated_endings, "ens", "")
        return rest in endings and (known or stem.lower().endswith(self._grammar.person_endings))


def _feminine_stem(word: str) -> str:
    for ending in ("innen", "in"):
        if word.endswith(ending):
            return word[: -len(ending)]
    return ""


def _plain(word: str) -> str:
    return word.lower().translate(_PLAIN)


def _ends_with_word(lowered: str, word: str) -> bool:
    return lowered.endswith(word) and (len(lowered) == len(word) or len(word) > _SHORTEST_PART + 1)


def _is_misspelt(found: re.Match[str], notation: str) -> bool:
    """A capital after a sign (Lehrer*Innen), one before the last "en" (Student*inn*en), a slip (innnen)."""
    if notation == "internal-i":
        return False
    ending = (found["plural"] or found["singular"]).rstrip(")]）")
    return ending[:2] == "In" or (notation != "parentheses" and bool(_SLIP.fullmatch(ending)))


def _is_spaced(found: re.Match[str]) -> bool:
    """Whether a space stands beside the sign, as after an automatic correction (Lehrer / -innen)."""
    return any(space in found[0] for space in " \u00a0\u202f")


def _ends_word(window: str, end: int) -> bool:
    """Whether a word may end here: no letter, no file ending (plan_innen.pdf), no call (user_in())."""
    rest = window[end : end + 2]
    if not rest:
        return True
    if rest[0].isalnum() or (rest[0] == "_" and rest[1:].isalnum()) or rest[0] == "(":
        return False
    return not (rest[0] in ".@" and rest[1:].isalnum() and not rest[1:].isupper())


def _number(feminine: str, plural: bool) -> str:
    if not plural:
        return feminine
    return feminine + ("NEN" if feminine.endswith("IN") else "nen")
