"""From rewritten words to edits of the document: mapped back, as small as needed, escaped for the format."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence

from mitgemeint.analysis.affixes import shared_beginning, shared_end
from mitgemeint.analysis.findings import Edit
from mitgemeint.analysis.offsets import OffsetMap


def word_edit(
    start: int, end: int, old: str, new: str, offsets: OffsetMap, escape: Callable[[str], str]
) -> Edit | None:
    """The edit that turns the word `old` at `start` to `end` of a derived text into `new`.

    A word that stands letter by letter in the document is replaced whole. Where markup, a soft hyphen or
    the like lies inside, only the letters that change are touched; None if they cannot be told apart.
    """
    if offsets.is_copied(start, end):
        return Edit(*offsets.span(start, end), escape(new))
    head = len(shared_beginning(old, new))
    tail = len(shared_end(old[head:], new[head:]))
    inner_start, inner_end = start + head, end - tail
    text = escape(new[head : len(new) - tail])
    if inner_start == inner_end:
        return _insertion(inner_start, end, text, offsets)
    if offsets.is_copied(inner_start, inner_end):
        return Edit(*offsets.span(inner_start, inner_end), text)
    return None


def _insertion(at: int, word_end: int, text: str, offsets: OffsetMap) -> Edit:
    """An insertion after the letter before it, so that it stays inside markup that ends with the word."""
    inside = at == word_end and at > 0
    position = offsets.span(at - 1, at)[1] if inside else offsets.span(at, at + 1)[0]
    return Edit(position, position, text)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made; they must not overlap."""
    parts = []
    position = 0
    for edit in sorted(edits):
        parts += [text[position : edit.start], edit.new_text]
        position = edit.end
    return "".join([*parts, text[position:]])


def add_compatible(edits: Sequence[Edit], chosen: list[Edit]) -> bool:
    """Add `edits` to those already chosen if all can be made together (the same edit twice is one).

    Gives whether they were added; otherwise `chosen` stays as it is. `chosen` is kept sorted, so that each
    edit is compared with its neighbours only.
    """
    new = [edit for edit in edits if not _is_chosen(edit, chosen)]
    if any(_meets_neighbour(edit, chosen) for edit in new):
        return False
    for edit in new:
        insort(chosen, edit)
    return True


def _is_chosen(edit: Edit, chosen: Sequence[Edit]) -> bool:
    at = bisect_left(chosen, edit)
    return at < len(chosen) and chosen[at] == edit


def _meets_neighbour(edit: Edit, chosen: Sequence[Edit]) -> bool:
    at = bisect_left(chosen, edit)
    return any(_overlap(edit, other) for other in chosen[max(0, at - 1) : at + 1])


def _overlap(one: Edit, other: Edit) -> bool:
    crossing = one.start < other.end and other.start < one.end
    return crossing or one.start == other.start == one.end == other.end
