"""`mitgemeint-eval` where libraries of its extra are missing."""

import subprocess
import sys

import pytest

from mitgemeint.eval import cli

HIDDEN = (
    *cli.NEEDED,
    *("sentencepiece", "google", "accelerate", "gguf", "httpx", "tenacity", "backports"),
)
"""Every library of the extra, hidden from the program: those that help must do without, too."""

HIDING = f"""
import sys, importlib.abc
class Hidden(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {HIDDEN!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name in {HIDDEN!r} else found(name, *rest)
from mitgemeint.eval.cli import main
sys.exit(main(sys.argv[1:]))
"""


def without_libraries(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", HIDING, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["--help"], "inclusive"),
        (["association", "run", "--help"], "--tests"),
        (["bbq", "run", "--help"], "--data"),
        (["inclusive", "run", "--help"], "--system"),
        (["inclusive", "run", "--help"], "MITGEMEINT_API_KEY"),
        (["inclusive", "discover", "--help"], "--vectors"),
    ],
)
def test_help_can_be_read(arguments: list[str], shown: str) -> None:
    done = without_libraries(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert shown in done.stdout


def test_what_is_missing_is_told_in_one_line() -> None:
    done = without_libraries("inclusive", "list")
    assert done.returncode == 2
    names = ", ".join(cli.NEEDED)
    assert done.stderr == f"mitgemeint-eval: not installed: {names}; run python3 dev.py setup eval\n"
