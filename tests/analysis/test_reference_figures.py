"""Whom masculines mean: floors on the cases and texts that are checked in, and what is learnt from them."""

import subprocess
import sys
from pathlib import Path

import pytest

from mitgemeint.analysis import Pipeline
from mitgemeint.eval.marked_texts import GENERAL, KNOWN, load
from mitgemeint.eval.reference import GENERIC, is_right, read_cases, reported

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "analysis" / "reference_cases.tsv"
TEXTS = ROOT / "data" / "build" / "discourse"


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline()


def test_cases_are_many_and_balanced() -> None:
    cases = read_cases(CASES)
    generic = sum(case.expected == GENERIC for case in cases)
    assert len(cases) >= 300
    assert 0.4 <= generic / len(cases) <= 0.6
    assert len({case.text for case in cases}) == len(cases)


def test_reference_cases(pipeline: Pipeline) -> None:
    cases = read_cases(CASES)
    right = [is_right(pipeline, case) for case in cases]
    assert sum(right) / len(right) >= 0.93


# What is reported at most of known men, and at least of people in general, of texts that are not learnt from.
FLOORS = [("news", 0.20, 0.85), ("general", 0.40, 0.87)]


@pytest.mark.parametrize(("genre", "known", "general"), FLOORS)
def test_unseen_texts(pipeline: Pipeline, genre: str, known: float, general: float) -> None:
    hits: dict[str, list[bool]] = {KNOWN: [], GENERAL: []}
    for text in load(TEXTS / "texts"):
        if text.genre == genre and text.number % 2 == 0:
            spans = reported(pipeline, text.text)
            for mark in text.marks:
                if mark.kind in hits:
                    hits[mark.kind].append(any(a < mark.end and mark.start < b for a, b in spans))
    assert sum(hits[KNOWN]) / len(hits[KNOWN]) <= known
    assert sum(hits[GENERAL]) / len(hits[GENERAL]) >= general


def test_the_weights_are_up_to_date() -> None:
    command = [sys.executable, str(TEXTS / "build.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
