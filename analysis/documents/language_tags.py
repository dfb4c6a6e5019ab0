"""Tags of languages inside documents, for formats that name the language of a text."""

from mitgemeint.analysis.word_lists import word_lists

GERMAN = word_lists("language_tags.toml")["german"]


def is_german(tag: str) -> bool:
    """Whether a language tag (de-AT) means German; one that says nothing does not."""
    return tag.strip().lower().replace("_", "-").split("-")[0] in GERMAN
