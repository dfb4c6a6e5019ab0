"""Participle nouns that mark a text as neutrally worded (Studierende, Mitarbeitende): the list that ships."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from mitgemeint.analysis.compounds import CompoundParts, load_parts
from mitgemeint.data import resource

FILE = "neutral-participles.txt"
# Letters of the second part of a compound (Studierendenwerk).
_SHORTEST_REST = 3
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
        forms = {form.lower() for each in participles for form in each.forms}
        longest_first = sorted(forms, key=lambda form: (-len(form), form))
        self._head = re.compile(
            rf"(?P<first>.*?-?)(?P<form>{'|'.join(map(re.escape, longest_first))})(?P<rest>-?\w*)",
            re.IGNORECASE,
        )

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """The spans of the words, in order."""
        for found in _CANDIDATE.finditer(text):
            if self._is_one(found[0]) and not self._is_adjective(text, found):
                yield found.span()

    def _is_one(self, word: str) -> bool:
        """Whether a word is a participle of the list or a compound of it."""
        found = self._head.fullmatch(word)
        if found is None:
            return False
        first, form, rest = found["first"], found["form"].lower(), found["rest"]
        if rest and not (form.endswith("en") and len(rest) >= _SHORTEST_REST):
            return False
        return not first or first.endswith("-") or self._parts.plausible(first.lower())

    def _is_adjective(self, text: str, found: re.Match[str]) -> bool:
        """Whether a word stands as an adjective at the begin of a sentence (Forschende Unternehmen)."""
        if not _NOUN_FOLLOWS.match(text, found.end()):
            return False
        return bool(_SENTENCE_BEGIN.search(text[max(0, found.start() - _BEFORE) : found.start()]))
