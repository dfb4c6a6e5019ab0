"""Static vectors as an encoder: words, bags of words, missing words, letter case, tokens."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from mitgemeint.eval.association.encoders.letter_case import LetterCase, spellings
from mitgemeint.eval.association.encoders.static_vectors import StaticVectors, load_static_vectors
from mitgemeint.eval.association.encoders.word_tokens import word_tokens

SHARED = Path(__file__).parents[4] / "shared" / "data"
VECTORS = {
    "bir": [1, 0],
    "ev": [0, 1],
    ".": [4, 4],
    "U.S.": [7, 7],
    "irak": [1, 1],
    "ırak": [2, 2],
    "New_York": [3, 3],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tr.vec"
    path.write_text("".join(f"{word} {x} {y}\n" for word, (x, y) in VECTORS.items()), "utf-8")
    return path


def encoder(file: Path, case: LetterCase = LetterCase.EXACT, language: str = "") -> StaticVectors:
    return load_static_vectors(file, case, language)


@pytest.mark.parametrize(
    ("text", "vector", "pieces", "missing"),
    [
        ("ev", [0, 1], 1, ()),
        ("bir ev", [0.5, 0.5], 2, ()),
        ("bir ev ev.", [5 / 4, 6 / 4], 4, ()),
        ("U.S.", [7, 7], 1, ()),  # stands there as a whole
        ("bir araba", [1, 0], 2, ("araba",)),
        ("araba", [np.nan, np.nan], 1, ("araba",)),
        ("Ev", [np.nan, np.nan], 1, ("Ev",)),
        ("", [np.nan, np.nan], 0, ()),
    ],
)
def test_vectors(file: Path, text: str, vector: list[float], pieces: int, missing: tuple[str, ...]) -> None:
    encoded = encoder(file).encode([text])
    np.testing.assert_allclose(encoded.vectors, [vector])
    assert (encoded.pieces, encoded.missing, encoded.unknown) == ((pieces,), (missing,), (len(missing),))
    assert encoded.without_vector == ((0,) if np.isnan(vector[0]) else ())


def test_a_text_that_occurs_twice(file: Path) -> None:
    encoded = encoder(file).encode(["ev", "bir", "ev", "yok"])
    np.testing.assert_allclose(encoded.vectors[:3], [[0, 1], [1, 0], [0, 1]])
    assert encoded.without_vector == (3,)


@pytest.mark.parametrize(
    ("word", "case", "language", "tried"),
    [
        ("Irak", LetterCase.EXACT, "tr", ("Irak",)),
        ("Irak", LetterCase.LOWER, "", ("irak",)),
        ("Irak", LetterCase.LOWER, "tr", ("ırak",)),
        ("İzmir", LetterCase.LOWER, "tr", ("izmir",)),
        ("izmir", LetterCase.FALLBACK, "tr", ("izmir", "İzmir", "İZMİR")),
        ("iPad", LetterCase.FALLBACK, "", ("iPad", "ipad", "Ipad", "IPAD")),
        ("", LetterCase.FALLBACK, "", ("",)),
    ],
)
def test_spellings(word: str, case: LetterCase, language: str, tried: tuple[str, ...]) -> None:
    assert spellings(word, case, language) == tried


def test_letter_case_is_stated_and_changes_the_fingerprint(file: Path) -> None:
    exact, fallback = encoder(file), encoder(file, LetterCase.FALLBACK, "tr")
    assert fallback.settings["letter case"] == "fallback tr"
    assert exact.fingerprint != fallback.fingerprint
    np.testing.assert_allclose(fallback.encode(["Irak", "EV"]).vectors, [[2, 2], [0, 1]])


def test_the_fingerprint_follows_the_content_alone(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.vec"
    copy.write_bytes(file.read_bytes())
    assert encoder(copy).fingerprint == encoder(file).fingerprint
    copy.write_bytes(file.read_bytes() + b"neu 1 1\n")
    assert encoder(copy).fingerprint != encoder(file).fingerprint


def test_ranks(file: Path) -> None:
    vectors = encoder(file)
    assert (vectors.rank("bir"), vectors.rank("ev"), vectors.rank("yok")) == (0, 1, None)
    assert vectors.split(["bir ev.", "ev"]) == [("bir", "ev", "."), ("ev",)]
    assert vectors.vocabulary_size == len(VECTORS)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Bu Mustafa.", "Bu|Mustafa|."),
        ("Orada bir şirket var.", "Orada|bir|şirket|var|."),
        ("The engineer's plan didn't work, it'll fail.", "The|engineer|'s|plan|did|n't|work|,|it|'ll|fail|."),
        ("My mother-in-law lives in the U.S.", "My|mother-in-law|lives|in|the|U.S."),
        ("Sie kommt (heute?) um 12:30 Uhr …", "Sie|kommt|(|heute|?|)|um|12:30|Uhr|…"),
        ("Er sagt: «Nein!»", "Er|sagt|:|«|Nein|!|»"),
        ("wait... 1,000.50", "wait|...|1,000.50"),
        ("  ", ""),
    ],
)
def test_tokens(text: str, tokens: str) -> None:
    assert word_tokens(text) == tuple(tokens.split("|") if tokens else ())


@pytest.mark.skipif(not SHARED.is_dir(), reason="the reference values (../shared/data) are not here")
@pytest.mark.parametrize(
    ("prefix", "model", "case"),
    [("w2v", "word2vec-news-part.kv", LetterCase.EXACT), ("glove", "glove-6b-50d", LetterCase.LOWER)],
)
def test_equal_to_sent_bias(
    installed: Callable[[str], Path], prefix: str, model: str, case: LetterCase
) -> None:
    content = json.loads((SHARED / "reference" / "sentbias_static_vectors.json").read_text("utf-8"))
    cases = {k: v for k, v in content["cases"].items() if k.startswith(f"{prefix}:") and "words" in v}
    assert len(cases) == 13
    vectors = load_static_vectors(installed(model), case)
    vectors.encode([word for one in cases.values() for words in one["words"].values() for word in words])
    for one in cases.values():
        x, y, a, b = (_unit(vectors, one["words"][name]) for name in ("targ1", "targ2", "attr1", "attr2"))
        both = np.concatenate([x, y])
        scores = (both @ a.T).mean(axis=1) - (both @ b.T).mean(axis=1)
        effect = (scores[: len(x)].mean() - scores[len(x) :].mean()) / scores.std(ddof=1)
        np.testing.assert_allclose(scores, one["s_w"], atol=1e-6)
        assert effect == pytest.approx(one["d"], abs=1e-6)


def _unit(vectors: StaticVectors, words: list[str]) -> np.ndarray:
    rows = vectors.encode(words).vectors.astype(np.float64)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)
