"""Imports spaCy without the large libraries that it would pull in where they happen to be installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_LARGE = ("torch", "tensorflow", "cupy")


@contextmanager
def large_libraries_hidden() -> Iterator[None]:
    """Inside, `import torch` and the like fail, as if they were not installed.

    spaCy's layer library imports torch where it finds it, which more than doubles time and memory
    of the start; the bundled model has no use for it. Does nothing where that library is loaded
    already. Other threads must not import those libraries meanwhile.
    """
    modules: dict[str, Any] = sys.modules
    hidden = [] if "thinc" in modules else [name for name in _LARGE if name not in modules]
    modules.update(dict.fromkeys(hidden))
    try:
        yield
    finally:
        for name in hidden:
            modules.pop(name, None)
