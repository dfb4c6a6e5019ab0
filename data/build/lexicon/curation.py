"""The hand curation of the person lexicon: `curation/*.toml`, applied to the candidates.

Every file holds groups with a `reason` and `words`: masculines, or masculine/feminine where the feminine is
given ("-" for none). See `data/build/README.md`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "curation"
GROUPS = frozenset(
    {
        "drop",
        "add",
        "sense",
        "paradigm",
        "feminine",
        "variant",
        "demonym",
        "no_demonym",
        "organisation",
        "head",
        "no_head",
    }
)


class CurationError(ValueError):
    """A curation file contradicts itself or cannot be read."""


@dataclass(frozen=True, slots=True)
class Addition:
    """A pair that is added by hand."""

    masculine: str
    feminine: str  # "" by rule, "-" where there is none
    paradigm: str  # "" by the class finder
    sense: str
    head: bool
    demonym: bool
    organisation: bool


@dataclass(frozen=True, slots=True)
class Curation:
    """All decisions, by masculine."""

    drops: frozenset[str]
    additions: Mapping[str, Addition]
    senses: Mapping[str, str]
    sense_endings: Mapping[str, str]
    paradigms: Mapping[str, str]
    feminines: Mapping[str, str]
    variants: Mapping[str, tuple[str, ...]]
    demonyms: frozenset[str]
    no_demonyms: frozenset[str]
    organisations: frozenset[str]
    heads: frozenset[str]
    no_heads: frozenset[str]

    def sense(self, masculine: str) -> str:
        """The decided sense of an entry: its own, else that of its longest listed ending, else "person"."""
        if masculine in self.senses:
            return self.senses[masculine]
        lower = masculine.lower()
        endings = [ending for ending in self.sense_endings if lower.endswith(ending)]
        return self.sense_endings[max(endings, key=len)] if endings else "person"


def load(folder: Path = FOLDER) -> Curation:
    """All curation files of `folder`; raises CurationError."""
    groups = [group for path in sorted(folder.glob("*.toml")) for group in _groups(path)]
    additions: dict[str, Addition] = {}
    for kind, group in groups:
        if kind == "add":
            for addition in _additions(group):
                if addition.masculine in additions:
                    raise CurationError(f"{addition.masculine} is added twice")
                additions[addition.masculine] = addition
    return Curation(
        drops=_words(groups, "drop"),
        additions=additions,
        senses=_values(groups, "sense"),
        sense_endings=_values(groups, "sense", "endings"),
        paradigms=_values(groups, "paradigm"),
        feminines=_pairs(groups, "feminine"),
        variants={key: tuple(value.split("/")) for key, value in _pairs(groups, "variant").items()},
        demonyms=_words(groups, "demonym") | {a.masculine for a in additions.values() if a.demonym},
        no_demonyms=_words(groups, "no_demonym"),
        organisations=_words(groups, "organisation"),
        heads=_words(groups, "head"),
        no_heads=_words(groups, "no_head"),
    )


def _groups(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for kind, groups in tomllib.loads(path.read_text("utf-8")).items():
        if kind not in GROUPS:
            raise CurationError(f"{path.name}: unknown kind of group {kind}")
        for group in groups:
            if not group.get("reason"):
                raise CurationError(f"{path.name}: a group of {kind} gives no reason")
            yield kind, group


def _words(groups: list[tuple[str, dict[str, Any]]], kind: str) -> frozenset[str]:
    return frozenset(word for name, group in groups if name == kind for word in group["words"].split())


def _values(groups: list[tuple[str, dict[str, Any]]], kind: str, key: str = "words") -> dict[str, str]:
    values: dict[str, str] = {}
    for name, group in groups:
        if name == kind:
            for word in group.get(key, "").split():
                if values.get(word, group[kind]) != group[kind]:
                    raise CurationError(f"{word} has two values of {kind}")
                values[word] = group[kind]
    return values


def _pairs(groups: list[tuple[str, dict[str, Any]]], kind: str) -> dict[str, str]:
    return dict(
        word.split("/", 1) for name, group in groups if name == kind for word in group["words"].split()
    )


def _additions(group: Mapping[str, Any]) -> Iterator[Addition]:
    for word in group["words"].split():
        masculine, _, feminine = word.partition("/")
        if group.get("nominalised"):
            feminine = masculine.removesuffix("r")
        yield Addition(
            masculine=masculine,
            feminine=feminine,
            paradigm=group.get("paradigm", ""),
            sense=group.get("sense", "person"),
            head=group.get("head", True),
            demonym=group.get("demonym", False),
            organisation=group.get("organisation", False),
        )
