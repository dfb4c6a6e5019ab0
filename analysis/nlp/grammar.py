"""The hand-written grammar of `data/lexicon/forms_grammar.toml`, read once."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from mitgemeint.analysis.nlp.cells import read_cells
from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class Suffix:
    """An ending that tells gender and number of an unknown noun, and what the lemma has instead."""

    ending: str
    lemma: str
    cells: int


@dataclass(frozen=True, slots=True)
class Grammar:
    """Word lists and tables; see the comments of the file."""

    strong: Mapping[str, int]
    weak: Mapping[str, int]
    indefinite: frozenset[str]
    bare_indefinite: int
    strong_after: frozenset[str]
    possessive: frozenset[str]
    attached: frozenset[str]
    speech: Mapping[str, frozenset[str]]
    relative: frozenset[str]
    unsure_prepositions: frozenset[str]
    one: frozenset[str]
    one_prefixes: tuple[str, ...]
    titles: frozenset[str]
    bullets: frozenset[str]
    months: frozenset[str]
    suffixes: tuple[Suffix, ...]


@cache
def grammar() -> Grammar:
    """The grammar shipped with the package."""
    data = tomllib.loads(resource("lexicon", "forms_grammar.toml").read_text(encoding="utf-8"))
    determiners: dict[str, Any] = data["determiners"]
    return Grammar(
        strong=_table(data["adjectives"]["strong"]),
        weak=_table(data["adjectives"]["weak"]),
        indefinite=frozenset(determiners["indefinite"]),
        bare_indefinite=read_cells(determiners["bare"].split()),
        strong_after=frozenset(determiners["strong_after"]),
        possessive=frozenset(determiners["possessive"]),
        attached=frozenset(determiners["attached"]),
        speech={word: frozenset(also) for word, also in data["speech"].items()},
        relative=frozenset(data["pronouns"]["relative"]),
        unsure_prepositions=frozenset(data["prepositions"]["unsure"]),
        one=frozenset(data["numerals"]["one"]),
        one_prefixes=tuple(data["numerals"]["one_prefixes"]),
        titles=frozenset(data["names"]["titles"]),
        bullets=frozenset(data["markers"]["bullets"]),
        months=frozenset(data["markers"]["months"]),
        suffixes=tuple(
            Suffix(row["ending"], row["lemma"], read_cells(row["cells"].split())) for row in data["suffixes"]
        ),
    )


def _table(rows: Mapping[str, str]) -> dict[str, int]:
    return {ending: read_cells(cells.split()) for ending, cells in rows.items()}
