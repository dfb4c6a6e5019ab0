"""Person or thing: homographs such as Leiter, Träger, Sender are decided by their context."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.database import Database, Sense
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.phrase import MEASURES, Reading, Structure
from mitgemeint.analysis.predication import bearers, segment, subjects
from mitgemeint.analysis.reference import Cues
from mitgemeint.analysis.word_lists import word_lists

ACRONYM = re.compile(r"[A-ZÄÖÜ]{3,6}|[A-Z]{2,4}(?:-[A-Z]{2,4})?")
BESIDE = frozenset({"nsubj", "appos"})
PARTS_OF_NAMES = frozenset({"flat", "flat:name", "compound", "appos"})
OBJECTS = frozenset({"obj", "nsubj:pass"})
# Ambiguous nouns are reported unless the context speaks for a thing.
THRESHOLD = 0
# Firms and offices speak so of themselves.
WE = "wir"
# Words that mostly name things need at least this much.
CERTAIN = 2


@dataclass(frozen=True, slots=True)
class Context:
    """The word lists of `data/lexicon/person_context.toml`."""

    person_verbs: frozenset[str]
    person_object_verbs: frozenset[str]
    thing_adjectives: frozenset[str]
    thing_verbs: frozenset[str]
    thing_prepositions: frozenset[str]
    mostly_things: frozenset[str]
    bodies: frozenset[str]
    organisation_words: frozenset[str]
    organisation_endings: frozenset[str]
    mostly_organisations: frozenset[str]
    thing_neighbours: frozenset[str]
    animals: frozenset[str]
    animal_endings: frozenset[str]
    animal_names: frozenset[str]
    dishes: frozenset[str]
    food_words: frozenset[str]

    @classmethod
    def load(cls) -> "Context":
        """The lists that ship."""
        return cls(**word_lists("person_context.toml"))


def is_animal(
    clause: Clause, structure: Structure, reading: Reading, lemma: str, cues: Cues, context: Context
) -> bool:
    """Whether the noun is an animal here: said of one (der Räuber im Teich ist der Hecht, der im Baum ein
    Kauz), or the name of one in a sentence about animals (der Admiral legt seine Eier).
    """
    said_of = bearers(clause, structure, reading, cues)
    if any(_is_of_animals(clause, index, context) for index in said_of):
        return True
    named = lemma.lower().endswith(tuple(context.animal_names))
    near = range(len(clause)) if named else _words_without_verb(clause, structure.noun)
    return any(_is_of_animals(clause, index, context) for index in near if index != structure.noun)


def is_dish(clause: Clause, noun: int, lemma: str, context: Context) -> bool:
    """Whether the noun is something to eat: the name of a dish in a sentence about food (Wir aßen Wiener)."""
    if lemma.lower() not in context.dishes:
        return False
    return any(token.lemma in context.food_words for token in clause.tokens)


def _words_without_verb(clause: Clause, noun: int) -> range:
    """The words between two commas around the noun where they have no verb of their own; else none."""
    words = segment(clause, noun)
    has_verb = any(clause.tokens[index].pos in {"VERB", "AUX"} for index in words)
    attached = clause.tokens[noun].relation in {"nmod", "conj", "obl"}
    return range(0) if has_verb or attached or len(words) == len(clause) else words


def _is_of_animals(clause: Clause, index: int, context: Context) -> bool:
    if clause.tokens[index].pos not in {"NOUN", "PROPN"}:
        return False
    lemma = clause.tokens[index].lemma
    return lemma in context.animals or lemma.lower().endswith(tuple(context.animal_endings))


def is_person(clause: Clause, structure: Structure, head: str, database: Database, context: Context) -> bool:
    """Whether a noun that can be a person or a thing is a person here.

    Words that mostly name things (Drucker) need a context that speaks of people.
    """
    least = CERTAIN if is_mostly_thing(head, context) else THRESHOLD
    return _score(clause, structure, database, context) >= least


def is_mostly_thing(head: str, context: Context) -> bool:
    """Whether a noun, or the last noun of a compound, names a thing as a rule."""
    return head.lower() in context.mostly_things


def is_body(clause: Clause, structure: Structure, reading: Reading, lemma: str, context: Context) -> bool:
    """Whether a word such as Gemeinderat means the body and no member of it."""
    if reading.number is Number.PLURAL or not lemma.lower().endswith(tuple(context.bodies)):
        return False
    following = structure.noun + 1
    named = following < len(clause) and clause.tokens[following].pos == "PROPN"
    indefinite = reading.determiner is not None and reading.determiner.indefinite
    return not (named or indefinite or clause.lower(structure.first - 1) == "als")


def is_borne_by_organisation(
    clause: Clause, structure: Structure, reading: Reading, lemma: str, cues: Cues, context: Context
) -> bool:
    """Whether the role is a firm's or an authority's: it is said of one (Betreiber ist die Stadt), it stands
    before the name of one (der Zulieferer Brenneke), or the word hardly names people (Autobauer).
    """
    noun = structure.noun
    if lemma.lower().endswith(tuple(context.mostly_organisations)):
        return True
    said_of = [*bearers(clause, structure, reading, cues), *_beside(clause, noun)]
    if clause.lower(structure.first - 1) == "als":
        said_of += [index for index in segment(clause, noun) if index != noun and _is_free(clause, index)]
    speakers = [*subjects(clause, noun, cues), *_speakers(clause, structure)]
    if any(clause.lower(index) == WE for index in speakers):
        return True
    return any(is_organisation(clause, index, context) for index in said_of) or _has_firm_name(clause, noun)


def _speakers(clause: Clause, structure: Structure) -> Iterator[int]:
    """The words of the clause in which somebody speaks "als" the noun (Als Arbeitgeber bieten wir …)."""
    if clause.lower(structure.first - 1) == "als":
        yield from segment(clause, structure.noun)


def is_organisation(clause: Clause, index: int, context: Context) -> bool:
    """Whether a word names an organisation: by its last part (Landesamt), or as an abbreviation (ADAC)."""
    word = clause.words[index].text
    if word in context.organisation_words or ACRONYM.fullmatch(word):
        return True
    nominal = clause.tokens[index].pos in {"NOUN", "PROPN"}
    return nominal and clause.tokens[index].lemma.lower().endswith(tuple(context.organisation_endings))


def _beside(clause: Clause, noun: int) -> list[int]:
    """The words near a noun that can bear its role by the parse, with their own attributes."""
    beside = [child for child in clause.children(noun) if clause.tokens[child].relation in BESIDE]
    token = clause.tokens[noun]
    predicate = any(clause.tokens[child].relation == "cop" for child in clause.children(token.head))
    if token.relation == "appos" or (token.relation in BESIDE and predicate):
        beside.append(token.head)
    parts = (below for child in beside for below in clause.children(child))
    return [*beside, *(below for below in parts if clause.tokens[below].relation in PARTS_OF_NAMES)]


def _is_free(clause: Clause, index: int) -> bool:
    """Whether a noun can be the subject or object: no preposition before it, and no genitive."""
    governed = any(clause.tokens[child].relation == "case" for child in clause.children(index))
    return not governed and clause.tokens[index].case is not Case.GENITIVE


def _has_firm_name(clause: Clause, noun: int) -> bool:
    """A name after the noun that is no person's: unknown as one, and not a given name with a surname."""
    following = noun + 1
    if not clause.words[min(following, len(clause) - 1)].text[:1].isupper():
        return False
    if following >= len(clause) or clause.tokens[following].pos != "PROPN":
        return False
    person = clause.person(following)
    return person is None or (person.end - person.start == 1 and following not in clause.names)


