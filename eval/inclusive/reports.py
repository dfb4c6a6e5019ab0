"""A run in all forms: the files that `inclusive run` and `inclusive ablate` write, and what they print."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mitgemeint.eval.figures import save
from mitgemeint.eval.files import check_folder, write
from mitgemeint.eval.inclusive import ablation, pictures, result, tables, timing
from mitgemeint.eval.inclusive.measures import Estimate
from mitgemeint.eval.inclusive.result import ALL, Group, Run
from mitgemeint.eval.inclusive.tables import Table
from mitgemeint.eval.inclusive.timing import Timing
from mitgemeint.eval.problems import EvalError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KIND = "kind"
RUN, ABLATION, THRESHOLD = "run", "ablation", "threshold"
TIME = "time.json"
PICTURE_ENDINGS = (".png", ".svg")
OUTPUTS = "outputs"


def check_out(folder: Path, asked: Mapping[str, object]) -> None:
    """EvalError before anything is computed where results cannot be written, or those of another run
    stand. The folder is not made.
    """
    check_folder(folder)
    if (folder / result.FILE).exists() and result.load(folder).settings.get("asked") != asked:
        raise EvalError(
            str(folder), "holds the results of another run", "name another folder with --out, or remove it"
        )


def tables_of(run: Run, found: Sequence[Group]) -> list[Table]:
    """The tables that belong to a run of its kind."""
    return [ablation.table(found)] if run.settings.get(KIND) == ABLATION else tables.of_run(found)


def as_markdown(run: Run, found: Sequence[Group]) -> str:
    """The tables in Markdown, and what they were made with."""
    return f"{tables.as_markdown(tables_of(run, found))}\n\n{made_with(run)}"


def as_latex(run: Run, found: Sequence[Group]) -> str:
    """The tables in LaTeX."""
    return tables.as_latex(tables_of(run, found))


def as_csv(run: Run, found: Sequence[Group]) -> str:
    """Every figure as CSV."""
    return tables.as_csv(found)


TEXTS: Mapping[str, Callable[[Run, Sequence[Group]], str]] = {
    "markdown": as_markdown,
    "csv": as_csv,
    "latex": as_latex,
    "json": result.dump,
}
"""What can be printed of a run and its groups, by the names of the option."""


def all_as(form: str, shown: Mapping[str, tuple[Run, Sequence[Group]]]) -> str:
    """Several runs in one text, by the names of their kinds: one object of JSON, one table of CSV."""
    texts = {kind: TEXTS[form](*each).rstrip("\n") for kind, each in shown.items()}
    if len(texts) == 1:
        return next(iter(texts.values()))
    if form == "json":
        return "{" + ",\n".join(f'"{kind}": {text}' for kind, text in texts.items()) + "}"
    if form == "csv":
        header = texts[RUN].partition("\n")[0]
        return "\n".join([header, *(text.partition("\n")[2] for text in texts.values())])
    return "\n\n".join(texts.values())


def made_with(run: Run) -> str:
    """Date, version and intervals of a run, in one line."""
    resamples = run.settings["resamples"]
    intervals = f"; intervals of 95 % from {resamples} resamples of the texts" if resamples else ""
    return f"{_dated(run.provenance)}{intervals}."


def _dated(provenance: Mapping[str, Any]) -> str:
    return f"{provenance.get('program', 'unknown')}, {str(provenance.get('date', ''))[:10]}"


def write_run(
    run: Run,
    found: Sequence[Group],
    folder: Path,
    rows: Mapping[str, Sequence[Mapping[str, Any]]],
) -> None:
    """Write results, tables and picture of a run, and the outputs of each system (`rows` by its name)."""
    kind = run.settings[KIND]
    with _told(folder):
        write(folder / result.FILE, result.dump(run, found))
        write(folder / "table.csv", as_csv(run, found))
        write(folder / "table.md", as_markdown(run, found))
        write(folder / "table.tex", as_latex(run, found))
        for number, (_, outputs) in enumerate(rows.items(), 1):
            lines = (json.dumps(row, ensure_ascii=False) for row in outputs)
            write(folder / OUTPUTS / f"{number}.jsonl", "\n".join(lines))
        if kind == THRESHOLD:
            _draw(pictures.threshold(by_threshold(run, found)), folder, THRESHOLD)
        elif kind == ABLATION:
            _draw(pictures.ablation(found), folder, ABLATION)
        else:
            _draw(pictures.performance(found), folder, "performance")


def write_time(measured: Timing, folder: Path) -> None:
    """Write the times and their picture."""
    with _told(folder):
        write(folder / TIME, timing.dump(measured))
        _draw(pictures.times(measured.points), folder, "time")


def by_threshold(run: Run, groups: Sequence[Group]) -> dict[str, dict[float, Mapping[str, Estimate]]]:
    """The figures of a run with thresholds, by set and s0."""
    names = {f"s0 = {s0:g}": s0 for s0 in run.settings["thresholds"]}
    found: dict[str, dict[float, Mapping[str, Estimate]]] = {}
    for group in groups:
        if group.by == ALL and group.system in names:
            found.setdefault(group.set, {})[names[group.system]] = group.figures
    return found


def threshold_lines(run: Run, groups: Sequence[Group]) -> list[str]:
    """The table of thresholds: the one with the highest F1 on each set, and the outermost."""
    rows = []
    for set_name, values in by_threshold(run, groups).items():
        told = {s0: each for s0, each in sorted(values.items()) if "F1" in each}
        if told:
            best = max(told, key=lambda s0: told[s0]["F1"].value)
            rows += [
                (set_name, f"{s0:g}", *(_shown(told[s0], name) for name in pictures.SWEEP))
                for s0 in dict.fromkeys((min(told), best, max(told)))
            ]
    header = ("set", "s0", *pictures.SWEEP)
    title = "First parts by compound-split: the lowest s0, that with the highest F1, and the highest"
    return tables.as_markdown([Table(title, header, tuple(rows))]).split("\n")


def _shown(figures: Mapping[str, Estimate], name: str) -> str:
    return f"{figures[name].value:.3f}" if name in figures else tables.UNDEFINED


def time_lines(measured: Timing) -> list[str]:
    """The table of times: a row for each stage."""
    points = measured.points
    rows = []
    for stage in (*timing.STAGES, None):
        line = timing.fit(points, stage)
        seconds = points[-1].total if stage is None else points[-1].seconds[stage]
        share = seconds / points[-1].total if points[-1].total else 0.0
        rows.append(
            (
                "all together" if stage is None else str(stage),
                f"{1000 * line.slope:.2f}",
                f"{share:.0%}".replace("%", " %"),
                f"{line.explained:.3f}",
            )
        )
    header = ("stage", "ms for 1,000 characters", "share", "R² of a straight line")
    title = f"Time, texts of {points[0].characters:,} to {points[-1].characters:,} characters"
    table = tables.as_markdown([Table(title, header, tuple(rows), 1)])
    return [*table.split("\n"), "", f"{_dated(measured.provenance)}; processor time, one core."]


def _draw(figure: "Figure", folder: Path, name: str) -> None:
    for ending in PICTURE_ENDINGS:
        save(figure, folder / f"{name}{ending}")


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Inside, what cannot be written is told in one line."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(str(folder), reason, "make room, or name another folder with --out") from error
