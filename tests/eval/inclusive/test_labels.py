"""Labelling over words: what a phrase stands for, and what is right, wrong and missed."""

import pytest

from mitgemeint.eval.inclusive.labels import count, exclusive_words
from mitgemeint.eval.spans import Counts, Span

TEXT = "Die neuen Lehrer und jeder Schüler hören dem Direktor zu."
LEHRER, SCHÜLER, DIREKTOR = (10, 16), (27, 34), (45, 53)


@pytest.mark.parametrize(
    ("span", "words"),
    [
        ((0, 16), ["Lehrer"]),  # the article that opens the sentence is none of it
        ((10, 34), ["Lehrer", "Schüler"]),
        ((21, 26), ["jeder"]),  # a phrase without a noun is all its words
        ((12, 14), ["Lehrer"]),  # a word that is touched counts whole
        ((0, 3), ["Die"]),
        ((56, 57), []),
    ],
)
def test_a_phrase_stands_for_its_nouns(span: Span, words: list[str]) -> None:
    assert sorted(word.text for word in exclusive_words(TEXT, [span])) == words


def test_words_are_right_wrong_or_missed() -> None:
    assert count(TEXT, [LEHRER, DIREKTOR], [], [(0, 16), SCHÜLER]) == Counts(right=1, wrong=1, missed=1)


def test_phrases_may_be_longer_than_labels_and_the_other_way_round() -> None:
    assert count(TEXT, [(0, 16)], [], [LEHRER]) == count(TEXT, [LEHRER], [], [(0, 16)]) == Counts(right=1)


def test_labels_on_pronouns_count_where_the_set_has_them() -> None:
    pronoun = (21, 26)
    assert count(TEXT, [], [pronoun], [pronoun]) == Counts(right=1)
    assert count(TEXT, [], [pronoun], []) == Counts()
    assert count(TEXT, [], [], [pronoun]) == Counts(missed=1)


def test_labels_on_open_words_are_neither_right_nor_wrong() -> None:
    assert count(TEXT, [LEHRER, DIREKTOR], [], [LEHRER], [DIREKTOR]) == Counts(right=1)
    assert count(TEXT, [LEHRER], [], [LEHRER], [DIREKTOR]) == Counts(right=1)


def test_a_word_that_is_labelled_twice_counts_once() -> None:
    assert count(TEXT, [LEHRER, LEHRER, (0, 16)], [], [LEHRER]) == Counts(right=1)
