"""Antecedents: which noun a masculine pronoun takes up within the sentence.

Every masculine singular before the pronoun is a candidate (for sein, ihm and dessen: neuters, too). They
are weighed by what the literature on pronoun resolution finds to tell (Lappin and Leass 1994; for German
Strube and Hahn 1999): persons before things, subjects before objects, the subject of the pronoun's own
clause before others, and the noun whose relative clause the pronoun stands in before all. Where two are
weighed the same, the pronoun is left alone.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from mitgemeint.analysis.clause import SUBJECTS, VERBS, Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.phrase import QUOTES
from mitgemeint.analysis.pronouns import OBJECT_FORMS, THIS, WHOSE, Pronoun, is_paired, masculine_pronouns
from mitgemeint.analysis.reference import Cues
from mitgemeint.analysis.rewrite import Rewrite
from mitgemeint.analysis.word_lists import word_lists

BOUNDARIES = frozenset({",", ";", ":", "–", "—", "-", "(", ")", "|"})
# Demonstratives take up what was said last, not the subject.
NEAR = frozenset({WHOSE[0], *THIS})
COMPARING = frozenset({"als", "wie"})
ENDS = frozenset({".", "!", "?"})
CLAUSE_JOINTS = frozenset({"und", "oder", "aber", "sondern"})
SOMEBODY = word_lists("function_words.toml")["somebody"]
MASCULINE_OR_NEUTER = word_lists("function_words.toml")["masculine_or_neuter_relatives"]
GENERAL = word_lists("function_words.toml")["general_subjects"]
MASCULINE_RELATIVES = frozenset({"der", "den", "dem", "dessen"})
SUCH = frozenset({"solcher", "solchen", "solchem"})
ONE = frozenset({"ein", "einen", "einem"})
MANY = "diesen"
GENITIVES = frozenset({"seines", "seiner", "dessen"})
PERSONAL = frozenset({"er", "ihn", "ihm"})
PERSON_VERBS = word_lists("person_context.toml")["person_verbs"]
PERSON_OBJECTS = word_lists("person_context.toml")["person_object_verbs"]
# The weights. Only their order matters: a person outweighs a subject that is a thing, but not one that is
# the subject of the pronoun's own clause.
PERSON, SUBJECT, OWN_CLAUSE, RELATIVE_CLAUSE = 3, 2, 4, 6
# What the genitive of another candidate loses (der Beruf des Bäckers …, weil er …).
ATTRIBUTE = 2
# What a person in the own clause of a possessive gains on a subject outside.
LOCAL = 3
# What an object in the accusative weighs.
OBJECT = 1


@dataclass(frozen=True, slots=True)
class Candidates:
    """What is known about the words of a clause before pronouns are resolved.

    `persons` are masculine singulars that name people; `relatives` maps them to the relative pronouns that
    take them up.
    """

    persons: frozenset[int]
    relatives: Mapping[int, tuple[int, ...]]


class Doubt(IntEnum):
    """How sure it is that the pronouns of a person were all found, and none of a thing."""

    NONE = 0
    CHECK = 1
    OPEN = 2


@dataclass(frozen=True, slots=True)
class Resolution:
    """The pronouns that take up each person, by the person's word index, and where that is in doubt."""

    pronouns: Mapping[int, tuple[Pronoun, ...]]
    doubts: Mapping[int, Doubt]

    def of(self, person: int) -> tuple[Pronoun, ...]:
        """The pronouns of a person."""
        return self.pronouns.get(person, ())

    def doubt(self, person: int) -> Doubt:
        """The doubt about a person's pronouns."""
        return self.doubts.get(person, Doubt.NONE)


NOTHING = Resolution({}, {})


def doubted(rewrites: Iterable[Rewrite], doubt: Doubt) -> tuple[Rewrite, ...]:
    """The rewrites of a person: to be checked where its pronouns are in doubt, none where they stay open."""
    if doubt is Doubt.OPEN:
        return ()
    return tuple(replace(each, often=True) if doubt is Doubt.CHECK else each for each in rewrites)


