"""What systems gave on sets: a finished run, written to and read from JSON."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mitgemeint.eval import stored
from mitgemeint.eval.inclusive import outcome
from mitgemeint.eval.inclusive.benchmark_set import COMMON, TOGETHER
from mitgemeint.eval.inclusive.measures import MOST_RESAMPLES, Estimate, figures
from mitgemeint.eval.inclusive.outcome import Outcome
from mitgemeint.eval.problems import EvalError, readable

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
    """Every group of a run: sets as a whole, by style, by domain, and several sets together.

    All sets together are of systems that were measured on all; where some were not, those that every system
    has are together as well, so that the figures in a row of systems are of the same sentences. Intervals
    take their time: groups are asked for once, and given to all that shows them.
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
    measured = {system: [cell.set for cell in run.cells if cell.system == system] for system in run.systems}
    common = [name for name in run.sets if all(name in sets for sets in measured.values())]
    for title, names in ((TOGETHER, list(run.sets)), (COMMON, common)):
        if len(names) < 2 or (title == COMMON and len(common) == len(run.sets)):
            continue
        for system, sets in measured.items():
            if set(names) <= set(sets):
                cells = [run.find(system, name) for name in names]
                every = [_of_set(each, cell.set) for cell in cells if cell for each in cell.outcomes]
                yield group(system, title, ALL, ALL, every)


def _of_set(found: Outcome, name: str) -> Outcome:
    """An outcome among those of other sets, where another text may have the same id."""
    return replace(found, source=f"{name} {found.source}")


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
        content = _object(stored.json_value(file.read_text("utf-8")), "the file")
        if _is_newer(content.get("format")):
            raise EvalError(readable(str(file)), "was written by a newer version", "read it with that one")
        if content.get("format") != FORMAT:
            raise ValueError("it does not say that it is a run")
        return _run(content)
    except OSError as error:
        remedy = "name the folder or the results.json that `inclusive run` has written"
        raise EvalError(str(file), error.strerror or "cannot be read", remedy) from error
    except ValueError as error:
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


def _is_newer(form: Any) -> bool:
    name, _, version = FORMAT.rpartition(" ")
    found, _, other = str(form).rpartition(" ")
    return found == name and other.isdecimal() and len(other) < 9 and int(other) > int(version)


def _run(content: Mapping[str, Any]) -> Run:
    parts = {name: _object(content.get(name), name) for name in ("settings", "provenance", "sets", "systems")}
    for name in ("sets", "systems"):
        for key, value in parts[name].items():
            _object(value, f"{name}.{key}")
    settings = parts["settings"]
    if not {"resamples", "seed"} <= set(settings):
        raise ValueError("settings have no resamples and seed")
    fits = {"resamples": lambda value: stored.count(value) and value <= MOST_RESAMPLES, "seed": stored.count}
    stored.check(settings, fits)
    values = content.get("cells")
    if not isinstance(values, list) or not values:
        raise ValueError("it has no results")
    cells = tuple(_cell(value, f"cells.{number}") for number, value in enumerate(values))
    _check_cells(cells, parts["sets"], parts["systems"])
    return Run(settings, parts["provenance"], parts["sets"], parts["systems"], cells)


def _cell(value: Any, place: str) -> Cell:
    try:
        stored.check(value, {"system": stored.text, "set": stored.text})
        if not {"system", "set"} <= set(value) or not isinstance(value.get("outcomes"), list):
            raise ValueError("has no system, set and outcomes")
        return Cell(value["system"], value["set"], tuple(map(outcome.from_json, value["outcomes"])))
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error


def _check_cells(cells: Sequence[Cell], sets: Mapping[str, Any], systems: Mapping[str, Any]) -> None:
    """ValueError unless every cell is of a known set and system, once, with an outcome for each sentence."""
    sentences: dict[str, list[str]] = {}
    seen: set[tuple[str, str]] = set()
    for number, cell in enumerate(cells):
        place = f"cells.{number} ({cell.system} on {cell.set})"
        ids = [each.id for each in cell.outcomes]
        if cell.set not in sets or cell.system not in systems:
            raise ValueError(f"{place}: the set or the system is none of the run")
        if (cell.system, cell.set) in seen:
            raise ValueError(f"{place}: stands there twice")
        seen.add((cell.system, cell.set))
        if len(set(ids)) < len(ids) or len(ids) != sets[cell.set].get("sentences"):
            raise ValueError(f"{place}: has not one outcome for each sentence")
        if ids != sentences.setdefault(cell.set, ids):
            raise ValueError(f"{place}: has other sentences than the system before")


def _object(value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{place} is no object")
    return value
