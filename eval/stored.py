"""What may stand in a file of results: files are edited, cut off, and made by other programs."""

from collections.abc import Callable, Mapping
from typing import Any

Fits = Callable[[Any], bool]
_LARGEST = 1e300
"""Far beyond every statistic and every count of partitions that is written."""


def text(value: Any) -> bool:
    """A text that can be written again: without halves of surrogate pairs."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def number(value: Any) -> bool:
    """A finite number, and not true or false."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -_LARGEST < value < _LARGEST


def count(value: Any) -> bool:
    """A whole number from 0."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def probability(value: Any) -> bool:
    """A number from 0 to 1."""
    return number(value) and 0 <= value <= 1


def level(value: Any) -> bool:
    """A number between 0 and 1."""
    return number(value) and 0 < value < 1


def optional(fits: Fits) -> Fits:
    """None, or what `fits`."""
    return lambda value: value is None or fits(value)


def several(fits: Fits, size: int | None = None) -> Fits:
    """A tuple of what `fits`, of that size if one is given."""
    return lambda value: (
        isinstance(value, tuple) and size in (None, len(value)) and all(fits(each) for each in value)
    )


def each_of(*fits: Fits) -> Fits:
    """A tuple whose values fit one after the other."""
    return lambda value: (
        isinstance(value, tuple)
        and len(value) == len(fits)
        and all(fit(each) for fit, each in zip(fits, value, strict=True))
    )


def check(values: Any, fits: Mapping[str, Fits]) -> None:
    """ValueError for a value that does not fit; those that are not known, or not there, may be anything."""
    if not isinstance(values, Mapping):
        raise ValueError("names with values are wanted")
    wrong = next((name for name, fit in fits.items() if name in values and not fit(values[name])), None)
    if wrong is not None:
        raise ValueError(f"{wrong} is {str(values[wrong])[:40]!r}")
