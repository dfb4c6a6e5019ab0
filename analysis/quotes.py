"""Quotations: spans in German, Swiss and English quotation marks."""

import re
from collections.abc import Iterator

# Opening and closing mark; a quotation that runs longer than this is a mark that was never closed.
LONGEST = 2_000
PAIRS = ("„“", "„”", "“”", "»«", "«»", "‚‘", "‹›", "›‹", '""')
_QUOTED = re.compile(
    "|".join(
        f"{re.escape(a)}[^{re.escape(a + b)}]{{1,{LONGEST}}}{re.escape(b)}" for a, b in map(tuple, PAIRS)
    )
)


def quoted(text: str) -> Iterator[tuple[int, int]]:
    """The spans of quotations with their marks, in order."""
    for match in _QUOTED.finditer(text):
        yield match.span()
