"""The lines of files that were added or changed since the merge base with a revision of Git.

The old content comes from Git, the new one is the text as we read it; both are compared here, so that Git
need not look at the working tree, for which it would run the repository's filters. Renames are those that
the index knows.
"""

import hashlib
import os
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from mitgemeint.server.changed_lines import all_lines, changed_lines
from mitgemeint.server.config import repository_root
from mitgemeint.server.encoding import encode
from mitgemeint.server.files import Source
from mitgemeint.server.git import Git
from mitgemeint.server.problems import Problem, ProblemError, shown_from_here

SHA256 = 64


@dataclass(frozen=True, slots=True)
class Base:
    """What a repository held at the merge base: the ids of its files by their path, and where files that
    were renamed since came from.
    """

    git: Git
    files: Mapping[str, str]
    origins: Mapping[str, str]

    @classmethod
    def of(cls, git: Git, revision: str) -> "Base":
        """The base of `revision`. ProblemError: E407 if it is not there, E408 if it has no merge base."""
        values = {"path": shown_from_here(git.root), "revision": revision}
        git.read("rev-parse", "--git-dir")  # says what is wrong with the repository itself
        named = None if revision.startswith("-") else _commit(git, revision)
        if named is None:
            raise ProblemError(Problem("E407", values))
        base = git.ask("merge-base", named, "HEAD")
        if base is None:
            raise ProblemError(Problem("E408", values))
        commit = base.decode().strip()
        return cls(git, dict(_tree(git, commit)), dict(_renamed(git, commit)))

    def content(self, path: str, data: bytes) -> str | None:
        """The old text of a file that holds `data` now: None for a new file. Bytes that are not UTF-8 are
        replaced.
        """
        origin = self.origins.get(path, path)
        known = self.files.get(origin) or self.files.get(unicodedata.normalize("NFC", origin))
        if known is None:
            return None
        before = data if known == _id(data, len(known)) else self.git.read("cat-file", "blob", known)
        return before.decode("utf-8-sig", "replace")


class Changes:
    """What has changed since the merge base with `revision`, in all repositories that a run meets."""

    def __init__(self, revision: str, environment: Mapping[str, str]) -> None:
        self._revision = revision
        self._environment = environment
        self._bases: dict[Path, Base] = {}

    def prepare(self, name: str) -> None:
        """Read what is needed for a file, so that problems come to light before the work begins.

        ProblemError: E405 to E409.
        """
        self._base(name)

    def lines(self, source: Source) -> frozenset[int]:
        """The lines of a text, from 0, that were added or changed."""
        base, path = self._base(source.name)
        before = base.content(path, encode(source.text, source.bom))
        return all_lines(source.text) if before is None else changed_lines(before, source.text)

    def _base(self, name: str) -> tuple[Base, str]:
        """The base of the repository of a file, and the file's path there."""
        file = Path(os.path.realpath(name))
        root = repository_root(file.parent)
        if root is None:
            raise ProblemError(Problem("E406", {"path": name}))
        if root not in self._bases:
            self._bases[root] = Base.of(Git.at(root, self._environment), self._revision)
        return self._bases[root], file.relative_to(root).as_posix()


def _commit(git: Git, revision: str) -> str | None:
    found = git.ask("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    return found.decode().strip() if found else None


def _tree(git: Git, commit: str) -> Iterator[tuple[str, str]]:
    """The files of a commit with their ids; links are none."""
    for line in _parts(git.read("ls-tree", "-r", "-z", "--full-tree", commit)):
        described, _, path = line.partition("\t")
        mode, _, name = described.split(" ")
        if mode.startswith("100"):
            yield path, name


def _renamed(git: Git, commit: str) -> Iterator[tuple[str, str]]:
    """The files that the index has under another name than the commit, with the old one."""
    options = ("--cached", "--raw", "-z", "-M", "--no-ext-diff", "--no-textconv", "--ignore-submodules")
    parts = _parts(git.read("diff-index", *options, commit))
    for described in parts:
        old, status = next(parts), described.split(" ")[-1][:1]
        if status in ("R", "C"):  # two paths; a copy is a new file
            new = next(parts)
            if status == "R":
                yield new, old


def _parts(data: bytes) -> Iterator[str]:
    """What stands before each null byte. Paths have the bytes that the system knows them by."""
    return (os.fsdecode(part) for part in data.split(b"\0")[:-1])


def _id(data: bytes, length: int) -> str:
    """The id that Git gives to a file with this content."""
    made = hashlib.new("sha256" if length == SHA256 else "sha1", usedforsecurity=False)
    made.update(b"blob %d\0" % len(data))
    made.update(data)
    return made.hexdigest()
