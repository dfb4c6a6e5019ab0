"""Whom a masculine means, as far as its sentence shows: a known man, or people in general.

Names beside the noun, titles, what the noun is said of (`predication`), ages, and an adjective that names the
sex. Every decision carries a reason key of the message catalogue and a certainty. What other sentences show
is the matter of `discourse`.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.findings import Reference
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.given_names import GivenNames
from mitgemeint.analysis.people import MALE_TITLES
from mitgemeint.analysis.phrase import AGE, MEASURES, Reading, Structure
from mitgemeint.analysis.predication import Known, bearers, is_known_man, names_after, subjects
from mitgemeint.analysis.word_lists import word_lists

APPOSITIONS = frozenset({"appos", "flat", "flat:name", "nmod", "compound"})
FARTHEST = 7
JOINTS = frozenset({"und", "oder", "sowie"})
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
CITED_YEAR = re.compile(r"1[5-9]\d\d[a-z]?|20\d\d[a-z]?")
AMPERSAND = "&"
NOTHING_KNOWN = Known()
# The reason of masculines that are said of a woman.
FEMALE = "female-subject"
# Who says it knows whom it means (Ich bin Lehrer); in a form it is whoever signs.
SPEAKER = "ich"
# The reason of singulars without article, which headlines use of known men, too.
BARE = "bare"


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
    friends: frozenset[str]
    owners: frozenset[str]
    own_persons: frozenset[str]
    females: frozenset[str]
    neopronouns: frozenset[str]
    copulas: frozenset[str]
    sexes: frozenset[str]
    bare_singular: frozenset[str]
    singular_after: frozenset[str]
    man_pronouns: frozenset[str]
    man_demonstratives: frozenset[str]
    firm_forms: frozenset[str]
    firm_partners: frozenset[str]
    anybody: frozenset[str]
    appointing: frozenset[str]
    comparing: frozenset[str]
    calling: frozenset[str]
    named: frozenset[str]
    name_particles: frozenset[str]

    @classmethod
    def load(cls) -> "Cues":
        """The lists that ship."""
        return cls(**word_lists("reference.toml"))


def is_surname(clause: Clause, index: int, cues: Cues, forms: FormLexicon) -> bool:
    """Whether the word is a name here: after Herr, Frau, Dr. and the like, also over a first name, and before
    the year of a citation.

    Beyond that the parse is believed only for words that are known as names.
    """
    before = index - 1
    while before >= 0 and _looks_like_name(clause, before) and clause.words[before].text not in cues.titles:
        before -= 1
    if before >= 0 and clause.words[before].text in cues.naming:
        return True
    if _is_cited(clause, index):
        return True
    token = clause.tokens[index]
    if clause.lower(index - 1) == "als":
        return False
    known = any(entry.pos == "PROPN" for entry in forms.entries(token.text))
    return known and token.pos == "PROPN" and token.number is not Number.PLURAL


def _is_cited(clause: Clause, index: int) -> bool:
    """Whether the year of a citation follows: Weber (1922), (Becker 2004, S. 12), Richter et al."""
    if index + 2 >= len(clause):
        return False
    if clause.lower(index + 1) == "et" and clause.lower(index + 2).startswith("al"):
        return True
    year = index + 2 if clause.lower(index + 1) == "(" else index + 1
    opened = year == index + 2 or clause.lower(index - 1) in {"(", ";", "&"}
    return opened and CITED_YEAR.fullmatch(clause.lower(year)) is not None


def is_in_firm(clause: Clause, index: int, cues: Cues) -> bool:
    """Whether the word is in the name of a firm: die Müller GmbH, Richter & Partner, Koch & Müller GmbH."""
    words = [word.text for word in clause.words[max(0, index - 1) : index + 4]]
    before, after = (words[0], words[2:]) if index else ("", words[1:])
    if before == AMPERSAND and clause.words[index].text in cues.firm_partners:
        return True
    if after[:1] == [AMPERSAND] and len(after) > 1:
        return after[1] in cues.firm_partners or any(word in cues.firm_forms for word in after[2:3])
    return any(word in cues.firm_forms for word in after[:1])


def resolve(
    clause: Clause,
    structure: Structure,
    reading: Reading,
    cues: Cues,
    forms: FormLexicon,
    known: Known = NOTHING_KNOWN,
) -> Evidence:
    """Decide on the reference of the noun phrase.

    `known` are the masculines of the sentence that are decided already, and the pronouns that take up a
    generic noun: what is said of them is generic too (Der Kläger erbt, wenn er Kind ist).
    """
    if structure.noun in clause.mentioned:
        return Evidence(Reference.SPECIFIC, "mentioned", 0.8)
    bearing = bearers(clause, structure, reading, cues)
    if _named_men(clause, structure.noun):
        return Evidence(Reference.SPECIFIC, "name-apposition", 0.9)
    of_women = (
        _is_said_of_women(clause, structure.noun, reading, cues, forms, known)
        if reading.number is Number.PLURAL
        else _is_named_woman(clause, structure.noun, cues)
        or said_of_woman(clause, structure.noun, bearing, cues, forms, known)
    )
    if of_women:
        return Evidence(Reference.SPECIFIC, FEMALE, 0.85)
    specific = _specific(clause, structure, reading, cues, known, bearing)
    return specific or _generic(clause, structure, reading, bearing)


def _specific(
    clause: Clause,
    structure: Structure,
    reading: Reading,
    cues: Cues,
    known: Known,
    bearing: Collection[int],
) -> Evidence | None:
    if any(clause.tokens[index].lemma.lower() in cues.sexes for index in structure.adjectives):
        return Evidence(Reference.SPECIFIC, "sex", 0.9)
    if _is_said_of_men(clause, structure.noun, reading, bearing, cues, known):
        return Evidence(Reference.SPECIFIC, "male-subject", 0.85)
    if reading.number is Number.PLURAL:
        return None
    if _is_own_friend(clause, structure, reading, cues):
        return Evidence(Reference.SPECIFIC, "friend", 0.8)
    if any(_is_age(clause, index) for index in structure.adjectives):
        return Evidence(Reference.SPECIFIC, "age", 0.85)
    if _name_beside(clause, structure, cues):
        return Evidence(Reference.SPECIFIC, "name-apposition", 0.9)
    return None


def _is_own_friend(clause: Clause, structure: Structure, reading: Reading, cues: Cues) -> bool:
    """Whether somebody's own friend is meant, whom they know: mein Bekannter, ein Freund von mir."""
    if clause.tokens[structure.noun].lemma not in cues.friends or reading.determiner is None:
        return False
    if reading.determiner.lemma in cues.owners and structure.determiner is not None:
        word = clause.words[structure.determiner].text
        return word[:1].islower() or (structure.determiner == 0 and not word.startswith("Ihr"))
    after = structure.noun + 1
    return clause.lower(after) == "von" and clause.lower(after + 1) in cues.own_persons


