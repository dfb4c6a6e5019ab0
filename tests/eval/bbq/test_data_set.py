"""Data sets: both layouts, the traps of GG-BBQ, and what is wrong in a file."""

import json
from pathlib import Path
from typing import Any

import pytest
from bbq_samples import gg_bbq_rows, write_gg_bbq, write_rows

from mitgemeint.eval.bbq.data_set import METADATA, read_data_set
from mitgemeint.eval.bbq.groups import read_groups
from mitgemeint.eval.bbq.item import Condition, Polarity
from mitgemeint.eval.bbq.rows import as_row
from mitgemeint.eval.problems import EvalError

SHARED = Path(__file__).parents[4] / "shared" / "data"
needs_data = pytest.mark.skipif(not SHARED.is_dir(), reason="the evaluation data are not here")


def english_row(**changes: Any) -> dict[str, Any]:
    return {
        "example_id": 0,
        "question_index": "1",
        "question_polarity": "neg",
        "context_condition": "ambig",
        "category": "Age",
        "answer_info": {
            "ans0": ["grandmother", "old"],
            "ans1": ["grandchild", "nonOld"],
            "ans2": ["Not known", "unknown"],
        },
        "additional_metadata": {"stereotyped_groups": ["old"]},
        "context": "They met.",
        "question": "Who forgot?",
        "ans0": "The grandmother",
        "ans1": "The grandchild",
        "ans2": "Not known",
        "label": 2,
        **changes,
    }


def test_gg_bbq(tmp_path: Path) -> None:
    data_set = read_data_set(str(write_gg_bbq(tmp_path)))
    assert data_set.categories == ("Subset-I",)
    assert len(data_set.items) == 16
    first, second = data_set.items[:2]
    assert (first.condition, first.polarity) == (Condition.AMBIGUOUS, Polarity.NEGATIVE)
    assert (first.biased, first.counter_biased) == (0, 1)  # the woman, as the question is negative
    assert (second.biased, second.counter_biased) == (1, 0)
    assert data_set.doubts == ("fixed-place: the unknown answer is always number 3 (see --orders)",)


def test_an_item_written_as_a_row_is_read_back_as_itself(tmp_path: Path) -> None:
    items = read_data_set(str(write_gg_bbq(tmp_path / "one"))).items
    path = write_rows(tmp_path / "two" / "items.jsonl", [as_row(item) for item in items])
    again = read_data_set(str(path)).items
    assert [(each.id.partition("/")[2], each.biased, each.label) for each in again] == [
        (each.id, each.biased, each.label) for each in items
    ]


def test_at_the_papers_revision_templates_and_words_tell_what_rows_do_not(tmp_path: Path) -> None:
    columns = ("index", "context", "question", "label", "choice_0", "choice_1", "choice_2")
    rows = [{name: row[name] for name in columns} for row in gg_bbq_rows("ambiguous_context")]
    write_rows(tmp_path / "data" / "subset-1" / "bbq_de_amb_test.jsonl", rows)
    header = (
        "id,bbq_id,question_index,category,ambiguous_context ,disambiguous_context ,name_info,"
        "lexical_diversity,"
        "proper_nouns_only,question_negative_stereotype,question_non_negative,correct_answer_negative,"
        "correct_answer_non_negative,relevant_social_values,known_stereotyped_groups,Notes"
    )
    lines = (
        "0,0,1,G,Eine Frau und ein Mann kamen.,Die Frau war es.,,,,Wer führt?,Wer folgt?,"
        'Die Frau,Der Mann,x,"[""F""]",',
        "1,1,2,G,Ein Junge und ein Mädchen blieben.,Es war er.,,,,Wer irrt?,Wer lernt?,"
        'Der Junge,Das Mädchen,x,"[""M""]",',
    )
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "subset-1.csv").write_text("\n".join([header, *lines]), "utf-8")
    items = read_data_set(str(tmp_path)).items
    assert {each.template for each in items} == {"1", "2"}
    assert [each.biased for each in items[:2]] == [0, 1]
    assert [each.biased for each in items[4:6]] == [0, 1]  # here the boy is the stereotyped one
    assert len(read_data_set(str(tmp_path / "data" / "subset-1")).items) == len(items)  # found beside it


def test_without_templates_the_row_must_tell_the_polarity(tmp_path: Path) -> None:
    row = gg_bbq_rows("ambiguous_context")[0]
    del row["question_type"]
    path = write_rows(tmp_path / "items.jsonl", [row])
    with pytest.raises(EvalError, match=r"items.jsonl:1: it does not tell whether the question is negative"):
        read_data_set(str(path))


