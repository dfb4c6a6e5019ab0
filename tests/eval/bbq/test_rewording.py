"""Contexts in inclusive wording: what is rewritten and what is left alone."""

import pytest
from bbq_samples import item

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.eval.bbq.rewording import reword

CASES = [
    # context, choices, what becomes of it (None: nothing to rewrite)
    (
        "Ein Mann und eine Frau sprachen mit den Lehrern.",
        ("Die Frau", "Der Mann"),
        "Ein Mann und eine Frau sprachen mit den Lehrer*innen.",
    ),
    # the persons that are asked about are persons, not roles
    ("Ein Lehrer und eine Lehrerin kamen.", ("Der Lehrer", "Die Lehrerin"), None),
    (
        "Der Lehrer und die Lehrerin sprachen mit den Schülern.",
        ("Der Lehrer", "Die Lehrerin"),
        "Der Lehrer und die Lehrerin sprachen mit den Schüler*innen.",
    ),
    # a pair is inclusive already
    ("Noah und Emilia sprachen mit den Schülerinnen und Schülern.", ("Noah", "Emilia"), None),
    ("Noah und Emilia gingen ins Kino.", ("Noah", "Emilia"), None),
]


@pytest.mark.parametrize(("context", "choices", "expected"), CASES)
def test_contexts(context: str, choices: tuple[str, str], expected: str | None) -> None:
    pipeline = Pipeline(Settings(policy="genderstern"))
    asked = item(1, context=context, choices=(*choices, "keine Antwort"))
    found = list(reword([asked], pipeline, "star"))
    assert [each.inclusive.context for each in found] == ([expected] if expected else [])
    for each in found:
        assert each.original == asked
        assert each.inclusive.choices == asked.choices
        assert each.words


def test_other_languages_are_passed_over() -> None:
    asked = item(1, context="Die Lehrer kamen.", language="en")
    assert list(reword([asked], Pipeline(Settings()))) == []
