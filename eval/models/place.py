"""Where a model lies: in a folder, on the hub, or in a GGUF file of either."""

import re
from dataclasses import dataclass
from pathlib import Path

from mitgemeint.eval.problems import EvalError

_PART = r"[\w][\w.-]*"
_HUB_NAME = re.compile(rf"{_PART}(/{_PART})?")
_HUB_FILE = re.compile(rf"({_PART}/{_PART})/({_PART}(?:/{_PART})*\.gguf)")
_HUB_REVISION = re.compile(rf"({_PART}(?:/{_PART})*)@([\w./-]+)")
_GGUF = ".gguf"
_MAGIC = b"GGUF"


@dataclass(frozen=True, slots=True)
class Place:
    """A model's folder or its name on the hub, and the GGUF file there, if it is one."""

    source: Path | str
    file: str = ""
    revision: str | None = None
    """Of the hub, if one is asked for."""


def find_place(name: str, revision: str | None = None) -> Place:
    """What a name means; EvalError where it can mean nothing.

    A folder holds config.json; a path to a file, or `owner/model/file.gguf` on the hub, is that of a GGUF
    file. A name with the shape of a path is never looked for on the hub.
    """
    path = here(name)
    if path is not None:
        if revision:
            kind = "folder" if path.is_dir() else "file"
            raise EvalError("--revision", f"{name} is a {kind}, which has none", "leave it out")
        return _folder(name, path) if path.is_dir() else _file(name, path)
    if file := _HUB_FILE.fullmatch(name):
        return Place(file[1], file[2], revision)
    if name.lower().endswith(_GGUF):
        raise EvalError(name, "there is no such file", "check the path, or give owner/model/file.gguf")
    if not _HUB_NAME.fullmatch(name):
        raise EvalError(name, "there is no such folder", "check the path, or give a name like owner/model")
    return Place(name, "", revision)


def split_revision(name: str) -> tuple[str, str | None]:
    """A name on the hub and the revision behind its `@`, None without one; what is here has none."""
    found = _HUB_REVISION.fullmatch(name)
    if found is None or here(name) is not None:
        return name, None
    return found[1], found[2]


def here(name: str) -> Path | None:
    """The folder or file of that name, None without one."""
    try:
        path = Path(name).expanduser()
        return path if path.is_dir() or path.is_file() else None
    except (OSError, RuntimeError, ValueError):  # too long, or the home of nobody
        return None


def _folder(name: str, path: Path) -> Place:
    if (path / "config.json").is_file():
        return Place(path)
    files = sorted(file.name for file in path.glob(f"*{_GGUF}"))
    if files:
        remedy = f"name the file, such as {path / files[0]}"
        raise EvalError(name, "the folder holds GGUF files and no config.json", remedy)
    raise EvalError(name, "the folder holds no model (no config.json)", "name a transformers model")


def _file(name: str, path: Path) -> Place:
    if path.suffix.lower() != _GGUF:
        remedy = "name the model's folder or a .gguf file, or vectors:FILE for word vectors"
        raise EvalError(name, "this is a file", remedy)
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise EvalError(name, error.strerror or "cannot be read", "check its permissions") from error
    if magic != _MAGIC:
        raise EvalError(name, "it is no GGUF file, or a part of one", "fetch it anew")
    return Place(path.parent, path.name)
