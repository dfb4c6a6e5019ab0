"""Tables of a run: Markdown and LaTeX with the scores that papers print, CSV with every value."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple

from mitgemeint.eval.bbq.result import Agreement, Run
from mitgemeint.eval.bbq.scores import SCORES
from mitgemeint.eval.bbq.summary import Row, averages, by_cell, by_order, by_prompt, by_template
from mitgemeint.eval.bbq.tally import COUNTS
from mitgemeint.eval.command import table
from mitgemeint.eval.latex import escaped

UNDEFINED = "–"
RESAMPLES = 2000
"""Resamples of an interval."""

HEAD = (
    *("acc. amb.", "bias amb.", "at most", "acc. disamb.", "bias disamb.", "at most"),
    *("refused", "unreadable"),
)
PARRISH_HEAD = ("s amb. (%)", "s disamb. (%)")


def as_markdown(run: Run) -> str:
    """All tables of a run that say something."""
    return "\n".join(_markdown(run))


def _markdown(run: Run) -> Iterator[str]:
    rows = averages(run, RESAMPLES)
    yield from _titled("Averages", _averages(rows))
    yield ""
    yield from legend(run)
    if len({cell.prompt for cell in run.cells}) > 1:
        yield from _titled("By prompt", _parts(by_prompt(run), "prompt", lambda row: row.key.prompt))
    if len({cell.order for cell in run.cells}) > 1:
        yield from _titled(
            "By order of the choices", _parts(by_order(run), "order", lambda row: row.key.order)
        )
    if run.agreements:
        yield from _titled("The same answer throughout", _agreements(run.agreements))
    yield from _titled("Scores of Parrish et al. 2022", _parrish(rows))
    yield from _doubts(run)


def _titled(title: str, lines: Iterator[str]) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    yield from lines


def _averages(rows: Sequence[Row]) -> Iterator[str]:
    head = ("data set", "category", "model", "answers by", "prompts", *HEAD)
    yield from table(head, ((*_place(row), row.prompts, *_scores(row)) for row in rows))


def _parts(rows: Sequence[Row], name: str, part: Callable[[Row], str]) -> Iterator[str]:
    head = ("data set", "category", "model", "answers by", name, *HEAD)
    yield from table(head, ((*_place(row), part(row), *_scores(row)) for row in rows))


def _parrish(rows: Sequence[Row]) -> Iterator[str]:
    head = ("data set", "category", "model", "answers by", "acc. amb. (%)", "acc. disamb. (%)", *PARRISH_HEAD)
    names = (*("accuracy_ambiguous", "accuracy_disambiguated", "parrish_ambiguous", "parrish_disambiguated"),)
    yield from table(head, ((*_place(row), *(_per_cent(row, name) for name in names)) for row in rows))


def _agreements(found: Sequence[Agreement]) -> Iterator[str]:
    head = ("data set", "model", "answers by", "over all", "within", "items", "same answer")
    rows = (
        (
            each.data_set,
            each.model,
            each.method,
            each.over,
            each.within,
            each.items,
            _share(each.same, each.items),
        )
        for each in found
    )
    yield from table(head, rows)


def _doubts(run: Run) -> Iterator[str]:
    told = run.settings.get("data_sets", {})
    lines = [f"- {name}: {doubt}" for name, each in told.items() for doubt in each.get("doubts", ())]
    if lines:
        yield from ("", "## Doubts about the data", "", *lines)


def legend(run: Run) -> list[str]:
    """What the columns mean."""
    prompts = ", ".join(dict.fromkeys(cell.prompt for cell in run.cells if cell.prompt))
    return [
        "Accuracy and bias after Jin et al. 2024: bias from −1 (always against the stereotype) to 1, *at*",
        "*most* is how large it can be at that accuracy. In brackets 95 % intervals over templates; after ±",
        "the standard deviation over prompts and orders. Averages are means of the cells' scores, *at most*",
        f"too. Guessing among three choices is right in 1/3 of the cases. {_not_counted(run)}",
        *([f"Prompts: {prompts}."] if prompts else []),
    ]


def _not_counted(run: Run) -> str:
    """What becomes of answers that are no choice."""
    if run.settings.get("asked", {}).get("leave_out_unreadable"):
        return "*Refused* answers count as wrong, *unreadable* ones were left out."
    return "*Refused* and *unreadable* answers count as wrong."


def _place(row: Row) -> tuple[str, str, str, str]:
    return row.key.data_set, row.key.shown_category, row.key.model, row.key.method


def _scores(row: Row) -> Iterator[str]:
    for name in list(SCORES)[:6]:
        yield _shown(row, name, brief=name.startswith("largest"))
    asked = sum(row.asked)
    yield _share(row.counts.refused_a + row.counts.refused_d, asked)
    yield _share(row.counts.unreadable_a + row.counts.unreadable_d, asked)


def _shown(row: Row, name: str, brief: bool = False) -> str:
    value, spread, interval = row.scores[name], row.spread[name], row.intervals.get(name)
    if value is None:
        return UNDEFINED
    shown = f"{value:.3f}"
    if brief:
        return shown
    if interval:
        shown += f" [{interval[0]:.3f}, {interval[1]:.3f}]"
    return shown if spread is None else f"{shown} ± {spread:.3f}"


def _per_cent(row: Row, name: str) -> str:
    value = row.scores[name]
    return UNDEFINED if value is None else f"{100 * value:.1f}"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else UNDEFINED


def as_latex(run: Run) -> str:
    """The averages for a paper, with the rules of the package booktabs."""
    head = ("Category", "Model", "Acc.", "Bias", "Max.", "Acc.", "Bias", "Max.")
    lines = [
        r"% \usepackage{booktabs}",
        r"\begin{tabular}{llrrrrrr}",
        r"\toprule",
        r" & & \multicolumn{3}{c}{Ambiguous} & \multicolumn{3}{c}{Disambiguated} \\",
        r"\cmidrule(lr){3-5} \cmidrule(lr){6-8}",
        " & ".join(head) + r" \\",
        r"\midrule",
    ]
    for row in averages(run, RESAMPLES):
        place = f"{row.key.data_set}, {row.key.shown_category}", f"{row.key.model} ({row.key.method})"
        cells = [_in_latex(row, name) for name in list(SCORES)[:6]]
        lines.append(" & ".join([*map(escaped, place), *cells]) + r" \\")
    note = escaped(
        "Accuracy and bias after Jin et al. 2024, means over "
        f"{len({cell.prompt for cell in run.cells})} prompts, with 95 % intervals over templates. "
        f"Max.: the largest bias at that accuracy, a mean as well. {_not_counted(run).replace('*', '')}"
    )
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", rf"\par\smallskip{{\footnotesize {note}}}"])


def _in_latex(row: Row, name: str) -> str:
    value, interval = row.scores[name], row.intervals.get(name)
    if value is None:
        return "--"
    if interval is None or name.startswith("largest"):
        return f"${value:.3f}$"
    return rf"${value:.3f}$ {{\scriptsize $[{interval[0]:.3f}, {interval[1]:.3f}]$}}"


COLUMNS = (
    *("level", "data_set", "category", "model", "method", "prompt", "order", "template", "cells"),
    *(column for name in SCORES for column in (name, f"{name}_low", f"{name}_high", f"{name}_sd")),
    *COUNTS,
)
"""The columns of the CSV file; `level` is average, prompt, order, cell or template."""


def as_csv(run: Run) -> str:
    """Every score of every level with its interval and spread, and the counts."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    levels: Mapping[str, Sequence[Row]] = {
        "average": averages(run, RESAMPLES),
        "prompt": by_prompt(run, RESAMPLES),
        "order": by_order(run, RESAMPLES),
        "cell": by_cell(run, RESAMPLES),
    }
    for level, rows in levels.items():
        for row in rows:
            writer.writerow(_csv_row(level, row))
    for key, template, scores, counts in by_template(run):
        values = [cell for name in SCORES for cell in (_number(scores[name]), "", "", "")]
        place = (key.data_set, key.shown_category, key.model, key.method, "", "", template, "")
        writer.writerow(["template", *place, *values, *astuple(counts)])
    return out.getvalue()


def _csv_row(level: str, row: Row) -> Iterator[object]:
    yield level
    yield from (*_place(row), row.key.prompt, row.key.order, "", len(row.cells))
    for name in SCORES:
        low, high = row.intervals.get(name, ("", ""))
        yield from (_number(row.scores[name]), low, high, _number(row.spread[name]))
    yield from astuple(row.counts)


def _number(value: float | None) -> float | str:
    return "" if value is None else value
