"""`bbq generate` from the command line: what it writes, tells and refuses."""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from mitgemeint.eval.bbq import generate_command
from mitgemeint.eval.bbq.template import Template, read_templates, write_templates
from mitgemeint.eval.problems import EvalError

Pair = tuple[Template, Template]


def run(*arguments: object) -> int:
    parser = argparse.ArgumentParser()
    generate_command.add(parser.add_subparsers())
    chosen = parser.parse_args(["generate", *map(str, arguments)])
    status: int = chosen.run(chosen)
    return status


@pytest.fixture
def file(tmp_path: Path, both_orientations: Pair, group_terms: Pair) -> Path:
    path = tmp_path / "templates.csv"
    write_templates(path, [*both_orientations, *group_terms])
    return path


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_files_of_a_data_set(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "set"
    assert run(file, "--names", "german", "--seed", 5, "--out", out) == 0
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.*")) == [
        "provenance.json",
        "subset-1/bbq_de_amb_test.jsonl",
        "subset-1/bbq_de_disamb_test.jsonl",
        "subset-2/bbq_de_proper_names_amb_test.jsonl",
        "subset-2/bbq_de_proper_names_disamb_test.jsonl",
        "templates/subset-1.csv",
        "templates/subset-2.csv",
    ]
    first = rows(out / "subset-1/bbq_de_disamb_test.jsonl")[0]
    assert list(first) == [
        *("index", "context", "question", "label", "choice_0", "choice_1", "choice_2", "question_type"),
        *("context_type", "known_stereotyped_groups", "relevant_social_values", "choice_info"),
        *("category", "template", "question_index"),
    ]
    assert (first["template"], first["question_index"], first["known_stereotyped_groups"]) == (
        "2",
        "4",
        '["F"]',
    )
    told = json.loads((out / "provenance.json").read_text("utf-8"))
    assert told["settings"]["seed"] == 5
    assert told["templates"]["number"] == 4
    assert told["written"]["subset-1/bbq_de_amb_test.jsonl"] == 6
    assert "subset-2: " in capsys.readouterr().out
    assert read_templates(out / "templates/subset-2.csv") == read_templates(file)[:2]


def test_the_columns_of_the_older_revision(tmp_path: Path, file: Path) -> None:
    out = tmp_path / "set"
    run(file, "--names", "german", "--out", out, "--layout", "gg-bbq", "--revision", "3a95eef")
    path = out / "data/subset-1/bbq_de_amb_test.jsonl"
    assert list(rows(path)[0]) == [
        *("index", "context", "question", "label", "choice_0", "choice_1", "choice_2")
    ]
    assert {row["choice_2"] for row in rows(path)} == {"keine Antwort"}


def test_the_same_seed_writes_the_same_files(tmp_path: Path, file: Path) -> None:
    for out in ("one", "other"):
        run(file, "--names", "german", "--out", tmp_path / out)
    name = "subset-2/bbq_de_proper_names_amb_test.jsonl"
    assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_a_set_that_fails_a_check_is_not_written(
    tmp_path: Path, both_orientations: Pair, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "one.csv", tmp_path / "set"
    write_templates(file, both_orientations[:1])
    with pytest.raises(
        EvalError, match=r"one\.csv: the data set would fail the checks orientation; .*--allow"
    ):
        run(file, "--names", "german", "--out", out)
    assert not out.exists()
    assert "failed  orientation" in capsys.readouterr().out
    assert run(file, "--names", "german", "--out", out, "--allow", "orientation") == 0
    assert json.loads((out / "provenance.json").read_text("utf-8"))["allowed"] == ["orientation"]


def test_a_damaged_slot_is_named(
    tmp_path: Path, group_terms: Pair, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "templates.csv"
    damaged = [replace(each, question_negative="Wer, {WORD1}}?") for each in group_terms]
    write_templates(file, damaged)
    with pytest.raises(EvalError, match="checks slots"):
        run(file, "--out", tmp_path / "set")
    assert "template 2: has '{WORD1}}?'" in capsys.readouterr().out


def test_unknown_answers_of_ones_own(tmp_path: Path, group_terms: Pair) -> None:
    file = tmp_path / "templates.csv"
    write_templates(file, group_terms)
    run(file, "--out", tmp_path / "set", "--unknown", "Nicht bekannt", "--unknown", "Unklar")
    found = {
        row[f"choice_{n}"] for row in rows(tmp_path / "set/subset-1/bbq_de_amb_test.jsonl") for n in range(3)
    }
    assert found == {"Der Mann", "Die Frau", "Nicht bekannt", "Unklar"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--names", "nobody.toml"], "nobody.toml: No such file"),
        (["--names", "german", "--names-per-group", "0"], "--names-per-group: 0 is too few"),
        (["--names", "german", "--names-per-group", "99"], "names where 99 are wanted"),
        (["--names", "german", "--origin", "martian"], "no name is 'martian'"),
        (["--names", "german", "--unknown", " "], "--unknown: there is no text"),
        (["--names", "german", "--language", "tr"], "--unknown: there is no text"),
        ([], "--names: template 0 has proper names"),
    ],
)
def test_options_that_cannot_be_used(
    tmp_path: Path, file: Path, options: Sequence[str], message: str
) -> None:
    with pytest.raises(EvalError, match=message) as caught:
        run(file, "--out", tmp_path / "set", *options)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "set").exists()


def test_a_folder_that_is_none(tmp_path: Path, file: Path) -> None:
    with pytest.raises(EvalError, match="is no folder"):
        run(file, "--out", file / "set")


@pytest.mark.parametrize(
    ("subset", "revision", "path"),
    [
        ("subset-1", "24e5b32", "subset-1/bbq_de_amb_test.jsonl"),
        ("subset-2", "3a95eef", "data/subset-2/bbq_de_proper_names_disamb_test.jsonl"),
    ],
)
def test_the_published_files_byte_for_byte(
    tmp_path: Path, published: Callable[[str], Path], subset: str, revision: str, path: str
) -> None:
    templates = published(f"rev-{revision}/templates/{subset}.csv")
    options = ("--layout", "gg-bbq", "--revision", revision, "--names", "gg-bbq")
    assert run(templates, *options, "--out", tmp_path) == 0
    assert (tmp_path / path).read_bytes() == published(f"rev-{revision}/{path}").read_bytes()
    copied = tmp_path / f"templates/{subset}.csv"
    assert copied.read_bytes() == templates.read_bytes()
