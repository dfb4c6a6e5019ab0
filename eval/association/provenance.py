"""How a result came about: versions, platform, date, and what tests and vectors were."""

import hashlib
import json
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from mitgemeint.eval.association.test_file import AssociationTest

LIBRARIES = ("numpy", "scipy", "torch", "transformers", "tokenizers")


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


def fingerprint(test: AssociationTest) -> str:
    """A hash of the texts of a test and of their templates, hexadecimal: equal for equal tests."""
    content = [
        test.name,
        test.level,
        *([each.category, *each.texts] for each in test.sets.values()),
        None if test.templates is None else repr(test.templates),
    ]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode("utf-8")).hexdigest()


def fingerprint_of_all(tests: Sequence[AssociationTest]) -> str:
    """One hash for a whole set of tests."""
    return hashlib.sha256("".join(map(fingerprint, tests)).encode("ascii")).hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"
