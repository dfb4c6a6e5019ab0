"""Tells family names from nouns of the same spelling (Müller, Schneider) by what stands before them."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.given_names import is_listed
from mitgemeint.analysis.nlp.cells import OF_CASE, OF_GENDER, OF_NUMBER
from mitgemeint.analysis.nlp.facts import WordFacts
from mitgemeint.analysis.nlp.grammar import grammar


def find_names(
    words: Sequence[str], speech: Sequence[str], facts: Sequence[WordFacts], begins: AbstractSet[int]
) -> dict[int, str]:
    """Places of words that are names against the model's view, with their part of speech.

    `begins` are the places where sentences begin.
    """
    result: dict[int, str] = {}
    for i, pos in enumerate(speech):
        word = words[i]
        if i in begins or not word[:1].isupper() or word.endswith("."):
            continue
        before = result.get(i - 1, speech[i - 1])
        if pos in ("NOUN", "ADJ"):
            named = _names_follow(words[i - 1], before, facts[i - 1]) and _may_be_surname(facts[i])
            titled = before == "NOUN" and _may_be_title(facts[i - 1]) and _is_noun_too(facts[i])
            if named or titled:
                result[i] = "PROPN"
        elif pos == "PROPN" and before == "DET" and _is_noun_too(facts[i]):
            result[i] = "NOUN"
    return result


def _may_be_title(facts: WordFacts) -> bool:
    """Whether a noun can stand before a name (Minister Weber): no neuter, and not marked as genitive."""
    cells = facts.cells.get("NOUN", 0)
    people = OF_GENDER[Gender.MASCULINE] | OF_GENDER[Gender.FEMININE]
    return bool(cells & people & OF_CASE[Case.NOMINATIVE] & OF_NUMBER[Number.SINGULAR])


def _is_noun_too(facts: WordFacts) -> bool:
    """A word that is a family name and a noun, and no first name: with an article it is the noun."""
    marks = facts.marks.get("PROPN", frozenset())
    return "surname" in marks and "given" not in marks and bool(facts.cells.get("NOUN"))


def _names_follow(word: str, pos: str, facts: WordFacts) -> bool:
    if word in grammar().titles or (len(word) == 2 and word[1] == "." and word[0].isupper()):
        return True
    if pos != "PROPN":
        return False
    return "given" in facts.marks.get("PROPN", ()) or (not facts.entries and is_listed(word))


def _may_be_surname(facts: WordFacts) -> bool:
    return not facts.entries or "surname" in facts.marks.get("PROPN", ())
