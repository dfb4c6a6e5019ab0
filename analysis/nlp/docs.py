"""Makes spaCy Docs of sentences given as words; import only where spaCy is needed."""

from collections.abc import Sequence

from spacy.tokens import Doc
from spacy.vocab import Vocab


def make_docs(vocab: Vocab, sentences: Sequence[Sequence[str]]) -> list[Doc]:
    """A Doc for each sentence; none of the sentences may be empty.

    The Docs forbid a parser to split them; an empty word becomes an underscore, a lone surrogate a
    question mark.
    """
    docs = []
    for words in sentences:
        starts: list[bool | int | None] = [True, *([False] * (len(words) - 1))]
        docs.append(Doc(vocab, words=[_text(word) for word in words], sent_starts=starts))
    return docs


def _text(word: str) -> str:
    """A word as spaCy can hash it: not empty, and without lone surrogates."""
    return word.encode("utf-8", "replace").decode("utf-8") or "_"
