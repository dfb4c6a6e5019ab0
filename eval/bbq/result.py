"""What a run found: counts by model, prompt, order and method, and how they came about."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

from mitgemeint.eval import stored
from mitgemeint.eval.bbq.tally import COUNTS, Tally, possible
from mitgemeint.eval.problems import EvalError

FORMAT = "mitgemeint BBQ 1"
FILE = "results.json"
Tallies = Mapping[tuple[str, str], Tally]


@dataclass(frozen=True, slots=True)
class Cell:
    """The counts of one model on one data set with one prompt, order of choices and method of answering."""

    data_set: str
    model: str
    prompt: str
    order: str
    method: str
    tallies: Tallies
    """By category and template."""

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories in the order of the items."""
        return tuple(dict.fromkeys(category for category, _ in self.tallies))


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the answer to an item stays the same over prompts, or over orders of the choices."""

    data_set: str
    model: str
    method: str
    over: str
    """`prompts` or `orders`."""
    within: str
    """The order, or the prompt, that was held."""
    items: int
    same: int


@dataclass(frozen=True, slots=True)
class Run:
    """The cells of a run and how they came about."""

    settings: Mapping[str, Any]
    provenance: Mapping[str, Any]
    cells: tuple[Cell, ...]
    agreements: tuple[Agreement, ...] = field(default=())


def dump(run: Run) -> str:
    """A run as JSON text. Counts stand in the order that `counts` names."""
    content = {
        "format": FORMAT,
        "settings": dict(run.settings),
        "provenance": dict(run.provenance),
        "counts": list(COUNTS),
        "cells": [_cell(cell) for cell in run.cells],
        "agreements": [
            {name: getattr(each, name) for name in Agreement.__dataclass_fields__} for each in run.agreements
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)


def load(path: Path) -> Run:
    """The run in a file, or in the `results.json` of a folder; EvalError where there is none."""
    file = path
    remedy = "name the folder or the results.json that `bbq run` or `bbq score` has written"
    try:
        file = path / FILE if path.is_dir() else path
        content = json.loads(file.read_text("utf-8"))
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ValueError("it does not say that it is a run of BBQ")
        if content["counts"] != list(COUNTS):
            raise ValueError("it has other counts")
        stored.check(content["settings"], _SETTINGS)
        stored.check(content["provenance"], {})
        json.dumps(content, ensure_ascii=False, allow_nan=False).encode("utf-8")
        cells = tuple(_read_cell(each) for each in content["cells"])
        if not cells:
            raise ValueError("it has no results")
        if len({tuple(getattr(cell, name) for name in _NAMES) for cell in cells}) < len(cells):
            raise ValueError("it has one cell twice")
        agreements = tuple(_read_agreement(each) for each in content.get("agreements", []))
        return Run(content["settings"], content["provenance"], cells, agreements)
    except OSError as error:
        raise EvalError(str(file), error.strerror or "cannot be read", remedy) from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise EvalError(str(file), f"is no run of BBQ ({error})", remedy) from error


def _by_name(fits: stored.Fits) -> stored.Fits:
    return lambda value: isinstance(value, dict) and all(fits(each) for each in value.values())


def _told(value: Any) -> bool:
    """What is told of a data set: its doubts are texts."""
    doubts = value.get("doubts", []) if isinstance(value, dict) else None
    return isinstance(doubts, list) and all(map(stored.text, doubts))


_SETTINGS: Mapping[str, stored.Fits] = {
    "seed": lambda value: stored.count(value) and value < 2**32,
    "data_sets": _by_name(_told),
    "models": _by_name(lambda value: isinstance(value, dict)),
    "asked": lambda value: isinstance(value, dict),
}
"""What settings must be, as far as they are used."""

_NAMES = ("data_set", "model", "prompt", "order", "method")


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        **{name: getattr(cell, name) for name in _NAMES},
        "tallies": [[*key, *astuple(counts)] for key, counts in cell.tallies.items()],
    }


def _read_cell(values: Mapping[str, Any]) -> Cell:
    stored.check(values, dict.fromkeys(_NAMES, stored.text))
    tallies = {(row[0], row[1]): _read_tally(row) for row in values["tallies"]}
    return Cell(**{name: values[name] for name in _NAMES}, tallies=tallies)


def _read_tally(row: Sequence[Any]) -> Tally:
    category, template, *counts = row
    if not stored.text(category) or not stored.text(template) or not all(map(stored.count, counts)):
        raise ValueError(f"{str(row)[:40]} are no counts")
    if len(counts) != len(COUNTS):
        raise ValueError(f"{len(counts)} counts where there are {len(COUNTS)}")
    tally = Tally(*counts)
    if max(counts) >= 2**53 or not possible(tally):
        raise ValueError(f"{str(row)[:60]} cannot be counts")
    return tally


def _read_agreement(values: Mapping[str, Any]) -> Agreement:
    texts = dict.fromkeys(("data_set", "model", "method", "over", "within"), stored.text)
    stored.check(values, {**texts, "items": stored.count, "same": stored.count})
    return Agreement(**values)
