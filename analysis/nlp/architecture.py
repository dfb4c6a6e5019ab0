"""The neural layers of the bundled model that spaCy does not have; importing registers them."""

from collections.abc import Callable, Sequence
from itertools import chain as joined
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.strings import hash_string  # type: ignore[attr-defined]
from spacy.tokens import Doc
from spacy.util import registry
from thinc.api import HashEmbed, Maxout, Model, chain, concatenate
from thinc.model import deserialize_attr, serialize_attr

from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.nlp import lexical_features
from mitgemeint.analysis.nlp.guesser import Guesser

_CACHED_ROWS = 100_000
_CACHED_VECTORS = 30_000
_NAME = "lexicon_embed"
Key = tuple[str, bool]
Hashes = NDArray[np.uint64]
Vectors = NDArray[np.float32]


class WordTable:
    """Features and, for prediction, vectors of words by spelling and place; both are cached."""

    def __init__(self, guesser: Guesser, width: int) -> None:
        self.guesser = guesser
        self._rows: dict[Key, Hashes] = {}
        self._width = width
        self.forget()

    def forget(self) -> None:
        """Drops the vectors (the weights have changed, or there are too many)."""
        self._places: dict[Key, int] = {}
        self._vectors: Vectors = np.zeros((0, self._width), dtype=np.float32)

    def rows(self, keys: Sequence[Key]) -> Hashes:
        """The hashed features of each word, kept for the next time (training)."""
        for key in keys:
            if key not in self._rows:
                self._rows[key] = self._features(key)
        result = np.stack([self._rows[key] for key in keys])
        if len(self._rows) > _CACHED_ROWS:
            self._rows.clear()
        return result

    def _features(self, key: Key) -> Hashes:
        features = lexical_features.row(*key, self.guesser)
        return np.array([hash_string(text) for text in features], dtype=np.uint64)

    def vectors(self, keys: Sequence[Key], embed: Callable[[Hashes], Vectors]) -> Vectors:
        """The vector of each word; `embed` makes those that are new."""
        new = [key for key in dict.fromkeys(keys) if key not in self._places]
        if len(self._places) + len(new) > _CACHED_VECTORS:
            self.forget()
            new = list(dict.fromkeys(keys))
        if new:
            made = embed(np.stack([self._features(key) for key in new]))
            first = len(self._places)
            self._places.update((key, first + i) for i, key in enumerate(new))
            self._vectors = np.concatenate([self._vectors, made])
        return self._vectors[[self._places[key] for key in keys]]


@serialize_attr.register(WordTable)
def _write_nothing(_: object, value: object, name: str, model: Model[Any, Any]) -> bytes:
    return b""


@deserialize_attr.register(WordTable)
def _keep(_: object, value: bytes, name: str, model: Model[Any, Any]) -> object:
    return model.attrs[name]


def _keys(doc: Doc) -> list[Key]:
    words = [token.text for token in doc]
    return list(zip(words, lexical_features.initial_flags(words), strict=True))


def _forward(
    model: Model[Any, Any], docs: Sequence[Doc], is_train: bool
) -> tuple[list[Vectors], Callable[[Any], Any]]:
    table: WordTable = model.attrs["words"]
    keys = [_keys(doc) for doc in docs]
    ends = np.cumsum([len(part) for part in keys])[:-1]
    flat = list(joined.from_iterable(keys))
    if not flat:
        width = model.get_dim("nO")
        return [np.zeros((0, width), dtype=np.float32) for _ in docs], lambda gradient: []
    inner = model.layers[0]
    if not is_train:
        return np.split(table.vectors(flat, inner.predict), ends), lambda gradient: []
    table.forget()
    output, backprop = inner(table.rows(flat), is_train)

    def back(gradient: Sequence[Vectors]) -> list[Doc]:
        backprop(np.concatenate(gradient))
        return []

    return np.split(output, ends), back


def _initialise(model: Model[Any, Any], X: Any = None, Y: Any = None) -> None:  # noqa: N803
    table: WordTable = model.attrs["words"]
    model.layers[0].initialize(X=table.rows([("Muster", False)]))


@registry.architectures("mitgemeint.LexiconEmbed.v1")  # type: ignore[untyped-decorator]
def lexicon_embed(width: int, rows: list[int], seed: int = 7) -> Model[Any, Any]:
    """Embeds words by spelling and lexicon readings; `rows` is the table size of each feature."""
    tables: list[Model[Any, Any]] = [
        HashEmbed(width, count, column=i, seed=seed + i) for i, count in enumerate(rows)
    ]
    mix = Maxout(width, width * len(rows), nP=3, dropout=0.0, normalize=True)
    inner: Model[Any, Any] = chain(concatenate(*tables), mix)
    words = WordTable(Guesser(FormLexicon.load()), width)
    return Model(
        _NAME, _forward, init=_initialise, dims={"nO": width}, layers=[inner], attrs={"words": words}
    )


def guesser_of(model: Model[Any, Any]) -> Guesser:
    """The guesser (with its lexicon) inside a model; raises ValueError where there is none."""
    for node in model.walk():
        if node.name == _NAME:
            words: WordTable = node.attrs["words"]
            return words.guesser
    raise ValueError("the model has no lexicon features; train it with data/build/model/train.py")
