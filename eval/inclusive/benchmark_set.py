"""Sets of the benchmark: exclusive sentences, their exclusive phrases, and what a person wrote instead.

The values; `set_files.py` reads them. The make-up is that of Pomerenke 2022, "A new benchmark".
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import NamedTuple

TOGETHER = "together"
"""All sets of a run in its tables."""
COMMON = "in common"
"""The sets that every system of a run was measured on."""


class Style(StrEnum):
    """How a person has written inclusively: not at all (nothing is exclusive), or in one of three ways."""

    NONE = "none"
    ABBREVIATED = "abbreviated pair"
    PAIR = "pair"
    NEUTRAL = "neutral"


INCLUSIVE_STYLES = tuple(style for style in Style if style is not Style.NONE)


class Phrase(NamedTuple):
    """An exclusive phrase: its span in code points (end exclusive), and its text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One entry of a set.

    `inclusive` is what a person wrote instead, `accepted` holds further texts that are right as well.
    `gender_characters` says whether the text it comes from uses them, so that suggestions may. `notation` is
    the one that the set asks for where it asks for one ("" where the writer was free), and `format` that of
    the text. Where several entries share a text, one of them is `labelled`, the others count for what is
    written alone. A finding that touches a phrase of `open` is neither right nor wrong.
    """

    id: str
    exclusive: str
    phrases: tuple[Phrase, ...]
    inclusive: str
    style: Style
    gender_characters: bool
    domain: str = ""
    notation: str = ""
    format: str = "plaintext"
    accepted: tuple[str, ...] = ()
    open: tuple[Phrase, ...] = ()
    labelled: bool = True

    @property
    def source(self) -> str:
        """The id of the text: the same for the entries that share one."""
        return self.id.removesuffix(f", {self.notation}")

    @property
    def targets(self) -> tuple[str, ...]:
        """Every text that is right, the person's own first."""
        return (self.inclusive, *self.accepted)


@dataclass(frozen=True, slots=True)
class Conventions:
    """What a set takes for exclusive beyond a masculine that may mean everybody.

    `specific` masculines (known men) and masculine first parts of compounds (`modifiers`).
    """

    specific: bool = False
    modifiers: bool = False


PLAIN = Conventions()


@dataclass(frozen=True, slots=True)
class BenchmarkSet:
    """A named set of sentences with different ids."""

    name: str
    version: str
    licence: str
    sentences: tuple[Sentence, ...]
    conventions: Conventions = PLAIN

    @property
    def fingerprint(self) -> str:
        """A hash of everything that is measured on: equal for equal sets."""
        content = [self.name, asdict(self.conventions), [asdict(each) for each in self.sentences]]
        return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode("utf-8")).hexdigest()

    def by_phrases(self) -> Iterator[tuple[int, int]]:
        """How many sentences have how many exclusive phrases: (phrases, sentences), in order."""
        counts = [len(sentence.phrases) for sentence in self.sentences]
        yield from ((number, counts.count(number)) for number in sorted(set(counts)))
