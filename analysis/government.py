"""Which case a preposition, a pronoun or a verb asks of a noun whose own form does not show it.

Many nouns look the same in the accusative and the dative plural (Studenten, Lehrer*innen); what is put in
their place often does not (Studierende, Studierenden). The analyzer's case is a guess there. What can be
known is in `data/lexicon/government.toml` and in the lists of verbs of `determiners.toml`.
"""

from collections.abc import Iterator

from mitgemeint.analysis.clause import SUBJECTS, VERBS, Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.phrase import Structure
from mitgemeint.analysis.word_lists import word_lists

_LISTS = word_lists("government.toml")
_PREPOSITIONS = _LISTS["accusative_before_persons"]
_ALSO_ACCUSATIVE = _LISTS["also_accusative"]
_PRONOUNS = _LISTS["pronouns"]
# Shorter ones end many other words (Inhalt, Zitat, Alarm).
_SHORTEST_LAST_PART = 5
_DATIVE_NOUNS = {
    word: (nouns, tuple(noun for noun in nouns if len(noun) >= _SHORTEST_LAST_PART))
    for word in _PREPOSITIONS
    for nouns in [_LISTS.get(f"dative_nouns_{word}", frozenset())]
}
_NOMINAL = frozenset({"NOUN", "PRON", "PROPN"})
_OBJECTS = frozenset({"obj", "iobj", "obl:arg", "obl"})


def governed_case(clause: Clause, structure: Structure) -> Case | None:
    """The case that is asked of the noun; None where nothing is known to ask for one."""
    first = _first_of_row(clause, structure.noun)
    preposition = structure.preposition if first == structure.noun else _preposition_of(clause, first)
    if preposition is not None:
        return _by_preposition(clause, first, preposition)
    return _by_pronoun(clause, structure) or _by_verb(clause, first)


def _first_of_row(clause: Clause, noun: int) -> int:
    """The noun that a row begins with (an Schüler, Eltern und Lehrer)."""
    seen = {noun}
    while clause.tokens[noun].relation == "conj" and clause.tokens[noun].head not in seen:
        head = clause.tokens[noun].head
        if clause.tokens[head].pos not in {"NOUN", "PROPN"} or head > noun:
            break
        noun = head
        seen.add(noun)
    return noun


def _preposition_of(clause: Clause, noun: int) -> int | None:
    found = (child for child in clause.children(noun) if clause.tokens[child].relation == "case")
    return next((child for child in found if child < noun), None)


# ---- prepositions ----------------------------------------------------------------------------------------


def _by_preposition(clause: Clause, noun: int, preposition: int) -> Case | None:
    word = clause.lower(preposition)
    if word not in _PREPOSITIONS:
        return None
    nouns, last_parts = _DATIVE_NOUNS[word]
    before = set(_nouns(clause, preposition))
    if before & nouns or any(name.endswith(last_parts) for name in before):
        return Case.DATIVE
    governors = set(_governors(clause, noun, preposition))
    return Case.DATIVE if governors & _LISTS[f"dative_after_{word}"] else Case.ACCUSATIVE


def _governors(clause: Clause, noun: int, preposition: int) -> Iterator[str]:
    """The words that may govern the preposition: what the analyzer says, the word before it, and an
    adjective or adverb after the phrase (an Lehrern interessiert; an Lehrern vorbei).
    """
    around = {preposition - 1, clause.tokens[noun].head}
    if noun + 1 < len(clause) and clause.tokens[noun + 1].pos not in VERBS:
        around.add(noun + 1)
    for index in around - {-1}:
        lemma = clause.tokens[index].lemma.lower()
        yield from (lemma, clause.lower(index))
        for particle in clause.particles(index):
            yield from (clause.lower(particle), clause.lower(particle) + lemma)


def _nouns(clause: Clause, preposition: int) -> Iterator[str]:
    """The noun right before the preposition, which may be a compound."""
    if preposition > 0 and clause.words[preposition - 1].text[:1].isupper():
        yield clause.lower(preposition - 1)
        yield clause.tokens[preposition - 1].lemma.lower()


# ---- pronouns and verbs ----------------------------------------------------------------------------------


def _by_pronoun(clause: Clause, structure: Structure) -> Case | None:
    """von uns Lehrkräften, für euch Lehrkräfte: the case of the preposition before the pronoun."""
    pronoun = structure.first - 1
    if clause.lower(pronoun) not in _PRONOUNS:
        return None
    cases = ClosedClass.load().prepositions.get(clause.lower(pronoun - 1), frozenset())
    return next(iter(cases)) if len(cases) == 1 else None


def _by_verb(clause: Clause, noun: int) -> Case | None:
    """The dative of a verb that has no other object, or whose other object is an accusative."""
    verb, before_object = _verb_of(clause, noun)
    if verb == noun or clause.tokens[verb].pos not in VERBS:
        return None
    if not before_object and not _is_object(clause, noun, verb):
        return None
    names = clause.verb_names(verb)
    closed = ClosedClass.load()
    if names & (closed.dative_only - _ALSO_ACCUSATIVE):
        return Case.DATIVE
    two_objects = before_object or _has_accusative(clause, noun, verb)
    return Case.DATIVE if names & closed.dative_verbs and two_objects else None


def _verb_of(clause: Clause, noun: int) -> tuple[int, bool]:
    """The verb of a noun, and whether the analyzer takes the object after the noun for its head (bietet
    Gästen Tee).
    """
    head = clause.tokens[noun].head
    if head > noun and clause.tokens[head].pos == "NOUN" and clause.tokens[head].relation == "obj":
        return clause.tokens[head].head, True
    return head, False


def _is_object(clause: Clause, noun: int, verb: int) -> bool:
    """Whether the noun is no subject: the verb has another, or is a singular though the noun is many."""
    token = clause.tokens[noun]
    if token.relation not in _OBJECTS | SUBJECTS:
        return False
    number = clause.verb_number(verb)
    others = (child for child in clause.children(verb) if child != noun)
    if any(
        clause.tokens[child].relation in SUBJECTS
        and not (clause.lower(child) == "es" and number is Number.PLURAL)  # es helfen Gäste
        for child in others
    ):
        return True
    return token.number is Number.PLURAL and number is Number.SINGULAR


def _has_accusative(clause: Clause, noun: int, verb: int) -> bool:
    """Whether another noun or pronoun is the accusative object: after the person, or with an article that
    shows the case (den Rabatt geben wir Kunden).
    """
    return any(
        clause.tokens[child].relation == "obj"
        and clause.tokens[child].case is not Case.DATIVE
        and clause.tokens[child].pos in _NOMINAL
        for child in clause.children(verb)
        if child > noun or (child < noun and _is_masculine_singular(clause, child))
    )


def _is_masculine_singular(clause: Clause, noun: int) -> bool:
    token = clause.tokens[noun]
    return (
        token.number is Number.SINGULAR and token.gender is Gender.MASCULINE and token.case is Case.ACCUSATIVE
    )
