"""Person phrases of participles: konsumierende Person beside Konsumierende.

German has no neutral singular of a nominalised participle ("der Konsumierende" is masculine again), but the
participle can always stand before "Person". Alternatives with `person = false` do without.
"""

from collections.abc import Iterator, Sequence

from mitgemeint.analysis.entries import OFTEN, Alternative
from mitgemeint.analysis.features import Gender, Number

PERSON, PERSONS = "Person", "Personen"
KIND = "phrase"


def with_persons(alternatives: Sequence[Alternative]) -> tuple[Alternative, ...]:
    """The alternatives, and after them a phrase for each participle that has none yet."""
    return (*alternatives, *_persons(alternatives))


def _persons(alternatives: Sequence[Alternative]) -> Iterator[Alternative]:
    for item in alternatives:
        attribute = item.form.removesuffix("er")
        attribute = attribute[:1].lower() + attribute[1:]
        if item.gender is not None or not item.person or "-" in attribute:
            continue
        missing = tuple(number for number in Number if number not in _covered(alternatives, attribute))
        if missing:
            yield Alternative(
                form=PERSON,
                gender=Gender.FEMININE,
                plural=PERSONS,
                attribute=attribute,
                rest=item.rest,
                rest_plural=item.rest_plural,
                replaces=missing,
                kind=KIND,
                compound=False,
                fits=OFTEN,
            )


def _covered(alternatives: Sequence[Alternative], attribute: str) -> set[Number]:
    """The numbers for which the phrase stands in the lexicon already."""
    return {
        number
        for item in alternatives
        if item.form == PERSON and item.attribute == attribute
        for number in item.replaces
    }
