"""The default analyzer: own segmentation, the bundled spaCy pipeline, lexicon and agreement."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.resources import as_file
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mitgemeint.analysis.nlp import imperatives, markers
from mitgemeint.analysis.nlp.imports import large_libraries_hidden
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
    lemmas_decide = False
    split_threshold: float | None = None

    def __init__(self, model: Path | None = None, correct: bool = True) -> None:
        with large_libraries_hidden():
            import spacy

        from mitgemeint.analysis.nlp.architecture import guesser_of
        from mitgemeint.analysis.nlp.decoder import Decoder
        from mitgemeint.analysis.nlp.labels import LabelTable

        self._segmenter = Segmenter()
        if model is not None:
            self._nlp = spacy.load(model)
        else:
            with as_file(resource("models", "bundled")) as folder:
                self._nlp = spacy.load(folder)
        vocab: Any = self._nlp.vocab
        vocab.lex_attr_getters = {}  # the model has its own features; computing spaCy's costs time
        pipes: dict[str, Any] = dict(self._nlp.pipeline)
        self._tok2vec, self._tagger, self._parser = (pipes[n] for n in ("tok2vec", "morphologizer", "parser"))
        guesser = guesser_of(self._tok2vec.model)
        self._decoder = Decoder(guesser, LabelTable(self._tagger.labels), correct)
        self._relations: dict[int, str] = {}
        self.lexicon = guesser.lexicon

    def segment(self, text: str) -> Sequence[Sentence]:
        """Sentences and words of a text."""
        return self._segmenter.segment(text)

    def parse(self, sentences: Sequence[Sequence[str]]) -> Sequence[tuple[Token, ...]]:
        """The grammar of each sentence, given as its words."""
        result: list[tuple[Token, ...]] = [()] * len(sentences)
        order = [i for i, words in enumerate(sentences) if words]
        for start in range(0, len(order), _BATCH):
            places = order[start : start + _BATCH]
            batch = [list(sentences[i]) for i in places]
            leads = [markers.count(words) for words in batch]
            bodies = self._bodies(batch, leads)
            parsed = self._parse_batch(bodies)
            for place, words, lead, tokens in zip(places, batch, leads, parsed, strict=True):
                result[place] = markers.restore(words, lead, _as_written(words[lead:], tokens))
        return result

    def vectors(self, sentences: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """What the tagger sees of each sentence, given as its words: a row for each, shape (words, width).

        Markers at the begin (bullets, numbers) have no row, unless they are all there is; what is longer than
        the analysis takes at once is given in parts, too.
        """
        from mitgemeint.analysis.nlp.docs import make_docs

        bodies = self._bodies(sentences, [markers.count(words) for words in sentences])
        result = []
        for words in bodies:
            parts = [words[at : at + _LONGEST] for at in range(0, len(words), _LONGEST)]
            with self._nlp.memory_zone():
                rows = self._tok2vec.predict(make_docs(self._nlp.vocab, parts)) if parts else []
                width = self._tok2vec.model.get_dim("nO")
                result.append(np.concatenate([np.zeros((0, width), dtype=np.float32), *rows]))
        return result

    def _bodies(self, sentences: Sequence[Sequence[str]], leads: Sequence[int]) -> list[list[str]]:
        """The words that are analysed: without markers, imperatives written small."""
        return [
            list(imperatives.written_small(words[lead:], self.lexicon))
            for words, lead in zip(sentences, leads, strict=True)
        ]

    def _parse_batch(self, batch: Sequence[Sequence[str]]) -> Iterator[tuple[Token, ...]]:
        places = [k for k, words in enumerate(batch) for _ in range(0, len(words), _LONGEST)]
        parts = [words[at : at + _LONGEST] for words in batch for at in range(0, len(words), _LONGEST)]
        with self._nlp.memory_zone():
            analysed = self._analyse(parts)
        joined: list[list[Token]] = [[] for _ in batch]
        for k, tokens in zip(places, analysed, strict=True):
            joined[k].extend(_shift(tokens, len(joined[k])))
        yield from (tuple(tokens) for tokens in joined)

    def _analyse(self, batch: Sequence[Sequence[str]]) -> list[tuple[Token, ...]]:
        from mitgemeint.analysis.nlp.docs import make_docs

        docs = make_docs(self._nlp.vocab, batch)
        self._tok2vec.set_annotations(docs, self._tok2vec.predict(docs))
        scores = _probabilities(np.concatenate(self._tagger.model.predict(docs)))
        self._parser.set_annotations(docs, self._parser.predict(docs))
        heads: list[int] = []
        relations: list[str] = []
        for doc in docs:
            _add_tree(doc, heads, relations, self._relation_name)
        return self._decoder.decode(batch, scores, heads, relations)

    def _relation_name(self, key: int) -> str:
        name = self._relations.get(key)
        if name is None:
            name = self._nlp.vocab.strings[key] if key else "dep"
            self._relations[key] = name
        return name


def _probabilities(logits: Any) -> Any:
    """The softmax, which spaCy's tagger leaves out when it predicts."""
    values = np.exp(logits - logits.max(axis=1, keepdims=True))
    return values / values.sum(axis=1, keepdims=True)


def _add_tree(doc: Any, heads: list[int], relations: list[str], name: Callable[[int], str]) -> None:
    """Adds heads (counted over all Docs) and relations of a Doc, with a single root."""
    from spacy.symbols import DEP, HEAD  # type: ignore[import-not-found]

    begin = len(heads)
    columns = doc.to_array([HEAD, DEP]).astype(np.int64)
    own = [begin + i + offset for i, offset in enumerate(columns[:, 0].tolist())]
    labels = [name(key) for key in doc.to_array([DEP]).ravel().tolist()]
    roots = [i for i, head in enumerate(own) if head == begin + i]
    main = next((i for i in roots if labels[i] == "ROOT"), roots[0])
    for i in roots:
        if i != main:
            own[i] = begin + main
            labels[i] = "parataxis" if labels[i] == "ROOT" else labels[i]
    labels[main] = "root"
    heads.extend(own)
    relations.extend(labels)


def _as_written(words: Sequence[str], tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the capitals of the text."""
    pairs = zip(words, tokens, strict=True)
    return [token if token.text == word else replace(token, text=word) for word, token in pairs]


def _shift(tokens: Sequence[Token], by: int) -> Iterable[Token]:
    if not by:
        return tokens
    return (replace(token, index=token.index + by, head=token.head + by) for token in tokens)
