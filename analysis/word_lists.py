"""Word lists of the rules: one TOML file of `data/lexicon` for one frozen dataclass of sets of words."""

import tomllib
from dataclasses import fields
from functools import cache
from typing import TypeVar

from mitgemeint.data import resource

Lists = TypeVar("Lists")


@cache
def load_lists(kind: type[Lists], file: str) -> Lists:
    """The dataclass `kind` filled from the lists of the same names in a file; KeyError where one is missing."""
    data = tomllib.loads(resource("lexicon", file).read_text("utf-8"))
    return kind(**{field.name: frozenset(data[field.name]) for field in fields(kind)})  # type: ignore[arg-type]
