"""What is to be rewritten, and when nothing should be offered for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.database import Alternative, NounForm
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.entries import OFTEN
from mitgemeint.analysis.features import Case, Number
from mitgemeint.analysis.phrase import QUOTES, Reading, Structure
from mitgemeint.analysis.pronouns import HER, Pronoun, is_paired
from mitgemeint.analysis.reference import Cues
from mitgemeint.analysis.rewrite import Rewrite, match_case

NEARBY = 4
# Letters that words of one family share at least.
ROOT = 6
# Kinds of alternatives that can name a firm, an office or a group.
NO_PERSONS = frozenset({"noun", "collective"})
AND, OR = "und", "oder"
VERY = "sehr"
POLITE = frozenset({"Sie", "Ihnen"})
ONE = frozenset({"ein", "eines", "einem", "einen"})
ROW_JOINTS = frozenset({AND, OR, ","})
# What opens the lines of a list of cases.
CASE_OF = "bei"
HYPHENS = frozenset("-‐‑–")


@dataclass(frozen=True, slots=True)
class Target:
    """What is to be rewritten: a noun in its phrase, in one reading, and the pronouns that refer to it."""

    clause: Clause
    structure: Structure
    reading: Reading
    form: NounForm
    pronouns: tuple[Pronoun, ...] = ()

    @property
    def noun(self) -> str:
        """The noun as written."""
        return self.clause.words[self.structure.noun].text


def is_noun(clause: Clause, index: int) -> bool:
    """Whether there is a word at the index, and it is a common noun."""
    return 0 <= index < len(clause) and clause.tokens[index].pos == "NOUN"


def has_paired_determiner(target: Target) -> bool:
    """Whether the determiner is inclusive already: one half of a pair (ihren oder seinen Berater), or with a
    sign (der/die Schüler).
    """
    determiner = target.structure.determiner
    return determiner is not None and (
        is_paired(target.clause, determiner) or determiner in target.clause.covered
    )


def shares_end(target: Target) -> bool:
    """Whether a noun with but its second part follows (Arbeitgeber und -nehmer): what would be written would
    not fit its end.
    """
    clause, noun = target.clause, target.structure.noun
    following = clause.words[noun + 2].text if noun + 2 < len(clause) else ""
    return clause.lower(noun + 1) in ROW_JOINTS and following[:1] in HYPHENS


def is_open_attribute(target: Target) -> bool:
    """Whether "der" after a noun can begin a new phrase as well as be its genitive: in a line of a list
    without a verb (bei einer Reederei der Reeder).
    """
    clause, structure = target.clause, target.structure
    article = structure.determiner
    if article is None or article != structure.first or clause.lower(article) != "der" or not article:
        return False
    listed = next((clause.lower(i) for i in range(article) if clause.words[i].text[:1].isalpha()), "")
    verbless = not any(clause.is_finite(index) for index in range(len(clause)))
    return verbless and listed == CASE_OF and clause.tokens[article - 1].pos == "NOUN"


def is_salutation(target: Target) -> bool:
    """Whether the phrase opens a letter: Sehr geehrter Kunde, lieber Nachbar."""
    structure, clause = target.structure, target.clause
    if structure.determiner is not None or not structure.adjectives:
        return False
    if structure.first > 1 and clause.lower(structure.first - 1) != ",":
        return False
    return clause.lower(structure.adjectives[0]) in ClosedClass.load().addresses


def is_polite(target: Target) -> bool:
    """Whether the determiner is the polite Ihr, which keeps its capital."""
    determiner, clause = target.reading.determiner, target.clause
    if determiner is None or determiner.lemma != HER:
        return False
    # At the start of a sentence the capital says nothing: it is polite where another word is.
    written = (word.text for word in clause.words[target.structure.first + 1 :])
    return target.structure.first > 0 or any(word in POLITE or word.startswith("Ihr") for word in written)


def lacks_determiner(target: Target) -> bool:
    """Whether a singular with an adjective must have an article that was not found."""
    structure, clause = target.structure, target.clause
    if target.reading.number is Number.PLURAL or structure.determiner is not None or not structure.adjectives:
        return False
    before = structure.first - 1
    if before < 0 or is_role(target):
        return False  # du bist gelernter Koch
    if clause.lower(before)[:1].isdigit():
        return False  # § 6b Gemeinsamer Vertreter
    return (
        clause.tokens[before].pos in {"NOUN", "PROPN", "PRON", "ADJ", "VERB"}
        or clause.lower(before) in QUOTES
    )


def shares_determiner(target: Target) -> bool:
    """Whether a singular shares its article with a noun beside it (Ihren Arzt oder Apotheker).

    Another gender, or a second article, would not fit the other noun.
    """
    clause, structure = target.clause, target.structure
    if target.reading.number is Number.PLURAL:
        return False
    if structure.determiner is None:
        before = structure.first - 1
        return clause.lower(before) in ROW_JOINTS and _has_article(clause, before - 1)
    return is_in_row(clause, structure.noun + 2)


def _has_article(clause: Clause, noun: int) -> bool:
    """Whether the noun, or the row of bare nouns that it ends, begins with a determiner."""
    while is_noun(clause, noun):
        if any(clause.tokens[child].relation.startswith("det") for child in clause.children(noun)):
            return True
        if clause.lower(noun - 1) in ClosedClass.load().contractions:
            return True
        if clause.lower(noun - 1) not in ROW_JOINTS:
            return clause.tokens[noun - 1].pos == "ADJ" if noun else False
        noun -= 2
    return False


def is_in_row(clause: Clause, noun: int) -> bool:
    """Whether a bare noun continues a row: after und or oder, or after a comma where the parse says so."""
    if not is_noun(clause, noun):
        return False
    before = clause.lower(noun - 1)
    return before in {AND, OR} or (before == "," and clause.tokens[noun].relation == "conj")


def is_in_any_row(clause: Clause, structure: Structure) -> bool:
    """Whether another noun is joined to the phrase by und, oder or a comma."""
    before, after = structure.first - 1, structure.noun + 1
    return (clause.lower(before) in ROW_JOINTS and is_noun(clause, before - 1)) or (
        clause.lower(after) in ROW_JOINTS and is_noun(clause, after + 1)
    )


def one_or_more(target: Target) -> int | None:
    """The article in "eines oder mehrerer Erben", which agrees with the noun as well."""
    clause, structure = target.clause, target.structure
    article = structure.first - 2
    if structure.determiner != structure.first or clause.lower(structure.first - 1) != OR or article < 0:
        return None
    more = clause.lower(structure.first).startswith("mehrere")
    return article if more and clause.lower(article) in ONE else None


def has_attribute_after(target: Target) -> bool:
    """Whether something after the noun belongs to it (Verfasser des Buches): no rest fits between."""
    clause, noun = target.clause, target.structure.noun
    return any(child > noun and clause.tokens[child].relation != "punct" for child in clause.children(noun))


def fits_here(target: Target, alternative: Alternative) -> bool:
    """Whether an alternative that fits often can stand in the sentence.

    A firm or office is not what somebody is (Maria ist Bäcker), the genitive of the old noun does not go
    with a participle (Besitzer eines Hauses: not "besitzende Person eines Hauses"), and what follows the
    new noun does not go with a possessive (not "seine Menschen in Behandlung").
    """
    if alternative.fits != OFTEN:
        return True
    if alternative.kind in NO_PERSONS and is_role(target):
        return False
    if alternative.attribute and _has_genitive_after(target):
        return False
    possessive = target.reading.determiner is not None and target.reading.determiner.possessive
    return not (alternative.rest and possessive)


def is_role(target: Target) -> bool:
    """Whether the noun says what somebody is: Maria ist Bäcker, als Bäcker, der Mann, ein Bäcker."""
    clause, noun = target.clause, target.structure.noun
    token = clause.tokens[noun]
    copula = any(clause.tokens[child].relation == "cop" for child in clause.children(noun))
    governed = token.head != noun and clause.tokens[token.head].lemma in Cues.load().copulas
    predicate = governed and token.relation not in SUBJECTS
    as_one = clause.lower(target.structure.first - 1) == "als"
    return copula or predicate or as_one or token.relation == "appos"


def _has_genitive_after(target: Target) -> bool:
    clause, noun = target.clause, target.structure.noun
    return any(
        child > noun
        and clause.tokens[child].relation == "nmod"
        and clause.tokens[child].case is Case.GENITIVE
        for child in clause.children(noun)
    )


def repeats_adjective(target: Target, alternative: Alternative) -> bool:
    """Whether the phrase says already what the alternative says (teilzeitbeschäftigte Beschäftigte)."""
    said = (alternative.attribute or alternative.form).split(" ")[-1].lower()
    if not alternative.attribute and alternative.gender is not None:
        return False
    stem = said.removesuffix("er")
    if any(stem in target.clause.lower(index) for index in target.structure.adjectives):
        return True
    # Beauftragung eines beauftragten Unternehmens
    near = range(target.structure.first - NEARBY, target.structure.first)
    root = stem.removeprefix("ge")[:ROOT]
    return len(root) == ROOT and any(root in target.clause.lower(index) for index in near)


def stands_nearby(target: Target, noun: str) -> bool:
    """Whether the new word stands beside the old one already (des Unternehmens des Unternehmens)."""
    clause, at = target.clause, target.structure.noun
    near = range(max(0, at - NEARBY), min(len(clause), at + NEARBY + 1))
    return any(clause.words[index].text == noun for index in near)


def rewrite_of(target: Target, notation: str, words: Mapping[int, str], kind: str = "") -> Rewrite | None:
    """The rewrite with the capitals of the old words, or None where it would touch what it must not."""
    changed = {index: _capitals(target, index, text) for index, text in words.items()}
    changed = {index: text for index, text in changed.items() if text != target.clause.words[index].text}
    if not changed or not all(target.clause.free(index) for index in changed):
        return None
    structure = target.structure
    first = structure.first - 1 if target.clause.lower(structure.first - 1) == VERY else structure.first
    source = target.form.noun.masculine
    return Rewrite(notation, changed, first, structure.noun, source=source, kind=kind)


def _capitals(target: Target, index: int, text: str) -> str:
    """A noun keeps its own capitals (an attribute before it is lower case), unless it starts the sentence."""
    old = target.clause.words[index].text
    counted = target.structure.numeral is not None
    begins = not counted and not any(word.text[:1].isalpha() for word in target.clause.words[:index])
    if index == target.structure.noun and not begins and not (len(old) > 1 and old.isupper()):
        return text
    return match_case(text, old)
