"""What programming languages write comments with, as `data/lexicon/programs.toml` lists it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class ProgrammingLanguage:
    """How a language writes comments and strings; `preformats` says that what is indented in them is code."""

    name: str
    suffixes: tuple[str, ...]
    line: tuple[str, ...]
    block: tuple[str, ...]
    strings: tuple[str, ...]
    nested: bool = False
    docstrings: bool = False
    preformats: bool = False


@dataclass(frozen=True, slots=True)
class ProgramTables:
    """The whole data file."""

    languages: Mapping[str, ProgrammingLanguage]
    pragmas: tuple[str, ...]
    named_tags: frozenset[str]
    silent_tags: frozenset[str]
    example_tags: frozenset[str]
    code_tags: Mapping[str, str]
    typed_sections: frozenset[str]
    gendered_words: frozenset[str]
    gendered_endings: frozenset[str]


@cache
def load() -> ProgramTables:
    """The tables, read once."""
    data = tomllib.loads(resource("lexicon", "programs.toml").read_text(encoding="utf-8"))
    prose = data["prose"]
    languages = [
        ProgrammingLanguage(
            row["name"],
            tuple(row["suffixes"]),
            tuple(row["line"]),
            tuple(row["block"]),
            tuple(row["strings"]),
            row.get("nested", False),
            row.get("docstrings", False),
            row.get("preformats", False),
        )
        for row in data["language"]
    ]
    return ProgramTables(
        MappingProxyType({language.name: language for language in languages}),
        tuple(prose["pragmas"]),
        frozenset(prose["named_tags"]),
        frozenset(prose["silent_tags"]),
        frozenset(prose["example_tags"]),
        MappingProxyType(prose["code_tags"]),
        frozenset(prose["typed_sections"]),
        frozenset(prose["gendered_words"]),
        frozenset(prose["gendered_endings"]),
    )