def resolve_pronouns(clause: Clause, candidates: Candidates, closed: ClosedClass) -> Resolution:
    """The pronouns that take up each person, and the doubts."""
    if not candidates.persons:
        return NOTHING
    found: dict[int, tuple[Pronoun, ...]] = {}
    doubts: dict[int, Doubt] = {}
    topics = [index for index in range(len(clause)) if _is_somebody(clause, index)]
    for pronoun in masculine_pronouns(clause, closed):
        person = None
        if not _means_others(clause, pronoun):
            known = tuple(_possible(clause, pronoun, candidates))
            person = _antecedent(clause, pronoun, known, candidates, topics)
            for other, doubt in _doubts(clause, pronoun, person, known, candidates):
                doubts[other] = max(doubt, doubts.get(other, Doubt.NONE))
        if person is not None and _is_bound(clause, pronoun, found.get(person, ())):
            continue
        if person is not None:
            found[person] = (*found.get(person, ()), pronoun)
        elif not pronoun.possessive:
            topics.append(pronoun.index)
    for person in _persons_in_doubt(clause, candidates):
        doubts[person] = Doubt.OPEN
    return Resolution(found, doubts)


def _persons_in_doubt(clause: Clause, candidates: Candidates) -> Iterator[int]:
    """The persons whom something may take up that is no pronoun of the table: a relative clause after the
    verb (… eines Käufers erfolgt, der …), "ein solcher", or "dessen" after what somebody is (als Käufer oder
    dessen Erbe).
    """
    taken = {index for each in candidates.relatives.values() for index in each}
    for index in range(1, len(clause)):
        if index not in taken and _is_relative_apart(clause, index):
            yield from _last_masculine(clause, index, candidates)
        elif clause.lower(index) in SUCH and clause.lower(index - 1) in ONE and _ends_phrase(clause, index):
            yield from candidates.persons
        elif clause.lower(index) == WHOSE[0] and not _is_second_relative(clause, index):
            nearest = max((person for person in candidates.persons if person < index), default=None)
            if nearest is not None and clause.lower(nearest - 1) == "als":
                yield nearest


def _is_relative_apart(clause: Clause, index: int) -> bool:
    """Whether a masculine relative pronoun stands after a verb and a comma, apart from its noun."""
    relative = clause.lower(index) in MASCULINE_RELATIVES and clause.tokens[index].pos == "PRON"
    return relative and clause.lower(index - 1) == "," and clause.tokens[index - 2].pos in VERBS


def _last_masculine(clause: Clause, index: int, candidates: Candidates) -> Iterator[int]:
    """The last masculine before a word, if it is a person."""
    start = _clause_start(clause, index - 2)
    for noun in range(index - 2, start - 1, -1):
        if noun in candidates.persons:
            yield noun
        if noun in candidates.persons or _can_be_meant(clause, noun, neuter=False):
            return


def _ends_phrase(clause: Clause, index: int) -> bool:
    """Whether no noun follows that the word would belong to."""
    following = index + 1
    return following >= len(clause) or clause.tokens[following].pos not in {"NOUN", "PROPN", "ADJ"}


def _doubts(
    clause: Clause, pronoun: Pronoun, chosen: int | None, known: Sequence[int], candidates: Candidates
) -> Iterator[tuple[int, Doubt]]:
    """The persons whom a pronoun may mean or not, as a thing stands nearer (Findet der Prüfer einen Fehler,
    muss er behoben werden). `known` are the words that it can take up.
    """
    persons = [index for index in known if index in candidates.persons]
    if pronoun.masculine in THIS and chosen is not None and len(known) > 1:
        yield chosen, Doubt.OPEN  # den Ort eines Kranken suchen, wenn dieser unbekannt ist
        return
    things = [index for index in known if index not in candidates.persons and clause.person(index) is None]
    if things and things[-1] == _owner_of_relative(clause, pronoun.index):
        things.pop()  # den Schaden, den er verursacht
    if not persons or not things:
        return
    person = persons[-1] if chosen is None else chosen
    if person not in persons or things[-1] < person:
        return
    doubt = _doubt(clause, pronoun, things[-1])
    if doubt:
        yield person, doubt


