"""Predication: of whom a person noun is said.

A noun can be said of somebody by a copula (Tim ist Tischler), by "als" or "zum" (er arbeitet als Koch, sie
wählten ihn zum Sprecher), or in apposition (Holger Brandis, Geschäftsführer der Werke; der 28-Jährige, ein
Maurer). The parse is asked first; where it has lost the thread, the words between two commas decide.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mitgemeint.analysis.clause import SUBJECTS, VERBS, Clause
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.phrase import AGE_NOUN, QUOTES, Reading, Structure
from mitgemeint.analysis.pronouns import HER
from mitgemeint.analysis.word_lists import word_lists

if TYPE_CHECKING:
    from mitgemeint.analysis.reference import Cues

HELPERS = frozenset({"aux", "aux:pass"})
RELATIVES = word_lists("function_words.toml")["masculine_or_neuter_relatives"]
NAMED = word_lists("reference.toml")["named"]
# Words between the comma and the noun of an apposition at most.
LONGEST_OPENING = 6
# Words of an attribute between a noun and its apposition at most.
FARTHEST = 9


ROW_JOINTS = frozenset({"und", "oder", "sowie", ","})


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the words of a clause: masculines that mean one man, pronouns that mean anybody,
    and feminines that mean a woman.
    """

    men: frozenset[int] = frozenset()
    anybody: frozenset[int] = frozenset()
    women: frozenset[int] = frozenset()


def bearers(clause: Clause, structure: Structure, reading: Reading, cues: "Cues") -> tuple[int, ...]:
    """The words for those whom the noun is said of, the surest first; none where it is no predicate."""
    if reading.number is Number.PLURAL and reading.determiner is not None:
        return tuple(subjects(clause, structure.noun, cues))
    found = [
        *subjects(clause, structure.noun, cues),
        *_of_role(clause, structure, reading, cues),
        *_of_bare_predicate(clause, structure, reading, cues),
        *apposed(clause, structure, reading),
    ]
    return tuple(dict.fromkeys(index for index in found if index != structure.noun))


def is_known_man(clause: Clause, index: int, cues: "Cues", known: Known) -> bool:
    """Whether a word means one man whom the text knows: er, a name, a male relative, a man's age."""
    word = clause.lower(index)
    if index in known.anybody or word in cues.neopronouns:
        return False
    if index in known.men or word in cues.man_pronouns:
        return True
    if clause.tokens[index].pos == "PRON" and word in cues.man_demonstratives:
        return True
    if (person := clause.person(index)) is not None:
        return person.gender is not Gender.FEMININE
    token = clause.tokens[index]
    if index in clause.names and token.pos == "PROPN":
        return True
    return token.lemma in cues.males or is_mans_age(clause, index)


def is_mans_age(clause: Clause, index: int) -> bool:
    """Der 28-Jährige, einem 30-Jährigen: the article says that it is a man."""
    if not AGE_NOUN.fullmatch(clause.words[index].text):
        return False
    before = clause.lower(index - 1)
    return clause.words[index].text.endswith("r") or before in {"der", "den", "dem", "des", "einem", "einen"}


def subjects(clause: Clause, noun: int, cues: "Cues") -> list[int]:
    """The subjects of a predicate noun by the parse; none where the noun is no predicate."""
    token = clause.tokens[noun]
    governor = noun
    if any(clause.tokens[child].relation == "case" for child in clause.children(noun)):
        return []  # sie ist beim Arzt
    own = {
        clause.tokens[child].relation
        for child in clause.children(noun)
        if clause.tokens[child].relation != "cop" or clause.tokens[child].lemma in cues.copulas
    }
    if token.relation == "conj" and token.head < noun and not own & (SUBJECTS | {"cop"}):
        return subjects(clause, token.head, cues)
    become = any(
        clause.tokens[child].relation == "aux:pass" and clause.tokens[child].lemma in cues.copulas
        for child in clause.children(noun)
    )  # Sie wurde Arzt: no passive, as a noun has none
    if "cop" not in own and not become:
        if token.head == noun or clause.tokens[token.head].lemma not in cues.copulas:
            return []
        governor = token.head
    below = clause.children(governor)
    return [child for child in below if clause.tokens[child].relation in SUBJECTS and child != noun]


def segment(clause: Clause, index: int) -> range:
    """The words around a word up to the next punctuation marks; quotation marks do not count."""
    start, end = index, index + 1
    while start > 0 and not _is_boundary(clause, start - 1):
        start -= 1
    while end < len(clause) and not _is_boundary(clause, end):
        end += 1
    return range(start, end)


def _is_boundary(clause: Clause, index: int) -> bool:
    return clause.tokens[index].pos == "PUNCT" and clause.lower(index) not in QUOTES


