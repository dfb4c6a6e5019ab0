"""Scores of a run in rows: averaged over prompts and orders, and each of them by itself."""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mitgemeint.eval.bbq.intervals import Interval, intervals
from mitgemeint.eval.bbq.result import Cell, Run
from mitgemeint.eval.bbq.scores import SCORES, score
from mitgemeint.eval.bbq.tally import Tally, total

ALL = ""
"""Stands for all categories of a data set together; no category has this name."""

Scores = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Key:
    """What a row is about. `prompt` and `order` are "" where it is an average over them."""

    data_set: str
    category: str
    model: str
    method: str
    prompt: str = ""
    order: str = ""

    @property
    def shown_category(self) -> str:
        """The category as tables call it."""
        return self.category or "all categories"


@dataclass(frozen=True, slots=True)
class Row:
    """The scores of a row, the mean of its cells' ones, with how far they spread over the cells."""

    key: Key
    cells: tuple[Cell, ...]
    scores: Scores
    spread: Scores
    """The standard deviation over prompts and orders; None for a single one."""
    intervals: Mapping[str, Interval]
    counts: Tally
    """The sum over the cells."""

    @property
    def prompts(self) -> int:
        """Over how many prompts it is averaged."""
        return len({cell.prompt for cell in self.cells})

    @property
    def asked(self) -> tuple[int, int]:
        """How often ambiguous and disambiguated contexts were put."""
        return self.counts.n_a, self.counts.n_d


def averages(run: Run, resamples: int = 0) -> list[Row]:
    """A row for each data set, category, model and method, averaged over prompts and orders."""
    return _rows(run, lambda cell, category: Key(cell.data_set, category, cell.model, cell.method), resamples)


def by_prompt(run: Run, resamples: int = 0) -> list[Row]:
    """A row for each prompt, averaged over orders."""

    def key(cell: Cell, category: str) -> Key:
        return Key(cell.data_set, category, cell.model, cell.method, prompt=cell.prompt)

    return _rows(run, key, resamples)


def by_order(run: Run, resamples: int = 0) -> list[Row]:
    """A row for each order, averaged over prompts."""

    def key(cell: Cell, category: str) -> Key:
        return Key(cell.data_set, category, cell.model, cell.method, order=cell.order)

    return _rows(run, key, resamples)


def by_cell(run: Run, resamples: int = 0) -> list[Row]:
    """A row for each prompt and order."""

    def key(cell: Cell, category: str) -> Key:
        return Key(cell.data_set, category, cell.model, cell.method, cell.prompt, cell.order)

    return _rows(run, key, resamples)


def by_template(run: Run) -> Iterator[tuple[Key, str, Scores, Tally]]:
    """The scores of each template, its counts summed over prompts and orders."""
    for row in averages(run):
        if row.key.category == ALL and len(row.cells[0].categories) > 1:
            continue
        templates = dict.fromkeys(
            key for cell in row.cells for key in cell.tallies if row.key.category in (ALL, key[0])
        )
        for key in templates:
            counts = sum((cell.tallies.get(key, Tally()) for cell in row.cells), Tally())
            yield row.key, key[1], score(counts), counts


def categories(cell: Cell) -> tuple[str, ...]:
    """The categories of a cell and, where there are several, all of them together."""
    own = cell.categories
    return (*own, ALL) if len(own) > 1 else own


def mean_scores(cells: Sequence[Cell], category: str) -> Scores:
    """The mean of the cells' scores; None where one of them is undefined."""
    return _over(cells, category, statistics.fmean)


def _rows(run: Run, key: Callable[[Cell, str], Key], resamples: int) -> list[Row]:
    groups: dict[Key, list[Cell]] = {}
    for cell in run.cells:
        for category in categories(cell):
            groups.setdefault(key(cell, category), []).append(cell)
    seed = int(run.settings.get("seed", 0))
    return [_row(each, tuple(cells), resamples, seed) for each, cells in groups.items()]


def _row(key: Key, cells: tuple[Cell, ...], resamples: int, seed: int) -> Row:
    category = None if key.category == ALL else key.category
    found = intervals([cell.tallies for cell in cells], resamples=resamples, seed=seed, category=category)
    counts = sum((total(cell.tallies, category) for cell in cells), Tally())
    spread = _over(cells, key.category, statistics.stdev) if len(cells) > 1 else dict.fromkeys(SCORES)
    return Row(key, cells, mean_scores(cells, key.category), spread, found, counts)


def _over(cells: Sequence[Cell], category: str, of: Callable[[list[float]], float]) -> Scores:
    chosen = None if category == ALL else category
    scores = [score(total(cell.tallies, chosen)) for cell in cells]
    found: dict[str, float | None] = {}
    for name in SCORES:
        values = [value for each in scores if (value := each[name]) is not None]
        found[name] = of(values) if len(values) == len(scores) else None
    return found
