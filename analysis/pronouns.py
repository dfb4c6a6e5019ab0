"""Pronouns that take up a masculine singular within the sentence (er, ihn, ihm, sein …).

A pronoun is taken to mean the noun only where nothing else in the sentence can be meant: the noun comes
first, and no other masculine (for sein and ihm: nor neuter) singular noun stands before the pronoun, or the
noun is the only subject among them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.phrase import Reading, Structure
from mitgemeint.analysis.word_lists import word_lists

HIS, HER = "sein", "ihr"
JOINTS = word_lists("function_words.toml")["pronoun_joints"]
OBJECT_FORMS = word_lists("function_words.toml")["object_pronouns"]


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun by word index, as it is and with a feminine referent, in lower case."""

    index: int
    masculine: str
    feminine: str


def referring(
    clause: Clause, structure: Structure, reading: Reading, closed: ClosedClass, singular: frozenset[int]
) -> tuple[Pronoun, ...]:
    """The pronouns that take up the noun. `singular` are the nouns known to be masculine singulars."""
    if reading.number is not Number.SINGULAR or reading.gender is not Gender.MASCULINE:
        return ()
    return tuple(_referring(clause, structure, closed, singular))


def _referring(
    clause: Clause, structure: Structure, closed: ClosedClass, singular: frozenset[int]
) -> Iterator[Pronoun]:
    personal = {
        form: closed.personal["er"][slot]
        for slot in closed.personal["er"]
        if slot.gender is Gender.FEMININE and slot.case is not Case.GENITIVE
        for form in [_masculine_form(closed, slot.case)]
    }
    for index in range(structure.noun + 1, len(clause)):
        word = clause.lower(index)
        if is_paired(clause, index):
            continue
        possessive = _is_possessive(clause, index)
        neuter = possessive or word == "ihm"
        if not (possessive or word in personal) or not _only_antecedent(
            clause, structure, index, neuter, singular
        ):
            continue
        yield Pronoun(index, word, HER + word[len(HIS) :] if possessive else personal[word])


def is_paired(clause: Clause, index: int) -> bool:
    """Whether the pronoun is one half of a pair already (sie oder er, ihren oder seinen)."""
    feminine = ("sie", HER)
    before = clause.lower(index - 2).startswith(feminine) and clause.lower(index - 1) in JOINTS
    after = clause.lower(index + 2).startswith(feminine) and clause.lower(index + 1) in JOINTS
    return before or after


def _masculine_form(closed: ClosedClass, case: Case) -> str:
    return next(
        form
        for slot, form in closed.personal["er"].items()
        if slot.gender is Gender.MASCULINE and slot.case is case
    )


def _is_possessive(clause: Clause, index: int) -> bool:
    """Seine, seinem …; plain "sein" only where the parse says that it is no verb."""
    word = clause.lower(index)
    if word == HIS:
        return clause.tokens[index].pos in {"DET", "PRON"}
    return word in {"seine", "seiner", "seines", "seinem", "seinen"}


def _only_antecedent(
    clause: Clause, structure: Structure, pronoun: int, neuter: bool, singular: frozenset[int]
) -> bool:
    """Whether nothing else before the pronoun can be meant; a subject comes before other candidates.

    A plain object is never the subject of its own clause, and man is taken up by sein as well.
    """
    if any(clause.lower(index) == "man" for index in range(pronoun)):
        return False
    is_object = clause.lower(pronoun) in OBJECT_FORMS
    same_clause = all(clause.lower(index) != "," for index in range(structure.noun, pronoun))
    if is_object and (same_clause or _is_subject_of(clause, structure.noun, clause.tokens[pronoun].head)):
        return False
    others = [
        index
        for index in range(pronoun)
        if index != structure.noun and (index in singular or _can_be_meant(clause, index, neuter))
    ]
    if not others:
        return True
    is_subject = clause.tokens[structure.noun].relation in SUBJECTS and not is_object
    return is_subject and not any(clause.tokens[index].relation in SUBJECTS for index in others)


def _is_subject_of(clause: Clause, noun: int, verb: int) -> bool:
    """Whether a noun is the subject of a verb, also of one that is coordinated with its own."""
    seen: set[int] = set()
    while verb not in seen:
        seen.add(verb)
        if clause.tokens[noun].head == verb:
            return True
        own_subject = any(clause.tokens[child].relation in SUBJECTS for child in clause.children(verb))
        if own_subject or clause.tokens[verb].relation != "conj":
            return False
        verb = clause.tokens[verb].head
    return False


def _can_be_meant(clause: Clause, index: int, neuter: bool) -> bool:
    """Whether a noun can be the antecedent of er (or, with `neuter`, of sein and ihm)."""
    token = clause.tokens[index]
    if token.pos not in {"NOUN", "PROPN"} or token.number is Number.PLURAL:
        return False
    return token.gender in (None, Gender.MASCULINE) or (neuter and token.gender is Gender.NEUTER)
