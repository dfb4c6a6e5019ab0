"""Text in LaTeX, and tables in the manner of the package booktabs."""

from collections.abc import Iterable, Sequence


def escaped(text: str) -> str:
    """A text in which nothing is a command."""
    for sign in "&%$#_{}":
        text = text.replace(sign, f"\\{sign}")
    text = text.replace("~", r"\textasciitilde{}").replace("^", r"\textasciicircum{}")
    return text.replace("--", "-{}-").replace("–", "--")


def tabular(header: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> list[str]:
    """The lines of a table with its first `left` columns to the left, the others to the right."""
    columns = "l" * left + "r" * (len(header) - left)
    return [
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        " & ".join(map(escaped, header)) + r" \\",
        r"\midrule",
        *(" & ".join(map(escaped, row)) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
