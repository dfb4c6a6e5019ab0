"""Word lists of the rules: the TOML files of `data/lexicon` that hold nothing but lists of words."""

import tomllib
from functools import cache

from mitgemeint.data import resource


@cache
def word_lists(file: str) -> dict[str, frozenset[str]]:
    """The lists of a file by name."""
    data = tomllib.loads(resource("lexicon", file).read_text("utf-8"))
    return {name: frozenset(words) for name, words in data.items()}
