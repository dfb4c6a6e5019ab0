"""Writing result files whole or not at all: a run that is killed leaves the old file or the new one."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mitgemeint.eval.problems import EvalError


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write into that takes the place of `path` when all of it is there.

    Raises OSError where the folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def write(path: Path, content: str) -> None:
    """Write a text in UTF-8, with a line end at its end."""
    with replacing(path) as file:
        file.write((content.rstrip("\n") + "\n").encode("utf-8"))


def check_folder(folder: Path) -> None:
    """EvalError where results could not be written into a folder. It is not made."""
    remedy = "name a folder that can be written with --out"
    try:
        existing = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    except (OSError, ValueError) as error:  # a name that no folder can have
        reason = getattr(error, "strerror", None) or str(error)
        raise EvalError(str(folder)[:80], reason, remedy) from error
    if not existing.is_dir():
        raise EvalError(str(existing), "is no folder", remedy)
    if not os.access(existing, os.W_OK | os.X_OK):
        raise EvalError(str(existing), "cannot be written", remedy)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
