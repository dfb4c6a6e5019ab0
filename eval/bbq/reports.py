"""A run in all forms: the files that `bbq run` and `bbq score` write, and what is printed."""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from mitgemeint.eval.bbq import bias_figure, result, tables
from mitgemeint.eval.bbq.result import Run
from mitgemeint.eval.figures import check_picture, save
from mitgemeint.eval.files import check_folder, write
from mitgemeint.eval.problems import EvalError

FILES = (result.FILE, "answers.jsonl", "table.csv", "table.md", "table.tex", "bias.png", "bias.svg")

TEXTS: Mapping[str, Callable[[Run], str]] = {
    "markdown": tables.as_markdown,
    "csv": tables.as_csv,
    "latex": tables.as_latex,
    "json": result.dump,
}
"""What can be printed, by the names of the option."""


def check_out(folder: Path, asked: Mapping[str, object]) -> None:
    """EvalError before anything is computed where results cannot be written, or those of another run
    stand. The folder is not made.
    """
    check_folder(folder)
    if taken := next((folder / name for name in FILES if (folder / name).is_dir()), None):
        raise EvalError(taken, "is a folder where a file is to be written", "name another folder with --out")
    if (folder / result.FILE).exists() and result.load(folder).settings.get("asked") != asked:
        raise EvalError(
            str(folder), "holds the results of another run", "name another folder with --out, or remove it"
        )


def write_all(run: Run, answers: Iterable[Mapping[str, Any]], folder: Path) -> None:
    """Write `FILES` into a folder, each whole or not at all. `answers` are their lines."""
    try:
        lines = (json.dumps(line, ensure_ascii=False, allow_nan=False) for line in answers)
        write(folder / "answers.jsonl", "\n".join(lines))
        write(folder / "table.csv", tables.as_csv(run))
        write(folder / "table.md", tables.as_markdown(run))
        write(folder / "table.tex", tables.as_latex(run))
        figure = bias_figure.draw(run)
        save(figure, folder / "bias.png")
        save(figure, folder / "bias.svg")
        write(folder / result.FILE, result.dump(run))  # last: it says that the run is finished
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(str(folder), reason, "make room, or name another folder with --out") from error


def draw(run: Run, path: Path, title: str) -> None:
    """Draw accuracy against bias into a file; EvalError where its ending or folder will not do."""
    check_picture(path)
    try:
        save(bias_figure.draw(run, title), path)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(str(path), reason, "name a file in a folder that can be written") from error
