"""`mitgemeint-eval association` from end to end, on static vectors that the test writes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mitgemeint.eval.association import result
from mitgemeint.eval.cli import main
from mitgemeint.eval.journal import Journal

pytest.importorskip("matplotlib", reason="needs the extra eval")

WORDS = {
    "X": ["Anna", "Berta", "Clara", "Doris"],
    "Y": ["Anton", "Bernd", "Carl", "Dirk"],
    "A": ["Heim", "Kind", "Familie"],
    "B": ["Amt", "Lohn", "Beruf"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two tests and vectors in which X goes with A."""
    rng = np.random.default_rng(1)
    home, work = rng.normal(size=(2, 8))
    lines = []
    for name, words in WORDS.items():
        near = home if name in "XA" else work
        lines += [f"{word} {' '.join(f'{v:.5f}' for v in near + rng.normal(size=8) / 2)}" for word in words]
    (tmp_path / "vectors.txt").write_text("\n".join(lines) + "\n", "utf-8")
    (tmp_path / "tests").mkdir()
    write_test(tmp_path / "tests" / "weat6.jsonl", WORDS)
    write_test(tmp_path / "tests" / "weat7.jsonl", {**WORDS, "Y": [*WORDS["Y"][:3], "Unbekannt"]})
    return tmp_path


def write_test(path: Path, words: dict[str, list[str]]) -> None:
    keys = {"X": "targ1", "Y": "targ2", "A": "attr1", "B": "attr2"}
    sets = {keys[name]: {"category": name, "examples": texts} for name, texts in words.items()}
    path.write_text(json.dumps(sets), "utf-8")


def run(folder: Path, *more: str) -> int:
    vectors = f"vectors:{folder / 'vectors.txt'}"
    arguments = ["--tests", str(folder / "tests"), "--model", vectors, "--out", str(folder / "out")]
    return main(["association", "run", *arguments, *more])


def test_a_run_writes_everything_and_prints_the_table(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, "--bootstrap", "200") == 0
    printed = capsys.readouterr().out
    assert "| test | vectors.txt |" in printed
    assert "- missing-texts: 1 cell, first vectors.txt, weat7" in printed
    out = folder / "out"
    names = {path.name for path in out.iterdir()}
    assert names == {
        *("results.json", "table.csv", "table.md", "table.tex", "heat-map.png", "heat-map.svg"),
        "journal.jsonl",
    }
    finished = result.load(out)
    weat6, weat7 = finished.results
    assert weat6.p == pytest.approx(1 / 70)
    assert weat6.p_method == "exact"
    assert weat6.effect_size is not None
    assert weat6.effect_size > 1
    assert weat6.over_words is not None
    assert weat7.sizes == (4, 3, 3, 3)
    assert weat7.missing == ("Unbekannt",)
    assert finished.settings["convention"] == "sent-bias"
    assert finished.settings["models"]["vectors.txt"]["fingerprint"]
    assert (out / "heat-map.png").read_bytes().startswith(b"\x89PNG")


def test_the_same_run_again_computes_nothing_and_gives_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(folder) == 0
    first = result.load(folder / "out").results
    pictures = {name: (folder / "out" / name).read_bytes() for name in ("heat-map.png", "heat-map.svg")}
    monkeypatch.setattr(
        "mitgemeint.eval.association.running.measure", lambda *_: pytest.fail("computed again")
    )
    assert run(folder) == 0
    assert result.load(folder / "out").results == first
    assert {name: (folder / "out" / name).read_bytes() for name in pictures} == pictures


def test_a_run_that_was_stopped_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    added = Journal.add

    def stop_after_one(self: Journal, key: str, found: result.Result) -> None:
        added(self, key, found)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "add", stop_after_one)
        assert run(folder) == 130
    assert not (folder / "out" / "results.json").exists()
    assert run(folder) == 0
    assert len((folder / "out" / "journal.jsonl").read_text("utf-8").splitlines()) == 2


def test_another_run_does_not_take_the_place_of_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder) == 0
    before = (folder / "out" / "results.json").read_bytes()
    assert run(folder, "--side", "two-sided", "--convention", "caliskan") == 2
    assert "holds the results of another run" in capsys.readouterr().err
    assert (folder / "out" / "results.json").read_bytes() == before


