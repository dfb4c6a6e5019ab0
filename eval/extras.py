"""Libraries of the package's extras: which are missing, and how they are installed here."""

from importlib.util import find_spec
from pathlib import Path

EVAL, REFERENCE = "eval", "reference"
_SET_UP = Path(__file__).resolve().parents[1] / "dev.py"


def missing(*packages: str) -> list[str]:
    """Those of the packages that cannot be imported."""
    return [package for package in packages if find_spec(package) is None]


def remedy(extra: str) -> str:
    """What installs an extra: the set-up of a clone, whose environment has no pip of its own, or pip."""
    if _SET_UP.is_file():
        return f"run python3 dev.py setup {extra}"
    return f"run pip install 'mitgemeint[{extra}]'"
