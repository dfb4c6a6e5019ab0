"""An encoder that remembers on disk what another one has made."""

from collections.abc import Mapping, Sequence

import numpy as np

from mitgemeint.eval.association.encoders.encoded import Encoded, Encoder, Progress, each_once
from mitgemeint.eval.association.encoders.vector_cache import VectorCache

_TEXTS_AT_ONCE = 256


class CachedEncoder:
    """An Encoder that takes vectors from a cache and lets `encoder` make those that are missing.

    New texts are made in portions of similar length, each of which is written at once, so a killed run loses
    one portion. Words without a vector (`Encoded.missing`) are not kept: static vectors need no cache.
    """

    def __init__(self, encoder: Encoder, cache: VectorCache, portion: int = _TEXTS_AT_ONCE) -> None:
        self._encoder = encoder
        self._cache = cache
        self._portion = portion

    @property
    def name(self) -> str:
        """That of the encoder."""
        return self._encoder.name

    @property
    def fingerprint(self) -> str:
        """That of the encoder."""
        return self._encoder.fingerprint

    @property
    def settings(self) -> Mapping[str, str]:
        """Those of the encoder; whether a vector was remembered makes no difference."""
        return self._encoder.settings

    def split(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """As the encoder splits."""
        return self._encoder.split(texts)

    def rank(self, piece: str) -> int | None:
        """As the encoder ranks."""
        return self._encoder.rank(piece)

    @property
    def vocabulary_size(self) -> int:
        """That of the encoder."""
        return self._encoder.vocabulary_size

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Encoded:
        """The vectors of the texts; `progress` counts remembered texts as done."""
        different, back = each_once(texts)
        if not different:
            return self._encoder.encode(different)
        fingerprint = self.fingerprint
        known = dict(self._cache.get(fingerprint, different))
        if progress:
            progress(len(known), len(different))
        new = sorted((text for text in different if text not in known), key=len)
        for start in range(0, len(new), self._portion):
            portion = new[start : start + self._portion]
            made = self._encoder.encode(portion, _later(progress, len(known), len(different)))
            self._cache.put(fingerprint, portion, made)
            known.update((text, made.take([i])) for i, text in enumerate(portion))
        if progress:
            progress(len(different), len(different))
        if len({each.vectors.shape[1] for each in known.values()}) > 1:  # what was remembered is another's
            self._cache.forget(fingerprint)
            return self.encode(texts, progress)
        return _joined([known[text] for text in different]).take(back)


def _later(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Progress within a portion, as progress within all."""
    if progress is None:
        return None
    tell = progress
    return lambda done, _: tell(before + done, total)


def _joined(parts: Sequence[Encoded]) -> Encoded:
    return Encoded(
        np.concatenate([part.vectors for part in parts]),
        tuple(part.pieces[0] for part in parts),
        tuple(part.unknown[0] for part in parts),
        tuple(part.cut[0] for part in parts),
        tuple(part.missing[0] for part in parts),
    )
