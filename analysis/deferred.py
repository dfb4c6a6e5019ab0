"""A sequence that is made when somebody looks at it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class Deferred(Sequence[Item], Generic[Item]):
    """The items that `make` gives, asked once and only when they are wanted; equal to a tuple of the same.

    A document has thousands of suggestions, and an editor shows a few of them at a time.
    """

    __slots__ = ("_items", "_make")

    def __init__(self, make: Callable[[], Sequence[Item]]) -> None:
        self._make: Callable[[], Sequence[Item]] | None = make
        self._items: tuple[Item, ...] = ()

    def _made(self) -> tuple[Item, ...]:
        if self._make is not None:
            self._items, self._make = tuple(self._make()), None
        return self._items

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        return self._made()[index]

    def __len__(self) -> int:
        return len(self._made())

    def __iter__(self) -> Iterator[Item]:
        return iter(self._made())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Deferred):
            return self._made() == other._made()
        return self._made() == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._made())

    def __repr__(self) -> str:
        return repr(self._made())
