"""Finds listed words that look like a compound of a person noun and name no person: Oberschenkel, Heilkunde."""

from mitgemeint.analysis.compounds import fold
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.data.build.lexicon.candidates import is_person_gloss
from mitgemeint.data.build.lexicon.lexicon_sources import Sources


def compound_stops(sources: Sources, database: Database) -> frozenset[str]:
    """Lemmas, lower case and folded, that the compound analysis must not take for persons."""
    return frozenset(
        fold(lemma.lower())
        for lemma in {*(lemma for lemma, _ in sources.nouns), *(lemma for lemma, _ in sources.morphy)}
        if lemma.isalpha() and _misleads(lemma, sources, database)
    )


def _misleads(lemma: str, sources: Sources, database: Database) -> bool:
    readings = database.readings(lemma)
    if not readings or not readings[0].prefix:
        return False
    if not any(
        r.gender is Gender.MASCULINE and r.number is Number.SINGULAR and r.lemma == lemma for r in readings
    ):
        return False
    masculine = (lemma, "m") in sources.nouns or (lemma, "m") in sources.morphy
    if not masculine:
        return True
    gloss = sources.glosses.get(lemma)
    return gloss is not None and not _speaks_of_person(gloss, readings[0].noun.masculine)


def _speaks_of_person(gloss: str, head: str) -> bool:
    first = gloss.split(" | ")[0]
    return (
        is_person_gloss(gloss)
        or head in first
        or head.lower() in first
        or "Person" in first
        or "jemand" in first
    )
