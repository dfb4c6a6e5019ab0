"""The extension in a real window of VS Code: what is seen, what keys and commands do, the bytes on disk."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PROJECT = 'notations = ["star"]\n'
SAVE = {"editor.codeActionsOnSave": {"source.fixAll.mitgemeint": "explicit"}}


@pytest.fixture(scope="module")
def server(start: Callable[..., Any], program: Path) -> Any:
    return start("--disable-workspace-trust", programs=[program])


@pytest.fixture(scope="module")
def window(server: Any, show: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A window on a project whose settings file wants the gender star."""
    folder = tmp_path_factory.mktemp("texte")
    (folder / ".mitgemeint.toml").write_text(PROJECT, encoding="utf-8")
    server.configure(**{"[latex]": SAVE})
    return show(server, folder)


def test_a_finding_is_underlined_and_nothing_else_happens(window: Any) -> None:
    window.open("brief.md", "# 👩🏽‍🏫 Schule\n\nFür 😀 alle Autoren.\n")
    window.sees("Autoren")
    assert window.page.locator(".notification-list-item").count() == 0, "the first start is silent"


def test_the_list_of_problems(window: Any) -> None:
    window.page.keyboard.press("Control+Shift+m")
    row = window.page.locator(".markers-panel .monaco-list-row", has_text="Autoren").first
    row.wait_for()
    assert "mitgemeint" in row.inner_text()
    window.page.keyboard.press("Control+j")


def test_the_hover(window: Any) -> None:
    window.go(3, 15)
    window.page.keyboard.press("Control+k")
    window.page.keyboard.press("Control+i")
    window.page.locator(".monaco-hover:not(.hidden)", has_text="Autor*innen").first.wait_for()
    window.page.keyboard.press("Escape")


def test_a_quick_fix_by_the_keyboard(window: Any) -> None:
    window.go(3, 15)
    window.fix("Autor*innen")
    window.sees()
    window.save()
    window.has_saved("brief.md", "# 👩🏽‍🏫 Schule\n\nFür 😀 alle Autor\\*innen.\n")


def test_all_places_of_a_word(window: Any) -> None:
    window.open("alle.md", "Alle Autoren lesen.\r\n\r\nViele Leser und alle Autoren reden.\r\n")
    window.sees("Autoren", "Leser", "Autoren")
    window.go(1, 8)
    window.fix("all 2 places")
    window.sees("Leser")
    window.save()
    lines = "Alle Autor\\*innen lesen.\r\n\r\nViele Leser und alle Autor\\*innen reden.\r\n"
    window.has_saved("alle.md", lines)


def test_two_stars_in_a_line_stay_stars(window: Any) -> None:
    window.open("sterne.md", "Alle Autoren und alle Leser reden.\n")
    window.sees("Autoren", "Leser")
    window.command("Fix What Leaves No Choice")
    window.sees()
    window.save()
    window.has_saved("sterne.md", "Alle Autor\\*innen und alle Leser\\*innen reden.\n")


def test_fixed_when_saved(window: Any) -> None:
    window.open("satz.tex", "Alle Autoren reden.\n")
    window.sees("Autoren")
    window.type("% ")
    window.page.keyboard.press("Enter")
    window.save()
    window.has_saved("satz.tex", "% \nAlle Autor*innen reden.\n")


def test_rewritten_at_the_caret(window: Any) -> None:
    window.open("marke.md", "Alle Autoren und alle Leser reden.\n")
    window.sees("Autoren", "Leser")
    window.go(1, 24)
    window.command("Rewrite at the Cursor")
    window.sees("Autoren")
    window.save()
    window.has_saved("marke.md", "Alle Autoren und alle Leser\\*innen reden.\n")


def test_another_notation(window: Any) -> None:
    window.open("zeichen.md", "Die Autor\\*innen und jede\\*r Leser\\*in.\n")
    window.reads_status("mitgemeint: Any notation")
    window.command("Write All Gender Forms in Another Notation")
    window.choose("colon")
    window.saves("zeichen.md", "Die Autor:innen und jede:r Leser:in.\n")


def test_no_squiggle_stands_on_a_wrong_word(window: Any) -> None:
    window.open("tippen.md", "Guten Tag, alle Autoren reden.\n\nAlle Autoren lesen.\n")
    window.sees("Autoren", "Autoren")
    window.watch()
    window.go(1, 1)
    for text in ("Sehr 😀 ", "schnell ", "und ohne Pause ", "tippt sie "):
        window.type(text, delay=15)
        window.page.keyboard.press("Enter")
    window.type("davor")
    for _ in range(9):
        window.page.keyboard.press("Backspace", delay=15)
    window.sees("Autoren", "Autoren")
    assert window.watched() == {"Autoren"}


def test_a_server_that_crashes_is_started_again(window: Any) -> None:
    window.open("sturz.md", "Alle Autoren reden.\n")
    window.sees("Autoren")
    (server,) = window.server.language_servers()
    os.kill(server, signal.SIGKILL)
    window.type("Viele Leser. ")
    window.sees("Leser", "Autoren")
    assert window.server.language_servers() != [server]


def test_a_word_left_alone_stays_so(window: Any) -> None:
    text = "Alle Autoren und alle Leser reden.\n"
    window.open("ausnahme.md", text)
    window.sees("Autoren", "Leser")
    window.go(1, 8)
    window.command("Do Not Report the Word")
    window.choose("In This Project")
    window.sees("Leser")
    assert "Autor" in (window.folder / ".mitgemeint.toml").read_text("utf-8")
    window.command("Restart Server")
    window.sees("Leser")
    window.load()
    window.open("ausnahme.md")
    window.sees("Leser")
    (window.folder / ".mitgemeint.toml").write_text(PROJECT, encoding="utf-8")
    window.sees("Autoren", "Leser")


def test_the_house_rule(window: Any) -> None:
    (window.folder / ".mitgemeint.toml").unlink()
    window.open("regel.md", "Die Autor\\*innen reden.\n")
    window.sees()
    window.status().click()
    window.choose("Bayern")
    window.choose("In This Workspace")
    window.sees("Autor\\*innen")
    window.reads_status("State of Bavaria")
    window.status().click()
    window.choose("Gender star")
    window.choose("For All Who Work on This Project")
    window.sees()
    window.reads_status("Gender star")
    assert (window.folder / ".mitgemeint.toml").read_text("utf-8") == 'policy = "genderstern"\n'
    assert "policy" not in (window.folder / ".vscode" / "settings.json").read_text("utf-8")


def test_the_status_stands_only_with_texts_that_are_checked(window: Any) -> None:
    assert window.status().is_visible()
    window.open("programm.py", "# Alle Autoren reden.\n")
    window.status().wait_for(state="hidden")


def test_the_workspace(window: Any) -> None:
    (window.folder / "fern.txt").write_text("Alle Kunden reden.\n", encoding="utf-8")
    window.command("Check All Files")
    window.press("files with findings", "Show Problems")
    window.page.locator(".markers-panel .monaco-list-row", has_text="fern.txt").first.wait_for()
