"""Tables of a run: CSV with every value, Markdown and LaTeX with tests by rows and models by columns."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping

from mitgemeint.eval.association.result import Result, Run
from mitgemeint.eval.command import table
from mitgemeint.eval.latex import escaped

Stars = Mapping[tuple[str, str], str]
"""Stars by model and test: "", "*" or "**"."""

Shown = Callable[[Result, str], str]
UNDEFINED = "–"
NOTHING = ("", "")
COLUMNS = (
    *("test", "level", "model", "n_x", "n_y", "n_a", "n_b", "mean_x", "mean_y", "statistic"),
    "effect_size",
    *("words_low", "words_high", "templates_low", "templates_high"),
    *("p", "p_low", "p_high", "p_method", "partitions", "p_by_word", "stars"),
    *("missing", "warnings"),
)


def as_csv(run: Run, stars: Stars) -> str:
    """One row for each test and model, with every value that was computed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in run.results:
        writer.writerow(_row(result, stars.get((result.model, result.test), "")))
    return out.getvalue()


def as_markdown(run: Run, stars: Stars) -> str:
    """d with its stars and p, tests by rows and models by columns."""
    rows = ([test, *cells] for test, cells in _cells(run, stars, _shown))
    return "\n".join([*table(["test", *run.models], rows), "", *legend(run)])


def as_latex(run: Run, stars: Stars) -> str:
    """The same for a paper, with the rules of the package booktabs."""
    head = ["Test", *map(escaped, run.models)]
    lines = [
        r"% \usepackage{booktabs}",
        r"\begin{tabular}{l" + "r" * len(run.models) + "}",
        r"\toprule",
        " & ".join(head) + r" \\",
        r"\midrule",
    ]
    lines += [
        " & ".join([escaped(test), *cells]) + r" \\" for test, cells in _cells(run, stars, _shown_in_latex)
    ]
    note = " ".join(map(escaped, legend(run)))
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", rf"\par\smallskip{{\footnotesize {note}}}"])


def legend(run: Run) -> list[str]:
    """What the signs of the tables mean."""
    settings = run.settings
    alpha, family = settings.get("alpha", 0.01), settings.get("family", "all")
    family_named = "all cells" if family == "all" else f"the cells of each {family}"
    return [
        "d with p in brackets; after a semicolon p with words dealt in place of the texts that were made of",
        f"them, which are no independent observations. Stars go by the first p: * at most {alpha}, ** also",
        f"after Holm-Bonferroni over {family_named}. {UNDEFINED}: not defined.",
        f"Convention: {settings.get('convention')}, side: {settings.get('side')}. {_poolings(run)}".rstrip(),
    ]


def _poolings(run: Run) -> str:
    """Which vectors stood for the texts, by model."""
    models = run.settings.get("models", {})
    found = {
        name: states["pooling"].partition(":")[0] for name, states in models.items() if "pooling" in states
    }
    return f"Pooling: {', '.join(f'{name}: {pooling}' for name, pooling in found.items())}." if found else ""


def _row(result: Result, stars: str) -> Iterator[object]:
    yield from (result.test, result.level, result.model, *result.sizes)
    yield from map(_number, (*result.means, result.statistic, result.effect_size))
    yield from (*(result.over_words or NOTHING), *(result.over_templates or NOTHING))
    yield from (_number(result.p), *(result.p_interval or NOTHING), result.p_method)
    yield from (_number(result.partitions), _number(result.p_by_word), stars)
    yield from ("; ".join(result.missing), "; ".join(result.warnings))


def _number(value: float | None) -> float | str:
    return "" if value is None else value


def _cells(run: Run, stars: Stars, shown: Shown) -> Iterator[tuple[str, list[str]]]:
    cells = run.cells()
    for test in run.tests:
        found = [(cells.get((model, test)), stars.get((model, test), "")) for model in run.models]
        yield test, [shown(result, star) if result else "" for result, star in found]


def _shown(result: Result, stars: str) -> str:
    if result.effect_size is None:
        return UNDEFINED
    sign = stars.replace("*", "\\*")
    return f"{result.effect_size:.2f}{sign} ({_p_values(result)})"


def _shown_in_latex(result: Result, stars: str) -> str:
    if result.effect_size is None:
        return "--"
    sign = f"^{{{stars}}}" if stars else ""
    return f"${result.effect_size:.2f}{sign}$ ({_p_values(result).replace('<', '$<$')})"


def _p_values(result: Result) -> str:
    """p over texts, and after a semicolon over words where several texts are made of one."""
    return (
        shown_p(result.p) if result.p_by_word is None else f"{shown_p(result.p)}; {shown_p(result.p_by_word)}"
    )


def shown_p(p: float | None) -> str:
    """A p-value with the digits that tell something: .032, <.001."""
    if p is None:
        return UNDEFINED
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0")
