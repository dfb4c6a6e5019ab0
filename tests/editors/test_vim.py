"""ALE in a real Vim: the configuration that ships, a finding and a quick fix."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from driving import PATIENCE, ROOT, SERVER, absent, environment

DRIVER = Path(__file__).with_name("vim") / "drive.vim"
CONFIGURATION = ROOT / "editors" / "vim" / "ale.vim"


@pytest.fixture(scope="module")
def vim() -> str:
    program = shutil.which("vim")
    if program is None or not Path("/usr/share/vim-ale").is_dir():
        absent("Vim with ALE", "install-vim")
    return program or ""


def test_a_finding_and_a_quick_fix(vim: str, tmp_path: Path) -> None:
    (tmp_path / ".mitgemeint.toml").write_text('notations = ["star"]\n', encoding="utf-8")
    file, seen = tmp_path / "schule.md", tmp_path / "seen.json"
    file.write_text("# Schule\n\nÜber 😀 alle Lehrer.\n", encoding="utf-8")
    variables = {
        "configuration": str(CONFIGURATION),
        "file": str(file),
        "seen": str(seen),
        "mitgemeint_executable": SERVER[0],
        "mitgemeint_arguments": SERVER[1:],
    }
    sets = [f"--cmd=let g:{name} = {json.dumps(value)}" for name, value in variables.items()]
    words = [word for each in sets for word in each.split("=", 1)]
    run = subprocess.run(
        [vim, "-N", "-u", "NONE", "-i", "NONE", "-n", "-es", *words, "-S", str(DRIVER)],
        env=environment(tmp_path / "home"),
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert run.returncode == 0, (seen.exists() and seen.read_text(encoding="utf-8"), run.stdout, run.stderr)
    noted = json.loads(seen.read_text(encoding="utf-8"))
    (found,) = noted["found"]
    assert (found["lnum"], found["col"], found["linter_name"]) == (
        3,
        len("Über 😀 alle ".encode()) + 1,
        "mitgemeint",
    )
    assert "Lehrer*innen" in noted["offered"]
    assert file.read_text(encoding="utf-8") == "# Schule\n\nÜber 😀 alle Lehrer\\*innen.\n"
