"""What systems gave on sets: a finished run, written to and read from JSON."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mitgemeint.eval import stored
from mitgemeint.eval.inclusive import outcome
from mitgemeint.eval.inclusive.benchmark_set import TOGETHER
from mitgemeint.eval.inclusive.measures import Estimate, figures
from mitgemeint.eval.inclusive.outcome import Outcome
from mitgemeint.eval.problems import EvalError

FORMAT = "mitgemeint inclusive run, version 1"
FILE = "results.json"
ALL = "all"


@dataclass(frozen=True, slots=True)
class Cell:
    """A system on a set: an outcome for each sentence, in the order of the set."""

    system: str
    set: str
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """The cells of several systems and sets, and how they came about.

    `sets` and `systems` have what is to be said of each by name. Not every system has a cell on every set.
    """

    settings: Mapping[str, Any]
    provenance: Mapping[str, Any]
    sets: Mapping[str, Mapping[str, Any]]
    systems: Mapping[str, Mapping[str, Any]]
    cells: tuple[Cell, ...]

    def find(self, system: str, set_name: str) -> Cell | None:
        """The cell of a system on a set, if there is one."""
        return next((cell for cell in self.cells if (cell.system, cell.set) == (system, set_name)), None)


@dataclass(frozen=True, slots=True)
class Group:
    """A system on the sentences of a set that share a style or a domain (or on all: `ALL`)."""

    system: str
    set: str
    by: str
    value: str
    sentences: int
    figures: Mapping[str, Estimate]


def groups(run: Run) -> list[Group]:
    """Every group of a run: sets as a whole, by style, by domain, and all sets of a system together.

    Intervals take their time: it is asked for once, and given to all that shows it.
    """
    return list(_groups(run))


def _groups(run: Run) -> Iterator[Group]:
    resamples, seed = int(run.settings["resamples"]), int(run.settings["seed"])

    def group(system: str, set_name: str, by: str, value: str, chosen: list[Outcome]) -> Group:
        return Group(system, set_name, by, value, len(chosen), figures(chosen, resamples, seed))

    for cell in run.cells:
        yield group(cell.system, cell.set, ALL, ALL, list(cell.outcomes))
        for by in ("style", "domain"):
            values = list(dict.fromkeys(getattr(each, by) for each in cell.outcomes))
            for value in values if len(values) > 1 else ():
                chosen = [each for each in cell.outcomes if getattr(each, by) == value]
                yield group(cell.system, cell.set, by, value, chosen)
    for system in run.systems:
        own = [cell for cell in run.cells if cell.system == system]
        if len(own) > 1:
            every = [each for cell in own for each in cell.outcomes]
            yield group(system, TOGETHER, ALL, ALL, every)


def dump(run: Run, found: Sequence[Group]) -> str:
    """A run as JSON text, the figures of its groups with it."""
    content = {
        "format": FORMAT,
        "settings": dict(run.settings),
        "provenance": dict(run.provenance),
        "sets": {name: dict(each) for name, each in run.sets.items()},
        "systems": {name: dict(each) for name, each in run.systems.items()},
        "figures": [_figures(group) for group in found],
        "cells": [
            {
                "system": cell.system,
                "set": cell.set,
                "outcomes": [outcome.as_json(each) for each in cell.outcomes],
            }
            for cell in run.cells
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)


def load(path: Path) -> Run:
    """The run in a file, or in the `results.json` of a folder; EvalError where there is none."""
    file = path
    try:
        file = path / FILE if path.is_dir() else path
        content = json.loads(file.read_text("utf-8"))
        if content.get("format") != FORMAT:
            raise ValueError("it does not say that it is a run")
        settings = content["settings"]
        stored.check(settings, {"resamples": stored.count, "seed": stored.count})
        cells = tuple(map(_cell, content["cells"]))
        if not cells or not {"resamples", "seed"} <= set(settings):
            raise ValueError("it has no results")
        return Run(
            settings,
            _object(content["provenance"]),
            _object(content["sets"]),
            _object(content["systems"]),
            cells,
        )
    except OSError as error:
        remedy = "name the folder or the results.json that `inclusive run` has written"
        raise EvalError(str(file), error.strerror or "cannot be read", remedy) from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        remedy = "name a results.json that this version of `inclusive run` has written"
        raise EvalError(str(file), f"is no run of the benchmark ({error})", remedy) from error


def _figures(group: Group) -> dict[str, Any]:
    return {
        "system": group.system,
        "set": group.set,
        "by": group.by,
        "value": group.value,
        "sentences": group.sentences,
        "figures": {
            name: [None if math.isnan(value) else value for value in estimate]
            for name, estimate in group.figures.items()
        },
    }


def _cell(value: Mapping[str, Any]) -> Cell:
    stored.check(value, {"system": stored.text, "set": stored.text})
    return Cell(value["system"], value["set"], tuple(map(outcome.from_json, value["outcomes"])))


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError("names with values are wanted")
    return value
