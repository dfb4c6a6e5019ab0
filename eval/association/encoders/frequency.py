"""How well a model can know its words: pieces, rank in the vocabulary, and counts in a corpus.

Caglidil et al. 2024 leave open whether the Kurdish names of their tests differ from the Turkish ones in what
is said of them or merely in how often they are said; this is what can be known of that.
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mitgemeint.eval.association.encoders.encoded import Vocabulary
from mitgemeint.eval.problems import EvalError


@dataclass(frozen=True, slots=True)
class WordFrequency:
    """What is known of a word.

    The rank is a rough measure only: vocabularies of pieces are ordered by merges or scores, which follow
    frequency in the corpus that the tokenizer was made of; files of vectors are sorted by it as a rule.
    """

    word: str
    pieces: tuple[str, ...]
    rank: int | None
    """The rank of the word's rarest piece; None where one of them is unknown."""
    count: int | None
    """How often a corpus has it; None without a corpus, 0 where the corpus does not have it."""

    @property
    def whole(self) -> bool:
        """Whether the word is one known piece."""
        return len(self.pieces) == 1 and self.rank is not None


@dataclass(frozen=True, slots=True)
class FrequencySummary:
    """Several words: means and medians, None where there is nothing to take them of."""

    words: int
    whole: float
    """The share of words that are one known piece, 0 to 1."""
    unknown: int
    """Words with an unknown piece."""
    mean_pieces: float
    median_rank: float | None
    median_count: float | None


def word_frequencies(
    words: Sequence[str], vocabulary: Vocabulary, counts: Mapping[str, int] | None = None
) -> list[WordFrequency]:
    """The pieces, rank and count of each word."""
    pieces = vocabulary.split(words)
    return [_frequency(word, row, vocabulary, counts) for word, row in zip(words, pieces, strict=True)]


def _frequency(
    word: str, pieces: tuple[str, ...], vocabulary: Vocabulary, counts: Mapping[str, int] | None
) -> WordFrequency:
    ranks = [vocabulary.rank(piece) for piece in pieces]
    known = [rank for rank in ranks if rank is not None]
    worst = max(known) if known and len(known) == len(ranks) else None
    return WordFrequency(word, pieces, worst, None if counts is None else counts.get(word, 0))


def summary(words: Sequence[WordFrequency]) -> FrequencySummary:
    """What the words have in common; raises ValueError for none."""
    if not words:
        raise ValueError("no words")
    ranks = [word.rank for word in words if word.rank is not None]
    counts = [word.count for word in words if word.count is not None]
    return FrequencySummary(
        words=len(words),
        whole=sum(word.whole for word in words) / len(words),
        unknown=sum(word.rank is None for word in words),
        mean_pieces=statistics.fmean(len(word.pieces) for word in words),
        median_rank=statistics.median(ranks) if ranks else None,
        median_count=statistics.median(counts) if counts else None,
    )


def chance_of_more(first: Sequence[float], second: Sequence[float]) -> float:
    """The chance that a value of `first` is above one of `second`, ties counted half: 0.5 for equal sets.

    This is the common-language effect size, U / (n m) of Mann and Whitney (1947). For counts of names, a
    value far from 0.5 says that the sets differ in frequency. Raises ValueError where a set is empty.
    """
    if not first or not second:
        raise ValueError("an empty set")
    score = sum((a > b) + (a == b) / 2 for a in first for b in second)
    return score / (len(first) * len(second))


def read_counts(path: Path) -> dict[str, int]:
    """A frequency list: a line for each word, the word and its count, separated by a tab or spaces.

    A word that occurs twice has the sum. Raises EvalError, with the line, where the file is malformed.
    """
    try:
        lines = path.read_bytes().decode("utf-8-sig").split("\n")
    except OSError as error:
        raise EvalError(str(path), error.strerror or "it cannot be read", "check the path") from error
    except UnicodeDecodeError as error:
        raise EvalError(f"{path}, byte {error.start}", "it is not UTF-8", "convert the file") from error
    counts: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            word, count = _count(path, number, line)
            counts[word] = counts.get(word, 0) + count
    if not counts:
        raise EvalError(str(path), "it has no words", "give a line with word and count for each")
    return counts


def _count(path: Path, number: int, line: str) -> tuple[str, int]:
    word, _, count = line.strip().replace("\t", " ").rpartition(" ")
    if not word.strip() or not count.isascii() or not count.isdigit():
        remedy = "write the word, a tab and a whole number"
        raise EvalError(f"{path}, line {number}", "it is no word with its count", remedy)
    return word.strip(), int(count)
