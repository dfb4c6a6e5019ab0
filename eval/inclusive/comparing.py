"""Whether two texts are the same word by word, or lemma by lemma.

Every gender character and abbreviated pair is read as a star first (`words.normalised`), so that notations
that differ in the sign alone are one. Lemmas forgive number and agreement; they are those of the bundled
analyzer, gender forms read as their feminine.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from mitgemeint.analysis import resources
from mitgemeint.analysis.gender_forms import FormKind, mask, recognise
from mitgemeint.eval.words import normalised, texts, words

Reading = Callable[[str], tuple[str, ...]]
SENTENCES = 20_000
"""Parses that are kept: the candidates of a text share most sentences."""


def words_of(text: str) -> tuple[str, ...]:
    """The words and punctuation marks of a text, gender characters as stars."""
    return tuple(texts(words(normalised(text))))


def lemmas_of(text: str) -> tuple[str, ...]:
    """The German lemmas of a text; a gender form has that of its feminine, a pair those of its words."""
    loaded = resources.load("bundled")
    forms = recognise(normalised(text), loaded.database.is_feminine)
    plain, _ = mask(normalised(text), [form for form in forms if form.kind is not FormKind.PAIR])
    return tuple(
        lemma
        for sentence in loaded.analyzer.segment(plain)
        for lemma in _sentence_lemmas(tuple(word.text for word in sentence.words))
    )


@lru_cache(maxsize=SENTENCES)
def _sentence_lemmas(sentence: tuple[str, ...]) -> tuple[str, ...]:
    (tokens,) = resources.load("bundled").analyzer.parse([sentence])
    return tuple(token.lemma for token in tokens)


def rank(proposed: Sequence[str], targets: Sequence[str], reading: Reading) -> int | None:
    """The place of the first candidate that reads like a target, from 0; None if there is none."""
    wanted = {reading(target) for target in targets}
    return next((place for place, text in enumerate(proposed) if reading(text) in wanted), None)
