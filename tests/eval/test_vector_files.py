"""Static vectors in every format: each is written here, byte by byte, and read back; damage is told of."""

import gzip
import io
import os
import pickle
import struct
import sys
import types
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.eval.association.encoders.static_vectors import StaticVectors
from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.vector_files.fasttext import Subwords, fnv1a
from mitgemeint.eval.vector_files.formats import vector_file

WORDS = ["ve", "bir", "şirket", "Mustafa", "漢"]
VECTORS = np.array([[1, 2, 3], [0.5, -0.25, 4], [0, 0, 1], [-1.5, 2, 8], [3, 3, 3]], dtype=np.float32)
BUCKETS = 50


def lines(separator: str = " ", end: str = "\n") -> str:
    rows = zip(WORDS, VECTORS, strict=True)
    return "".join(f"{word}{separator}{separator.join(map(str, row.tolist()))}{end}" for word, row in rows)


def word2vec_text(path: Path) -> None:
    path.write_text("5 3\n" + lines(), "utf-8")


def fasttext_text(path: Path) -> None:
    path.write_text("5 3\n" + lines(end=" \n"), "utf-8")


def glove(path: Path) -> None:
    path.write_text(lines(), "utf-8")


def tabs(path: Path) -> None:
    path.write_text(lines("\t"), "utf-8")


def zipped(path: Path) -> None:
    path.write_bytes(gzip.compress(("5 3\n" + lines()).encode()))


def word2vec_binary(path: Path, end: bytes = b"\n") -> None:
    rows = (word.encode() + b" " + row.tobytes() + end for word, row in zip(WORDS, VECTORS, strict=True))
    path.write_bytes(b"5 3\n" + b"".join(rows))


def word2vec_binary_without_breaks(path: Path) -> None:
    word2vec_binary(path, b"")


def numpy_pair(path: Path) -> None:
    path.mkdir()
    np.save(path / "vectors.npy", VECTORS)
    (path / "words.txt").write_text("\n".join(WORDS), "utf-8")


def fasttext_binary(path: Path, words: Sequence[str] = WORDS, shortest: int = 3, longest: int = 6) -> None:
    """A model whose own rows are `VECTORS` less what its n-grams add, so that the means are `VECTORS`."""
    buckets = BUCKETS if longest else 0
    subwords = Subwords(shortest, longest, buckets)
    matrix = np.zeros((len(words) + buckets, 3), dtype=np.float32)
    matrix[len(words) :] = np.arange(3 * buckets).reshape(-1, 3) / 100
    for row, word in enumerate(words):
        grams = [matrix[len(words) + bucket] for bucket in subwords.of(word)]
        matrix[row] = VECTORS[row] * (len(grams) + 1) - np.sum(grams, axis=0)
    with path.open("wb") as file:
        settings = (3, 5, 5, 1, 5, 1, 1, 2, buckets, shortest, longest, 100)
        file.write(struct.pack("<ii12id", 793712314, 12, *settings, 1e-4))
        file.write(struct.pack("<3iqq", len(words), len(words), 0, 99, -1))
        for rank, word in enumerate(words):
            file.write(word.encode() + struct.pack("<xqb", 100 - rank, 0))
        file.write(
            struct.pack("<?qq", False, *matrix.shape) + matrix.tobytes() + struct.pack("<?qq", False, 5, 3)
        )


def gensim(path: Path, **state: Any) -> None:
    """As gensim 4 saves: a pickle of an object of a class that need not be installed here."""
    module = types.ModuleType("stand_in_for_gensim")
    kind = type("KeyedVectors", (), {"__module__": module.__name__})
    module.KeyedVectors = kind  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    try:
        made = kind()
        made.__dict__.update(state or {"vectors": VECTORS, "index_to_key": WORDS})
        path.write_bytes(pickle.dumps(made, protocol=4))
    finally:
        del sys.modules[module.__name__]


def gensim_with_array_beside(path: Path) -> None:
    gensim(path, index_to_key=WORDS, __numpys=["vectors"])
    np.save(path.with_name(f"{path.name}.vectors.npy"), VECTORS)


def older_gensim(path: Path) -> None:
    gensim(path, syn0=VECTORS, index2word=WORDS, vocab={"ve": object})


