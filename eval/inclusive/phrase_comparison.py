"""Which phrases of an exclusive sentence its inclusive counterpart says otherwise."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.eval.inclusive.sentence_reader import Span
from mitgemeint.eval.words import TextWord, changes, texts, words

_WIDEST_GAP = 2
"""Words of one phrase that stay as they are between two that change (der neue Lehrer)."""
_SHORTEST_STEM = 3
_UMLAUTS = str.maketrans("äöü", "aou")


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Words `first` to `last` (exclusive) of the exclusive sentence, and what stands there in the inclusive
    one.
    """

    first: int
    last: int
    inclusive: tuple[str, ...]


def changed_phrases(exclusive: str, inclusive: str, is_person: Callable[[str], bool]) -> tuple[Span, ...]:
    """The stretches of the exclusive sentence that differ, each up to a noun for persons.

    Where the inclusive sentence has more (Schülerinnen und Schüler), it is the half of the pair that both
    have. Pronouns that differ without a noun make no phrase: they belong to one that stands elsewhere.
    """
    old, new = words(exclusive), words(inclusive)
    persons = [word.text[:1].isalpha() and is_person(word.text) for word in old]
    stretches = [
        _Stretch(each.old_first, each.old_last, tuple(texts(new[each.new_first : each.new_last])))
        for each in changes(texts(old), texts(new))
    ]
    found = {
        span
        for stretch in _joined(stretches, old, persons)
        for span in (_up_to_nouns(stretch, old, persons) or _beside(stretch, old, persons))
    }
    return tuple(sorted(found))


def _joined(
    stretches: Sequence[_Stretch], old: Sequence[TextWord], persons: Sequence[bool]
) -> Iterator[_Stretch]:
    """The stretches, those of one noun phrase as one: articles and adjectives before the noun."""
    waiting: _Stretch | None = None
    for stretch in stretches:
        if waiting is not None:
            gap = old[waiting.last : stretch.first]
            one = len(gap) <= _WIDEST_GAP and all(word.text.islower() for word in gap)
            if one and not any(persons[waiting.first : waiting.last]) and stretch.last > stretch.first:
                between = tuple(texts(gap))
                stretch = _Stretch(
                    waiting.first, stretch.last, (*waiting.inclusive, *between, *stretch.inclusive)
                )
            else:
                yield waiting
        waiting = stretch
    if waiting is not None:
        yield waiting


def _up_to_nouns(stretch: _Stretch, old: Sequence[TextWord], persons: Sequence[bool]) -> list[Span]:
    found, first = [], stretch.first
    for index in range(stretch.first, stretch.last):
        if persons[index]:
            found.append(_span(old, first, index))
            first = index + 1
    return found


def _beside(stretch: _Stretch, old: Sequence[TextWord], persons: Sequence[bool]) -> list[Span]:
    """The half of a pair that both sentences have: right of what the inclusive one has more, or left."""
    half = len(stretch.inclusive) - 1  # one of its words is the joint
    right = range(stretch.last, min(stretch.last + half, len(old)))
    for noun in (*right, stretch.first - 1) if half > 0 else ():
        if noun < 0 or not persons[noun] or not _is_like(old[noun].text, stretch.inclusive):
            continue
        return [_span(old, (_first_right if noun in right else _first_left)(stretch, old, noun), noun)]
    return []


def _first_right(stretch: _Stretch, old: Sequence[TextWord], noun: int) -> int:
    """Where the phrase begins: without what both halves share (die Schülerinnen und die Schüler)."""
    if stretch.first < stretch.last:
        return stretch.first
    shared = {word.lower() for word in stretch.inclusive}
    return next(
        (index for index in range(stretch.first, noun) if old[index].text.lower() not in shared), noun
    )


def _first_left(stretch: _Stretch, old: Sequence[TextWord], noun: int) -> int:
    """Where it begins: as many words as the other half has, as far as they are no nouns."""
    first = noun
    while first > max(0, noun - len(stretch.inclusive) + 2) and old[first - 1].text.islower():
        first -= 1
    return first


def _span(old: Sequence[TextWord], first: int, last: int) -> Span:
    while first < last and not old[first].text[0].isalpha():
        first += 1
    return Span(old[first].start, old[last].end)


def _is_like(word: str, others: Sequence[str]) -> bool:
    """Whether one of the others is the word with another ending (Koch, Köchin)."""
    plain = word.lower().translate(_UMLAUTS)
    begin = plain[: max(_SHORTEST_STEM, len(plain) - _SHORTEST_STEM)]
    return any(other.lower().translate(_UMLAUTS).startswith(begin) for other in others)
