"""The bundled analyzer without its model: the lexicon and the rules of agreement read a sentence alone."""

from collections.abc import Sequence

import numpy as np

from mitgemeint.analysis.nlp.bundled import BundledAnalyzer
from mitgemeint.analysis.nlp.protocol import Token


class LexiconAnalyzer(BundledAnalyzer):
    """Reads with every label as likely as any other, and with the first word of a sentence as its root."""

    name = "without model"

    def _analyse(self, batch: Sequence[Sequence[str]]) -> list[tuple[Token, ...]]:
        labels = len(self._tagger.labels)
        scores = np.full((sum(map(len, batch)), labels), 1 / labels, dtype=np.float32)
        heads: list[int] = []
        relations: list[str] = []
        for words in batch:
            heads += [len(heads)] * len(words)
            relations += ["root", *["dep"] * (len(words) - 1)]
        return self._decoder.decode(batch, scores, heads, relations)
