"""What Org's keywords, blocks and entities mean, as `data/lexicon/org.toml` lists them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class Tables:
    """The whole data file. `keywords` and `blocks` give the kind of a text; "" is for what is no prose."""

    todo: frozenset[str]
    keywords: Mapping[str, str]
    blocks: Mapping[str, str]
    characters: Mapping[str, str]


@cache
def load() -> Tables:
    """The tables, read once."""
    data = tomllib.loads(resource("lexicon", "org.toml").read_text(encoding="utf-8"))
    keywords = {name: kind for kind, names in data["keywords"].items() for name in names}
    blocks = dict.fromkeys(data["blocks"]["left_alone"], "") | dict.fromkeys(data["blocks"]["quote"], "quote")
    return Tables(
        frozenset(data["todo"]),
        MappingProxyType(keywords),
        MappingProxyType(blocks),
        MappingProxyType(data["characters"]),
    )
