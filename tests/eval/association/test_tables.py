"""Tables, comparison and journal of association runs."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mitgemeint.eval.association import comparison, reports, result, stored, tables
from mitgemeint.eval.association.result import LeftOutTemplate, Result, Run
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.problems import EvalError

SETTINGS = {"alpha": 0.01, "family": "all", "convention": "sent-bias", "side": "greater"}


def cell(model: str, test: str, d: float | None, p: float | None) -> Result:
    return Result(
        *(test, "word", model, (8, 8, 8, 8), 0.5, d, (0.1, 1.2)),
        without_template=(LeftOutTemplate("Bu {}.", 0.3), LeftOutTemplate("{} burada.", None)),
        p=p,
        p_method="exact",
        partitions=12870,
        scores=((0.25, -0.5), (0.125,)),
        warnings=("C3 b|c",),
    )


RUN = Run(
    SETTINGS,
    {"version": "0"},
    (
        cell("e5_small", "weat6", 1.234, 0.0004),
        cell("e5_small", "weat8", None, None),
        cell("bert|b", "weat6", -0.5, 0.75),
    ),
)
STARS = {("e5_small", "weat6"): "**"}


def test_markdown_has_tests_by_rows_and_models_by_columns() -> None:
    lines = tables.as_markdown(RUN, STARS).splitlines()
    assert lines[:4] == [
        "| test | e5_small | bert\\|b |",
        "|---|---|---|",
        "| weat6 | 1.23\\*\\* (<.001) | -0.50 (.750) |",
        "| weat8 | – |  |",
    ]
    assert "sent-bias" in lines[-1]


def test_latex_escapes_names() -> None:
    text = tables.as_latex(RUN, STARS)
    assert "Test & e5\\_small & bert|b \\\\" in text
    assert "weat6 & $1.23^{**}$ ($<$.001) & $-0.50$ (.750) \\\\" in text
    assert "Holm-Bonferroni" in text.splitlines()[-1]


def test_csv_has_every_value() -> None:
    rows = list(csv.DictReader(io.StringIO(tables.as_csv(RUN, STARS))))
    assert rows[0]["effect_size"] == "1.234"
    assert (rows[0]["stars"], rows[1]["p"], rows[2]["n_b"]) == ("**", "", "8")
    assert rows[0]["warnings"] == "C3 b|c"


def test_a_run_reads_back_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(result.dump(RUN), "utf-8")
    assert result.load(tmp_path) == RUN
    assert result.load(tmp_path / "results.json") == RUN


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1}', json.dumps({"format": result.FORMAT})])
def test_what_is_no_run_is_one_clear_line(tmp_path: Path, content: str) -> None:
    file = tmp_path / "results.json"
    file.write_text(content, "utf-8")
    with pytest.raises(EvalError) as caught:
        result.load(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_runs_of_one_model_each_are_compared_though_their_names_differ() -> None:
    before = Run(
        {**SETTINGS, "models": {"a": {"pooling": "cls"}}},
        {},
        (cell("a", "weat6", 1.0, 0.01), cell("a", "weat7", 0.2, 0.3)),
    )
    other = {**SETTINGS, "side": "two-sided", "models": {"b": {"pooling": "mean"}}}
    after = Run(other, {}, (cell("b", "weat6", 0.4, 0.2),))
    lines = list(comparison.as_markdown(before, after))
    assert "- side: greater → two-sided" in lines
    assert "- a → b, pooling: cls → mean" in lines
    assert "| a → b | weat6 | 1.00 | 0.40 | -0.60 | .010 | .200 |" in lines
    assert "| a → b | weat7 | 0.20 | – | – | .300 | – |" in lines


def test_runs_that_share_nothing_cannot_be_compared() -> None:
    other = Run(SETTINGS, {}, (cell("e5_small", "weat1", 1.0, 0.01), cell("x", "weat1", 1.0, 0.01)))
    with pytest.raises(EvalError, match="share no test"):
        comparison.differences(RUN, other)


def test_a_journal_goes_on_after_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "run" / "journal.jsonl"
    first, second, third = RUN.results
    journal = Journal(path, result.as_json, result.from_json)
    journal.add("one", first)
    journal.add("two", second)
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        again = Journal(path, result.as_json, result.from_json)
        assert again.find("one") in (None, first)
        again.add("three", third)
        reread = Journal(path, result.as_json, result.from_json)
        assert reread.find("three") == third
        assert reread.find("one") == again.find("one")


def test_a_journal_holds_plain_numbers_only(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, result.as_json, result.from_json).add("nan", cell("m", "t", float("nan"), float("inf")))
    (line,) = path.read_text("utf-8").splitlines()
    assert json.loads(line)["result"]["p"] is None
    assert Journal(path, result.as_json, result.from_json).find("nan") == cell("m", "t", None, None)


def test_names_are_drawn_as_they_are(tmp_path: Path) -> None:
    """Not read as formulas, which fail or swallow letters."""
    pytest.importorskip("matplotlib", reason="needs the extra eval")
    run = Run(SETTINGS, {}, (cell("m$\\x$", "weat$_{6$", 1.0, 0.001),))
    for ending in ("svg", "png", "pdf"):
        reports.draw(run, tmp_path / f"map.{ending}", "$\\frac{$")
        assert (tmp_path / f"map.{ending}").stat().st_size


def damaged() -> Iterator[tuple[str, object]]:
    """Values that are none of a result's, by name."""
    for name in stored.RESULT:
        for value in ({}, [1, [2]], "\ud800", True, 1e400, -1):
            if not (name in ("statistic", "effect_size") and value == -1):
                yield name, value
    yield from [("p", "abc"), ("p", 7), ("sizes", None), ("warnings", [1]), ("model", None)]
    yield "without_template", [["{}", 0.1, 2]]


