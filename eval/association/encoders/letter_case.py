"""The spellings under which a word may stand in a list: as it is written, small, capitalised, in capitals."""

from enum import StrEnum

_TURKIC = frozenset({"tr", "az"})
_SMALL = str.maketrans({"I": "ı", "İ": "i"})
_CAPITAL = str.maketrans({"i": "İ", "ı": "I"})


class LetterCase(StrEnum):
    """How words are looked up."""

    EXACT = "exact"
    """As they are written, nothing else (as sent-bias does)."""
    LOWER = "lower"
    """In small letters, for vectors of a lower-cased corpus."""
    FALLBACK = "fallback"
    """As they are written; if that is not there, small, then with a capital letter, then in capitals."""


def spellings(word: str, how: LetterCase, language: str = "") -> tuple[str, ...]:
    """The spellings to try, the first that is there counts; each occurs once.

    `language` is a code such as `tr`: there, and in Azerbaijani, i and ı are different letters with the
    capitals İ and I.
    """
    if how is LetterCase.EXACT:
        return (word,)
    small = lower(word, language)
    if how is LetterCase.LOWER:
        return (small,)
    capital = upper(word[:1], language) + small[1:]
    return tuple(dict.fromkeys((word, small, capital, upper(word, language))))


def lower(text: str, language: str = "") -> str:
    """Small letters, by the rules of the language."""
    return (text.translate(_SMALL) if language in _TURKIC else text).lower()


def upper(text: str, language: str = "") -> str:
    """Capital letters, by the rules of the language."""
    return (text.translate(_CAPITAL) if language in _TURKIC else text).upper()
