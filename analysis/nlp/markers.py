"""Numbers and bullets before a sentence ((1), a), 3., •), which would only confuse a parser."""

import re
from collections.abc import Sequence
from dataclasses import replace

from mitgemeint.analysis.nlp.grammar import grammar
from mitgemeint.analysis.nlp.protocol import Token

_INNER = re.compile(r"\d{1,3}[a-z]?|[a-z]{1,2}|[ivx]{1,4}|[IVX]{1,4}")
_STOPPED = re.compile(r"(?:\d{1,3}[a-z]?|[a-z]|[IVX]{1,4})\.")


def count(words: Sequence[str]) -> int:
    """How many words at the begin of a sentence are markers; always leaves one word."""
    place = 0
    while True:
        length = _marker(words, place)
        if not length or place + length >= len(words):
            return place
        place += length


def _marker(words: Sequence[str], i: int) -> int:
    """The length of the marker at `i`, 0 for none."""
    if words[i] in grammar().bullets:
        return 1
    if words[i] == "(" and words[i + 2 : i + 3] == [")"] and _INNER.fullmatch(words[i + 1]):
        return 3
    if words[i + 1 : i + 2] == [")"] and _INNER.fullmatch(words[i]):
        return 2
    if _STOPPED.fullmatch(words[i]) and not grammar().months.intersection(words[i + 1 : i + 2]):
        return 1
    return 0


def restore(words: Sequence[str], lead: int, tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens of a sentence whose first `lead` words were left out of the analysis."""
    if not lead:
        return tuple(tokens)
    root = lead + next(token.index for token in tokens if token.head == token.index)
    result = [
        Token(i, word, word, "NUM", root, "dep")
        if any(c.isalnum() for c in word)
        else Token(i, word, word, "PUNCT", root, "punct")
        for i, word in enumerate(words[:lead])
    ]
    result.extend(replace(token, index=token.index + lead, head=token.head + lead) for token in tokens)
    return tuple(result)
