"""Whom a masculine means: a known man, or people in general.

First version: names beside the noun, titles, copula with a named or male subject, and an adjective that
names the sex. Every decision carries a reason key of the message catalogue and a certainty.
"""

from collections.abc import Collection
from dataclasses import dataclass

from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.findings import Reference
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.phrase import AGE, Reading, Structure
from mitgemeint.analysis.word_lists import word_lists

APPOSITIONS = frozenset({"appos", "flat", "flat:name", "nmod", "compound"})
FARTHEST = 7
# The reason of masculines that are said of a woman.
FEMALE = "female-subject"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A decision on reference, the key of its reason, and how sure it is (0 to 1)."""

    reference: Reference
    reason: str
    certainty: float


@dataclass(frozen=True, slots=True)
class Cues:
    """The word lists of `data/lexicon/reference.toml`."""

    titles: frozenset[str]
    naming: frozenset[str]
    males: frozenset[str]
    females: frozenset[str]
    neopronouns: frozenset[str]
    copulas: frozenset[str]
    sexes: frozenset[str]
    bare_singular: frozenset[str]
    singular_after: frozenset[str]

    @classmethod
    def load(cls) -> "Cues":
        """The lists that ship."""
        return cls(**word_lists("reference.toml"))


def is_surname(clause: Clause, index: int, cues: Cues, forms: FormLexicon) -> bool:
    """Whether the word is a name here: after Herr, Frau, Dr. and the like, also over a first name.

    Beyond that the parse is believed only for words that are known as names.
    """
    before = index - 1
    while before >= 0 and _looks_like_name(clause, before) and clause.words[before].text not in cues.titles:
        before -= 1
    if before >= 0 and clause.words[before].text in cues.naming:
        return True
    token = clause.tokens[index]
    if clause.lower(index - 1) == "als":
        return False
    known = any(entry.pos == "PROPN" for entry in forms.entries(token.text))
    return known and token.pos == "PROPN" and token.number is not Number.PLURAL


def resolve(
    clause: Clause,
    structure: Structure,
    reading: Reading,
    cues: Cues,
    forms: FormLexicon,
    anybody: Collection[int] = (),
) -> Evidence:
    """Decide on the reference of the noun phrase.

    `anybody` are the pronouns of the clause that take up a generic noun: what is said of them is generic too
    (Der Kläger erbt, wenn er Kind ist).
    """
    if reading.number is Number.SINGULAR and said_of_woman(clause, structure.noun, cues, forms):
        return Evidence(Reference.SPECIFIC, FEMALE, 0.85)
    specific = _specific(clause, structure, reading, cues, anybody)
    return specific or _generic(structure, reading)


def _specific(
    clause: Clause, structure: Structure, reading: Reading, cues: Cues, anybody: Collection[int]
) -> Evidence | None:
    if any(clause.tokens[index].lemma.lower() in cues.sexes for index in structure.adjectives):
        return Evidence(Reference.SPECIFIC, "sex", 0.9)
    if reading.number is Number.PLURAL:
        return None
    if any(AGE.fullmatch(clause.lower(index)) for index in structure.adjectives):
        return Evidence(Reference.SPECIFIC, "age", 0.85)
    if _name_beside(clause, structure, cues):
        return Evidence(Reference.SPECIFIC, "name-apposition", 0.9)
    if said_of_man(clause, structure.noun, cues, anybody) or _beside_male(clause, structure.noun, cues):
        return Evidence(Reference.SPECIFIC, "male-subject", 0.85)
    return None


def _generic(structure: Structure, reading: Reading) -> Evidence:
    determiner = reading.determiner
    if determiner and (determiner.quantifier or determiner.negative):
        return Evidence(Reference.GENERIC, "quantifier", 0.97)
    if reading.number is Number.PLURAL:
        return Evidence(Reference.GENERIC, "plural", 0.9)
    if determiner and determiner.indefinite:
        return Evidence(Reference.GENERIC, "indefinite", 0.85)
    if determiner is None:
        return Evidence(Reference.GENERIC, "bare", 0.75)
    if determiner.definite:
        return Evidence(Reference.UNKNOWN, "definite", 0.6)
    return Evidence(Reference.UNKNOWN, "unknown", 0.55)


def _looks_like_name(clause: Clause, index: int) -> bool:
    return clause.tokens[index].pos == "PROPN" and index in clause.names


def _name_beside(clause: Clause, structure: Structure, cues: Cues) -> bool:
    """A name right after the noun (Minister Weber), or the noun in apposition to one (…, Chef der Bank)."""
    noun = structure.noun
    if noun + 1 in clause.names and not _genitive_name(clause, noun + 1):
        return True
    if _named_in_apposition(clause, noun, cues) or _called(clause, noun, cues) or _after_name(clause, noun):
        return True
    token = clause.tokens[noun]
    if token.relation in APPOSITIONS and token.head < noun and _looks_like_name(clause, token.head):
        return token.relation != "nmod"
    return any(
        _looks_like_name(clause, child) and clause.tokens[child].relation in {"appos", "flat", "flat:name"}
        for child in clause.children(noun)
    )


def _named_in_apposition(clause: Clause, noun: int, cues: Cues) -> bool:
    """A title or name after the next comma, only attributes between (Unser Rektor, Herr Brandt)."""
    for index in range(noun + 1, min(len(clause) - 1, noun + FARTHEST)):
        if clause.lower(index) in {",", ":"}:
            return _is_name_or_title(clause, index + 1, cues)
        if clause.tokens[index].pos in {"VERB", "AUX", "PUNCT", "CCONJ", "SCONJ"}:
            return False
    return False


def _after_name(clause: Clause, noun: int) -> bool:
    """Karin Weiß, Schulleiter."""
    name = noun - 2
    return clause.lower(noun - 1) == "," and name in clause.names and clause.tokens[name].pos == "PROPN"


def _called(clause: Clause, noun: int, cues: Cues) -> bool:
    """Der neue Chef heißt Roland Busch; der Gewinner ist Frau Kaya."""
    token = clause.tokens[noun]
    if token.relation not in SUBJECTS or token.head == noun:
        return False
    verb = clause.tokens[token.head]
    if token.head in clause.names and verb.pos == "PROPN":
        return True
    named = (child for child in clause.children(token.head) if child != noun)
    return verb.lemma in cues.copulas and any(_is_name_or_title(clause, child, cues) for child in named)


def _is_name_or_title(clause: Clause, index: int, cues: Cues) -> bool:
    is_name = index in clause.names and clause.tokens[index].pos == "PROPN"
    return is_name or clause.words[index].text in cues.titles


def _genitive_name(clause: Clause, index: int) -> bool:
    """Europas in "die Politiker Europas" is an attribute; only the last name of a row can be one."""
    last = index + 1 >= len(clause) or not _looks_like_name(clause, index + 1)
    return last and clause.words[index].text.endswith("s") and clause.tokens[index].relation == "nmod"


def said_of_man(clause: Clause, noun: int, cues: Cues, anybody: Collection[int] = ()) -> bool:
    """A predicate noun whose subject is a name or a male (Er ist Arzt, Tim ist Tischler)."""
    subjects = [subject for subject in _subjects(clause, noun, cues) if subject not in anybody]
    return any(_is_male(clause, subject, cues) for subject in subjects)


def _beside_male(clause: Clause, noun: int, cues: Cues) -> bool:
    """In apposition to a male by meaning: mein Großvater, ein pensionierter Lehrer."""
    token = clause.tokens[noun]
    return token.relation == "appos" and clause.tokens[token.head].lemma in cues.males


def said_of_woman(clause: Clause, noun: int, cues: Cues, forms: FormLexicon) -> bool:
    """A noun said of a woman: Sie ist Lehrer, Meine Tante wird Arzt, Anna Berg, Leiter der Buchhaltung."""
    if any(_is_female(clause, subject, cues, forms) for subject in _subjects(clause, noun, cues)):
        return True
    return _after_name(clause, noun) and _is_female_name(clause, noun - 2, forms)


def _subjects(clause: Clause, noun: int, cues: Cues) -> list[int]:
    """The subjects of a predicate noun; none where the noun is no predicate."""
    token = clause.tokens[noun]
    governor = noun
    if any(clause.tokens[child].relation == "case" for child in clause.children(noun)):
        return []  # sie ist beim Arzt
    if not any(clause.tokens[child].relation == "cop" for child in clause.children(noun)):
        if token.head == noun or clause.tokens[token.head].lemma not in cues.copulas:
            return []
        governor = token.head
    below = clause.children(governor)
    return [child for child in below if clause.tokens[child].relation in SUBJECTS and child != noun]


def _is_male(clause: Clause, index: int, cues: Cues) -> bool:
    if clause.lower(index) in cues.neopronouns:
        return False
    return (
        clause.tokens[index].lemma in cues.males
        or clause.lower(index) == "er"
        or _looks_like_name(clause, index)
    )


def _is_female(clause: Clause, index: int, cues: Cues, forms: FormLexicon) -> bool:
    """Sie with a verb in the singular (so not the polite Sie), a female relative, a woman's name."""
    if clause.lower(index) == "sie":
        return not _has_plural_verb(clause, index)
    female = clause.tokens[index].lemma in cues.females
    return female or _is_female_name(clause, index, forms)


def _has_plural_verb(clause: Clause, subject: int) -> bool:
    head = clause.tokens[subject].head
    verbs = [head, *clause.children(head)]
    return any(
        clause.tokens[index].pos in {"VERB", "AUX"} and clause.tokens[index].number is Number.PLURAL
        for index in verbs
    )


def _is_female_name(clause: Clause, index: int, forms: FormLexicon) -> bool:
    """Whether a name begins with a given name that women alone have."""
    while index - 1 in clause.names and clause.words[index - 1].text[:1].isupper():
        index -= 1
    genders = {entry.gender for entry in forms.readings(clause.words[index].text) if entry.pos == "PROPN"} - {
        None
    }
    return genders == {Gender.FEMININE} and index in clause.names
