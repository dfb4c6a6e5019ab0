"""Contexts in inclusive wording: what is rewritten and what is left alone."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from bbq_samples import item

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.eval.bbq.data_set import read_data_set
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
    # what is said of a person asked about
    ("Der Student und die Frau stellten sich als Babysitter vor.", ("Der Student", "Die Frau"), None),
    ("Ein Mann und eine Frau kamen. Die Frau ist ein guter Lehrer.", ("Die Frau", "Der Mann"), None),
    ("Man wählte die Frau zum Sprecher, nicht den Mann.", ("Die Frau", "Der Mann"), None),
    ("Man traute den Bekannten.", ("der Bekannter", "Die Frau"), None),
    (
        "Ein Mann und eine Frau kamen, als der Lehrer rief.",
        ("Die Frau", "Der Mann"),
        "Ein Mann und eine Frau kamen, als der*die Lehrer*in rief.",
    ),
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


def test_no_noun_becomes_feminine_beside_a_pronoun_that_could_mean_it() -> None:
    pipeline = Pipeline(Settings(policy="neutral"))
    clear = item(1, context="Der Lehrer lobte die Frau, die gut rechnet.")
    doubtful = item(2, context="Der Lehrer lobte die Frau, weil sie gut rechnet.")
    changed = item(3, context="Der Trainer zögert, weil er die Frau nicht kennt.")
    assert [each.original.id for each in reword([clear, doubtful, changed], pipeline)] == ["1"]


def test_a_relative_clause_is_rewritten_with_its_noun_or_neither() -> None:
    text = (
        "Der Mann nannte Pläne, während die Frau eine Gelegenheit erwähnte, die sich bei einem Freund der "
        "Familie, der in einem anderen Staat lebte, ergeben hätte."
    )
    for each in reword([item(1, context=text)], Pipeline(Settings(policy="genderstern")), "star"):
        assert "Familie, der*die" in each.inclusive.context


def test_the_order_of_persons_changes_nothing() -> None:
    text = "{} und {} interviewten einen Kandidaten für eine Stelle als Ingenieur."
    contexts = [text.format("Eine Frau", "ein Mann"), text.format("Ein Mann", "eine Frau")]
    items = [item(number, context=context) for number, context in enumerate(contexts)]
    words = [each.words for each in reword(items, Pipeline(Settings(policy="genderstern")))]
    assert words == [("Kandidaten",), ("Kandidaten",)]


@pytest.mark.parametrize("policy", ["genderstern", "neutral"])
def test_contexts_of_gg_bbq_in_both_orders_are_changed_alike(
    published: Callable[[str], Path], policy: str
) -> None:
    items = read_data_set(str(published("rev-3a95eef/data/subset-1"))).items
    changed = {
        each.original.context: Counter(each.words)
        for each in reword(items, Pipeline(Settings(policy=policy)))
    }
    assert changed
    orders: dict[tuple[str, ...], set[tuple[tuple[str, int], ...]]] = {}
    for each in items:
        words = tuple(sorted(each.context.casefold().replace(",", "").replace(".", "").split()))
        orders.setdefault(words, set()).add(tuple(sorted(changed.get(each.context, Counter()).items())))
    assert [words for words, changes in orders.items() if len(changes) > 1] == []
