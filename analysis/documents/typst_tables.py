"""What Typst's functions mean for prose, as `data/lexicon/typst.toml` lists them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from mitgemeint.data import resource

INLINE = "inline"
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Tables:
    """The whole data file. `functions` gives the kind of their texts, `INLINE` or `NOTHING`."""

    functions: Mapping[str, str]
    prose: frozenset[str]
    german: frozenset[str]


@cache
def load() -> Tables:
    """The tables, read once."""
    data = tomllib.loads(resource("lexicon", "typst.toml").read_text(encoding="utf-8"))
    functions = {name: kind for kind, names in data["functions"].items() for name in names}
    return Tables(
        MappingProxyType(functions),
        frozenset(data["arguments"]["prose"]),
        frozenset(data["languages"]["german"]),
    )
