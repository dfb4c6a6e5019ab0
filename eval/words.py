"""Words of a text, and what one text has in place of another's words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

# A word may hold signs inside (Lehrer*innen, EU-Minister); everything else that is no space stands alone.
_WORD = re.compile(r"\w(?:[\w*:_·/\-]*\w)?|\S")
# A gender character stands between letters: Lehrer:innen, but not 12:30.
_GENDER_CHARACTER = re.compile(r"(?<=[^\W\d_])[*:_·](?=[^\W\d_])")
_ENDING = r"(?:innen|in|er|en|em|es|[enmrs])"
# Lehrer/-innen, eine/n; Lehrer(innen), Absolvent(inn)en; LehrerInnen; der/die.
_ABBREVIATED = (
    (re.compile(rf"(?<=[^\W\d_])/-?(?={_ENDING}\b)"), "*"),
    (re.compile(rf"(?<=[a-zäöüß])\(({_ENDING}|inn)\)"), r"*\1"),
    (re.compile(r"(?<=[a-zäöüß])I(?=n(?:nen)?\b)"), "*i"),
    (
        re.compile(
            r"\b((?:d|jed|kein|ein|welch|dies|jen|mein|sein|ihr|unser|manch)[a-z]{0,3}|er|sie|ihn|ihm)/(?=[a-z])",
            re.IGNORECASE,
        ),
        r"\1*",
    ),
)

UMLAUTS = str.maketrans("äöüÄÖÜ", "aouAOU")
_SENTENCE_ENDS = frozenset('.!?:„“"»«')


@dataclass(frozen=True, slots=True)
class TextWord:
    """A word or punctuation mark and where it stands, in code points (end exclusive)."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Change:
    """Words `old_first` to `old_last` (exclusive) of one text have become `new_first` to `new_last`."""

    old_first: int
    old_last: int
    new_first: int
    new_last: int


def words(text: str) -> list[TextWord]:
    """The words and punctuation marks of a text, in order."""
    return [TextWord(found[0], found.start(), found.end()) for found in _WORD.finditer(text)]


def texts(found: Sequence[TextWord]) -> list[str]:
    """The words as plain texts."""
    return [word.text for word in found]


def normalised(text: str) -> str:
    """The text with every gender character as a star, and every abbreviated pair as if it had one.

    Lehrer:innen, Lehrer/-innen, Lehrer(innen) and LehrerInnen become Lehrer*innen, der/die becomes der*die.
    """
    for pattern, star in _ABBREVIATED:
        text = pattern.sub(star, text)
    return _GENDER_CHARACTER.sub("*", text)


def changes(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """Where two sequences of words differ (difflib's longest matching blocks, no junk)."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [Change(*place) for tag, *place in matcher.get_opcodes() if tag != "equal"]


def nouns(text: str, part: Sequence[TextWord]) -> list[TextWord]:
    """The capitalised words of a part of a text, without what opens a sentence if there is another.

    What opens a sentence may be an article; it counts where nothing else can be the noun.
    """
    found = capitalised(part)
    return [word for word in found if not _opens(word, text)] or found


def capitalised(part: Sequence[TextWord]) -> list[TextWord]:
    """The words with a capital."""
    return [word for word in part if word.text[0].isupper()]


def _opens(word: TextWord, text: str) -> bool:
    before = text[: word.start].rstrip()
    return not before or before[-1] in _SENTENCE_ENDS
