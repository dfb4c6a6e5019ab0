"""Patterns as in .gitignore (https://git-scm.com/docs/gitignore), matched in time linear in their length.

A path is matched part by part, and within a part every `*` but the last takes the shortest match that
does: no pattern, however odd, makes the search go back over a name again and again. Two things differ from
Git: `?` is a character, not a byte, and a slash inside `[…]` is an error.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from mitgemeint.server.problems import Key

# No path is longer (PATH_MAX), so no longer pattern is of use.
LONGEST = 4096
CLASSES = MappingProxyType(
    {
        "alnum": "a-zA-Z0-9",
        "alpha": "a-zA-Z",
        "blank": " \\t",
        "cntrl": "\\x00-\\x1f\\x7f",
        "digit": "0-9",
        "graph": "!-~",
        "lower": "a-z",
        "print": " -~",
        "punct": "!-/:-@\\[-`{-~",
        "space": "\\s",
        "upper": "A-Z",
        "xdigit": "0-9a-fA-F",
    }
)
ANYTHING = re.compile(".+", re.DOTALL)


class PatternError(ValueError):
    """A line is no pattern; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = Key(f"pattern.{reason}")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern. A segment None stands for `**`: any number of folders, or none."""

    negated: bool
    folders_only: bool
    segments: tuple[str | re.Pattern[str] | None, ...]

    def matches(self, parts: Sequence[str], folder: bool) -> bool:
        """Whether the path itself (not what lies in it) is met; `folder` says what the path is."""
        if self.folders_only and not folder:
            return False
        if len(self.segments) == 2 and self.segments[0] is None:
            return _fits(self.segments[1], parts[-1])
        places = set(self._reached((0,)))
        for part in parts:
            after = (
                place if self.segments[place] is None else place + 1
                for place in places
                if place < len(self.segments) and _fits(self.segments[place], part)
            )
            places = set(self._reached(after))
        return len(self.segments) in places

    def _reached(self, places: Iterable[int]) -> Iterator[int]:
        """The places themselves, and those behind a `**` that stands for nothing."""
        for place in places:
            yield place
            if place < len(self.segments) and self.segments[place] is None:
                yield place + 1


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
        for pattern in reversed(self.patterns):
            if pattern.matches(parts, folder):
                return not pattern.negated
        return None


def parse(line: str) -> Pattern | None:
    """The pattern of a line, None for blank lines and comments; raises PatternError."""
    if len(line) > LONGEST:
        raise PatternError("too-long")
    text = _without_trailing_spaces(line)
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    text = text.removeprefix("!")
    folders_only = text.endswith("/")
    text = text.removesuffix("/")
    if not text:
        return None
    if "/" not in text:
        return Pattern(negated, folders_only, (None, _segment(text)))
    raw = text.removeprefix("/").split("/")
    segments = [None if each == "**" else _segment(each) for each in raw]
    if segments[-1] is None:  # `a/**` is what lies in a, not a itself
        segments.append(ANYTHING)
    return Pattern(negated, folders_only, tuple(segments))


def _without_trailing_spaces(line: str) -> str:
    stripped = line.rstrip(" ")
    backslashes = len(stripped) - len(stripped.rstrip("\\"))
    return stripped + " " if backslashes % 2 and stripped != line else stripped


def _fits(segment: str | re.Pattern[str] | None, part: str) -> bool:
    if segment is None:
        return True
    return segment == part if isinstance(segment, str) else bool(segment.fullmatch(part))


def _segment(glob: str) -> str | re.Pattern[str]:
    """One part of a path: as it is, or as a regular expression where it has wildcards."""
    chunks: list[list[str]] = [[]]
    literal: list[str] = []
    at = 0
    while at < len(glob):
        char = glob[at]
        at += 1
        if char == "*":
            if chunks[-1] or len(chunks) == 1:
                chunks.append([])
        elif char == "?":
            chunks[-1].append(".")
        elif char == "[":
            text, at = _class(glob, at)
            chunks[-1].append(text)
        else:
            if char == "\\":
                if at == len(glob):
                    raise PatternError("backslash")
                char, at = glob[at], at + 1
            chunks[-1].append(re.escape(char))
            literal.append(char)
    if len(chunks) == 1 and len(literal) == len(chunks[0]):
        return "".join(literal)
    first, *others = ("".join(chunk) for chunk in chunks)
    middle = "".join(f"(?>.*?{chunk})" for chunk in others[:-1])
    return re.compile(first + middle + (f".*{others[-1]}" if others else ""), re.DOTALL)


def _class(glob: str, start: int) -> tuple[str, int]:
    """The regular expression of the class `[…]` whose inside begins at `start`, and where it ends."""
    at = start
    negated = glob[at : at + 1] in ("!", "^")
    at += negated
    items: list[str] = []
    first = True
    while first or glob[at : at + 1] != "]":
        first = False
        if glob.startswith("[:", at) and ":]" in glob[at + 2 :]:
            name = glob[at + 2 : glob.index(":]", at + 2)]
            if name not in CLASSES:
                raise PatternError("class")
            items.append(CLASSES[name])
            at += len(name) + 4
            continue
        low, at = _member(glob, at)
        high = low
        if glob[at : at + 1] == "-" and glob[at + 1 : at + 2] not in ("]", ""):
            high, at = _member(glob, at + 1)
        if low <= high:  # the other way round it holds nothing
            items.append(f"{re.escape(low)}-{re.escape(high)}")
    if not items:
        return ("." if negated else "(?!)"), at + 1
    return f"[{'^' if negated else ''}{''.join(items)}]", at + 1


def _member(glob: str, at: int) -> tuple[str, int]:
    if glob[at : at + 1] == "\\":
        at += 1
    if at >= len(glob):
        raise PatternError("bracket")
    return glob[at], at + 1
