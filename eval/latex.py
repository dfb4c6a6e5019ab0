"""Text in LaTeX, and tables in the manner of the package booktabs."""

from collections.abc import Iterable, Sequence

_WRITTEN = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def escaped(text: str) -> str:
    """A text in which nothing is a command."""
    return text.translate(_WRITTEN).replace("--", "-{}-").replace("–", "--")


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
