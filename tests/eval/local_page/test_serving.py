"""A program that serves a page: its address, its end, and what keeps it from beginning."""

import argparse
import json
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
from flask import Blueprint, render_template_string

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.eval.local_page import options, serving
from mitgemeint.eval.problems import EvalError

ANNOTATE = "mitgemeint.eval.inclusive.annotate_command"


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    options.add(parser)
    return parser.parse_args(words)


def pages() -> Blueprint:
    made = Blueprint("pages", __name__)
    made.add_url_rule("/", "home", lambda: render_template_string("{{ token }}"))
    return made


class Person:
    """Does in a browser what a person does: open the page, and finish."""

    def __init__(self) -> None:
        self.addresses: list[str] = []

    def __call__(self, address: str) -> None:
        self.addresses.append(address)
        home = address.partition("/?")[0]
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        with browser.open(address) as page:
            token = page.read().decode()
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(address)  # it works once
        headers = {"Origin": home, "X-Page-Token": token, "Content-Type": "application/json"}
        with browser.open(urllib.request.Request(f"{home}/finish", b"{}", headers)) as answer:
            assert json.load(answer) == {"message": "3 of 4"}


def test_a_browser_is_opened_and_the_end_is_the_persons(capsys: pytest.CaptureFixture[str]) -> None:
    person = Person()
    assert serving.serve(pages(), parsed(), Catalogue.load("en"), lambda: "3 of 4", person) == 0
    opened, said = capsys.readouterr().out.splitlines()
    assert said == "3 of 4"
    assert opened.startswith("The page: http://127.0.0.1:")
    # What every user of the machine can see is not what the terminal shows.
    assert opened.removeprefix("The page: ") not in person.addresses


@pytest.mark.parametrize("port", ["70000", "-1", "taken"])
def test_a_port_that_cannot_be_had_is_told(port: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        wanted = str(taken.getsockname()[1]) if port == "taken" else port
        with pytest.raises(EvalError, match=f"--port {wanted}: .*; name another one"):
            serving.serve(pages(), parsed("--port", wanted, "--no-browser"), Catalogue.load("en"), lambda: "")


def test_without_the_library_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "flask", None)
    monkeypatch.setattr("mitgemeint.eval.extras.find_spec", lambda name: None)
    with pytest.raises(EvalError, match=r"flask: is not installed; run python3 dev\.py setup eval"):
        options.check_installed()


@pytest.mark.parametrize(
    ("words", "environment", "language"),
    [
        (("--lang", "de"), {"LANG": "en_GB.UTF-8"}, "de"),
        (("--language", "de"), {"LANG": "en_GB.UTF-8"}, "de"),
        ((), {"LANG": "de_AT.UTF-8"}, "de"),
        ((), {"LANG": "tr_TR.UTF-8"}, "en"),
    ],
)
def test_the_language_of_the_page(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], environment: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert options.catalogue(parsed(*words)).language == language


@pytest.mark.skipif(sys.platform == "win32", reason="other signals there")
def test_ctrl_c_says_what_is_done_and_left(start_page: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("Liebe Lehrer*innen,\nGuten Tag.\n", "utf-8")
    program = start_page(ANNOTATE, tmp_path / "texts.txt", "--out", tmp_path / "set.json")
    program.process.send_signal(signal.SIGINT)
    status, said = program.ended()
    assert status == 130
    assert "set.json: 0 with an exclusive version, 0 kept, 0 discarded, 2 open" in said
    assert not (tmp_path / "set.json").exists()


@pytest.mark.parametrize(
    ("texts", "out", "said"),
    [
        ("nothing.txt", "set.json", r"nothing\.txt: No such file or directory; give a text file"),
        ("texts.txt", ".", r"is no file; name a file with --out"),
        ("texts.txt", "texts.txt", r"texts\.txt: is no set of annotated sentences; mend the file"),
    ],
)
def test_wrong_input_is_one_line(
    start_page: Callable[..., Any], tmp_path: Path, texts: str, out: str, said: str
) -> None:
    (tmp_path / "texts.txt").write_text("Liebe Lehrer*innen,\n", "utf-8")
    with pytest.raises(AssertionError, match=rf"^[^\n]*{said}[^\n]*\n$"):
        start_page(ANNOTATE, tmp_path / texts, "--out", tmp_path / out)
