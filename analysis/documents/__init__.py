"""Documents: from the text of a file to segments of prose with exact offsets."""

from mitgemeint.analysis.documents.model import Document, Segment
from mitgemeint.analysis.documents.prose import segment
from mitgemeint.analysis.documents.registry import FORMATS, FORMATS_BY_NAME, format_of
from mitgemeint.analysis.documents.switches import suppressed

__all__ = ["FORMATS", "Document", "Segment", "format_of", "read"]


def read(text: str, format: str) -> Document:
    """Read `text` as a document of the format.

    Raises ValueError, naming the known formats, for an unknown one; never for anything in the text.
    """
    known = FORMATS_BY_NAME.get(format)
    if known is None:
        raise ValueError(f"unknown document format {format!r}; known: {', '.join(FORMATS)}")
    parsed = known.parse(text)
    segments = (segment(text, block) for block in parsed.blocks)
    return Document(
        text,
        known.name,
        tuple(found for found in segments if found is not None),
        suppressed(text, parsed.comments),
        known.escape,
    )