def _doubt(clause: Clause, pronoun: Pronoun, thing: int) -> Doubt:
    """What speaks for a thing (a passive, a state, a row), or for nothing, which is a weaker doubt."""
    if pronoun.possessive:
        joined = clause.lower(pronoun.index - 1) in CLAUSE_JOINTS and pronoun.index - 2 == thing
        return Doubt.OPEN if joined else Doubt.NONE
    if pronoun.masculine == "ihm" or pronoun.masculine in NEAR:
        return Doubt.NONE
    verb = _verb_above(clause, pronoun.index)
    below = {clause.tokens[child].relation for child in clause.children(verb)}
    start = _clause_start(clause, pronoun.index)
    others = (clause.lower(i) in PERSONAL for i in range(start, len(clause)) if i != pronoun.index)
    if pronoun.masculine == "ihn":
        personal = clause.tokens[verb].lemma in PERSON_OBJECTS
        return Doubt.NONE if personal or any(others) else Doubt.OPEN
    if _is_state(clause, pronoun.index, verb):
        return Doubt.OPEN
    acts = "obj" in below or clause.tokens[verb].lemma in PERSON_VERBS or any(others)
    return Doubt.NONE if acts else Doubt.CHECK


def _owner_of_relative(clause: Clause, pronoun: int) -> int | None:
    """The noun right before the relative clause that a pronoun stands in."""
    start = _clause_start(clause, pronoun)
    if clause.tokens[start].pos == "ADP":
        start += 1
    relative = clause.tokens[start].pos == "PRON" and start != pronoun
    comma = next((index for index in (start - 1, start - 2) if clause.lower(index) == ","), None)
    return comma - 1 if relative and comma is not None else None


def _is_state(clause: Clause, pronoun: int, verb: int) -> bool:
    """Whether the pronoun is the subject of a passive, or of an adjective by a copula."""
    head = clause.tokens[pronoun].head
    below = {clause.tokens[child].relation for child in clause.children(head)}
    if "aux:pass" in below or clause.tokens[pronoun].relation == "nsubj:pass":
        return True
    return "cop" in below and clause.tokens[head].pos in {"ADJ", "ADV", "VERB"}


def _is_bound(clause: Clause, pronoun: Pronoun, others: Collection[Pronoun]) -> bool:
    """Whether er, ihn and ihm of one clause would mean the same: then the later means another (er … ihn)."""
    start = _clause_start(clause, pronoun.index)
    plain = not (pronoun.possessive or _is_in_attribute(clause, pronoun.index))
    return plain and any(not other.possessive and start <= other.index < pronoun.index for other in others)


def _means_others(clause: Clause, pronoun: Pronoun) -> bool:
    """Whether a pronoun is one half of a pair, must not be touched, or takes up man or es."""
    paired = is_paired(clause, pronoun.index) or not clause.free(pronoun.index)
    return paired or _is_general(clause, pronoun)


def _antecedent(
    clause: Clause,
    pronoun: Pronoun,
    known: Sequence[int],
    candidates: Candidates,
    topics: Collection[int],
) -> int | None:
    """The person that the pronoun takes up, of the words `known` that it can; None for a thing or where it
    stays open.

    `topics` are pronouns before it that take up something of an earlier sentence; it can mean the same.
    """
    if pronoun.masculine == MANY and any(_is_in_row(clause, person) for person in candidates.persons):
        return None  # der Vertretung oder des Arbeitnehmers ist diesen gegenüber …
    if _is_of_relative_clause(clause, pronoun, candidates):
        return None
    if pronoun.masculine == WHOSE[0] and _is_second_relative(clause, pronoun.index):
        return _of_first_relative(clause, pronoun.index, candidates)
    before = [topic for topic in topics if topic < pronoun.index]
    possible = (*(topic for topic in before if not _is_excluded(clause, topic, pronoun)), *known)
    weights = {index: _weight(clause, pronoun, index, candidates, possible) for index in known}
    weights |= {index: PERSON + SUBJECT for index in possible if index in topics}
    if not weights:
        return None
    best = max(weights.values())
    top = [index for index, weight in weights.items() if weight == best]
    if any(index not in candidates.persons for index in top):
        return None
    nearest = pronoun.masculine in NEAR or _subjects(clause, top) != 1
    chosen = top[-1] if nearest else next(i for i in top if _is_subject(clause, i))
    return _last_mention(clause, chosen, [index for index in known if index in candidates.persons])


