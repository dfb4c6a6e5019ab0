"""Passages of another language in a German text: the Manager in "The Manager of the Hotel" is no masculine.

Counted are function words, of each language in a passage between marks that can separate it (quotation marks,
colon, dash, brackets), and in the whole sentence. The lists stand in `data/lexicon/foreign_words.toml`.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from mitgemeint.data import resource

FILE = "foreign_words.toml"
# So many function words of the other language at least, and more than German ones.
FEWEST = 2
_BOUNDARIES = frozenset("\"'„“”‚‘’»«›‹:–—()[];/")


@dataclass(frozen=True, slots=True)
class FunctionWords:
    """The function words of German and of the other languages."""

    german: frozenset[str]
    foreign: tuple[frozenset[str], ...]

    @classmethod
    @cache
    def load(cls) -> "FunctionWords":
        """The lists that ship."""
        data = tomllib.loads(resource("lexicon", FILE).read_text("utf-8"))
        return cls(frozenset(data["german"]), tuple(map(frozenset, data["foreign"].values())))

    def are_foreign(self, words: Sequence[str]) -> bool:
        """Whether words in small letters are a passage of one of the other languages."""
        german = sum(word in self.german for word in words)
        return any(
            len({*words} & language) >= FEWEST and sum(word in language for word in words) > german
            for language in self.foreign
        )


def foreign_words(words: Sequence[str]) -> frozenset[int]:
    """The indexes of the words of a sentence that stand in a passage of another language."""
    lists, small = FunctionWords.load(), [word.lower() for word in words]
    found = frozenset(
        index
        for start, end in _passages(words)
        if lists.are_foreign(small[start:end])
        for index in range(start, end)
    )
    # A sentence may have too few words between its marks.
    return found or frozenset(range(len(words)) if lists.are_foreign(small) else ())


def _passages(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The parts between marks, as half-open ranges."""
    start = 0
    for index, word in enumerate(words):
        if word in _BOUNDARIES:
            yield start, index
            start = index + 1
    yield start, len(words)
