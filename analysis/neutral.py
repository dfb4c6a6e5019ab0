"""Neutral alternatives in a sentence: the noun in case and number, with its attribute and its rest.

The alternatives stand in `data/lexicon/neutral.toml`, whose head explains the keys.
"""

from mitgemeint.analysis.database import Alternative
from mitgemeint.analysis.determiners import ClosedClass, cell
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.phrase import Reading


def target_number(alternative: Alternative, number: Number) -> Number:
    """The number of the alternative where it replaces a masculine of `number`."""
    return Number.SINGULAR if alternative.collective else number


def target_gender(alternative: Alternative) -> Gender:
    """The gender that the dependents take (of no account in the plural)."""
    return alternative.gender or Gender.MASCULINE


def noun_form(alternative: Alternative, reading: Reading, number: Number, closed: ClosedClass) -> str | None:
    """The head of the alternative; None where it has no such form."""
    if alternative.gender is not None:
        return alternative.inflected(reading.case, number)
    if number is Number.SINGULAR:
        return None  # "der Studierende" is masculine again
    ending = closed.adjective_ending(reading.strength, cell(reading.case, number, Gender.MASCULINE))
    return alternative.form.removesuffix("er") + ending


def wording(
    alternative: Alternative,
    noun: str,
    reading: Reading,
    number: Number,
    closed: ClosedClass,
    following: str,
) -> str:
    """The head `noun` with its attribute and its rest; `following` is the word that comes after it."""
    punctuated = not following[:1].isalnum()
    head = _with_attribute(alternative, noun, reading, number, closed)
    return head + _rest_after(alternative, number, punctuated=punctuated)


def _with_attribute(
    alternative: Alternative, noun: str, reading: Reading, number: Number, closed: ClosedClass
) -> str:
    """The head with the adjective phrase before it: studierende Person."""
    if not alternative.attribute:
        return noun
    slot = cell(reading.case, number, target_gender(alternative))
    return f"{alternative.attribute}{closed.adjective_ending(reading.strength, slot)} {noun}"


def _rest_after(alternative: Alternative, number: Number, *, punctuated: bool) -> str:
    """What follows the head; a relative clause closes with a comma unless punctuation follows anyway."""
    rest = alternative.rest_in(number)
    if not rest:
        return ""
    if rest.startswith(","):
        return rest if punctuated else rest + ","
    return f" {rest}"
