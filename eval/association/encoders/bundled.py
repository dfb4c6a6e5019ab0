"""The assistant's own pipeline as an encoder: the vectors that its tagger sees."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.metadata import version
from importlib.resources import as_file
from typing import TYPE_CHECKING

import numpy as np

from mitgemeint.data import resource
from mitgemeint.eval.association.encoders.encoded import Encoded, Progress, Vectors, each_once
from mitgemeint.eval.association.encoders.pooling import Pooling, pooled
from mitgemeint.eval.models.content import content_hash, settings_hash
from mitgemeint.eval.problems import EvalError

if TYPE_CHECKING:
    from mitgemeint.analysis.nlp.bundled import BundledAnalyzer

_POOLINGS = (Pooling.MEAN, Pooling.MEAN_OF_PIECES, Pooling.FIRST_PIECE, Pooling.LAST)


class BundledEncoder:
    """An Encoder on the bundled pipeline: a vector for each word, in its sentence, pooled over the text.

    The pieces are words and signs of punctuation; unknown is a word (not a sign, not a number) that the
    lexicon does not have. There are no special tokens, so both means are the same. The constructor loads the
    pipeline (about 1 s). Raises EvalError for a pooling that asks for a classification token.
    """

    name = "bundled"

    def __init__(self, pooling: Pooling | None = None, analyzer: "BundledAnalyzer | None" = None) -> None:
        self.pooling = pooling or Pooling.MEAN
        if self.pooling not in _POOLINGS:
            reason = "the bundled pipeline has no classification token"
            raise EvalError("--pooling", reason, "choose mean, last or first-piece")
        if analyzer is None:
            from mitgemeint.analysis.nlp.bundled import BundledAnalyzer

            analyzer = BundledAnalyzer()
        self._analyzer = analyzer

    @property
    def settings(self) -> Mapping[str, str]:
        """Model, hash of its files and of the lexicon, pooling, library."""
        return {
            "model": self.name,
            "revision": self._revision,
            "kind": "word vectors in the sentence (bundled pipeline)",
            "pooling": f"{self.pooling}: over words, there are no special tokens",
            "libraries": f"spaCy {version('spacy')}",
        }

    @property
    def fingerprint(self) -> str:
        """A hash of the settings."""
        return settings_hash(self.settings)

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Encoded:
        """The vectors of the texts; an empty one is an EvalError."""
        different, back = each_once(texts)
        rows: list[Vectors] = []
        pieces: list[int] = []
        unknown: list[int] = []
        for done, text in enumerate(different, 1):
            words = [[word.text for word in sentence.words] for sentence in self._analyzer.segment(text)]
            vectors = np.concatenate(self._analyzer.vectors(words)) if words else np.zeros((0, 0))
            if not len(vectors):
                raise EvalError("a text of the test", f"{text!r} has no word", "give every text a word")
            rows.append(self._pooled(vectors))
            pieces.append(len(vectors))
            unknown.append(sum(self.rank(word) is None for sentence in words for word in sentence))
            if progress:
                progress(done, len(different))
        matrix = np.stack(rows) if rows else np.zeros((0, 0), dtype=np.float32)
        empty = ((),) * len(different)
        return Encoded(matrix, tuple(pieces), tuple(unknown), (0,) * len(different), empty).take(back)

    def _pooled(self, vectors: Vectors) -> Vectors:
        own = np.zeros(len(vectors), dtype=np.bool_)  # no special tokens
        return pooled(self.pooling, vectors, own, -1)

    def split(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The words of each text."""
        return [
            tuple(word.text for sentence in self._analyzer.segment(text) for word in sentence.words)
            for text in texts
        ]

    def rank(self, piece: str) -> int | None:
        """0 for what the lexicon has (and signs and numbers), None for the rest: it knows no frequency."""
        lexicon = self._analyzer.lexicon
        small = piece[:1].lower() + piece[1:]  # at the begin of a sentence
        known = piece in lexicon or small in lexicon or not any(sign.isalpha() for sign in piece)
        return 0 if known else None

    @property
    def vocabulary_size(self) -> int:
        """0: the lexicon has no order."""
        return 0

    @cached_property
    def _revision(self) -> str:
        with as_file(resource("models", "bundled")) as model, as_file(resource("lexicon")) as lexicon:
            return content_hash(model, lexicon)
