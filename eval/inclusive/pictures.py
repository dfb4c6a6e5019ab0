"""Pictures of a run: performance, ablation, the threshold s0, and time.

Colours are of cividis and every line has its own marker, so that no colour is needed to tell them apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import floor
from typing import TYPE_CHECKING

from mitgemeint.eval.inclusive.ablation import VARIANTS
from mitgemeint.eval.inclusive.measures import Estimate
from mitgemeint.eval.inclusive.result import ALL, Group
from mitgemeint.eval.inclusive.timing import STAGES, Line, Point, fit

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LONGEST_LABEL = 48
MARKERS = "osD^vPX*"
PERFORMANCE = ("F1", "first five, lemmas", "exact")
ABLATION = ("F1", "first five, lemmas", "first, lemmas")
SWEEP = ("recall", "precision", "F1")


def performance(groups: Sequence[Group]) -> "Figure":
    """The main figures of every system and set, with intervals: a panel for each figure."""
    found = [group for group in groups if group.by == ALL]
    sets = list(dict.fromkeys(group.set for group in found))
    systems = list(dict.fromkeys(group.system for group in found))
    return _dots(found, systems, sets, PERFORMANCE, by_set=False)


def ablation(groups: Sequence[Group]) -> "Figure":
    """What each variant of the assistant reaches on every set: a panel for each figure."""
    found = [group for group in groups if group.by == ALL and group.system in VARIANTS]
    # A set in which nothing is exclusive has none of these figures.
    sets = list(dict.fromkeys(group.set for group in found if "F1" in group.figures))
    variants = [name for name in VARIANTS if any(group.system == name for group in found)]
    return _dots(found, sets, variants, ABLATION, by_set=True)


def threshold(found: Mapping[str, Mapping[float, Mapping[str, Estimate]]]) -> "Figure":
    """Recall, precision and F1 against s0, by set and threshold: a panel for each set."""
    from matplotlib.figure import Figure

    shown = {name: values for name, values in found.items() if _has(values, SWEEP)}
    columns = min(3, len(shown)) or 1
    rows = -(-len(shown) // columns) or 1
    figure = Figure(figsize=(1 + 3.2 * columns, 1.1 + 2.2 * rows), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
    colours = _colours(len(SWEEP))
    for axes, (name, values) in zip(panels.flat, shown.items(), strict=False):
        for at, measure in enumerate(SWEEP):
            points = [(s0, each[measure].value) for s0, each in sorted(values.items()) if measure in each]
            x, y = zip(*points, strict=True)
            axes.plot(x, y, marker=MARKERS[at], color=colours[at], markersize=4, label=measure, linewidth=1.2)
        axes.set_title(name, fontsize=9)
        _plain_axes(axes)
    for axes in panels.flat[len(shown) :]:
        axes.set_visible(False)
    for axes in panels[-1]:
        axes.set_xlabel("s0: the score from which a first part is taken off", fontsize=8)
    handles, labels = panels[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", fontsize=8, ncols=len(SWEEP))
    return figure


def times(points: Sequence[Point]) -> "Figure":
    """Seconds against characters, for all stages together and for each."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.4), layout="constrained")
    axes = figure.subplots()
    x = [point.characters / 1000 for point in points]
    colours = _colours(len(STAGES))
    for at, stage in enumerate(STAGES):
        y = [point.seconds[stage] for point in points]
        axes.plot(
            x,
            y,
            marker=MARKERS[at],
            color=colours[at],
            markersize=4,
            linewidth=1,
            label=_named(stage, points),
        )
    line = fit(points)
    axes.plot(x, [point.total for point in points], "k.", markersize=8, label="all together")
    label = f"{1000 * line.slope:.1f} ms for 1,000 characters, R² = {line.explained:.4f}"
    axes.plot(x, [_at(line, each) for each in x], "k--", linewidth=1, label=label)
    axes.set_xlabel("length of the text in 1,000 characters", fontsize=8)
    axes.set_ylabel("processor time in seconds", fontsize=8)
    _plain_axes(axes)
    axes.legend(fontsize=7)
    return figure


