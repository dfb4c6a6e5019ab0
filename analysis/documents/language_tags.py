"""Tags of languages inside documents, for formats that name the language of a text."""

import re
from collections.abc import Iterable, Sequence

from mitgemeint.analysis.documents.model import Block, Parsed, Span
from mitgemeint.analysis.word_lists import word_lists

GERMAN = word_lists("language_tags.toml")["german"]


def is_german(tag: str) -> bool:
    """Whether a language tag (de-AT) means German; one that says nothing does not."""
    return tag.strip().lower().replace("_", "-").split("-")[0] in GERMAN


def german_only(blocks: Iterable[Block], comments: Sequence[Span], named: re.Match[str] | None) -> Parsed:
    """The blocks of a document by position; none of one that names another language (group 1)."""
    is_read = named is None or is_german(named[1])
    return Parsed(sorted(blocks, key=lambda block: block.start) if is_read else [], tuple(comments))
