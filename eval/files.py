"""Files that users name: their paths and texts; and writing result files whole or not at all, so that a run
that is killed leaves the old file or the new one.
"""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mitgemeint.eval.problems import EvalError, readable


def expanded(name: str | Path) -> Path:
    """The path that a user has named, with ~ and ~user as the home they stand for.

    EvalError for the home of nobody, and for no name.
    """
    if not str(name):
        raise EvalError("''", "no file or folder is named", "give a name")
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        first = Path(name).parts[0]
        reason = f"{first} is the home of nobody here"
        raise EvalError(
            readable(str(name))[:200], reason, f"name the folder, or ./{first} for a file"
        ) from error


def read_text(path: Path, remedy: str) -> str:
    """The text of a file in UTF-8 with or without byte order mark, its line ends as \\n.

    EvalError, with `remedy` where there is no file that can be read.
    """
    place = readable(str(path))
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise EvalError(place, error.strerror or "cannot be read", remedy) from error
    except UnicodeDecodeError as error:
        raise EvalError(place, f"is not in UTF-8 (byte {error.start})", "save it in UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_file(path: Path) -> None:
    """EvalError where a result file could not be written. Nothing is made."""
    check_folder(path.parent)
    if path.is_dir():
        raise EvalError(readable(str(path)), "is a folder", "name a file with --out")
    if path.exists() and not path.is_file():
        raise EvalError(readable(str(path)), "is no file but a device or a pipe", "name a file with --out")


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write into that takes the place of `path` when all of it is there.

    Raises OSError where the folder cannot be written, and where `path` is a device or the like.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is no file but a folder, a device or a pipe")
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
