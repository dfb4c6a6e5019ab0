"""First parts of compounds by compound-split, as in Pomerenke 2022: a split counts from a threshold on.

The library (https://github.com/repodiac, CharSplit by Tuggener 2016) scores every place where a word could be
split by the frequency of its beginnings and ends; it is no part of the program and is imported here alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import import_module

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.compounds import CompoundParts

THRESHOLD = 0.0
"""Where the library itself begins to take a split for one."""


@dataclass(frozen=True)
class SplitParts(CompoundParts):
    """Compounds are what compound-split splits before the head, with a score above the threshold.

    ValueError where the library is not installed.
    """

    threshold: float = THRESHOLD

    def __post_init__(self) -> None:
        best_split("Fachlehrer")

    def joins(self, word: str, head: int) -> bool:
        """Whether the best split of the word stands before the head and scores above the threshold."""
        score, place = best_split(word)
        return place == head and score > self.threshold


def split_parts(parts: CompoundParts, threshold: float) -> SplitParts:
    """The same parts with compound-split in the place of the lists of first parts."""
    kept: Mapping[str, object] = {
        each.name: getattr(parts, each.name) for each in fields(CompoundParts) if each.init
    }
    return SplitParts(**kept, threshold=threshold)  # type: ignore[arg-type]


@lru_cache(maxsize=WORDS)
def best_split(word: str) -> tuple[float, int]:
    """The score of the best split of a word, and where its second part begins."""
    try:
        library = import_module("compound_split.char_split")
    except ModuleNotFoundError as error:
        raise ValueError(
            "compound-split is not installed; it comes with the extra `reference`: pip install compound-split"
        ) from error
    score, first, _ = library.split_compound(word)[0]
    return float(score), len(first)
