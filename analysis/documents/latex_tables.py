"""What LaTeX's commands, environments and characters mean, as `data/lexicon/latex.toml` lists them."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any

from mitgemeint.data import resource


class Reads(StrEnum):
    """What becomes of a command in the prose; the data file explains the names."""

    INLINE = "inline"
    QUOTED = "quoted"
    ASIDE = "aside"
    BLOCK = "block"
    DROP = "drop"
    SPACE = "space"
    BREAK = "break"
    THING = "thing"
    NAME = "name"
    CITATION = "citation"
    LANGUAGE = "language"
    FOREIGN = "foreign"
    ITEM = "item"


class Content(StrEnum):
    """What an environment holds."""

    VERBATIM = "verbatim"
    FORMULA = "formula"
    MUTE = "mute"
    LIST = "list"
    TABLE = "table"
    PROSE = "prose"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its arguments, one letter each, and what it leaves; `kind` is that of its own texts."""

    arguments: str
    reads: Reads
    kind: str = "paragraph"


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment: what it holds, its arguments, the kind of its texts ("": as around it)."""

    content: Content
    arguments: Command
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Tables:
    """The whole data file."""

    commands: Mapping[str, Command]
    environments: Mapping[str, Environment]
    verbatim: frozenset[str]
    addresses: frozenset[str]
    german: frozenset[str]
    languages: frozenset[str]
    titles: frozenset[str]
    governed_by: frozenset[str]
    letters: Mapping[str, str]
    words: Mapping[str, str]
    accents: Mapping[str, str]
    symbols: Mapping[str, str]
    signs: Mapping[str, str]
    shorthands: Mapping[str, str]
    shorthand_letters: Mapping[str, str]
    formulas: Mapping[str, str]

    def environment(self, name: str) -> Environment | None:
        """What is known of an environment; `align*` is like `align` if not listed itself."""
        return self.environments.get(name) or self.environments.get(name.rstrip("*"))

    def is_german(self, language: str) -> bool:
        """Whether babel's or polyglossia's name of a language, or a tag (de-AT), means German."""
        name = language.strip().lower()
        return name in self.german or name.startswith(("de-", "german-"))


@cache
def load() -> Tables:
    """The tables, read once."""
    data = tomllib.loads(resource("lexicon", "latex.toml").read_text(encoding="utf-8"))
    shorthands = dict(data["shorthands"])
    letters = shorthands.pop("letters")
    languages = data["languages"]
    return Tables(
        commands=MappingProxyType(dict(_commands(data["command"]))),
        environments=MappingProxyType(dict(_environments(data["environment"]))),
        verbatim=frozenset(data["raw"]["verbatim"]),
        addresses=frozenset(data["raw"]["addresses"]),
        german=frozenset(languages["german"]),
        languages=frozenset([*languages["german"], *languages["others"]]),
        titles=frozenset(data["preamble"]["titles"]),
        governed_by=frozenset(data["citations"]["governed_by"]),
        letters=MappingProxyType(data["letters"]),
        words=MappingProxyType(data["words"]),
        accents=MappingProxyType(data["accents"]),
        symbols=MappingProxyType(data["symbols"]),
        signs=MappingProxyType(data["signs"]),
        shorthands=MappingProxyType(shorthands),
        shorthand_letters=MappingProxyType(letters),
        formulas=MappingProxyType(data["formulas"]),
    )


def _commands(rows: list[dict[str, Any]]) -> Iterator[tuple[str, Command]]:
    for row in rows:
        command = Command(row["arguments"], Reads(row["reads"]), row.get("kind", "paragraph"))
        for name in row["names"]:
            yield name, command


def _environments(rows: list[dict[str, Any]]) -> Iterator[tuple[str, Environment]]:
    for row in rows:
        arguments = row.get("arguments", "")
        reads = Reads.LANGUAGE if "l" in arguments else Reads.BLOCK
        command = Command(arguments, reads, row.get("heading", "paragraph"))
        for name in row["names"]:
            yield name, Environment(Content(row["content"]), command, row.get("kind", ""))
