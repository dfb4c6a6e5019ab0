"""Texts for people, by key and locale: findings, reasons, explanations, errors, command line, server.

The texts stand in `data/messages/<language>.toml`. Tables nest there and are flattened here, so that
`[finding] generic-masculine = "…"` is found under `finding.generic-masculine`. Placeholders are those
of `str.format` with names. Both languages hold the same keys and placeholders (a test checks it).
The explanations of `data/lexicon/explanations.toml` are texts too: `explanation.<code>` for the codes of
findings, `explanation.<section>.<name>` for the rest (`explanation.kind.kraft`).
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any

from mitgemeint.data import resource

LANGUAGES = ("de", "en")
FALLBACK = "en"
# What the names of notations with a sign of one's own begin with.
CUSTOM = "custom:"
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language."""

    language: str
    texts: Mapping[str, str]

    @classmethod
    def load(cls, locale: str) -> "Catalogue":
        """The catalogue for a locale such as `de`, `de_AT.UTF-8` or `en-GB`; English where unknown."""
        return _load(language_of(locale))

    def text(self, key: str, /, **values: object) -> str:
        """The text `key` with its placeholders filled; raises KeyError for an unknown key."""
        return self.texts[key].format(**values)

    def shown(self, key: str) -> str:
        """The text `key` with the names of its placeholders: <path>; raises KeyError for an unknown key."""
        names = {name: f"<{name}>" for _, name, _, _ in Formatter().parse(self.texts[key]) if name}
        return self.texts[key].format(**names)

    def __contains__(self, key: str) -> bool:
        return key in self.texts


def notation_name(catalogue: Catalogue, notation: str) -> str:
    """What people call a notation in the catalogue's language; its code where the catalogue has no name."""
    if notation.startswith(CUSTOM):
        return catalogue.text("notation.custom", sign=notation.removeprefix(CUSTOM))
    key = f"notation.{notation}"
    return catalogue.text(key) if key in catalogue else notation


def language_of(locale: str) -> str:
    """The language of `LANGUAGES` that a locale name asks for, English where it is none of them."""
    language = locale.replace("-", "_").partition("_")[0].partition(".")[0].partition("@")[0].lower()
    return language if language in LANGUAGES else FALLBACK


def user_locale(environment: Mapping[str, str]) -> str:
    """The locale of the messages that the environment asks for, in the order POSIX gives."""
    return next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), FALLBACK)


@cache
def _load(language: str) -> Catalogue:
    tables = tomllib.loads(resource("messages", f"{language}.toml").read_text(encoding="utf-8"))
    return Catalogue(language, MappingProxyType({**dict(_flatten(tables)), **dict(_explanations(language))}))


def _explanations(language: str) -> Iterator[tuple[str, str]]:
    sections = tomllib.loads(resource("lexicon", "explanations.toml").read_text(encoding="utf-8"))
    for section, entries in sections.items():
        prefix = "explanation." if section == "code" else f"explanation.{section}."
        for name, texts in entries.items():
            yield f"{prefix}{name}", texts[language]


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield f"{prefix}{key}", value
        else:
            raise TypeError(f"messages: {prefix}{key} is not a text")
