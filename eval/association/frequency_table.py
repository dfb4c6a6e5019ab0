"""How well a model can know the targets of tests, set by set: whether X and Y differ in frequency.

A difference there can look like an association: what Caglidil et al. 2024 leave open about Kurdish names.
"""

from collections.abc import Iterator, Mapping, Sequence

from mitgemeint.eval.association.encoders.encoded import Vocabulary
from mitgemeint.eval.association.encoders.frequency import (
    FrequencySummary,
    WordFrequency,
    chance_of_more,
    summary,
    word_frequencies,
)
from mitgemeint.eval.association.test_file import AssociationTest
from mitgemeint.eval.command import table

HEADER = ("test", "set", "words", "one piece", "pieces a word", "unknown", "median rank")
UNKNOWN = "–"


def lines(
    tests: Sequence[AssociationTest], vocabulary: Vocabulary, counts: Mapping[str, int] | None = None
) -> Iterator[str]:
    """A table in Markdown, two lines for each test, of the words in X and in Y.

    The last column is the chance that a word of X is rarer than one of Y, ties half: .5 where they are alike.
    It goes by the counts of a corpus where there are some, else by the rank of a word's rarest piece.
    """
    header = (*HEADER, *(("median count",) if counts is not None else ()), "X rarer than Y")
    words = list(dict.fromkeys(text for test in tests for each in (test.x, test.y) for text in each.texts))
    known = dict(zip(words, word_frequencies(words, vocabulary, counts), strict=True))
    size = vocabulary.vocabulary_size
    yield from table(header, (row for test in tests for row in _rows(test, known, size, counts is not None)))
    yield ""
    yield "Ranks are those of a word's rarest piece in the vocabulary, from 0; unknown ones have none."
    yield "X rarer than Y: the chance that a word of X is rarer than one of Y, .5 where they are alike."
    if counts is not None:
        found = sum(word in counts for word in words)
        yield f"The corpus has {found} of {len(words)} words; the others count as 0."


def _rows(
    test: AssociationTest, known: Mapping[str, WordFrequency], size: int, has_counts: bool
) -> Iterator[tuple[object, ...]]:
    x, y = ([known[text] for text in each.texts] for each in (test.x, test.y))
    has_order = has_counts or (size > 0 and any(word.rank is not None for word in (*x, *y)))
    rarer = f"{chance_of_more(_rarity(x, size), _rarity(y, size)):.2f}" if has_order else UNKNOWN
    for name, words, last in (("X", x, rarer), ("Y", y, "")):
        category = (test.x if name == "X" else test.y).category
        yield (test.name, f"{name}: {category}", *_cells(summary(words), size > 0, has_counts), last)


def _cells(words: FrequencySummary, has_order: bool, has_counts: bool) -> tuple[object, ...]:
    rank = UNKNOWN if words.median_rank is None or not has_order else f"{words.median_rank:,.0f}"
    cells = (words.words, f"{words.whole:.0%}", f"{words.mean_pieces:.2f}", words.unknown, rank)
    count = UNKNOWN if words.median_count is None else f"{words.median_count:,.0f}"
    return (*cells, count) if has_counts else cells


def _rarity(words: Sequence[WordFrequency], size: int) -> list[float]:
    """The higher, the rarer; unknown words are rarer than all of a vocabulary of that size."""
    if all(word.count is not None for word in words):
        return [-float(word.count or 0) for word in words]
    return [float(size if word.rank is None else word.rank) for word in words]
