"""Texts with every masculine marked by whom it means: {S|Minister}, {G|Mieter}, {P|Sprecher}, {T|Träger}."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MARK = re.compile(r"\{([SGPT])\|([^{}|]*)\}")
NAME = re.compile(r"(\w+)-(\d+)")
# A known man, people in general, an unnamed person whose sex is open, and no person.
KNOWN, GENERAL, UNNAMED, NO_PERSON = "S", "G", "P", "T"


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked masculine: its span in the text without marks (code points, end exclusive), and its kind."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text without its marks, the genre and number of its file name, and the marks in order."""

    genre: str
    number: int
    text: str
    marks: tuple[Mark, ...]


def parse(marked: str) -> tuple[str, tuple[Mark, ...]]:
    """The text without marks, and the marks."""
    text, marks, position = "", [], 0
    for found in MARK.finditer(marked):
        text += marked[position : found.start()]
        marks.append(Mark(len(text), len(text) + len(found[2]), found[1]))
        text += found[2]
        position = found.end()
    return text + marked[position:], tuple(marks)


def load(folder: Path) -> Iterator[MarkedText]:
    """The texts of a folder by name (genre-number.txt); ValueError where a name is of another form."""
    for path in sorted(folder.glob("*.txt")):
        name = NAME.fullmatch(path.stem)
        if name is None:
            raise ValueError(f"{path.name}: a marked text is named genre-number.txt")
        yield MarkedText(name[1], int(name[2]), *parse(path.read_text(encoding="utf-8")))