@pytest.mark.parametrize(("name", "value"), list(damaged()))
def test_damaged_results_are_told_of_and_computed_again(tmp_path: Path, name: str, value: object) -> None:
    content = json.loads(result.dump(RUN))
    content["results"][0][name] = value
    (tmp_path / "results.json").write_text(json.dumps(content), "utf-8")
    with pytest.raises(EvalError, match=f"is no run of association tests .*{name} is"):
        result.load(tmp_path)
    line = json.dumps({"key": "one", "result": content["results"][0]})
    (tmp_path / "journal.jsonl").write_text(f"{line}\n", "utf-8")
    assert Journal(tmp_path / "journal.jsonl", result.as_json, result.from_json).find("one") is None


@pytest.mark.parametrize(
    ("part", "value"),
    [
        *(("settings", value) for value in ([], None, "x", {"family": "nope"}, {"family": []})),
        *(("settings", {"alpha": value}) for value in ("x", 5, 0, None, True)),
        *(("settings", {"models": value}) for value in ([], {"m": None}, {"m": {"pooling": 1}})),
        *(("provenance", value) for value in ([], None)),
        *(("results", value) for value in ([], None, {"a": 1}, [[]], [None], "x")),
    ],
)
def test_damaged_runs_are_told_of(tmp_path: Path, part: str, value: object) -> None:
    content = json.loads(result.dump(RUN)) | {part: value}
    (tmp_path / "results.json").write_text(json.dumps(content), "utf-8")
    with pytest.raises(EvalError, match="is no run of association tests"):
        result.load(tmp_path)


def test_deep_nesting_is_no_run(tmp_path: Path) -> None:
    for name in ("results.json", "journal.jsonl"):
        (tmp_path / name).write_text("[" * 100_000, "utf-8")
    with pytest.raises(EvalError, match="is no run of association tests"):
        result.load(tmp_path)
    assert Journal(tmp_path / "journal.jsonl", result.as_json, result.from_json).find("") is None


def test_paths_that_no_file_can_have() -> None:
    with pytest.raises(EvalError, match="too long"):
        result.load(Path("x" * 300))
    with pytest.raises(EvalError, match="too long"):
        reports.check_out(Path("x" * 300), {})
