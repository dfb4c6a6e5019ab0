"""Why a rewrite differs from the reference, told by comparing words: mechanical, so that it can be repeated.

A text has one cause, the first of `Cause` that holds at any place where the two texts differ. The order puts
first what explains the rest: a word that was not found cannot be rewritten.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mitgemeint.eval.spans import Counts
from mitgemeint.eval.words import Change, changes, texts, words

CONJUNCTIONS = frozenset({"und", "oder", "sowie", "bzw", "beziehungsweise", "/", ".", ","})
# A shared beginning of this length makes two words forms of one: Einwander*innen, Einwanderer*innen.
SHORTEST_STEM = 4


class Cause(StrEnum):
    """Kinds of difference between our text and the reference's."""

    MISSED = "a span of the reference is not found"
    BESIDE = "something beside the reference is found"
    SPACES = "only spaces differ"
    CONJUNCTION = "pair with another conjunction or order"
    COMPOUND = "compound or ellipsis written in another way"
    NUMBER = "noun in the other number"
    NOUN_FORM = "noun formed in another way"
    LEFT_BY_REFERENCE = "article, adjective or pronoun that the reference leaves as it is"
    LEFT_BY_US = "article, adjective or pronoun that we leave as it is"
    DEPENDENT_FORM = "article, adjective or pronoun joined in another way"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Difference:
    """Why a text differs, and the words: ours and the reference's at the place that decided."""

    cause: Cause
    ours: tuple[str, ...] = ()
    reference: tuple[str, ...] = ()


def difference(exclusive: str, ours: str, reference: str, spans: Counts) -> Difference:
    """The cause of a difference. `spans` compares what was found in `exclusive` with the reference."""
    if spans.missed:
        return Difference(Cause.MISSED)
    if spans.wrong:
        return Difference(Cause.BESIDE)
    source, made, wanted = (texts(words(text)) for text in (exclusive, ours, reference))
    places = changes(made, wanted)
    if not places:
        return Difference(Cause.SPACES)
    if _without_conjunctions(made, places, 0) == _without_conjunctions(wanted, places, 1):
        return _at(Cause.CONJUNCTION, made, wanted, places[0])
    kept_by_us, kept_by_reference = _kept(source, made), _kept(source, wanted)
    found = [
        _at(_cause(place, made, wanted, kept_by_us, kept_by_reference), made, wanted, place)
        for place in places
    ]
    order = list(Cause)
    return min(found, key=lambda item: order.index(item.cause))


def _at(cause: Cause, made: Sequence[str], wanted: Sequence[str], place: Change) -> Difference:
    ours, reference = _sides(place, made, wanted)
    return Difference(cause, tuple(ours), tuple(reference))


def _sides(place: Change, made: Sequence[str], wanted: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    return made[place.old_first : place.old_last], wanted[place.new_first : place.new_last]


def _without_conjunctions(found: Sequence[str], places: Sequence[Change], side: int) -> list[str]:
    """The differing words of one side without what joins a pair, in any order, capitals aside."""
    spans = [
        (place.new_first, place.new_last) if side else (place.old_first, place.old_last) for place in places
    ]
    differing = [word.lower() for first, last in spans for word in found[first:last]]
    return sorted(word for word in differing if word not in CONJUNCTIONS)


def _kept(source: Sequence[str], text: Sequence[str]) -> frozenset[int]:
    """The indices of the words of `text` that stand in the source, too."""
    changed = {index for place in changes(source, text) for index in range(place.new_first, place.new_last)}
    return frozenset(range(len(text))) - changed


def _cause(
    place: Change,
    made: Sequence[str],
    wanted: Sequence[str],
    kept_by_us: frozenset[int],
    kept_by_reference: frozenset[int],
) -> Cause:
    ours, reference = _sides(place, made, wanted)
    if "-" in ours or "-" in reference or any("-" in word for word in (*ours, *reference)):
        return Cause.COMPOUND
    our_nouns, their_nouns = _nouns(ours), _nouns(reference)
    if our_nouns and their_nouns:
        if not _stems(our_nouns) & _stems(their_nouns):
            return Cause.OTHER
        return Cause.NOUN_FORM if _plural(our_nouns) == _plural(their_nouns) else Cause.NUMBER
    if our_nouns or their_nouns:
        return Cause.OTHER
    if kept_by_reference.issuperset(range(place.new_first, place.new_last)):
        return Cause.LEFT_BY_REFERENCE
    if kept_by_us.issuperset(range(place.old_first, place.old_last)):
        return Cause.LEFT_BY_US
    return Cause.DEPENDENT_FORM


def _nouns(found: Sequence[str]) -> list[str]:
    return [word for word in found if word[0].isupper() and len(word) >= SHORTEST_STEM]


def _stems(nouns: Sequence[str]) -> set[str]:
    return {noun[:SHORTEST_STEM] for noun in nouns}


def _plural(nouns: Sequence[str]) -> bool:
    """Whether a feminine of these is a plural: Lehrerinnen, Lehrer*innen."""
    return any(noun.endswith("innen") for noun in nouns)