def _of_role(clause: Clause, structure: Structure, reading: Reading, cues: "Cues") -> Iterator[int]:
    """Those who are something "als" (er arbeitet als Koch), are made something (zum Chef gewählt), or called
    so (er nannte sich einen Künstler).
    """
    contraction = structure.contraction
    made = contraction is not None and contraction.form == "zum" and _appoints(clause, cues)
    called = reading.case is Case.ACCUSATIVE and _has_lemma(clause, structure.noun, cues.calling)
    as_object = reading.case is Case.ACCUSATIVE and bool(structure.adjectives or structure.determiner)
    first = _row_start(clause, structure)
    if made or called or _before(clause, first) == "als":
        noun = structure.noun if first == structure.first else first
        yield from _around(clause, noun, cues, objects=as_object and not called)


def _row_start(clause: Clause, structure: Structure) -> int:
    """Where the phrase begins; for a bare noun in a row, where the row does (als Koch, Kellner und Wirt)."""
    first = structure.first
    while structure.determiner is None and first >= 2 and clause.lower(first - 1) in ROW_JOINTS:
        if clause.tokens[first - 2].pos not in {"NOUN", "PROPN"}:
            break
        first -= 2
    return first


def _before(clause: Clause, first: int) -> str:
    """The word before a phrase, over quotation marks."""
    index = first - 1
    while clause.lower(index) in QUOTES:
        index -= 1
    return clause.lower(index)


def _appoints(clause: Clause, cues: "Cues") -> bool:
    """Whether a verb makes somebody something; "werden" does as the only verb (zum Arzt gebracht werden)."""
    return any(token.lemma in cues.appointing and token.relation not in HELPERS for token in clause.tokens)


def _of_bare_predicate(clause: Clause, structure: Structure, reading: Reading, cues: "Cues") -> Iterator[int]:
    """Those who are something by a copula that the parse did not tie to it (seit Emil Vegetarier ist)."""
    determiner = reading.determiner
    bare = determiner is None or determiner.indefinite or determiner.negative
    wrong_case = determiner is not None and reading.case is not Case.NOMINATIVE
    if not bare or wrong_case or structure.preposition is not None:
        return
    if _before(clause, structure.first) in cues.comparing:
        return
    verbs = [index for index in segment(clause, structure.noun) if clause.tokens[index].pos in VERBS]
    copulas = [index for index in verbs if clause.tokens[index].lemma in cues.copulas]
    if any(clause.tokens[index].relation not in HELPERS or len(verbs) == 1 for index in copulas):
        yield from _around(clause, structure.noun, cues)


def _has_lemma(clause: Clause, noun: int, lemmas: Collection[str]) -> bool:
    return any(clause.tokens[index].lemma in lemmas for index in segment(clause, noun))


def _around(clause: Clause, noun: int, cues: "Cues", *, objects: bool = False) -> Iterator[int]:
    """The persons named in the words between two commas, objects first; else the one of a relative clause or
    of the words before, where these go on without a subject. With `objects` it is said of an object (Ich
    schätze Tamm als klugen Kopf), whoever the subject is.
    """
    words = segment(clause, noun)
    persons = [index for index in words if index != noun and _may_bear(clause, index, cues)]
    if objects:
        yield from (index for index in persons if clause.lower(index) not in {"er", "ihm"})
        return
    if any(_speaks_of_anybody(clause, index, cues) for index in words):
        yield from (index for index in words if clause.lower(index) == "ihn")  # Man nannte ihn …
        return
    persons.sort(key=lambda index: clause.lower(index) != "ihn")
    if persons:
        yield from persons
    elif _is_relative(clause, words.start):
        yield words.start - 2
    elif words.start > 1 and _goes_on(clause, words.start):
        yield from (i for i in segment(clause, words.start - 2) if _may_bear(clause, i, cues))


def _speaks_of_anybody(clause: Clause, index: int, cues: "Cues") -> bool:
    word = clause.words[index].text
    return word in cues.anybody or (index == 0 and word.lower() in cues.anybody)


def _may_bear(clause: Clause, index: int, cues: "Cues") -> bool:
    """A person who is known by a pronoun, a name or a word for a man; or the subject of the words."""
    token = clause.tokens[index]
    nominal = token.pos in {"NOUN", "PROPN"} and token.relation in SUBJECTS
    named = clause.person(index) is not None and not _is_genitive_name(clause, index)
    return clause.lower(index) in cues.man_pronouns or named or nominal


def _is_genitive_name(clause: Clause, index: int) -> bool:
    return clause.tokens[index].case is Case.GENITIVE or clause.tokens[index].relation == "nmod"


def _is_relative(clause: Clause, start: int) -> bool:
    """Whether the words begin with a relative pronoun after a comma (…, der als Chef galt)."""
    if clause.lower(start - 1) != "," or start < 2:
        return False
    if clause.lower(start) == "die":
        # the parse takes it for the article of the role (die Ingenieur ist)
        before = clause.tokens[start - 2]
        verbs = (clause.tokens[index] for index in segment(clause, start) if clause.is_finite(index))
        one = before.gender is Gender.FEMININE and before.number is Number.SINGULAR
        return one and all(verb.number is Number.SINGULAR for verb in verbs)
    return clause.lower(start) in RELATIVES and clause.tokens[start].pos == "PRON"


