"""Syntax trees that are made from the last ones: after an edit only what it touched is parsed again."""

from collections import deque
from collections.abc import Callable
from threading import Lock

from tree_sitter import Language, Parser, Point, Tree

# Documents whose trees are kept, and the bytes from which that is worth it.
KEPT = 8
SMALLEST = 4_000


class Trees:
    """Parses documents of one language. What it gives depends on the document alone."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._recent: deque[tuple[bytes, Tree]] = deque(maxlen=KEPT)
        self._lock = Lock()

    def parse(self, data: bytes) -> Tree:
        """The tree of a document in UTF-8."""
        parser = Parser(self._language)
        if len(data) < SMALLEST:
            return parser.parse(data)
        with self._lock:
            recent = list(self._recent)
        shared = {index: sum(_shared(old, data)) for index, (old, _) in enumerate(recent)}
        nearest = max(shared, key=shared.__getitem__, default=None)
        if nearest is None or shared[nearest] * 2 < len(data):
            tree = parser.parse(data)
        else:
            tree = parser.parse(data, _edited(*recent.pop(nearest), data))
        with self._lock:
            self._recent = deque([*recent, (data, tree)], maxlen=KEPT)
        return tree


def _edited(old: bytes, tree: Tree, new: bytes) -> Tree:
    """A copy of the old tree that knows where the new text differs."""
    before, after = _shared(old, new)
    old_end, new_end = len(old) - after, len(new) - after
    edited = tree.copy()
    edited.edit(before, old_end, new_end, _point(old, before), _point(old, old_end), _point(new, new_end))
    return edited


def _shared(old: bytes, new: bytes) -> tuple[int, int]:
    """How many bytes two texts share at their begins, and how many of the rest at their ends."""
    shortest = min(len(old), len(new))
    before = _longest(shortest, lambda length: old[:length] == new[:length])
    after = _longest(shortest - before, lambda length: old[len(old) - length :] == new[len(new) - length :])
    return before, after


def _longest(limit: int, holds: Callable[[int], bool]) -> int:
    """The greatest length up to a limit for which something holds that holds for all shorter ones."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def _point(data: bytes, at: int) -> Point:
    return Point(data.count(b"\n", 0, at), at - data.rfind(b"\n", 0, at) - 1)
