"""What may stand in a file of results: files are edited, cut off, and made by other programs."""

from collections.abc import Callable, Mapping
from typing import Any

from mitgemeint.eval.association.multiple_testing import FAMILIES

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


RESULT: Mapping[str, Fits] = {
    "test": text,
    "level": text,
    "model": text,
    "sizes": several(count, 4),
    "statistic": optional(number),
    "effect_size": optional(number),
    "over_words": optional(several(number, 2)),
    "over_templates": optional(several(number, 2)),
    "without_template": several(each_of(text, optional(number))),
    "p": optional(probability),
    "p_by_word": optional(probability),
    "p_method": text,
    "partitions": optional(count),
    "p_interval": optional(several(probability, 2)),
    "scores": several(several(number), 2),
    "targets": several(several(text), 2),
    "warnings": several(text),
    "missing": several(text),
}
"""What the values of a result must be, sequences as tuples."""

SETTINGS: Mapping[str, Fits] = {
    "alpha": level,
    "family": lambda value: isinstance(value, str) and value in FAMILIES,
    "convention": text,
    "side": text,
    "models": lambda value: isinstance(value, Mapping) and all(map(_states, value.values())),
}
"""What the settings of a run must be, as far as they are used."""


def check(values: Any, fits: Mapping[str, Fits]) -> None:
    """ValueError for a value that does not fit; those that are not known, or not there, may be anything."""
    if not isinstance(values, Mapping):
        raise ValueError("names with values are wanted")
    wrong = next((name for name, fit in fits.items() if name in values and not fit(values[name])), None)
    if wrong is not None:
        raise ValueError(f"{wrong} is {str(values[wrong])[:40]!r}")


def _states(value: Any) -> bool:
    """What is known of a model: texts by their names."""
    return isinstance(value, Mapping) and all(map(text, (*value, *value.values())))