def _last_mention(clause: Clause, person: int, others: Collection[int]) -> int:
    """The last of several mentions of one person by the same word."""
    lemma = clause.tokens[person].lemma
    return max(index for index in others if clause.tokens[index].lemma == lemma)


def _is_in_row(clause: Clause, noun: int) -> bool:
    """Whether a noun is joined to another, so that "diesen" can mean both."""
    joined = any(clause.tokens[child].relation == "conj" for child in clause.children(noun))
    return joined or clause.tokens[noun].relation == "conj"


def _subjects(clause: Clause, indexes: list[int]) -> int:
    return sum(_is_subject(clause, index) for index in indexes)


def _is_of_relative_clause(clause: Clause, pronoun: Pronoun, candidates: Candidates) -> bool:
    """Whether a possessive takes up the thing in whose relative clause it is (ein Schiff, das seinen …)."""
    start = _clause_start(clause, pronoun.index)
    token = clause.tokens[start]
    relative = token.pos == "PRON" and token.relation in SUBJECTS and clause.lower(start - 1) == ","
    taken = {index for each in candidates.relatives.values() for index in each}
    agrees = clause.lower(start) in MASCULINE_OR_NEUTER
    nearer = any(start < person < pronoun.index for person in candidates.persons)
    return pronoun.possessive and relative and agrees and start not in taken and not nearer


def _is_second_relative(clause: Clause, index: int) -> bool:
    """Whether dessen opens a relative clause joined to another (in dem er wohnt oder dessen Recht gilt)."""
    return clause.lower(index - 1) in CLAUSE_JOINTS and clause.is_finite(index - 2)


def _of_first_relative(clause: Clause, index: int, candidates: Candidates) -> int | None:
    """The person whose relative pronoun opens the clause before; None for a thing."""
    start = _clause_start(clause, index - 2)
    first = range(start, min(start + 2, index))
    owners = (person for person, taken in candidates.relatives.items() if any(i in taken for i in first))
    return next(owners, None)


def _is_general(clause: Clause, pronoun: Pronoun) -> bool:
    """Whether the pronoun's own clause says man or es, which sein takes up as well."""
    start = _clause_start(clause, pronoun.index)
    return pronoun.possessive and any(clause.lower(index) in GENERAL for index in range(start, pronoun.index))


def _possible(clause: Clause, pronoun: Pronoun, candidates: Candidates) -> Iterator[int]:
    """The words that the pronoun can take up by gender, number and place."""
    neuter = pronoun.masculine != "er" and pronoun.masculine != "ihn"
    for index in range(pronoun.index):
        if index not in candidates.persons and not _can_be_meant(clause, index, neuter=neuter):
            continue
        relatives = candidates.relatives.get(index, ())
        excluded = _is_excluded(clause, index, pronoun) or _is_quoted_apart(clause, index, pronoun.index)
        if not excluded and not _is_in_own_relative(clause, pronoun, relatives):
            yield index


def _is_excluded(clause: Clause, noun: int, pronoun: Pronoun) -> bool:
    """A plain er, ihn or ihm is never another part of its own clause (Der Arzt hilft ihm).

    What is said of somebody is not taken up (Sie ist Lehrer, und er …; als Lehrer).
    """
    if clause.lower(noun - 1) == "als":
        return True
    below = {clause.tokens[child].relation for child in clause.children(noun)}
    if "cop" in below and below & SUBJECTS:
        return True
    if pronoun.masculine in NEAR and _is_subject_apart(clause, noun, pronoun.index):
        return True
    if pronoun.possessive:
        return _is_inside(clause, noun, pronoun.index)
    if pronoun.masculine in THIS or _is_in_attribute(clause, pronoun.index):
        return False
    start, verb = _clause_start(clause, pronoun.index), clause.tokens[pronoun.index].head
    if start <= noun:
        return True
    own_subject = any(
        child > start and clause.tokens[child].relation in SUBJECTS for child in clause.children(verb)
    )
    is_object = pronoun.masculine in OBJECT_FORMS
    if is_object and not own_subject and _is_subject(clause, noun) and clause.tokens[start].pos in VERBS:
        return True  # Der Gast wohnt hier und zahlt ihm Miete
    return is_object and not own_subject and _is_subject_of(clause, noun, verb)


