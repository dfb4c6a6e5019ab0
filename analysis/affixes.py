"""Beginnings, ends and capitals of words."""

SHORTEST_WORD = 3


def shared_beginning(one: str, other: str) -> str:
    """The longest common beginning."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return one[:length]


def shared_end(one: str, other: str) -> str:
    """The longest common end."""
    length = len(shared_beginning(one[::-1], other[::-1]))
    return one[len(one) - length :]


def in_ordinary_capitals(word: str) -> str:
    """A word that is all in capitals as the lexicon has it: LEHRER → Lehrer (not short ones: EU, USA)."""
    return word.capitalize() if len(word) > SHORTEST_WORD and word.isupper() else word
