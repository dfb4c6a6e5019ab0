"""How a result came about: versions, platform and date."""

import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

LIBRARIES = (
    *("numpy", "scipy", "torch", "transformers", "tokenizers", "gguf"),
    *("spacy", "stanza", "compound_split", "jiwer", "sacremoses"),
)


def provenance() -> dict[str, Any]:
    """What a reader needs to do it again: versions of the program and its libraries, platform and date."""
    return {
        "program": f"mitgemeint {_version('mitgemeint')}",
        "python": platform.python_version(),
        "platform": platform.platform(),
        # Those that took part: versions of libraries that were never loaded say nothing.
        "libraries": {name: _version(name) for name in LIBRARIES if name in sys.modules},
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"