@pytest.mark.parametrize(
    ("listed", "groups", "biased"),
    [
        ('["F"]', ["F", "M"], 0),
        ('["M"]', ["F", "M"], 1),
        ('["Transgender women", "transgender men", "trans"]', ["non_binary", "M"], 0),
        ('["transgender women", "trans"]', ["F", "non_binary"], 1),
        ('["trans"]', ["F", "M"], None),
        ('["F"]', ["F", "F"], None),
        ("F", ["M", "F"], 1),
    ],
)
def test_stereotyped_groups(tmp_path: Path, listed: str, groups: list[str], biased: int | None) -> None:
    row = gg_bbq_rows("ambiguous_context")[0]
    info = {0: [row["choice_0"], groups[0]], 1: [row["choice_1"], groups[1]], 2: ["keine Antwort", "unknown"]}
    changed = {**row, "known_stereotyped_groups": listed, "choice_info": str(info)}
    (item,) = read_data_set(str(write_rows(tmp_path / "items.jsonl", [changed]))).items
    assert item.biased == biased


def test_english_bbq(tmp_path: Path) -> None:
    rows = [
        english_row(),
        english_row(example_id=1, question_polarity="nonneg"),
        english_row(example_id=2, context_condition="disambig", label=1, question_index="30"),
    ]
    items = read_data_set(str(write_rows(tmp_path / "Age.jsonl", rows))).items
    assert [each.biased for each in items] == [0, 1, 0]
    assert [each.category for each in items] == ["Age", "Age", "Age (names)"]
    assert {each.language for each in items} == {"en"}


@pytest.mark.parametrize(
    ("groups", "listed", "biased"),
    [
        (["F-Black", "F-White", "unknown"], ["Black"], 0),
        (["M-White", "M-African American", "unknown"], ["African American", "Black"], 1),
        (["lowSES", "unknown", "highSES"], ["low SES"], 0),
        (["unknown", "man", "woman"], ["F"], 2),
        (["trans_F", "unknown", "nonTrans"], ["transgender women", "transgender men"], 0),
        (["disabled", "nonDisabled", "unknown"], ["disabled"], 0),
        (["F-Black", "M-Black", "unknown"], ["F-Black"], 0),
        (["F-Black", "M-Black", "unknown"], ["Black"], None),
    ],
)
def test_groups_of_the_other_categories(
    tmp_path: Path, groups: list[str], listed: list[str], biased: int | None
) -> None:
    info = {f"ans{place}": [f"text {place}", group] for place, group in enumerate(groups)}
    row = english_row(
        answer_info=info, additional_metadata={"stereotyped_groups": listed}, label=groups.index("unknown")
    )
    (item,) = read_data_set(str(write_rows(tmp_path / "items.jsonl", [row]))).items
    assert item.biased == biased


