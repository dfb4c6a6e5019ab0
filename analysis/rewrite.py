"""A rewrite of a clause: which words are replaced by what, before it becomes edits of a document."""

from collections.abc import Mapping
from dataclasses import dataclass

from mitgemeint.analysis.clause import Clause


@dataclass(frozen=True, slots=True)
class Rewrite:
    """New texts by word index, all in one set; an empty text takes the word out, with the gap before it.

    `first` and `last` are the words of the phrase that people are shown. For the ranking: `heads` are the
    forms of the new word, `position` its place among the alternatives of the lexicon (from 0), and `often`
    says that it fits many sentences but not nearly all.
    """

    notation: str
    words: Mapping[int, str]
    first: int
    last: int
    source: str
    kind: str = ""
    heads: tuple[str, ...] = ()
    position: int = 0
    often: bool = False


def match_case(new: str, old: str) -> str:
    """`new` with the capitalisation of `old`: first letter, or all letters where `old` is all upper case."""
    if len(old) > 1 and old.isupper() and len([c for c in old if c.isalpha()]) > 1:
        return new.upper()
    if old[:1].isupper() and new:
        return new[0].upper() + new[1:]
    return new


def rendered(clause: Clause, words: Mapping[int, str], first: int, last: int) -> str:
    """The text from word `first` to word `last` with the replacements in place."""
    parts: list[str] = []
    for index in range(first, last + 1):
        new = words.get(index, clause.words[index].text)
        if new and parts:
            parts.append(clause.text[clause.words[index - 1].end : clause.words[index].start])
        parts.append(new)
    return "".join(parts)
