"""Baselines: files that list findings which are known and not to be reported.

A finding is known by its file, code, text and sentence, never by its line. The sentence stands there as a
hash, so that a baseline holds no more of a document than the words that were found.
"""

import hashlib
import json
import os
import shlex
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

from mitgemeint.server import reading
from mitgemeint.server.problems import Key, Problem, ProblemError, shown_from_here, valid
from mitgemeint.server.writing import create, replace_content

VERSION = 1
HASH = 16
"""Hexadecimal digits of a sentence's hash: 64 bits, which no two sentences of a project share by chance."""

STDIN = "-"


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """What a finding is known by. `path` is relative to the folder of the baseline."""

    path: str
    text: str
    code: str
    sentence: str

    @classmethod
    def of(cls, path: str, text: str, code: str, sentence: str) -> "Entry":
        """The entry of a finding; `sentence` is the prose around it."""
        hashed = hashlib.sha256(valid(sentence).encode("utf-8")).hexdigest()[:HASH]
        return cls(path, " ".join(valid(text).split()), code, hashed)


@dataclass(frozen=True, slots=True)
class Baseline:
    """The known findings of a file, and how often each of them may occur.

    `data` is what the file held when it was read, None if it was not there.
    """

    file: Path
    counts: Mapping[Entry, int]
    data: bytes | None = None

    @classmethod
    def read(cls, file: Path, *, may_be_missing: bool) -> "Baseline":
        """The baseline of a file. ProblemError: E401 if it is not there, E402 if it is none."""
        try:
            data = reading.read_bytes(file)
        except ProblemError as error:
            if error.problem.code != "E101":
                reason = error.problem.values.get("reason", Key(f"unread.{error.problem.code}"))
                raise _broken(file, reason) from error
            if not may_be_missing:
                values = {"path": shown_from_here(file), "file": _quoted(file)}
                raise ProblemError(Problem("E401", values)) from error
            return cls(file, MappingProxyType({}))
        return cls(file, MappingProxyType(_counts(file, data)), data)

    def write(self, counts: Mapping[Entry, int]) -> None:
        """Put other counts into the file, in one step; ProblemError (E107, E111) where that fails."""
        data = rendered(counts).encode("utf-8")
        file = Path(shown_from_here(self.file))
        if self.data is None:
            create(file, data)
        elif self.data != data:
            replace_content(file, self.data, data)

    def path_of(self, name: str) -> str:
        """How the baseline names a file. One that lies elsewhere and is only linked to has its name here."""
        if name == STDIN:
            return name
        folder = self.file.absolute().parent
        there = _relative(os.path.realpath(name), os.path.realpath(folder))
        here = _relative(os.path.abspath(name), str(folder))
        path = here if there.startswith("../") and not here.startswith("../") else there
        return unicodedata.normalize("NFC", valid(path))  # macOS may decompose what Linux does not

    def is_there(self, path: str) -> bool:
        """Whether the file that an entry names still exists."""
        return path == STDIN or os.path.exists(self.file.absolute().parent / path)


def rendered(counts: Mapping[Entry, int]) -> str:
    """The text of a baseline: sorted, an entry a line, so that changes to it can be read and merged."""
    groups = []
    for path, entries in groupby(sorted(counts), key=lambda entry: entry.path):
        lines = ",\n".join(f"      {_line(entry, counts[entry])}" for entry in entries)
        groups.append(f"    {_json(path)}: [\n{lines}\n    ]")
    files = "{\n" + ",\n".join(groups) + "\n  }" if groups else "{}"
    return f'{{\n  "version": {VERSION},\n  "files": {files}\n}}\n'


def _line(entry: Entry, count: int) -> str:
    return _json({"text": entry.text, "code": entry.code, "sentence": entry.sentence, "count": count})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _relative(path: str, folder: str) -> str:
    try:
        return PurePath(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # another drive, which no relative path leads to
        return PurePath(path).as_posix()


def _broken(file: Path, reason: object, line: int = 0) -> ProblemError:
    place = f"{shown_from_here(file)}:{line}" if line else shown_from_here(file)
    return ProblemError(Problem("E402", {"place": place, "reason": reason, "file": _quoted(file)}))


def _quoted(file: Path) -> str:
    return shlex.quote(shown_from_here(file))


def _counts(file: Path, data: bytes) -> dict[Entry, int]:
    try:
        values = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _broken(file, Key("unread.encoding")) from error
    except json.JSONDecodeError as error:
        raise _broken(file, Key("baseline.json"), error.lineno) from error
    except (ValueError, RecursionError) as error:  # numbers too long for Python, lists too deep
        raise _broken(file, Key("baseline.shape")) from error
    if not isinstance(values, dict) or not isinstance(values.get("files"), dict):
        raise _broken(file, Key("baseline.shape"))
    if values.get("version") != VERSION:
        raise _broken(file, Key("baseline.version", {"version": _json(values.get("version"))}))
    counts: dict[Entry, int] = {}
    for path, entries in values["files"].items():
        for entry, count in _entries(file, path, entries):
            counts[entry] = counts.get(entry, 0) + count
    return counts


def _entries(file: Path, path: str, entries: Any) -> Iterator[tuple[Entry, int]]:
    if not isinstance(entries, list):
        raise _broken(file, Key("baseline.entry", {"path": path}))
    for value in entries:
        known = value if isinstance(value, dict) else {}
        texts = [known.get(key) for key in ("text", "code", "sentence")]
        count = known.get("count")
        if not all(isinstance(text, str) for text in texts) or type(count) is not int or count < 1:
            raise _broken(file, Key("baseline.entry", {"path": path}))
        yield Entry(path, *map(str, texts)), count
