"""What a run has done so far, kept beside its results: a run that was killed goes on where it was."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from mitgemeint.eval.problems import EvalError

Value = TypeVar("Value")


class Journal(Generic[Value]):
    """The finished cells of a run, one line of JSON each. What was written half is computed again.

    `as_json` turns a value into what JSON can hold, `from_json` turns that back and raises ValueError,
    TypeError or KeyError for what is none.
    """

    def __init__(
        self, path: Path, as_json: Callable[[Value], Any], from_json: Callable[[Any], Value]
    ) -> None:
        self._path = path
        self._as_json = as_json
        self._known = dict(_read(path, from_json))

    def find(self, key: str) -> Value | None:
        """The value of a cell that was computed before under the same conditions."""
        return self._known.get(key)

    def add(self, key: str, value: Value) -> None:
        """Note a finished cell; EvalError where the file cannot be written."""
        self.add_all({key: value})

    def add_all(self, values: Mapping[str, Value]) -> None:
        """Note finished cells at once; EvalError where the file cannot be written."""
        lines = "".join(
            json.dumps({"key": key, "result": self._as_json(value)}, ensure_ascii=False, allow_nan=False)
            + "\n"
            for key, value in values.items()
        )
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # Half a surrogate pair becomes \ud83d, which JSON reads back.
            with self._path.open("a", encoding="utf-8", errors="backslashreplace") as file:
                # A line of a killed run may end in the middle: the next one begins on its own.
                file.write(lines if _ends_a_line(self._path) else f"\n{lines}")
        except OSError as error:
            reason = error.strerror or "cannot be written"
            raise EvalError(str(self._path), reason, "name another folder with --out") from error
        self._known.update(values)


def _ends_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, 2) == 0:
            return True
        file.seek(-1, 2)
        return file.read(1) == b"\n"


def _read(path: Path, from_json: Callable[[Any], Value]) -> list[tuple[str, Value]]:
    try:
        lines = path.read_text("utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise EvalError(str(path), reason, "name another folder with --out") from error
    return [entry for line in lines if (entry := _entry(line, from_json)) is not None]


def _entry(line: str, from_json: Callable[[Any], Value]) -> tuple[str, Value] | None:
    try:
        values: Mapping[str, Any] = json.loads(line)
        return values["key"] if isinstance(values["key"], str) else "", from_json(values["result"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
