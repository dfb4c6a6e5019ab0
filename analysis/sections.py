"""The sections of a document: where its headings stand."""

from mitgemeint.analysis.documents import read

HEADING = "heading"
# In plain text every short line can be a heading, which is good enough for sentences but not for sections.
GUESSED = frozenset({"plaintext"})


def headings(text: str, format: str) -> list[int]:
    """Where the headings begin, in code points, in order; none in plain text.

    ValueError for an unknown format.
    """
    segments = () if format in GUESSED else read(text, format).segments
    return [segment.offsets.begin for segment in segments if segment.kind == HEADING]
