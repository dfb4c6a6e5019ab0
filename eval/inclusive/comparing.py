"""Whether two texts are the same word by word, or lemma by lemma.

Every gender character and abbreviated pair is read as a star first (`words.normalised`), so that notations
that differ in the sign alone are one. Lemmas forgive number and agreement; they are those of the bundled
analyzer, gender forms read as their feminine.
"""

from collections.abc import Sequence
from functools import lru_cache

from mitgemeint.analysis import resources
from mitgemeint.analysis.gender_forms import FormKind, mask, recognise
from mitgemeint.eval.words import normalised, texts, words

SENTENCES = 20_000
"""Parses that are kept: the candidates of a text share most sentences."""

Words = tuple[str, ...]


def words_of(text: str) -> Words:
    """The words and punctuation marks of a text, gender characters as stars."""
    return tuple(texts(words(normalised(text))))


def lemmas_of(text: str) -> Words:
    """The German lemmas of a text; a gender form has that of its feminine, a pair those of its words."""
    return _lemmas(_sentences(text))


def rank_by_words(proposed: Sequence[str], targets: Sequence[str]) -> int | None:
    """The place of the first candidate that is a target word by word, from 0; None if there is none."""
    wanted = {words_of(target) for target in targets}
    return next((place for place, text in enumerate(proposed) if words_of(text) in wanted), None)


def rank_by_lemmas(proposed: Sequence[str], targets: Sequence[str]) -> int | None:
    """The place of the first candidate that is a target lemma by lemma, from 0; None if there is none."""
    wanted = {lemmas_of(target) for target in targets}
    sizes = {len(lemmas) for lemmas in wanted}
    for place, text in enumerate(proposed):
        sentences = _sentences(text)
        # Each word has one lemma, and parsing takes its time.
        if sum(map(len, sentences)) in sizes and _lemmas(sentences) in wanted:
            return place
    return None


def _sentences(text: str) -> list[Words]:
    """The words of each sentence, gender forms as their feminine."""
    loaded = resources.load("bundled")
    read = normalised(text)
    forms = [form for form in recognise(read, loaded.database.is_feminine) if form.kind is not FormKind.PAIR]
    plain, _ = mask(read, forms)
    return [tuple(word.text for word in sentence.words) for sentence in loaded.analyzer.segment(plain)]


def _lemmas(sentences: Sequence[Words]) -> Words:
    return tuple(lemma for sentence in sentences for lemma in _of_sentence(sentence))


@lru_cache(maxsize=SENTENCES)
def _of_sentence(sentence: Words) -> Words:
    (tokens,) = resources.load("bundled").analyzer.parse([sentence])
    return tuple(token.lemma for token in tokens)
