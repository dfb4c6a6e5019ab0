"""Quotations: spans in German, Swiss and English quotation marks."""

import re
from collections.abc import Callable, Iterator

# Opening and closing mark; a quotation that runs longer than this is a mark that was never closed.
LONGEST = 2_000
PAIRS = ("„“", "„”", "“”", "»«", "«»", "‚‘", "‹›", "›‹", '""')
_QUOTED = re.compile(
    "|".join(
        f"{re.escape(a)}[^{re.escape(a + b)}]{{1,{LONGEST}}}{re.escape(b)}" for a, b in map(tuple, PAIRS)
    )
)


# What comes before a quotation from a law (§ 4 Abs. 1 lautet: „…“).
_CITING = re.compile(r"(?:§|\bArt(?:ikel|\.)|\bAbs(?:atz|\.)|\bZiffer\b)[^.!?]*(?:\.[^.!?]*)*:\s*$")
_BEFORE = 120
# A title or a word that is spoken of is short.
MOST_WORDS = 8
_WORD = re.compile(r"[^\W\d_]+")


def mentioned(text: str, is_verb: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """The spans of quotations that are spoken of and not said: titles („Der vergessene Wärter“), words
    („Blender“), and the text of laws. `is_verb` tells finite verbs: what is said has one.
    """
    for start, end in quoted(text):
        words = _WORD.findall(text[start:end])
        phrase = len(words) <= MOST_WORDS and not any(map(is_verb, words))
        if phrase or _CITING.search(text[max(0, start - _BEFORE) : start].rpartition("\n")[2]):
            yield start, end


def quoted(text: str) -> Iterator[tuple[int, int]]:
    """The spans of quotations with their marks, in order."""
    for match in _QUOTED.finditer(text):
        yield match.span()
