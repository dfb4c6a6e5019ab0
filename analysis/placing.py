"""From rewrites to suggestions: the edits of a document, and what people are shown."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from mitgemeint.analysis.documents import Document, Segment
from mitgemeint.analysis.edits import word_edit
from mitgemeint.analysis.findings import Edit, Suggestion
from mitgemeint.analysis.form_rewriting import FormRewrite
from mitgemeint.analysis.gender_grammar import load_grammar
from mitgemeint.analysis.prose import phrase_of_segment, rewritten_phrase, rewritten_sentence
from mitgemeint.analysis.ranking import Ranker
from mitgemeint.analysis.rewrite import Rewrite
from mitgemeint.analysis.units import Place, Unit


def suggestion(
    document: Document, unit: Unit, place: Place, rewrite: Rewrite, ranker: Ranker, *, automatic: bool = True
) -> Suggestion | None:
    """The suggestion of a rewrite, None where it cannot be written into the document."""
    if place.segment.is_rigid:
        return None
    offsets = place.to_document
    edits: list[Edit] = []
    prose: list[Edit] = []
    for index, new in sorted(rewrite.words.items()):
        word = unit.words[index]
        gone_from = unit.words[index - 1].end if not new and index else word.start
        start, end = place.start + gone_from, place.start + word.end
        old = unit.text[gone_from : word.end]
        write = _writer(document, place.segment, offsets.span(start, end))
        edit = word_edit(start, end, old, new, offsets, write)
        if edit is None:
            return None
        edits.append(edit)
        prose.append(Edit(*place.to_segment.span(start, end), new))
    label = rewritten_phrase(document, unit, place, prose, rewrite.first, rewrite.last)
    sentence = rewritten_sentence(document, unit, place, prose)
    edits = [*edits, *_of_rulers(document, place.segment, edits)]
    return _made(rewrite, label, sentence, edits, ranker, automatic=automatic and not rewrite.often)


def suggestion_for_form(
    document: Document, unit: Unit, place: Place, written: FormRewrite, ranker: Ranker, *, automatic: bool
) -> Suggestion | None:
    """The suggestion of a rewrite of a form, None where it cannot be written into the document."""
    if place.segment.is_rigid:
        return None
    start = place.segment_span(0, len(unit.text))[0]
    prose = [Edit(edit.start + start, edit.end + start, edit.new_text) for edit in written.edits]
    edits = [_form_edit(document, place.segment, edit) for edit in prose]
    if not edits or any(edit is None for edit in edits):
        return None
    first, last = written.first + start, written.last + start
    label = phrase_of_segment(document, place, prose, first, last)
    sentence = rewritten_sentence(document, unit, place, prose)
    made = [edit for edit in edits if edit is not None]
    made.extend(_of_rulers(document, place.segment, made))
    automatic = automatic and not written.rewrite.often
    return _made(written.rewrite, label, sentence, made, ranker, automatic=automatic)


def _made(
    rewrite: Rewrite, label: str, sentence: str, edits: Sequence[Edit], ranker: Ranker, *, automatic: bool
) -> Suggestion:
    return Suggestion(
        rewrite.notation,
        label,
        tuple(edits),
        sentence,
        rewrite.source,
        rewrite.kind,
        automatic=automatic,
        ranking=ranker.ranking(rewrite, sum(len(e.new_text) - (e.end - e.start) for e in edits)),
    )


def _of_rulers(document: Document, segment: Segment, edits: Sequence[Edit]) -> Iterator[Edit]:
    """What makes the lines below and above a heading longer by as much as its text grows.

    Each edit of the heading has its own place in them, so that several can be made together.
    """
    for start, end in segment.rulers:
        for edit in edits:
            growth = len(edit.new_text) - (edit.end - edit.start)
            if growth > 0:
                place = min(start + edit.start - segment.offsets.span(0, 1)[0], end)
                yield Edit(place, place, document.text[start] * growth)


def _form_edit(document: Document, segment: Segment, edit: Edit) -> Edit | None:
    """The edit in the document. What differs from the segment by escapes, entities and invisible signs only
    is replaced whole, so that a sign is not left behind.
    """
    start, end = segment.offsets.span(edit.start, edit.end)
    old = segment.text[edit.start : edit.end]
    write = _writer(document, segment, (start, end))
    if _bare(document.text[start:end]) == _bare(old) or _has_entities_only(segment, edit):
        return Edit(start, end, write(edit.new_text))
    return word_edit(edit.start, edit.end, old, edit.new_text, segment.offsets, write)


def _has_entities_only(segment: Segment, edit: Edit) -> bool:
    """Whether nothing of the document is dropped in the span: signs of it are only written in another way."""
    pieces = segment.offsets.between(edit.start, edit.end)
    is_whole = all(one.source_end == other.source_start for one, other in pairwise(pieces))
    written = (piece for piece in pieces if not piece.copied)
    return is_whole and not any(segment.text[piece.start : piece.end].isspace() for piece in written)


def _bare(text: str) -> str:
    """The text without what is not seen in prose."""
    invisible = load_grammar().invisible
    kept = (sign for sign in text if sign != "\\" and sign not in invisible)
    return unicodedata.normalize("NFC", "".join(kept))


def _writer(document: Document, segment: Segment, span: tuple[int, int]) -> Callable[[str], str]:
    """How new text is written in the place of a span: escaped, and decomposed (NFD) where the old text is."""
    old = document.text[span[0] : span[1]]
    if unicodedata.normalize("NFC", old) == old:
        return segment.escape
    return lambda new: segment.escape(unicodedata.normalize("NFD", new))
