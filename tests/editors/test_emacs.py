"""The package in a real Emacs, with eglot and with lsp-mode."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from driving import PATIENCE, ROOT, SERVER, absent, environment

PACKAGE = ROOT / "editors" / "emacs"
DRIVER = Path(__file__).with_name("emacs") / "drive.el"

SCHOOL = "# 👩🏽\u200d🏫 Schule\r\n\r\n{}alle Lehrer.\r\n"
TEXTS = {
    "fix.md": "Alle Lehrer kommen.\n\nAlle Schüler gehen.\n\nAlle Köche kochen.\n",
    "ignore.md": "Alle Lehrer kommen.\n\nAlle Schüler gehen.\n",
    "save.md": "Alle Schüler gehen.\n",
    "notation.md": "Alle Schüler*innen gehen.\n",
    "policy/policy.md": "Alle Schüler:innen gehen.\n",
}


@pytest.fixture(scope="module")
def emacs() -> str:
    program = shutil.which("emacs")
    if program is None or not Path("/usr/share/emacs/site-lisp/elpa").is_dir():
        absent("Emacs with eglot, lsp-mode and markdown-mode", "install-emacs")
    return program or ""


def run(emacs: str, folder: Path, *arguments: str) -> str:
    """What Emacs writes when it is run without a display; it has to succeed."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [emacs, "--batch", *arguments],
        cwd=folder,
        env=environment(folder / "home", EMACSLOADPATH=""),
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("client", "before"),
    # lsp-mode counts an emoji as one unit where the protocol counts two.
    [("eglot", "U\u0308ber 😀 "), ("lsp-mode", "Ja, ")],
)
def test_every_command(emacs: str, tmp_path: Path, client: str, before: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "policy").mkdir()
    settings = tmp_path / ".mitgemeint.toml"
    settings.write_text('notations = ["star"]\n', encoding="utf-8")
    policy = tmp_path / "policy" / ".mitgemeint.toml"
    policy.write_text('policy = "genderstern"\n', encoding="utf-8")
    for name, text in (TEXTS | {"rewrite.md": SCHOOL.format(before)}).items():
        (tmp_path / name).write_bytes(text.encode())

    run(emacs, tmp_path, "-L", str(PACKAGE), "-l", str(DRIVER), client, str(tmp_path), *SERVER)

    def written(name: str) -> str:
        return (tmp_path / name).read_bytes().decode()

    assert written("rewrite.md") == SCHOOL.format(before).replace("Lehrer", "Lehrer\\*innen")
    middle = TEXTS["fix.md"].replace("Schüler", "Schüler\\*innen")
    assert written("fix-region.txt") == middle
    assert written("fix.md") == middle.replace("Lehrer", "Lehrer\\*innen").replace("Köche", "Köch\\*innen")
    assert "Lehrer" in settings.read_text(encoding="utf-8")
    assert written("ignore.md") == TEXTS["ignore.md"].replace(
        "gehen.", "gehen. <!-- mitgemeint: ignore-line -->"
    )
    assert written("save.md") == "Ein Wort. Alle Schüler\\*innen gehen.\n"
    assert written("notation.md") == "Alle Schüler:innen gehen.\n"
    assert policy.read_text(encoding="utf-8") == 'policy = "doppelpunkt"\n'

    seen = json.loads((tmp_path / "seen.json").read_text(encoding="utf-8"))
    assert seen["rewrite.md"] == ["Lehrer"]
    assert seen["fix.md"] == ["Lehrer", "Schüler", "Köche"]
    assert seen["policy/policy.md"] == ["Schüler:innen"]
    assert seen["current"] == "genderstern"
    assert seen["policies"] > 10


@pytest.mark.parametrize("client", ["eglot", "lsp-mode"])
def test_a_missing_program_is_told(emacs: str, tmp_path: Path, client: str) -> None:
    missing = f'(setq mitgemeint-client \'{client} mitgemeint-command \'("gibt-es-nicht" "lsp"))'
    hook = "(progn (add-hook 'text-mode-hook #'mitgemeint-ensure) (find-file \"a.txt\"))"
    called = (
        "(condition-case told (call-interactively #'mitgemeint-ensure)"
        ' (user-error (message "error: %s" (cadr told))))'
    )
    parts = ["-L", str(PACKAGE), "-l", "mitgemeint"]
    said = run(emacs, tmp_path, *parts, "--eval", missing, "--eval", hook, "--eval", called)
    told = "The program gibt-es-nicht is not found; install it or set"
    assert f"mitgemeint: {told}" in said
    assert f"error: {told}" in said


def test_byte_compiles_without_warnings(emacs: str, tmp_path: Path) -> None:
    shutil.copy(PACKAGE / "mitgemeint.el", tmp_path)
    strict = "(progn (package-initialize) (setq byte-compile-error-on-warn t))"
    run(emacs, tmp_path, "--eval", strict, "-f", "batch-byte-compile", "mitgemeint.el")
    assert os.listdir(tmp_path).count("mitgemeint.elc") == 1


def test_documentation_is_as_emacs_wants_it(emacs: str, tmp_path: Path) -> None:
    said = run(emacs, tmp_path, "--eval", f'(checkdoc-file "{PACKAGE / "mitgemeint.el"}")')
    assert "mitgemeint.el:" not in said
