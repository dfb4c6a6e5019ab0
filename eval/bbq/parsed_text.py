"""The words of a text with their grammar."""

from collections.abc import Callable

from mitgemeint.analysis.nlp.protocol import Analyzer
from mitgemeint.eval.bbq.slot_agreement import TextWord


def parsed(
    text: str, analyzer: Analyzer, slot_at: Callable[[int], str | None] = lambda _: None
) -> list[TextWord]:
    """The words of all sentences; heads count in the whole text. `slot_at` tells whose slot is at a place."""
    sentences = analyzer.segment(text)
    analyzed = analyzer.parse([[word.text for word in sentence.words] for sentence in sentences])
    words: list[TextWord] = []
    for sentence, tokens in zip(sentences, analyzed, strict=True):
        first = len(words)
        words += (
            TextWord(token, word.start, word.end, first + token.head, slot_at(word.start))
            for word, token in zip(sentence.words, tokens, strict=True)
        )
    return words
