"""The suggestion measures themselves: the order of candidates, comparing, scores."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.analysis import Code, Edit, Finding, Pipeline, Reference, Suggestion
from mitgemeint.eval.ranks import FAMILIES, adjusted, hyperbolic, linear, logistic, score
from mitgemeint.eval.suggestions import (
    SETTINGS,
    Ranked,
    Task,
    candidates,
    lemmas_of,
    ranked,
    report,
    tasks,
    words_of,
)
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


def test_scores_of_the_first_ranks() -> None:
    assert (linear(0), linear(5), linear(12)) == (1, 0.5, 0)
    assert (hyperbolic(0), hyperbolic(1), hyperbolic(3)) == (1, 0.5, 0.25)
    assert logistic(0) > 0.999
    assert logistic(5) == pytest.approx(0.489, abs=0.001)


def test_ranks_are_adjusted_by_the_phrases() -> None:
    assert (adjusted(9, 1), adjusted(9, 2), adjusted(0, 3), adjusted(8, 3)) == (9, 3, 0, 2)
    assert score(9, 2, linear) == 0.7
    assert score(None, 1, linear) == 0


@given(rank=st.integers(0, 1000), phrases=st.integers(1, 9), name=st.sampled_from(sorted(FAMILIES)))
def test_scores_fall_from_one_to_nought(rank: int, phrases: int, name: str) -> None:
    here, next_one = (score(place, phrases, FAMILIES[name]) for place in (rank, rank + 1))
    assert 1 >= here >= next_one >= 0


def test_a_task_is_ranked_by_words_and_lemmas() -> None:
    pipeline = Pipeline(SETTINGS["star"])
    task = Task("Die Gärtner kommen.", "Die Gärtner:innen kommen.", 1)
    assert ranked(pipeline, task) == Ranked(1, 0, 0)
    assert ranked(pipeline, Task(task.exclusive, "Die Gärtner*in kommen.", 1)) == Ranked(1, None, 0)
    assert ranked(pipeline, Task(task.exclusive, "Es kommt wer.", 2)) == Ranked(2, None, None)


def test_texts_without_an_exclusive_phrase_are_no_task() -> None:
    rows = [
        {"exclusive": "Die Köche.", "spans": [[4, 9]], "targets": {"star": "Die Köch*innen."}},
        {"exclusive": "Es regnet.", "spans": [], "targets": {"star": "Es regnet."}},
    ]
    assert tasks(rows, "star") == [Task("Die Köche.", "Die Köch*innen.", 1)]
    assert tasks(rows, "pair") == []


def test_report_reads_a_folder(tmp_path: Path) -> None:
    row = {"exclusive": "Die Köche.", "spans": [[4, 9]], "targets": {"pair": "Die Köchinnen und Köche."}}
    (tmp_path / "lou-small.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    lines = list(report(tmp_path))
    assert "| lou-small, pair | words | 1 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 |" in lines
    assert "| together | lemmas | 1 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 |" in lines