FORMATS = {
    word2vec_text: "text",
    fasttext_text: "text",
    glove: "text",
    tabs: "text",
    zipped: "text",
    word2vec_binary: "word2vec binary",
    word2vec_binary_without_breaks: "word2vec binary",
    numpy_pair: "NumPy pair",
    fasttext_binary: "fastText binary",
    gensim: "gensim KeyedVectors",
    gensim_with_array_beside: "gensim KeyedVectors",
    older_gensim: "gensim KeyedVectors",
}


@pytest.mark.parametrize("write", FORMATS, ids=lambda write: write.__name__)
def test_every_format_gives_the_same(tmp_path: Path, write: Callable[[Path], None]) -> None:
    write(tmp_path / "vectors")
    file = vector_file(tmp_path / "vectors")
    assert file.format == FORMATS[write]
    found = file.look_up({"bir", "漢", "nothing", "Mustafa", "mustafa"})
    assert (found.dimensions, found.size) == (3, 5)
    assert found.ranks == {"bir": 1, "Mustafa": 3, "漢": 4}
    assert found.vectors.keys() == found.ranks.keys()
    for word, vector in found.vectors.items():
        np.testing.assert_allclose(vector, VECTORS[WORDS.index(word)], atol=1e-5)
        assert vector.dtype == np.float32
    assert file.look_up(set()).dimensions == 3
    assert list(file.words()) == WORDS


def test_a_word_with_spaces_is_counted_from_the_end(tmp_path: Path) -> None:
    (tmp_path / "glove").write_text("a 1 2\n. . . 3 4\nat b@c.de 5 6\n\xa0 7 8\n", "utf-8")
    found = vector_file(tmp_path / "glove").look_up({". . .", "at b@c.de", "\xa0", "at"})
    assert found.ranks == {". . .": 1, "at b@c.de": 2, "\xa0": 3}


def test_the_first_of_two_lines_counts(tmp_path: Path) -> None:
    (tmp_path / "glove").write_text("a 1 2\na 3 4\n", "utf-8")
    assert vector_file(tmp_path / "glove").look_up({"a"}).vectors["a"].tolist() == [1, 2]


def test_numpy_files_may_have_names_of_their_own(tmp_path: Path) -> None:
    np.save(tmp_path / "glove.npy", VECTORS.astype(np.float64))
    (tmp_path / "glove.txt").write_text("\r\n".join(WORDS) + "\r\n", "utf-8")
    assert vector_file(tmp_path / "glove.npy").look_up({"ve"}).vectors["ve"].tolist() == [1, 2, 3]


# what FNV-1a gives, and for other letters than ASCII what the fastText program gives
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", 0x811C9DC5),
        ("a", 0xE40C292C),
        ("foobar", 0xBF9CF968),
        ("größ", 1458925915),
        ("漢", 2018611111),
        ("<İz", 2244520039),
    ],
)
def test_the_hash_of_n_grams(text: str, value: int) -> None:
    assert fnv1a(text) == value


@pytest.mark.parametrize(
    ("word", "shortest", "longest", "grams"),
    [
        ("evi", 3, 4, ["<ev", "<evi", "evi", "evi>", "vi>"]),
        ("e", 1, 2, ["<e", "e", "e>"]),
        ("evi", 0, 0, []),
        ("</s>", 3, 6, []),
    ],
)
def test_n_grams(word: str, shortest: int, longest: int, grams: list[str]) -> None:
    assert Subwords(shortest, longest, BUCKETS).of(word) == [fnv1a(gram) % BUCKETS for gram in grams]


def test_fasttext_makes_vectors_of_unknown_words(tmp_path: Path) -> None:
    fasttext_binary(tmp_path / "m.bin")
    made = vector_file(tmp_path / "m.bin").compose({"evi", ""})
    rows = [np.arange(3 * bucket, 3 * bucket + 3) / 100 for bucket in Subwords(3, 6, BUCKETS).of("evi")]
    np.testing.assert_allclose(made["evi"], np.mean(rows, axis=0), atol=1e-6)
    assert made.keys() == {"evi"}


