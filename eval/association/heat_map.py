"""The heat map of p-values, models by tests, as in Figure 1 of Caglidil et al. (2024).

The colours are those of cividis, which people with and without colour blindness see alike; each cell says its
p-value as well, so that no colour is needed to read it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mitgemeint.eval.association.result import Run
from mitgemeint.eval.files import replacing

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
    """The heat map of a run: models by rows, tests by columns, wide sets in two lines of words."""
    import numpy as np
    from matplotlib.colors import BoundaryNorm
    from matplotlib.figure import Figure

    models, tests, cells = run.models, run.tests, run.cells()
    p_values = np.full((len(models), len(tests)), np.nan)
    for row, model in enumerate(models):
        for column, test in enumerate(tests):
            result = cells.get((model, test))
            if result is not None and result.p is not None:
                p_values[row, column] = result.p
    width, height = _size(models, tests)
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    colours = _colours()
    image = axes.imshow(p_values, cmap=colours, norm=BoundaryNorm(BOUNDS, colours.N), aspect="auto")
    axes.set_xticks(range(len(tests)), tests, rotation=60, ha="right", rotation_mode="anchor", fontsize=8)
    axes.set_yticks(range(len(models)), models, fontsize=9)
    axes.set_xticks(np.arange(len(tests) + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(len(models) + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0)
    _write_cells(axes, run, stars)
    bar = figure.colorbar(image, ax=axes, ticks=BOUNDS, spacing="uniform", pad=0.01, aspect=15)
    bar.ax.set_yticklabels([f"{bound:g}" for bound in BOUNDS], fontsize=8)
    bar.set_label(
        "p (one-sided; near 1: the other way round)"
        if run.settings.get("side") != "two-sided"
        else "p (two-sided)",
        fontsize=9,
    )
    axes.set_title(title or "p-values of association tests", fontsize=11, loc="left")
    return figure


def save(figure: "Figure", path: Path) -> None:
    """Write a figure in the format of the file's ending (png, svg, pdf), whole or not at all."""
    from matplotlib import rc_context

    kind = path.suffix.removeprefix(".")
    # Without the date of making, and with the same names of its parts, the same run gives the same file.
    metadata = {"Date": None} if kind == "svg" else {"CreationDate": None} if kind == "pdf" else {}
    with rc_context({"svg.hashsalt": "mitgemeint"}), replacing(path) as file:
        figure.savefig(file, format=kind, dpi=150, metadata=metadata)


def _size(models: tuple[str, ...], tests: tuple[str, ...]) -> tuple[float, float]:
    """Width and height in inches, so that every cell has room for its number."""
    longest = max(map(len, tests), default=0)
    return 3.0 + 0.42 * len(tests), 1.2 + 0.06 * longest + 0.42 * len(models)


def _colours() -> "Colormap":
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    steps = len(BOUNDS) - 1
    colours = ListedColormap([colormaps["cividis"](step / (steps - 1)) for step in range(steps)])
    return colours.with_extremes(bad=MISSING)


def _write_cells(axes: "Axes", run: Run, stars: Mapping[tuple[str, str], str]) -> None:
    from bisect import bisect_right

    cells = run.cells()
    for row, model in enumerate(run.models):
        for column, test in enumerate(run.tests):
            result = cells.get((model, test))
            p = result.p if result else None
            dark = p is not None and bisect_right(BOUNDS, p) - 1 < LIGHT_FROM
            text = "–" if p is None else f"{_p(p)}\n{stars.get((model, test), '')}".rstrip()
            colour = "white" if dark else "black"
            axes.text(column, row, text, ha="center", va="center", fontsize=6.5, color=colour)


def _p(p: float) -> str:
    if p < 0.001:
        return "<.001"
    return f"{p:.{3 if p < 0.01 else 2}f}".removeprefix("0")
