"""Parts of documents that were read before: after an edit only the part that it touched is read again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from threading import Lock

from mitgemeint.analysis.cache_sizes import SEGMENTS
from mitgemeint.analysis.documents.model import Block, Parsed, Span

# A part that is longer is read each time: a book that is one list would be kept after every letter typed.
LONGEST = 8_000


class Parts:
    """The readings of parts, at most so many, by what they depend on."""

    def __init__(self, limit: int = SEGMENTS) -> None:
        self._limit = limit
        self._known: OrderedDict[Hashable, tuple[int, Parsed]] = OrderedDict()
        self._lock = Lock()

    def read(self, key: Hashable, start: int, reading: Callable[[], Parsed]) -> Parsed:
        """What `reading` gives for the part that begins at `start`, a code point of the document.

        `key` is all that the reading depends on but for its place.
        """
        with self._lock:
            known = self._known.get(key)
        parsed = reading() if known is None else _moved(known[1], start - known[0])
        with self._lock:
            self._known[key] = start, parsed
            self._known.move_to_end(key)
            while len(self._known) > self._limit:
                self._known.popitem(last=False)
        return parsed


def _moved(parsed: Parsed, by: int) -> Parsed:
    """The reading of a part that stands elsewhere now."""
    if not by:
        return parsed
    comments = parsed.comments
    return Parsed(
        [_moved_block(block, by) for block in parsed.blocks],
        None if comments is None else tuple(_moved_span(span, by) for span in comments),
    )


def _moved_block(block: Block, by: int) -> Block:
    changes = tuple(replace(change, start=change.start + by, end=change.end + by) for change in block.changes)
    rulers = tuple(_moved_span(span, by) for span in block.rulers)
    return Block(block.kind, block.start + by, block.end + by, changes, block.escape, block.is_rigid, rulers)


def _moved_span(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by
