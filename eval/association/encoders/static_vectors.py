"""Static word vectors as an encoder: a word by its vector, a sentence by the mean of its words' vectors."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from mitgemeint.eval.association.encoders.encoded import Encoded, Progress, each_once
from mitgemeint.eval.association.encoders.letter_case import LetterCase, spellings
from mitgemeint.eval.association.encoders.word_tokens import word_tokens
from mitgemeint.eval.files import expanded
from mitgemeint.eval.models.content import content_hash, settings_hash
from mitgemeint.eval.vector_files.formats import vector_file
from mitgemeint.eval.vector_files.look_up import (
    MOST_DIMENSIONS,
    Vector,
    VectorFile,
    malformed,
    unreadable,
)


class StaticVectors:
    """An Encoder on a file of word vectors, of which only the words of the texts are kept in memory.

    A text without spaces that stands in the file as a whole is one word. Every other text is cut by
    `word_tokens` and gets the mean of its words' vectors (the bag of words of sent-bias, which however fails
    on a text with an unknown word; here the known words are averaged, and `Encoded.missing` names the rest).
    Models with n-grams (fastText) make vectors for words that they do not know; these count as unknown, not
    as missing. The file is read with every call that brings new words: give all texts at once.
    """

    def __init__(self, file: VectorFile, case: LetterCase = LetterCase.EXACT, language: str = "") -> None:
        self._file = file
        self._case = case
        self._language = language
        self._asked: set[str] = set()
        self._vectors: dict[str, Vector] = {}
        self._ranks: dict[str, int] = {}
        self._composed: dict[str, Vector] = {}
        self._dimensions = 0
        self._size = 0

    @property
    def name(self) -> str:
        """The name of the file."""
        return self._file.path.name

    @property
    def settings(self) -> Mapping[str, str]:
        """File, its hash, format, and how words are looked up."""
        return {
            "model": self.name,
            "revision": self._revision,
            "kind": f"static word vectors, {self._file.format}",
            "pooling": "mean of the words' vectors, words without one left out",
            "letter case": f"{self._case} {self._language}".strip(),
        }

    @property
    def fingerprint(self) -> str:
        """A hash of the settings without the file's name."""
        return settings_hash(self.settings, "model")

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Encoded:
        """The vectors of the texts; rows of NaN for those without any known word."""
        different, back = each_once(texts)
        tokens = [word_tokens(text) for text in different]
        self._fetch(
            [*(text for text in different if " " not in text), *(word for row in tokens for word in row)]
        )
        words = [self._words(text, row) for text, row in zip(different, tokens, strict=True)]
        rows = np.full((len(different), self._dimensions), np.nan, dtype=np.float32)
        for place, row in enumerate(words):
            found = [vector for word in row if (vector := self._vector(word)) is not None]
            if found:
                rows[place] = np.mean(found, axis=0, dtype=np.float64)
        if progress:
            progress(len(different), len(different))
        return Encoded(
            rows,
            tuple(len(row) for row in words),
            tuple(sum(self._known(word) is None for word in row) for row in words),
            (0,) * len(words),
            tuple(tuple(word for word in row if self._vector(word) is None) for row in words),
        ).take(back)

    def split(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The words of each text."""
        tokens = [word_tokens(text) for text in texts]
        self._fetch([*texts, *(word for row in tokens for word in row)])
        return [self._words(text, row) for text, row in zip(texts, tokens, strict=True)]

    def rank(self, piece: str) -> int | None:
        """The place of a word in the file, from 0 (files are sorted by frequency as a rule)."""
        self._fetch([piece])
        known = self._known(piece)
        return None if known is None else self._ranks[known]

    @property
    def vocabulary_size(self) -> int:
        """The number of words in the file."""
        if not self._size:
            self._read(set())
        return self._size

    def _words(self, text: str, tokens: tuple[str, ...]) -> tuple[str, ...]:
        return (text,) if " " not in text and self._known(text) is not None else tokens

    def _known(self, word: str) -> str | None:
        """The spelling of a word in the file."""
        tried = spellings(word, self._case, self._language)
        return next((spelling for spelling in tried if spelling in self._vectors), None)

    def _vector(self, word: str) -> Vector | None:
        known = self._known(word)
        if known is not None:
            return self._vectors[known]
        return self._composed.get(spellings(word, self._case, self._language)[0])

    def _fetch(self, words: Iterable[str]) -> None:
        """Reads what is not known of these words yet."""
        wanted = {one for word in words for one in spellings(word, self._case, self._language)}
        if new := wanted - self._asked:
            self._read(new)

    def _read(self, words: set[str]) -> None:
        found = self._file.look_up(words)
        if not 0 < found.dimensions <= MOST_DIMENSIONS:
            reason = f"vectors of {found.dimensions} dimensions are none"
            raise malformed(self._file.path, "its beginning", reason)
        self._asked |= words
        self._vectors |= found.vectors
        self._ranks |= found.ranks
        self._dimensions, self._size = found.dimensions, found.size
        self._composed |= self._file.compose(words - found.vectors.keys())

    @cached_property
    def _revision(self) -> str:
        try:
            return content_hash(*self._file.files)
        except OSError as error:
            raise unreadable(self._file.path, error) from error


def load_static_vectors(
    path: str | Path, case: LetterCase = LetterCase.EXACT, language: str = ""
) -> StaticVectors:
    """The encoder on a file of word vectors; raises EvalError where there is none."""
    return StaticVectors(vector_file(expanded(path)), case, language)
