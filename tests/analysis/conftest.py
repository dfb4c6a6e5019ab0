"""What the tests of several document formats share."""

import re
from collections.abc import Callable

import pytest

from mitgemeint.analysis.documents import Document, read

WORD = re.compile(r"(?<![\w\"\\&{;#])[^\W_]{2,}(?![\w\"};])")
Prose = list[tuple[str, str]]


def prose_of(document: Document) -> Prose:
    return [(segment.kind, segment.text) for segment in document.segments]


def rewrites_leave_the_markup(text: str, format: str, new_word: str) -> None:
    """Write `new_word` for any word that stands letter by letter in the text: nothing else may change."""
    document = read(text, format)
    for number, segment in enumerate(document.segments):
        for word in WORD.finditer(segment.text):
            if not segment.offsets.is_copied(*word.span()):
                continue
            start, end = segment.offsets.span(*word.span())
            rewritten = read(text[:start] + segment.escape(new_word) + text[end:], format)
            expected = prose_of(document)
            changed = segment.text[: word.start()] + new_word + segment.text[word.end() :]
            expected[number] = (segment.kind, changed)
            assert prose_of(rewritten) == expected


@pytest.fixture(scope="session")
def check_rewrites() -> Callable[[str, str, str], None]:
    return rewrites_leave_the_markup
