"""What directives, roles and fields of reStructuredText mean, as `data/lexicon/rst.toml` lists them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from mitgemeint.data import resource


class Argument(StrEnum):
    """What stands after the name of a directive."""

    NONE = "none"
    TITLE = "title"
    AFTER = "after"
    CONTENT = "content"


class Content(StrEnum):
    """What stands below it."""

    NONE = "none"
    BODY = "body"
    CSV = "csv"
    FIELDS = "fields"


@dataclass(frozen=True, slots=True)
class Directive:
    """What is prose of a directive."""

    argument: Argument
    content: Content


@dataclass(frozen=True, slots=True)
class Tables:
    """The whole data file."""

    directives: Mapping[str, Directive]
    options: frozenset[str]
    prose_roles: frozenset[str]
    titled_roles: frozenset[str]
    explained_roles: frozenset[str]
    fields_left_alone: frozenset[str]
    meta: frozenset[str]

    def directive(self, name: str) -> Directive | None:
        """What is known of a directive."""
        name = name.lower()
        found = self.directives.get(name)
        if found is None and ":" in name:
            found = self.directives.get(f"{name.split(':')[0]}:*")
        return found


@cache
def load() -> Tables:
    """The tables, read once."""
    data = tomllib.loads(resource("lexicon", "rst.toml").read_text(encoding="utf-8"))
    directives = {
        name: Directive(Argument(row["argument"]), Content(row["content"]))
        for row in data["directive"]
        for name in row["names"]
    }
    return Tables(
        MappingProxyType(directives),
        frozenset(data["options"]),
        frozenset(data["roles"]["prose"]),
        frozenset(data["roles"]["titled"]),
        frozenset(data["roles"]["explained"]),
        frozenset(data["fields"]["left_alone"]),
        frozenset(data["fields"]["meta"]),
    )
