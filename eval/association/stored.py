"""What may stand in a file of results of association tests."""

from collections.abc import Mapping
from typing import Any

from mitgemeint.eval.association.multiple_testing import FAMILIES
from mitgemeint.eval.stored import (
    Fits,
    count,
    each_of,
    level,
    number,
    optional,
    probability,
    several,
    text,
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


def _states(value: Any) -> bool:
    """What is known of a model: texts by their names."""
    return isinstance(value, Mapping) and all(map(text, (*value, *value.values())))
