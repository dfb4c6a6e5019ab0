"""`bbq review` in a real browser, with the keyboard alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.eval.bbq.draft import Entry, State, read_draft, write_draft
from mitgemeint.eval.bbq.template import Template

MODULE = "mitgemeint.eval.bbq.review_command"
SOURCE = Template(
    id="0",
    bbq_id="39",
    question_index="30",
    category="GenderIdentity",
    ambiguous_context="{{NAME1}} and {{NAME2}} wanted {{WORD1}}.",
    disambiguating_context="{{NAME1}} was a teacher, and {{NAME2}} went.",
    question_negative="Who went?",
    question_non_negative="Who came?",
    answer_negative="{{NAME2}}",
    answer_non_negative="{{NAME1}}",
    variants={"WORD1": ("tea", "milk")},
)
TRANSLATION = replace(
    SOURCE,
    ambiguous_context="{{NAME1}} und {{NAME2}} wollten {{WORD1}}.",
    disambiguating_context="{{NAME1}} war ein Lehrer, und {{NAME2}} ging.",
    question_negative="Wer ging?",
    question_non_negative="Wer kam?",
    variants={"WORD1": ("Tee", "Milch")},
)
NEUTRAL = replace(TRANSLATION, disambiguating_context="{{NAME1}} kam, und {{NAME2}} ging.")
HOSTILE = '😀 <img src=x onerror="document.title=1"> {{NAME1}} </textarea> \u202eשלום\u202c {{NAME2}}'


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.jsonl"
    translations = (TRANSLATION, NEUTRAL, NEUTRAL)
    made = [
        Entry(replace(SOURCE, id=str(number)), replace(each, id=str(number)))
        for number, each in enumerate(translations)
    ]
    write_draft(path, made)
    return path


@pytest.fixture(scope="module")
def unchanged(lasting_page: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page on which nothing is ever saved."""
    path = tmp_path_factory.mktemp("unchanged") / "draft.jsonl"
    write_draft(path, [Entry(SOURCE, TRANSLATION), Entry(replace(SOURCE, id="1"), NEUTRAL)])
    return str(lasting_page(MODULE, path).address)


def go(window: Any, keys: str, address: str) -> None:
    """Press keys that lead to another page, or load this one anew."""
    window.evaluate("document.documentElement.dataset.old = ''")
    window.keyboard.press(keys)
    window.wait_for_url(f"**{address}", wait_until="load")
    window.wait_for_selector("html:not([data-old]) .found:not(:empty)")


def refused(window: Any, keys: str) -> str:
    """What is said when keys are pressed that are refused."""
    window.keyboard.press(keys)
    window.wait_for_selector("#alert:not([hidden])")
    return str(window.locator("#alert").text_content())


def saved(window: Any) -> None:
    """Leave the field, and wait until what was typed in it is saved."""
    window.keyboard.press("Tab")
    window.wait_for_selector("#told:text-is('Saved.')")


def problems(window: Any) -> list[str]:
    return [str(text) for text in window.locator(".problems li .message").all_text_contents()]


def test_a_template_is_edited_split_and_accepted(
    start_page: Callable[..., Any], window: Any, draft: Path
) -> None:
    program = start_page(MODULE, draft)
    window.goto(program.address)
    # German says what English does not, and the page says so.
    assert "“Lehrer” is masculine" in problems(window)[0]
    keyboard = window.keyboard
    go(window, "Alt+s", "/template/1#version-2")
    assert read_draft(draft)[0].state is State.OPEN
    assert [dict(each.groups) for each in read_draft(draft)[0].versions] == [
        {"NAME1": "M", "NAME2": "F"},
        {"NAME1": "F", "NAME2": "M"},
    ]
    # The cursor is in the second version, whose teacher is a woman.
    assert window.evaluate("document.activeElement.id") == "ambiguous_context-2"
    window.focus("#disambiguating_context-2")
    keyboard.press("Control+a")
    keyboard.type("{{NAME1}} war eine Lehrerin, und {{NAME2}} ging.")
    saved(window)
    assert read_draft(draft)[0].versions[1].disambiguating_context.startswith("{{NAME1}} war eine Lehrerin")
    go(window, "Control+Enter", "/template/2")
    first = read_draft(draft)[0]
    assert (first.state, len(first.versions)) == (State.ACCEPTED, 2)
    # The second is rejected, which needs a reason; the third accepted as it is.
    assert "state the reason" in refused(window, "Alt+x")
    assert window.evaluate("document.activeElement.id") == "comment"
    keyboard.type("no such thing here")
    go(window, "Alt+x", "/template/3")
    go(window, "Control+Enter", "/template/3")
    window.focus("#finish")
    keyboard.press("Enter")
    window.wait_for_selector(".end")
    status, said = program.ended()
    assert status == 0
    assert "2 accepted (versions: 3), 1 rejected, 0 open" in said
    second, third = read_draft(draft)[1:]
    assert (second.state, second.comment) == (State.REJECTED, "no such thing here")
    assert (third.state, third.versions) == (State.ACCEPTED, (third.translation,))