def _score(clause: Clause, structure: Structure, database: Database, context: Context) -> int:
    noun = structure.noun
    token = clause.tokens[noun]
    verb = verb_name(clause, token.head) if token.head != noun else ""
    score = 0
    if any(clause.tokens[index].lemma in context.thing_adjectives for index in structure.adjectives):
        score -= 2
    if token.relation in SUBJECTS and verb in context.person_verbs:
        score += 2
    if token.relation in OBJECTS and verb in context.thing_verbs:
        score -= 2
    if clause.lower(structure.first - 1) in context.thing_prepositions or (
        structure.contraction and structure.contraction.form in context.thing_prepositions
    ):
        score -= 1
    if clause.lower(structure.first - 1) == "als":
        score += 1
    if any(_is_technical(clause, index, context) for index in range(len(clause)) if index != noun):
        score -= 2
    if any(clause.lower(index - 1) in MEASURES for index in structure.adjectives if _is_size(clause, index)):
        score -= 2
    if _beside_person(clause, noun, database):
        score += 2
    if any(clause.tokens[child].relation in {"nmod", "nmod:poss"} for child in clause.children(noun)):
        score += 1
    return score


def _is_technical(clause: Clause, index: int, context: Context) -> bool:
    """Whether a word, or the last part of a compound, is one of technology, materials or rooms."""
    token = clause.tokens[index]
    if token.pos not in {"NOUN", "PROPN"}:
        return False
    lemma = token.lemma.lower()
    return any(lemma == word or lemma.endswith(word) for word in context.thing_neighbours)


def _is_size(clause: Clause, index: int) -> bool:
    """Lang, hoch and the like after a measure: people are old."""
    return not clause.lower(index).startswith(("alt", "jung"))


def verb_name(clause: Clause, verb: int) -> str:
    """The infinitive with its separated particle: schließen … an → anschließen."""
    particles = clause.particles(verb)
    prefix = clause.lower(particles[-1]) if particles else ""
    return prefix + clause.tokens[verb].lemma


def _beside_person(clause: Clause, noun: int, database: Database) -> bool:
    """Coordinated with a noun that is a person for certain."""
    beside = [child for child in clause.children(noun) if clause.tokens[child].relation == "conj"]
    if clause.tokens[noun].relation == "conj":
        beside.append(clause.tokens[noun].head)
    return any(
        form.noun.sense is Sense.PERSON and form.gender is Gender.MASCULINE
        for index in beside
        for form in database.readings(clause.words[index].text)
    )