def _is_inside(clause: Clause, noun: int, pronoun: int) -> bool:
    """Whether a possessive stands in the noun's own genitive, which never takes it up itself (der Lehrer
    seines Sohnes): the i-within-i filter (Chomsky 1981). Prepositions and objects are often hung on a noun in
    error.
    """
    return clause.lower(pronoun) in GENITIVES and any(
        clause.tokens[child].relation == "nmod"
        and pronoun in clause.children(child)
        and not any(clause.tokens[below].relation == "case" for below in clause.children(child))
        for child in clause.children(noun)
        if noun < child
    )


def _is_subject_apart(clause: Clause, noun: int, pronoun: int) -> bool:
    """Whether the noun is the subject of the pronoun's clause and the pronoun no part of the subject.

    Then sein would take it up (Der Händler kauft den Wagen und dessen Zubehör; but: Der Händler oder dessen
    Erbin kauft …).
    """
    if noun < _clause_start(clause, pronoun):
        return False
    between = range(noun + 1, pronoun)
    apart = any(clause.tokens[i].pos in VERBS or _can_be_meant(clause, i, neuter=True) for i in between)
    return apart and _is_subject_of(clause, noun, _verb_above(clause, pronoun))


def _is_in_own_relative(clause: Clause, pronoun: Pronoun, relatives: Collection[int]) -> bool:
    """Whether the noun's relative pronoun stands in the pronoun's clause, which means another (der ihn …)."""
    start = _clause_start(clause, pronoun.index)
    return not pronoun.possessive and any(start <= relative < pronoun.index for relative in relatives)


def _weight(
    clause: Clause, pronoun: Pronoun, index: int, candidates: Candidates, possible: Collection[int]
) -> int:
    known = index in clause.names or clause.tokens[index].lemma in Cues.load().males
    weight = PERSON if index in candidates.persons or known else 0
    if pronoun.masculine not in NEAR and _is_subject(clause, index):
        weight += SUBJECT
        person = index in candidates.persons or index in clause.names
        nearer = any(index < other < pronoun.index for other in possible if other in candidates.persons)
        if (person or not nearer) and _is_subject_of(clause, index, _verb_above(clause, pronoun.index)):
            weight += OWN_CLAUSE
    if not pronoun.possessive and pronoun.masculine not in NEAR:
        weight += _by_case(clause, pronoun, index, candidates)
    of_another = clause.tokens[index].relation == "nmod" and clause.tokens[index].head in possible
    if of_another and not pronoun.possessive:
        weight -= ATTRIBUTE
    start = _clause_start(clause, pronoun.index)
    if (
        pronoun.possessive
        and index in candidates.persons
        and start <= index
        and not _is_subject(clause, index)
    ):
        weight += LOCAL
    if pronoun.possessive and index in candidates.persons and _shares_row(clause, index, pronoun.index):
        weight += OWN_CLAUSE
    if any(start <= relative < pronoun.index for relative in candidates.relatives.get(index, ())):
        weight += RELATIVE_CLAUSE
    return weight


def _by_case(clause: Clause, pronoun: Pronoun, index: int, candidates: Candidates) -> int:
    """An accusative thing and a person after a preposition before it are taken up alike (für einen Gast einen
    Platz freihalten, bis er …).
    """
    if index in candidates.persons:
        governed = any(clause.tokens[child].relation == "case" for child in clause.children(index))
        things = any(_is_object(clause, other) for other in range(index + 1, pronoun.index))
        return OBJECT - PERSON if governed and things else 0
    return OBJECT if _is_object(clause, index) else 0


def _is_object(clause: Clause, index: int) -> bool:
    return clause.tokens[index].relation == "obj" and _can_be_meant(clause, index, neuter=False)


def _shares_row(clause: Clause, person: int, pronoun: int) -> bool:
    """Whether a possessive after und or oder joins what is before it (der Name des Arztes oder sein Haus)."""
    if clause.lower(pronoun - 1) not in CLAUSE_JOINTS:
        return False
    return not any(clause.tokens[index].pos in VERBS for index in range(person + 1, pronoun))


def _is_subject(clause: Clause, index: int) -> bool:
    """Whether a word is a subject, also as a later part of a row."""
    seen: set[int] = set()
    while clause.tokens[index].relation == "conj" and index not in seen:
        seen.add(index)
        index = clause.tokens[index].head
    return clause.tokens[index].relation in SUBJECTS


