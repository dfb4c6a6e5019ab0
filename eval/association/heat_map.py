"""The heat map of p-values, models by tests, as in Figure 1 of Caglidil et al. (2024).

The colours are those of cividis, which people with and without colour blindness see alike; each cell says its
p-value as well, so that no colour is needed to read it.
"""

from bisect import bisect_right
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mitgemeint.eval.association.multiple_testing import ALPHA
from mitgemeint.eval.association.result import Result, Run
from mitgemeint.eval.association.tables import UNDEFINED, shown_p

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

BOUNDS = (0.0, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0)
"""Where one colour ends and the next begins: finer where p-values are usually looked at."""

MISSING = "#ffffff"
LIGHT_FROM = 3
"""The step of colour from which letters are black; below they are white on dark blue."""


def draw(run: Run, stars: Mapping[tuple[str, str], str], title: str = "") -> "Figure":
    """The heat map of a run: p and d of each test (a row) on each model (a column)."""
    import numpy as np
    from matplotlib.colors import BoundaryNorm
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    models, tests, cells = run.models, run.tests, run.cells()
    p_values = np.full((len(tests), len(models)), np.nan)
    for row, test in enumerate(tests):
        for column, model in enumerate(models):
            result = cells.get((model, test))
            if result is not None and result.p is not None:
                p_values[row, column] = result.p
    figure = Figure(figsize=_size(models, tests), layout="constrained")
    axes = figure.subplots()
    colours = _colours()
    image = axes.imshow(p_values, cmap=colours, norm=BoundaryNorm(BOUNDS, colours.N), aspect="auto")
    axes.set_xticks(range(len(models)), models, rotation=30, ha="right", rotation_mode="anchor", fontsize=8)
    axes.set_yticks(range(len(tests)), tests, fontsize=8)
    axes.set_xticks(np.arange(len(models) + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(len(tests) + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0)
    _write_cells(axes, run, stars)
    bar = figure.colorbar(image, ax=axes, ticks=BOUNDS, spacing="uniform", pad=0.02, aspect=30)
    bar.ax.set_yticklabels([f"{bound:g}" for bound in BOUNDS], fontsize=8)
    one_sided = run.settings.get("side") != "two-sided"
    bar.set_label("p, one-sided (near 1: the other way round)" if one_sided else "p, two-sided", fontsize=8)
    alpha = run.settings.get("alpha", ALPHA)
    legend = f"p (d in brackets); * p at most {alpha}, ** also after Holm-Bonferroni"
    figure.suptitle(f"{title or 'Association tests'}\n{legend}", fontsize=9, x=0.01, ha="left")
    for text in figure.findobj(Text):
        text.set_parse_math(False)  # a dollar in a name is a dollar
    return figure


def _size(models: tuple[str, ...], tests: tuple[str, ...]) -> tuple[float, float]:
    """Width and height in inches: 38 tests on seven models fit on a page."""
    longest_test, longest_model = (max(map(len, names), default=0) for names in (tests, models))
    return 2.2 + 0.06 * longest_test + 0.95 * len(models), 1.3 + 0.03 * longest_model + 0.2 * len(tests)


def _colours() -> "Colormap":
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    steps = len(BOUNDS) - 1
    colours = ListedColormap([colormaps["cividis"](step / (steps - 1)) for step in range(steps)])
    return colours.with_extremes(bad=MISSING)


def _write_cells(axes: "Axes", run: Run, stars: Mapping[tuple[str, str], str]) -> None:
    cells = run.cells()
    for row, test in enumerate(run.tests):
        for column, model in enumerate(run.models):
            result = cells.get((model, test))
            if result is None:
                continue
            dark = result.p is not None and bisect_right(BOUNDS, result.p) - 1 < LIGHT_FROM
            text = _text(result, stars.get((model, test), ""))
            colour = "white" if dark else "black"
            axes.text(column, row, text, ha="center", va="center", fontsize=7, color=colour)


def _text(result: Result, stars: str) -> str:
    if result.p is None or result.effect_size is None:
        return UNDEFINED
    return f"{shown_p(result.p)}{stars} ({result.effect_size:.2f})"
