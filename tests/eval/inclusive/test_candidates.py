"""Candidates: the order in which combinations of suggestions come, and what makes two texts the same."""

from collections.abc import Sequence

import pytest

from mitgemeint.analysis import Code, Edit, Finding, Reference, Suggestion
from mitgemeint.eval.inclusive.candidates import candidates
from mitgemeint.eval.inclusive.comparing import lemmas_of, rank_by_lemmas, rank_by_words, words_of
from mitgemeint.eval.words import normalised


def finding(start: int, text: str, *options: tuple[str, str]) -> Finding:
    """A made-up finding with (notation, new text) as its suggestions."""
    end = start + len(text)
    suggestions = tuple(
        Suggestion(notation, new, (Edit(start, end, new),), new, "made up") for notation, new in options
    )
    code, reference = Code.GENERIC_MASCULINE, Reference.GENERIC
    return Finding(start, end, text, code, text, reference, 1.0, "", "", suggestions)


def listed(text: str, findings: Sequence[Finding], most: int = 100) -> list[str]:
    return list(candidates(text, findings, most))


def test_candidates_come_by_the_sum_of_ranks() -> None:
    findings = [
        finding(0, "a", ("star", "1"), ("star", "2"), ("star", "3")),
        finding(2, "b", ("star", "x"), ("star", "y")),
    ]
    assert listed("a b", findings) == ["1 x", "1 y", "2 x", "2 y", "3 x", "3 y"]


def test_one_notation_comes_before_a_mix_of_the_same_sum() -> None:
    findings = [
        finding(0, "a", ("neutral", "n"), ("pair", "p"), ("star", "s")),
        finding(2, "b", ("neutral", "N"), ("pair", "P"), ("star", "S")),
    ]
    assert listed("a b", findings)[:6] == ["n N", "n P", "p N", "p P", "n S", "s N"]


def test_a_finding_without_suggestion_is_left_alone() -> None:
    assert listed("a b", [finding(0, "a"), finding(2, "b", ("star", "x"))]) == ["a x"]
    assert listed("a", [finding(0, "a")]) == ["a"]
    assert listed("a", []) == ["a"]


def test_a_text_comes_once_and_no_more_than_asked_for() -> None:
    options = [("star", "1"), ("neutral", "1"), ("star", "2")]
    assert listed("a", [finding(0, "a", *options)]) == ["1", "2"]
    assert listed("a", [finding(0, "a", *options)], most=1) == ["1"]


def test_suggestions_that_do_not_go_together_are_no_candidate() -> None:
    assert listed("ab", [finding(0, "ab", ("star", "x")), finding(1, "b", ("star", "y"))]) == []


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Lehrer:innen", "Lehrer*innen"),
        ("Lehrer_innen und Köch·in", "Lehrer*innen und Köch*in"),
        ("um 12:30: Lehrer", "um 12:30: Lehrer"),
        ("Lehrer/-innen, Schüler/innen", "Lehrer*innen, Schüler*innen"),
        ("Lehrer(innen), Absolvent(inn)en", "Lehrer*innen, Absolvent*innen"),
        ("LehrerInnen und eine LehrerIn", "Lehrer*innen und eine Lehrer*in"),
        ("der/die Leiter/in, jede/r, eine/-n", "der*die Leiter*in, jede*r, eine*n"),
        ("und/oder, SPD/CDU, 1/2, In Wien", "und/oder, SPD/CDU, 1/2, In Wien"),
    ],
)
def test_gender_characters_are_read_as_stars(text: str, read: str) -> None:
    assert normalised(text) == read


def test_words_forget_spaces_but_no_punctuation() -> None:
    assert words_of("Köch:innen  und Köche.") == words_of("Köch*innen und Köche.")
    assert words_of("Köche.") != words_of("Köche!")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Die Köch*innen lachen.", "Die Köch:in lachen.", True),
        ("Er sieht die Köchinnen und Köche.", "Er sieht die Köchinnen und Köchen.", True),
        ("Die Köchinnen und Köche lachen.", "Die Köch*innen lachen.", False),
        ("Die Lehrkräfte lachen.", "Die Lehrpersonen lachen.", False),
    ],
)
def test_lemmas_forgive_endings(one: str, other: str, same: bool) -> None:
    assert (lemmas_of(one) == lemmas_of(other)) is same


def test_the_first_candidate_that_is_a_target_counts() -> None:
    proposed = ["Die Köche.", "Die Köch:innen.", "Die Köchinnen und Köche."]
    assert rank_by_words(proposed, ["Die Köch*innen."]) == 1
    assert rank_by_words(proposed, ["Alle Leute.", "Die Köchinnen und Köche."]) == 2
    assert rank_by_words(proposed, ["Alle Leute."]) is None
    assert rank_by_words([], ["Alle Leute."]) is None
    assert rank_by_lemmas(proposed, ["Die Köch*in."]) == 1
    assert rank_by_lemmas(proposed, ["Alle Leute.", "Die Köchin und Köche."]) == 2
    assert rank_by_lemmas(proposed, ["Alle Leute."]) is None
