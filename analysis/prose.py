"""Prose after a rewrite, as it is shown to people: sentences and phrases without markup.

What the analysis reads as a placeholder (code, addresses) stands there as it is written in the document.
"""

from bisect import bisect_left
from collections.abc import Sequence

from mitgemeint.analysis.affixes import shared_beginning
from mitgemeint.analysis.documents import Document
from mitgemeint.analysis.edits import apply
from mitgemeint.analysis.findings import Edit
from mitgemeint.analysis.units import Place, Unit

# Sentences up to this length are given whole, in characters; longer ones with this context.
LONGEST_SENTENCE = 1_000
CONTEXT = 200
ELLIPSIS = "…"


def rewritten_sentence(document: Document, unit: Unit, place: Place, edits: Sequence[Edit]) -> str:
    """The sentence with the edits (in segment offsets, sorted) made; of a long one the part around them."""
    start, end = place.segment_span(0, len(unit.text))
    before = after = ""
    if end - start > LONGEST_SENTENCE:
        first, last = edits[0].start - CONTEXT, edits[-1].end + CONTEXT
        before, start = (ELLIPSIS, first) if first > start else ("", start)
        after, end = (ELLIPSIS, last) if last < end else ("", end)
    return before + _rewritten(document, place, edits, start, end) + after


def rewritten_phrase(
    document: Document, unit: Unit, place: Place, edits: Sequence[Edit], first: int, last: int
) -> str:
    """The words from `first` to `last` with the edits made."""
    start, end = place.segment_span(unit.words[first].start, unit.words[last].end)
    return _rewritten(document, place, edits, start, end)


def phrase_of_segment(document: Document, place: Place, edits: Sequence[Edit], start: int, end: int) -> str:
    """The stretch of a segment with the edits (in segment offsets, sorted) made."""
    return _rewritten(document, place, edits, start, end)


def _rewritten(document: Document, place: Place, edits: Sequence[Edit], start: int, end: int) -> str:
    segment = place.segment
    made = [_trimmed(edit, segment.text) for edit in edits if start <= edit.start and edit.end <= end]
    for at in range(bisect_left(segment.protected, (start, start)), len(segment.protected)):
        first, last = segment.protected[at]
        if last > end:
            break
        made.append(Edit(first, last, document.text[slice(*segment.offsets.span(first, last))]))
    return apply(segment.text[start:end], (Edit(e.start - start, e.end - start, e.new_text) for e in made))


def _trimmed(edit: Edit, text: str) -> Edit:
    """The edit without what its word begins with before and after it, which can be a placeholder."""
    kept = len(shared_beginning(text[edit.start : edit.end], edit.new_text))
    return Edit(edit.start + kept, edit.end, edit.new_text[kept:])
