"""Translated templates are edited, split, accepted and rejected, and their draft is saved at every step."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.eval.bbq.draft import Entry, Problem, State, read_draft, write_draft
from mitgemeint.eval.bbq.review import (
    Review,
    accepted,
    edited,
    is_blocking,
    opened,
    person_slots,
    rejected,
    same_versions,
    split,
    versions_of,
)
from mitgemeint.eval.bbq.template import TEXTS, Template
from mitgemeint.eval.local_page.steps import StaleError
from mitgemeint.eval.problems import EvalError

SOURCE = Template(
    id="0",
    bbq_id="39",
    question_index="30",
    category="GenderIdentity",
    ambiguous_context="{{NAME1}} and {{NAME2}} wanted {{WORD1}}.",
    disambiguating_context="{{NAME1}} came, and {{NAME2}} went.",
    question_negative="Who went?",
    question_non_negative="Who came?",
    answer_negative="{{NAME2}}",
    answer_non_negative="{{NAME1}}",
    variants={"WORD1": ("tea", "milk")},
)
TRANSLATION = replace(
    SOURCE,
    ambiguous_context="{{NAME1}} und {{NAME2}} wollten {{WORD1}}.",
    disambiguating_context="{{NAME1}} kam, und {{NAME2}} ging.",
    question_negative="Wer ging?",
    question_non_negative="Wer kam?",
    variants={"WORD1": ("Tee", "Milch")},
)
ENTRY = Entry(SOURCE, TRANSLATION)


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.jsonl"
    write_draft(path, [ENTRY, Entry(replace(SOURCE, id="1"), replace(TRANSLATION, id="1"))])
    return path


def codes(work: Review, version: Template) -> list[str]:
    return [problem.code for problem in work.problems(SOURCE, version)]


def test_every_step_is_in_the_draft(draft: Path) -> None:
    work = Review(draft)
    other = edited(TRANSLATION, {"question_negative": "Wer lief weg?"})
    for made in (
        opened(ENTRY, [other], ""),
        accepted(ENTRY, [other], "good"),
        rejected(ENTRY, [other], "no"),
    ):
        work.steps.put(0, made, work.steps.version(0))
        assert read_draft(draft)[0] == made
    assert read_draft(draft)[1].state is State.OPEN
    again = Review(draft)
    assert versions_of(again.steps.values[0]) == (other,)
    assert again.steps.version(0) == work.steps.version(0)


def test_an_untouched_entry_has_no_versions(draft: Path) -> None:
    assert opened(ENTRY, [TRANSLATION], "") == ENTRY
    assert versions_of(ENTRY) == (TRANSLATION,)


def test_steps_are_taken_back_and_stale_ones_refused(draft: Path) -> None:
    work = Review(draft)
    seen = work.steps.version(0)
    work.steps.put(0, accepted(ENTRY, [TRANSLATION], ""), seen)
    with pytest.raises(StaleError):
        work.steps.put(0, rejected(ENTRY, [TRANSLATION], "no"), seen)
    assert work.steps.undo() == 0
    assert (work.steps.values[0], read_draft(draft)[0], work.steps.undo()) == (ENTRY, ENTRY, None)


def test_a_draft_that_another_program_changed_is_not_overwritten(draft: Path) -> None:
    work = Review(draft)
    write_draft(draft, [ENTRY])
    with pytest.raises(EvalError, match="changed by another program"):
        work.steps.put(0, accepted(ENTRY, [TRANSLATION], ""), work.steps.version(0))
    assert (len(read_draft(draft)), work.steps.values[0]) == (1, ENTRY)


def test_a_draft_that_may_not_be_written_is_refused(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda asked, mode: asked != draft or not mode & os.W_OK)
    with pytest.raises(EvalError, match="may not be written"):
        Review(draft)


def test_what_is_no_draft_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvalError):
        Review(tmp_path / "nothing.jsonl")
    (tmp_path / "other.jsonl").write_text('{"x": 1}', "utf-8")
    with pytest.raises(EvalError, match=r"other\.jsonl:1"):
        Review(tmp_path / "other.jsonl")


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({}, []),
        ({"answer_negative": "die Person"}, ["slot-missing"]),
        ({"answer_negative": "{{NAME3}} {{NAME2}}"}, ["slot-extra"]),
        ({"question_negative": "Wer {{NAME2 ging?"}, ["slot-damaged"]),
        ({"question_negative": " "}, ["text-missing"]),
        ({"variants": {"WORD1": ["", " "]}}, ["no-words"]),
    ],
)
def test_what_cannot_be_filled_cannot_be_accepted(
    draft: Path, values: dict[str, Any], found: list[str]
) -> None:
    work = Review(draft)
    version = edited(TRANSLATION, values)
    assert [each.code for each in work.problems(SOURCE, version) if is_blocking(each)] == found


def test_problems_of_the_language_come_after_those_that_block(draft: Path) -> None:
    def check(source: Template, version: Template) -> list[Problem]:
        return [
            Problem("generic-masculine", "question_negative", 0, 3, {"de": "männlich", "en": "masculine"})
        ]

    work = Review(draft, check)
    assert not work.has_warnings(0)
    assert codes(work, edited(TRANSLATION, {"answer_negative": ""})) == ["text-missing", "generic-masculine"]
    work.problems(SOURCE, TRANSLATION)
    assert work.has_warnings(0)


def test_a_split_by_gender_makes_both_orders() -> None:
    made = split(TRANSLATION)
    assert [dict(each.groups) for each in made] == [
        {"NAME1": "M", "NAME2": "F"},
        {"NAME1": "F", "NAME2": "M"},
    ]
    assert {each.ambiguous_context for each in made} == {TRANSLATION.ambiguous_context}
    assert person_slots(TRANSLATION) == ("NAME1", "NAME2")


@pytest.mark.parametrize(
    ("people", "groups"),
    [
        (("Eine Frau",), [{}, {}]),
        (("{{NAME1}}",), [{"NAME1": "M"}, {"NAME1": "F"}]),
        (("{{NAME1}} {{NAME2}} {{NAME3}}",), [{}, {}]),
    ],
)
def test_other_numbers_of_people(people: tuple[str], groups: list[dict[str, str]]) -> None:
    texts = dict.fromkeys(TRANSLATION.texts, people[0])
    assert [dict(each.groups) for each in split(edited(TRANSLATION, texts))] == groups


def test_editing_leaves_out_what_is_empty_and_keeps_the_rest() -> None:
    made = edited(
        TRANSLATION, {"groups": {"NAME1": " F ", "NAME2": ""}, "variants": {"WORD1": [" Tee", "", "Saft"]}}
    )
    assert (dict(made.groups), dict(made.variants)) == ({"NAME1": "F"}, {"WORD1": ("Tee", "Saft")})
    assert edited(made, {"groups": {}, "variants": {"WORD1": ["Tee", "Milch"]}}) == TRANSLATION
    assert edited(TRANSLATION, {"id": "9", "category": "x"}) == TRANSLATION


@pytest.mark.parametrize(
    "values",
    [{"question_negative": 3}, {"groups": []}, {"groups": {"NAME1": None}}, {"variants": {"WORD1": "Tee"}}],
)
def test_what_is_no_version_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(values))):
        edited(TRANSLATION, values)


def test_equal_versions_are_found() -> None:
    one, other = split(TRANSLATION)
    assert same_versions([one, other]) is None
    assert same_versions([one, other, replace(one, notes="another")]) == (0, 2)


def test_texts_go_with_their_group_when_a_template_is_split() -> None:
    version = Template(
        **dict.fromkeys(TEXTS, ""),
        id="1",
        bbq_id="1",
        question_index="1",
        category="G",
        groups={"NAME1": "F", "NAME2": "M"},
        names={"NAME1": ("das Mädchen",), "NAME2": ("der Junge",)},
    )
    version = replace(version, ambiguous_context="{{NAME1}} und {{NAME2}} kamen.")
    for made in split(version):
        assert {made.groups[slot]: made.names[slot] for slot in ("NAME1", "NAME2")} == {
            "F": ("das Mädchen",),
            "M": ("der Junge",),
        }
    assert {made.names["NAME1"] for made in split(version)} == {("das Mädchen",), ("der Junge",)}
