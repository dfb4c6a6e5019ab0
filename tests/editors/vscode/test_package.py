"""The package of the extension, its own tests, and what it says of itself."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME
from mitgemeint.server.lsp.documents import FORMATS_OF_LANGUAGES

EXTENSION = Path(__file__).parents[3] / "editors" / "vscode"
LIMIT = 1_000_000
SHIPPED = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist/extension.js",
    "l10n/bundle.l10n.de.json",
    "media/findings.png",
    "media/house-rule.png",
    "media/icon.png",
    "media/problems.png",
    "media/quick-fix.png",
    "package.json",
    "package.nls.de.json",
    "package.nls.json",
}


def npm(*arguments: str) -> str:
    run = subprocess.run(
        ["npm", "--silent", *arguments],
        cwd=EXTENSION,
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    return json.loads((EXTENSION / "package.json").read_text("utf-8"))


def test_only_what_is_needed_ships(vsix: Path) -> None:
    assert set(npm("exec", "--", "vsce", "ls", "--no-dependencies").split()) == SHIPPED
    assert vsix.stat().st_size < LIMIT
    with ZipFile(vsix) as archive:
        shipped = b"".join(archive.read(name) for name in archive.namelist() if not name.endswith(".png"))
    assert str(EXTENSION).encode() not in shipped


def test_style_and_types(vsix: Path) -> None:
    npm("run", "check")


def test_the_parts_without_a_window(vsix: Path) -> None:
    assert "fail 0" in npm("test")


def test_the_client_takes_no_name_of_the_server(manifest: dict[str, Any]) -> None:
    """The language client registers the server's commands under their own names."""
    commands = {entry["command"] for entry in manifest["contributes"]["commands"]}
    assert all(command.startswith("mitgemeint.editor.") for command in commands)
    in_palette = {entry["command"] for entry in manifest["contributes"]["menus"]["commandPalette"]}
    assert in_palette <= commands
    source = (EXTENSION / "src" / "commands.ts").read_text("utf-8")
    block = source[source.index("const commands") : source.index("const registered")]
    registered = re.findall(r"^    (\w+):", block, re.MULTILINE)
    assert {f"mitgemeint.editor.{name}" for name in registered} == commands


def test_it_knows_the_languages_and_files_of_the_server() -> None:
    source = (EXTENSION / "src" / "documents.ts").read_text("utf-8")
    words = set(re.findall(r"[\w-]+", source))
    assert set(FORMATS_OF_LANGUAGES) <= words
    suffixes = {suffix.lstrip(".") for known in FORMATS_BY_NAME.values() for suffix in known.suffixes}
    programs = {known.name: known.suffixes for known in FORMATS_BY_NAME.values() if known.is_program}
    assert set(programs) <= words
    assert suffixes - {suffix.lstrip(".") for group in programs.values() for suffix in group} - {""} <= words


def test_no_address_of_a_registry_in_the_lock_file() -> None:
    assert '"resolved"' not in (EXTENSION / "package-lock.json").read_text("utf-8")


def test_the_versions_agree(manifest: dict[str, Any]) -> None:
    lock = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))
    assert manifest["version"] == lock["version"] == lock["packages"][""]["version"]
    assert f"## [{manifest['version']}]" in (EXTENSION / "CHANGELOG.md").read_text("utf-8")
