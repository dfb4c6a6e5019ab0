"""What differs between the settings of two runs."""

from collections.abc import Mapping
from typing import Any

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
