"""Which noun a determiner belongs to, an attribute between: der nach § 3 Abs. 3 zuständige Beamte.

By the shape of the words alone, for the recognisers, which run before the text is parsed.
"""

from collections.abc import Callable, Sequence

from mitgemeint.analysis.determiners import ClosedClass

# Words between a determiner and its noun, at most.
FARTHEST = 24
ADJECTIVE_ENDINGS = ("e", "en", "er", "es", "em", "ey", "ers", "erm")
ENDS = frozenset({";", ":", "!", "?", "."})


def noun_after(
    words: Sequence[str], determiner: int, is_person: Callable[[str], bool], closed: ClosedClass
) -> int | None:
    """The index of the person noun that the determiner at an index belongs to, None if there is none.

    A noun right behind it or behind an adjective counts, unless it is the object of a preposition between.
    """
    governed = False
    for index in range(determiner + 1, min(len(words), determiner + 1 + FARTHEST)):
        word = words[index]
        if word in ENDS:
            return None
        if word.lower() in closed.prepositions or word.lower() in closed.contractions:
            governed = True
        elif word[:1].isupper():
            beside = index == determiner + 1 or is_adjective_shaped(words[index - 1], closed)
            if beside and not governed and is_person(word):
                return index
            governed = False
    return None


def is_adjective_shaped(word: str, closed: ClosedClass) -> bool:
    """Whether a word looks like an inflected adjective and is no determiner (neue, bestellten, not der).

    Adjectives with a capital count: die neue Geprüfte Meisterin.
    """
    if not word.isalpha() or not word.endswith(ADJECTIVE_ENDINGS):
        return False
    readings = closed.readings(word)
    return not readings or any(determiner.adjective_too for determiner, _ in readings)


def without_ending(adjective: str) -> str:
    """A word without the ending that agrees: ander for andere, anderer, anderen."""
    return adjective.rstrip("nrms").removesuffix("e")
