"""The data of mitgemeint: lexicon, policies, messages and the bundled model, behind one loader."""

from importlib.resources import files
from importlib.resources.abc import Traversable


def resource(*parts: str) -> Traversable:
    """The file or folder `parts` below `data/`; raises FileNotFoundError where there is none."""
    found = files("mitgemeint.data").joinpath(*parts)
    if not (found.is_file() or found.is_dir()):
        raise FileNotFoundError(f"mitgemeint.data has no {'/'.join(parts)}")
    return found
