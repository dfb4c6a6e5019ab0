"""`mitgemeint-eval bbq` from end to end: tiny models, a server with faults, runs that are killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fake_server
import pytest
from bbq_samples import gg_bbq_rows, write_gg_bbq, write_rows
from fake_server import FakeServer

from mitgemeint.eval.bbq import result
from mitgemeint.eval.bbq.tally import total
from mitgemeint.eval.cli import main

pytest.importorskip("matplotlib", reason="needs the extra eval")
pytest.importorskip("torch", reason="needs the extra eval")


def bbq(*arguments: object) -> int:
    return main(["bbq", *map(str, arguments)])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_gg_bbq(tmp_path / "data")


@pytest.mark.parametrize("architecture", ["llama-long", "llama-long-chat", "mt5"])
def test_a_run_from_end_to_end(
    architecture: str,
    data: Path,
    tmp_path: Path,
    checkpoint: Callable[[str], Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "out"
    methods = ("sum", "unconditional", "letter", "generation")
    options = [option for method in methods for option in ("--answers", method)]
    run = ("run", "--data", data, "--model", checkpoint(architecture), "--limit", 2, "--longest", 4, *options)
    assert bbq(*run, "--out", out) == 0
    printed = capsys.readouterr()
    assert "## Averages" in printed.out
    assert f"Written to {out}" in printed.err
    finished = result.load(out)
    assert {cell.method for cell in finished.cells} == set(methods)
    assert {len(finished.cells)} == {3 * 5 + 2}  # two prompts have letters
    assert all((total(cell.tallies).n_a, total(cell.tallies).n_d) == (2, 2) for cell in finished.cells)
    answers = [json.loads(line) for line in (out / "answers.jsonl").read_text("utf-8").splitlines()]
    assert len(answers) == 17 * 4
    before = {
        path.name: path.read_bytes() for path in out.iterdir() if path.suffix in (".csv", ".jsonl", ".svg")
    }
    assert bbq(*run, "--out", out) == 0  # all of it from the journal
    assert before == {name: (out / name).read_bytes() for name in before}
    model = next(iter(finished.settings["models"].values()))
    assert model["revision"].startswith("sha256:")
    assert finished.settings["decoding"]["temperature"] == 0
    assert finished.provenance["libraries"]["torch"]


def test_report_compare_and_list(
    data: Path, tmp_path: Path, checkpoint: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "two"):
        write_gg_bbq(tmp_path / name)
    model = ("--model", checkpoint("llama-long"), "--prompt", "de-letters")
    sets = ("--data", f"first={tmp_path / 'one'}", "--data", f"second={tmp_path / 'two'}")
    assert bbq("run", *sets, *model, "--limit", 2, "--out", tmp_path / "out") == 0
    assert bbq("compare", tmp_path / "out", "--sets", "first", "second") == 0
    assert bbq("report", tmp_path / "out", "--format", "latex") == 0
    assert bbq("report", tmp_path / "out", "--draw", tmp_path / "bias.pdf") == 0
    assert (tmp_path / "bias.pdf").read_bytes().startswith(b"%PDF")
    assert bbq("list", data) == 0
    for what in ("prompts", "gg-bbq-paper", None):
        assert bbq("list", *([what] if what else [])) == 0
    printed = capsys.readouterr().out
    for wanted in (
        "first → second",
        r"\toprule",
        "| Subset-I | 4 | 8 | 8 | 0 |",
        "Llama-3.1-70B",
        "de-polite",
    ):
        assert wanted in printed


@pytest.mark.parametrize("fault", fake_server.FAULTS)
def test_a_server_with_faults_gives_the_same_results(
    fault: str, data: Path, tmp_path: Path, serve_model: Callable[..., FakeServer]
) -> None:
    common = ("run", "--data", data, "--limit", 2, "--prompt", "de-plain", "--answers", "generation")
    sound, ill = serve_model("vllm"), serve_model("vllm", fake_server.first(fault, 1, after=2), hang=3.0)
    for name, server in (("sound", sound), ("ill", ill)):
        model = f"server:{fake_server.MODEL}@{server.url}"
        assert bbq(*common, "--model", model, "--timeout", 1.5, "--out", tmp_path / name) == 0
    one, other = (result.load(tmp_path / name) for name in ("sound", "ill"))
    assert [cell.tallies for cell in one.cells] == [cell.tallies for cell in other.cells]
    assert [total(cell.tallies).n_a for cell in other.cells] == [2]


def test_a_killed_run_goes_on_where_it_was(data: Path, tmp_path: Path) -> None:
    log = tmp_path / "answered.txt"
    server = subprocess.Popen(
        [sys.executable, fake_server.__file__, "--delay", "0.05", "--log", str(log)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        model = server.stdout.readline().strip()
        command = [
            *(
                sys.executable,
                "-m",
                "mitgemeint.eval.cli",
                "bbq",
                "run",
                "--data",
                str(data),
                "--model",
                model,
            ),
            *("--answers", "generation"),
            *("--out", str(tmp_path / "out")),
        ]
        first = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        journal = tmp_path / "out" / "journal.jsonl"
        deadline = time.monotonic() + 60
        while not (journal.exists() and journal.stat().st_size > 200):
            assert time.monotonic() < deadline
            assert first.poll() is None
            time.sleep(0.02)
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        kept = journal.read_bytes().count(b"\n")
        assert 0 < kept < 80
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    finally:
        server.terminate()
        server.wait()
    finished = result.load(tmp_path / "out")
    assert [total(cell.tallies).n_a for cell in finished.cells] == [8] * 5
    lines = [line for line in log.read_text("utf-8").splitlines() if "completions" in line]
    twice = len(lines) - len(set(lines))
    assert twice <= 8  # what was on its way when the run was killed: as many as go at once


def test_published_predictions_are_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = gg_bbq_rows("disambiguous_context")
    path = write_rows(tmp_path / "data" / "subset-1" / "disamb.jsonl", rows)
    predictions = [{"item": f"disamb/{row['index']}", "prediction": row["label"]} for row in rows]
    file = write_rows(tmp_path / "answers.jsonl", predictions)
    score = ("score", "--data", path, "--predictions", file, "--out")
    assert bbq(*score, tmp_path / "out") == 0
    counts = total(result.load(tmp_path / "out").cells[0].tallies)
    assert (counts.n_d, counts.n_dr, counts.n_bb, counts.n_cc) == (8, 8, 4, 4)
    capsys.readouterr()
    for change, reason in (
        ({"item": "odd"}, "which is no item"),
        ({"prediction": 3}, "3 is no place of a choice"),
        ({"prediction": True}, "'True' is no answer"),
    ):
        write_rows(file, [predictions[0] | change])
        assert bbq(*score, tmp_path / "new") == 2
        assert reason in capsys.readouterr().err
    write_rows(file, predictions[:5])
    assert bbq(*score, tmp_path / "some", "--limit", "4") == 0
    assert "doubt" not in capsys.readouterr().err
    assert "items have no answer" in (tmp_path / "some" / "table.md").read_text("utf-8")
    write_rows(file, [predictions[0], predictions[0]])
    assert bbq(*score, tmp_path / "new") == 2
    assert "is a second answer to disamb/0" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--data", "nowhere", "--model", "x"], "nowhere: there is no such folder or file"),
        (["--model", "/no/model"], "/no/model: there is no such folder"),
        (["--model", "x/y", "--prompt", "odd"], "--prompt: there is no prompt odd"),
        (["--model", "x/y", "--model", "x/y"], "--model: x/y is named twice"),
        (["--model", "x/y", "--prompt", "en-plain"], "--prompt: no prompt has the language of the data"),
        (["--model", "x/y", "--only", "odd"], "no category matches"),
        (["--model", "server:x@ftp://here"], "ftp"),
        (["--model", "x/y", "--prompts-file", "nowhere.toml"], "nowhere.toml: No such file"),
    ],
)
def test_one_line_says_what_is_wrong(
    arguments: list[str], reason: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given: list[Any] = [] if "--data" in arguments else ["--data", data]
    assert bbq("run", *given, *arguments, "--offline", "--out", tmp_path / "out") == 2
    error = capsys.readouterr().err
    assert reason in error
    assert error.count("mitgemeint-eval:") == 1
    assert len([line for line in error.splitlines() if not line.endswith("loading")]) == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seed", "-1"],
        ["--seed", "99999999999"],
        ["--top-p", "0"],
        ["--temperature", "nan"],
        ["--limit", "0"],
        ["--concurrency", "0"],
    ],
)
def test_numbers_that_cannot_be_are_refused_at_once(
    arguments: list[str], data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        bbq("run", "--data", data, "--model", "x/y", *arguments, "--out", tmp_path / "out")
    assert ended.value.code == 2
    assert f"argument {arguments[0]}" in capsys.readouterr().err


def test_other_languages_need_prompts_alone(tmp_path: Path, checkpoint: Callable[[str], Path]) -> None:
    rows = [{**row, "language": "fr"} for row in gg_bbq_rows("ambiguous_context")]
    path = write_rows(tmp_path / "items.jsonl", rows)
    prompts = tmp_path / "prompts.toml"
    text = "{context} {question} A {choice_0} B {choice_1} C {choice_2}"
    prompts.write_text(f"[fr]\nlanguage = 'fr'\nanswer = 'text'\ntext = '{text}'\n", "utf-8")
    run = (
        "run",
        "--data",
        path,
        "--model",
        checkpoint("llama-long"),
        "--prompts-file",
        prompts,
        "--limit",
        1,
    )
    methods = ("--answers", "length", "--answers", "generation", "--longest", 3)
    assert bbq(*run, *methods, "--out", tmp_path / "out") == 0
    answers = [json.loads(line) for line in (tmp_path / "out" / "answers.jsonl").open(encoding="utf-8")]
    assert {"written" in answer for answer in answers if answer["method"] == "generation"} == {True}


def test_results_of_another_run_stay(
    data: Path, tmp_path: Path, checkpoint: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    common = (
        "run",
        "--data",
        data,
        "--model",
        checkpoint("llama-long"),
        "--limit",
        1,
        "--out",
        tmp_path / "out",
    )
    assert bbq(*common, "--prompt", "de-letters") == 0
    before = (tmp_path / "out" / "results.json").read_bytes()
    assert bbq(*common, "--prompt", "de-plain") == 2
    assert "holds the results of another run" in capsys.readouterr().err
    assert (tmp_path / "out" / "results.json").read_bytes() == before


def test_rewording_writes_both_wordings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        row | {"context": "Die Lehrer sahen eine Frau und einen Mann."}
        for row in gg_bbq_rows("ambiguous_context")
    ]
    path = write_rows(
        tmp_path / "data" / "subset-1" / "amb.jsonl", [row | {"index": n} for n, row in enumerate(rows)]
    )
    assert bbq("reword", path, "--notation", "star", "--out", tmp_path / "out") == 0
    assert "8 of 8 items" in capsys.readouterr().out
    one, other = (
        [
            json.loads(line)
            for line in (tmp_path / "out" / name / "items.jsonl").read_text("utf-8").splitlines()
        ]
        for name in ("original", "inclusive")
    )
    assert {row["context"] for row in other} == {"Die Lehrer*innen sahen eine Frau und einen Mann."}
    assert [row["id"] for row in one] == [row["id"] for row in other]
    assert bbq("reword", path, "--policy", "odd", "--out", tmp_path / "new") == 2
    assert "there is no house rule odd" in capsys.readouterr().err
