"""Running tests on models: each text of a model is encoded once, each cell noted when it is done."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from mitgemeint.eval.association.encoders.encoded import Encoded, Encoder
from mitgemeint.eval.association.fingerprint import fingerprint
from mitgemeint.eval.association.measuring import SETS, Options, measure
from mitgemeint.eval.association.result import FORMAT, Result
from mitgemeint.eval.association.test_file import AssociationTest
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.problems import EvalError


class Progress(Protocol):
    """Told how far a run is."""

    def load(self, model: str) -> None:
        """A model is being loaded."""

    def begin(self, model: str, what: str, total: int) -> None:
        """Something begins that has so many steps: the encoding of a model's texts, or its tests."""

    def advance(self, done: int) -> None:
        """So many of its steps are done."""

    def end(self) -> None:
        """It is over."""


Loader = Callable[[], Encoder]


def run(
    tests: Sequence[AssociationTest],
    models: Iterable[tuple[str, Loader]],
    options: Options,
    journal: Journal[Result],
    progress: Progress,
) -> Iterator[Result]:
    """The results of every test on every model, under the name given with it, model by model.

    A cell that the journal has is not computed again; models are loaded one after the other. Raises
    EvalError, with what was done before in the journal.
    """
    for name, load in models:
        progress.load(name)
        encoder = load()
        keys = [_key(test, encoder, options) for test in tests]
        pending = [test for test, key in zip(tests, keys, strict=True) if journal.find(key) is None]
        vectors = _encode(encoder, pending, name, progress)
        progress.begin(name, "tests", len(tests))
        for number, (test, key) in enumerate(zip(tests, keys, strict=True)):
            result = journal.find(key)
            if result is None:
                result = measure(test, _of(test, vectors), name, options)
                journal.add(key, result)
            progress.advance(number + 1)
            yield replace(result, model=name)
        progress.end()


def _key(test: AssociationTest, encoder: Encoder, options: Options) -> str:
    """What a cell depends on, as a hash."""
    content = [FORMAT, fingerprint(test), encoder.fingerprint, options.as_settings()]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode("utf-8")).hexdigest()


def _encode(encoder: Encoder, tests: Sequence[AssociationTest], name: str, progress: Progress) -> "_Vectors":
    texts = list(dict.fromkeys(text for test in tests for each in test.sets.values() for text in each.texts))
    if not texts:
        return _Vectors({}, None)
    progress.begin(name, "texts", len(texts))
    try:
        encoded = encoder.encode(texts, lambda done, _: progress.advance(done))
    except MemoryError as error:
        remedy = "take a smaller model, or fewer tests at a time with --only"
        raise EvalError(name, "does not fit into memory", remedy) from error
    progress.end()
    return _Vectors({text: row for row, text in enumerate(texts)}, encoded)


class _Vectors:
    """The vectors of all texts of a model, found by their texts."""

    def __init__(self, rows: dict[str, int], encoded: Encoded | None) -> None:
        self._rows = rows
        self._encoded = encoded

    def of(self, texts: Sequence[str]) -> Encoded:
        if self._encoded is None:
            raise LookupError("no text was encoded")
        return self._encoded.take([self._rows[text] for text in texts])


def _of(test: AssociationTest, vectors: _Vectors) -> dict[str, Encoded]:
    return {name: vectors.of(each.texts) for name, each in zip(SETS, test.sets.values(), strict=True)}
