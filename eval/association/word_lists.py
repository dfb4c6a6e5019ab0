"""The source of a benchmark: lists of words, templates, and the tests that are made of them, read from TOML.

    language = "german"

    [lists.career] category = "Career" kind = "thing" words = ["Büro", { word = "Firma", plural = "Firmen",
    gender = "f" }, { word = "Management", kind = "mass" }]

    [bleached]                    # templates of the bleached sentences, by kind of word
    thing = ["Das ist {ein} {}."]
    mass = ["Das ist {}."]

    [templates]                   # other templates, by name
    engineer = ["{} ist {Ingenieur}."]

    [[tests]]
    name = "weat6"
    targets = ["male_names", "female_names"]
    attributes = ["career", "family"]
    levels = ["word", "bleached"]
    versions = ["religious"]      # also in versions with other lists or templates ([versions.religious])

A slot in braces is filled by the language's module. A list can be another one in other forms (`of`, `form`).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from mitgemeint.eval.association.test_file import file_text
from mitgemeint.eval.problems import EvalError

REMEDY = "see the layout in mitgemeint.eval.association.word_lists"

Making = Literal["word", "bleached", "templates"]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a list, the kind of bleached sentence it fits into, and its other forms by slot."""

    text: str
    kind: str = ""
    forms: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class WordList:
    """Words that stand for one idea, under the name that test files give it."""

    category: str
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a test is made: its lists (X, Y, A, B), and the templates of targets and attributes.

    `making` says what becomes of the words: "word" leaves them alone, "bleached" puts them into the bleached
    sentences of their kind, "templates" into the templates named for targets and for attributes.
    """

    name: str
    making: Making
    lists: tuple[str, str, str, str]
    target_templates: str = ""
    attribute_templates: str = ""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """All that a benchmark's files are made of."""

    language: str
    lists: Mapping[str, WordList]
    bleached: Mapping[str, tuple[str, ...]]
    templates: Mapping[str, tuple[str, ...]]
    plans: tuple[Plan, ...]


def read_benchmark(path: Path) -> Benchmark:
    """The benchmark of a source file; raises EvalError where it is no TOML or lacks something."""
    try:
        value = tomllib.loads(file_text(path))
    except tomllib.TOMLDecodeError as error:
        raise EvalError(path, f"is no TOML ({error})", "mend it there") from None
    try:
        return _benchmark(value)
    except KeyError as error:
        raise EvalError(path, f"lacks {error}", REMEDY) from None
    except (AttributeError, TypeError, ValueError) as error:
        raise EvalError(path, f"has another layout ({error})", REMEDY) from None


def _benchmark(value: Mapping[str, Any]) -> Benchmark:
    tables: Mapping[str, Mapping[str, Any]] = value["lists"]
    return Benchmark(
        language=value["language"],
        lists={name: _word_list(table, tables) for name, table in tables.items()},
        bleached={kind: tuple(texts) for kind, texts in value["bleached"].items()},
        templates={name: tuple(texts) for name, texts in value.get("templates", {}).items()},
        plans=tuple(plan for table in value["tests"] for plan in _plans(table, value.get("versions", {}))),
    )


def _word_list(table: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> WordList:
    """A list with its own words, or with those of the list `of` in the form `form`."""
    origin = tables[table["of"]] if "of" in table else table
    kind = table.get("kind", origin.get("kind", ""))
    shared = table.get("forms", {})
    words = [_word(entry, kind, shared) for entry in origin["words"]]
    if "form" in table:
        words = [Word(word.forms[table["form"]], word.kind, shared) for word in words]
    return WordList(table["category"], tuple(words))


def _word(entry: str | Mapping[str, str], kind: str, shared: Mapping[str, str]) -> Word:
    if isinstance(entry, str):
        return Word(entry, kind, shared)
    forms = {key: form for key, form in entry.items() if key not in ("word", "kind")}
    return Word(entry["word"], entry.get("kind", kind), {**shared, **forms})


def _plans(table: Mapping[str, Any], versions: Mapping[str, Mapping[str, str]]) -> list[Plan]:
    """The tests of one entry: each level, in the main version and in those that it names."""
    plans = []
    for version in ("", *table.get("versions", ())):
        other: Mapping[str, str] = versions[version] if version else {}
        for making in table.get("levels", ("templates",)):
            plans.append(_plan(table, version, making, other))
    return plans


def _plan(table: Mapping[str, Any], version: str, making: Making, other: Mapping[str, str]) -> Plan:
    """A test, with the other lists and templates of its version in place of the main ones."""

    def chosen(name: str) -> str:
        return other.get(name, name)

    prefix, suffix = "sent-" if making == "bleached" else "", f"-{version}" if version else ""
    (x, y), (a, b) = table["targets"], table["attributes"]
    return Plan(
        prefix + table["name"] + suffix,
        making,
        (chosen(x), chosen(y), chosen(a), chosen(b)),
        target_templates=chosen(table.get("target_templates", "")),
        attribute_templates=chosen(table.get("attribute_templates", "")),
    )
