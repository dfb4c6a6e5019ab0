"""Without a server, in German: what is offered, what is told, what a workspace without trust cannot do."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TEXT = "Alle Autoren reden.\n"


@pytest.fixture(scope="module")
def server(start: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A code-server without `mitgemeint` on the PATH, whose Python cannot make environments."""
    python = tmp_path_factory.mktemp("bin") / "python3"
    answer = json.dumps({"program": str(python), "version": "3.11.2", "server": None})
    script = f"""#!/bin/sh
if [ "$1" = -c ]; then echo '{answer}'; else echo "kein ensurepip" >&2; exit 1; fi
"""
    python.write_text(script, encoding="utf-8")
    python.chmod(0o755)
    server = start("--locale", "de", programs=[python])
    server.configure(security__workspace__trust__startupPrompt="never")
    _speak_german(server.home / "user")
    return server


def _speak_german(folder: Path) -> None:
    """What an installed language pack leaves behind; this one translates nothing of VS Code itself."""
    texts = folder / "main.i18n.json"
    texts.write_text(json.dumps({"contents": {}}), encoding="utf-8")
    extension = {"extensionIdentifier": {"id": "language-pack-de"}, "version": "1.0.0"}
    pack = {
        "hash": "1",
        "label": "Deutsch",
        "extensions": [extension],
        "translations": {"vscode": str(texts)},
    }
    (folder / "languagepacks.json").write_text(json.dumps({"de": pack}), encoding="utf-8")


@pytest.fixture(scope="module")
def marker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the workspace's own program leaves behind when it is run."""
    return tmp_path_factory.mktemp("marker") / "was-run"


@pytest.fixture(scope="module")
def window(
    server: Any, show: Callable[..., Any], marker: Path, tmp_path_factory: pytest.TempPathFactory
) -> Any:
    """A window on a workspace that nobody has trusted and that names a program."""
    folder = tmp_path_factory.mktemp("fremd")
    program = folder / "mitgemeint"
    program.write_text(f'#!/bin/sh\ntouch "{marker}"\necho "kein Server" >&2\nexit 3\n', encoding="utf-8")
    program.chmod(0o755)
    (folder / ".vscode").mkdir()
    settings = {"mitgemeint.server.path": str(program)}
    (folder / ".vscode" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    return show(server, folder)


def test_the_program_of_a_workspace_that_is_not_trusted_is_not_run(window: Any, marker: Path) -> None:
    window.open("brief.md", TEXT)
    window.message("braucht seinen Sprachserver")
    window.reads_status("kein Server")
    assert not marker.exists()


def test_a_set_up_that_fails_is_told_in_one_line(window: Any) -> None:
    window.press("braucht seinen Sprachserver", "Einrichten")
    window.message("konnte keine Python-Umgebung anlegen (kein ensurepip)")
    window.press("konnte keine Python-Umgebung anlegen", "Protokoll zeigen")
    log = '.part.panel .monaco-editor[data-uri^="output:"][data-uri*="mitgemeint"]'
    window.page.locator(log).wait_for(state="attached")
    window.page.keyboard.press("Control+j")


def test_a_server_that_ends_at_once_is_told(window: Any, marker: Path) -> None:
    """With trust the program of the workspace is run, and its last words are shown."""
    window.page.locator(".statusbar-item", has_text="Restricted Mode").click()
    window.page.locator(".workspace-trust-editor .monaco-button", has_text="Trust").first.click()
    window.message("Der Server ließ sich nicht starten: kein Server")
    assert marker.exists()


def test_a_restart_does_not_wait_for_a_server_that_hangs(window: Any) -> None:
    program, begun = window.folder / "mitgemeint", window.folder / "begun"
    program.write_text(f'#!/bin/sh\ntouch "{begun}"\nexec sleep 600\n', encoding="utf-8")
    window.command("Server neu starten")
    window.has_file(begun)
    program.write_text("#!/bin/sh\necho zweiter Server >&2\nexit 3\n", encoding="utf-8")
    window.command("Server neu starten")
    window.message("Der Server ließ sich nicht starten: zweiter Server")
