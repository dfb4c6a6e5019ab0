"""Shared beginnings and ends of two words."""


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
