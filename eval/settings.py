"""Settings of runs: as files hold them, and what differs between two."""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from mitgemeint.eval.problems import readable

_SAYING_NOTHING = {"models", "data_sets", "asked", "fingerprint", "tests_sha256"}
"""What says no more to a reader than the rest does, or is looked at by itself."""


def settings_that_differ(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The settings in which two runs differ, those of their `models` too, as `name: before → after`."""
    found = _differing("", before, after)
    old, new = before.get("models", {}), after.get("models", {})
    pairs = [(name, name) for name in old if name in new]
    if len(old) == len(new) == 1:
        pairs = [(*old, *new)]
    for first, second in pairs:
        place = first if first == second else f"{first} → {second}"
        found += _differing(f"{place}, ", old[first], new[second])
    return found


def _differing(place: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs but for what says no more to a reader than the rest does."""
    names = sorted({*before, *after} - _SAYING_NOTHING)
    return [
        f"{place}{name}: {before.get(name)} → {after.get(name)}"
        for name in names
        if before.get(name) != after.get(name)
    ]


def plain(value: Any) -> Any:
    """A value of an option for a file."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    return readable(str(value)) if isinstance(value, str | Path) else value
