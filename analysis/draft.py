"""A draft: what is to be said about one place of a sentence, before it is placed in a document."""

from collections.abc import Mapping
from dataclasses import dataclass

from mitgemeint.analysis.findings import Code
from mitgemeint.analysis.reference import Evidence
from mitgemeint.analysis.rewrite import Rewrite


@dataclass(frozen=True, slots=True)
class Draft:
    """One place of a sentence: the word, what it is, the evidence and the rewrites by notation.

    `clues` are what the sentence shows where the reference stays open, `said_of` the word indexes of those
    whom a noun is said of, `pronouns` those that take it up; `singular` says that "er" in the next sentence
    could, too.
    """

    index: int
    code: Code
    lemma: str
    evidence: Evidence
    rewrites: Mapping[str, tuple[Rewrite, ...]]
    clues: frozenset[str] = frozenset()
    said_of: tuple[int, ...] = ()
    pronouns: tuple[int, ...] = ()
    singular: bool = False
