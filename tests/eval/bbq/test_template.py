"""Templates in the layouts of GG-BBQ and of English BBQ."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.bbq.template import (
    TEXTS,
    Template,
    as_json,
    damaged_slots,
    filled,
    from_json,
    read_templates,
    slots,
    write_templates,
)
from mitgemeint.eval.problems import EvalError

SHARED = Path(__file__).parents[4] / "shared" / "data" / "gg-bbq"
HEADER = (
    "id,bbq_id,question_index,category,ambiguous_context ,disambiguous_context ,name_info,lexical_diversity,"
    "proper_nouns_only,question_negative_stereotype,question_non_negative,correct_answer_negative,"
    "correct_answer_non_negative,relevant_social_values,known_stereotyped_groups,Notes"
)
ROW = (
    '0,39,30,GenderIdentity,"{{NAME1}} und {{NAME2}} sahen {{WORD1}}, dann {{WORD2}}. ",{{NAME1}} ging.,'
    "\"{'NAME1': 'M', 'NAME2': 'F'}\",\"{'WORD1': ['den Hund', 'die \"\"Katze\"\"'], 'WORD2': ['ihn']}\","
    'True,Wer ging?,Wer blieb?,{{NAME1}},{{NAME2}},"going, staying","[""F"", ""trans""]",'
)
ENGLISH = (
    "needs_val,Q_id,version,Category,Ambiguous_Context,Disambiguating_Context,Names,Proper_nouns_only,"
    "Lexical_diversity,Question_negative_stereotype,Question_non_negative,Answer_negative,Answer_non_negative,"
    "Relevant_social_values,Known_stereotyped_groups,NAME1_info,NAME2_info,Stated_gender_info,Notes\n"
    ",1,a,Religion ,A {{NAME1}} one and a {{NAME2}} one met at {{WORD1}}.,The {{NAME2}} one left.,"
    '"NAME1: [tall, very tall]; {{NAME2}}: [short]",,"WORD1: [the gym, the Y]; {{WORD2}}: [noon]",Who left?,'
    'Who stayed?,The {{NAME2}} one,The {{NAME1}} one,height,"[""short""]",tall,short,Man,\n'
    ",2,,,,,,,,,,,,,[],,,,\n"
    ",3,b,Religion,{{NAME1}} met {{NAME2}}.,{{NAME1}} left.,,TRUE,,Who left?,Who stayed?,{{NAME1}},{{NAME2}},"
    ',"[""F""]",,,,\n'
)


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "templates.csv"
    path.write_text(text, encoding, newline="")
    return path


def test_the_layout_of_gg_bbq(tmp_path: Path) -> None:
    (template,) = read_templates(written(tmp_path, f"{HEADER}\n{ROW}\n"))
    assert template == Template(
        id="0",
        bbq_id="39",
        question_index="30",
        category="GenderIdentity",
        ambiguous_context="{{NAME1}} und {{NAME2}} sahen {{WORD1}}, dann {{WORD2}}. ",
        disambiguating_context="{{NAME1}} ging.",
        question_negative="Wer ging?",
        question_non_negative="Wer blieb?",
        answer_negative="{{NAME1}}",
        answer_non_negative="{{NAME2}}",
        groups={"NAME1": "M", "NAME2": "F"},
        variants={"WORD1": ("den Hund", 'die "Katze"'), "WORD2": ("ihn",)},
        proper_nouns_only=True,
        social_values="going, staying",
        stereotyped=("F", "trans"),
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("id,bbq", "\ufeffid,bbq"),
        ("\n", "\r\n"),
        ("ambiguous_context ", "Ambiguous_context"),
        (",\n", ",\n,,,\n"),
    ],
)
def test_what_programs_do_to_a_file(tmp_path: Path, old: str, new: str) -> None:
    text = f"{HEADER}\n{ROW}\n"
    assert old in text
    expected = read_templates(written(tmp_path, text))
    assert read_templates(written(tmp_path, text.replace(old, new, 1))) == expected


def test_semicolons_of_spreadsheet_programs(tmp_path: Path) -> None:
    header = HEADER.replace(",", ";")
    path = written(tmp_path, f'{header}\n7;1;1;G;A, b;C;;;;Q?;R?;x;y;;"[""F""]";\n')
    assert read_templates(path)[0].ambiguous_context == "A, b"


def test_the_layout_of_english_bbq(tmp_path: Path) -> None:
    first, second = read_templates(written(tmp_path, ENGLISH))
    assert (first.id, first.question_index, first.category) == ("0", "1", "Religion")
    assert first.names == {"NAME1": ("tall", "very tall"), "NAME2": ("short",)}
    assert first.variants == {"WORD1": ("the gym", "the Y"), "WORD2": ("noon",)}
    assert first.groups == {"NAME1": "tall", "NAME2": "short"}
    assert first.stereotyped == ("short",)
    assert first.other == {"version": "a", "Stated_gender_info": "Man"}
    assert (second.id, second.bbq_id, second.proper_nouns_only) == ("2", "2", True)


def test_a_row_of_english_bbq_survives_the_other_layout(tmp_path: Path) -> None:
    templates = read_templates(written(tmp_path, ENGLISH))
    write_templates(tmp_path / "copy.csv", templates)
    assert read_templates(tmp_path / "copy.csv") == templates


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("{'NAME1': 'M', 'NAME2': 'F'}", "male"), r"templates\.csv:2: name_info: 'male' names no groups"),
        (("{'WORD1': ['den Hund'", "{'WORD1': [den Hund"), "2: lexical_diversity: .* names no words"),
        ((",True,", ",perhaps,"), "2: proper_nouns_only: 'perhaps' is not true or false"),
        (('"[""F"", ""trans""]"', '"{""F"": 1}"'), "2: known_stereotyped_groups: .* is no list of groups"),
        (("Wer ging?,", "Wer ging?,Wer?,"), "2: has 17 cells where the header has 16"),
        (("question_non_negative,", "question,"), "1: there is no column question_non_negative"),
        (("relevant_social_values", "category"), "1: two columns are category"),
        (("{{NAME1}} ging.", '{{NAME1}} "ging'), None),
        (('"going', '"go"ing'), r"csv:2: is no CSV"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    tmp_path: Path, change: tuple[str, str], message: str | None
) -> None:
    text = f"{HEADER}\n{ROW}\n"
    assert change[0] in text
    path = written(tmp_path, text.replace(*change))
    if message is None:
        assert read_templates(path)
        return
    with pytest.raises(EvalError, match=message) as caught:
        read_templates(path)
    assert "\n" not in str(caught.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(EvalError, match="No such file"):
        read_templates(tmp_path / "absent.csv")
    with pytest.raises(EvalError, match="is empty"):
        read_templates(written(tmp_path, ""))
    with pytest.raises(EvalError, match="holds no template"):
        read_templates(written(tmp_path, HEADER))
    with pytest.raises(EvalError, match="is no UTF-8"):
        read_templates(written(tmp_path, f"{HEADER}\n{ROW} für", "latin-1"))
    with pytest.raises(EvalError, match="id '0' stands in line 2 too"):
        read_templates(written(tmp_path, f"{HEADER}\n{ROW}\n{ROW}\n"))


WORDS = st.dictionaries(
    st.sampled_from(["WORD1", "WORD2", "WORD3"]), st.lists(st.text(min_size=1), min_size=1).map(tuple)
)
TEMPLATES = st.builds(
    Template,
    **dict.fromkeys(("id", "bbq_id", "question_index", "category"), st.just("1")),
    **dict.fromkeys(TEXTS, st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))),
    groups=st.dictionaries(st.sampled_from(["NAME1", "NAME2"]), st.text(st.characters(codec="utf-8"))),
    variants=WORDS,
    names=WORDS,
    proper_nouns_only=st.booleans(),
    stereotyped=st.lists(st.text(min_size=1)).map(tuple),
)


@given(TEMPLATES.filter(lambda template: template.ambiguous_context.strip()))
def test_a_template_survives_csv_and_json(
    tmp_path_factory: pytest.TempPathFactory, template: Template
) -> None:
    path = tmp_path_factory.mktemp("csv") / "templates.csv"
    write_templates(path, [template])
    assert read_templates(path) == (template,)
    assert from_json(json.loads(json.dumps(as_json(template)))) == template


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"variants": {"WORD1": "Haus"}}, "variants"),
        ({"groups": ["F"]}, "groups"),
        ({"stereotyped": "F"}, "stereotyped"),
        ({"question_negative": 3}, "question_negative"),
        ({"colour": "red"}, "colour"),
        ({"answer_negative": None}, "answer_negative"),
    ],
)
def test_json_that_is_no_template(change: dict[str, object], reason: str) -> None:
    template = Template("0", "0", "1", "G", "A", "B", "C", "D", "E", "F")
    with pytest.raises(ValueError, match=reason):
        from_json(as_json(template) | change)


def test_slots() -> None:
    assert slots("{{NAME1}} und {{NAME2}}, {{NAME1}}s {{WORD1}}") == ("NAME1", "NAME2", "NAME1", "WORD1")
    assert damaged_slots("ihrer {WORD1}}-Mannschaft, {{WORD1}}, {{WORD 1}}") == ("{WORD1}}", "{{WORD", "}}")
    assert damaged_slots("{{NAME1}} und {{WORD1}}") == ()
    assert filled("{{NAME1}}s {{WORD1}} {WORD1}}", {"NAME1": "Kim"}) == "Kims {{WORD1}} {WORD1}}"


@pytest.mark.parametrize("revision", ["rev-3a95eef", "rev-24e5b32"])
@pytest.mark.parametrize(("subset", "rows"), [("subset-1", 124), ("subset-2", 38)])
def test_the_published_templates_byte_for_byte(tmp_path: Path, revision: str, subset: str, rows: int) -> None:
    path = SHARED / revision / "templates" / f"{subset}.csv"
    if not path.exists():
        pytest.skip("GG-BBQ is not here (../shared/data/gg-bbq)")
    templates = read_templates(path)
    assert len(templates) == rows
    write_templates(tmp_path / "copy.csv", templates)
    assert (tmp_path / "copy.csv").read_bytes() == path.read_bytes()
