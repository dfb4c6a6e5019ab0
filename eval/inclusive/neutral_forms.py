"""Tells words that are neutral in form: Lehrkraft, Ansprechperson, Leitung, Studierende, Kundschaft.

The endings and words stand in `data/benchmarks/inclusive/neutral-forms.toml`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.paradigm import load_paradigms
from mitgemeint.data import resource
from mitgemeint.eval.inclusive.neutral_words import NeutralWords

PARTICIPLE = "participle"
"""Participles and adjectives as nouns."""

FILE = "neutral-forms.toml"
_SHORTEST_FIRST = 3
_DATIVE = "n"
_DEED = "ung"


@dataclass(frozen=True, slots=True)
class NeutralForm:
    """A word that is neutral in form, by its base: the nominative singular, of participles the plural."""

    base: str
    kind: str


@dataclass(frozen=True, slots=True)
class _Ending:
    """A last part of words in one of its forms, in small letters."""

    form: str
    singular: str
    kind: str
    alone: bool
    never_after: tuple[str, ...]
    """Ends of first parts with which it makes a word for something else."""


class NeutralForms:
    """Looks at single words. What has a masculine in it (Lehrerschaft) is not neutral."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._adjectival = load_paradigms().adjectival
        self._endings = sorted(_endings(_table()), key=lambda ending: -len(ending.form))
        self._epicenes = dict(_epicenes(_table()))
        self._things = frozenset(_table()["things"]["words"])
        self._listed = NeutralWords()
        self.find = lru_cache(maxsize=WORDS)(self._find)

    def _find(self, word: str) -> NeutralForm | None:
        """The neutral form that a word is, with a capital; None where it is none."""
        if not word[:1].isupper() or word.isupper() or not word.replace("-", "").isalpha():
            return None
        found = self._epicenes.get(word) or self._by_ending(word) or self._participle(word)
        return None if found is None or self._database.modifier(word) else found

    def _by_ending(self, word: str) -> NeutralForm | None:
        lower = word.lower()
        for ending in self._endings:
            if not lower.endswith(ending.form):
                continue
            first = word[: len(word) - len(ending.form)]
            if not first and ending.alone:
                return NeutralForm(ending.singular.capitalize(), ending.kind)
            if first.lower().rstrip("-").endswith(ending.never_after):
                return None
            if len(first.rstrip("-")) >= _SHORTEST_FIRST:
                last = ending.singular.capitalize() if first.endswith("-") else ending.singular
                return NeutralForm(first + last, ending.kind)
        return None

    def _participle(self, word: str) -> NeutralForm | None:
        """A participle or adjective that the database has as a person, and nothing else has as a thing.

        Any verb makes participles (Ergänzende): what is guessed counts where the list of mining has it.
        """
        readings = self._database.readings(word)
        if not readings and self._listed.is_one(word):
            readings = self._database.guess(word)
        if not readings or any(each.noun.paradigm not in self._adjectival for each in readings):
            return None
        base = readings[0].lemma.removesuffix("r")
        return None if base in self._things else NeutralForm(base, PARTICIPLE)


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(resource("benchmarks", "inclusive", FILE).read_text("utf-8"))


def _endings(table: Mapping[str, Any]) -> Iterator[_Ending]:
    for row in table["ending"]:
        for singular, plural in row["forms"]:
            never = (*row.get("not", ()), *(table["particles"] if singular.endswith(_DEED) else ()))
            for form in {singular, *_plural_forms(plural)}:
                yield _Ending(form, singular, row["kind"], row.get("alone", False), never)


def _epicenes(table: Mapping[str, Any]) -> Iterator[tuple[str, NeutralForm]]:
    for singular, plural in table["epicenes"]["words"]:
        for form in (singular, *_plural_forms(plural)):
            yield form, NeutralForm(singular, "noun")


def _plural_forms(plural: str) -> tuple[str, ...]:
    """The plural and its dative."""
    if not plural or plural.endswith((_DATIVE, "s")):
        return (plural,) if plural else ()
    return (plural, plural + _DATIVE)