def _is_age(clause: Clause, index: int) -> bool:
    """54-jährig, or alt after a number of years."""
    aged = clause.lower(index).startswith("alt") and clause.lower(index - 1) in MEASURES
    return aged or AGE.fullmatch(clause.lower(index)) is not None


def _named_men(clause: Clause, noun: int) -> bool:
    """Whether names that are no woman's follow at once (Präsidenten Abacha; die Trainer Kehl und Wolff)."""
    named = [clause.person(index) for index in names_after(clause, noun)]
    if not named or _genitive_name(clause, noun + 1):
        return False
    return all(person is not None and person.gender is not Gender.FEMININE for person in named)


def _is_named_woman(clause: Clause, noun: int, cues: Cues) -> bool:
    """Whether a woman's full name says who it is (der Trainer Anna Schmidt; der Sieger ist Anna Schmidt)."""
    following = clause.person(noun + 1)
    names = [following] if following is not None and following.start == noun + 1 else []
    token = clause.tokens[noun]
    head = clause.person(token.head)
    copula = any(clause.tokens[child].lemma in cues.copulas for child in clause.children(token.head))
    if token.relation in SUBJECTS and head is not None and copula:
        names.append(head)
    return any(name.gender is Gender.FEMININE and name.end - name.start > 1 for name in names)


def _is_said_of_men(
    clause: Clause, noun: int, reading: Reading, bearing: Collection[int], cues: Cues, known: Known
) -> bool:
    """Whether the noun is said of a known man; a plural of nobody but men."""
    men = [index for index in bearing if is_known_man(clause, index, cues, known)]
    if not men or reading.number is Number.SINGULAR:
        return bool(men)
    if reading.determiner is not None:
        return False
    everyone = _everyone(clause, noun, bearing)
    return bool(everyone) and all(is_known_man(clause, index, cues, known) for index in everyone)


def _is_said_of_women(
    clause: Clause,
    noun: int,
    reading: Reading,
    cues: Cues,
    forms: FormLexicon,
    known: Known,
) -> bool:
    """Whether a plural is said of nobody but women (Anna und Eva sind Lehrer; die Frauen sind Meister)."""
    if reading.determiner is not None:
        return False
    everyone = _everyone(clause, noun, subjects(clause, noun, cues))
    women = (index in known.women or _is_woman(clause, index, cues, forms) for index in everyone)
    return bool(everyone) and all(women)