def test_slots_are_checked_as_they_are_typed(unchanged: str, window: Any) -> None:
    window.goto(unchanged)
    window.focus("#question_negative-1")
    window.keyboard.press("End")
    window.keyboard.type(" {{NAME3}}")
    window.wait_for_selector("#question_negative-1[aria-invalid=true]")
    assert any("{{NAME3}}" in text for text in problems(window))
    assert window.locator("#question_negative-1 + .preview mark.wrong").all_text_contents() == ["{{NAME3}}"]
    said = refused(window, "Control+Enter")
    assert "Not accepted" in said
    assert window.evaluate("document.activeElement.id") == "question_negative-1"
    # Both what was said and where it is can be seen.
    for id in ("alert", "question_negative-1"):
        box = window.locator(f"#{id}").bounding_box()
        assert 0 <= box["y"] < window.viewport_size["height"] - box["height"]
    for _ in " {{NAME3}}":
        window.keyboard.press("Backspace")
    window.wait_for_selector("#question_negative-1[aria-invalid=false]")


def test_a_warning_shows_its_place(unchanged: str, window: Any) -> None:
    window.goto(unchanged)
    window.focus("#disambiguating_context-1")
    window.keyboard.press("Home")
    window.keyboard.type("😀 ")
    window.wait_for_selector("#disambiguating_context-1 + .preview:has-text('😀')")
    window.locator("#problems-disambiguating_context-1 button[aria-label*=Lehrer]").focus()
    window.keyboard.press("Enter")
    assert window.evaluate("getSelection().toString()") == "Lehrer"


def test_the_whole_page_is_reached_by_tab(unchanged: str, window: Any) -> None:
    window.goto(unchanged)
    wanted = window.eval_on_selector_all(
        "button, input, select, textarea, a[href], summary", "found => found.length"
    )
    reached = set()
    for _ in range(wanted + 3):
        window.keyboard.press("Tab")
        reached.add(
            window.evaluate(
                """() => {
                  const all = "button, input, select, textarea, a[href], summary";
                  return [...document.querySelectorAll(all)].indexOf(document.activeElement);
                }"""
            )
        )
    assert len(reached - {-1}) == wanted


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_can_be_read_by_everybody(
    start_page: Callable[..., Any],
    window: Any,
    draft: Path,
    faults: Callable[[Any], list[str]],
    language: str,
) -> None:
    window.goto(start_page(MODULE, draft, language=language).address)
    assert window.locator("html").get_attribute("lang") == language
    assert window.locator(".pair p[lang=en]").count() == 6
    assert window.locator("textarea[lang=de]").count() == 7
    assert faults(window) == []
    go(window, "Alt+s", "/template/1#version-2")
    window.focus("#answer_negative-2")
    window.keyboard.press("Control+a")
    window.keyboard.press("Delete")
    assert refused(window, "Control+Enter")
    assert faults(window) == []


def test_only_what_is_wanted_is_gone_through(
    start_page: Callable[..., Any], window: Any, draft: Path
) -> None:
    window.goto(start_page(MODULE, draft).address)
    go(window, "Control+Enter", "/template/2")
    window.get_by_text("open ones (2)").focus()
    go(window, "Enter", "/template/2?show=open")
    go(window, "Alt+n", "/template/3?show=open")
    go(window, "Alt+p", "/template/2?show=open")
    assert window.locator("a.step", has_text="Back").count() == 0
    window.get_by_text("with warnings (1)").focus()
    go(window, "Enter", "/template/2?show=warnings")
    go(window, "Alt+p", "/template/1?show=warnings")
    go(window, "Alt+o", "/template/2?show=warnings")


def test_a_killed_program_loses_nothing(start_page: Callable[..., Any], window: Any, draft: Path) -> None:
    program = start_page(MODULE, draft)
    window.goto(program.address)
    window.focus("#question_negative-1")
    window.keyboard.press("End")
    window.keyboard.type(" Wer?")
    saved(window)
    window.keyboard.type("x")
    program.kill()
    assert read_draft(draft)[0].versions[0].question_negative == "Wer ging? Wer?"
    assert "does not answer" in refused(window, "Control+Enter")
    window.on("dialog", lambda dialog: dialog.accept())
    window.goto(start_page(MODULE, draft).address)
    assert window.locator("#question_negative-1").input_value() == "Wer ging? Wer?"


def test_an_older_tab_does_not_overwrite(start_page: Callable[..., Any], window: Any, draft: Path) -> None:
    window.goto(start_page(MODULE, draft).address)
    older = window.context.new_page()
    older.goto(window.url)
    go(window, "Control+Enter", "/template/2")
    older.focus("#question_negative-1")
    older.keyboard.press("End")
    older.keyboard.type(" Mine.")
    assert "another tab" in refused(older, "Tab")
    assert (read_draft(draft)[0].state, read_draft(draft)[0].versions) == (State.ACCEPTED, (TRANSLATION,))
    go(older, "Control+Enter", "/template/2")
    assert read_draft(draft)[0].versions[0].question_negative == "Wer ging? Mine."


