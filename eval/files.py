"""Writing result files whole or not at all: a run that is killed leaves the old file or the new one."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


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


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
