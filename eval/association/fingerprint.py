"""What identifies tests: a hash of their texts."""

import hashlib
import json
from collections.abc import Sequence

from mitgemeint.eval.association.test_file import AssociationTest


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
