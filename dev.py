"""Sets up what a fresh machine needs and runs it: Python 3.11 or newer with pip, nothing else.

    python3 dev.py check examples/brief.txt    mitgemeint with these arguments
    python3 dev.py test                        the tests, with what they need
    python3 dev.py setup [EXTRA ...]           only set up, with the extras of pyproject.toml

Everything goes into `.venv` beside this file, or into the folder named by MITGEMEINT_VENV; the system's
Python stays as it is. A second run installs again only if `pyproject.toml` has changed.
"""

import hashlib
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("MITGEMEINT_VENV") or ROOT / ".venv")
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
OLDEST = (3, 11)


def main(arguments: Sequence[str]) -> int:
    """Set up, then run; the exit status of what was run."""
    if sys.version_info < OLDEST:
        sys.exit(
            f"mitgemeint needs Python {OLDEST[0]}.{OLDEST[1]} or newer, this is {sys.version.split()[0]}"
        )
    if not arguments:
        sys.exit(__doc__)
    command, *rest = arguments
    if command == "setup":
        set_up(rest)
        return 0
    if command == "test":
        set_up(["dev"])
        set_up_editors()
        return run([str(PYTHON), "-m", "pytest", *rest], cwd=ROOT)
    set_up([])
    return run([str(PYTHON), "-m", "mitgemeint.server.cli", *arguments])


def set_up(extras: Sequence[str]) -> None:
    """Make the environment and install mitgemeint into it with `extras`, unless that has been done."""
    stamp = VENV / "installed-by-dev.txt"
    wanted = {fingerprint(), *(f"extra {extra}" for extra in extras)}
    done = set(stamp.read_text("utf-8").splitlines()) if stamp.exists() else set()
    if wanted <= done:
        return
    print(f"Setting up {VENV} (once, a minute or two) ...", file=sys.stderr, flush=True)
    if not PYTHON.exists():
        # Without pip: some systems ship Python without the part that would put it there.
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(VENV)], check=True)
    if fingerprint() in done:
        wanted |= done
    names = sorted(line.removeprefix("extra ") for line in wanted if line.startswith("extra "))
    target = f"{ROOT}[{','.join(names)}]" if names else str(ROOT)
    pip = [sys.executable, "-m", "pip", "--python", str(PYTHON), "--disable-pip-version-check"]
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    try:
        subprocess.run([*pip, "install", "--quiet", *constraints, "--editable", target], check=True)
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
    stamp.write_text("\n".join(sorted(wanted)) + "\n", encoding="utf-8")


def set_up_editors() -> None:
    """Fetch what the editor tests drive, where there are builds of it; each script says what it does."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return
    environment = {**os.environ, "PYTHON": sys.executable}
    for script in sorted((ROOT / ".ci").glob("install-*")):
        done = subprocess.run([str(script)], env=environment, stdout=subprocess.DEVNULL, check=False)
        if done.returncode:
            name = script.name.removeprefix("install-")
            print(f"{name}: could not be installed, its tests cannot run.", file=sys.stderr, flush=True)


def fingerprint() -> str:
    """Changes when the environment has to be installed again."""
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes())
    digest.update((ROOT / "constraints.txt").read_bytes())
    return f"{digest.hexdigest()} {sys.version_info.major}.{sys.version_info.minor}"


def run(command: Sequence[str], cwd: Path | None = None) -> int:
    """Run a program in place of this one where the system can, so that signals reach it."""
    if cwd:
        os.chdir(cwd)
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], list(command))
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