def test_steps_are_taken_back(start_page: Callable[..., Any], window: Any, draft: Path) -> None:
    before = draft.read_bytes()
    window.goto(start_page(MODULE, draft).address)
    assert "Nothing has been decided" in refused(window, "Alt+z")
    go(window, "Alt+c", "/template/1#version-2")
    assert "versions 1 and 2 are the same" in refused(window, "Control+Enter")
    go(window, "Alt+q", "/template/1#version-1")
    assert window.locator(".version").count() == 1
    go(window, "Control+Enter", "/template/2")
    for _ in range(3):
        go(window, "Alt+z", "/template/1")
    assert draft.read_bytes() == before


def test_an_edit_opens_what_was_accepted(start_page: Callable[..., Any], window: Any, draft: Path) -> None:
    window.goto(start_page(MODULE, draft).address)
    go(window, "Control+Enter", "/template/2")
    go(window, "Alt+p", "/template/1")
    assert "State: accepted" in window.locator("#state").text_content()
    window.focus("#WORD1-1")
    window.keyboard.press("Control+End")
    window.keyboard.press("Enter")
    window.keyboard.type("Saft")
    go(window, "Tab", "/template/1")
    first = read_draft(draft)[0]
    assert (first.state, first.versions[0].variants["WORD1"]) == (State.OPEN, ("Tee", "Milch", "Saft"))
    go(window, "Alt+r", "/template/1#version-1")
    assert read_draft(draft)[0].versions == ()


def test_what_is_typed_is_saved_before_the_page_is_left(
    start_page: Callable[..., Any], window: Any, draft: Path
) -> None:
    window.goto(start_page(MODULE, draft).address)
    window.focus("#question_negative-1")
    window.keyboard.press("End")
    window.keyboard.type(" Wirklich?")
    go(window, "Alt+n", "/template/2")
    assert read_draft(draft)[0].versions[0].question_negative == "Wer ging? Wirklich?"


def test_hostile_texts_are_texts(start_page: Callable[..., Any], window: Any, tmp_path: Path) -> None:
    path = tmp_path / "draft.jsonl"
    texts = {"ambiguous_context": HOSTILE, "answer_negative": "{{NAME2}}"}
    made = replace(SOURCE, **texts, notes="<script>document.title=2</script>", variants={}, id="<b>")
    write_draft(path, [Entry(made, replace(made, ambiguous_context=f"{HOSTILE}!"))])
    window.goto(start_page(MODULE, path, "--to", "en").address)
    assert window.locator("#ambiguous_context-1").input_value() == f"{HOSTILE}!"
    assert window.locator(".pair p.text").first.text_content() == HOSTILE
    assert window.locator("main img, main script[src]").count() == 0
    # Slots are marked at their places, though letters beyond the basic plane stand before them.
    marks = window.locator("#ambiguous_context-1 + .preview mark").all_text_contents()
    assert marks == ["{{NAME1}}", "{{NAME2}}"]
    go(window, "Control+Enter", "/template/1")
    assert read_draft(path)[0].versions[0].ambiguous_context == f"{HOSTILE}!"


def test_very_long_texts(
    start_page: Callable[..., Any], window: Any, tmp_path: Path, faults: Callable[[Any], list[str]]
) -> None:
    path = tmp_path / "draft.jsonl"
    long = "{{NAME1}} und {{NAME2}} " + "warteten sehr geduldig " * 400 + "x" * 2000
    write_draft(path, [Entry(SOURCE, replace(NEUTRAL, ambiguous_context=long, variants={}))])
    window.goto(start_page(MODULE, path).address)
    assert faults(window) == []
    go(window, "Control+Enter", "/template/1")
    assert read_draft(path)[0].versions[0].ambiguous_context == long


def test_what_cannot_be_saved_stays_on_the_page(
    start_page: Callable[..., Any], window: Any, draft: Path
) -> None:
    window.goto(start_page(MODULE, draft).address)
    moved = draft.with_suffix(".moved")
    draft.rename(moved)
    assert "changed by another program" in refused(window, "Control+Enter")
    moved.rename(draft)
    go(window, "Control+Enter", "/template/2")
    assert read_draft(draft)[0].state is State.ACCEPTED


@pytest.mark.parametrize("content", ["", "{", '{"source": {}}'])
def test_what_is_no_draft_is_one_line(start_page: Callable[..., Any], tmp_path: Path, content: str) -> None:
    path = tmp_path / "draft.jsonl"
    path.write_text(content, "utf-8")
    with pytest.raises(AssertionError, match=r"draft\.jsonl.*\n$"):
        start_page(MODULE, path)
    assert path.read_text("utf-8") == content
