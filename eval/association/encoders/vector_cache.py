"""Keeps vectors on disk, so that no text is encoded twice and a killed run goes on where it was."""

import hashlib
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import numpy as np

from mitgemeint.eval.association.encoders.encoded import Encoded
from mitgemeint.eval.problems import EvalError

_VERSION = 2
_SUFFIX = ".sqlite3"
_BESIDE = ("-journal", "-wal", "-shm")
_WAIT = 60.0  # seconds for another run to finish its writing
_TABLE = """
CREATE TABLE IF NOT EXISTS vectors (
    text BLOB PRIMARY KEY, vector BLOB NOT NULL, kind TEXT NOT NULL,
    pieces INTEGER NOT NULL, unknown INTEGER NOT NULL, cut INTEGER NOT NULL, checksum INTEGER NOT NULL
) WITHOUT ROWID
"""
_COLUMNS = ("text", "vector", "kind", "pieces", "unknown", "cut", "checksum")
_KINDS = ("<f4", "<f8")
_DEFAULT_LIMIT = 2 << 30

Found = TypeVar("Found")


class VectorCache:
    """A folder with one database for each encoder, named by its fingerprint; rows are keyed by a text's hash.

    Every `put` is one transaction: what a killed process had put is there, what it had not is not, and
    several processes can use a folder at the same time. A database that is damaged is thrown away, for its
    content can be made again: one that is none, has other columns, a row that differs from its checksum, or
    vectors of several widths. Vectors are raw numbers (little-endian), nothing is unpickled.
    """

    def __init__(self, folder: Path | None = None, limit: int = _DEFAULT_LIMIT) -> None:
        """`folder` is the platform's cache folder by default; `limit` (bytes) is for `prune`."""
        self.folder = folder or default_folder()
        self._limit = limit

    def get(self, fingerprint: str, texts: Sequence[str]) -> Mapping[str, Encoded]:
        """What is known of the texts, one row each; raises EvalError where the folder is unusable."""
        return self._healed(fingerprint, lambda database: _found(database, texts))

    def put(self, fingerprint: str, texts: Sequence[str], encoded: Encoded) -> None:
        """Adds the texts with their vectors, all or none."""
        rows = list(_rows(texts, encoded))
        places = ", ".join("?" * len(_COLUMNS))

        def add(database: sqlite3.Connection) -> None:
            database.executemany(f"INSERT OR REPLACE INTO vectors VALUES ({places})", rows)

        self._healed(fingerprint, add)

    def forget(self, fingerprint: str) -> None:
        """Removes what is known of one encoder."""
        _remove(self._path(fingerprint))

    def prune(self) -> int:
        """Removes the databases unused for longest, until the limit holds; returns the bytes freed."""
        files = sorted(self._files(), key=_last_use, reverse=True)
        total = freed = 0
        for path in files:
            size = _size(path)
            total += size
            if total > self._limit:
                freed += size
                _remove(path)
        return freed

    def clear(self) -> None:
        """Removes everything."""
        for path in self._files():
            _remove(path)

    def _files(self) -> Iterable[Path]:
        return self.folder.glob(f"*{_SUFFIX}") if self.folder.is_dir() else ()

    def _path(self, fingerprint: str) -> Path:
        return self.folder / f"{fingerprint}{_SUFFIX}"

    def _healed(self, fingerprint: str, action: Callable[[sqlite3.Connection], Found]) -> Found:
        """What an action on the database gives, on a new one where the old one turns out to be damaged."""
        try:
            with self._database(fingerprint) as database:
                return action(database)
        except _DamagedError:
            self.forget(fingerprint)
        with self._database(fingerprint) as database:
            return action(database)

    @contextmanager
    def _database(self, fingerprint: str) -> Iterator[sqlite3.Connection]:
        path = self._path(fingerprint)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with closing(_opened(path)) as database, database:
                yield database
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if _is_damage(error):
                raise _DamagedError from error
            raise self._unusable(error) from error
        except (sqlite3.Error, OSError) as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> EvalError:
        reason = f"vectors cannot be kept there ({error})"
        return EvalError(str(self.folder), reason, "name another folder or do without the cache")


class _DamagedError(Exception):
    """A database whose content cannot be trusted."""


def _is_damage(error: Exception) -> bool:
    """Not that it is locked, not allowed, or has no space. The library may fail to decode its own message
    about a damaged name.
    """
    return not isinstance(error, sqlite3.OperationalError)


def _found(database: sqlite3.Connection, texts: Sequence[str]) -> dict[str, Encoded]:
    found: dict[str, Encoded] = {}
    query = f"SELECT {', '.join(_COLUMNS)} FROM vectors WHERE text = ?"
    for text in dict.fromkeys(texts):
        row = database.execute(query, (_key(text),)).fetchone()
        if row is not None:
            found[text] = _decoded(*row)
    if len({each.vectors.shape[1] for each in found.values()}) > 1:
        raise _DamagedError
    return found


def _opened(path: Path) -> sqlite3.Connection:
    """The database, new where there was none or a damaged one."""
    try:
        return _prepared(path)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not _is_damage(error):
            raise
        _remove(path)
        return _prepared(path)


def _prepared(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_WAIT)
    # What is damaged is found by checksum and names, not by letters that are none.
    database.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        if database.execute("PRAGMA user_version").fetchone()[0] not in (0, _VERSION):
            raise sqlite3.DatabaseError("made by another version")
        database.execute(_TABLE)
        columns = tuple(row[1] for row in database.execute("PRAGMA table_info(vectors)"))
        if columns != _COLUMNS:
            raise sqlite3.DatabaseError(f"it has the columns {', '.join(columns)}")
        database.execute(f"PRAGMA user_version = {_VERSION}")
        path.touch()  # when it was last used, for pruning
    except BaseException:
        database.close()
        raise
    return database


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _rows(texts: Sequence[str], encoded: Encoded) -> Iterator[tuple[object, ...]]:
    vectors = encoded.vectors.astype(encoded.vectors.dtype.newbyteorder("<"))
    kind = vectors.dtype.str
    columns = zip(texts, vectors, encoded.pieces, encoded.unknown, encoded.cut, strict=True)
    for text, vector, pieces, unknown, cut in columns:
        row = (_key(text), vector.tobytes(), kind, pieces, unknown, cut)
        yield *row, _checksum(row)


def _checksum(row: tuple[object, ...]) -> int:
    return zlib.crc32(repr(row).encode())


def _decoded(
    key: bytes, vector: bytes, kind: str, pieces: int, unknown: int, cut: int, checksum: int
) -> Encoded:
    if checksum != _checksum((key, vector, kind, pieces, unknown, cut)) or kind not in _KINDS:
        raise _DamagedError
    array = np.frombuffer(vector, np.dtype(kind)).reshape(1, -1)
    native = array.astype(array.dtype.newbyteorder("="))
    return Encoded(native, (pieces,), (unknown,), (cut,), ((),))


def _last_use(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return time.time()


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0


def _remove(path: Path) -> None:
    """Removes a database with its journals; one that another process has open stays on some systems."""
    for name in (path, *(path.with_name(path.name + end) for end in _BESIDE)):
        with suppress(FileNotFoundError if sys.platform != "win32" else OSError):
            name.unlink()


def default_folder() -> Path:
    """Where this platform keeps what can be made again."""
    from platformdirs import user_cache_path

    return user_cache_path("mitgemeint", appauthor=False) / "association-vectors"
