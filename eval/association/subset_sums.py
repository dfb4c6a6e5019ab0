"""Counting the choices of k from n numbers whose sum is extreme, without making a list of them.

Horowitz and Sahni 1974, "Computing partitions with applications to the knapsack problem", J. ACM 21(2),
adapted to counting: the numbers are split into two halves. The sums of all choices from each half are made,
grouped by how many numbers were chosen; for j from the left, k - j come from the right. The right group is
sorted, and for each sum on the left binary search says how many on the right go with it. That takes about
2^(n/2) steps in place of C(n, k), and gives the same whole number: 12 of 24 need 4,096 sums a half in place
of 2,704,156, 20 of 40 need a million in place of 138 thousand million.

Memory stays far below all 2^(n/2) sums: a half is kept as two quarters, and a group of it made when its turn
comes. Equal numbers are taken together with their multiplicities, so that many ties make counting cheaper.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mitgemeint.eval.association.extremes import LARGEST, Extremes

Integers = NDArray[np.int64]
Weights = NDArray[Any]

DEFAULT_LIMIT = 1 << 25
"""The most sums in a half that counting takes on by itself: 25 against 25 different scores, in two to four
seconds and 100 MB. 28 against 28 needs 2^28, about a minute and 400 MB."""

BLOCK = 1 << 20
"""Sums of the left half looked up at a time."""

WORTH_MERGING = 4
"""How many times fewer sums equal numbers must make, for sums that carry weights are slower to sort."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The sums of the choices of one size; `weights` says how many choices each stands for, None one each."""

    sums: Integers
    weights: Weights | None


@dataclass(frozen=True, slots=True)
class Item:
    """A number and how often it is there."""

    value: int
    times: int


def sums_needed(values: Integers, chosen: int) -> int:
    """How many sums counting makes in the larger half, the measure of its time (2^25 in two or three
    seconds)."""
    chosen = min(chosen, values.size - chosen)
    return max(sum(_group_sizes(half, chosen)) for half in _halves(_items(values, chosen)))


def count_choices(values: Integers, chosen: int, extremes: Extremes) -> int:
    """How many of the C(len(values), chosen) choices of `chosen` numbers have a sum that counts as extreme.

    The count is exact. `values` must be such that the sum of any of them fits into int64. Ask `sums_needed`
    first.
    """
    if extremes.everything:
        return math.comb(values.size, chosen)
    if chosen > values.size - chosen:
        chosen, extremes = values.size - chosen, extremes.mirrored(int(values.sum()))
    halves = _halves(_items(values, chosen))
    weigh = any(item.times > 1 for half in halves for item in half)
    exact = math.comb(values.size, chosen) <= LARGEST
    left, right = (_Half(half, chosen, weigh, exact) for half in halves)
    return sum(_count_pairs(left, size, right, chosen - size, extremes) for size in range(chosen + 1))


