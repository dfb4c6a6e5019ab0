"""The neural layers of the bundled model that spaCy does not have; importing registers them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from spacy.strings import hash_string
from spacy.tokens import Doc
from spacy.util import registry
from thinc.api import HashEmbed, Maxout, Model, chain, concatenate, with_array
from thinc.model import deserialize_attr, serialize_attr

from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.nlp import lexical_features
from mitgemeint.analysis.nlp.guesser import Guesser

_CACHE_SIZE = 100_000


class FeatureRows:
    """Hashed features of words, cached by word and place."""

    def __init__(self, guesser: Guesser) -> None:
        self.guesser = guesser
        self._rows: dict[tuple[str, bool], np.ndarray[Any, np.dtype[np.uint64]]] = {}

    def __call__(self, words: Sequence[str]) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """A row of hashes for each word."""
        if len(self._rows) > _CACHE_SIZE:
            self._rows.clear()
        rows = []
        for key in zip(words, lexical_features.initial_flags(words), strict=True):
            row = self._rows.get(key)
            if row is None:
                features = lexical_features.row(*key, self.guesser)
                row = np.array([hash_string(text) for text in features], dtype=np.uint64)
                self._rows[key] = row
            rows.append(row)
        if not rows:
            return np.zeros((0, len(lexical_features.NAMES)), dtype=np.uint64)
        return np.stack(rows)


@serialize_attr.register(FeatureRows)
def _write_nothing(_: object, value: object, name: str, model: Model[Any, Any]) -> bytes:
    return b""


@deserialize_attr.register(FeatureRows)
def _keep(_: object, value: bytes, name: str, model: Model[Any, Any]) -> object:
    return model.attrs[name]


def _extract(model: Model[Any, Any], docs: Sequence[Doc], is_train: bool) -> tuple[Any, Callable[[Any], Any]]:
    rows: FeatureRows = model.attrs["rows"]
    output = [rows([token.text for token in doc]) for doc in docs]
    return output, lambda gradient: []


def feature_layer() -> Model[Any, Any]:
    """Docs to hashed features, one array per Doc."""
    rows = FeatureRows(Guesser(FormLexicon.load()))
    return Model("lexicon_features", _extract, attrs={"rows": rows})


@registry.architectures("mitgemeint.LexiconEmbed.v1")
def lexicon_embed(width: int, rows: list[int], seed: int = 7) -> Model[Any, Any]:
    """Embeds words by spelling and lexicon readings; `rows` is the table size of each feature."""
    tables = [HashEmbed(width, count, column=i, seed=seed + i, dropout=0.0) for i, count in enumerate(rows)]
    mix = Maxout(width, width * len(rows), nP=3, dropout=0.0, normalize=True)
    return chain(feature_layer(), with_array(chain(concatenate(*tables), mix)))


def feature_rows(model: Model[Any, Any]) -> FeatureRows:
    """The feature extractor inside a model (with its lexicon); raises ValueError where there is none."""
    for node in model.walk():
        if node.name == "lexicon_features":
            rows: FeatureRows = node.attrs["rows"]
            return rows
    raise ValueError("the model has no lexicon features; train it with data/build/model/train.py")
