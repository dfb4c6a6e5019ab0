"""Pictures of a run: performance, ablation, the threshold s0, and time.

Colours are of cividis and every line has its own marker, so that no colour is needed to tell them apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import floor
from textwrap import wrap
from typing import TYPE_CHECKING

from mitgemeint.eval.inclusive.ablation import VARIANTS
from mitgemeint.eval.inclusive.measures import Estimate
from mitgemeint.eval.inclusive.result import ALL, Group
from mitgemeint.eval.inclusive.timing import STAGES, Line, Point, fit

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKERS = "osD^vPX*"
LONGEST_NAME, LONGEST_ROW = 40, 28
"""Letters of a system's name in the legend, and of a line beside a row."""
_MOST_LINES = 3
_LETTER, _HANDLE = 0.075, 0.6
"""Inches that a letter of the legend takes, and a marker with its space."""
PERFORMANCE = ("F1", "first five, lemmas", "exact")
ABLATION = ("F1", "first five, lemmas", "first, lemmas")
SWEEP = ("recall", "precision", "F1")


def performance(groups: Sequence[Group]) -> "Figure":
    """The main figures of every system and set, with intervals: a panel for each figure that there is.

    Axes go from 0 to 1, as the figures are shares, and panels are compared with each other.
    """
    found = [group for group in groups if group.by == ALL]
    sets = list(dict.fromkeys(group.set for group in found))
    systems = list(dict.fromkeys(group.system for group in found))
    return _dots(found, systems, sets, PERFORMANCE, by_set=False, from_zero=True)


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
    from_zero: bool = False,
) -> "Figure":
    """A panel for each measure: a row of dots for each of `rows`, a colour for each of `series`.

    Those of a row that have a figure stand around its line; one alone stands on it.
    """
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    measures = [name for name in measures if any(name in group.figures for group in found)] or measures[:1]
    named, lines = shortened(series, LONGEST_NAME), [_wrapped(row) for row in rows]
    broken = sum(line.count("\n") for line in lines)
    columns = _legend_columns(named.values(), 2.2 + 2.9 * len(measures))
    height = 1.2 + (0.11 * len(series) + 0.14) * len(rows) + 0.1 * broken + 0.2 * -(-len(series) // columns)
    figure = Figure(figsize=(2.2 + 2.9 * len(measures), height), layout="constrained")
    panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)[0]
    colours = dict(zip(series, _colours(len(series)), strict=True))
    cells = {(group.set, group.system) if by_set else (group.system, group.set): group for group in found}
    for axes, measure in zip(panels, measures, strict=True):
        points: dict[str, list[tuple[Estimate, float]]] = {name: [] for name in series}
        for place, row in enumerate(rows):
            there = [name for name in series if (name, row) in cells and measure in cells[name, row].figures]
            for at, name in enumerate(there):
                shift = (at - (len(there) - 1) / 2) * 0.7 / max(1, len(series))
                points[name].append((cells[name, row].figures[measure], place + shift))
        for at, name in enumerate(series):
            if points[name]:
                _draw_dots(axes, points[name], colours[name], MARKERS[at % len(MARKERS)], named[name])
        axes.set_title(measure, fontsize=9)
        axes.set_yticks(range(len(rows)), lines, fontsize=8)
        axes.set_ylim(-0.5, len(rows) - 0.5)
        axes.set_xlim(-0.03 if from_zero else _left(cells.values(), measure), 1.03)
        for place in range(1, len(rows)):
            axes.axhline(place - 0.5, color="0.9", linewidth=0.8)
        _plain_axes(axes)
    panels[0].invert_yaxis()
    handles = {
        label: handle
        for axes in panels
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
    }
    labels = [label for label in named.values() if label in handles]
    figure.legend(
        [handles[label] for label in labels], labels, loc="outside lower center", fontsize=8, ncols=columns
    )
    for text in figure.findobj(Text):
        text.set_parse_math(False)  # a dollar in a name is a dollar
    return figure


def shortened(names: Sequence[str], longest: int) -> dict[str, str]:
    """Names of so many letters at most, by the whole ones: a URL without its middle. They stay different."""
    found: dict[str, str] = {}
    for name in names:
        half = longest // 2
        short = name if len(name) <= longest else f"{name[: longest - half - 1]}…{name[-half:]}"
        number = 2
        while short in found.values():
            mark = f"… ({number})"
            short = f"{name[: longest - len(mark)]}{mark}"
            number += 1
        found[name] = short
    return found


def _wrapped(name: str) -> str:
    """The name of a row in lines that leave room for the panels; the fourth and further ones are left out."""
    lines = wrap(name, LONGEST_ROW, break_on_hyphens=False)
    return "\n".join(lines if len(lines) <= _MOST_LINES else [*lines[: _MOST_LINES - 1], "…"])


def _legend_columns(labels: Iterable[str], inches: float) -> int:
    """How many columns of such labels stand side by side in a picture of that width."""
    widest = max(map(len, labels), default=1) * _LETTER + _HANDLE
    return max(1, min(4, int(inches / widest)))


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
