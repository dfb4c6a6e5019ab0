"""Reads the bundled lexicon files and carries out the changes of users' entry files."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mitgemeint.analysis.entries import (
    Alternative,
    EntryChange,
    EntryError,
    PersonNoun,
    Sense,
    read_alternatives,
)
from mitgemeint.data import resource

_SHORTEST_HEAD = 3


@dataclass(frozen=True, slots=True)
class Neutral:
    """The neutral words of one head; `compounds` says that they serve longer words too, `hints` are for
    people.
    """

    compounds: bool
    alternatives: tuple[Alternative, ...]
    hints: tuple[str, ...] = ()


def load_nouns() -> Iterator[PersonNoun]:
    """The entries of `persons.tsv`; raises ValueError where the file is damaged."""
    text = resource("lexicon", "persons.tsv").read_text("utf-8")
    for line in text.split("\n"):
        if line and not line.startswith("#"):
            masculine, feminine, paradigm, sense, flags, sources = line.split("\t")
            first, *variants = feminine.removeprefix("-").split("|")
            yield PersonNoun(
                masculine,
                first,
                paradigm,
                Sense(sense),
                head="h" in flags,
                demonym="d" in flags,
                organisation="o" in flags,
                sources=tuple(sources),
                variants=tuple(variants),
            )


def load_source_names() -> dict[str, str]:
    """What the source codes of `persons.tsv` stand for."""
    raw = tomllib.loads(resource("lexicon", "sources.toml").read_text("utf-8"))
    return {row["code"]: f"{row['name']} ({row['licence']})" for row in raw["source"]}


def load_neutral() -> dict[str, Neutral]:
    """The heads of `neutral.toml`; raises EntryError where the file is damaged, empty where it is missing."""
    try:
        raw = tomllib.loads(resource("lexicon", "neutral.toml").read_text("utf-8"))
    except FileNotFoundError:
        return {}
    heads: dict[str, Neutral] = {}
    for head in raw.get("head", ()):
        masculine = head.get("masculine")
        if not isinstance(masculine, str):
            raise EntryError("neutral.toml: a head has no masculine")
        rows = head.get("alternative", [])
        hints = tuple(row["text"] for row in rows if isinstance(row, dict) and "text" in row)
        heads[masculine] = Neutral(
            head.get("compounds", True), tuple(read_alternatives(rows, masculine)), hints
        )
    return heads


def apply_change(change: EntryChange, nouns: dict[str, PersonNoun], neutral: dict[str, Neutral]) -> str:
    """Carry out a user's change; the reason where it cannot be done, else the empty string."""
    known = nouns.get(change.masculine)
    if change.action == "remove":
        if nouns.pop(change.masculine, None) is None:
            return f"{change.masculine} cannot be removed: there is no such entry"
        return ""
    if change.action == "change" and known is None:
        return f"{change.masculine} cannot be changed: there is no such entry"
    if change.action == "add" or known is None:
        guessed = guess_paradigm(change.masculine, str(change.values.get("feminine", "")), nouns)
        values = {"paradigm": guessed, **change.values}
        known = PersonNoun(masculine=change.masculine, **values)
    else:
        known = replace(known, **change.values)
    nouns[change.masculine] = replace(known, sources=(*known.sources, change.file))
    if change.alternatives is not None:
        neutral[change.masculine] = Neutral(True, change.alternatives)
    return ""


_PARADIGM_BY_ENDING = (
    (("er", "el"), "er"),
    (("e",), "n"),
    (("ist", "ent", "ant", "at", "soph", "nom", "arch", "graf"), "en"),
    (("or",), "s-en"),
    (("eur", "är", "ier", "al", "an", "on", "ar", "ling"), "s-e"),
    (("mann",), "mann-maenner"),
    (("i", "o", "a", "y", "u"), "s-s"),
)


def guess_paradigm(masculine: str, feminine: str, nouns: Mapping[str, PersonNoun]) -> str:
    """The class of a new entry: that of the longest known noun it ends in, else by its ending."""
    if masculine.endswith("er") and feminine == masculine[:-1]:
        return "adjectival"
    for start in range(len(masculine) - _SHORTEST_HEAD + 1):
        known = nouns.get(masculine[start:].capitalize())
        if known and not known.paradigm.startswith("adjectival"):
            return known.paradigm
    return next((class_id for ends, class_id in _PARADIGM_BY_ENDING if masculine.endswith(ends)), "s-s")