def test_reports_and_comparison(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder) == 0
    out = str(folder / "out")
    capsys.readouterr()
    for name, part in (
        ("csv", "n_x"),
        ("latex", "\\toprule"),
        ("json", '"results"'),
        ("markdown", "| weat6 |"),
    ):
        assert main(["association", "report", out, "--format", name]) == 0
        assert part in capsys.readouterr().out
    assert main(["association", "report", out, "--alpha", "0.05", "--family", "model"]) == 0
    assert "\\*\\*" in capsys.readouterr().out
    assert main(["association", "report", out, "--alpha", "0"]) == 2
    assert "between 0 and 1" in capsys.readouterr().err
    assert main(["association", "report", out, "--draw", str(folder / "map.pdf")]) == 0
    assert (folder / "map.pdf").read_bytes().startswith(b"%PDF")
    assert main(["association", "compare", out, out]) == 0
    assert "d changed by 0.00 on average" in capsys.readouterr().out


def test_tests_and_models_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["association", "list"]) == 0
    printed = capsys.readouterr().out
    assert "turkish: 38 tests" in printed
    assert "turkish-paper" in printed
    assert main(["association", "list", str(folder / "tests")]) == 0
    assert "| weat6 | word | X (4) | Y (4) | A (3) | B (3) |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("--tests", "turkisch"), ("turkisch", "turkish")),
        (("--only", "weat99*"), ("--only", "no test matches")),
        (("--alpha", "2"), ("--alpha", "between 0 and 1")),
        (("--method", "exact", "--convention", "wefe"), ("exact", "choose method")),
        (("--model", "vectors:nirgends.txt"), ("nirgends.txt",)),
        (("--samples", "0"), ("samples",)),
        (("--samples", "1000000001"), ("samples", "too many")),
        (("--out", "x" * 300), ("xxx", "--out")),
        (("--bootstrap", "-1"), ("resamples",)),
    ],
)
def test_wrong_input_is_one_line_and_writes_no_results(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    assert run(folder, *arguments) == 2
    lines = capsys.readouterr().err.splitlines()
    (told,) = (line for line in lines if not re.match(r".*: (?:loading|\d+ (?:texts|tests))$", line))
    assert told.startswith("mitgemeint-eval: ")
    assert all(part in told for part in parts)
    assert not (folder / "out" / "results.json").exists()


def test_a_broken_test_file_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tests" / "weat8.jsonl").write_text('{"targ1": 1}', "utf-8")
    assert run(folder) == 2
    assert "weat8.jsonl" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_told_first(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "out").write_text("a file", "utf-8")
    assert run(folder) == 2
    assert "--out" in capsys.readouterr().err


def test_the_program_starts_and_says_what_it_can(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mitgemeint.eval.cli", "association", "run", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0
    assert "--tests" in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are Unicode elsewhere")
def test_names_of_files_that_are_not_utf8(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = os.fsdecode(b"bad\xff")
    (folder / "tests" / "weat6.jsonl").rename(folder / "tests" / f"{bad}.jsonl")
    (folder / "vectors.txt").rename(folder / f"{bad}.txt")
    more = ("--model", f"vectors:{folder / bad}.txt", "--out", str(folder / bad))
    arguments = ["--tests", str(folder / "tests"), *more]
    assert main(["association", "run", *arguments]) == 0
    assert "bad\\udcff" in capsys.readouterr().out
    assert (
        main(["association", "report", str(folder / bad), "--draw", str(folder / "map.svg"), "--title", bad])
        == 0
    )
    assert main(["association", "run", *arguments]) == 0


def test_a_terminal_without_letters_shows_others(folder: Path) -> None:
    """As with LC_ALL=C and without Python's own remedy for it."""
    arguments = ["--tests", str(folder / "tests"), "--model", f"vectors:{folder / 'vectors.txt'}"]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mitgemeint.eval.cli",
            "association",
            "run",
            *arguments,
            "--out",
            str(folder / "out"),
        ],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"weat6" in done.stdout
