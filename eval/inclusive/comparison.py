"""Two systems on the same sentences: what the second has more, with a paired bootstrap."""

import math
from collections.abc import Iterator, Mapping

from mitgemeint.eval.command import plain, table
from mitgemeint.eval.inclusive.measures import Difference, compare, find
from mitgemeint.eval.inclusive.result import Run
from mitgemeint.eval.inclusive.tables import UNDEFINED
from mitgemeint.eval.problems import EvalError


def system_of(run: Run, name: str | None, option: str) -> str:
    """The system of a run that is meant, by its name in the results or by the word that the run was given.

    EvalError where the name is of none, or several have no name.
    """
    systems = list(run.systems)
    asked = run.settings.get("asked")
    given = asked.get("system") if isinstance(asked, Mapping) else None
    if name and isinstance(given, list) and name in given and len(set(map(str, given))) == len(systems):
        return systems[list(dict.fromkeys(map(str, given))).index(name)]
    if name is None and len(systems) == 1:
        return systems[0]
    if name not in systems:
        reason = f"{name!r} is no system of the run" if name else "the run has several systems"
        raise EvalError(option, reason, f"name one of {', '.join(systems)}")
    return name


def as_markdown(first: tuple[Run, str], second: tuple[Run, str], resamples: int, seed: int) -> Iterator[str]:
    """The lines of a table with a row for each set and measure that both systems have.

    EvalError where they share no set, or a set of one name is not the same.
    """
    rows = list(_rows(first, second, resamples, seed))
    if not rows:
        raise EvalError(second[1], "shares no set and no measure with the other", "compare other runs")
    header = ("set", "measure", f"first: {first[1]}", f"second: {second[1]}", "difference", "interval", "p")
    yield from table([plain(name) for name in header], rows)
    drawn = f"Paired bootstrap over texts, {resamples} resamples; intervals of 95 %." if resamples else ""
    yield f"\nThe difference is the second minus the first. {drawn}".rstrip()


def _rows(
    first: tuple[Run, str], second: tuple[Run, str], resamples: int, seed: int
) -> Iterator[tuple[str, ...]]:
    (one, system), (other, other_system) = first, second
    for name in one.sets:
        cells = one.find(system, name), other.find(other_system, name)
        if cells[0] is None or cells[1] is None:
            continue
        if one.sets[name].get("sha256") != other.sets.get(name, {}).get("sha256"):
            raise EvalError(name, "is another set in the second run", "measure both on the same set")
        if [each.id for each in cells[0].outcomes] != [each.id for each in cells[1].outcomes]:
            raise EvalError(name, "has other sentences in the second run", "measure both on the same set")
        found = compare(cells[0].outcomes, cells[1].outcomes, resamples, seed)
        for measure, difference in found.items():
            shown = f"{measure}, %" if find(measure).percent else measure
            yield (plain(name), shown, *_cells(measure, difference))


def _cells(measure: str, found: Difference) -> tuple[str, ...]:
    factor, digits = (100, 2) if find(measure).percent else (1, 3)
    values = [f"{factor * value:.{digits}f}" for value in (found.first, found.second)]
    low, high = (_signed(factor * value, digits) for value in (found.low, found.high))
    difference = _signed(factor * found.difference, digits)
    if math.isnan(found.low):  # no resamples
        return (*values, difference, UNDEFINED, UNDEFINED)
    p = "<.001" if found.p < 0.001 else f"{found.p:.3f}".removeprefix("0")
    return (*values, difference, f"{low} to {high}", p)


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")