class _Half:
    """The sums of the choices from half of the numbers, made group by group from those of two quarters."""

    def __init__(self, items: Sequence[Item], largest: int, weigh: bool, exact: bool) -> None:
        self._weights: type[np.int64] | type[np.object_] | None = None
        if weigh:
            self._weights = np.int64 if exact else np.object_
        self._quarters = tuple(_groups(part, largest, self._weights) for part in (items[0::2], items[1::2]))

    def pieces(self, size: int) -> Iterator[Group]:
        """The sums of the choices of `size` numbers, in pieces of about a block."""
        first, second = self._quarters
        for in_first in range(max(0, size - len(second) + 1), min(size, len(first) - 1) + 1):
            rows, columns = first[in_first], second[size - in_first]
            if not columns.sums.size:
                continue
            height = max(1, BLOCK // columns.sums.size)
            for start in range(0, rows.sums.size, height):
                yield _product(rows, slice(start, start + height), columns)

    def group(self, size: int) -> Group:
        """The sums of the choices of `size` numbers, sorted."""
        sums, weights = np.empty(self._count(size), np.int64), None
        if self._weights is not None:
            weights = np.empty(sums.size, self._weights)
        filled = 0
        for piece in self.pieces(size):
            part = slice(filled, filled := filled + piece.sums.size)
            sums[part] = piece.sums
            if weights is not None and piece.weights is not None:
                weights[part] = piece.weights
        if weights is None:
            sums.sort()
            return Group(sums, None)
        order = np.argsort(sums)
        return Group(sums[order], weights[order])

    def _count(self, size: int) -> int:
        first, second = ([group.sums.size for group in quarter] for quarter in self._quarters)
        pairs = range(max(0, size - len(second) + 1), min(size, len(first) - 1) + 1)
        return sum(first[chosen] * second[size - chosen] for chosen in pairs)


def _items(values: Integers, chosen: int) -> list[Item]:
    """The numbers with their multiplicities, or each for itself where taking equal ones together gains
    little."""
    distinct, times = np.unique(values, return_counts=True)
    together = [Item(int(value), int(count)) for value, count in zip(distinct, times, strict=True)]
    if distinct.size == values.size:
        return together
    apart = [Item(int(value), 1) for value in np.sort(values)]
    gain = max(sum(_group_sizes(half, chosen)) for half in _halves(apart)) // WORTH_MERGING
    return together if max(sum(_group_sizes(half, chosen)) for half in _halves(together)) <= gain else apart


def _halves(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """The items in two lists whose choices are about as many."""
    halves: tuple[list[Item], list[Item]] = ([], [])
    choices = [1, 1]
    for item in sorted(items, key=lambda item: -item.times):
        smaller = 0 if choices[0] <= choices[1] else 1
        halves[smaller].append(item)
        choices[smaller] *= item.times + 1
    return halves


def _group_sizes(items: Sequence[Item], largest: int) -> list[int]:
    """How many sums the groups of 0, 1, … `largest` chosen numbers have."""
    single = sum(item.times == 1 for item in items)
    sizes = [math.comb(single, size) for size in range(largest + 1)]
    for item in items:
        if item.times == 1:
            continue
        sizes = [sum(sizes[max(0, size - item.times) : size + 1]) for size in range(largest + 1)]
    return sizes


def _groups(
    items: Sequence[Item], largest: int, weights: type[np.int64] | type[np.object_] | None
) -> list[Group]:
    """The sums of the choices from all items, by how many numbers are chosen, up to `largest`."""
    one = None if weights is None else np.ones(1, weights)
    groups = [Group(np.zeros(1, np.int64), one)]
    for item in items:
        size = min(largest, len(groups) - 1 + item.times)
        groups = [_with_item(groups, item, chosen) for chosen in range(size + 1)]
    return groups


def _with_item(groups: Sequence[Group], item: Item, chosen: int) -> Group:
    taken = [times for times in range(item.times + 1) if 0 <= chosen - times < len(groups)]
    before = [groups[chosen - times] for times in taken]
    sums = np.concatenate(
        [group.sums + times * item.value for group, times in zip(before, taken, strict=True)]
    )
    weights = [
        group.weights * math.comb(item.times, times)
        for group, times in zip(before, taken, strict=True)
        if group.weights is not None
    ]
    return Group(sums, np.concatenate(weights) if weights else None)


def _product(rows: Group, part: slice, columns: Group) -> Group:
    sums = np.add.outer(rows.sums[part], columns.sums).ravel()
    if rows.weights is None or columns.weights is None:
        return Group(sums, None)
    return Group(sums, np.multiply.outer(rows.weights[part], columns.weights).ravel())


def _count_pairs(left: _Half, in_left: int, right: _Half, in_right: int, extremes: Extremes) -> int:
    others = right.group(in_right)
    if not others.sums.size:
        return 0
    below = _cumulated(others)
    count = 0
    for piece in left.pieces(in_left):
        if piece.weights is None:
            piece.sums.sort()  # look-ups in order find their place in the cache
        if extremes.low is not None:
            places = np.searchsorted(others.sums, _clipped(extremes.low, piece.sums), side="right")
            count += _weighed(piece, below, places)
        if extremes.high is not None:
            places = np.searchsorted(others.sums, _clipped(extremes.high, piece.sums), side="left")
            count += _all_pairs(piece, below, others) - _weighed(piece, below, places)
    return count


def _clipped(bound: int, sums: Integers) -> Integers:
    """bound - sums. A bound beyond all sums is drawn near, so that the difference stays within int64."""
    return max(-LARGEST // 2, min(LARGEST // 2, bound)) - sums


def _cumulated(group: Group) -> Weights | None:
    """The weight of the first 0, 1, 2 … sums; None where it is their number."""
    if group.weights is None:
        return None
    zero = np.zeros(1, group.weights.dtype)
    return np.asarray(np.concatenate((zero, np.cumsum(group.weights))))


def _weighed(piece: Group, below: Weights | None, places: NDArray[np.intp]) -> int:
    if piece.weights is None or below is None:
        return int(places.sum())
    return int(np.dot(piece.weights, below[places]))


def _all_pairs(piece: Group, below: Weights | None, others: Group) -> int:
    if piece.weights is None or below is None:
        return int(piece.sums.size * others.sums.size)
    return int(piece.weights.sum()) * int(below[-1])
