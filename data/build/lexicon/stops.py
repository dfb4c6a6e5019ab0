"""Finds listed words that look like compounds of a person noun but name none: Oberschenkel, Angebote."""

import re
from collections.abc import Iterable, Iterator

from mitgemeint.analysis.compounds import fold
from mitgemeint.analysis.database import Database, NounForm
from mitgemeint.analysis.entries import PersonNoun, Sense
from mitgemeint.analysis.features import Gender
from mitgemeint.data.build.lexicon.candidates import is_person_gloss
from mitgemeint.data.build.lexicon.lexicon_sources import Sources

_LABEL = re.compile(r"^(?:[^|:]{0,60}: )?(?:\([^)]*\) )?")
_CAPITALISED = re.compile(r"\b[A-ZÄÖÜ][\w-]+")
_PERSON = re.compile(r"(?<!\beine )(?<!\bdie )(?<!\bder )\bPerson(?:en)?\b")  # not "für eine Person"
_SHORTEST = 5


class AnyPart(frozenset[str]):
    """Takes everything for a first part: a listed word is a stop even where its beginning is no word."""

    def __contains__(self, part: object) -> bool:
        return True


def compound_stops(sources: Sources, database: Database, drops: frozenset[str]) -> frozenset[str]:
    """Forms, lower case and folded, that the compound analysis must not take for persons, nor longer words
    in them.

    `database` must take any first part; `drops` are words that the curation found to name no person.
    """
    found: set[str] = set()
    for lemma, gender, forms in _listed(sources):
        if not lemma.isalpha() or _has_entry(lemma, database):
            continue
        for form in forms:
            readings = database.readings(form)
            if readings and readings[0].prefix:
                dropped = lemma in drops
                if dropped or not _person(lemma, gender, readings, sources, database):
                    found.add(fold(form.lower()))
    return frozenset(form for form in found if not _covered(form, found))


def _listed(sources: Sources) -> Iterator[tuple[str, str, Iterable[str]]]:
    for table in (sources.nouns, sources.morphy):
        for (lemma, gender), noun in table.items():
            yield lemma, gender, {lemma, *(form for forms in noun.table.values() for form in forms)}
    for lemma in sources.glosses:
        if lemma[0].isupper():
            yield lemma, "", (lemma,)


def _has_entry(lemma: str, database: Database) -> bool:
    return any(not reading.prefix for reading in database.readings(lemma))


def _person(
    lemma: str, gender: str, readings: tuple[NounForm, ...], sources: Sources, database: Database
) -> bool:
    if gender == "n":
        return all(reading.noun.paradigm == "adjectival" for reading in readings)
    if gender == "f" or (not gender and lemma.endswith("in")):
        return any(reading.gender is Gender.FEMININE for reading in readings)
    gloss = sources.glosses.get(lemma)
    if gloss is None:
        return bool(gender)
    nouns = {reading.noun for reading in readings}
    if all(noun.paradigm in ("adjectival", "adjectival-in") for noun in nouns):
        return True
    if any(noun.organisation and noun.sense is Sense.PERSON for noun in nouns):
        return True
    ambiguous = all(noun.sense is Sense.AMBIGUOUS for noun in nouns)
    return any(_tells_of_person(sense, nouns, ambiguous, database) for sense in gloss.split(" | "))


def _tells_of_person(gloss: str, heads: set[PersonNoun], ambiguous: bool, database: Database) -> bool:
    """Whether a gloss defines a person: it says so, names the head again, or begins with a person noun."""
    if is_person_gloss(gloss):
        return True
    words = [match.group() for match in _CAPITALISED.finditer(_LABEL.sub("", gloss))]
    if not ambiguous and (_PERSON.search(gloss) or any(head.masculine in words for head in heads)):
        return True
    return any(
        ambiguous <= (reading.noun.sense is not Sense.AMBIGUOUS)
        for word in words[: 1 if ambiguous else 2]
        for reading in database.readings(word)
    )


def _covered(form: str, stops: set[str]) -> bool:
    return any(form[start:] in stops for start in range(1, len(form) - _SHORTEST + 1))
