"""What all measures check of files, texts and paths that users name."""

import argparse
import json
import re
from pathlib import Path

import pytest

from mitgemeint.eval import stored
from mitgemeint.eval.command import as_path, plain, table
from mitgemeint.eval.files import expanded, read_text
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.language_models import replies
from mitgemeint.eval.latex import escaped
from mitgemeint.eval.problems import EvalError, readable, shown, warn, writable

HALF = "\ud83d"


@pytest.mark.parametrize(
    ("content", "text"),
    [(b"\xef\xbb\xbfa\r\nb", "a\nb"), (b"a\rb\n", "a\nb\n"), ("ä\ufeff".encode(), "ä\ufeff"), (b"", "")],
)
def test_texts_are_read_without_byte_order_mark_and_with_one_line_end(
    tmp_path: Path, content: bytes, text: str
) -> None:
    path = tmp_path / "text"
    path.write_bytes(content)
    assert read_text(path, "") == text


def test_files_that_hold_no_text_are_told(tmp_path: Path) -> None:
    path = tmp_path / "utf-16"
    path.write_bytes("ä".encode("utf-16"))
    with pytest.raises(EvalError, match=r"is not in UTF-8 \(byte 0\); save it in UTF-8"):
        read_text(path, "")
    with pytest.raises(EvalError, match="Is a directory; name a file"):
        read_text(tmp_path, "name a file")


def test_homes_are_found_and_that_of_nobody_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert expanded("~/x") == as_path("~/x") == tmp_path / "x"
    assert expanded("a~b") == Path("a~b")
    with pytest.raises(EvalError, match="no file or folder is named"):
        expanded("")
    with pytest.raises(EvalError, match="~nouser/x: ~nouser is the home of nobody here"):
        expanded("~nouser/x")
    with pytest.raises(argparse.ArgumentTypeError, match="home of nobody"):
        as_path("~nouser/x")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (" \n", "is empty"),
        ("{", "is no JSON (column 2: "),
        ('{"a": 1,\n b}', "is no JSON (line 2, column 2: "),
        ('{"a": NaN}', "is no JSON (NaN is no number there)"),
        ("[-Infinity]", "is no JSON (-Infinity"),
        ("1" * 5000, "is no JSON (a number is too long)"),
        ("[" * 100_000, "is no JSON (too deeply nested)"),
    ],
)
def test_what_is_no_json_is_told_without_python(content: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}"):
        stored.json_value(content)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"a": ["x", {"b": HALF}]}, "a.1.b"),
        ({"a": {HALF: 1}}, "a name in a"),
        ({HALF: 1}, "a name"),
        (HALF, "the text"),
        ({"a": ["😀", 1, None, True]}, None),
    ],
)
def test_halves_of_surrogate_pairs_are_found(value: object, place: str | None) -> None:
    assert stored.unwritable(value) == place


@pytest.mark.parametrize(
    "name", ["", " ", "a\nb", "\x1b[31m", "a\u202eb", "a\u2028b", HALF, "x" * 11, None, 3]
)
def test_names_are_in_one_line_and_show(name: object) -> None:
    assert not stored.name(10)(name)
    assert stored.name(10)("Köche | ☃")


def test_what_is_shown_cannot_steer_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert readable("a\x1b[1m\n\u202eä" + HALF) == r"a\x1b[1m\n\u202eä\ud83d"
    assert str(EvalError("a\x1b", "b\nc", "d")) == r"a\x1b: b c; d"
    for _ in range(2):
        warn("place\x07", "odd")
    assert capsys.readouterr().err == "place\\x07: odd\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x", "'x'"),
        (None, "null"),
        ([10, 4], "[10, 4]"),
        ({"a": True}, '{"a": true}'),
        ("ä" * 99, f"'{'ä' * 39}…"),
    ],
)
def test_values_in_messages_are_short_and_as_in_json(value: object, text: str) -> None:
    assert shown(value) == text


def test_cells_of_tables_stay_cells() -> None:
    assert list(table(["a"], [[plain(r"x\|y*<a>")]]))[-1] == r"| x\\\|y\*\<a> |"
    assert escaped(r"\input{x}_~^--–") == (
        r"\textbackslash{}input\{x\}\_\textasciitilde{}\textasciicircum{}-{}---"
    )


def test_halves_of_surrogate_pairs_are_kept_in_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    Journal[str](path, str, str).add("a", f"x\\{HALF}")
    assert Journal[str](path, str, str).find("a") == f"x\\{HALF}"
    assert json.loads(path.read_text("utf-8"))["key"] == "a"


def test_answers_of_servers_can_be_written() -> None:
    assert writable(f"a{HALF}b\ud83d\ude00") == "a\ufffdb😀"
    body = {"choices": [{"text": f"a{HALF}", "finish_reason": "stop"}]}
    assert replies.generated(body).text == "a\ufffd"
