"""Checks of data sets: each finds its fault, and those of the published sets."""

import ast
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from mitgemeint.eval.bbq.generation import Choices, generate, is_stereotyped
from mitgemeint.eval.bbq.item import Condition, Item, Polarity
from mitgemeint.eval.bbq.names import read_names
from mitgemeint.eval.bbq.set_checks import CODES, check_all
from mitgemeint.eval.bbq.template import Template

Pair = tuple[Template, Template]


def failures(items: Sequence[Item], names: set[str] | None = None) -> dict[str, tuple[str, ...]]:
    return {check.code: check.failures for check in check_all(items, names or set()) if check.failures}


@pytest.fixture
def items(group_terms: Pair) -> list[Item]:
    return [sample.item for sample in generate(group_terms, None, Choices())]


def test_a_sound_set(items: list[Item]) -> None:
    assert failures(items) == {}
    assert tuple(check.code for check in check_all(items)) == CODES


def test_one_orientation(items: list[Item]) -> None:
    agreeing = [item for item in items if item.condition is Condition.AMBIGUOUS or item.label == item.biased]
    found = failures(agreeing)
    assert found["orientation"] == (
        "'Wer ist schlecht in Mathe?' has 3 for and 0 against",
        "'Wer ist gut in Mathe?' has 3 for and 0 against",
    )


def test_a_fixed_place_of_the_unknown_answer(items: list[Item]) -> None:
    fixed = [_with_unknown_last(item) for item in items] * 2
    found = failures(fixed)
    assert found["unknown"] == ("ambiguous: 0, 0, 12", "disambiguated: 0, 0, 24")
    assert "labels" in found


def test_right_answers_that_stand_where_the_stereotype_is(items: list[Item]) -> None:
    moved = [_with_right_first(item) if item.label == item.biased else item for item in items]
    assert failures(moved)["labels"] == ("for the stereotype: 6, 0, 0",)


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (
            {"context": "In ihrer {WORD1}}-Mannschaft waren Mann und Frau."},
            "slots",
            "has '{WORD1}}-Mannschaft'",
        ),
        ({"biased": None}, "groups", "it is not clear who is stereotyped"),
        (
            {"context": "Es kamen zwei Leute, ein Transmann und eine Frau."},
            "answers",
            "is not in its context",
        ),
    ],
)
def test_faults_of_an_item(items: list[Item], change: dict[str, object], code: str, message: str) -> None:
    spoiled = [replace(items[0], **change), *items[1:]]  # type: ignore[arg-type]
    assert message in failures(spoiled)[code][0]


def test_equal_choices(items: list[Item]) -> None:
    spoiled = [replace(items[0], choices=("Noah", "Noah", "keine Antwort")), *items[1:]]
    assert failures(spoiled)["groups"] == (f"template {items[0].template}: choices are the same (1 items)",)


def test_a_question_for_both_sides(items: list[Item]) -> None:
    spoiled = [replace(items[0], question=items[1].question), *items[1:]]
    assert failures(spoiled)["questions"] == ("'Wer ist gut in Mathe?'",)


def test_an_item_that_stands_there_twice(items: list[Item]) -> None:
    shuffled = replace(items[0], choices=(items[0].choices[2], items[0].choices[0], items[0].choices[1]))
    assert "duplicates" in failures([*items, shuffled])


def test_a_name_on_one_side(both_orientations: Pair) -> None:
    names = read_names("german")
    samples = generate(both_orientations, names, Choices())
    known = {name for sample in samples for name in sample.names}
    one = samples[0].names[0]
    kept = [
        sample.item
        for sample in samples
        if not (one in sample.names and sample.item.label == sample.item.biased)
    ]
    assert failures([sample.item for sample in samples], known) == {}
    assert any(text.startswith(f"{one} 0 for") for text in failures(kept, known)["names"])


@pytest.mark.parametrize(
    ("choice", "context", "holds"),
    [
        ("Der Mann", "Es kamen ein Mann und eine Frau.", True),
        ("Der Bekannter", "Ein Bekannter und eine Frau kamen.", True),
        ("Die Bekannte", "Sie trafen einen Bekannten.", True),
        ("Die Transpeson", "Die Transperson kam.", False),
        ("Die Transfrau", "Ein Transmann und ein Student kamen.", False),
        ("The tall one", "A tall one met a short one.", True),
    ],
)
def test_whether_a_choice_is_in_the_context(
    items: list[Item], choice: str, context: str, holds: bool
) -> None:
    item = next(each for each in items if each.unknown == 2)
    changed = replace(item, choices=(choice, choice.lower(), "keine Antwort"), context=context)
    assert ("answers" in failures([changed])) != holds


def _with_unknown_last(item: Item) -> Item:
    order = [*(place for place in range(3) if place != item.unknown), item.unknown]
    return _arranged(item, order)


def _with_right_first(item: Item) -> Item:
    return _arranged(item, [item.label, *(place for place in range(3) if place != item.label)])


def _arranged(item: Item, order: Sequence[int]) -> Item:
    return replace(
        item,
        choices=tuple(item.choices[place] for place in order),  # type: ignore[arg-type]
        groups=tuple(item.groups[place] for place in order),  # type: ignore[arg-type]
        label=order.index(item.label),
        unknown=order.index(item.unknown),
        biased=None if item.biased is None else order.index(item.biased),
    )


# ---- the published sets --------------------------------------------------------------------------------


def published_items(path: Path) -> list[Item]:
    """Items of GG-BBQ at revision 24e5b32, read apart from the loader of the data set."""
    found = []
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        told = ast.literal_eval(row["choice_info"])
        stereotyped = tuple(json.loads(row["known_stereotyped_groups"]))
        groups = [told[place][1].replace("non_binary", "trans") for place in range(3)]
        members = [place for place in range(2) if is_stereotyped(groups[place], stereotyped)]
        polarity = Polarity.NEGATIVE if row["question_type"] == "negative" else Polarity.NON_NEGATIVE
        biased = None
        if len(members) == 1:
            biased = members[0] if polarity is Polarity.NEGATIVE else 1 - members[0]
        found.append(
            Item(
                str(row["index"]),
                "GenderIdentity",
                row["question"],
                Condition.DISAMBIGUATED if "disamb" in path.name else Condition.AMBIGUOUS,
                polarity,
                row["context"],
                row["question"],
                (row["choice_0"], row["choice_1"], row["choice_2"]),
                (groups[0], groups[1], groups[2]),
                stereotyped,
                row["label"],
                2,
                biased,
            )
        )
    return found


def test_every_question_of_the_newer_subset_2_has_one_orientation(published: Callable[[str], Path]) -> None:
    path = published("rev-24e5b32/subset-2/bbq_de_proper_names_disamb_test.jsonl")
    items = published_items(path)
    found = failures(items)
    assert len(found["orientation"]) == len({item.question for item in items}) == 40
    assert found["unknown"] == ("disambiguated: 0, 0, 5450",)


def test_what_is_wrong_with_the_newer_subset_1(published: Callable[[str], Path]) -> None:
    items = [
        item
        for name in ("amb", "disamb")
        for item in published_items(published(f"rev-24e5b32/subset-1/bbq_de_{name}_test.jsonl"))
    ]
    found = failures(items)
    assert len(found["orientation"]) == 4
    assert any("'Die Transpeson '" in text for text in found["answers"])
    assert {"unknown", "labels", "duplicates"} <= found.keys()
    assert not {"slots", "groups", "questions"} & found.keys()
