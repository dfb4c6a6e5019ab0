"""Ranking: which notations are offered, and in which order the suggestions of a finding stand.

The policy's order of notations goes first; what fits in many sentences only stands behind everything else.
Within one notation the more natural wording is first: what the document says already, what is frequent in
German, what is short, and what the lexicon names first. `Ranking` keeps the parts, so that every order can
be explained (`mitgemeint check --explain-ranking`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from mitgemeint.analysis.findings import Ranking, Suggestion
from mitgemeint.analysis.policy import Policy
from mitgemeint.analysis.rewrite import Rewrite
from mitgemeint.data import resource

FREQUENCIES = "frequencies.tsv"
# What words have that the list does not hold: rarer than once in ten million words, or compounds.
UNKNOWN = 2.0
# Offered only for known women, and then before everything else.
FEMININE = "feminine"
WORD = re.compile(r"\w+(?:-\w+)*")
# A word counts as the document's own from its second use on no more than this.
MOST_USES = 3


@dataclass(frozen=True, slots=True)
class Weights:
    """What one unit of each part of a ranking is worth; chosen on the development sets (docs/quality.md).

    `document` is a use of the new word in the document, `frequency` a step on the Zipf scale (a factor of
    ten), `position` a place further down in the lexicon's entry, `length` a character more.
    """

    document: float = 1.0
    frequency: float = 0.15
    position: float = -0.5
    length: float = -0.01


class Ranker:
    """Ranks the rewrites of one document."""

    def __init__(self, order: Sequence[str], text: str, weights: Weights | None = None) -> None:
        self._places = {name: place for place, name in enumerate(order)} | {FEMININE: -1}
        self._text = text
        self._uses: Counter[str] | None = None
        self._weights = weights or Weights()

    def ranking(self, rewrite: Rewrite, length: int) -> Ranking:
        """The ranking of a rewrite that makes the text `length` characters longer."""
        document = min(MOST_USES, sum(self._document_uses(head) for head in rewrite.heads))
        frequency = max((frequency_of(head) for head in rewrite.heads), default=0.0)
        weights = self._weights
        score = (
            weights.document * document
            + weights.frequency * frequency
            + weights.position * rewrite.position
            + weights.length * length
        )
        place = self._places.get(rewrite.notation, len(self._places))
        return Ranking(place, rewrite.often, document, frequency, rewrite.position, length, round(score, 3))

    def _document_uses(self, word: str) -> int:
        if self._uses is None:  # only few documents need it
            self._uses = Counter(WORD.findall(self._text))
        return self._uses[word]


def ranked(suggestions: Iterable[Suggestion]) -> tuple[Suggestion, ...]:
    """The suggestions of a finding, the best first; equal ones keep their order."""
    return tuple(sorted(suggestions, key=lambda one: one.ranking.key if one.ranking else (False, 0, 0.0)))


def frequency_of(word: str) -> float:
    """The Zipf frequency of a word, of a hyphenated compound that of its last part."""
    table = _frequencies()
    return table.get(word, table.get(word.rpartition("-")[2], UNKNOWN))


@cache
def _frequencies() -> Mapping[str, float]:
    lines = resource("lexicon", FREQUENCIES).read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {word: float(zipf) for word, zipf in rows}


def offered(policy: Policy, notations: Sequence[str], used: Iterable[str] = ()) -> tuple[str, ...]:
    """The notations to offer, the best first.

    `notations` of the settings replace the policy's list. A policy that follows the document puts the
    notation that is used most in it (`used`, one name for each form found) to the front.
    """
    if notations:
        return tuple(dict.fromkeys(notations))
    order = list(policy.allowed)
    if policy.follow_document:
        counted = Counter(name for name in used if name in order)
        order.sort(key=lambda name: -counted[name])
    return tuple(order)
