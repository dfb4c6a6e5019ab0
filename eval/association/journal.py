"""What a run has done so far, kept beside its results: a run that was killed goes on where it was."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mitgemeint.eval.association.problems import AssociationError
from mitgemeint.eval.association.result import Result, as_json, from_json


class Journal:
    """The finished cells of a run, one line of JSON each. What was written half is computed again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = dict(_read(path))

    def find(self, key: str) -> Result | None:
        """The result of a cell that was computed before under the same conditions."""
        return self._known.get(key)

    def add(self, key: str, result: Result) -> None:
        """Note a finished cell; AssociationError where the file cannot be written."""
        line = json.dumps({"key": key, "result": as_json(result)}, ensure_ascii=False, allow_nan=False)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                # A line of a killed run may end in the middle: the next one begins on its own.
                file.write(f"{line}\n" if _ends_a_line(self._path) else f"\n{line}\n")
        except OSError as error:
            reason = error.strerror or "cannot be written"
            raise AssociationError(str(self._path), reason, "name another folder with --out") from error
        self._known[key] = result


def _ends_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, 2) == 0:
            return True
        file.seek(-1, 2)
        return file.read(1) == b"\n"


def _read(path: Path) -> list[tuple[str, Result]]:
    try:
        lines = path.read_text("utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise AssociationError(str(path), reason, "name another folder with --out") from error
    return [entry for line in lines if (entry := _entry(line)) is not None]


def _entry(line: str) -> tuple[str, Result] | None:
    try:
        values: Mapping[str, Any] = json.loads(line)
        return values["key"] if isinstance(values["key"], str) else "", from_json(values["result"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
