"""The table of how well a model can know the words of tests."""

from collections.abc import Iterable, Sequence

from mitgemeint.eval.association import frequency_table
from mitgemeint.eval.association.test_file import AssociationTest, TextSet

TEST = AssociationTest(
    "weat6",
    TextSet("X", ("aa", "ab")),
    TextSet("Y", ("ba", "cc")),
    TextSet("A", ("a",)),
    TextSet("B", ("b",)),
)


def table(lines: Iterable[str]) -> list[str]:
    """The rows of the table alone."""
    return [line for line in lines if line.startswith("|")]


class Letters:
    """A vocabulary of letters, with an order or without; asked once for all words."""

    def __init__(self, size: int) -> None:
        self.vocabulary_size = size
        self.asked: list[Sequence[str]] = []

    def split(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        self.asked.append(texts)
        return [tuple(text) for text in texts]

    def rank(self, piece: str) -> int | None:
        return "ab".index(piece) if piece in "ab" else None


def test_ranks_are_compared() -> None:
    letters = Letters(2)
    *_, x, y = table(frequency_table.lines([TEST, TEST], letters))
    # ranks of the rarest letters: 0 and 1 against 1 and none, which is rarer than all
    assert x == "| weat6 | X: X | 2 | 0% | 2.00 | 0 | 0 | 0.12 |"
    assert y == "| weat6 | Y: Y | 2 | 0% | 2.00 | 1 | 1 |  |"
    assert letters.asked == [["aa", "ab", "ba", "cc"]]


def test_counts_go_before_ranks() -> None:
    counts = {"aa": 5, "ab": 1, "ba": 9}
    lines = list(frequency_table.lines([TEST], Letters(2), counts))
    *_, x, y = table(lines)
    assert x.endswith("| 3 | 0.50 |")
    assert y.endswith("| 4 |  |")
    assert lines[-1] == "The corpus has 3 of 4 words; the others count as 0."


def test_without_an_order_nothing_is_compared() -> None:
    *_, x, y = table(frequency_table.lines([TEST], Letters(0)))
    assert x.endswith("| – | – |")
    assert y.endswith("| – |  |")
