"""Adds to settings files what somebody wants left alone, and keeps the rest of them as it stands."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from mitgemeint.analysis.findings import Code
from mitgemeint.server import reading
from mitgemeint.server.config import (
    PROJECT_FILE,
    PYPROJECT,
    TABLE,
    find_project,
    repository_root,
    toml_problem,
)
from mitgemeint.server.details import of_os
from mitgemeint.server.options import normalised
from mitgemeint.server.problems import Problem, ProblemError
from mitgemeint.server.writing import create, replace_content

IGNORED_WORDS, SEVERITY, DEFAULT, OFF, POLICY = "ignored_words", "severity", "default", "off", "policy"


def project_file(folder: Path, root: Path | None) -> Path:
    """The settings file of the project that a folder belongs to, or where it would be made.

    That is in `root`, the workspace folder; without one in the root of the repository or in the folder.
    """
    found = find_project(folder)
    if found is not None and found.path is not None:
        return found.path
    return (root or repository_root(folder) or folder) / PROJECT_FILE


def ignore_word(path: Path, word: str) -> bool:
    """Add a word to those that are never reported; False if it stands there already."""
    return _change(path, lambda table: _add_word(table, word))


def switch_off(path: Path, code: Code) -> bool:
    """Set the severity of a code to `off`; False if it is."""
    return _change(path, lambda table: _add_code(table, code))


def choose_policy(path: Path, policy: str) -> bool:
    """Set the house rule; False if it is that one already."""
    return _change(path, lambda table: _set_policy(table, policy))


def _set_policy(table: Any, policy: str) -> bool:
    if table.get(POLICY) == policy:
        return False
    table[POLICY] = policy
    return True


def _add_word(table: Any, word: str) -> bool:
    key = _key(table, IGNORED_WORDS)
    words = table.setdefault(key, tomlkit.array())
    if any(str(known).lower() == word.lower() for known in words):
        return False
    words.append(word)
    return True


def _add_code(table: Any, code: Code) -> bool:
    key = _key(table, SEVERITY)
    severities = table.get(key)
    if isinstance(severities, str):  # one severity for everything
        table[key] = tomlkit.inline_table()
        table[key][DEFAULT] = severities
    elif severities is None:
        table[key] = tomlkit.inline_table()
    if table[key].get(code) == OFF:
        return False
    table[key][str(code)] = OFF
    return True


def _key(table: Any, name: str) -> str:
    """The key as this file writes it (ignored-words, ignoredWords)."""
    return next((str(key) for key in table if normalised(str(key)) == name), name)


def _change(path: Path, change: Any) -> bool:
    """Read, change and write a file; ProblemError where it cannot be read or written, or is no TOML."""
    before = reading.read_bytes(path) if os.path.exists(path) else None
    _check(path, before or b"")
    try:
        document = tomlkit.parse((before or b"").decode("utf-8-sig"))
        table: Any = document
        if path.name == PYPROJECT:
            table = document["tool"][TABLE]
        changed = change(table)
    except (TOMLKitError, UnicodeDecodeError, AttributeError, TypeError) as error:
        raise ProblemError(Problem("E107", {"path": path, "reason": type(error).__name__})) from error
    if changed:
        _write(path, before, _with_ends_of(before, tomlkit.dumps(document).encode("utf-8")))
    return bool(changed)


def _check(path: Path, data: bytes) -> None:
    """ProblemError (E201) with the line where a file is no TOML; tomlkit tells less."""
    try:
        text = data.decode("utf-8-sig")
        tomllib.loads(text)
    except UnicodeDecodeError:
        return
    except (ValueError, RecursionError) as error:  # numbers too long for Python are a plain ValueError
        raise ProblemError(toml_problem(path, text, error)) from error


def _with_ends_of(before: bytes | None, after: bytes) -> bytes:
    """New lines end as the first one of the file did."""
    crlf = before is not None and b"\r\n" in before[: before.find(b"\n") + 1]
    return re.sub(rb"(?<!\r)\n", b"\r\n", after) if crlf else after


def _write(path: Path, before: bytes | None, after: bytes) -> None:
    if before is not None:
        replace_content(path, before, after)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProblemError(Problem("E107", {"path": path, "reason": of_os(error)})) from error
    create(path, after)