def _goes_on(clause: Clause, start: int) -> bool:
    """Whether the words after a comma begin with a verb or have but an infinitive: their subject stands
    before it (…, war lange Konditor; …, Präsident aller sein zu wollen).
    """
    if clause.lower(start - 1) != ",":
        return False
    words = segment(clause, start)
    infinitive = any(clause.lower(index) == "zu" and clause.tokens[index].pos == "PART" for index in words)
    return clause.tokens[start].pos in VERBS or (
        infinitive and not any(clause.is_finite(index) for index in words)
    )


# ---- apposition ----


def apposed(clause: Clause, structure: Structure, reading: Reading) -> Iterator[int]:
    """What the noun stands in apposition to: the word before the comma before it, or after the next."""
    if reading.number is Number.PLURAL and reading.determiner is not None:
        return
    before = _before_comma(clause, structure)
    if before is not None:
        yield before
    yield from _after_comma(clause, structure)


def _before_comma(clause: Clause, structure: Structure) -> int | None:
    """Brandis, früher Partner einer Kanzlei; der Rektor, ein gelernter Maurer."""
    index = structure.first - 1
    while index > 0 and structure.first - index <= LONGEST_OPENING and clause.lower(index) not in {",", "("}:
        if clause.tokens[index].pos in {"VERB", "AUX", "PRON", "DET", "SCONJ", "CCONJ"}:
            return None
        index -= 1
    if index < 1 or clause.lower(index) not in {",", "("} or not _is_closed(clause, structure.noun):
        return None
    before = _nominal_before(clause, index)
    return None if before is not None and _belongs_to(clause, structure, before) else before


def _belongs_to(clause: Clause, structure: Structure, owner: int) -> bool:
    """Whether a possessive says that two are meant: die Leiterin, ihr Vertreter und der Koch."""
    possessive = structure.determiner is not None and clause.lower(structure.determiner).startswith(HER)
    return possessive and clause.tokens[owner].gender is Gender.FEMININE


def _is_closed(clause: Clause, noun: int) -> bool:
    """Whether the words after a noun up to the next mark have no finite verb, as in an apposition."""
    return not any(clause.is_finite(index) for index in segment(clause, noun) if index > noun)


def _nominal_before(clause: Clause, comma: int) -> int | None:
    """The noun or name that ends before a comma, or that an attribute there belongs to."""
    for index in range(comma - 1, max(-1, comma - FARTHEST), -1):
        token = clause.tokens[index]
        if token.pos in {"VERB", "AUX", "PUNCT", "PRON"}:
            return None
        nominal = token.pos in {"NOUN", "PROPN"} or AGE_NOUN.fullmatch(clause.words[index].text)
        if nominal and token.relation not in {"nmod", "nmod:poss"}:
            return index
    return None


def _after_comma(clause: Clause, structure: Structure) -> Iterator[int]:
    """Dem Kellner, einem hageren Mann; der Täter, ein 38-Jähriger; ein Weber namens Ernst Pietsch."""
    for index in range(structure.noun + 1, min(len(clause) - 1, structure.noun + FARTHEST)):
        if clause.lower(index) in NAMED:
            yield index + 1
            return
        if clause.lower(index) in {",", ":", "("}:
            for head in _head_after(clause, index + 1):
                if head not in clause.covered and not _begins_row(clause, index + 1, head):
                    yield head
            return
        if clause.tokens[index].pos in {"PUNCT", "CCONJ", "SCONJ"} or clause.is_finite(index):
            return


def _begins_row(clause: Clause, start: int, head: int) -> bool:
    """Whether others follow, each with an article: mit seinem Vertreter, der Köchin und dem Maler."""
    if clause.tokens[start].pos != "DET":
        return False
    for index in range(head + 1, len(clause) - 1):
        if clause.is_finite(index) or clause.lower(index) in {".", ";", ":"}:
            return False
        if clause.tokens[index].pos == "CCONJ":
            return clause.tokens[index + 1].pos == "DET"
    return False


def _head_after(clause: Clause, start: int) -> Iterator[int]:
    """The nouns and names that follow a comma with nothing but their own attributes before them."""
    for index in range(start, min(len(clause), start + FARTHEST)):
        token = clause.tokens[index]
        if (
            token.pos in {"VERB", "AUX", "PUNCT", "PRON", "SCONJ", "CCONJ", "ADP"}
            and index not in clause.names
        ):
            return
        if clause.person(index) is not None or AGE_NOUN.fullmatch(clause.words[index].text):
            yield index
            return
        if token.pos in {"NOUN", "PROPN"} and clause.lower(index) not in {"jahre", "meter"}:
            yield index


def names_after(clause: Clause, noun: int) -> Iterator[int]:
    """The persons named right after a noun, also in a row (die Trainer Kehl und Wolff), or after what is
    joined to it (der Maler und Grafiker Kroll).
    """
    index = noun + 1
    if (
        clause.lower(index) == "und" and clause.words[noun + 2].text[:1].isupper()
        if index + 1 < len(clause)
        else False
    ):
        index += 2
    while (person := clause.person(index)) is not None:
        yield index
        index = person.end + 1
        if clause.lower(person.end) not in {"und", ",", "sowie"}:
            return
