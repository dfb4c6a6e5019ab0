"""Nouns with a sign that the database does not know: what their masculine is like, by the end of the stem."""

from mitgemeint.analysis.entries import PersonNoun, Sense
from mitgemeint.analysis.gender_grammar import load_grammar
from mitgemeint.analysis.guesses import RULE

FEMININE_ENDINGS = ("innen", "in")


def noun_by_rule(feminine: str) -> PersonNoun | None:
    """The noun of a feminine form (Influencerinnen), None where its stem does not tell how it inflects."""
    ending = next((each for each in FEMININE_ENDINGS if feminine.endswith(each)), None)
    if ending is None:
        return None
    stem = feminine.removesuffix(ending)
    for rule in load_grammar().masculine_rules:
        if stem.lower().endswith(rule.stem):
            if not rule.paradigm or rule.drop:
                return None
            return PersonNoun(
                stem + rule.singular, stem + "in", rule.paradigm, Sense.AMBIGUOUS, head=False, sources=RULE
            )
    return None
