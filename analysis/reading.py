"""Which reading of a noun phrase holds where its words leave several open.

Many masculines look the same in singular and plural (der Lehrer, die Lehrer; Protokoll der Schriftführer).
Syntax decides what it can: a phrase with "der" after a noun is a genitive plural, a bare noun is a plural
unless something makes it one person, and a subject has the number of its verb. The rest is the analyzer's.
Counted on the German treebanks GSD and PUD: after a noun, 14 of 14 such phrases are genitive plurals.
"""

from collections.abc import Sequence

from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.phrase import Reading, Structure
from mitgemeint.analysis.reference import Cues

OPEN = frozenset({(Case.DATIVE, Number.PLURAL), (Case.ACCUSATIVE, Number.SINGULAR)})
OBJECTS = frozenset({"obj", "obl", "nmod"})
SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
AUXILIARIES = frozenset({"aux", "aux:pass", "cop"})
PREDICATES = frozenset({"xcomp", "root"})


def best_reading(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Reading | None:
    """The reading that agrees best with syntax and analyzer: number first, then gender, then case.

    A neuter of the same form is a nominalised infinitive (das Zeugen), which is rare beside the person.
    """
    if not readings:
        return None
    token = clause.tokens[structure.noun]
    case = _attribute_case(clause, structure, readings) or token.case
    number = _number(clause, structure, readings) or token.number

    def agreement(reading: Reading) -> tuple[bool, bool, bool, bool]:
        masculine = reading.gender is Gender.MASCULINE and token.gender is Gender.NEUTER
        gender = masculine or reading.number is Number.PLURAL or token.gender in (None, reading.gender)
        attribute = case is Case.GENITIVE and reading.case is Case.GENITIVE
        return (attribute, number in (None, reading.number), gender, case in (None, reading.case))

    return max(readings, key=agreement)


def _attribute_case(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Case | None:
    """Genitive for a phrase with article right after a noun, where it can be one."""
    before = structure.first - 1
    if structure.determiner != structure.first or before < 0 or structure.preposition is not None:
        return None
    if clause.tokens[before].pos != "NOUN" or not clause.words[before].text[:1].isupper():
        return None
    return Case.GENITIVE if any(reading.case is Case.GENITIVE for reading in readings) else None


def _number(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Number | None:
    """The number of a noun without any word that shows it; None where the analyzer shall decide."""
    if _is_dative_plural(clause, structure, readings):
        return Number.PLURAL
    if structure.determiner is not None or structure.adjectives or structure.numeral is not None:
        return None
    noun = structure.noun
    token = clause.tokens[noun]
    if token.relation in SUBJECTS and (verb := _verb_number(clause, token.head)):
        return verb
    if any(clause.tokens[child].relation == "cop" for child in clause.children(noun)):
        return _verb_number(clause, noun)
    if clause.lower(noun - 1) == "als":
        return _role_number(clause, noun)
    return None if _may_be_one(clause, noun) else Number.PLURAL


def _role_number(clause: Clause, noun: int) -> Number | None:
    """The number of a role (als Lehrer): that of the nearest finite verb, whose subject has it."""
    finite = [
        index
        for index, token in enumerate(clause.tokens)
        if token.pos in {"VERB", "AUX"} and token.number is not None
    ]
    nearest = min(finite, key=lambda index: abs(index - noun), default=None)
    return None if nearest is None else clause.tokens[nearest].number


def _is_dative_plural(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> bool:
    """Whether "den Kunden", which can be singular or plural, is no direct object and so a dative plural."""
    both = {(reading.case, reading.number) for reading in readings}
    if structure.preposition is not None or not both >= OPEN:
        return False
    token = clause.tokens[structure.noun]
    return token.relation not in OBJECTS or _takes_dative(clause, token.head)


def _takes_dative(clause: Clause, verb: int) -> bool:
    """Whether the object of a verb stands in the dative (helfen, zuhören)."""
    particles = [child for child in clause.children(verb) if clause.tokens[child].relation == "compound:prt"]
    lemma = clause.tokens[verb].lemma
    names = {lemma, *(clause.lower(particle) + lemma for particle in particles)}
    return not names.isdisjoint(ClosedClass.load().dative_verbs)


def _verb_number(clause: Clause, verb: int) -> Number | None:
    """The number of a finite verb, or of its auxiliary."""
    finite = [
        verb,
        *(child for child in clause.children(verb) if clause.tokens[child].relation in AUXILIARIES),
    ]
    numbers = {clause.tokens[index].number for index in finite if clause.tokens[index].pos in {"VERB", "AUX"}}
    numbers.discard(None)
    return numbers.pop() if len(numbers) == 1 else None


def _may_be_one(clause: Clause, noun: int) -> bool:
    """Whether a bare noun can be one person: als Lehrer, Minister Weber, Sie ist Lehrer."""
    token = clause.tokens[noun]
    if clause.lower(noun - 1) in Cues.load().bare_singular:
        return True
    if noun + 1 in clause.names:
        return True
    if token.relation == "appos":
        return clause.tokens[token.head].number is not Number.PLURAL
    if token.relation == "conj":
        return clause.tokens[token.head].number is Number.SINGULAR and _may_be_one(clause, token.head)
    return token.relation in PREDICATES
