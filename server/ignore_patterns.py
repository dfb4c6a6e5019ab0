"""Patterns as in .gitignore (https://git-scm.com/docs/gitignore), matched by `pathspec`.

What is our own is a guard: every line is compiled by itself, so that one that is no pattern costs only
itself, and a line with so many wildcards that its regular expression could take very long is not used.
"""

import os
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from mitgemeint.server.problems import Key

# No path is longer (PATH_MAX), so no longer pattern is of use.
LONGEST = 4096
# Wildcards that may end in many places: `**` inside, and in one part of a path every `*` but the first.
# Each multiplies the time by the length of the path; with three, one name can take seconds.
MOST_OPEN = 2
# pathspec does not know the named classes of POSIX.
CLASSES = MappingProxyType(
    {
        "alnum": "a-zA-Z0-9",
        "alpha": "a-zA-Z",
        "blank": " \t",
        "digit": "0-9",
        "lower": "a-z",
        "space": " \t\r\v\f",
        "upper": "A-Z",
        "xdigit": "0-9a-fA-F",
    }
)
_ESCAPE_OR_CLASS = re.compile(r"\\.|\[[!^]?+\]?+(?:\[:\w*:\]|[^\]/])*\]")
_NAMED_CLASS = re.compile(r"\[:(\w*):\]")


class PatternError(ValueError):
    """A line is no pattern; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = Key(f"pattern.{reason}")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: what it meets is left out, or taken in again where it is `negated`."""

    regex: re.Pattern[str]
    negated: bool

    def matches(self, name: str) -> bool:
        """Whether the path itself (not only a folder above it) is met; a folder's name ends in a slash."""
        if not self.regex.groups:  # `a/**` and `*`: what lies in a folder, whatever it is
            return bool(self.regex.search(name.removesuffix("/")))
        return any(found.end() == len(name) for found in self.regex.finditer(name))


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of one file, which hold from the folder `base` downwards."""

    base: Path
    patterns: tuple[Pattern, ...]

    @classmethod
    def of(
        cls, base: Path, lines: Iterable[str], report: Callable[[int, PatternError], None] | None = None
    ) -> "Patterns":
        """The patterns of `lines`; those that are none are left out and told to `report` (line from 1)."""
        found = []
        for number, line in enumerate(lines, 1):
            try:
                pattern = parse(line)
            except PatternError as error:
                if report:
                    report(number, error)
                continue
            if pattern:
                found.append(pattern)
        return cls(base.absolute(), tuple(found))

    def verdict(self, path: Path, folder: bool) -> bool | None:
        """What is said of the path, or else of the nearest folder above it that anything is said of.

        True if it is met, False if a later `!` takes that back, None if no pattern speaks.
        """
        parts = self._parts(path)
        for length in range(len(parts), 0, -1):
            said = self._said(parts[:length], folder or length < len(parts))
            if said is not None:
                return said
        return None

    def verdict_within(self, path: Path, folder: bool, above: bool | None) -> bool | None:
        """The same where the verdict on the folder of the path is known already."""
        parts = self._parts(path)
        said = self._said(parts, folder) if parts else None
        return above if said is None else said

    def _parts(self, path: Path) -> Sequence[str]:
        """The names from `base` to the path; none where it lies elsewhere."""
        if not self.patterns:
            return ()
        absolute = Path(os.path.normpath(path.absolute()))
        return absolute.relative_to(self.base).parts if absolute.is_relative_to(self.base) else ()

    def _said(self, parts: Sequence[str], folder: bool) -> bool | None:
        # A line end in a name would be special to the regular expression; no pattern holds one.
        name = "/".join(parts).replace("\n", "\0") + "/" * folder
        for pattern in reversed(self.patterns):
            if pattern.matches(name):
                return not pattern.negated
        return None


def parse(line: str) -> Pattern | None:
    """The pattern of a line, None for blank lines and comments; raises PatternError."""
    if len(line) > LONGEST:
        raise PatternError("too-long")
    if line.startswith("#") or line.rstrip().removeprefix("!") in ("", "/"):
        return None
    text = _ESCAPE_OR_CLASS.sub(_plain, line)
    if _open_wildcards(text) > MOST_OPEN:
        raise PatternError("wildcards")
    compiled = _compiled(text)
    if compiled.regex is None:  # so pathspec tells of a bracket without its end
        raise PatternError("bracket")
    return Pattern(compiled.regex, not compiled.include)


def _compiled(text: str) -> GitIgnoreSpecPattern:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # `[[a]`: Python may read it otherwise one day
            return GitIgnoreSpecPattern(text)
    except (re.error, FutureWarning) as error:
        raise PatternError("class") from error
    except ValueError as error:
        raise PatternError("backslash") from error


def _plain(found: re.Match[str]) -> str:
    """A class without names; one with a backslash, which pathspec takes for itself, is none for us."""
    text = found[0]
    if text.startswith("\\"):
        return text
    if "\\" in text or any(name not in CLASSES for name in _NAMED_CLASS.findall(text)):
        raise PatternError("class")
    return _NAMED_CLASS.sub(lambda named: CLASSES[named[1]], text)


def _open_wildcards(text: str) -> int:
    parts = _ESCAPE_OR_CLASS.sub("", text.rstrip().removeprefix("!")).strip("/").split("/")
    inside = sum(part == "**" != before for before, part in pairwise(parts[:-1]))
    return inside + sum(max(part.count("*") - 1, 0) for part in parts if part != "**")
