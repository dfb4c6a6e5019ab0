"""How encoders are named, the lists of models, the bundled pipeline, and how frequent words are."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.association.encoders.frequency import (
    chance_of_more,
    read_counts,
    summary,
    word_frequencies,
)
from mitgemeint.eval.association.encoders.pooling import Pooling, pooling_named
from mitgemeint.eval.association.encoders.registry import load_encoder
from mitgemeint.eval.association.encoders.vector_cache import VectorCache
from mitgemeint.eval.models.batches import batches
from mitgemeint.eval.models.model_lists import chosen_models, model_lists
from mitgemeint.eval.problems import EvalError


@given(st.lists(st.integers(1, 50)), st.integers(1, 200))
def test_batches_hold_everything_once_within_the_budget(lengths: list[int], budget: int) -> None:
    made = list(batches(lengths, budget))
    assert sorted(place for batch in made for place in batch) == list(range(len(lengths)))
    for batch in made:
        assert len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= budget


def test_the_models_of_the_turkish_paper() -> None:
    models = chosen_models("association", ["turkish-paper"])
    assert [choice.model for choice in models] == [
        "dbmdz/bert-base-turkish-cased",
        "dbmdz/bert-base-turkish-uncased",
        "dbmdz/bert-base-turkish-128k-cased",
        "dbmdz/bert-base-turkish-128k-uncased",
        "google-bert/bert-base-multilingual-cased",
        "google-bert/bert-base-multilingual-uncased",
        "google/mt5-base",
    ]
    for models in model_lists("association").values():
        for choice in models:
            assert re.fullmatch("[0-9a-f]{40}", choice.revision or "") or choice.note


def test_models_are_named_one_by_one() -> None:
    first, second = chosen_models("association", ["owner/model@refs/pr/1", "vectors:a@b.vec"])
    assert (first.name, first.model, first.revision) == ("owner/model@refs/pr/1", "owner/model", "refs/pr/1")
    assert (second.model, second.revision) == ("vectors:a@b.vec", None)
    with pytest.raises(EvalError, match="turkish-paper"):
        chosen_models("association", [])
    with pytest.raises(EvalError, match="google/mt5-base is named twice"):
        chosen_models(
            "association", ["turkish-paper", "google/mt5-base@2eb15465c5dd7f72a8f7984306ad05ebc3dd1e1f"]
        )


def test_vectors_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.vec").write_text("ev 1 2\n", "utf-8")
    encoder = load_encoder(f"vectors:{tmp_path / 'a.vec'}", pooling=Pooling.MEAN)
    assert encoder.name == "a.vec"
    assert encoder.encode(["ev"]).vectors.tolist() == [[1, 2]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"model": "vectors:/nothing/here.vec"}, "/nothing/here.vec: No such file"),
        ({"model": "vectors:x", "pooling": Pooling.CLS}, "--pooling: static vectors have no cls"),
        ({"model": "vectors:x", "revision": "main"}, "--revision: vectors:x has none"),
        ({"model": "bundled", "pooling": Pooling.CLS}, "--pooling: the bundled pipeline has no"),
    ],
)
def test_what_cannot_be_loaded(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(EvalError, match=re.escape(message)):
        load_encoder(**arguments)  # type: ignore[arg-type]


def test_poolings_by_name() -> None:
    assert [pooling_named(name) for name in Pooling] == list(Pooling)
    with pytest.raises(EvalError, match="choose one of first-piece, cls, mean"):
        pooling_named("max")


def test_transformers_models_are_cached_where_a_cache_is_given(
    checkpoint: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = str(checkpoint("bert"))
    first, second = (
        load_encoder(folder, cache=VectorCache(tmp_path)).encode(["Bu bir ev.", "ev"]) for _ in range(2)
    )
    np.testing.assert_array_equal(first.vectors, second.vectors)
    assert len(list(tmp_path.glob("*.sqlite3"))) == 1
    np.testing.assert_allclose(load_encoder(folder).encode(["ev"]).vectors[0], first.vectors[1], atol=1e-6)


def test_the_bundled_pipeline() -> None:
    encoder = load_encoder("bundled")
    texts = ["Lehrerin", "Die Lehrerin kommt.", "Xyzzq", "Die Lehrerin kommt. Der Mann auch."]
    encoded = encoder.encode(texts)
    assert encoded.pieces == (1, 4, 1, 8)
    assert encoded.unknown == (0, 0, 1, 0)
    assert encoded.vectors.dtype == np.float32
    assert np.isfinite(encoded.vectors).all()
    alone = np.concatenate([encoder.encode([text]).vectors for text in texts])
    np.testing.assert_allclose(encoded.vectors, alone, atol=1e-5)
    with pytest.raises(EvalError, match="has no word"):
        encoder.encode([" "])
    assert encoder.fingerprint == load_encoder("bundled", pooling=Pooling.MEAN).fingerprint
    assert encoder.fingerprint != load_encoder("bundled", pooling=Pooling.LAST).fingerprint


def test_poolings_of_the_bundled_pipeline_differ() -> None:
    vectors = {
        name: load_encoder("bundled", pooling=name).encode(["Die Lehrerin kommt."]).vectors[0]
        for name in (Pooling.FIRST_PIECE, Pooling.LAST, Pooling.MEAN, Pooling.MEAN_OF_PIECES)
    }
    np.testing.assert_array_equal(vectors[Pooling.MEAN], vectors[Pooling.MEAN_OF_PIECES])
    assert not np.allclose(vectors[Pooling.FIRST_PIECE], vectors[Pooling.LAST], atol=1e-3)


class Letters:
    """A vocabulary of the letters a to e; words of the list are whole."""

    vocabulary_size = 7

    def split(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [(text,) if text in ("ada", "abe") else tuple(text) for text in texts]

    def rank(self, piece: str) -> int | None:
        pieces = ["a", "b", "c", "d", "e", "ada", "abe"]
        return pieces.index(piece) if piece in pieces else None


@pytest.mark.parametrize(
    ("word", "pieces", "rank", "count", "whole"),
    [
        ("ada", ("ada",), 5, 9, True),
        ("bed", ("b", "e", "d"), 4, 0, False),
        ("box", ("b", "o", "x"), None, 2, False),
    ],
)
def test_word_frequency(
    word: str, pieces: tuple[str, ...], rank: int | None, count: int, whole: bool
) -> None:
    (found,) = word_frequencies([word], Letters(), {"ada": 9, "box": 2})
    assert (found.pieces, found.rank, found.count, found.whole) == (pieces, rank, count, whole)


def test_summary_of_words() -> None:
    words = word_frequencies(["ada", "abe", "bed", "box"], Letters(), {"ada": 9, "box": 2})
    found = summary(words)
    assert (found.words, found.whole, found.unknown, found.mean_pieces) == (4, 0.5, 1, 2)
    assert (found.median_rank, found.median_count) == (5, 1)
    assert summary(word_frequencies(["box"], Letters())).median_rank is None
    with pytest.raises(ValueError, match="no words"):
        summary([])


@given(st.lists(st.integers(0, 5), min_size=1), st.lists(st.integers(0, 5), min_size=1))
def test_the_chance_of_more_is_fair(first: list[int], second: list[int]) -> None:
    assert chance_of_more(first, second) + chance_of_more(second, first) == pytest.approx(1)
    assert chance_of_more(first, first) == pytest.approx(0.5)
    assert chance_of_more([value + 9 for value in first], second) == 1


def test_counts_are_read(tmp_path: Path) -> None:
    path = tmp_path / "counts"
    path.write_bytes("\ufeffMustafa\t120\nBerfin 7\nNew York  3\r\n\nBerfin 1\n".encode())
    assert read_counts(path) == {"Mustafa": 120, "Berfin": 8, "New York": 3}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a 1\nb\n", "line 2: it is no word with its count"),
        (b"a -1\n", "line 1"),
        (b"a 1.5\n", "line 1"),
        (b"", "it has no words"),
        (b"\xff 1\n", "byte 0: it is not UTF-8"),
        (None, "No such file"),
    ],
)
def test_malformed_counts(tmp_path: Path, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / "counts").write_bytes(content)
    with pytest.raises(EvalError, match=re.escape(message)):
        read_counts(tmp_path / "counts")
