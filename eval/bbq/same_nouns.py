"""Whether two words are one noun in different cases: der Mann, des Mannes."""

_SHORTEST = 3
_ENDINGS = frozenset({"", "e", "en", "ens", "er", "es", "em", "n", "ns", "s", "r", "m", "'s"})


def is_same_noun(one: str, other: str) -> bool:
    """Whether two words in small letters are alike but for endings of case and number.

    Umlauts of the plural are not looked through, and „Lehrer“ is not „Lehrerin“.
    """
    if one == other:
        return True
    pairs = zip(one, other, strict=False)
    stem = next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return stem >= _SHORTEST and one[stem:] in _ENDINGS and other[stem:] in _ENDINGS
