"""Problems that the tool tells its users about: a stable code, what is wrong, and what helps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from mitgemeint.analysis.messages import Catalogue


class Level(StrEnum):
    """How much a problem matters: an error keeps something from being done."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Key:
    """A value of a problem that is itself a text of the catalogue."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


LEVELS = {"E": Level.ERROR, "W": Level.WARNING, "N": Level.NOTE}


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem; `code` names the text (`error.<code>`), its first letter gives the level."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def level(self) -> Level:
        """Error, warning or note."""
        return LEVELS[self.code[0]]

    def text(self, catalogue: Catalogue) -> str:
        """One line in the language of `catalogue`, without the code."""
        filled = {name: _text(value, catalogue) for name, value in self.values.items()}
        return catalogue.text(f"error.{self.code}", **filled)


class ProblemError(Exception):
    """Carries a problem up to where it is shown."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def _text(value: object, catalogue: Catalogue) -> str:
    if isinstance(value, Key):
        filled = {name: _text(inner, catalogue) for name, inner in value.values.items()}
        return catalogue.text(value.key, **filled)
    return printable(str(value))


def shown_from_here(path: Path) -> str:
    """The path as people write it: relative, where it lies below the folder we work in."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def printable(text: str) -> str:
    """`text` on one line: control characters, which could move the cursor, are shown as `\\x..`."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in valid(text))


def valid(path: str) -> str:
    """A path as text that can be written as UTF-8: bytes of the name that are not UTF-8 become `\\x..`."""
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character, which no file name gives
        data = path.encode("utf-8", "backslashreplace")
    return data.decode("utf-8", "backslashreplace")
