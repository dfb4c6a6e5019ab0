"""Two runs, or two data sets of a run, beside each other: what changed in accuracy and bias."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mitgemeint.eval.bbq.intervals import Interval, differences
from mitgemeint.eval.bbq.result import Cell, Run
from mitgemeint.eval.bbq.summary import ALL, Key, Row, averages, mean_scores
from mitgemeint.eval.bbq.tables import RESAMPLES, UNDEFINED
from mitgemeint.eval.command import table
from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.settings import settings_that_differ

COMPARED = ("accuracy_ambiguous", "bias_ambiguous", "accuracy_disambiguated", "bias_disambiguated")


@dataclass(frozen=True, slots=True)
class Change:
    """A score of both, and the 95 % interval of its change (after − before), resampled by template in pairs.

    `partners` are how many prompts and orders both have; others do not count.
    """

    key: Key
    score: str
    before: float | None
    after: float | None
    interval: Interval | None
    partners: int
    templates: int
    """Over how many templates: those that both have."""

    @property
    def change(self) -> float | None:
        """How much the score has grown."""
        return None if self.before is None or self.after is None else self.after - self.before


def changes(before: Run, after: Run) -> list[Change]:
    """The changes of all rows that both have, over the prompts and orders that both have.

    Where each has one data set, or one model, and their names differ, these two are compared. Raises
    EvalError where they share nothing.
    """
    first, second = _paired(before, after)
    old = {row.key: row for row in averages(first)}
    new = {row.key: row for row in averages(second)}
    if not old.keys() & new.keys():
        reason = "the two share no data set, model and way to answer"
        raise EvalError("compare", reason, "name runs of the same items")
    seed = int(before.settings.get("seed", 0))
    found = [change for key, row in old.items() if key in new for change in _changes(row, new[key], seed)]
    if not found:
        raise EvalError(
            "compare", "the two share no template, prompt and order", "name runs of the same items"
        )
    return found


def of_sets(run: Run, before: str, after: str) -> list[Change]:
    """The changes between two data sets of one run; EvalError where it has no such set."""
    known = list(dict.fromkeys(cell.data_set for cell in run.cells))
    for name in (before, after):
        if name not in known:
            raise EvalError("--sets", f"the run has no data set {name}", f"choose from {', '.join(known)}")
    return changes(_only(run, before), _only(run, after))


def _only(run: Run, data_set: str) -> Run:
    return replace(run, cells=tuple(cell for cell in run.cells if cell.data_set == data_set), agreements=())


def _paired(before: Run, after: Run) -> tuple[Run, Run]:
    """The runs, with one name where each has only one data set or model."""
    sets = _pair([cell.data_set for cell in before.cells], [cell.data_set for cell in after.cells])
    models = _pair([cell.model for cell in before.cells], [cell.model for cell in after.cells])
    one, other = (
        replace(
            run,
            cells=tuple(
                replace(cell, data_set=sets or cell.data_set, model=models or cell.model)
                for cell in run.cells
            ),
        )
        for run in (before, after)
    )
    return one, other


def _pair(before: Sequence[str], after: Sequence[str]) -> str | None:
    """The name of both, where each side has a single one and they differ."""
    old, new = set(before), set(after)
    return f"{old.pop()} → {new.pop()}" if len(old) == len(new) == 1 and old != new else None


def _changes(before: Row, after: Row, seed: int) -> Iterator[Change]:
    old, new = (_by_partner(row.cells) for row in (before, after))
    partners = [key for key in old if key in new]
    if not partners:
        return
    one, other = _shared([old[key] for key in partners], [new[key] for key in partners])
    if not one[0].tallies:
        return
    category = None if before.key.category == ALL else before.key.category
    found = differences(
        [cell.tallies for cell in one],
        [cell.tallies for cell in other],
        resamples=RESAMPLES,
        seed=seed,
        category=category,
    )
    for name in COMPARED:
        yield Change(
            before.key,
            name,
            mean_scores(one, before.key.category)[name],
            mean_scores(other, before.key.category)[name],
            found.get(name),
            len(partners),
            len([key for key in one[0].tallies if category in (None, key[0])]),
        )


def _shared(one: Sequence[Cell], other: Sequence[Cell]) -> tuple[list[Cell], list[Cell]]:
    """The cells with the templates that all of them have: others cannot be compared in pairs."""
    kept = set.intersection(*(set(cell.tallies) for cell in (*one, *other)))
    before, after = (
        [
            replace(cell, tallies={key: counts for key, counts in cell.tallies.items() if key in kept})
            for cell in cells
        ]
        for cells in (one, other)
    )
    return before, after


def _by_partner(cells: Sequence[Cell]) -> Mapping[tuple[str, str], Cell]:
    return {(cell.prompt, cell.order): cell for cell in cells}


def as_markdown(found: Sequence[Change], before: Run, after: Run) -> Iterator[str]:
    """Settings that differ, and a line for each score."""
    if differing := settings_that_differ(before.settings, after.settings):
        yield from ("Settings that differ:", "", *(f"- {line}" for line in differing), "")
    head = (
        *("data set", "category", "model", "answers by", "templates"),
        *("score", "before", "after", "change", "95 %"),
    )
    yield from table(head, (_row(each) for each in found))
    yield ""
    yield "All of it over the templates that both have; the interval is that of the change, the"
    yield "same templates drawn for both."


def _row(change: Change) -> tuple[str, ...]:
    key = change.key
    place = (key.data_set, key.shown_category, key.model, key.method, str(change.templates))
    score = change.score.replace("_", " ")
    values = (_shown(change.before), _shown(change.after), _shown(change.change, "+"))
    interval = change.interval
    return (
        *place,
        score,
        *values,
        UNDEFINED if interval is None else f"[{interval[0]:+.3f}, {interval[1]:+.3f}]",
    )


def _shown(value: float | None, sign: str = "") -> str:
    return UNDEFINED if value is None else f"{value:{sign}.3f}"
