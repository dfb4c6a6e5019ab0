"""A run in all forms: the files that `association run` writes, and what it prints."""

import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from mitgemeint.eval.association import heat_map, result, tables
from mitgemeint.eval.association.checks import check_sizes
from mitgemeint.eval.association.multiple_testing import ALPHA, holm
from mitgemeint.eval.association.result import Result, Run
from mitgemeint.eval.figures import check_picture, save
from mitgemeint.eval.files import check_folder, write
from mitgemeint.eval.problems import EvalError

FAMILY_OF: Mapping[str, Callable[[Result], str]] = {
    "all": lambda cell: "",
    "model": lambda cell: cell.model,
    "test": lambda cell: cell.test,
}
"""Which cells are corrected together, by the names of the option."""

FILES = ("results.json", "table.csv", "table.md", "table.tex", "heat-map.png", "heat-map.svg")


def stars(run: Run) -> dict[tuple[str, str], str]:
    """The stars of every cell by model and test, at the level and over the families of the run's settings.

    A cell with too few partitions for a p at that level has none and counts in no family: where ties do not
    count, its p would be 0 whenever X has the largest scores, be they two.
    """
    alpha = float(run.settings.get("alpha", ALPHA))
    family = FAMILY_OF[str(run.settings.get("family", "all"))]
    p_values = [_p(cell, alpha) for cell in run.results]
    verdicts = holm(p_values, alpha, [family(cell) for cell in run.results])
    return {
        (cell.model, cell.test): verdict.stars for cell, verdict in zip(run.results, verdicts, strict=True)
    }


def _p(cell: Result, alpha: float) -> float:
    """The p-value that can have stars, nan where there is none."""
    x, y, *_ = cell.sizes
    return math.nan if cell.p is None or check_sizes(x, y, alpha) else cell.p


def as_csv(run: Run) -> str:
    """The run as CSV."""
    return tables.as_csv(run, stars(run))


def as_markdown(run: Run) -> str:
    """The run as a table of Markdown."""
    return tables.as_markdown(run, stars(run))


def as_latex(run: Run) -> str:
    """The run as a table of LaTeX."""
    return tables.as_latex(run, stars(run))


TEXTS: Mapping[str, Callable[[Run], str]] = {
    "markdown": as_markdown,
    "csv": as_csv,
    "latex": as_latex,
    "json": result.dump,
}
"""What can be printed, by the names of the option."""


def check_out(folder: Path, asked: Mapping[str, object]) -> None:
    """EvalError before anything is computed where results cannot be written, or those of another run
    stand. The folder is not made.
    """
    check_folder(folder)
    if (folder / FILES[0]).exists() and result.load(folder).settings.get("asked") != asked:
        raise EvalError(
            str(folder), "holds the results of another run", "name another folder with --out, or remove it"
        )


def write_all(run: Run, folder: Path) -> None:
    """Write `FILES` into a folder, each whole or not at all."""
    try:
        write(folder / "results.json", result.dump(run))
        write(folder / "table.csv", as_csv(run))
        write(folder / "table.md", as_markdown(run))
        write(folder / "table.tex", as_latex(run))
        figure = heat_map.draw(run, stars(run))
        save(figure, folder / "heat-map.png")
        save(figure, folder / "heat-map.svg")
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(str(folder), reason, "make room, or name another folder with --out") from error


def draw(run: Run, path: Path, title: str) -> None:
    """Draw the heat map into a file; EvalError where its ending or folder will not do."""
    check_picture(path)
    try:
        save(heat_map.draw(run, stars(run), title), path)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(str(path), reason, "name a file in a folder that can be written") from error


def summary(run: Run) -> Iterator[str]:
    """The table of a run and the doubts about its cells, for the terminal."""
    yield as_markdown(run)
    doubts: dict[str, list[str]] = {}
    for cell in run.results:
        for code in dict.fromkeys(warning.partition(":")[0] for warning in cell.warnings):
            doubts.setdefault(code, []).append(f"{cell.model}, {cell.test}")
    if doubts:
        yield "\nDoubts (the whole of them stand in results.json and table.csv):"
    for code, places in doubts.items():
        cells = "1 cell" if len(places) == 1 else f"{len(places)} cells"
        yield f"- {code}: {cells}, first {places[0]}"
