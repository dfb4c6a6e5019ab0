"""Which components of the analysis take part: to measure what each of them is worth.

An ablation leaves components out one at a time, as in Pomerenke 2022 (table of ablations: without pair data,
neutral data, inflection, prefix removal) and beyond it. Nothing here is a setting of the program: a house
rule has no use for a worse analysis.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Components:
    """What takes part in an analysis; everything does by default.

    `pairs` are the masculine–feminine pairs of the database: without them only masculines with a neutral
    entry are known, and only neutral wording is offered. `neutral` are the neutral words: without them, and
    without the set phrases that are replaced by such words, only pairs are known. Without `inflection` the
    citation form stands in the place of the noun, and nothing agrees with it. Without `prefixes` no first
    part of a compound is taken off or rewritten; a `split_threshold` has compound-split take it off: the best
    split of a word, where its score is above (about -3 to 1.3; Pomerenke 2022 calls it s0). Without
    `reference` nobody decides whom a masculine means, and no pronoun takes one up. Without `ranking` the
    suggestions stand in the order of the house rule and the lexicon. Without the `model` the lexicon and
    rules of agreement read a sentence alone. Without `grammar` every word that the database has as a
    masculine is one, whatever stands around it.
    """

    pairs: bool = True
    neutral: bool = True
    inflection: bool = True
    prefixes: bool = True
    split_threshold: float | None = None
    reference: bool = True
    ranking: bool = True
    model: bool = True
    grammar: bool = True


EVERYTHING = Components()
