"""The file that translation and review work on."""

import json
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.eval.bbq.draft import (
    Entry,
    Problem,
    State,
    accepted,
    entry_as_json,
    read_draft,
    write_draft,
)
from mitgemeint.eval.bbq.template import Template
from mitgemeint.eval.problems import EvalError


def template(number: int, context: str = "{{NAME1}} met {{NAME2}}.") -> Template:
    return Template(str(number), "4", "7", "G", context, "B", "C?", "D?", "{{NAME1}}", "{{NAME2}}")


ENTRY = Entry(
    template(0),
    template(0, "{{NAME1}} traf {{NAME2}}."),
    (Problem("generic-masculine", "question_negative", 4, 10, {"de": "Männlich.", "en": "Masculine."}),),
)


def test_a_draft_is_read_as_it_was_written(tmp_path: Path) -> None:
    split = Entry(template(3), template(3), (), State.ACCEPTED, (template(3, "a"), template(3, "b")))
    rejected = Entry(template(4), template(4), (), State.REJECTED, comment="idiom")
    write_draft(tmp_path / "draft.jsonl", [ENTRY, split, rejected])
    assert read_draft(tmp_path / "draft.jsonl") == (ENTRY, split, rejected)


def test_accepted_versions_are_numbered_in_order() -> None:
    one = Entry(template(3), template(3), (), State.ACCEPTED, (template(3, "a"), template(3, "b")))
    open_one = Entry(template(4), template(4), (), State.OPEN, (template(4),))
    other = Entry(template(5), template(5), (), State.ACCEPTED, (template(5, "c"),))
    found = accepted([one, open_one, other])
    assert [(each.id, each.question_index, each.ambiguous_context) for each in found] == [
        ("0", "7", "a"),
        ("1", "7", "b"),
        ("2", "7", "c"),
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"state": "done"}, r"draft\.jsonl:1: state is 'done'"),
        ({"state": "accepted"}, "an accepted entry needs a version"),
        ({"source": {"id": "1"}}, "source: bbq_id is missing"),
        ({"translation": []}, "translation: names with values"),
        ({"versions": {}}, "versions is no list"),
        ({"comment": 3}, "comment is '3'"),
        ({"problems": [{"code": "a"}]}, "problems: field is missing"),
        (
            {"problems": [entry_as_json(ENTRY)["problems"][0] | {"field": "answer"}]},
            "problems: field is 'answer'",
        ),
        (
            {"problems": [entry_as_json(ENTRY)["problems"][0] | {"messages": {"de": "ja"}}]},
            "problems: messages",
        ),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    path = tmp_path / "draft.jsonl"
    path.write_text(json.dumps(entry_as_json(ENTRY) | change), "utf-8")
    with pytest.raises(EvalError, match=message):
        read_draft(path)


@pytest.mark.parametrize(("text", "message"), [("", "holds no template"), ("{]", ":1: is no JSON")])
def test_no_draft(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "draft.jsonl"
    with pytest.raises(EvalError, match="No such file"):
        read_draft(path)
    path.write_text(text, "utf-8")
    with pytest.raises(EvalError, match=message):
        read_draft(path)


def test_a_template_that_stands_there_twice(tmp_path: Path) -> None:
    write_draft(tmp_path / "draft.jsonl", [ENTRY, ENTRY])
    with pytest.raises(EvalError, match="holds template '0' twice"):
        read_draft(tmp_path / "draft.jsonl")