def _is_woman(clause: Clause, index: int, cues: Cues, forms: FormLexicon) -> bool:
    """A word for women, also as the last part of one (DFB-Frauen), or a woman's name, but not "sie"."""
    head = clause.tokens[index].lemma.rpartition("-")[2]
    return head in cues.females or _is_female_name(clause, index, forms)


def _everyone(clause: Clause, noun: int, bearing: Collection[int]) -> list[int]:
    """Those of whom a plural is said, with those who are joined to them (Tim und Anna sind Lehrer); nobody
    where the parse does not tell who they are.
    """
    found: list[int] = []
    for index in bearing:
        row = [each for each in _row(clause, index) if each != noun and clause.tokens[each].pos in NOMINAL]
        if len(row) == 1 and _has_company(clause, index):
            return []
        found += row
    return found


def _row(clause: Clause, index: int) -> Iterator[int]:
    stack = [index]
    while stack:
        yield (at := stack.pop())
        joined = (child for child in clause.children(at) if child > at)
        stack += [child for child in joined if clause.tokens[child].relation == "conj"]


def _has_company(clause: Clause, index: int) -> bool:
    """Whether somebody else stands beside a person."""
    person = clause.person(index)
    start, end = (person.start, person.end) if person else (index, index + 1)
    return clause.lower(start - 1) in JOINTS or clause.lower(end) in JOINTS


def _generic(clause: Clause, structure: Structure, reading: Reading, bearing: Collection[int]) -> Evidence:
    determiner = reading.determiner
    if reading.number is Number.SINGULAR and any(clause.lower(index) == SPEAKER for index in bearing):
        return Evidence(Reference.UNKNOWN, "speaker", 0.5)
    if determiner and (determiner.quantifier or determiner.negative):
        return Evidence(Reference.GENERIC, "quantifier", 0.97)
    if reading.number is Number.PLURAL:
        return Evidence(Reference.GENERIC, "plural", 0.9)
    if determiner and determiner.indefinite:
        return Evidence(Reference.GENERIC, "indefinite", 0.85)
    if determiner is None:
        return Evidence(Reference.GENERIC, BARE, 0.75)
    if determiner.definite:
        return Evidence(Reference.UNKNOWN, "definite", 0.6)
    return Evidence(Reference.UNKNOWN, "unknown", 0.55)


def _looks_like_name(clause: Clause, index: int) -> bool:
    return clause.tokens[index].pos == "PROPN" and index in clause.names


def _name_beside(clause: Clause, structure: Structure, cues: Cues) -> bool:
    """One man's name right after the noun (Minister Weber), or the noun in apposition to one (…, Chef der
    Bank).
    """
    noun = structure.noun
    if noun + 1 in clause.names and not _genitive_name(clause, noun + 1):
        return True
    if noun + 1 < len(clause) and clause.words[noun + 1].text in MALE_TITLES:
        return True  # dem Architekten Herrn Seidl
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
    if (token.head in clause.names and verb.pos == "PROPN") or clause.words[token.head].text in cues.titles:
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


def said_of_man(clause: Clause, noun: int, cues: Cues) -> bool:
    """A predicate noun whose subject is a name or a male (Er ist Arzt, Tim ist Tischler)."""
    return any(is_known_man(clause, subject, cues, NOTHING_KNOWN) for subject in subjects(clause, noun, cues))


def said_of_woman(
    clause: Clause,
    noun: int,
    bearing: Collection[int],
    cues: Cues,
    forms: FormLexicon,
    known: Known = NOTHING_KNOWN,
) -> bool:
    """A noun said of a woman: Sie ist Lehrer, Meine Tante wird Arzt, Anna Berg, Leiter der Buchhaltung.

    Not where a man stands there as well (Peter ist Lehrer, Anna Ärztin).
    """
    women = {i for i in bearing if i in known.women or _is_female(clause, i, cues, forms)}
    if women:
        return not any(is_known_man(clause, index, cues, known) for index in bearing if index not in women)
    return _after_name(clause, noun) and _is_female_name(clause, noun - 2, forms)


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
    if (person := clause.person(index)) is not None and person.gender is not None:
        return person.gender is Gender.FEMININE
    while index - 1 in clause.names and clause.words[index - 1].text[:1].isupper():
        index -= 1
    name = clause.words[index].text
    genders = {entry.gender for entry in forms.readings(name) if entry.pos == "PROPN"} - {None}
    genders |= GivenNames.load(forms).genders(name)
    return genders == {Gender.FEMININE} and index in clause.names
