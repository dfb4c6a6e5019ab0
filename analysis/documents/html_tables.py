"""What HTML's elements and attributes mean, as `data/lexicon/html.toml` lists them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class Depending:
    """An attribute that is prose only beside certain values of another one."""

    element: str
    attribute: str
    other: str
    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class Tables:
    """The whole data file."""

    blocks: Mapping[str, str]
    void: frozenset[str]
    raw: frozenset[str]
    text: frozenset[str]
    things: frozenset[str]
    nothing: frozenset[str]
    separate: frozenset[str]
    left_alone: frozenset[str]
    inline: frozenset[str]
    phrasing: frozenset[str]
    quoted: frozenset[str]
    ends: Mapping[str, frozenset[str]]
    prose: frozenset[str]
    prose_of: Mapping[str, frozenset[str]]
    depending: tuple[Depending, ...]
    output: tuple[str, ...]
    skipped: frozenset[str]

    def is_component(self, name: str) -> bool:
        """Whether an element is none of HTML's, but one of the page's own."""
        known = (self.blocks, self.inline, self.left_alone, self.void)
        return not any(name in names for names in known)


@cache
def load() -> Tables:
    """The tables, read once."""
    data = tomllib.loads(resource("lexicon", "html.toml").read_text(encoding="utf-8"))
    elements, attributes, templates = data["elements"], data["attributes"], data["templates"]
    end_paragraphs = elements.pop("end_paragraphs")
    ends = {name: {"p"} for name in end_paragraphs}
    for name, ended in data["ends"].items():
        ends[name] = ends.get(name, set()) | set(ended)
    return Tables(
        blocks=MappingProxyType({name: kind for kind, names in data["blocks"].items() for name in names}),
        ends=MappingProxyType({name: frozenset(ended) for name, ended in ends.items()}),
        prose=frozenset(attributes["prose"]),
        prose_of=MappingProxyType({name: frozenset(of) for name, of in attributes["of"].items()}),
        depending=tuple(
            Depending(row["element"], row["attribute"], row["other"], frozenset(row["values"]))
            for row in attributes["depending"]
        ),
        left_alone=frozenset([*elements["things"], *elements["nothing"], *elements["separate"]]),
        output=tuple(templates["output"]),
        skipped=frozenset(templates["skipped"]),
        **{name: frozenset(names) for name, names in elements.items()},
    )