def test_fasttext_without_n_grams_makes_none(tmp_path: Path) -> None:
    fasttext_binary(tmp_path / "m.bin", longest=0)
    file = vector_file(tmp_path / "m.bin")
    assert file.compose({"evi"}) == {}
    np.testing.assert_allclose(file.look_up({"ve"}).vectors["ve"], VECTORS[0])


def test_a_pickle_runs_nothing(tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.write_text, (tmp_path / "ran", "it")

    gensim(tmp_path / "evil.kv", vectors=VECTORS, index_to_key=WORDS, extra=Evil())
    assert vector_file(tmp_path / "evil.kv").look_up({"ve"}).ranks == {"ve": 0}
    assert not (tmp_path / "ran").exists()


def test_gensim_itself_writes_what_is_read(tmp_path: Path) -> None:
    models = pytest.importorskip("gensim.models")
    keyed = models.KeyedVectors(3)
    keyed.add_vectors(WORDS, VECTORS)
    keyed.save(str(tmp_path / "inside.kv"))
    keyed.save(str(tmp_path / "beside.kv"), sep_limit=1)
    keyed.save_word2vec_format(str(tmp_path / "w2v.bin"), binary=True)
    keyed.save_word2vec_format(str(tmp_path / "w2v.txt"))
    for name in ("inside.kv", "beside.kv", "w2v.bin", "w2v.txt"):
        found = vector_file(tmp_path / name).look_up({"漢", "ve"})
        assert {word: vector.tolist() for word, vector in found.vectors.items()} == {
            "ve": [1, 2, 3],
            "漢": [3, 3, 3],
        }


TEXT_PROBLEMS = {
    "a number short": ("5 3\nve 1 2 3\nbir 1 2\n", r"v, line 3: it has 2 numbers, not 3"),
    "a number more": ("ve 1 2 3\nbir 1.0 2 3 4\n", r"v, line 2: it has 4 numbers, not 3"),
    "no number": ("ve 1 2 3\nbir 1 x 3\n", r"v, line 2: not a number: .*x"),
    "not finite": ("ve 1 2 3\nbir 1 nan 3\n", r"v, line 2: a number is not finite"),
    "empty line": ("ve 1 2 3\n\nbir 1 2 3\n", r"v, line 2: it is empty"),
    "no vectors": ("hello\n", r"v, line 1: it holds neither counts nor a word"),
    "cut off": ("5 3\nve 1 2 3\nbir 1 2 3\n", r"v, line 4: it has 2 words, not the 5"),
    "counts of too many digits": (f"{'9' * 6000} 3\nve 1 2 3\n", r"v, line 1: its counts are none"),
    "beyond float32": ("ve 1 2 3\nbir 1 1e300 3\n", r"v, line 2: a number is not finite"),
    "a line without end": (f"ve 1 2 3\nbir {' ' * (17 << 20)}", r"v, line 2: it is longer than"),
    "empty": ("", r"v: the file is empty"),
}


@pytest.mark.parametrize(("content", "message"), TEXT_PROBLEMS.values(), ids=list(TEXT_PROBLEMS))
def test_damaged_text(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "v").write_text(content, "utf-8")
    with pytest.raises(EvalError, match=message):
        vector_file(tmp_path / "v").look_up({"bir"})


@pytest.mark.parametrize(
    "write", [write for write in FORMATS if write is not numpy_pair], ids=lambda w: w.__name__
)
@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_a_file_that_ends_too_early_is_told_of(
    tmp_path: Path, write: Callable[[Path], None], kept: float
) -> None:
    path = tmp_path / "vectors"
    write(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    if write in (glove, tabs):  # nothing says how many lines there should be, but a line may be short
        return
    with pytest.raises(EvalError) as raised:
        vector_file(path).look_up({"ve"})
    assert str(path) in raised.value.place


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    for head in (b"", b"\x80\x04", b"5 3\n", struct.pack("<ii", 793712314, 12), b"\x1f\x8b"):
        path.write_bytes(head + data)
        with suppress(EvalError):
            vector_file(path).look_up({"a"})
        with suppress(EvalError):
            list(vector_file(path).words())


def test_pairs_that_do_not_fit(tmp_path: Path) -> None:
    np.save(tmp_path / "vectors.npy", VECTORS)
    with pytest.raises(EvalError, match=r"there is no words\.txt beside vectors\.npy"):
        vector_file(tmp_path)
    (tmp_path / "words.txt").write_text("a\nb\n", "utf-8")
    with pytest.raises(EvalError, match=r"it has 5 rows, but words\.txt has 2 words"):
        vector_file(tmp_path).look_up({"a"})
    for array in (np.arange(3.0), np.arange(4).reshape(2, 2)):
        np.save(tmp_path / "vectors.npy", array)
        with pytest.raises(EvalError, match="no table of floating-point numbers"):
            vector_file(tmp_path).look_up({"a"})


def test_files_that_are_something_else(tmp_path: Path) -> None:
    cases = {"missing": None, "a.zip": b"PK\x03\x04rest", "quantised": _quantised()}
    for name, content in cases.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(EvalError, match=name):
            vector_file(tmp_path / name).look_up({"a"})
    gensim(tmp_path / "m.kv", index_to_key=WORDS, __numpys=["vectors"])
    with pytest.raises(EvalError, match=r"m\.kv\.vectors\.npy: the file is missing"):
        vector_file(tmp_path / "m.kv").look_up({"a"})


def _quantised() -> bytes:
    buffer = io.BytesIO()
    buffer.write(struct.pack("<ii12id", 793712314, 12, *[3] * 12, 1e-4))
    buffer.write(struct.pack("<3iqq", 0, 0, 0, 0, -1) + struct.pack("<?", True) + bytes(32))
    return buffer.getvalue()


def test_a_byte_order_mark_is_no_part_of_a_word(tmp_path: Path) -> None:
    for content in ("5 1\n", ""):
        lines = content + "".join(f"{word} 1\n" for word in ("ve", "bir", "ev", "su", "on"))
        (tmp_path / "v").write_text(lines, "utf-8-sig")
        assert vector_file(tmp_path / "v").look_up({"ve"}).ranks == {"ve": 0}


def test_a_packed_line_without_end_is_not_read_whole(tmp_path: Path) -> None:
    (tmp_path / "v").write_bytes(gzip.compress(b"ve 1 2\nbir" + bytes(64 << 20), 1))
    with pytest.raises(EvalError, match="line 2: it is longer than"):
        vector_file(tmp_path / "v").look_up({"ve"})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "v")
    for path in (tmp_path / "v", Path(os.devnull)):
        with pytest.raises(EvalError, match="it is no file"):
            vector_file(path)


@settings(deadline=None, max_examples=300)
@given(st.integers(8, 120), st.sampled_from([-(2**31), -1, 0, 1, 7, 2**31 - 1]))
def test_settings_of_fasttext_that_cannot_be(
    tmp_path_factory: pytest.TempPathFactory, place: int, value: int
) -> None:
    """Any four bytes of the beginning and the dictionary may say anything."""
    path = tmp_path_factory.getbasetemp() / "fasttext"
    fasttext_binary(path)
    data = bytearray(path.read_bytes())
    data[place : place + 4] = struct.pack("<i", value)
    path.write_bytes(data)
    with suppress(EvalError):
        StaticVectors(vector_file(path)).encode(["ve", "ev", "unbekannt"])


@pytest.mark.parametrize(
    "state",
    [
        {"index_to_key": [["ve"], 5, None], "vectors": np.ones((3, 2), np.float32)},
        {"index_to_key": ["ve"], "vectors": np.array([["a", "b"]])},
        {"index_to_key": ["ve"], "vectors": np.array([[None, {}]])},
        {"index_to_key": ["ve"], "vectors": np.array([[1e300, 1.0]])},
        {"index_to_key": ["ve"], "vectors": [[1.0]], "__numpys": 5},
        {"index_to_key": ["ve"], "vectors": np.ones((1, 0), np.float32)},
    ],
)
def test_gensim_files_that_hold_something_else(tmp_path: Path, state: dict[str, Any]) -> None:
    gensim(tmp_path / "v", **state)
    with warnings.catch_warnings(), suppress(EvalError):
        warnings.simplefilter("error")
        encoded = StaticVectors(vector_file(tmp_path / "v")).encode(["ve"])
        assert encoded.without_vector == (0,)
