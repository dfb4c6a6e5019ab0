"""Masculine pronouns of the third person (er, ihn, ihm, sein …, dessen) and their feminine forms."""

from collections.abc import Iterator
from dataclasses import dataclass

from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Case, Gender
from mitgemeint.analysis.word_lists import word_lists

HIS, HER = "sein", "ihr"
WHOSE = ("dessen", "deren")
THIS = {
    "dieser": ("diese", "dieses"),
    "diesem": ("dieser", "diesem"),
    "diesen": ("diese", "dieses"),
}
# How an adjective ends where the word is its determiner (diesen neuen Plan, not: für diesen neue Pläne).
WEAK_ENDINGS = {"dieser": ("e", "en"), "diesem": ("en",), "diesen": ("en",)}
JOINTS = word_lists("function_words.toml")["pronoun_joints"]
OBJECT_FORMS = word_lists("function_words.toml")["object_pronouns"]
SHE = "sie"
ENDINGS = ("e", "er", "es", "em", "en", "")
POSSESSIVES = frozenset(HIS + ending for ending in ENDINGS if ending)


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun by word index, as it is and with a feminine or neuter referent, in lower case."""

    index: int
    masculine: str
    feminine: str
    neuter: str
    possessive: bool = False

    def form(self, gender: Gender) -> str:
        """The pronoun for a referent of that gender."""
        return {Gender.FEMININE: self.feminine, Gender.NEUTER: self.neuter}.get(gender, self.masculine)


def masculine_pronouns(clause: Clause, closed: ClosedClass) -> Iterator[Pronoun]:
    """The pronouns of a clause that take up a masculine singular (or a neuter), in order."""
    personal = _personal(closed)
    for index in range(len(clause)):
        word = clause.lower(index)
        if is_possessive(clause, index):
            yield Pronoun(index, word, HER + word[len(HIS) :], word, possessive=True)
        elif word == WHOSE[0] and _is_demonstrative(clause, index, closed):
            yield Pronoun(index, *WHOSE, WHOSE[0], possessive=True)  # der Erblasser oder dessen Erbin
        elif word in THIS and _stands_alone(clause, index, closed):
            yield Pronoun(index, word, *THIS[word])
        elif word in personal:
            yield Pronoun(index, word, *personal[word])


def is_feminine(clause: Clause, index: int) -> bool:
    """Whether a word can take up a feminine singular (sie, ihr, ihre)."""
    word = clause.lower(index)
    return word == SHE or (word.startswith(HER) and word[len(HER) :] in ENDINGS)


def _is_demonstrative(clause: Clause, index: int, closed: ClosedClass) -> bool:
    """Whether "dessen" has a noun and opens no relative clause: no comma before it or its preposition."""
    before = index - 1
    if clause.lower(before) in closed.prepositions:
        before -= 1
    if before < 0 or clause.tokens[before].pos == "PUNCT" or index + 1 >= len(clause):
        return False
    return clause.tokens[index + 1].pos == "ADJ" or clause.words[index + 1].text[:1].isupper()


def is_paired(clause: Clause, index: int) -> bool:
    """Whether the pronoun is one half of a pair already (sie oder er, ihren oder seinen)."""
    feminine = ("sie", HER)
    before = clause.lower(index - 2).startswith(feminine) and clause.lower(index - 1) in JOINTS
    after = clause.lower(index + 2).startswith(feminine) and clause.lower(index + 1) in JOINTS
    return before or after


def is_possessive(clause: Clause, index: int) -> bool:
    """Seine, seinem …; plain "sein" only where the parse says that it is no verb."""
    word = clause.lower(index)
    if word == HIS:
        return clause.tokens[index].pos in {"DET", "PRON"}
    return word in POSSESSIVES


def _stands_alone(clause: Clause, index: int, closed: ClosedClass) -> bool:
    """Whether a determiner has no noun after it, and is no feminine (von dieser)."""
    governed = clause.lower(index - 1) in closed.prepositions
    if governed and clause.lower(index).endswith("er"):
        return False
    if index + 1 >= len(clause):
        return True
    following = clause.tokens[index + 1]
    if following.pos == "ADJ":
        return not clause.lower(index + 1).endswith(WEAK_ENDINGS[clause.lower(index)])
    return following.pos not in {"NOUN", "PROPN"} and not clause.words[index + 1].text[:1].isupper()


def _personal(closed: ClosedClass) -> dict[str, tuple[str, str]]:
    """The feminine and the neuter of er, ihn and ihm."""
    table = closed.personal["er"]
    by_gender = {
        gender: {slot.case: form for slot, form in table.items() if slot.gender is gender}
        for gender in (Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER)
    }
    return {
        form: (by_gender[Gender.FEMININE][case], by_gender[Gender.NEUTER][case])
        for case, form in by_gender[Gender.MASCULINE].items()
        if case is not Case.GENITIVE
    }