def _is_quoted_apart(clause: Clause, noun: int, pronoun: int) -> bool:
    """Whether one of the two stands in quotation marks: whom somebody speaks of is another matter."""
    between = sum(clause.lower(index) in QUOTES for index in range(noun + 1, pronoun))
    return between % 2 == 1


def _is_somebody(clause: Clause, index: int) -> bool:
    """A subject that is somebody else than the nouns of the sentence (ein anderer, jemand)."""
    return clause.lower(index) in SOMEBODY and clause.tokens[index].relation in SUBJECTS


def _is_in_attribute(clause: Clause, index: int) -> bool:
    """Whether a pronoun stands between a determiner and its noun (einen ihm bekannten Weg)."""
    before = index - 2 if clause.tokens[index - 1].pos == "ADP" else index - 1
    return before >= 0 and clause.tokens[before].pos == "DET"


def _clause_start(clause: Clause, index: int) -> int:
    """The first word after the last punctuation before a word."""
    start = index
    while start > 0 and clause.lower(start - 1) not in BOUNDARIES and not _joins_clauses(clause, start - 1):
        start -= 1
    return start


def _joins_clauses(clause: Clause, index: int) -> bool:
    """Whether und or oder joins clauses: after a verb that ends one and before a pronoun (… ist und ihm),
    before a conjunction (… oder dass er), or where a verb and its own subject follow at once (… oder ist er
    krank); als and wie where they compare with a clause (mehr, als ihm zusteht, written without comma).
    """
    if index + 1 >= len(clause):
        return False
    if clause.lower(index) in COMPARING:
        return _compares_clause(clause, index)
    if clause.lower(index) not in CLAUSE_JOINTS:
        return False
    if clause.tokens[index + 1].pos == "SCONJ" or _has_second_verb(clause, index):
        return True
    if clause.lower(index + 2) == "er" and clause.tokens[index + 1].pos in VERBS:
        return True
    return clause.is_finite(index - 1) and clause.tokens[index + 1].pos == "PRON"


def _has_second_verb(clause: Clause, joint: int) -> bool:
    """Whether a finite verb follows the joint, and another is before it (hört den Gast an und bittet ihn)."""
    if not clause.is_finite(joint + 1):
        return False
    start = joint - 1
    while start >= 0 and clause.lower(start) not in BOUNDARIES:
        if clause.is_finite(start):
            return True
        start -= 1
    return False


def _compares_clause(clause: Clause, index: int) -> bool:
    """Whether a pronoun follows als or wie, and a finite verb ends what begins there."""
    if clause.tokens[index + 1].pos != "PRON":
        return False
    end = index + 1
    while end + 1 < len(clause) and clause.lower(end + 1) not in BOUNDARIES | ENDS:
        end += 1
    return clause.is_finite(end)


def _verb_above(clause: Clause, index: int) -> int:
    """The verb that governs a word, directly or further up."""
    seen: set[int] = set()
    while index not in seen:
        seen.add(index)
        index = clause.tokens[index].head
        if clause.tokens[index].pos in VERBS:
            break
    return index


def _is_subject_of(clause: Clause, noun: int, verb: int) -> bool:
    """Whether a noun is the subject of a verb, also of one that is coordinated with its own."""
    seen: set[int] = set()
    while verb not in seen:
        seen.add(verb)
        if clause.tokens[noun].head == verb and clause.tokens[noun].relation in SUBJECTS:
            return True
        own_subject = any(clause.tokens[child].relation in SUBJECTS for child in clause.children(verb))
        if own_subject or clause.tokens[verb].relation != "conj":
            return False
        verb = clause.tokens[verb].head
    return False


def _can_be_meant(clause: Clause, index: int, *, neuter: bool) -> bool:
    """Whether a noun can be the antecedent of er (or, with `neuter`, of sein, ihm and dessen)."""
    token = clause.tokens[index]
    if token.pos not in {"NOUN", "PROPN"} or token.number is Number.PLURAL:
        return False
    articles = {clause.lower(child) for child in clause.children(index)}
    if "die" in articles or ("das" in articles and not neuter):
        return False
    return token.gender in (None, Gender.MASCULINE) or (neuter and token.gender is Gender.NEUTER)
