"""Reads files that may be anything: pipes and devices never keep us waiting, no file fills the memory."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from mitgemeint.server.details import of_os
from mitgemeint.server.problems import Problem, ProblemError

LARGEST = 20_000_000
"""Bytes of the largest file that is read."""

_BEGIN = 65_536
"""Bytes from which the kind of a file can be told."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def read_bytes(path: Path) -> bytes:
    """The content of a file.

    Raises ProblemError: E101 if it is not there, E102 if it cannot be read, E110 if it is too large,
    E112 if it is no regular file. A pipe is read only if it is one of our own streams (`/dev/stdin`, the
    `<(…)` of a shell): only those are sure to have somebody at the other end.
    """
    try:
        _check(path, path.stat().st_mode)
        with os.fdopen(os.open(path, _FLAGS), "rb") as stream:
            _check(path, os.fstat(stream.fileno()).st_mode)
            if hasattr(os, "set_blocking"):
                os.set_blocking(stream.fileno(), True)
            return read_stream(stream, str(path))
    except OSError as error:
        missing = error.errno in (errno.ENOENT, errno.ENOTDIR)
        code = "E101" if missing and not path.is_symlink() else "E102"
        raise ProblemError(Problem(code, {"path": path, "reason": of_os(error)})) from error


def read_begin(path: Path) -> str:
    """The begin of a file as text, what is no UTF-8 replaced; "" where it cannot be read."""
    try:
        _check(path, path.stat().st_mode)
        with os.fdopen(os.open(path, _FLAGS), "rb") as stream:
            return stream.read(_BEGIN).decode("utf-8", "replace")
    except (OSError, ProblemError):
        return ""


def read_stream(stream: BinaryIO, name: str) -> bytes:
    """All of a stream; raises ProblemError (E110) where that is too much, and OSError."""
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ProblemError(Problem("E110", {"path": name, "megabytes": LARGEST // 1_000_000}))
    return data


def is_ordinary(path: Path) -> bool:
    """Whether the path leads to a regular file by its name, not through one of our open streams.

    A redirection (`fix /dev/stdin < FILE`) gives us a file for reading only, though its name can be found.
    """
    return path.is_file() and not _is_stream(path)


def _check(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode) and not (stat.S_ISFIFO(mode) and _is_stream(path)):
        raise ProblemError(Problem("E112", {"path": path}))


def _is_stream(path: Path) -> bool:
    """Whether the path, or a link that it leads over, stands for an open stream of a process."""
    seen: set[str] = set()
    current = os.path.abspath(path)
    while current not in seen:
        seen.add(current)
        folder = os.path.realpath(os.path.dirname(current))
        if folder in ("/dev", "/dev/fd") or f"{folder}/".startswith("/proc/"):
            return True
        try:
            current = os.path.join(folder, os.readlink(os.path.join(folder, os.path.basename(current))))
        except OSError:
            return False
    return False