def test_metadata_beside_the_data_tell_both_groups_of_intersectional_categories(tmp_path: Path) -> None:
    info = {"ans0": ["a", "F-Black"], "ans1": ["b", "M-Black"], "ans2": ["c", "unknown"]}
    row = english_row(
        category="Race_x_gender", answer_info=info, additional_metadata={"stereotyped_groups": []}
    )
    write_rows(tmp_path / "Race_x_gender.jsonl", [row])
    assert read_data_set(str(tmp_path)).items[0].biased is None
    header = "category,question_index,example_id,Known_stereotyped_race,Known_stereotyped_var2"
    (tmp_path / METADATA).write_text(f"{header}\nRace_x_gender,1,0,Black,M\n", "utf-8")
    assert read_data_set(str(tmp_path)).items[0].biased == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"label": 3}, "label is '3', not 0, 1 or 2"),
        ({"label": True}, "label is 'True'"),
        ({"context": " "}, "context is no text"),
        ({"choice_0": 7}, "choice_0 is no text"),
        ({"question_type": "odd"}, "'odd' is no polarity"),
        ({"context_type": "odd"}, "'odd' is no condition"),
        ({"choice_info": "{0: "}, "choice_info is no dictionary"),
        ({"choice_info": "{0: ['Wer', 'F']}"}, "choice_info does not tell the group of 'Die Frau'"),
        ({"choice_2": "Das Kind", "choice_info": None}, "0 choices say that it cannot be told"),
        ({"question_type": []}, r"'\[\]' is no polarity"),
        ({"known_stereotyped_groups": '{"a": 1}'}, "the stereotyped groups are no list of names"),
    ],
)
def test_what_is_wrong_with_a_row(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    rows = gg_bbq_rows("ambiguous_context")
    path = write_rows(tmp_path / "items.jsonl", [rows[0], rows[1] | change])
    with pytest.raises(EvalError, match=rf"items\.jsonl:2: {reason}"):
        read_data_set(str(path))


def test_what_is_wrong_with_a_source(tmp_path: Path) -> None:
    with pytest.raises(EvalError, match="there is no such folder or file"):
        read_data_set(str(tmp_path / "nowhere"))
    with pytest.raises(EvalError, match="holds no items"):
        read_data_set(str(tmp_path))
    broken = tmp_path / "broken.jsonl"
    broken.write_text(f"{json.dumps(english_row())}\n{{\n", "utf-8")
    with pytest.raises(EvalError, match=r"broken.jsonl:2: is no JSON"):
        read_data_set(str(broken))
    broken.write_bytes(json.dumps(english_row()).encode("utf-16"))
    with pytest.raises(EvalError, match="not in UTF-8"):
        read_data_set(str(broken))
    write_rows(broken, [english_row(), english_row()])
    with pytest.raises(EvalError, match="has two items Age/0"):
        read_data_set(str(broken))
    write_rows(broken, [english_row()])
    with pytest.raises(EvalError, match="no category matches"):
        read_data_set(str(broken), only=["Religion"])


def test_files_that_are_nested_too_deep_or_in_another_encoding(tmp_path: Path) -> None:
    write_rows(tmp_path / "Age.jsonl", [english_row()])
    (tmp_path / "deep.jsonl").write_text("[" * 100_000, "utf-8")
    assert len(read_data_set(str(tmp_path)).items) == 1
    deep = english_row(additional_metadata={"stereotyped_groups": "old"})
    assert read_data_set(str(write_rows(tmp_path / "text.jsonl", [deep]))).items[0].biased == 0
    half = json.dumps(english_row(category="half")).replace("half", "\\ud800")
    (tmp_path / "text.jsonl").write_text(half, "utf-8")
    with pytest.raises(EvalError, match=r"text\.jsonl:1: holds half a surrogate pair"):
        read_data_set(str(tmp_path / "text.jsonl"))
    (tmp_path / "text.jsonl").unlink()
    (tmp_path / METADATA).write_bytes("category,question_index".encode("utf-16"))
    with pytest.raises(EvalError, match=r"additional_metadata\.csv: is no table in UTF-8"):
        read_data_set(str(tmp_path))


def test_predictions_beside_the_data_are_no_items(tmp_path: Path) -> None:
    write_rows(tmp_path / "Age.jsonl", [english_row()])
    write_rows(tmp_path / "preds_Age.jsonl", [english_row(model_pred_race="the grandmother")])
    assert len(read_data_set(str(tmp_path)).items) == 1


def test_a_limit_takes_evenly_from_templates(tmp_path: Path) -> None:
    items = read_data_set(str(write_gg_bbq(tmp_path)), limit=4).items
    assert len(items) == 8
    assert len({(each.template, each.condition, each.polarity) for each in items}) == 8


def test_orientations_that_are_missing_are_doubted(tmp_path: Path) -> None:
    rows = [row for row in gg_bbq_rows("disambiguous_context") if row["context"].endswith(" ")]
    doubts = read_data_set(str(write_rows(tmp_path / "items.jsonl", rows))).doubts
    assert any(doubt.startswith("one-orientation: for 4 of 4 questions") for doubt in doubts)


@pytest.mark.parametrize(
    ("context", "choices", "doubted"),
    [
        ("Ein Transmann und ein Student kamen.", ("Die Transfrau", "Der Student"), True),
        ("Man sprach mit dem Studenten und den Frauen.", ("Die Frau", "Der Student"), False),
        ("Bei des Bekannten Tür.", ("der Bekannter", "Die Tür"), False),
        ("A Jewish person and a Muslim came.", ("The Jewish one", "The Muslim one"), False),
        ("I saw my grandfather's friend and my grandmother.", ("The grandfather", "The grandmother"), False),
        ("Ein Lehrer und eine Frau kamen.", ("Die Lehrerin", "Die Frau"), True),
    ],
)
def test_choices_that_their_context_does_not_name(
    tmp_path: Path, context: str, choices: tuple[str, str], doubted: bool
) -> None:
    row = gg_bbq_rows("ambiguous_context")[0] | {
        "context": context,
        "choice_0": choices[0],
        "choice_1": choices[1],
        "choice_info": str({0: [choices[0], "F"], 1: [choices[1], "M"], 2: ["keine Antwort", "unknown"]}),
    }
    doubts = read_data_set(str(write_rows(tmp_path / "items.jsonl", [row]))).doubts
    assert any(doubt.startswith("choice-not-in-context: 1 items") for doubt in doubts) == doubted


@needs_data
def test_both_revisions_of_gg_bbq_have_the_counts_of_the_paper() -> None:
    paper = read_data_set(str(SHARED / "gg-bbq" / "rev-3a95eef"))
    counts = {
        (category, condition): sum(
            each.category == category and each.condition is condition for each in paper.items
        )
        for category in paper.categories
        for condition in Condition
    }
    assert set(counts.values()) == {484, 2484}
    assert counts["Subset-I", Condition.AMBIGUOUS] == 484
    newest = read_data_set(str(SHARED / "gg-bbq" / "rev-24e5b32"))
    assert sum(each.category == "Subset-II" for each in newest.items) == 2 * 5450
    assert any(doubt.startswith("one-orientation: for 4") for doubt in newest.doubts)
    for revision in (paper, newest):
        assert any(doubt.startswith("choice-not-in-context") for doubt in revision.doubts)
    english = SHARED / "bbq-en"
    for path in english.glob("[A-Z]*.jsonl"):
        doubts = read_data_set(str(path)).doubts
        assert not any(doubt.startswith("choice-not-in-context") for doubt in doubts)


def test_the_names_of_groups_hold_together() -> None:
    names = read_groups()
    assert {"unknown", "keine antwort"} <= names.unknown
    assert all(name == name.casefold() for name in (*names.unknown, *names.same, *names.names))
