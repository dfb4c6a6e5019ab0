"""Accuracy against bias as a figure, with the bound that accuracy sets to bias (Satheesh et al. 2025)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mitgemeint.eval.bbq.result import Run
from mitgemeint.eval.bbq.summary import ALL, Row, averages, by_cell
from mitgemeint.eval.bbq.tables import RESAMPLES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKS = "osD^vP*X<>hp"
"""A sign for each model, so that colours are not needed to tell them apart."""

Place = tuple[str, str]
"""Data set and category."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One condition: the scores on its axes and its title."""

    title: str
    accuracy: str
    bias: str


PANELS = (
    Panel("ambiguous contexts", "accuracy_ambiguous", "bias_ambiguous"),
    Panel("disambiguated contexts", "accuracy_disambiguated", "bias_disambiguated"),
)


def draw(run: Run, title: str = "") -> "Figure":
    """Two panels for each data set and category: a point for each model, small ones for its prompts.

    Bars are 95 % intervals over templates, grey lines the bounds 1 − accuracy and 1 − |2 · accuracy − 1|.
    """
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    rows, parts = averages(run, RESAMPLES), by_cell(run)
    places = list(dict.fromkeys((row.key.data_set, row.key.category) for row in rows))
    if len(places) > _MOST:  # eleven categories of BBQ would not fit on a page: the whole of each set
        places = [place for place in places if place[1] == ALL] or places[:_MOST]
    names = list(dict.fromkeys(_name(row, run) for row in rows))
    figure = Figure(figsize=(8.5, 0.9 + 3.4 * len(places) + 0.22 * len(names)), layout="constrained")
    grid = figure.subplots(len(places), 2, squeeze=False)
    for axes_row, place in zip(grid, places, strict=True):
        for axes, panel in zip(axes_row, PANELS, strict=True):
            _draw_panel(axes, panel, place)
            for row in parts:
                if (row.key.data_set, row.key.category) == place:
                    _draw_point(axes, panel, row, names.index(_name(row, run)), small=True)
            for row in rows:
                if (row.key.data_set, row.key.category) == place:
                    _draw_point(axes, panel, row, names.index(_name(row, run)), small=False)
    handles = [_handle(number, name) for number, name in enumerate(names)]
    handles.append(_ring())
    figure.legend(handles=handles, loc="outside lower center", ncols=min(3, len(names)), fontsize=8)
    figure.suptitle(f"{title or 'Accuracy and bias'}", fontsize=10, x=0.01, ha="left")
    for text in figure.findobj(Text):
        text.set_parse_math(False)  # a dollar in a name is a dollar
    return figure


_LONGEST = 48
"""Letters of a name in the figure."""
_MOST = 6
"""Rows of panels in one figure."""


def _name(row: Row, run: Run) -> str:
    several = len({cell.method for cell in run.cells}) > 1
    return f"{row.key.model} ({row.key.method})" if several else row.key.model


def _draw_panel(axes: "Axes", panel: Panel, place: Place) -> None:
    import numpy as np

    x = np.linspace(0, 1, 201)
    bound = 1 - x if panel is PANELS[0] else 1 - np.abs(2 * x - 1)
    for sign in (1, -1):
        axes.plot(x, sign * bound, color="0.55", linewidth=1, zorder=1)
    axes.fill_between(x, bound, 1.1, color="0.93", zorder=0)
    axes.fill_between(x, -bound, -1.1, color="0.93", zorder=0)
    axes.axhline(0, color="0.75", linewidth=0.8, zorder=1)
    axes.text(
        0.99, 0.97, "not possible", ha="right", va="top", fontsize=7, color="0.45", transform=axes.transAxes
    )
    axes.set(xlim=(-0.03, 1.03), ylim=(-1.05, 1.05), xlabel="accuracy", ylabel="bias")
    axes.set_title(f"{_short(place[0])}, {_short(place[1] or 'all')}: {panel.title}", fontsize=9)
    axes.tick_params(labelsize=8)


def _draw_point(axes: "Axes", panel: Panel, row: Row, number: int, *, small: bool) -> None:
    accuracy, bias = row.scores[panel.accuracy], row.scores[panel.bias]
    if accuracy is None or bias is None:
        return
    colour, mark = _colour(number), MARKS[number % len(MARKS)]
    if small:
        axes.plot(accuracy, bias, mark, color=colour, markersize=3, fillstyle="none", alpha=0.6, zorder=2)
        return
    axes.errorbar(
        accuracy,
        bias,
        xerr=_bar(row.intervals.get(panel.accuracy), accuracy),
        yerr=_bar(row.intervals.get(panel.bias), bias),
        fmt=mark,
        color=colour,
        markersize=7,
        elinewidth=1,
        capsize=2,
        zorder=3,
    )


def _bar(interval: tuple[float, float] | None, value: float) -> list[list[float]] | None:
    """The lengths of a bar to either side, never below nothing."""
    if interval is None:
        return None
    return [[max(0.0, value - interval[0])], [max(0.0, interval[1] - value)]]


def _colour(number: int) -> str:
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    colours: Sequence[tuple[float, float, float]] = colormaps["tab10"].colors  # type: ignore[attr-defined]
    return to_hex(colours[number % len(colours)])


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _ring() -> object:
    from matplotlib.lines import Line2D

    return Line2D(
        [],
        [],
        color="0.4",
        marker="o",
        markersize=3,
        fillstyle="none",
        linestyle="",
        label="one prompt and order",
    )


def _handle(number: int, name: str) -> object:
    from matplotlib.lines import Line2D

    return Line2D(
        [], [], color=_colour(number), marker=MARKS[number % len(MARKS)], linestyle="", label=_short(name)
    )
