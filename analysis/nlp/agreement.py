"""Decides case, number and gender: the model proposes, lexicon and agreement in the noun phrase limit.

Every word of a noun phrase (determiner, adjectives, noun, preposition before it) has scores for the
24 cells case × number × gender and a set of cells that the lexicon allows. The phrase takes the cell
with the best sum; a cell that a word's form rules out costs a penalty instead of being impossible,
because treebanks, texts and lexica all have errors.
"""

from dataclasses import dataclass, field
from functools import cache

import numpy as np

from mitgemeint.analysis.features import Case, Number
from mitgemeint.analysis.nlp.cells import ALL, EVERY, OF_CASE, OF_NUMBER
from mitgemeint.analysis.nlp.grammar import grammar
from mitgemeint.analysis.nlp.labels import Floats

# Log-probability lost by a cell that a form, a preposition or the syntax rules out.
FORM_PENALTY = 6.0
# Determiners and adjectives are scored from the same context as their noun and say partly the same.
MODIFIER_WEIGHT = 0.7
PREPOSITION_PENALTY = 8.0
VERB_NUMBER_PENALTY = 7.0
BARE_PENALTY = 5.0
COUNT_PENALTY = 5.0
ANTECEDENT_PENALTY = 3.0
COORDINATION_PENALTY = 4.0


@cache
def row(cells: int) -> Floats:
    """A mask as a row of 0 and 1."""
    return np.array([cells >> j & 1 for j in range(len(EVERY))], dtype=np.float32)


@cache
def penalty_row(cells: int, cost: float) -> Floats:
    """What each cell loses where only `cells` fit."""
    penalty: Floats = np.float32(cost) * (1 - row(cells))
    return penalty


@dataclass(slots=True)
class Member:
    """A word of a noun phrase: log scores of the cells and the cells its form allows (0: unknown)."""

    scores: Floats
    allowed: int
    weight: float = 1.0


@dataclass(slots=True)
class Phrase:
    """A noun phrase to decide; `limits` are further masks with what ignoring them costs."""

    members: list[Member]
    limits: list[tuple[int, float]] = field(default_factory=list)

    def decide(self) -> int:
        """The best cell, as its number in EVERY."""
        total = np.zeros(len(EVERY), dtype=np.float32)
        for member in self.members:
            total += member.weight * member.scores
            if member.allowed and member.allowed != ALL:
                total -= penalty_row(member.allowed, FORM_PENALTY)
        for cells, cost in self.limits:
            total -= penalty_row(cells, cost)
        return int(total.argmax())


def adjective_cells(form: str, determiner: tuple[str, str] | None) -> int:
    """The cells of an attributive adjective by its ending, given the determiner's (form, lemma)."""
    lower = form.lower()
    ending = lower[-2:] if lower[-2:] in ("en", "er", "es", "em") else "e" if lower.endswith("e") else ""
    if not ending:
        return 0
    rules = grammar()
    if determiner is None or determiner[1] in rules.strong_after:
        return rules.strong[ending]
    if determiner[0].lower() == determiner[1].lower() and determiner[1].lower() in rules.indefinite:
        return rules.strong[ending] & rules.bare_indefinite
    return rules.weak.get(ending, 0) or rules.strong[ending]


# The case of a noun phrase without preposition by its relation, and what another case costs.
CASE_OF_RELATION: dict[str, tuple[int, float]] = {
    "nsubj": (OF_CASE[Case.NOMINATIVE], 4.0),
    "nsubj:pass": (OF_CASE[Case.NOMINATIVE], 4.0),
    "obj": (OF_CASE[Case.ACCUSATIVE], 4.0),
    "obl:arg": (OF_CASE[Case.DATIVE] | OF_CASE[Case.GENITIVE], 3.0),
    "nmod": (OF_CASE[Case.GENITIVE], 1.5),
    "nmod:poss": (OF_CASE[Case.GENITIVE], 2.0),
    "root": (OF_CASE[Case.NOMINATIVE], 1.5),
    "ccomp": (OF_CASE[Case.NOMINATIVE], 1.5),
    "xcomp": (OF_CASE[Case.NOMINATIVE], 0.5),
}
PLURAL_LIMIT = (OF_NUMBER[Number.PLURAL], COUNT_PENALTY)
BARE_LIMIT = (OF_NUMBER[Number.PLURAL], BARE_PENALTY)
