"""Finds the files of a corpus and opens them, packed or not, as a stream of bytes.

How a file is packed is told by its content and not by its name.
"""

import bz2
import gzip
import io
import lzma
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from mitgemeint.eval import extras
from mitgemeint.eval.extras import EVAL
from mitgemeint.eval.files import expanded
from mitgemeint.eval.problems import EvalError, readable, warn

STANDARD_INPUT = "-"
HEAD = 4096
"""Bytes by which a file is judged."""

_NOT_READ = {
    b"PK\x03\x04": "a zip archive",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"Rar!": "a RAR archive",
    b"\x04\x22\x4d\x18": "packed with LZ4",
}
_UTF_32 = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_NO_GZIP = "Not a gzipped file"
_ARRAY = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\{\s*\"")
_TAR_AT, _TAR = 257, b"ustar"


@dataclass(frozen=True, slots=True)
class Source:
    """A file of a corpus, or standard input (`path` is None).

    `named` says that it was asked for by name; what a folder holds besides texts is passed over instead.
    """

    name: str
    path: Path | None
    named: bool

    @property
    def size(self) -> int:
        """Bytes on disk; 0 for standard input."""
        try:
            return self.path.stat().st_size if self.path else 0
        except OSError:
            return 0


class NoTextError(Exception):
    """A file that holds no text, found in a folder: nothing to be mended."""


def find_sources(corpora: Sequence[str]) -> list[Source]:
    """The files of the corpora, those of folders by name; "-" is standard input.

    EvalError for what is not there, for a folder without files, and for what is neither file nor folder.
    """
    return [source for corpus in corpora for source in _sources(corpus)]


def _sources(corpus: str) -> list[Source]:
    if corpus == STANDARD_INPUT:
        return [Source("standard input", None, named=True)]
    path = expanded(corpus)
    try:
        kind = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise EvalError(readable(corpus)[:200], reason, "name a file or folder of texts, or -") from error
    if stat.S_ISDIR(kind):
        return _folder(path)
    if not stat.S_ISREG(kind):
        raise EvalError(readable(corpus), "it is neither a file nor a folder", "give a pipe with < and -")
    return [Source(readable(corpus), path, named=True)]


def _folder(folder: Path) -> list[Source]:
    def refuse(error: OSError) -> None:
        raise EvalError(readable(str(error.filename)), error.strerror or "cannot be read", "check its rights")

    found = [
        Path(place, name)
        for place, folders, names in os.walk(folder, onerror=refuse)
        if _visible(folders)
        for name in names
        if not name.startswith(".")
    ]
    sources = [
        Source(readable(str(path)), path, named=False)
        for path in sorted(found, key=os.fspath)
        if path.is_file()
    ]
    if not sources:
        raise EvalError(readable(str(folder)), "the folder holds no files", "name a folder of texts")
    return sources


def _visible(folders: list[str]) -> bool:
    """Takes hidden folders out of the walk (of `.git` nothing is a corpus)."""
    folders[:] = sorted(name for name in folders if not name.startswith("."))
    return True


class Stream:
    """The unpacked bytes of a source. Damage becomes an EvalError that says where."""

    def __init__(self, name: str, file: IO[bytes], packing: "_Packing | None") -> None:
        self._name = name
        self._file = file
        self._unpacked: Any = packing.open(file) if packing else file
        self._damage: tuple[type[Exception], ...] = (EOFError, *packing.damage) if packing else ()
        self._given = 0
        self._ahead = b""

    def peek(self) -> bytes:
        """The first bytes, which `read` gives all the same."""
        while len(self._ahead) < HEAD and (more := self._read(HEAD - len(self._ahead))):
            self._ahead += more
        return self._ahead

    def read(self, size: int) -> bytes:
        """Up to `size` bytes, none at the end; raises EvalError where they cannot be had."""
        ahead, self._ahead = self._ahead[:size], self._ahead[size:]
        data = ahead or self._read(size)
        self._given += len(data)
        return data

    @property
    def position(self) -> int:
        """How many bytes of the file on disk have been read."""
        try:
            return self._file.tell()
        except OSError:  # standard input
            return self._given

    def _read(self, size: int) -> bytes:
        try:
            # Only what is at hand: of a damaged file nothing is lost that stands before the damage.
            return bytes(self._unpacked.read1(size))
        except gzip.BadGzipFile as error:
            begun = self._given or self._ahead
            if not (begun and str(error).startswith(_NO_GZIP)):
                raise self._damaged() from error
            warn(self._name, "what follows the packed data is no gzip and is not read")
            return b""
        except self._damage as error:
            raise self._damaged() from error
        except OSError as error:
            if error.errno is None:  # gzip and bzip2 complain of their data so
                raise self._damaged() from error
            raise _unreadable(self._name, error) from error

    def _damaged(self) -> EvalError:
        place = f"{self._name}, after {self._given} bytes of text"
        reason = "the packed data is damaged or cut off"
        return EvalError(place, reason, "fetch the file again, or leave it out")


