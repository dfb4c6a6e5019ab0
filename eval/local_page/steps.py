"""Work on a page, step by step: each one saved at once, none over a newer one, the last taken back."""

import hashlib
import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Value = TypeVar("Value")


class StaleError(Exception):
    """Another tab has changed this since. `version` is the version of what stands there now."""

    def __init__(self, version: str) -> None:
        super().__init__(version)
        self.version = version


class Steps(Generic[Value]):
    """What stands at each place, and how it came there. Threads wait for each other.

    `save` keeps all values for good. Where it raises an error, nothing is changed here, either.
    """

    def __init__(self, values: Sequence[Value], save: Callable[[Sequence[Value]], None]) -> None:
        self._values = tuple(values)
        self._save = save
        self._before: list[tuple[int, Value]] = []
        self._lock = threading.Lock()

    @property
    def values(self) -> tuple[Value, ...]:
        """All values."""
        return self._values

    def version(self, place: int) -> str:
        """Something that is another whenever what stands at a place is another."""
        return hashlib.sha256(repr(self._values[place]).encode("utf-8")).hexdigest()[:16]

    def put(self, place: int, value: Value, version: str) -> None:
        """Put a value at a place; StaleError where `version` is not that of what stands there."""
        with self._lock:
            if version != self.version(place):
                raise StaleError(self.version(place))
            before = self._values[place]
            self._replace(place, value)
            self._before.append((place, before))

    def undo(self) -> int | None:
        """Take back the last step of this run; its place, None where there is none."""
        with self._lock:
            if not self._before:
                return None
            place, before = self._before[-1]
            self._replace(place, before)
            self._before.pop()
            return place

    @property
    def can_undo(self) -> bool:
        """Whether there is a step of this run to take back."""
        return bool(self._before)

    def _replace(self, place: int, value: Value) -> None:
        values = (*self._values[:place], value, *self._values[place + 1 :])
        self._save(values)
        self._values = values


def next_place(count: int, after: int, wanted: Callable[[int], bool]) -> int | None:
    """The next place of so many that is wanted, from the begin again if need be; `after` comes last."""
    places = [*range(after + 1, count), *range(min(after + 1, count))]
    return next((place for place in places if wanted(place)), None)
