"""What an analyzer gives: sentences of words, and on demand the grammar of a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mitgemeint.analysis.features import Case, Gender, Number


@dataclass(frozen=True, slots=True)
class Word:
    """A word or punctuation mark: its text and its span in the text that was segmented."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a text, as a span and its words; offsets count from the text's begin."""

    start: int
    end: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """The grammar of one word.

    `pos` is a Universal Dependencies part of speech, `relation` a UD relation (`nsubj`, `det`,
    `acl:relcl` ...), `head` the index of the governor (its own index for the root).
    `case`, `number`, `gender` are None where the word has none or the analyzer does not know.
    `extra` holds further UD features, such as `PronType=Rel`.
    """

    index: int
    text: str
    lemma: str
    pos: str
    head: int
    relation: str
    case: Case | None = None
    number: Number | None = None
    gender: Gender | None = None
    extra: frozenset[str] = frozenset()


class Analyzer(Protocol):
    """One back end of linguistic analysis."""

    name: str
    lemmas_decide: bool
    """Whether a noun is a word of the database by the lemma that is given here, not by its form alone."""
    split_threshold: float | None
    """From which score on compound-split takes a first part off; None where the own rules do that."""

    def segment(self, text: str) -> Sequence[Sentence]:
        """Split a text into sentences and words (fast: runs on everything)."""
        ...

    def parse(self, sentences: Sequence[Sequence[str]]) -> Sequence[tuple[Token, ...]]:
        """Analyse sentences given as lists of words, one token for each word (runs where needed)."""
        ...
