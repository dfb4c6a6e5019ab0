"""`inclusive annotate` in a real browser, with the keyboard alone."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MODULE = "mitgemeint.eval.inclusive.annotate_command"
TEXTS = (
    "Wir suchen eine*n Ärzt*in, die*der hilft.",
    "Studierende 😀 gehen zur Lehrkraft.",
    "Die Sonne scheint.",
    "Kein Satz",
)
HOSTILE = '😀 <img src=x onerror="document.title=1"> & "Lehrer:innen" \u202eשלום\u202c \U0001d518'


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "texts.txt"
    path.write_text("".join(f"{text}\n" for text in TEXTS), "utf-8")
    return path


@pytest.fixture(scope="module")
def unchanged(lasting_page: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page on which nothing is ever saved."""
    folder = tmp_path_factory.mktemp("unchanged")
    (folder / "texts.txt").write_text("".join(f"{text}\n" for text in TEXTS), "utf-8")
    return str(lasting_page(MODULE, folder / "texts.txt", "--out", folder / "set.json").address)


def content(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def go(window: Any, keys: str, address: str) -> None:
    """Press keys that lead to another page."""
    with window.expect_navigation(url=f"**{address}"):
        window.keyboard.press(keys)


def marked(window: Any) -> list[str]:
    return [str(text) for text in window.locator("#preview mark").all_text_contents()]


def refused(window: Any, keys: str) -> str:
    """What is said when keys are pressed that are refused."""
    window.keyboard.press(keys)
    window.wait_for_selector("#alert:not([hidden])")
    return str(window.locator("#alert").text_content())


def test_a_set_is_made_with_the_keyboard_alone(
    start_page: Callable[..., Any], window: Any, texts: Path
) -> None:
    out = texts.parent / "set.json"
    program = start_page(MODULE, texts, "--out", out, "--set-licence", "CC0-1.0")
    window.goto(program.address)
    assert "secret" not in window.url
    # The first is proposed as it is wanted.
    assert window.locator("#exclusive").input_value() == "Wir suchen einen Arzt, der hilft."
    assert marked(window) == ["einen Arzt"]
    go(window, "Control+Enter", "/sentence/2")
    # The second is neutral: written and marked by hand.
    keyboard = window.keyboard
    keyboard.press("Home")
    keyboard.type("Studenten")
    for _ in "Studierende":
        keyboard.press("Delete")
    keyboard.press("Home")
    for _ in "Studenten":
        keyboard.press("Shift+ArrowRight")
    keyboard.press("Alt+m")
    assert marked(window) == ["Studenten"]
    keyboard.press("End")
    for _ in "zur Lehrkraft.":
        keyboard.press("Shift+ArrowLeft")
    keyboard.type("zum Lehrer.")
    keyboard.press("ArrowLeft")
    for _ in "zum Lehrer":
        keyboard.press("Shift+ArrowLeft")
    keyboard.press("Alt+m")
    assert marked(window) == ["Studenten", "zum Lehrer"]
    go(window, "Control+Enter", "/sentence/3")
    go(window, "Alt+k", "/sentence/4")
    go(window, "Alt+x", "/sentence/4")
    assert "4 of 4" in window.locator("header").text_content()
    # Back to the begin of the page, and to the button that ends it.
    for _ in range(60):
        keyboard.press("Shift+Tab")
        if window.evaluate("document.activeElement.id") == "finish":
            break
    keyboard.press("Enter")
    window.wait_for_selector(".end")
    status, said = program.ended()
    assert status == 0
    assert "2 with an exclusive version, 1 kept, 1 discarded, 0 open" in said
    made = content(out)
    first, second, third = made["sentences"]
    assert (made["licence"], made["discarded"]) == ("CC0-1.0", ["Kein Satz"])
    assert first["phrases"] == [{"start": 11, "end": 21, "text": "einen Arzt"}]
    assert (first["style"], first["gender_characters"]) == ("abbreviated pair", True)
    assert second["exclusive"] == "Studenten 😀 gehen zum Lehrer."
    assert second["phrases"] == [
        {"start": 0, "end": 9, "text": "Studenten"},
        {"start": 18, "end": 28, "text": "zum Lehrer"},
    ]
    assert (second["style"], second["gender_characters"]) == ("neutral", False)
    assert (third["exclusive"], third["phrases"], third["style"]) == (TEXTS[2], [], "none")


def test_every_control_is_reached_by_tab(unchanged: str, window: Any) -> None:
    window.goto(unchanged)
    wanted = window.eval_on_selector_all(
        "button:not(:disabled), input, select, textarea, a[href]", "found => found.length"
    )
    reached = set()
    for _ in range(wanted + 3):
        window.keyboard.press("Tab")
        reached.add(
            window.evaluate(
                """() => {
                  const one = document.activeElement;
                  const outline = getComputedStyle(one).outlineStyle;
                  const all = [...document.querySelectorAll("button, input, select, textarea, a[href]")];
                  return `${all.indexOf(one)} ${one === document.body ? "-" : outline}`;
                }"""
            )
        )
    places = {place for place in reached if not place.startswith("-1")}
    assert len(places) == wanted
    assert not [place for place in places if place.endswith("none")]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_can_be_read_by_everybody(
    start_page: Callable[..., Any],
    window: Any,
    texts: Path,
    faults: Callable[[Any], list[str]],
    language: str,
) -> None:
    window.goto(start_page(MODULE, texts, "--out", texts.parent / "set.json", language=language).address)
    assert window.locator("html").get_attribute("lang") == language
    assert window.locator("#inclusive").get_attribute("lang") == "de"
    assert faults(window) == []
    window.keyboard.press("Alt+r")
    assert refused(window, "Control+Enter")
    assert faults(window) == []


def test_a_killed_program_loses_nothing(start_page: Callable[..., Any], window: Any, texts: Path) -> None:
    out = texts.parent / "set.json"
    program = start_page(MODULE, texts, "--out", out)
    window.goto(program.address)
    go(window, "Control+Enter", "/sentence/2")
    window.keyboard.type("typed, not saved")
    program.kill()
    assert "does not answer" in refused(window, "Alt+k")
    assert "typed, not saved" in window.locator("#exclusive").input_value()
    assert len(content(out)["sentences"]) == 1
    again = start_page(MODULE, texts, "--out", out)
    # An address of the earlier program opens nothing.
    port = again.address.partition("/?")[0]
    assert window.request.get(port + "/?" + program.address.partition("/?")[2]).status == 403
    window.on("dialog", lambda dialog: dialog.accept())
    window.goto(again.address)
    assert window.url.endswith("/sentence/2")
    assert "1 of 4" in window.locator("header").text_content()
    go(window, "Alt+p", "/sentence/1")
    assert marked(window) == ["einen Arzt"]


def test_an_older_tab_does_not_overwrite(start_page: Callable[..., Any], window: Any, texts: Path) -> None:
    out = texts.parent / "set.json"
    window.goto(start_page(MODULE, texts, "--out", out).address)
    older = window.context.new_page()
    older.goto(window.url)
    go(window, "Control+Enter", "/sentence/2")
    said = refused(older, "Alt+x")
    assert "another tab" in said
    assert "saved with an exclusive version" in said
    assert len(content(out)["sentences"]) == 1
    go(older, "Alt+x", "/sentence/2")
    assert content(out)["discarded"] == [TEXTS[0]]


def test_decisions_are_taken_back(start_page: Callable[..., Any], window: Any, texts: Path) -> None:
    out = texts.parent / "set.json"
    window.goto(start_page(MODULE, texts, "--out", out).address)
    go(window, "Alt+x", "/sentence/2")
    go(window, "Alt+k", "/sentence/3")
    go(window, "Alt+z", "/sentence/2")
    assert (content(out)["sentences"], content(out)["discarded"]) == ([], [TEXTS[0]])
    go(window, "Alt+p", "/sentence/1")
    window.focus("#reopen")
    go(window, "Enter", "/sentence/1")
    assert content(out)["discarded"] == []
    assert "0 of 4" in window.locator("header").text_content()


def test_going_to_any_sentence(unchanged: str, window: Any) -> None:
    window.goto(unchanged)
    window.focus("#number")
    window.keyboard.press("Control+a")
    window.keyboard.type("3")
    go(window, "Enter", "/sentence/3")
    go(window, "Alt+n", "/sentence/4")
    go(window, "Alt+o", "/sentence/1")
    for number in (0, 5):
        assert window.request.get(f"{window.url.removesuffix('1')}{number}").status == 404


def test_hostile_texts_are_texts(start_page: Callable[..., Any], window: Any, tmp_path: Path) -> None:
    path, out = tmp_path / "mined.jsonl", tmp_path / "set.json"
    start = HOSTILE.index("Lehrer")
    match = {"start": start, "end": start + 12, "text": "Lehrer:innen"}
    metadata = {"url": "javascript:alert(1)", "page": "https://example.org/?a=<b>&c", "<i>": "</dd><script>"}
    record = {"id": "</p>", "text": HOSTILE, "matches": [match], "metadata": metadata}
    path.write_text(json.dumps(record), "utf-8")
    window.goto(start_page(MODULE, path, "--out", out).address)
    assert window.locator("#inclusive").text_content() == HOSTILE
    assert window.locator("main img, main script[src], dd a[href^=javascript]").count() == 0
    assert window.locator("dd a").get_attribute("href") == metadata["page"]
    assert marked(window) == ["Lehrer"]
    # The last letter, which lies beyond the basic plane, is marked whole.
    window.keyboard.press("End")
    window.keyboard.press("Shift+ArrowLeft")
    window.keyboard.press("Alt+m")
    assert marked(window) == ["Lehrer", "\U0001d518"]
    with window.expect_navigation():
        window.keyboard.press("Control+Enter")
    (made,) = content(out)["sentences"]
    assert made["inclusive"] == HOSTILE
    assert [made["exclusive"][each["start"] : each["end"]] for each in made["phrases"]] == [
        "Lehrer",
        "\U0001d518",
    ]
    assert made["metadata"]["url"] == "javascript:alert(1)"


def test_a_very_long_sentence(
    start_page: Callable[..., Any], window: Any, tmp_path: Path, faults: Callable[[Any], list[str]]
) -> None:
    path, out = tmp_path / "long.txt", tmp_path / "set.json"
    text = "Die Lehrer*innen " + "unterrichten sehr ausdauernd " * 1000 + "x" * 3000
    path.write_text(text, "utf-8")
    window.goto(start_page(MODULE, path, "--out", out).address)
    assert faults(window) == []
    with window.expect_navigation():
        window.keyboard.press("Control+Enter")
    (made,) = content(out)["sentences"]
    assert made["exclusive"] == text.replace("Lehrer*innen", "Lehrer")


def test_what_cannot_be_saved_stays_on_the_page(
    start_page: Callable[..., Any], window: Any, texts: Path
) -> None:
    folder = texts.parent / "results"
    folder.mkdir()
    window.goto(start_page(MODULE, texts, "--out", folder / "set.json").address)
    shutil.rmtree(folder)
    folder.write_text("a file in the place of the folder", "utf-8")
    assert "Not a directory" in refused(window, "Control+Enter")
    folder.unlink()
    go(window, "Control+Enter", "/sentence/2")
    assert len(content(folder / "set.json")["sentences"]) == 1


@pytest.mark.parametrize(
    ("keys", "text", "phrases"),
    [
        # typed before, in, at the end of and after a phrase; the text begins as "Wir suchen [einen Arzt], …"
        ("Home O h Space", "Oh Wir suchen einen Arzt, der hilft.", ["einen Arzt"]),
        ("Home 18*ArrowRight s", "Wir suchen einen Asrzt, der hilft.", ["einen Asrzt"]),
        ("Home 21*ArrowRight e", "Wir suchen einen Arzte, der hilft.", ["einen Arzte"]),
        ("Home 21*ArrowRight Space a", "Wir suchen einen Arzt a, der hilft.", ["einen Arzt"]),
        ("End a", "Wir suchen einen Arzt, der hilft.a", ["einen Arzt"]),
        # deleted: a part, the whole, more than that, with other words in its place
        ("Home 21*ArrowRight Backspace", "Wir suchen einen Arz, der hilft.", ["einen Arz"]),
        ("Home 11*ArrowRight 10*Delete", "Wir suchen , der hilft.", []),
        ("Home 8*ArrowRight 20*Shift+ArrowRight x", "Wir suchxilft.", []),
        ("Home 14*ArrowRight 10*Shift+ArrowRight Delete", "Wir suchen einer hilft.", ["ein"]),
        ("Control+a x", "x", []),
        # a line break is none
        ("End Enter", "Wir suchen einen Arzt, der hilft.", ["einen Arzt"]),
        # unmarked by the cursor; the word at the cursor marked
        ("Home 12*ArrowRight Alt+u", "Wir suchen einen Arzt, der hilft.", []),
        ("Home 12*ArrowRight Alt+u End 2*ArrowLeft Alt+m", "Wir suchen einen Arzt, der hilft.", ["hilft"]),
        # the differences, by program
        ("Home 12*ArrowRight Alt+u Alt+g", "Wir suchen einen Arzt, der hilft.", ["einen Arzt"]),
        ("Alt+r", TEXTS[0], []),
        # the proposal again, whatever was done to it
        ("Alt+r Alt+v", "Wir suchen einen Arzt, der hilft.", ["einen Arzt"]),
        ("Control+a x Alt+v", "Wir suchen einen Arzt, der hilft.", ["einen Arzt"]),
    ],
)
def test_phrases_move_with_what_is_typed(
    unchanged: str, window: Any, keys: str, text: str, phrases: list[str]
) -> None:
    window.goto(unchanged)
    window.wait_for_function("document.activeElement.id === 'exclusive'")
    for each in keys.split():
        count, _, key = each.rpartition("*")
        for _ in range(int(count or 1)):
            window.keyboard.press(key)
    if "Alt+g" in keys:
        window.wait_for_selector("#preview mark")
    assert window.locator("#exclusive").input_value() == text
    assert marked(window) == phrases
    assert window.locator("#preview").text_content() == text


@pytest.mark.parametrize("body", ["{}", "[" * 100_000, '{"choice": ""}', '{"choice": "perhaps"}', "choice"])
def test_what_the_page_does_not_send_decides_nothing(unchanged: str, window: Any, body: str) -> None:
    window.goto(unchanged)
    status = window.evaluate(
        """async (body) => {
          const token = document.querySelector("meta[name=page-token]").content;
          const headers = { "Content-Type": "application/json", "X-Page-Token": token };
          return (await fetch(`${location.pathname}/decide`, { method: "POST", headers, body })).status;
        }""",
        body,
    )
    assert status == 422
    window.goto(unchanged)
    assert "0 of 4" in window.locator("header").text_content()


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("Alt+r", "is the same as the inclusive sentence"),
        ("Tab Tab Tab Tab Tab Tab Enter", "no exclusive phrase"),
    ],
)
def test_what_makes_no_exclusive_version_is_refused(
    unchanged: str, window: Any, keys: str, said: str
) -> None:
    window.goto(unchanged)
    for key in keys.split():
        window.keyboard.press(key)
    assert said in refused(window, "Control+Enter")
    window.goto(unchanged)
    assert "0 of 4" in window.locator("header").text_content()
