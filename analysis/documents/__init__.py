"""Documents: from the text of a file to segments of prose with exact offsets."""

from mitgemeint.analysis.documents.model import Document, Segment
from mitgemeint.analysis.documents.prose import segment
from mitgemeint.analysis.documents.registry import FORMATS, FORMATS_BY_NAME, format_of, is_named
from mitgemeint.analysis.documents.switches import ignored, suppressed

__all__ = ["FORMATS", "FORMATS_BY_NAME", "Document", "Segment", "format_of", "is_named", "read"]


def read(text: str, format: str) -> Document:
    """Read `text` as a document of the format.

    Raises ValueError, naming the known formats, for an unknown one; never for anything in the text.
    """
    known = FORMATS_BY_NAME.get(format)
    if known is None:
        raise ValueError(f"unknown document format {format!r}; known: {', '.join(FORMATS)}")
    parsed = known.parse(text)
    segments = [found for block in parsed.blocks if (found := segment(text, block, known.escape)) is not None]
    segments.sort(key=lambda found: found.offsets.begin)
    return Document(
        text,
        known.name,
        tuple(segments),
        suppressed(text, parsed.comments),
        ignored(text, parsed.comments),
    )