@contextmanager
def opened(source: Source) -> Iterator[Stream]:
    """The stream of a source; EvalError where it cannot be opened or holds no text, `NoTextError` where that
    is a file that a folder holds by the way.
    """
    with _file(source) as packed:
        head = _peek(source, packed)
        _check(source, head)
        try:
            packing = _packing(head)
        except ImportError as error:
            raise EvalError(source.name, "backports.zstd is not installed", extras.remedy(EVAL)) from error
        stream = Stream(source.name, packed, packing)
        _check(source, stream.peek(), unpacked=True)
        yield stream


@contextmanager
def _file(source: Source) -> Iterator[io.BufferedReader]:
    if source.path is None:
        yield cast(io.BufferedReader, sys.stdin.buffer)
        return
    try:
        file = source.path.open("rb", buffering=HEAD)
    except OSError as error:
        raise _unreadable(source.name, error) from error
    with file:
        yield cast(io.BufferedReader, file)


def _peek(source: Source, file: io.BufferedReader) -> bytes:
    try:
        return file.peek(HEAD)[:HEAD]
    except OSError as error:
        raise _unreadable(source.name, error) from error


def _check(source: Source, head: bytes, *, unpacked: bool = False) -> None:
    """EvalError for what is no text but could be made one; `NoTextError` for the same in a folder."""
    reason, remedy = "", "unpack it first"
    if head.startswith(_UTF_32):
        reason, remedy = "it is written in UTF-32", "convert it to UTF-8: iconv -f UTF-32 -t UTF-8"
    elif head.startswith(_UTF_16):
        reason, remedy = "it is written in UTF-16", "convert it to UTF-8: iconv -f UTF-16 -t UTF-8"
    elif kind := next((kind for magic, kind in _NOT_READ.items() if head.startswith(magic)), ""):
        reason = f"it is {kind}"
    elif head[_TAR_AT:].startswith(_TAR):
        reason = "it is a tar archive"
    elif unpacked and _ARRAY.match(head):
        reason, remedy = "it is a JSON array", "bring it to JSON lines, one record a line: jq -c '.[]'"
    elif unpacked and b"\0" in head:
        reason, remedy = "it holds no text", "name files of text"
    if not reason:
        return
    if not source.named:
        raise NoTextError(f"{source.name}: {reason}")
    raise EvalError(source.name, reason, remedy)


@dataclass(frozen=True, slots=True)
class _Packing:
    """How a kind of packed file is opened, and what reading it raises where it is damaged."""

    open: Callable[[IO[bytes]], Any]
    damage: tuple[type[Exception], ...] = ()


def _packing(head: bytes) -> _Packing | None:
    if head.startswith(b"\x1f\x8b"):
        return _Packing(gzip.open, (zlib.error,))
    if head.startswith(b"BZh"):
        return _Packing(bz2.open)
    if head.startswith(b"\xfd7zXZ\x00"):
        return _Packing(lzma.open, (lzma.LZMAError,))
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        module = _zstandard()
        return _Packing(module.open, (module.ZstdError,))
    return None


def _zstandard() -> Any:
    """The module of Python 3.14, or its copy for older ones; raises ImportError."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


def _unreadable(name: str, error: OSError) -> EvalError:
    return EvalError(name, error.strerror or "it cannot be read", "check the file and its permissions")
