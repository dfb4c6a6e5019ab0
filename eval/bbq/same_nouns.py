"""Whether two words are one noun in different cases: der Mann, des Mannes."""

from os.path import commonprefix

_SHORTEST = 3
_ENDINGS = frozenset({"", "e", "en", "ens", "er", "es", "em", "n", "ns", "s", "r", "m", "'s"})


def is_same_noun(one: str, other: str) -> bool:
    """Whether two words in small letters are alike but for endings of case and number.

    Umlauts of the plural are not looked through, and „Lehrer“ is not „Lehrerin“.
    """
    stem = commonprefix((one, other))
    if one == other:
        return True
    return len(stem) >= _SHORTEST and one[len(stem) :] in _ENDINGS and other[len(stem) :] in _ENDINGS
