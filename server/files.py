"""Which files a command reads, and how a file becomes text.

Files that are named are always read; folders are searched for known text formats, in a fixed order,
without hidden folders and without what .gitignore or the patterns of the settings leave out.
"""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from mitgemeint.analysis.documents import format_of
from mitgemeint.server import reading
from mitgemeint.server.config import LoadedSettings, repository_root
from mitgemeint.server.details import of_os
from mitgemeint.server.encoding import decode
from mitgemeint.server.ignore_patterns import PatternError, Patterns
from mitgemeint.server.problems import Problem, ProblemError, shown_from_here

STDIN = "-"
NEVER_SEARCHED = frozenset({"node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name it goes by; `bom` says whether its file began with a byte order mark."""

    name: str
    text: str
    bom: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """What is checked inside a folder: patterns as in .gitignore, relative to `root`.

    `known` says whether a file is of a known text format; include patterns stand in for it.
    """

    root: Path
    include: Sequence[str]
    exclude: Sequence[str]
    known: Callable[[Path], bool]


def selection_of(loaded: LoadedSettings) -> Selection:
    """Which files the settings of a project let be searched."""

    def known(file: Path) -> bool:
        found = format_of(str(file.absolute()), lambda: reading.read_begin(file))
        if found is None or not loaded.tool.reads(found):
            return False
        return bool(file.suffix) or "\0" not in reading.read_begin(file)  # a program, say

    return Selection(loaded.root, loaded.tool.include, loaded.tool.exclude, known)


def find(path: str, selection: Selection, report: Callable[[Problem], None]) -> Iterator[Path]:
    """The files that the argument `path` stands for; raises ProblemError where there is none.

    Folders inside that cannot be read are reported and passed over.
    """
    given = Path(path)
    if path and os.path.isdir(given):
        found = False
        for file in _search(given, selection, report):
            found = True
            yield file
        if not found:
            raise ProblemError(Problem("E105", {"path": path}))
    elif path:
        yield given  # reading it tells whether it is there
    else:
        raise ProblemError(Problem("E101", {"path": '""'}))


def excluded(path: Path, selection: Selection) -> bool:
    """Whether an exclude pattern of the settings meets `path`."""
    patterns = _compiled(selection.root, tuple(selection.exclude))
    return patterns.verdict(path, folder=False) is True


@lru_cache(maxsize=16)
def _compiled(root: Path, patterns: tuple[str, ...]) -> Patterns:
    """The exclude patterns of a project: an editor asks for them with every letter."""
    return Patterns.of(root, patterns)


def read(path: Path) -> Source:
    """The text of a file; raises ProblemError where it cannot be read as UTF-8 text."""
    return as_source(str(path), reading.read_bytes(path))


def as_source(name: str, data: bytes) -> Source:
    """The text of `data`; raises ProblemError, naming `name`, where it is not UTF-8 text."""
    text, bom = decode(name, data)
    return Source(name, text, bom)


def _read_patterns(base: Path, file: Path, report: Callable[[Problem], None]) -> Patterns | None:
    """The patterns of an ignore file, None where there is none to read."""
    try:
        data = reading.read_bytes(file)
    except ProblemError:
        return None

    def skipped(line: int, error: PatternError) -> None:
        report(Problem("W113", {"place": f"{shown_from_here(file)}:{line}", "reason": error.reason}))

    # As file names are decoded, so that bytes that are not UTF-8 meet.
    text = data.decode("utf-8-sig", "surrogateescape")
    return Patterns.of(base, (line.removesuffix("\r") for line in text.split("\n")), skipped)


def _search(folder: Path, selection: Selection, report: Callable[[Problem], None]) -> Iterator[Path]:
    include = Patterns.of(selection.root, selection.include) if selection.include else None
    exclude = Patterns.of(selection.root, selection.exclude)
    seen: set[Path] = set()

    def wanted(file: Path) -> bool:
        return include.verdict(file, folder=False) is True if include else selection.known(file)

    for file in _walk(folder, (*_ignored_above(folder, report), exclude), report):
        target = Path(os.path.realpath(file))
        if target not in seen and wanted(file):
            seen.add(target)
            yield file


@dataclass(frozen=True, slots=True)
class _Rule:
    """Patterns, and what they say of a folder or file (None: nothing)."""

    patterns: Patterns
    said: bool | None = None

    def inside(self, path: Path, folder: bool) -> "_Rule":
        """The rule for `path`, which lies in the folder that this one is for."""
        return _Rule(self.patterns, self.patterns.verdict_within(path, folder, self.said))


@dataclass(frozen=True, slots=True)
class _Level:
    """A folder on the way down: what is left of it, and the patterns that hold in it."""

    entries: Iterator[os.DirEntry[str]]
    folder: Path
    rules: tuple[_Rule, ...]

    @classmethod
    def of(cls, folder: Path, above: tuple[_Rule, ...], report: Callable[[Problem], None]) -> "_Level":
        own = _read_patterns(folder, folder / ".gitignore", report)
        # The exclude patterns of the settings stay last: no .gitignore takes them back.
        rules = (*above[:-1], _Rule(own), above[-1]) if own else above
        return cls(iter(_entries(folder, report)), folder, rules)


def _walk(folder: Path, patterns: tuple[Patterns, ...], report: Callable[[Problem], None]) -> Iterator[Path]:
    """The regular files below `folder`, by name; links to folders are not followed (no loops)."""
    rules = tuple(_Rule(each, each.verdict(folder, folder=True)) for each in patterns)
    levels = [_Level.of(folder, rules, report)]
    while levels:
        level = levels[-1]
        entry = next(level.entries, None)
        if entry is None:
            levels.pop()
            continue
        path = level.folder / entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        rules = tuple(rule.inside(path, is_folder) for rule in level.rules)
        if _ignored(rules):
            continue
        if is_folder:
            if not entry.name.startswith(".") and entry.name not in NEVER_SEARCHED:
                levels.append(_Level.of(path, rules, report))
        elif _is_file(path, report):
            yield path


def _is_file(path: Path, report: Callable[[Problem], None]) -> bool:
    """Whether there is a regular file; what cannot be seen is reported, a link to nowhere is not."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except PermissionError as error:
        report(Problem("E102", {"path": path, "reason": of_os(error)}))
    except OSError:
        pass
    return False


def _entries(folder: Path, report: Callable[[Problem], None]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        report(Problem("E102", {"path": folder, "reason": of_os(error)}))
        return []


def _ignored(rules: Sequence[_Rule]) -> bool:
    """Whether the last of the rules that speaks leaves the path out."""
    return next((rule.said for rule in reversed(rules) if rule.said is not None), False)


def _ignored_above(folder: Path, report: Callable[[Problem], None]) -> Iterator[Patterns]:
    """The patterns of the repository that hold in `folder` from above, the farthest first."""
    root = repository_root(folder)
    if root is None:
        return
    between = [parent for parent in folder.absolute().parents if parent.is_relative_to(root)]
    candidates = [(root, root / ".git" / "info" / "exclude")]
    candidates += [(parent, parent / ".gitignore") for parent in reversed(between)]
    for base, file in candidates:
        patterns = _read_patterns(base, file, report)
        if patterns:
            yield patterns
