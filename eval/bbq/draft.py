"""A draft: translated templates on their way to a data set, each with its problems and what was decided.

JSON lines, one template each, with the keys of `Entry`; templates as `template.as_json` writes them.
`bbq translate` writes it, `bbq review` works on it, `bbq templates` turns what was accepted into templates.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any

from mitgemeint.eval import stored
from mitgemeint.eval.bbq import template as templates
from mitgemeint.eval.bbq.template import TEXTS, Template
from mitgemeint.eval.files import write
from mitgemeint.eval.problems import EvalError

LANGUAGES = ("de", "en")


class State(StrEnum):
    """What was decided about a translation."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a translation that a person should look at.

    `field` is the text of the template (`question_negative`), `start` and `end` are the place in it in code
    points, both 0 where the whole text is meant. `messages` says what it is about, by language (de, en).
    """

    code: str
    field: str
    start: int
    end: int
    messages: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """A template, its translation, and what was decided.

    `problems` are about the translation. `versions` are the templates that take its place in the data set:
    one (as translated, or edited) or several (split by gender). An accepted entry has at least one; one that
    is open may have some already. `comment` is the reviewer's: why it was rejected, what is uncertain.
    """

    source: Template
    translation: Template
    problems: tuple[Problem, ...] = ()
    state: State = State.OPEN
    versions: tuple[Template, ...] = ()
    comment: str = ""

    def __post_init__(self) -> None:
        if self.state is State.ACCEPTED and not self.versions:
            raise ValueError("an accepted entry needs a version")


def read_draft(path: Path) -> tuple[Entry, ...]:
    """The entries of a draft; EvalError with the line and the key where one is none."""
    try:
        lines = path.read_text("utf-8").split("\n")
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise EvalError(path, reason, "name a draft of `bbq translate`") from error
    except UnicodeDecodeError as error:
        raise EvalError(path, "is no UTF-8", "name a draft of `bbq translate`") from error
    entries: list[Entry] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            entries.append(_read_entry(f"{path}:{number}", line))
    if not entries:
        raise EvalError(path, "holds no template", "name a draft of `bbq translate`")
    ids = [entry.source.id for entry in entries]
    if twice := next((each for each in ids if ids.count(each) > 1), None):
        raise EvalError(path, f"holds template {twice!r} twice", "take one of the lines out")
    return tuple(entries)


def write_draft(path: Path, entries: Iterable[Entry]) -> None:
    """Write a draft; the old file stays whole until the new one is. Raises OSError."""
    lines = (json.dumps(entry_as_json(entry), ensure_ascii=False, allow_nan=False) for entry in entries)
    write(path, "\n".join(lines))


def accepted(entries: Iterable[Entry]) -> tuple[Template, ...]:
    """The accepted versions in the order of the draft, numbered anew from 0."""
    numbers = count()
    return tuple(
        replace(version, id=str(next(numbers)))
        for entry in entries
        if entry.state is State.ACCEPTED
        for version in entry.versions
    )


def entry_as_json(entry: Entry) -> dict[str, Any]:
    """An entry as a line of a draft holds it."""
    return {
        "source": templates.as_json(entry.source),
        "translation": templates.as_json(entry.translation),
        "problems": [
            {
                "code": problem.code,
                "field": problem.field,
                "start": problem.start,
                "end": problem.end,
                "messages": dict(problem.messages),
            }
            for problem in entry.problems
        ],
        "state": entry.state.value,
        "versions": [templates.as_json(version) for version in entry.versions],
        "comment": entry.comment,
    }


def entry_from_json(values: Any) -> Entry:
    """The entry of such a value; ValueError where it is none, with the key."""
    if not isinstance(values, Mapping):
        raise ValueError("an object with source, translation and state is wanted")
    for key in ("source", "translation", "state"):
        if key not in values:
            raise ValueError(f"{key} is missing")
    if values["state"] not in list(State):
        raise ValueError(f"state is {str(values['state'])[:40]!r}, not {', '.join(State)}")
    stored.check(values, {"comment": stored.text})
    return Entry(
        _within("source", templates.from_json, values["source"]),
        _within("translation", templates.from_json, values["translation"]),
        tuple(_within("problems", _problem, each) for each in _list("problems", values)),
        State(values["state"]),
        tuple(_within("versions", templates.from_json, each) for each in _list("versions", values)),
        values.get("comment", ""),
    )


def _read_entry(place: str, line: str) -> Entry:
    try:
        return entry_from_json(json.loads(line))
    except (json.JSONDecodeError, RecursionError) as error:
        raise EvalError(place, "is no JSON", "take the line out, or translate anew") from error
    except ValueError as error:
        raise EvalError(place, str(error), "mend it, or translate anew") from error


def _list(key: str, values: Mapping[str, Any]) -> list[Any]:
    value = values.get(key, [])
    if not isinstance(value, list):
        raise ValueError(f"{key} is no list")
    return value


def _within(key: str, read: Any, value: Any) -> Any:
    try:
        return read(value)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from error


def _problem(values: Any) -> Problem:
    if not isinstance(values, Mapping):
        raise ValueError("an object with code, field, start, end and messages is wanted")
    if missing := [key for key in _PROBLEM if key not in values]:
        raise ValueError(f"{missing[0]} is missing")
    stored.check(values, _PROBLEM)
    return Problem(**{key: values[key] for key in _PROBLEM})


def _messages(value: Any) -> bool:
    return isinstance(value, Mapping) and all(stored.text(value.get(language)) for language in LANGUAGES)


_PROBLEM: Mapping[str, stored.Fits] = {
    "code": stored.text,
    "field": lambda value: value in TEXTS,
    "start": stored.count,
    "end": stored.count,
    "messages": _messages,
}
