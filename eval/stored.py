"""What may stand in a file of results: files are edited, cut off, and made by other programs."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from mitgemeint.eval.problems import hidden

Fits = Callable[[Any], bool]
_LARGEST = 1e300
"""Far beyond every statistic and every count of partitions that is written."""


class _NoNumberError(ValueError):
    """NaN and Infinity, which Python's JSON has and JSON has not."""


def json_value(content: str) -> Any:
    """The value that a JSON text stands for; ValueError says what is wrong with a text that is none."""
    if not content.strip():
        raise ValueError("is empty")
    try:
        return json.loads(content, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if "\n" in content else f"column {error.colno}"
        raise ValueError(f"is no JSON ({place}: {error.msg})") from error
    except RecursionError as error:
        raise ValueError("is no JSON (too deeply nested)") from error
    except _NoNumberError:
        raise
    except ValueError as error:  # more digits than Python takes
        raise ValueError("is no JSON (a number is too long)") from error


def unwritable(value: Any) -> str | None:
    """Where in a JSON value half a surrogate pair stands, as `phrases.0.text`; None if nowhere."""
    open_values: list[tuple[str, Any]] = [("", value)]
    while open_values:  # no recursion: values may be nested as deeply as JSON is read
        place, each = open_values.pop()
        if isinstance(each, str) and not text(each):
            return place or "the text"
        if isinstance(each, dict):
            if not all(map(text, each)):
                return f"a name in {place}" if place else "a name"
            open_values += [(f"{place}.{name}".lstrip("."), part) for name, part in each.items()]
        elif isinstance(each, list):
            open_values += [(f"{place}.{number}".lstrip("."), part) for number, part in enumerate(each)]
    return None


def _no_number(name: str) -> NoReturn:
    raise _NoNumberError(f"is no JSON ({name} is no number there)")


def text(value: Any) -> bool:
    """A text that can be written again: without halves of surrogate pairs."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def name(most: int) -> Fits:
    """A text for tables and lines: not blank, at most so many characters, and all of them show."""
    return lambda value: (
        isinstance(value, str)
        and bool(value.strip())
        and len(value) <= most
        and not any(hidden(each) for each in value)
    )


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
