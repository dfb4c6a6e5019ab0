"""Replaces the content of files so that nothing is lost on the way."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from mitgemeint.server.details import of_os
from mitgemeint.server.problems import Problem, ProblemError


def replace_content(path: Path, before: bytes, after: bytes) -> None:
    """Give a file that held `before` the content `after`, keeping its mode and its links.

    Raises ProblemError: E107 if it cannot be written, E111 if it holds something else by now. A file
    with one name is replaced in one step: whatever happens, the old or the new content is there. One
    with several (hard links) is written in place, so that all of them keep naming the same file.
    """
    target = Path(os.path.realpath(path))
    try:
        with _locked(target) as stream:
            if stream.read(len(before) + 1) != before or not _is_still(target, stream):
                raise ProblemError(Problem("E111", {"path": path}))
            if os.fstat(stream.fileno()).st_nlink > 1:
                _overwrite(target, before, after)
            else:
                _exchange(target, after)
    except OSError as error:
        raise ProblemError(Problem("E107", {"path": path, "reason": of_os(error)})) from error


def create(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, in one step: it is never seen half-written.

    Raises ProblemError: E107 if it cannot be written, E111 if somebody else has written it by now.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".mitgemeint-{os.getpid()}-{target.name}")
    try:
        try:
            with temporary.open("xb") as file:  # unlike a temporary file's, its mode is the usual one
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if os.path.lexists(target):
                raise ProblemError(Problem("E111", {"path": path}))
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise ProblemError(Problem("E107", {"path": path, "reason": of_os(error)})) from error


@contextmanager
def _locked(target: Path) -> Iterator[BinaryIO]:
    """The file, open for reading. Another run that wants to change it waits, where the system can."""
    with target.open("rb") as stream:
        if sys.platform != "win32":
            import fcntl

            with suppress(OSError):  # some network file systems have no locks
                fcntl.flock(stream, fcntl.LOCK_EX)
        yield stream


def _is_still(target: Path, stream: BinaryIO) -> bool:
    """Whether the name still leads to the open file."""
    return os.path.samestat(target.stat(), os.fstat(stream.fileno()))


def _exchange(target: Path, data: bytes) -> None:
    """Put a new file in the place of the old one."""
    if not os.access(target, os.W_OK):
        raise PermissionError(13, os.strerror(13))
    temporary: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".mitgemeint-", delete=False) as file:
            temporary = Path(file.name)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, temporary)
        _keep_owner(target, temporary)
        os.replace(temporary, target)
    finally:
        if temporary:
            temporary.unlink(missing_ok=True)


def _overwrite(target: Path, before: bytes, after: bytes) -> None:
    """Write into the file itself; if that fails half-way, put the old content back."""
    with target.open("r+b", buffering=0) as stream:
        try:
            _fill(stream, after)
        except BaseException:
            _fill(stream, before)
            raise


def _fill(stream: BinaryIO, data: bytes) -> None:
    stream.seek(0)
    rest = memoryview(data)
    while rest:
        rest = rest[stream.write(rest) :]
    stream.truncate(len(data))
    os.fsync(stream.fileno())


def _keep_owner(target: Path, temporary: Path) -> None:
    """Give the new file the owner of the old one where the system lets us."""
    if hasattr(os, "chown"):
        status = target.stat()
        with suppress(OSError):
            os.chown(temporary, status.st_uid, status.st_gid)
