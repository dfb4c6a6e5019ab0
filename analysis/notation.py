"""Notations: how one word is written when it means women, men and everybody.

Every notation but `neutral` derives from the masculine and the feminine form in the same case and number
(`de-e` and `phettberg` by rules of their own, see `noun_systems`). Where a notation cannot write a word
correctly (the Duden's omission test for slash and parentheses: leaving out the sign must give a word), the
functions return None and nothing is offered.
Signs need a feminine in -in on the stem of the masculine (Ärzt*in, Kolleg*in), or two adjective endings
(Angestellte*r): Kauffrau, Stewardess and Äbtissin stand in pairs only.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from mitgemeint.analysis.affixes import shared_beginning
from mitgemeint.analysis.articles import DEFAULT_STYLE, ArticleStyle, Joint, bracketed, joined
from mitgemeint.data import resource

CUSTOM = "custom:"
FEMININE_ENDINGS = ("innen", "in")
# What the masculine may have after the stem of the feminine: -e, -er and the endings of its cases.
MASCULINE_ENDINGS = frozenset(
    {"", "e", "er", "s", "es", "n", "en", "ens", "ns", "em", "ers", "ern", "se", "ses"}
)
UMLAUTS = str.maketrans("äöüÄÖÜ", "aouAOU")
SLASHES = Joint("/", "/")
OFFICIAL_SLASHES = Joint("/-", "/")
BRACKETS = Joint("(", " (", ")")


@dataclass(frozen=True, slots=True)
class Notation:
    """One way to write both genders in one word.

    `noun` takes the masculine and the feminine form and gives the joined form or None. `joint` stands between
    the two forms of an article, pronoun or adjective, in the style of the house.
    """

    name: str
    noun: Callable[[str, str], str | None]
    joint: Joint
    style: ArticleStyle = DEFAULT_STYLE

    def article(self, masculine: str, feminine: str) -> str:
        """An article, a pronoun, or a preposition with its article: der*die, ein*e, er*sie, vom*von der."""
        return joined(masculine, feminine, self.joint, self.style)

    def adjective(self, masculine: str, feminine: str) -> str:
        """An adjective, which is always shortened: gute*r, erfahrene*n."""
        return joined(masculine, feminine, self.joint)


def notation_names() -> tuple[str, ...]:
    """The names of the notations that ship; `custom:<sign>` comes on top."""
    return tuple(name for name in _table() if name != "custom")


def example(name: str) -> str:
    """A word in the notation, to choose by: Lehrer*innen; ValueError if unknown."""
    if not is_notation(name):
        raise ValueError(unknown_notation(name))
    if name.startswith(CUSTOM):
        return f"Lehrer{name.removeprefix(CUSTOM)}innen"
    return str(_table()[name]["example"])


def custom_signs() -> tuple[str, ...]:
    """The signs that `custom:<sign>` may have."""
    return tuple(_table()["custom"]["signs"])


def is_notation(name: str) -> bool:
    """Whether a name can be used in settings and policies.

    A custom sign is one that the recogniser of gender forms reads back, so that no form is found twice.
    """
    if name.startswith(CUSTOM):
        return name[len(CUSTOM) :] in custom_signs()
    return name in notation_names()


def unknown_notation(name: str) -> str:
    """The text for a name that is none."""
    signs = " ".join(custom_signs())
    known = ", ".join(notation_names())
    return f"unknown notation {name!r}; known are {known} and custom:<sign> with one of {signs}"


@cache
def word_notation(name: str, style: ArticleStyle = DEFAULT_STYLE) -> Notation | None:
    """The notation that joins word by word, None for the others; ValueError if unknown."""
    if not is_notation(name):
        raise ValueError(unknown_notation(name))
    if name == "parentheses":
        return Notation(name, _parenthesised, BRACKETS, style)
    if name == "internal-i":
        return Notation(name, _internal_i, SLASHES, style)
    mark = name[len(CUSTOM) :] if name.startswith(CUSTOM) else str(_table()[name]["mark"])
    if not mark:
        return None
    joint = Joint(mark, str(_table().get(name, {}).get("link", mark)))
    noun = _slashed if name == "slash" else lambda masculine, feminine: _marked(masculine, feminine, joint)
    return Notation(name, noun, joint, style)


@cache
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads(resource("lexicon", "notations.toml").read_text("utf-8"))


def _split_feminine(feminine: str) -> tuple[str, str] | None:
    """Lehrerinnen → (Lehrer, innen)."""
    for ending in FEMININE_ENDINGS:
        if feminine.endswith(ending):
            return feminine[: -len(ending)], ending
    return None


def _shared_stem(masculine: str, feminine: str) -> tuple[str, str] | None:
    """The parts of a feminine in -in on the stem of the masculine, apart from umlaut; None for Zimmerin."""
    parts = _split_feminine(feminine)
    if parts is None:
        return None
    stem, whole = parts[0].translate(UMLAUTS), masculine.translate(UMLAUTS)
    return parts if whole.startswith(stem) and whole[len(stem) :] in MASCULINE_ENDINGS else None


def passes_omission_test(notation: str, masculine: str, feminine: str, singular: str = "") -> bool:
    """Whether the masculine is left where sign and ending are left out (Weglassprobe).

    `masculine` is the form in the case of the sentence; `singular` the nominative, given in the singular
    only, where it is enough: des*der Lehrer*in passes, Ärzt*in and Kolleg*in do not. In the plural the
    plural must be left: Lehrer*innen passes, Student*innen does not, and den Lehrer*innen (den Lehrern)
    neither. `slash` and `parentheses` are built so that they always pass.

    Source: the advice of Duden for Schüler/-innen (Geschlechtergerechter Sprachgebrauch): a correct word
    must be left, and no ending of case or number be lost. Here the same is asked of every sign.
    """
    if notation in {"slash", "parentheses"} or masculine == feminine or _adjectival(masculine, feminine):
        return True
    parts = _shared_stem(masculine, feminine)
    return parts is not None and parts[0] in {masculine, singular}


def _marked(masculine: str, feminine: str, joint: Joint) -> str | None:
    """Lehrer*in from the feminine; Angestellte*r from both."""
    if masculine == feminine:
        return masculine
    if _adjectival(masculine, feminine):
        return joined(masculine, feminine, joint)
    parts = _shared_stem(masculine, feminine)
    return joint.mark.join(parts) if parts else None


def _adjectival(masculine: str, feminine: str) -> bool:
    """Whether the two differ in an adjective ending only (Angestellter, Angestellte)."""
    return masculine[: len(masculine) - 1] == feminine or masculine[:-1] == feminine[:-1]


def _slashed(masculine: str, feminine: str) -> str | None:
    """Lehrer/-in where leaving out "/-in" and "/-" both give words; else both words in full."""
    if masculine == feminine:
        return masculine
    if _adjectival(masculine, feminine):
        return joined(masculine, feminine, OFFICIAL_SLASHES)
    parts = _shared_stem(masculine, feminine)
    if parts is None:
        return None
    return "/-".join(parts) if parts[0] == masculine else f"{masculine}/{feminine}"


def _parenthesised(masculine: str, feminine: str) -> str | None:
    """Lehrer(in), Absolvent(inn)en: the feminine is the masculine with something inside or after it."""
    if masculine == feminine:
        return masculine
    if _adjectival(masculine, feminine) or _shared_stem(masculine, feminine):
        return _bracketed(masculine, feminine)
    return None


def _bracketed(masculine: str, feminine: str) -> str | None:
    longer, shorter = (feminine, masculine) if len(feminine) > len(masculine) else (masculine, feminine)
    head = shared_beginning(longer, shorter)
    inside = longer[len(head) : len(longer) - len(shorter) + len(head)]
    if longer == feminine and _split_feminine(feminine) and not inside.startswith("in"):
        return None  # Nachbar(i)n leaves no word behind
    return bracketed(longer, shorter)


def _internal_i(masculine: str, feminine: str) -> str | None:
    """LehrerInnen."""
    if masculine == feminine:
        return masculine
    if _adjectival(masculine, feminine):
        return joined(masculine, feminine, SLASHES)
    parts = _shared_stem(masculine, feminine)
    return parts[0] + parts[1].capitalize() if parts else None
