"""Which files a command reads, and how a file becomes text.

Files that are named are always read; folders are searched for known text formats, in a fixed order,
without hidden folders and without what .gitignore or the patterns of the settings leave out.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from mitgemeint.server.config import repository_root
from mitgemeint.server.encoding import decode
from mitgemeint.server.problems import Problem, ProblemError

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

    `known` says whether a file's name is of a known text format; include patterns stand in for it.
    """

    root: Path
    include: Sequence[str]
    exclude: Sequence[str]
    known: Callable[[str], bool]


def find(path: str, selection: Selection, report: Callable[[Problem], None]) -> Iterator[Path]:
    """The files that the argument `path` stands for; raises ProblemError where there is none.

    Folders inside that cannot be read are reported and passed over.
    """
    given = Path(path)
    if path and given.is_dir():
        found = False
        for file in _search(given, selection, report):
            found = True
            yield file
        if not found:
            raise ProblemError(Problem("E105", {"path": path}))
    elif path and os.path.lexists(given):
        yield given
    else:
        raise ProblemError(Problem("E101", {"path": path or '""'}))


def excluded(path: Path, selection: Selection) -> bool:
    """Whether an exclude pattern of the settings meets `path`."""
    return _Patterns.of(selection.root, selection.exclude).verdict(path, folder=False) is True


def read(path: Path) -> Source:
    """The text of a file; raises ProblemError where it cannot be read as UTF-8 text."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ProblemError(Problem("E102", {"path": path, "reason": error.strerror or error})) from error
    return as_source(str(path), data)


def as_source(name: str, data: bytes) -> Source:
    """The text of `data`; raises ProblemError, naming `name`, where it is not UTF-8 text."""
    text, bom = decode(name, data)
    return Source(name, text, bom)


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The patterns of one ignore file, which hold from its folder downwards."""

    base: Path
    spec: GitIgnoreSpec

    @classmethod
    def of(cls, base: Path, lines: Iterable[str]) -> "_Patterns":
        return cls(base.absolute(), GitIgnoreSpec.from_lines(lines))

    @classmethod
    def read(cls, base: Path, file: Path) -> "_Patterns | None":
        try:
            return cls.of(base, file.read_text(encoding="utf-8", errors="replace").splitlines())
        except OSError:
            return None

    def verdict(self, path: Path, folder: bool) -> bool | None:
        """True if `path` is met, False if a later `!` takes that back, None if no pattern speaks."""
        absolute = Path(os.path.normpath(path.absolute()))
        if not absolute.is_relative_to(self.base):
            return None
        name = absolute.relative_to(self.base).as_posix()
        return self.spec.check_file(f"{name}/" if folder else name).include


def _search(folder: Path, selection: Selection, report: Callable[[Problem], None]) -> Iterator[Path]:
    include = _Patterns.of(selection.root, selection.include) if selection.include else None
    exclude = _Patterns.of(selection.root, selection.exclude)
    seen: set[Path] = set()

    def wanted(file: Path) -> bool:
        return include.verdict(file, folder=False) is True if include else selection.known(file.name)

    for file in _walk(folder, (*_ignored_above(folder), exclude), report):
        target = Path(os.path.realpath(file))
        if target not in seen and wanted(file):
            seen.add(target)
            yield file


@dataclass(frozen=True, slots=True)
class _Level:
    """A folder on the way down: what is left of it, and the patterns that hold in it."""

    entries: Iterator[os.DirEntry[str]]
    folder: Path
    patterns: tuple[_Patterns, ...]

    @classmethod
    def of(cls, folder: Path, above: tuple[_Patterns, ...], report: Callable[[Problem], None]) -> "_Level":
        own = _Patterns.read(folder, folder / ".gitignore")
        # The exclude patterns of the settings stay last: no .gitignore takes them back.
        patterns = (*above[:-1], own, above[-1]) if own else above
        return cls(iter(_entries(folder, report)), folder, patterns)


def _walk(folder: Path, patterns: tuple[_Patterns, ...], report: Callable[[Problem], None]) -> Iterator[Path]:
    """The regular files below `folder`, by name; links to folders are not followed (no loops)."""
    levels = [_Level.of(folder, patterns, report)]
    while levels:
        level = levels[-1]
        entry = next(level.entries, None)
        if entry is None:
            levels.pop()
            continue
        path = level.folder / entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if _ignored(path, is_folder, level.patterns):
            continue
        if is_folder:
            if not entry.name.startswith(".") and entry.name not in NEVER_SEARCHED:
                levels.append(_Level.of(path, level.patterns, report))
        elif path.is_file():
            yield path


def _entries(folder: Path, report: Callable[[Problem], None]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        report(Problem("E102", {"path": folder, "reason": error.strerror or error}))
        return []


def _ignored(path: Path, folder: bool, patterns: Sequence[_Patterns]) -> bool:
    """Whether the last of `patterns` that speaks of `path` leaves it out."""
    for each in reversed(patterns):
        verdict = each.verdict(path, folder)
        if verdict is not None:
            return verdict
    return False


def _ignored_above(folder: Path) -> Iterator[_Patterns]:
    """The patterns of the repository that hold in `folder` from above, the farthest first."""
    root = repository_root(folder)
    if root is None:
        return
    between = [parent for parent in folder.absolute().parents if parent.is_relative_to(root)]
    candidates = [(root, root / ".git" / "info" / "exclude")]
    candidates += [(parent, parent / ".gitignore") for parent in reversed(between)]
    for base, file in candidates:
        patterns = _Patterns.read(base, file)
        if patterns:
            yield patterns
