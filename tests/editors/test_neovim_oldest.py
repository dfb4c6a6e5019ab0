"""The plug-in in the Neovim of the system, which in Debian 12 is 0.7.2, the oldest that is supported."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import absent
from neovim_editor import Neovim, tell_of_missing

CONFIGURATION = "require('mitgemeint').enable({ cmd = SERVER })\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("oldest")
    (folder / ".mitgemeint.toml").write_text('notations = ["star"]\n', encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def editor(project: Path) -> Iterator[Neovim]:
    program = shutil.which("nvim")
    if program is None:
        absent("Neovim of the system", "install-neovim-debian")
    running = Neovim(Path(program or ""), project, CONFIGURATION)
    yield running
    running.close()


def test_emoji_and_line_ends_of_windows(editor: Neovim, project: Path) -> None:
    path = project / "schule.md"
    path.write_bytes("# 👩🏽\u200d🏫 Schule\r\n\r\nu\u0308ber 😀 alle Lehrer.\r\n".encode())
    editor.open(path, 1)
    assert editor.marked() == ["Lehrer"]
    editor.cursor_to("Lehrer")
    editor.command("Mitgemeint rewrite")
    editor.findings(0)
    assert (
        editor.saved(path).decode() == "# 👩🏽\u200d🏫 Schule\r\n\r\nu\u0308ber 😀 alle Lehrer\\*innen.\r\n"
    )


def test_subcommands(editor: Neovim, project: Path) -> None:
    path = project / "text.md"
    path.write_text("Alle Lehrer kommen.\n\nAlle Schüler gehen.\n", encoding="utf-8")
    editor.open(path, 2)
    editor.wait("require('mitgemeint').status() ~= ''", "the status")
    editor.command("1Mitgemeint fix")
    editor.findings(1)
    editor.command("Mitgemeint check")
    editor.wait("#vim.fn.getqflist() > 0", "the quickfix list")
    editor.command("cclose")
    old = editor.lua("return require('mitgemeint.clients').list()[1].id")
    editor.command("Mitgemeint restart")
    client = "(require('mitgemeint.clients').list(0)[1] or {}).id"
    editor.wait(f"{client} and {client} ~= {old}", "a new client")
    editor.findings(1)
    editor.cursor_to("Schüler")
    editor.command("Mitgemeint ignore word")
    editor.findings(0)
    editor.command("Mitgemeint notation colon")
    editor.wait("vim.fn.getline(1) == 'Alle Lehrer:innen kommen.'", "the colon")
    assert "policy" in editor.lua("return vim.fn.getcompletion('Mitgemeint ', 'cmdline')")


def test_fix_on_save(editor: Neovim, project: Path) -> None:
    path = project / "save.md"
    path.write_text("Alle Köche kochen.\n", encoding="utf-8")
    editor.open(path, 1)
    editor.lua("vim.g.mitgemeint = { fix_on_save = true }")
    assert editor.saved(path).decode() == "Alle Köch\\*innen kochen.\n"
    editor.lua("vim.g.mitgemeint = nil")


def test_health(editor: Neovim, project: Path) -> None:
    path = project / "health.md"
    path.write_text("Alle Köche kochen.\n", encoding="utf-8")
    editor.open(path, 1)
    editor.command("checkhealth mitgemeint")
    report = editor.text()
    assert "The server starts and answers" in report
    assert "ERROR" not in report, report


def test_a_missing_program_is_told_once(editor: Neovim, tmp_path: Path) -> None:
    tell_of_missing(editor.program, tmp_path, "require('mitgemeint').enable(COMMAND)")
