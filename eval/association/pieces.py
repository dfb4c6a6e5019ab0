"""What a model sees of the texts: unknown pieces, words in many pieces, texts cut off or without a vector."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from mitgemeint.eval.association.checks import Caution, Code
from mitgemeint.eval.association.encoders.encoded import Encoded

MANY = 3.0
"""Pieces for each word, on average over a set, from which its words are more spelled than known to the model:
our bound. The figure itself is the fertility of Rust et al. 2021, "How Good is Your Tokenizer?" (ACL).
"""

UNEVEN = 1.5
"""How many times as many pieces the words of one target set have as those of the other, from which the sets
differ in more than their meaning: our bound (the open question of Caglidil et al. about Kurdish names)."""


def check_pieces(sets: Mapping[str, Sequence[str]], encoded: Mapping[str, Encoded]) -> tuple[Caution, ...]:
    """Doubts about how a model reads the texts of the sets X, Y, A and B."""
    return (
        *_missing(sets, encoded),
        *_unknown(sets, encoded),
        *_many(sets, encoded),
        *_uneven(sets, encoded),
        *_cut(sets, encoded),
    )


def _missing(sets: Mapping[str, Sequence[str]], encoded: Mapping[str, Encoded]) -> Iterator[Caution]:
    for name, texts in sets.items():
        gone = [texts[row] for row in encoded[name].without_vector]
        if gone:
            message = f"{len(gone)} of {len(texts)} texts have no vector and are left out: {_listed(gone)}"
            yield Caution(Code.MISSING, name, message)


def _unknown(sets: Mapping[str, Sequence[str]], encoded: Mapping[str, Encoded]) -> Iterator[Caution]:
    for name, texts in sets.items():
        rows = set(encoded[name].without_vector)
        unknown = [
            text
            for row, (text, count) in enumerate(zip(texts, encoded[name].unknown, strict=True))
            if count and row not in rows
        ]
        if unknown:
            message = f"{len(unknown)} of {len(texts)} texts hold pieces that the model does not know"
            yield Caution(Code.UNKNOWN_PIECES, name, f"{message}: {_listed(unknown)}")


def _many(sets: Mapping[str, Sequence[str]], encoded: Mapping[str, Encoded]) -> Iterator[Caution]:
    for name, texts in sets.items():
        mean = _pieces_a_word(texts, encoded[name])
        if mean >= MANY:
            yield Caution(Code.MANY_PIECES, name, f"words are split into {mean:.1f} pieces on average")


def _uneven(sets: Mapping[str, Sequence[str]], encoded: Mapping[str, Encoded]) -> Iterator[Caution]:
    means = {name: _pieces_a_word(sets[name], encoded[name]) for name in ("X", "Y")}
    low, high = sorted(means.values())
    if low > 0 and high / low >= UNEVEN:
        message = f"words have {means['X']:.1f} pieces in X and {means['Y']:.1f} in Y"
        yield Caution(Code.UNEVEN_PIECES, "X, Y", message)


def _cut(sets: Mapping[str, Sequence[str]], encoded: Mapping[str, Encoded]) -> Iterator[Caution]:
    for name, texts in sets.items():
        cut = [text for text, count in zip(texts, encoded[name].cut, strict=True) if count]
        if cut:
            message = f"{len(cut)} of {len(texts)} texts are longer than the model reads: {_listed(cut)}"
            yield Caution(Code.CUT, name, message)


def _pieces_a_word(texts: Sequence[str], encoded: Encoded) -> float:
    words = np.array([max(1, len(text.split())) for text in texts], dtype=float)
    return float(np.sum(encoded.pieces) / words.sum()) if len(texts) else 0.0


def _listed(texts: Sequence[str], most: int = 3) -> str:
    shown = ", ".join(text if len(text) <= 40 else f"{text[:39]}…" for text in texts[:most])
    return f"{shown} …" if len(texts) > most else shown
