"""Which lines of a text were added or changed since an older version of it."""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from mitgemeint.server.positions import LineIndex

LARGEST = 20_000
"""Lines that are compared in their order; what differs over more of them is compared as a heap of lines."""

Numbered = list[tuple[int, str]]


def changed_lines(before: str, after: str) -> frozenset[int]:
    """The lines of `after`, from 0, that are new or were changed.

    A line that was moved counts as new. Line ends do not count, and neither do empty lines, which hold
    nothing that could be found.
    """
    old, new = _lines(before), _lines(after)
    first = _common(old, new)
    old, new = old[first:], new[first:]
    last = _common(old[::-1], new[::-1])
    old, new = old[: len(old) - last], new[: len(new) - last]
    if not old or not new:
        return frozenset(number for number, _ in new)
    return _unordered(old, new) if max(len(old), len(new)) > LARGEST else _ordered(old, new)


def all_lines(text: str) -> frozenset[int]:
    """The lines of a text that is new."""
    return frozenset(range(LineIndex(text).line_count))


def _lines(text: str) -> Numbered:
    index = LineIndex(text)
    lines = ((number, text[slice(*index.line_span(number))]) for number in range(index.line_count))
    return [(number, line) for number, line in lines if line.strip()]


def _common(one: Numbered, other: Numbered) -> int:
    """How many lines both begin with."""
    count = 0
    for (_, line), (_, counterpart) in zip(one, other, strict=False):
        if line != counterpart:
            break
        count += 1
    return count


def _ordered(old: Numbered, new: Numbered) -> frozenset[int]:
    matcher = SequenceMatcher(None, _texts(old), _texts(new))
    changed = (range(start, end) for tag, _, _, start, end in matcher.get_opcodes() if tag != "equal")
    return frozenset(new[at][0] for part in changed for at in part)


def _unordered(old: Numbered, new: Numbered) -> frozenset[int]:
    left = Counter(_texts(old))
    changed = set()
    for number, line in new:
        if left[line]:
            left[line] -= 1
        else:
            changed.add(number)
    return frozenset(changed)


def _texts(lines: Numbered) -> Sequence[str]:
    return [line for _, line in lines]
