"""Cuts an English, German or Turkish text into words as the sources of static vectors do."""

import re

# Order matters: the first that fits at a place is taken.
_TOKEN = re.compile(
    r"""
    \.{2,}                                         # an ellipsis is one token
    | \d+(?:[.,:/]\d+)*                            # numbers with separators inside
    | (?:\w\.){2,}(?=\W|$)                         # abbreviations of single letters (U.S.)
    | \w+(?:[-'’_.&/@]\w+)*                        # words, with signs inside them (mother-in-law, İzmir'de)
    | \S                                           # every other sign by itself
    """,
    re.VERBOSE,
)
# Penn Treebank: what a contraction is cut before.
_NEGATION = re.compile(r"(?i)(.+)(n['’]t)$")
_CLITIC = re.compile(r"(?i)(.+)(['’](?:s|m|d|ll|re|ve))$")
_CANNOT = re.compile(r"(?i)(can)(not)$")


def word_tokens(text: str) -> tuple[str, ...]:
    """The words and signs of a text, in order.

    Signs of punctuation stand alone, hyphens and apostrophes stay inside words, and English contractions are
    cut as in the Penn Treebank (doesn't: does, n't; John's: John, 's), which is also how sent-bias prepares
    sentences for its bag of words.
    """
    return tuple(part for token in _TOKEN.findall(text) for part in _contraction(token))


def _contraction(token: str) -> tuple[str, ...]:
    for pattern in (_NEGATION, _CLITIC, _CANNOT):
        cut = pattern.fullmatch(token)
        if cut:
            return cut[1], cut[2]
    return (token,)
