"""Participle nouns that mark a text as neutrally worded (Studierende, Mitarbeitende): the list that ships."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.compounds import CompoundParts, load_parts
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.given_names import is_listed
from mitgemeint.data import resource

FILE = "neutral-participles.txt"
# Stands for a space within a form (zu_Fuß_Gehende).
_SPACE = "_"
# Where the first part of a compound may end (Studierendenwerk, Studierenden-Ausweis).
_INNER_END = re.compile(r"enden(?=-?\w{3})")
_CANDIDATE = re.compile(r"(?<![\w*:·])[A-ZÄÖÜ][\w-]*end(?:e[nrm]?|en-?\w+)(?![\w*:·])")
_BEFORE = 40
_PREVIOUS = re.compile(r"(?<![\w-])([\w-]+) \Z")
_NOUN_FOLLOWS = re.compile(r" ([A-ZÄÖÜ]\w*[a-zäöüß])")
# Capitals of letters: Liebe Studierende, Ihre Anmeldung (the comma is often left out).
_FORMAL = re.compile(r"(?:Ihr(?:e[nmrs]?)?|Ihnen|Sie)\Z")
_ACCUSATIVE_OR_DATIVE = "den"
_DATIVE_PLURAL = ("n", "s")
# The singular that is masculine by its article: der Studierende is no more neutral than der Student.
_MASCULINE = (
    (re.compile(r"(?:der|derjenige|(?:jed|dies|jen|welch|manch)er)\Z"), "e"),
    (re.compile(r"(?:k?ein|[mds]ein|ihr|unser|euer)\Z"), "er"),
    (re.compile(r"(?:d|(?:k?|[mds])ein|jed|dies|jen|ihr|unser|eur)e[ms]\Z|(?:i|a|vo|zu|bei)m\Z"), "en"),
)
_FEWEST_AROUND_LINK = 4, 6


@dataclass(frozen=True, slots=True)
class NeutralParticiple:
    """A participle noun by its forms, the plural first, and the masculine that it stands in place of."""

    forms: tuple[str, ...]
    masculine: str


@cache
def neutral_participles() -> tuple[NeutralParticiple, ...]:
    """The list that ships, in its order; ValueError for a line that is wrong."""
    text = resource("benchmarks", "inclusive", FILE).read_text("utf-8")
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    return tuple(map(_participle, lines))


def _participle(line: str) -> NeutralParticiple:
    forms, tab, masculine = line.partition("\t")
    if not tab or not masculine or not forms:
        raise ValueError(f"{FILE}: {line!r} does not hold forms, a tab and a masculine")
    return NeutralParticiple(tuple(forms.split(" ")), masculine)


class NeutralWords:
    """Finds the participles of a list in texts, also as a part of compounds (Lehramtsstudierende,
    Studierendenwerk).
    """

    def __init__(
        self, participles: Iterable[NeutralParticiple] | None = None, parts: CompoundParts | None = None
    ) -> None:
        participles = neutral_participles() if participles is None else participles
        self._parts = parts or load_parts()
        forms = [form.replace(_SPACE, " ") for each in participles for form in each.forms]
        self._forms = frozenset(form.lower() for form in forms if " " not in form)
        self._phrases = _phrases([form for form in forms if " " in form])
        self._shortest = min(map(len, self._forms), default=0)
        self.is_one = lru_cache(maxsize=WORDS)(self._is_one)

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """The spans of the words, in order."""
        words = [
            found.span()
            for found in _CANDIDATE.finditer(text)
            if self.is_one(found[0]) and not _is_masculine(text, found) and not _is_adjective(text, found)
        ]
        phrases = [found.span() for found in self._phrases.finditer(text)] if self._phrases else []
        yield from sorted([*words, *phrases]) if phrases else words

    def _is_one(self, word: str) -> bool:
        """Whether a word is a participle of the list or a compound of it."""
        lower = word.lower()
        return any(self._is_listed(each) for each in (lower, *_without_link(lower)))

    def _is_listed(self, lower: str) -> bool:
        ends = [len(lower), *(found.end() for found in _INNER_END.finditer(lower))]
        return any(
            lower[start:end] in self._forms and self._may_begin(lower[:start])
            for end in ends
            for start in range(end - self._shortest + 1)
        )

    def _may_begin(self, first: str) -> bool:
        return not first or first.endswith("-") or self._parts.plausible(first)


def _phrases(forms: Sequence[str]) -> re.Pattern[str] | None:
    """Forms of several words (zu Fuß Gehende)."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, forms))})(?!\w)") if forms else None


def _without_link(lower: str) -> Iterator[str]:
    """The word without an s that joins its parts: Antragsstellende is Antragstellende, too."""
    before, after = _FEWEST_AROUND_LINK
    for at in range(before, len(lower) - after):
        if lower[at] == "s":
            yield lower[:at] + lower[at + 1 :]


def _previous(text: str, start: int) -> str:
    found = _PREVIOUS.search(text, max(0, start - _BEFORE), start)
    return found[1].lower() if found else ""


def _is_masculine(text: str, found: re.Match[str]) -> bool:
    """Whether the word stands in the singular after a masculine article (der Sparende, ein Dozierender)."""
    previous = _previous(text, found.start())
    return any(
        found[0].endswith("end" + ending) and article.match(previous) for article, ending in _MASCULINE
    )


def _is_adjective(text: str, found: re.Match[str]) -> bool:
    """Whether a word is an adjective with a capital (Forschende Unternehmen, die Plattform Lernende Systeme).

    A noun follows it then, and no name (die Studierende Anna). Two nouns stand side by side where the first
    is a dative (bietet Studierenden Zugang), which an adjective with this ending could not be there.
    """
    following = _NOUN_FOLLOWS.match(text, found.end())
    if following is None or _FORMAL.match(following[1]) or is_listed(following[1]):
        return False
    if not found[0].endswith("en") or following[1].endswith(_DATIVE_PLURAL):
        return True
    previous = _previous(text, found.start())
    return previous != _ACCUSATIVE_OR_DATIVE and bool(_closed().readings(previous))


@cache
def _closed() -> ClosedClass:
    return ClosedClass.load()
