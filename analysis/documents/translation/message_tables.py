"""What stands in messages besides prose, as `data/lexicon/messages.toml` lists it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class MessageTables:
    """The whole data file."""

    numbers: frozenset[str]
    numeric: frozenset[str]
    chosen: frozenset[str]
    one: frozenset[str]
    male: frozenset[str]
    quantities: frozenset[str]
    block: frozenset[str]
    inline: frozenset[str]
    space: frozenset[str]
    code: frozenset[str]
    remarks: frozenset[str]
    locale_keys: frozenset[str]
    siblings: Mapping[str, frozenset[str]]


@cache
def load() -> MessageTables:
    """The tables, read once."""
    data = tomllib.loads(resource("lexicon", "messages.toml").read_text(encoding="utf-8"))
    icu, html, trees = data["icu"], data["html"], data["trees"]
    return MessageTables(
        numbers=frozenset(data["placeholders"]["numbers"]),
        numeric=frozenset(icu["numeric"]),
        chosen=frozenset(icu["chosen"]),
        one=frozenset(icu["one"]),
        male=frozenset(icu["male"]),
        quantities=frozenset(icu["quantities"]),
        block=frozenset(html["block"]),
        inline=frozenset(html["inline"]),
        space=frozenset(html["space"]),
        code=frozenset(html["code"]),
        remarks=frozenset(trees["remarks"]),
        locale_keys=frozenset(trees["locale"]),
        siblings=MappingProxyType({key: frozenset(names) for key, names in trees["siblings"].items()}),
    )
