"""What may stand before the person noun of a compound, and which words only look like such compounds."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from mitgemeint.data import resource

_SHORTEST = 3
_MOST_PARTS = 5
_LINKS = ("", "s", "es", "n", "en", "er", "e", "ens", "ns")


_INFLECTIONS = (("", frozenset({"innen", "inne", "isch", "ische", "ischen", "lich", "chen", "lein", "nen"})),)


def fold(word: str) -> str:
    """`word` with ss for ß, so that old, Swiss and reformed spellings meet."""
    return word.replace("ß", "ss") if "ß" in word else word


def known_lines(*parts: str) -> frozenset[str]:
    """The entries of a generated word list: one a line, `#` starts a comment; empty where there is no file yet."""
    try:
        text = resource(*parts).read_text("utf-8")
    except FileNotFoundError:
        return frozenset()
    return frozenset(line for line in text.split("\n") if line and not line.startswith("#"))


@dataclass(frozen=True)
class CompoundParts:
    """The first parts of compounds, in lower case and folded.

    `stops` are forms that end like a person noun and name something else (Oberschenkel, Angebote); a word that
    ends in one of them is stopped too (Stellenangebote).
    `modifier_stops` words whose first part is a person noun that nobody hears as one any more (Führerschein).
    """

    first: frozenset[str]
    never_first: frozenset[str]
    stops: frozenset[str]
    modifier_stops: frozenset[str]
    is_noun: Callable[[str], bool] | None = None
    _seen: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)

    def plausible(self, part: str) -> bool:
        """Whether `part` (lower case) can be the first part of a German compound."""
        known = self._seen.get(part)
        if known is None:
            if len(self._seen) > 50_000:
                self._seen.clear()
            known = self._seen[part] = self._splits(fold(part), _MOST_PARTS)
        return known

    def stopped(self, word: str, head: int) -> bool:
        """Whether `word` (lower case), with a head at index `head`, ends in a known word of another meaning."""
        return any(fold(word[start:]) in self.stops for start in range(head))

    def continues(self, rest: str, part: str) -> bool:
        """Whether `rest` can follow the first part `part` as the head (or more) of a compound."""
        if len(rest) < 3 or not rest.isalpha():
            return False
        lower = fold(rest.lower())
        return not any(part.endswith(end) and lower in tails for end, tails in _INFLECTIONS)

    def _splits(self, part: str, parts: int) -> bool:
        if part in self.never_first:
            return False
        if part in self.first or self._is_linked_noun(part):
            return True
        if parts == 1:
            return False
        return any(
            (part[:cut] in self.first or self._is_linked_noun(part[:cut]))
            and self._splits(part[cut:], parts - 1)
            for cut in range(2, len(part) - 1)
        )

    def _is_linked_noun(self, part: str) -> bool:
        if self.is_noun is None or len(part) <= _SHORTEST:
            return False
        word = part.capitalize()
        return any(
            part.endswith(link)
            and len(part) - len(link) > _SHORTEST
            and self.is_noun(word[: len(word) - len(link)])
            for link in _LINKS
        )


@cache
def _tables() -> dict[str, list[str]]:
    raw = tomllib.loads(resource("lexicon", "compounds.toml").read_text("utf-8"))
    return {key: [word for group in groups for word in group["words"].split()] for key, groups in raw.items()}


def load_parts(
    is_noun: Callable[[str], bool] | None = None, first: frozenset[str] | None = None
) -> CompoundParts:
    """The bundled parts; `is_noun` says whether a word is a German noun lemma, where a form lexicon is at hand.

    `first` takes the place of the bundled generated lists (the build has made newer ones).
    """
    tables = _tables()
    return CompoundParts(
        first=(known_lines("lexicon", "first_parts.txt") if first is None else first)
        | frozenset(fold(word) for word in tables["first"]),
        never_first=frozenset(fold(word) for word in tables["never_first"]),
        stops=(known_lines("lexicon", "compound_stops.txt") if first is None else frozenset())
        | frozenset(fold(word.lower()) for word in tables["stop"]),
        modifier_stops=frozenset(fold(word.lower()) for word in tables["modifier_stop"]),
        is_noun=is_noun,
    )
