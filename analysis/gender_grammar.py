"""The spelling rules of gender-inclusive forms, loaded from `data/lexicon/gender_forms.toml`."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from mitgemeint.data import resource

LETTER = r"[^\W\d_]"
WORD = r"[^\W_]+(?:[-‑][^\W_]+)*"
SIGN_NOTATIONS = frozenset({"star", "colon", "underscore", "interpunct"})


@dataclass(frozen=True, slots=True)
class Ending:
    """A short ending after a sign (eine*r): what stands around the sign, and the two full endings."""

    left: str
    right: str
    masculine: str
    feminine: str
    safe: bool
    slash: bool


@dataclass(frozen=True, slots=True)
class FullEnding:
    """Endings of a masculine and a feminine form of the same case, both written out (guter/gute)."""

    masculine: str
    feminine: str
    shape: bool


@dataclass(frozen=True, slots=True)
class MasculineRule:
    """How a stem with the ending `stem` becomes masculine: cut `drop` letters, then append.

    `paradigm` is the inflection class of the masculine, where the ending decides it.
    """

    stem: str
    drop: int
    singular: str
    plural: str
    paradigm: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """All tables of the data file, in the shape in which the recognisers look things up.

    Grammars are told apart by identity, so that compiled patterns can be cached for each.
    """

    notations: Mapping[str, str]  # sign character -> notation
    opening: str
    closing: str
    hyphens: str
    invisible: frozenset[str]
    person_endings: tuple[str, ...]
    firm_endings: tuple[str, ...]
    thing_endings: tuple[str, ...]
    look_alike_stems: frozenset[str]
    look_alikes: frozenset[str]
    without_feminine: tuple[str, ...]
    masculine_endings: tuple[str, ...]
    tolerated_endings: tuple[str, ...]
    shortened_stems: tuple[str, ...]
    tolerated_dative: str
    adjectival_endings: tuple[str, ...]
    masculine_rules: tuple[MasculineRule, ...]
    swaps: tuple[tuple[str, str], ...]
    pairs: Mapping[tuple[str, str], tuple[str, str]]  # (word, word) in either order -> (masculine, feminine)
    contractions: Mapping[str, str]  # im -> in
    short_words: Mapping[tuple[str, str], tuple[str, str]]
    third: frozenset[str]
    left_alone: frozenset[str]
    bare: frozenset[str]
    stems: frozenset[str]
    endings: tuple[Ending, ...]
    full_endings: tuple[FullEnding, ...]
    plural_signs: frozenset[str]
    phettberg_stems: tuple[str, ...]
    phettberg_determiners: tuple[str, ...]
    de_e_determiners: Mapping[str, str]
    de_e_plural: tuple[str, ...]
    marker_letters: frozenset[str]
    marker_required: tuple[frozenset[str], ...]
    marker_phrases: frozenset[str]

    def characters(self, *notations: str) -> str:
        """The sign characters of the notations, escaped for a character class."""
        return re.escape("".join(sign for sign, name in self.notations.items() if name in notations))

    @property
    def custom(self) -> str:
        """The characters of all `custom:` notations, escaped for a character class."""
        return re.escape("".join(s for s, name in self.notations.items() if name.startswith("custom:")))


@cache
def load_grammar() -> Grammar:
    """The grammar that ships with the package."""
    return _grammar(tomllib.loads(resource("lexicon", "gender_forms.toml").read_text(encoding="utf-8")))


def _grammar(data: Mapping[str, Any]) -> Grammar:
    nouns, dependents, markers = data["nouns"], data["dependents"], data["markers"]
    characters = data["characters"]
    return Grammar(
        notations=_notations(data["signs"]),
        opening="".join(characters["opening"]),
        closing="".join(characters["closing"]),
        hyphens="".join(characters["hyphens"]),
        invisible=frozenset(characters["invisible"]),
        person_endings=tuple(nouns["person_endings"]),
        firm_endings=tuple(nouns["firm_endings"]),
        thing_endings=tuple(nouns["thing_endings"]),
        look_alike_stems=frozenset(nouns["look_alike_stems"]),
        look_alikes=frozenset(nouns["look_alikes"]),
        without_feminine=tuple(word.lower() for word in nouns["without_feminine"]),
        masculine_endings=tuple(nouns["masculine_endings"]),
        tolerated_endings=tuple(nouns["tolerated_endings"]),
        shortened_stems=tuple(nouns["shortened_stems"]),
        tolerated_dative=nouns["tolerated_dative"],
        adjectival_endings=tuple(nouns["adjectival_endings"]),
        masculine_rules=_masculine_rules(nouns["masculine"]),
        swaps=tuple((swap["masculine"], swap["feminine"]) for swap in nouns["swaps"]),
        pairs=_both_orders(dependents["pairs"], dependents["shared_ends"]),
        contractions=dict(dependents["contractions"]),
        short_words={
            (rule["left"], rule["right"]): (rule["masculine"], rule["feminine"])
            for rule in dependents["short_words"]
        },
        third=frozenset(dependents["third"]),
        left_alone=frozenset(dependents["left_alone"]),
        bare=frozenset(dependents["bare"]),
        stems=frozenset(dependents["stems"]),
        endings=tuple(Ending(**rule) for rule in dependents["endings"]),
        full_endings=tuple(FullEnding(**rule) for rule in dependents["full_endings"]),
        plural_signs=frozenset(nouns["plural_signs"]),
        phettberg_stems=tuple(data["phettberg"]["stems"]),
        phettberg_determiners=tuple(data["phettberg"]["determiners"]),
        de_e_determiners=dict(data["de_e"]["determiners"]),
        de_e_plural=tuple(data["de_e"]["plural"]),
        marker_letters=frozenset(markers["letters"]),
        marker_required=tuple(frozenset(group) for group in markers["required"]),
        marker_phrases=frozenset(markers["phrases"]),
    )


def _notations(signs: Mapping[str, list[str]]) -> dict[str, str]:
    return {
        sign: f"custom:{sign}" if name == "custom" else name
        for name, variants in signs.items()
        for sign in variants
    }


def _masculine_rules(rules: Iterable[Mapping[str, Any]]) -> tuple[MasculineRule, ...]:
    """Longest ending first, so that the first that fits is the most special one."""
    made = [MasculineRule(**{"drop": 0, **rule}) for rule in rules]
    return tuple(sorted(made, key=lambda rule: -len(rule.stem)))


def _both_orders(
    pairs: Iterable[tuple[str, str]], shared_ends: Sequence[str]
) -> dict[tuple[str, str], tuple[str, str]]:
    """The pairs by what is written, in either order, also with an end that both share written once."""
    made: dict[tuple[str, str], tuple[str, str]] = {}
    for masculine, feminine in pairs:
        made.setdefault((masculine, feminine), (masculine, feminine))
        made.setdefault((feminine, masculine), (masculine, feminine))
    for masculine, feminine in pairs:
        for end in shared_ends:
            if masculine.endswith(end) and feminine.endswith(end):
                made.setdefault((masculine.removesuffix(end), feminine), (masculine, feminine))
                made.setdefault((feminine.removesuffix(end), masculine), (masculine, feminine))
    return made
