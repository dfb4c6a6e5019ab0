"""Identifies files by what is in them, wherever they lie."""

import hashlib
from collections.abc import Mapping
from pathlib import Path


def content_hash(*sources: Path) -> str:
    """A hash of the bytes of files and of all files below folders, with their names below the folder.

    `sha256:` and 64 hexadecimal digits. Raises OSError where a file cannot be read.
    """
    digest = hashlib.sha256()
    for source in sources:
        files = sorted(path for path in source.rglob("*") if path.is_file()) if source.is_dir() else [source]
        for path in files:
            name = path.relative_to(source).as_posix() if source.is_dir() else ""
            with path.open("rb") as file:
                digest.update(f"{name}\0".encode() + hashlib.file_digest(file, "sha256").digest())
    return f"sha256:{digest.hexdigest()}"


def settings_hash(settings: Mapping[str, str], *without: str) -> str:
    """A hash of settings by name, in hexadecimal; those named in `without` do not count."""
    kept = sorted((name, value) for name, value in settings.items() if name not in without)
    return hashlib.sha256(repr(kept).encode()).hexdigest()
