"""Labelling: which words of a text a system takes for exclusive, against those of a reference.

Counted over words, as in Pomerenke 2022: recall, precision and F1 over all words of a set. A phrase stands
for its nouns: whether an article or an adjective belongs to it is a matter of taste, and says nothing about
what was found. A phrase without a noun (jeder, keiner) stands for all its words.
"""

from collections.abc import Iterable, Sequence

from mitgemeint.eval.spans import Counts, Span, overlap
from mitgemeint.eval.words import TextWord, nouns, words


def exclusive_words(text: str, spans: Iterable[Span]) -> frozenset[TextWord]:
    """The words of a text that the spans stand for."""
    every = [word for word in words(text) if word.text[0].isalnum()]
    found: set[TextWord] = set()
    for span in spans:
        within = [word for word in every if overlap(span, (word.start, word.end))]
        found.update(nouns(text, within) or within)
    return frozenset(found)


def count(
    text: str,
    labels: Iterable[Span],
    pronouns: Iterable[Span],
    reference: Iterable[Span],
    open_spans: Sequence[Span] = (),
) -> Counts:
    """Compare the words of one text.

    Labels on `pronouns` count where the reference has them, and are not wrong elsewhere; nor are labels
    within `open_spans`.
    """
    wanted = exclusive_words(text, reference)
    free = exclusive_words(text, pronouns) | exclusive_words(text, open_spans)
    said = exclusive_words(text, labels)
    right = wanted & (said | exclusive_words(text, pronouns))
    return Counts(len(right), len(said - wanted - free), len(wanted - right))
