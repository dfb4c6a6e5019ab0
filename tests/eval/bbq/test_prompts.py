"""Prompts: those that ship, how they are filled, and what is wrong in a file."""

from pathlib import Path

import pytest
from bbq_samples import item

from mitgemeint.eval.bbq.prompts import PromptTemplate, read_prompts, shipped_prompts
from mitgemeint.eval.problems import EvalError


def test_five_prompts_ship_for_each_language() -> None:
    known = shipped_prompts()
    for group, language in (("german", "de"), ("english", "en")):
        members = known.chosen([group])
        assert len(members) == 5
        assert {each.language for each in members} == {language}
        assert {each.answer for each in members} == {"letter", "text"}
        assert len({each.text for each in members}) == 5


@pytest.mark.parametrize("prompt", shipped_prompts().prompts.values(), ids=lambda each: each.name)
def test_a_prompt_shows_everything_once(prompt: PromptTemplate) -> None:
    asked = item(1, context="XKX", question="XFX", choices=("X1X", "X2X", "X3X"))
    text = prompt.filled(asked, (2, 0, 1)).text.upper()
    wanted = ["XFX", "X1X", "X2X", "X3X"] + ([] if prompt.name.endswith("question-only") else ["XKX"])
    assert [text.count(each) for each in wanted] == [1] * len(wanted)
    assert text.index("X3X") < text.index("X1X") < text.index("X2X")
    assert "{" not in text
    assert text == text.strip()
    continuations = [each.strip().upper() for each in prompt.continuations(asked, (2, 0, 1))]
    assert continuations == ["X3X", "X1X", "X2X"]


def test_unifiedqa_reads_small_letters() -> None:
    prompt = shipped_prompts().prompts["unifiedqa-race"].filled(item(1), (0, 1, 2))
    assert prompt.text == (
        r"wer weint? \n (a) die frau (b) der mann (c) keine antwort \n eine frau und ein mann kamen."
    )


def test_texts_with_braces_stay_as_they_are() -> None:
    prompt = shipped_prompts().prompts["de-letters"]
    text = prompt.filled(item(1, context="{question} {x} {"), (0, 1, 2)).text
    assert "Text: {question} {x} {\n" in text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("x = 1", r"\[x\]: is no table"),
        ("", "holds no prompt"),
        ("[x]\nlanguage='de'\nanswer='text'", "text is no text"),
        (
            "[x]\nlanguage='de'\nanswer='odd'\ntext='{question}{choice_0}{choice_1}{choice_2}'",
            "answer is 'odd'",
        ),
        (
            "[x]\nlanguage='de'\nanswer='text'\ntext='{question}{choice_0}{choice_1}'",
            r"{choice_2} is missing",
        ),
        ("[x]\nlanguage='de'\nanswer='text'\ntext='{frage}'", r"{frage} is no slot"),
        ("[x]\nlanguage='de'\nanswer='text'\ntext='a'\nodd=1", "'odd' is no setting"),
        ("[x", "is no TOML file"),
        ("[groups]\na=['x']", "holds no prompt"),
        ("a = " + "9" * 5000, "is no TOML file"),
        ("a = " + "[" * 5000, "is no TOML file"),
        (
            "[x]\nlanguage='de'\nanswer='letter'\ntext='{question}{choice_0}{choice_1}{choice_2}'",
            "shows no A, B and C",
        ),
        (
            "[groups]\ng=[[1]]\n[x]\nlanguage='de'\nanswer='text'\n"
            "text='{question}{choice_0}{choice_1}{choice_2}'",
            "group g names a prompt that is not there",
        ),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "prompts.toml"
    path.write_text(content, "utf-8")
    with pytest.raises(EvalError, match=reason):
        read_prompts(path)


def test_a_prompt_that_is_not_there() -> None:
    with pytest.raises(EvalError, match="there is no prompt odd; choose from german"):
        shipped_prompts().chosen(["odd"])