def _dots(
    found: Sequence[Group],
    series: Sequence[str],
    rows: Sequence[str],
    measures: Sequence[str],
    *,
    by_set: bool,
) -> "Figure":
    """A panel for each measure: a row of dots for each of `rows`, a colour for each of `series`."""
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    height = 1.2 + (0.11 * len(series) + 0.14) * len(rows) + 0.05 * len(series)
    figure = Figure(figsize=(2.2 + 2.9 * len(measures), height), layout="constrained")
    panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)[0]
    colours = _colours(len(series))
    cells = {(group.set, group.system) if by_set else (group.system, group.set): group for group in found}
    for axes, measure in zip(panels, measures, strict=True):
        shown = [name for name in series if _is_shown(cells, name, rows, measure)]
        for at, name in enumerate(series):
            place_in_row = shown.index(name) if name in shown else 0
            shift = (place_in_row - (len(shown) - 1) / 2) * 0.7 / max(1, len(shown))
            points = [
                (cells[name, row].figures[measure], place + shift)
                for place, row in enumerate(rows)
                if (name, row) in cells and measure in cells[name, row].figures
            ]
            if points:
                _draw_dots(axes, points, colours[at], MARKERS[at % len(MARKERS)], _shortened(name))
        axes.set_title(measure, fontsize=9)
        axes.set_yticks(range(len(rows)), rows, fontsize=8)
        axes.set_xlim(_left(cells.values(), measure), 1.03)
        for place in range(1, len(rows)):
            axes.axhline(place - 0.5, color="0.9", linewidth=0.8)
        _plain_axes(axes)
    panels[0].invert_yaxis()
    handles = {
        label: handle
        for axes in panels
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
    }
    figure.legend(
        handles.values(), handles.keys(), loc="outside lower center", fontsize=8, ncols=min(4, len(series))
    )
    for text in figure.findobj(Text):
        text.set_parse_math(False)  # a dollar in a name is a dollar
    return figure


def _is_shown(cells: Mapping[tuple[str, str], Group], name: str, rows: Sequence[str], measure: str) -> bool:
    """Whether a series has a dot in the panel of a measure."""
    return any((name, row) in cells and measure in cells[name, row].figures for row in rows)


def _shortened(name: str) -> str:
    """A name that fits into a legend, its middle left out if need be (the address of a server)."""
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL // 2]} … {name[-12:]}"


def _left(groups: Iterable[Group], measure: str) -> float:
    """Where an axis begins: a round value below all that is shown."""
    shown = [group.figures[measure] for group in groups if measure in group.figures]
    lowest = min(
        (min(each.value, each.low) if each.low == each.low else each.value for each in shown), default=0
    )
    return floor(5 * lowest) / 5 - 0.03


def _draw_dots(
    axes: "Axes", points: Sequence[tuple[Estimate, float]], colour: object, marker: str, name: str
) -> None:
    values = [estimate.value for estimate, _ in points]
    # An interval that is not there (nan) draws nothing.
    errors = [
        [estimate.value - estimate.low for estimate, _ in points],
        [estimate.high - estimate.value for estimate, _ in points],
    ]
    axes.errorbar(
        values,
        [place for _, place in points],
        xerr=[[max(0.0, each) if each == each else 0.0 for each in side] for side in errors],
        fmt=marker,
        color=colour,
        markersize=4,
        elinewidth=0.8,
        capsize=1.5,
        label=name,
    )


def _plain_axes(axes: "Axes") -> None:
    axes.grid(axis="both", color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _has(values: Mapping[float, Mapping[str, Estimate]], measures: Sequence[str]) -> bool:
    return any(measure in each for each in values.values() for measure in measures)


def _colours(number: int) -> list[object]:
    """So many colours of cividis, from dark to a yellow that still shows on white."""
    from matplotlib import colormaps

    return [colormaps["cividis"](0.9 * at / max(1, number - 1)) for at in range(number)]


def _named(stage: str, points: Sequence[Point]) -> str:
    total = points[-1].total
    return f"{stage}: {100 * points[-1].seconds[stage] / total:.0f} %" if total else stage


def _at(line: Line, x: float) -> float:
    return line.slope * x + line.start
