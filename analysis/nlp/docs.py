"""Makes spaCy Docs of sentences given as words; import only where spaCy is needed."""

from collections.abc import Sequence

from spacy.tokens import Doc
from spacy.vocab import Vocab


def make_docs(vocab: Vocab, sentences: Sequence[Sequence[str]]) -> list[Doc]:
    """A Doc for each sentence; none of the sentences may be empty.

    The Docs forbid a parser to split them; an empty word becomes an underscore.
    """
    docs = []
    for words in sentences:
        starts: list[bool | int | None] = [True, *([False] * (len(words) - 1))]
        docs.append(Doc(vocab, words=[word or "_" for word in words], sent_starts=starts))
    return docs
