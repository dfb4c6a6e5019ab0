"""Results as files, tables, a figure and comparisons."""

import csv
import io
import json
from dataclasses import astuple, replace
from pathlib import Path

import pytest
from bbq_samples import HashModel, Silence, write_gg_bbq

from mitgemeint.eval.bbq import asking, comparison, reports, result, tables
from mitgemeint.eval.bbq.data_set import read_data_set
from mitgemeint.eval.bbq.methods import Method
from mitgemeint.eval.bbq.orders import CHOICES
from mitgemeint.eval.bbq.prompts import shipped_prompts
from mitgemeint.eval.bbq.result import Cell, Run
from mitgemeint.eval.bbq.running import Plan, agreements, run, sizes
from mitgemeint.eval.bbq.scores import score
from mitgemeint.eval.bbq.summary import ALL, averages, by_cell, by_order, by_template
from mitgemeint.eval.bbq.tally import Tally, total
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.language_models.model import Decoding
from mitgemeint.eval.problems import EvalError


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Two models, five prompts, three orders, two ways to an answer."""
    folder = tmp_path_factory.mktemp("bbq")
    data_set = read_data_set(str(write_gg_bbq(folder / "data")))
    prompts = shipped_prompts().chosen(["german"])
    methods = (Method.ASKED, Method.GENERATION)
    plan = Plan((data_set,), prompts, CHOICES["unknown"], methods, Decoding(), 0)
    journal = Journal(folder / "journal.jsonl", asking.as_json, asking.from_json)
    found = [
        each
        for name in ("eins", "zwei_$x$")
        for each in run(name, lambda name=name: HashModel(name), plan, journal, Silence())  # type: ignore[misc]
    ]
    settings = {"seed": 0, "data_sets": sizes([data_set]), "models": {}, "asked": {}}
    return Run(settings, {}, tuple(each.cell for each in found), tuple(agreements(found)))


def test_a_run_is_read_back_as_it_was(finished: Run, tmp_path: Path) -> None:
    reports.write_all(finished, [{"item": "1"}], tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(reports.FILES)
    assert result.load(tmp_path) == finished


def test_averages_are_means_of_cells(finished: Run) -> None:
    row = next(row for row in averages(finished) if row.key.model == "eins" and row.key.method == "asked")
    cells = [cell for cell in finished.cells if (cell.model, cell.method) == ("eins", "asked")]
    assert len(cells) == 15
    values = [score(total(cell.tallies))["accuracy_ambiguous"] for cell in cells]
    assert row.scores["accuracy_ambiguous"] == pytest.approx(sum(value or 0 for value in values) / 15)
    assert row.prompts == 5
    assert row.asked == (15 * 8, 15 * 8)


def test_parts_add_up_to_the_whole(finished: Run) -> None:
    for rows in (by_cell(finished), by_order(finished)):
        of_model = [row for row in rows if row.key.model == "eins" and row.key.method == "asked"]
        assert sum(row.counts.n_a for row in of_model) == 15 * 8
    templates = [row for row in by_template(finished) if row[0].model == "eins" and row[0].method == "asked"]
    assert sum(counts.n_a for *_, counts in templates) == 15 * 8


def test_categories_of_a_set_are_also_taken_together(finished: Run) -> None:
    (cell, *_) = finished.cells
    two = replace(cell, tallies={**cell.tallies, ("Other", "9"): next(iter(cell.tallies.values()))})
    rows = averages(Run(finished.settings, {}, (two,)))
    assert [row.key.category for row in rows] == ["Subset-I", "Other", ALL]
    assert rows[2].counts.n_a == rows[0].counts.n_a + rows[1].counts.n_a


def test_the_markdown_names_all_that_matters(finished: Run) -> None:
    text = tables.as_markdown(finished)
    for wanted in (
        "## Averages",
        "## By prompt",
        "## By order of the choices",
        "unknown-second",
        "fixed-place",
    ):
        assert wanted in text
    for line in text.splitlines():
        if line.startswith("| "):
            assert line.count("|") > 5


def test_the_csv_has_every_level(finished: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(tables.as_csv(finished))))
    assert {row["level"] for row in rows} == {"average", "prompt", "order", "cell", "template"}
    average = next(row for row in rows if row["level"] == "average")
    assert float(average["accuracy_ambiguous_low"]) <= float(average["accuracy_ambiguous"])
    assert int(average["n_a"]) == 120


def test_the_latex_spells_out_what_means_something_there(finished: Run) -> None:
    text = tables.as_latex(finished)
    assert r"zwei\_\$x\$ (asked)" in text
    assert text.count(r"\\") >= 4


def test_the_figure_is_the_same_each_time(finished: Run, tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        reports.draw(finished, tmp_path / name, "A title")
    one, two = ((tmp_path / name).read_bytes() for name in ("one.svg", "two.svg"))
    assert one == two
    with pytest.raises(EvalError, match="is no picture"):
        reports.draw(finished, tmp_path / "one.txt", "")


def test_a_run_compared_with_itself_has_not_changed(finished: Run) -> None:
    found = comparison.changes(finished, finished)
    assert found
    assert {each.change for each in found} == {0.0}
    assert {each.interval for each in found} == {(0.0, 0.0)}
    assert {each.partners for each in found} == {15}


def test_two_models_are_compared_where_each_run_has_one(finished: Run) -> None:
    one, two = (
        replace(finished, cells=tuple(cell for cell in finished.cells if cell.model == name))
        for name in ("eins", "zwei_$x$")
    )
    found = comparison.changes(one, two)
    assert {each.key.model for each in found} == {"eins → zwei_$x$"}
    text = "\n".join(comparison.as_markdown(found, one, two))
    assert "| accuracy ambiguous |" in text


def test_data_sets_of_a_run_are_compared(finished: Run) -> None:
    other = tuple(replace(cell, data_set="other") for cell in finished.cells)
    both = replace(finished, cells=finished.cells + other)
    found = comparison.of_sets(both, "data", "other")
    assert {each.key.data_set for each in found} == {"data → other"}
    with pytest.raises(EvalError, match="the run has no data set odd; choose from data, other"):
        comparison.of_sets(both, "data", "odd")
    with pytest.raises(EvalError, match="share no data set"):
        comparison.changes(finished, Run({}, {}, tuple(replace(c, method="x") for c in finished.cells)))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "x"}, "does not say that it is a run"),
        ({"counts": []}, "has other counts"),
        ({"cells": []}, "has no results"),
        ({"cells": [{}]}, "'tallies'"),
        ({"settings": 1}, "names with values are wanted"),
    ],
)
def test_what_is_no_run(finished: Run, tmp_path: Path, change: dict[str, object], reason: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(json.dumps(json.loads(result.dump(finished)) | change), "utf-8")
    with pytest.raises(EvalError, match=reason):
        result.load(path)


def test_counts_that_are_none(finished: Run, tmp_path: Path) -> None:
    content = json.loads(result.dump(finished))
    for row in (["a", "b", 1], ["a", "b", *([-1] * 16)], ["a", 3, *([1] * 16)]):
        content["cells"][0]["tallies"][0] = row
        (tmp_path / "results.json").write_text(json.dumps(content), "utf-8")
        with pytest.raises(EvalError, match="is no run of BBQ"):
            result.load(tmp_path)
    assert len(astuple(next(iter(finished.cells[0].tallies.values())))) == 16


def test_only_templates_that_both_runs_have_are_compared() -> None:
    def made(templates: dict[str, tuple[int, int]]) -> Run:
        tallies = {("G", name): Tally(n_a=n, n_au=right) for name, (n, right) in templates.items()}
        return Run({}, {}, (Cell("set", "model", "prompt", "given", "asked", tallies),))

    before = made({"1": (10, 5), "2": (10, 3), "3": (10, 0)})
    after = made({"1": (10, 5), "2": (10, 3), "9": (10, 10)})
    found = {each.score: each for each in comparison.changes(before, after)}["accuracy_ambiguous"]
    assert (found.before, found.after, found.change) == (0.4, 0.4, 0.0)
    assert (found.interval, found.templates) == ((0.0, 0.0), 2)
    with pytest.raises(EvalError, match="share no template"):
        comparison.changes(before, made({"9": (10, 1)}))


def test_a_category_may_be_called_all() -> None:
    tallies = {("all", "1"): Tally(n_a=2, n_au=1), ("other", "2"): Tally(n_a=1)}
    rows = averages(Run({}, {}, (Cell("set", "model", "prompt", "given", "asked", tallies),)))
    assert [(row.key.shown_category, row.counts.n_a) for row in rows] == [
        ("all", 2),
        ("other", 1),
        ("all categories", 3),
    ]


@pytest.mark.parametrize(
    "settings",
    [
        {"seed": -1},
        {"seed": "abc"},
        {"seed": None},
        {"seed": 1e999},
        {"data_sets": []},
        {"data_sets": {"a": 5}},
        {"data_sets": {"a": {"doubts": 5}}},
        {"models": 3},
        {"other": float("nan")},
        {"other": "\ud800"},
    ],
)
def test_settings_that_cannot_be_used(finished: Run, tmp_path: Path, settings: dict[str, object]) -> None:
    content = json.loads(result.dump(finished))
    content["settings"] |= settings
    (tmp_path / "results.json").write_text(json.dumps(content), "utf-8")
    with pytest.raises(EvalError, match="is no run of BBQ"):
        result.load(tmp_path)


def test_counts_that_cannot_have_come_about(finished: Run, tmp_path: Path) -> None:
    content = json.loads(result.dump(finished))
    row = content["cells"][0]["tallies"][0]
    for change in ({2: 1, 3: 2}, {2: 10**400}):
        content["cells"][0]["tallies"][0] = [change.get(place, value) for place, value in enumerate(row)]
        (tmp_path / "results.json").write_text(json.dumps(content), "utf-8")
        with pytest.raises(EvalError, match="cannot be counts"):
            result.load(tmp_path)
    content["cells"] = [content["cells"][1]] * 2
    (tmp_path / "results.json").write_text(json.dumps(content), "utf-8")
    with pytest.raises(EvalError, match="one cell twice"):
        result.load(tmp_path)


def test_nothing_is_asked_where_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").mkdir()
    with pytest.raises(EvalError, match=r"answers\.jsonl: is a folder"):
        reports.check_out(tmp_path, {})


def test_results_of_another_run_are_not_written_over(finished: Run, tmp_path: Path) -> None:
    reports.write_all(finished, [], tmp_path)
    reports.check_out(tmp_path, {})
    with pytest.raises(EvalError, match="holds the results of another run"):
        reports.check_out(tmp_path, {"data": "x"})
