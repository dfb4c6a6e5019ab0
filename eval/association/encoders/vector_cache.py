"""Keeps vectors on disk, so that no text is encoded twice and a killed run goes on where it was."""

import hashlib
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import numpy as np

from mitgemeint.eval.association.encoders.encoded import Encoded
from mitgemeint.eval.association.problems import AssociationError

_VERSION = 1
_SUFFIX = ".sqlite3"
_BESIDE = ("-journal", "-wal", "-shm")
_WAIT = 60.0  # seconds for another run to finish its writing
_TABLE = """
CREATE TABLE IF NOT EXISTS vectors (
    text BLOB PRIMARY KEY, vector BLOB NOT NULL, kind TEXT NOT NULL,
    pieces INTEGER NOT NULL, unknown INTEGER NOT NULL, cut INTEGER NOT NULL
) WITHOUT ROWID
"""
_DEFAULT_LIMIT = 2 << 30


class VectorCache:
    """A folder with one database for each encoder, named by its fingerprint; rows are keyed by a text's hash.

    Every `put` is one transaction: what a killed process had put is there, what it had not is not, and
    several processes can use a folder at the same time. A database that is damaged is thrown away, for its
    content can be made again. Vectors are raw numbers (little-endian), nothing is unpickled.
    """

    def __init__(self, folder: Path | None = None, limit: int = _DEFAULT_LIMIT) -> None:
        """`folder` is the platform's cache folder by default; `limit` (bytes) is for `prune`."""
        self.folder = folder or default_folder()
        self._limit = limit

    def get(self, fingerprint: str, texts: Sequence[str]) -> Mapping[str, Encoded]:
        """What is known of the texts, one row each; raises AssociationError where the folder is unusable."""
        with self._database(fingerprint) as database:
            found: dict[str, Encoded] = {}
            for text in dict.fromkeys(texts):
                query = "SELECT vector, kind, pieces, unknown, cut FROM vectors WHERE text = ?"
                row = database.execute(query, (_key(text),)).fetchone()
                if row is not None:
                    found[text] = _decoded(*row)
        return found

    def put(self, fingerprint: str, texts: Sequence[str], encoded: Encoded) -> None:
        """Adds the texts with their vectors, all or none."""
        with self._database(fingerprint) as database:
            database.executemany(
                "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?, ?, ?)", _rows(texts, encoded)
            )

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

    @contextmanager
    def _database(self, fingerprint: str) -> Iterator[sqlite3.Connection]:
        path = self.folder / f"{fingerprint}{_SUFFIX}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with closing(_opened(path)) as database, database:
                yield database
        except (sqlite3.Error, OSError) as error:
            reason = f"vectors cannot be kept there ({error})"
            raise AssociationError(
                str(self.folder), reason, "name another folder or do without the cache"
            ) from error


def _opened(path: Path) -> sqlite3.Connection:
    """The database, new where there was none or a damaged one."""
    try:
        return _prepared(path)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # locked, not allowed, no space: not damaged
            raise
        _remove(path)
        return _prepared(path)


def _prepared(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_WAIT)
    try:
        if database.execute("PRAGMA user_version").fetchone()[0] not in (0, _VERSION):
            raise sqlite3.DatabaseError("made by another version")
        database.execute(_TABLE)
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
        yield _key(text), vector.tobytes(), kind, pieces, unknown, cut


def _decoded(vector: bytes, kind: str, pieces: int, unknown: int, cut: int) -> Encoded:
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
