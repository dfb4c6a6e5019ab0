"""The set-up script of the README: what it would run, without running it."""

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setenv("MITGEMEINT_VENV", str(tmp_path / "venv"))
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def commands(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would be run, in order."""
    done: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        done.append(command)
        if "venv" in command:
            dev.PYTHON.parent.mkdir(parents=True)
            dev.PYTHON.touch()
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    return done


def test_a_second_run_installs_nothing(dev: ModuleType, commands: list[list[str]]) -> None:
    dev.set_up([])
    assert [command[-1] for command in commands] == [str(dev.VENV), str(ROOT)]
    commands.clear()
    dev.set_up([])
    assert commands == []


def test_extras_are_added_to_those_before(dev: ModuleType, commands: list[list[str]]) -> None:
    dev.set_up(["dev"])
    commands.clear()
    dev.set_up(["reference"])
    assert [command[-1] for command in commands] == [f"{ROOT}[dev,reference]"]
    commands.clear()
    dev.set_up(["dev"])
    assert commands == []


def test_other_requirements_are_installed_again(
    dev: ModuleType, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    dev.set_up(["dev"])
    commands.clear()
    monkeypatch.setattr(dev, "fingerprint", lambda: "other")
    dev.set_up([])
    assert [command[-1] for command in commands] == [str(ROOT)]


def test_nothing_goes_into_the_python_of_the_system(dev: ModuleType, commands: list[list[str]]) -> None:
    dev.set_up(["dev"])
    _, pip = commands
    assert pip[pip.index("--python") + 1] == str(dev.PYTHON)
    assert str(dev.PYTHON).startswith(str(dev.VENV))


def test_the_readme_and_continuous_integration_call_the_same() -> None:
    assert "\npython3 dev.py test\n" in (ROOT / "README.md").read_text("utf-8")
    assert '\n"$python" dev.py test\n' in (ROOT / ".ci" / "run").read_text("utf-8")
