"""The picture of performance: what stands where, and what it is called."""

from typing import Any

import pytest

from mitgemeint.eval.inclusive.measures import Estimate
from mitgemeint.eval.inclusive.pictures import LONGEST_NAME, performance, shortened
from mitgemeint.eval.inclusive.result import ALL, Group

pytest.importorskip("matplotlib", reason="needs the extra eval")

LABELS_AND_TEXTS = {"F1": Estimate(0.9, 0.8, 1.0), "exact": Estimate(0.5, 0.4, 0.6)}
TEXTS = {"exact": Estimate(0.2, 0.1, 0.3)}


def drawn(*groups: tuple[str, str, dict[str, Estimate]]) -> Any:
    return performance([Group(system, name, ALL, ALL, 9, figures) for system, name, figures in groups])


def places(panel: Any) -> dict[str, list[float]]:
    """The heights of the dots of each system, by the name in the legend."""
    handles, labels = panel.get_legend_handles_labels()
    return {
        label: [float(y) for y in handle[0].get_ydata()]
        for handle, label in zip(handles, labels, strict=True)
    }


def test_a_panel_without_figures_is_left_out_and_axes_are_those_of_shares() -> None:
    figure = drawn(("nothing", "a", TEXTS))
    assert [panel.get_title() for panel in figure.axes] == ["exact"]
    figure = drawn(("default", "a", LABELS_AND_TEXTS), ("nothing", "a", TEXTS))
    assert [panel.get_title() for panel in figure.axes] == ["F1", "exact"]
    assert {panel.get_xlim() for panel in figure.axes} == {(-0.03, 1.03)}


def test_who_is_alone_stands_on_the_line() -> None:
    figure = drawn(("default", "a", LABELS_AND_TEXTS), ("default", "b", TEXTS), ("nothing", "a", TEXTS))
    first, last = figure.axes
    assert places(first) == {"default": [0.0]}
    found = places(last)
    assert found["default"][0] < 0 < found["nothing"][0]
    assert found["default"][1] == 1.0


def test_long_names_are_shortened_and_stay_different() -> None:
    url = f"server:model@https://host.example/{'path/' * 20}"
    names = [f"{url}1", f"{url[:60]}/other/{url[60:]}1", "default"]
    short = shortened(names, LONGEST_NAME)
    assert len(set(short.values())) == len(names)
    assert max(map(len, short.values())) <= LONGEST_NAME
    assert short["default"] == "default"
    (legend,) = drawn(*((name, "a", TEXTS) for name in names)).legends
    assert [text.get_text() for text in legend.get_texts()] == [short[name] for name in names]


def test_rows_of_several_sets_are_broken_into_lines() -> None:
    name = "together: " + ", ".join(f"a-set-with-a-name-{number}" for number in range(9))
    (label,) = drawn(("default", name, TEXTS)).axes[0].get_yticklabels()
    lines = label.get_text().split("\n")
    assert len(lines) <= 3
    assert lines[-1] == "…"
