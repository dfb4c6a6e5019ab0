"""What may stand before the person noun of a compound, and which words only look like such compounds."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from mitgemeint.data import resource

_SHORTEST = 3
_MOST_PARTS = 5
_LINKS = ("", "s", "es", "n", "en", "er", "e", "ens", "ns")


_ENDINGS = ("", "s", "es", "e", "n", "en", "er", "ern")


def fold(word: str) -> str:
    """`word` with ss for ß, so that old, Swiss and reformed spellings meet."""
    return word.replace("ß", "ss") if "ß" in word else word


def known_lines(*parts: str) -> frozenset[str]:
    """The entries of a generated word list: one a line, `#` starts a comment; empty where there is no file
    yet.
    """
    try:
        text = resource(*parts).read_text("utf-8")
    except FileNotFoundError:
        return frozenset()
    return frozenset(line for line in text.split("\n") if line and not line.startswith("#"))


@dataclass(frozen=True)
class CompoundParts:
    """The first parts of compounds, in lower case and folded.

    `stops` are forms that end like a person noun and name something else (Oberschenkel, Angebote); a word
    that ends in one of them is stopped too (Stellenangebote). `never_heads` are forms that end compounds of
    another word far more often: -kunde (Sachkunde), -zeuge (Messzeuge). `never_modifiers` are masculines
    that qualify rather than name people as a first part (Generaldirektor), `suffixes` endings that are no
    nouns though they look like one (Intervent|ion). `modifier_stops` beginnings of words whose first part is
    a person noun that nobody hears as one any more (Führerschein).
    """

    first: frozenset[str]
    never_first: frozenset[str]
    never_heads: frozenset[str]
    stops: frozenset[str]
    modifier_stops: frozenset[str]
    never_modifiers: frozenset[str]
    suffixes: frozenset[str]
    is_noun: Callable[[str], bool] | None = None
    is_form: Callable[[str], bool] | None = None
    _seen: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)

    def plausible(self, part: str) -> bool:
        """Whether `part` (lower case) can be the first part of a German compound."""
        known = self._seen.get(part)
        if known is None:
            if len(self._seen) > 50_000:
                self._seen.clear()
            known = self._seen[part] = self._splits(fold(part), _MOST_PARTS)
        return known

    def joins(self, word: str, head: int) -> bool:
        """Whether `word` is a compound whose head begins at index `head`.

        Its first part must be plausible, and no known word of another meaning may begin before the head.
        """
        lower = word.lower()
        return (
            fold(lower[head:]) not in self.never_heads
            and self.plausible(lower[:head])
            and not any(fold(lower[start:]) in self.stops for start in range(head))
        )

    def continues(self, word: str, start: int, end: int) -> bool:
        """Whether `word` goes on after the first part `start` to `end` with the head (or more) of a compound.

        The rest must be a noun, and the border must not lie elsewhere: Strom|erzeugung is no Stromer|zeugung.
        """
        lower = word.lower()
        part, rest = lower[start:end], lower[end:].lstrip("-")
        if len(rest) < _SHORTEST or rest in self.suffixes:
            return False
        if any(self._stops_at(lower, at, end) for at in {0, start}):
            return False
        if rest.startswith("schaft") or lower[end] == "-":
            return True
        other = part.endswith("er") and self.plausible(part[:-2]) and self._is_known("er" + rest)
        return self._is_tail(rest) and not other

    def _stops_at(self, lower: str, at: int, end: int) -> bool:
        """Whether a lexicalised word begins at `at` and goes on beyond `end`: Führer|schein,
        Minister|präsident.
        """
        return any(at + len(stop) > end and lower.startswith(stop, at) for stop in self.modifier_stops)

    def _is_tail(self, rest: str) -> bool:
        """Whether `rest` is a noun, or a first part and a noun."""
        if self._is_known(rest):
            return True
        return any(
            (rest[:cut] in self.first or self._is_linked_noun(rest[:cut])) and self._is_known(rest[cut:])
            for cut in range(4, len(rest) - 3)
        )

    def _is_known(self, word: str) -> bool:
        if len(word) < _SHORTEST:
            return False
        if self.is_form is not None:
            return self.is_form(word.capitalize())
        return any(word.endswith(end) and word[: len(word) - len(end)] in self.first for end in _ENDINGS)

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
    is_noun: Callable[[str], bool] | None = None,
    is_form: Callable[[str], bool] | None = None,
    first: frozenset[str] | None = None,
) -> CompoundParts:
    """The bundled parts; `is_noun` knows German noun lemmas, `is_form` all their forms, with a form lexicon
    at hand.

    `first` takes the place of the bundled generated lists (the build has made newer ones).
    """
    tables = _tables()
    return CompoundParts(
        first=(known_lines("lexicon", "first_parts.txt") if first is None else first)
        | frozenset(fold(word) for word in tables["first"]),
        never_first=frozenset(fold(word) for word in tables["never_first"]),
        never_heads=frozenset(tables["never_head"]),
        stops=(known_lines("lexicon", "compound_stops.txt") if first is None else frozenset())
        | frozenset(fold(word.lower()) for word in tables["stop"]),
        modifier_stops=frozenset(fold(word.lower()) for word in tables["modifier_stop"]),
        never_modifiers=frozenset(tables["never_modifier"]),
        suffixes=frozenset(tables["suffix"]),
        is_noun=is_noun,
        is_form=is_form,
    )
