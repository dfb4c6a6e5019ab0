"""Participle nouns that mark a text as neutrally worded (Studierende, Mitarbeitende): the list that ships."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.compounds import CompoundParts, load_parts
from mitgemeint.data import resource

FILE = "neutral-participles.txt"
# Where the first part of a compound may end (Studierendenwerk, Studierenden-Ausweis).
_INNER_END = re.compile(r"enden(?=-?\w{3})")
_CANDIDATE = re.compile(r"(?<![\w*:·])[A-ZÄÖÜ][\w-]*end(?:e[nrm]?|en-?\w+)(?![\w*:·])")
# Where a sentence begins an adjective has a capital, too.
_SENTENCE_BEGIN = re.compile(r"(?:^|[.!?:…\n•–])[\s\"'„“»«‚‘(]*\Z")
_BEFORE = 8
_NOUN_FOLLOWS = re.compile(r" [A-ZÄÖÜ]\w*[a-zäöüß]")


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
        self._forms = frozenset(form.lower() for each in participles for form in each.forms)
        self._shortest = min(map(len, self._forms), default=0)
        self.is_one = lru_cache(maxsize=WORDS)(self._is_one)

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """The spans of the words, in order."""
        for found in _CANDIDATE.finditer(text):
            if self.is_one(found[0]) and not self._is_adjective(text, found):
                yield found.span()

    def _is_one(self, word: str) -> bool:
        """Whether a word is a participle of the list or a compound of it."""
        lower = word.lower()
        ends = [len(lower), *(found.end() for found in _INNER_END.finditer(lower))]
        return any(
            lower[start:end] in self._forms and self._may_begin(lower[:start])
            for end in ends
            for start in range(end - self._shortest + 1)
        )

    def _may_begin(self, first: str) -> bool:
        return not first or first.endswith("-") or self._parts.plausible(first)

    def _is_adjective(self, text: str, found: re.Match[str]) -> bool:
        """Whether a word stands as an adjective at the begin of a sentence (Forschende Unternehmen)."""
        if not _NOUN_FOLLOWS.match(text, found.end()):
            return False
        return bool(_SENTENCE_BEGIN.search(text[max(0, found.start() - _BEFORE) : found.start()]))
