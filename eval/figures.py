"""Figures as files."""

from pathlib import Path
from typing import TYPE_CHECKING

from mitgemeint.eval.files import replacing
from mitgemeint.eval.problems import EvalError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = (".png", ".svg", ".pdf")


def check_picture(path: Path) -> None:
    """EvalError where the ending of a file is that of no picture."""
    if path.suffix not in PICTURES:
        remedy = f"end it in {', '.join(PICTURES)}"
        raise EvalError(str(path), "is no picture that can be drawn", remedy)


def save(figure: "Figure", path: Path) -> None:
    """Write a figure in the format of the file's ending (png, svg, pdf), whole or not at all."""
    from matplotlib import rc_context

    kind = path.suffix.removeprefix(".")
    # Without the date of making, and with the same names of its parts, the same run gives the same file.
    metadata = {"Date": None} if kind == "svg" else {"CreationDate": None} if kind == "pdf" else {}
    with rc_context({"svg.hashsalt": "mitgemeint"}), replacing(path) as file:
        figure.savefig(file, format=kind, dpi=150, metadata=metadata)
