"""Person or thing: homographs such as Leiter, Träger, Sender are decided by their context."""

from dataclasses import dataclass

from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.database import Database, Sense
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.phrase import Reading, Structure
from mitgemeint.analysis.word_lists import word_lists

BESIDE = frozenset({"nsubj", "appos"})
OBJECTS = frozenset({"obj", "nsubj:pass"})
# Ambiguous nouns are reported unless the context speaks for a thing.
THRESHOLD = 0
# Words that mostly name things need at least this much.
CERTAIN = 2


@dataclass(frozen=True, slots=True)
class Context:
    """The word lists of `data/lexicon/person_context.toml`."""

    person_verbs: frozenset[str]
    thing_adjectives: frozenset[str]
    thing_verbs: frozenset[str]
    thing_prepositions: frozenset[str]
    mostly_things: frozenset[str]
    bodies: frozenset[str]
    organisation_words: frozenset[str]

    @classmethod
    def load(cls) -> "Context":
        """The lists that ship."""
        return cls(**word_lists("person_context.toml"))


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


def is_borne_by_organisation(clause: Clause, noun: int, context: Context) -> bool:
    """Whether the role is said of an organisation, by "ist" or in apposition (Die Firma ist Betreiber)."""
    beside = [child for child in clause.children(noun) if clause.tokens[child].relation in BESIDE]
    token = clause.tokens[noun]
    if token.relation in BESIDE and token.head != noun:
        beside += [token.head, *clause.children(token.head)]
    near = {index for child in beside for index in (child, *clause.children(child))} - {noun}
    return any(clause.words[index].text in context.organisation_words for index in near)


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
    if _beside_person(clause, noun, database):
        score += 2
    if any(clause.tokens[child].relation in {"nmod", "nmod:poss"} for child in clause.children(noun)):
        score += 1
    return score


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
