"""The default analyzer: own segmentation, the bundled spaCy pipeline, lexicon and agreement."""

from collections.abc import Iterator, Sequence
from importlib.resources import as_file
from pathlib import Path
from typing import Any

import numpy as np

from mitgemeint.analysis.nlp.protocol import Sentence, Token
from mitgemeint.analysis.nlp.segmentation import Segmenter
from mitgemeint.data import resource

_BATCH = 64
_LONGEST = 400  # words; what is longer (tables, word lists) is analysed in parts


class BundledAnalyzer:
    """Implements the Analyzer protocol; the constructor imports spaCy and loads the model (about 1 s).

    One thread at a time. `model` is a folder with another trained pipeline of the same make.
    Raises FileNotFoundError where there is no model.
    """

    name = "bundled"

    def __init__(self, model: Path | None = None, correct: bool = True) -> None:
        import spacy

        from mitgemeint.analysis.nlp.architecture import feature_rows
        from mitgemeint.analysis.nlp.decoder import Decoder
        from mitgemeint.analysis.nlp.labels import LabelTable

        self._segmenter = Segmenter()
        if model is not None:
            self._nlp = spacy.load(model)
        else:
            with as_file(resource("models", "bundled")) as folder:
                self._nlp = spacy.load(folder)
        pipes: dict[str, Any] = dict(self._nlp.pipeline)
        self._tok2vec, self._tagger, self._parser = (pipes[n] for n in ("tok2vec", "morphologizer", "parser"))
        rows = feature_rows(self._tok2vec.model)
        self._decoder = Decoder(rows.guesser, LabelTable(self._tagger.labels), correct)
        self.lexicon = rows.guesser.lexicon

    def segment(self, text: str) -> Sequence[Sentence]:
        """Sentences and words of a text."""
        return self._segmenter.segment(text)

    def parse(self, sentences: Sequence[Sequence[str]]) -> Sequence[tuple[Token, ...]]:
        """The grammar of each sentence, given as its words."""
        result: list[tuple[Token, ...]] = [()] * len(sentences)
        order = [i for i, words in enumerate(sentences) if words]
        for start in range(0, len(order), _BATCH):
            places = order[start : start + _BATCH]
            batch = [sentences[i] for i in places]
            for place, tokens in zip(places, self._parse_batch(batch), strict=True):
                result[place] = tokens
        return result

    def _parse_batch(self, batch: Sequence[Sequence[str]]) -> Iterator[tuple[Token, ...]]:
        parts = [
            (k, words[at : at + _LONGEST])
            for k, words in enumerate(batch)
            for at in range(0, len(words), _LONGEST)
        ]
        with self._nlp.memory_zone():
            analysed = list(self._analyse([words for _, words in parts]))
        joined: list[list[Token]] = [[] for _ in batch]
        for (k, _), tokens in zip(parts, analysed, strict=True):
            joined[k].extend(_shift(tokens, len(joined[k])))
        yield from (tuple(tokens) for tokens in joined)

    def _analyse(self, batch: Sequence[Sequence[str]]) -> Iterator[tuple[Token, ...]]:
        from spacy.tokens import Doc

        vocab = self._nlp.vocab
        docs = [
            Doc(vocab, words=[word or "_" for word in words], sent_starts=[True] + [False] * (len(words) - 1))
            for words in batch
        ]
        self._tok2vec.set_annotations(docs, self._tok2vec.predict(docs))
        scores = self._tagger.model.predict(docs)
        self._parser.set_annotations(docs, self._parser.predict(docs))
        for words, doc, rows in zip(batch, docs, scores, strict=True):
            heads, relations = _tree(doc)
            yield self._decoder.decode(words, _probabilities(rows), heads, relations)


def _probabilities(logits: Any) -> Any:
    """The softmax, which spaCy's tagger leaves out when it predicts."""
    values = np.exp(logits - logits.max(axis=1, keepdims=True))
    return values / values.sum(axis=1, keepdims=True)


def _tree(doc: Any) -> tuple[list[int], list[str]]:
    """Heads and relations of a Doc with a single root."""
    heads = [token.head.i for token in doc]
    relations = [token.dep_ or "dep" for token in doc]
    roots = [i for i, head in enumerate(heads) if head == i]
    main = next((i for i in roots if relations[i] == "ROOT"), roots[0])
    for i in roots:
        if i == main:
            relations[i] = "root"
        else:
            heads[i], relations[i] = main, "parataxis" if relations[i] == "ROOT" else relations[i]
    return heads, relations


def _shift(tokens: Sequence[Token], by: int) -> Iterator[Token]:
    if not by:
        return iter(tokens)
    return (
        Token(
            t.index + by, t.text, t.lemma, t.pos, t.head + by, t.relation, t.case, t.number, t.gender, t.extra
        )
        for t in tokens
    )
