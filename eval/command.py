"""What the commands of this folder share: their arguments, Markdown tables, and finding the sets."""

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from mitgemeint.eval.files import expanded
from mitgemeint.eval.problems import EvalError


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON lines file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def sets(folder: Path, pattern: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of every JSON lines file of a folder that matches, by name without ending, sorted."""
    return {path.stem: read_rows(path) for path in sorted(folder.glob(f"{pattern}.jsonl"))}


def hard_case_sets(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The cases of every hard-cases file of a folder, by name without ending, sorted."""
    paths = sorted(folder.glob("hard-cases-*.json"))
    return {path.stem: json.loads(path.read_text("utf-8"))["cases"] for path in paths}


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterable[str]:
    """The lines of a Markdown table; floats get three digits, bars in cells are escaped."""
    yield _line(header)
    yield "|" + "---|" * len(header)
    yield from (_line(row) for row in rows)


_MARKS = str.maketrans({sign: f"\\{sign}" for sign in "\\*`<["})


def plain(cell: str) -> str:
    """A text for a cell in which nothing is Markdown; `table` escapes bars."""
    return cell.translate(_MARKS)


def _line(cells: Sequence[object]) -> str:
    shown = (f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in shown) + " |"


def share(part: float, whole: int) -> float:
    """A share or a mean; of nothing it is 0."""
    return part / whole if whole else 0.0


def print_report(documentation: str | None, report: Callable[[Path, int], Iterable[str]]) -> int:
    """Read FOLDER and --show from the command line and print the report on them."""
    parser = argparse.ArgumentParser(
        description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N texts that differ, too")
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        parser.error(f"{arguments.folder} is no folder")
    for line in report(arguments.folder, arguments.show):
        print(line, flush=True)
    return 0


def as_path(text: str) -> Path:
    """A path for argparse, with ~ for a home."""
    try:
        return expanded(text)
    except EvalError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def positive(text: str) -> int:
    """A whole number from 1, for argparse."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number from 1")
    return value


def at_most(most: int) -> Callable[[str], int]:
    """A whole number from 0 to `most`, for argparse."""

    def read(text: str) -> int:
        short = len(text) <= len(str(most))  # more digits are too many, or more than Python takes
        value = int(text) if text.isascii() and text.isdigit() and short else -1
        if not 0 <= value <= most:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number from 0 to {most}")
        return value

    return read


natural = at_most(2**32 - 1)
"""A whole number from 0 below 2³², for argparse: a seed."""


def proportion(text: str) -> float:
    """A number above 0 and up to 1, for argparse."""
    value = number(1)(text)
    if value == 0:
        raise argparse.ArgumentTypeError("0 is no number above 0 and up to 1")
    return value


def number(most: float) -> Callable[[str], float]:
    """A number from 0 to `most`, for argparse."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= most:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number from 0 to {most:g}")
        return value

    return read
