"""What AsciiDoc's blocks, macros and attributes mean, as `data/lexicon/asciidoc.toml` lists them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class Tables:
    """The whole data file."""

    left_alone: frozenset[str]
    admonitions: tuple[str, ...]
    titled: frozenset[str]
    footnotes: frozenset[str]
    pictures: frozenset[str]
    passed: frozenset[str]
    nothing: frozenset[str]
    things: frozenset[str]
    prose_attributes: frozenset[str]
    characters: Mapping[str, str]


@cache
def load() -> Tables:
    """The tables, read once."""
    data = tomllib.loads(resource("lexicon", "asciidoc.toml").read_text(encoding="utf-8"))
    macros = {name: frozenset(names) for name, names in data["macros"].items()}
    return Tables(
        left_alone=frozenset(data["blocks"]["left_alone"]),
        admonitions=tuple(data["blocks"]["admonitions"]),
        prose_attributes=frozenset(data["attributes"]["prose"]),
        characters=MappingProxyType(data["attributes"]["characters"]),
        **macros,
    )
