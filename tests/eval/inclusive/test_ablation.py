"""Variants, the threshold and the time: that they are what they are called."""

import importlib.util
import json
import os
from dataclasses import fields
from pathlib import Path

import pytest

from mitgemeint.analysis.components import EVERYTHING, Components
from mitgemeint.eval.inclusive import timing
from mitgemeint.eval.inclusive.ablation import FULL, REPORTED, THRESHOLDS, VARIANTS, table, with_threshold
from mitgemeint.eval.inclusive.measures import figures
from mitgemeint.eval.inclusive.outcome import Outcome
from mitgemeint.eval.inclusive.pictures import ablation, performance, threshold, times
from mitgemeint.eval.inclusive.reports import by_threshold, threshold_lines, time_lines
from mitgemeint.eval.inclusive.result import Cell, Run, groups
from mitgemeint.eval.inclusive.systems.system import Request
from mitgemeint.eval.inclusive.timing import STAGES, Point, fit
from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.spans import Counts

pytest.importorskip("matplotlib", reason="needs the extra eval")
needs_compound_split = pytest.mark.skipif(
    importlib.util.find_spec("compound_split") is None and not os.environ.get("CI"),
    reason="compound-split (extra reference) is not here",
)


def test_the_report_s_variants_leave_one_component_out() -> None:
    assert VARIANTS[FULL] == EVERYTHING
    for name in REPORTED:
        changed = [
            each.name
            for each in fields(Components)
            if getattr(VARIANTS[name], each.name) != getattr(EVERYTHING, each.name)
        ]
        assert len(changed) == 1
    assert len(set(VARIANTS.values())) == len(VARIANTS)


def run(systems: dict[str, Counts], **settings: object) -> Run:
    cells = tuple(
        Cell(name, "small", (Outcome("a", "a", "pair", "", 1, counts),)) for name, counts in systems.items()
    )
    return Run(
        {"resamples": 0, "seed": 1, **settings}, {}, {"small": {}}, {name: {} for name in systems}, cells
    )


def test_the_table_of_ablations_has_differences() -> None:
    found = table(groups(run({FULL: Counts(3, 0, 1), "without reference": Counts(3, 3, 1)})))
    assert found.rows == (
        ("small", FULL, "0.750", "1.000", "0.857", *["–"] * 5),
        ("small", "without reference", "0.750 (+0.000)", "0.500 (−0.500)", "0.600 (−0.257)", *["–"] * 5),
    )


def test_thresholds_are_told_with_the_best_one() -> None:
    swept = run(
        {"s0 = -1": Counts(4, 4, 0), "s0 = 0": Counts(4, 1, 0), "s0 = 1": Counts(2, 0, 2)},
        thresholds=[-1.0, 0.0, 1.0],
    )
    assert by_threshold(swept, groups(swept))["small"][0.0]["precision"].value == 0.8
    lines = threshold_lines(swept, groups(swept))
    assert "| small | 0 | 1.000 | 0.800 | 0.889 |" in lines
    assert sum(line.startswith("| small") for line in lines) == 3


@needs_compound_split
def test_a_threshold_takes_first_parts_off_or_leaves_them() -> None:
    text = "Die Posaunenlehrer kommen."
    labels = [
        next(with_threshold(s0).answers([Request("set", "a", 0, text, True)])).labels
        for s0 in (THRESHOLDS[0], 1.0)
    ]
    assert labels == [((4, 18),), ()]


# ---- time ----


def points(slope: float, start: float) -> list[Point]:
    return [
        Point(length, {stage: (slope * length / 1000 + start) / len(STAGES) for stage in STAGES})
        for length in (1000, 2000, 4000, 8000)
    ]


def test_a_straight_line_is_found_again() -> None:
    line = fit(points(0.02, 0.1))
    assert (line.slope, line.start, line.explained) == pytest.approx((0.02, 0.1, 1.0))
    assert fit(points(0.02, 0.1), STAGES[0]).slope == pytest.approx(0.02 / len(STAGES))


def test_time_is_measured_for_every_stage_and_length() -> None:
    sentences = [f"Die Lehrer der Schule {number} helfen den Schülern gern." for number in range(90)]
    found = list(timing.measure(sentences, repeats=1))
    assert [round(point.characters, -3) for point in found] == [1000, 2000, 4000]
    assert len(found) == timing.count_lengths(sentences)
    assert all(set(point.seconds) == set(STAGES) for point in found)
    assert found[-1].seconds["parsing"] > 0
    assert found[-1].total > found[0].total


def test_too_little_text_is_told() -> None:
    with pytest.raises(EvalError, match="too short for the time to be measured"):
        list(timing.measure(["Es regnet."]))


def test_times_come_back_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "time.json"
    path.write_text(timing.dump(timing.Timing(tuple(points(0.02, 0.1)), {})), "utf-8")
    assert list(timing.load(path).points) == points(0.02, 0.1)
    content = json.loads(path.read_text("utf-8"))
    for broken in ({**content, "format": "x"}, {**content, "points": [{"characters": -1, "seconds": {}}]}):
        path.write_text(json.dumps(broken), "utf-8")
        with pytest.raises(EvalError, match="is no timing"):
            timing.load(path)
    with pytest.raises(EvalError, match="No such file"):
        timing.load(tmp_path / "none.json")


def test_time_is_told_by_stage() -> None:
    lines = time_lines(timing.Timing(tuple(points(0.02, 0)), {}))
    assert lines[0] == "**Time, texts of 1,000 to 8,000 characters**"
    assert "| all together | 20.00 | 100 % | 1.000 |" in lines


# ---- pictures ----


def test_pictures_are_drawn_of_what_there_is() -> None:
    measured = groups(run({FULL: Counts(3, 0, 1), "without reference": Counts(3, 3, 1)}))
    for figure in (ablation(measured), performance(measured)):
        assert [axes.get_title() for axes in figure.axes][:1] == ["F1"]
    values = {s0: figures([Outcome("a", "a", "pair", "", 1, Counts(1, 1, 1))], 0) for s0 in (-1.0, 1.0)}
    assert threshold({"small": values}).axes[0].get_title() == "small"
    assert threshold({}).axes
    assert len(times(points(0.02, 0)).axes[0].get_lines()) == len(STAGES) + 2
