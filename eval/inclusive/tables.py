"""Tables of a run: the report's table of performance with ours beside it, in Markdown, LaTeX and CSV."""

import csv
import io
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mitgemeint.eval import command, latex
from mitgemeint.eval.inclusive.measures import BY_WORDS, LABELLING, REWRITING, Estimate, Measure
from mitgemeint.eval.inclusive.published import PIPELINE, PUBLISHED, SET
from mitgemeint.eval.inclusive.result import ALL, Group

UNDEFINED = "–"
COLUMNS = ("system", "set", "by", "value", "sentences", "measure", "figure", "low", "high")
SHOWN_SUGGESTIONS = tuple(measure.name.partition(",")[0] for measure in BY_WORDS)

Figures = Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its title; the first `left` columns are names."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 2


def of_run(found: Sequence[Group]) -> list[Table]:
    """The tables of a run: labelling, suggestions, rewriting, and the same by style and domain."""
    whole = [group for group in found if group.by == ALL]
    tables = [labelling(whole), suggestions(whole), rewriting(whole), parts(found)]
    return [table for table in tables if table.rows]


def labelling(whole: Sequence[Group]) -> Table:
    """Recall, precision and F1 over words, with intervals; published figures first."""
    names = tuple(measure.name for measure in LABELLING)
    reported = [
        (each.system, SET, "400", *(_plain(each.figures.get(name)) for name in names)) for each in PUBLISHED
    ]
    own = _rows(whole, lambda group: [_interval(measure, group.figures) for measure in LABELLING])
    header = ("system", "set", "sentences", *names)
    return Table("Labelling, over words", header, (*reported, *own) if own else ())


def suggestions(whole: Sequence[Group]) -> Table:
    """Where the target stands among the candidates, by words and by lemmas."""

    def cells(figures: Callable[[str], str]) -> list[str]:
        return [f"{figures(f'{name}, words')} / {figures(f'{name}, lemmas')}" for name in SHOWN_SUGGESTIONS]

    own = _rows(whole, lambda group: cells(lambda name: _plain(_value(group.figures, name))))
    reported = (PIPELINE.system, SET, "400", *cells(lambda name: _plain(PIPELINE.figures.get(name))))
    header = ("system", "set", "sentences", *SHOWN_SUGGESTIONS)
    return Table("Suggestions, by words / by lemmas", header, (reported, *own) if own else ())


def rewriting(whole: Sequence[Group]) -> Table:
    """Word error rate and share of texts that are the target, with intervals."""
    header = ("system", "set", "sentences", "word error rate, %", "exact")
    rows = _rows(whole, lambda group: [_interval(measure, group.figures) for measure in REWRITING])
    return Table("Rewriting", header, tuple(rows))


def parts(found: Sequence[Group]) -> Table:
    """The main figures by style and by domain, where a set has several."""
    names = ("recall", "precision", "F1", "first five, lemmas", "first, lemmas", "exact")
    rows = [
        (
            group.system,
            group.set,
            group.value,
            str(group.sentences),
            *(_plain(_value(group.figures, name)) for name in names),
        )
        for group in found
        if group.by != ALL
    ]
    return Table("By style and domain", ("system", "set", "part", "sentences", *names), tuple(rows), 3)


def as_markdown(tables: Sequence[Table]) -> str:
    """Tables under their titles."""
    return "\n\n".join(
        "\n".join([f"**{table.title}**", "", *command.table(table.header, _plain_rows(table))])
        for table in tables
    )


def _plain_rows(table: Table) -> list[list[str]]:
    return [[command.plain(cell) for cell in row] for row in table.rows]


def as_latex(tables: Sequence[Table]) -> str:
    """The same for a paper, with the rules of the package booktabs."""
    lines = [r"% \usepackage{booktabs}"]
    for table in tables:
        title = latex.escaped(table.title)
        lines += [rf"\paragraph{{{title}}}", "", *latex.tabular(table.header, table.rows, table.left), ""]
    return "\n".join(lines)


def as_csv(found: Sequence[Group]) -> str:
    """One row for each figure of each group, with its interval."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for group in found:
        for name, estimate in group.figures.items():
            numbers = ("" if math.isnan(value) else f"{value:.6f}" for value in estimate)
            writer.writerow((group.system, group.set, group.by, group.value, group.sentences, name, *numbers))
    return out.getvalue()


def _rows(whole: Sequence[Group], cells: Callable[[Group], list[str]]) -> list[tuple[str, ...]]:
    """A row for each group in which any cell says something."""
    made = [(group, cells(group)) for group in whole]
    return [
        (group.system, group.set, str(group.sentences), *shown)
        for group, shown in made
        if any(character.isdigit() for cell in shown for character in cell)
    ]


def _value(figures: Figures, name: str) -> float | None:
    return figures[name].value if name in figures else None


def _plain(value: float | None, percent: bool = False) -> str:
    if value is None:
        return UNDEFINED
    return f"{100 * value:.2f}" if percent else f"{value:.3f}"


def _interval(measure: Measure, figures: Figures) -> str:
    if measure.name not in figures:
        return UNDEFINED
    estimate = figures[measure.name]
    shown = _plain(estimate.value, measure.percent)
    if math.isnan(estimate.low):
        return shown
    return f"{shown} ({_plain(estimate.low, measure.percent)}–{_plain(estimate.high, measure.percent)})"
