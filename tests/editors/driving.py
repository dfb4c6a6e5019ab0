"""What the tests of all editors share: finding them, a home of their own, waiting for states."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

ROOT = Path(__file__).parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mitgemeint-editors"
SERVER = [sys.executable, "-m", "mitgemeint.server.cli", "lsp"]
PATIENCE = 60.0
"""Seconds to wait for anything an editor does; it mostly takes a few hundredths."""

Value = TypeVar("Value")


def absent(editor: str, script: str) -> None:
    """Skip the tests of an editor that is not there; where tests are run for the project it has to be."""
    message = f"{editor} is not installed; .ci/{script} installs it"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of an editor that sees nothing of the settings of whoever runs the tests."""
    home.mkdir(exist_ok=True)
    folders = {
        "HOME": home,
        "XDG_CONFIG_HOME": home / "config",
        "XDG_DATA_HOME": home / "data",
        "XDG_STATE_HOME": home / "state",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_RUNTIME_DIR": home,
    }
    own = {name: str(path) for name, path in folders.items()}
    return {**os.environ, **own, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **more}


def wait_for(condition: Callable[[], Value | None], what: str, patience: float = PATIENCE) -> Value:
    """The first value of the condition that counts as true."""
    end = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)
    return value


def output_of(*command: str | Path) -> str:
    """What a program writes; it has to succeed."""
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout
