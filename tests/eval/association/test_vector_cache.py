"""Vectors kept on disk: nothing is made twice, kills and other runs do no harm, damage is repaired."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.eval.association.encoders.cached_encoder import CachedEncoder
from mitgemeint.eval.association.encoders.encoded import Encoded, Progress, each_once
from mitgemeint.eval.association.encoders.vector_cache import VectorCache, default_folder
from mitgemeint.eval.problems import EvalError


class Lengths:
    """An encoder whose vectors say how long a text is; counts what it was asked for."""

    name = "lengths"

    def __init__(self, fingerprint: str = "f1", fail_at: int | None = None) -> None:
        self.fingerprint = fingerprint
        self.settings: Mapping[str, str] = {"model": "lengths"}
        self.asked: list[str] = []
        self._fail_at = fail_at

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Encoded:
        if self._fail_at is not None and len(self.asked) >= self._fail_at:
            raise KeyboardInterrupt
        self.asked.extend(texts)
        vectors = np.array([[len(text), len(text) / 3] for text in texts], dtype=np.float32).reshape(-1, 2)
        counts = tuple(len(text) for text in texts)
        if progress:
            progress(len(texts), len(texts))
        return Encoded(vectors, counts, counts, (0,) * len(texts), ((),) * len(texts))


TEXTS = ["ev", "bir", "şirket", "ev", ""]


def test_nothing_is_made_twice(tmp_path: Path) -> None:
    first, second = Lengths(), Lengths()
    made = CachedEncoder(first, VectorCache(tmp_path)).encode(TEXTS)
    remembered = CachedEncoder(second, VectorCache(tmp_path)).encode([*TEXTS, "yeni"])
    assert sorted(first.asked) == ["", "bir", "ev", "şirket"]
    assert second.asked == ["yeni"]
    np.testing.assert_array_equal(made.vectors, remembered.vectors[:5])
    assert made.pieces == (2, 3, 6, 2, 0)
    assert remembered.vectors.dtype == np.float32


@settings(deadline=None, max_examples=30)
@given(texts=st.lists(st.text(max_size=4), max_size=8), portion=st.integers(1, 4))
def test_with_a_cache_and_without_it_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], portion: int
) -> None:
    folder = tmp_path_factory.getbasetemp() / "law"
    plain = Lengths().encode(texts)
    for _ in range(2):
        cached = CachedEncoder(Lengths(), VectorCache(folder), portion).encode(texts)
        np.testing.assert_array_equal(cached.vectors, plain.vectors)
        assert (cached.pieces, cached.unknown, cached.missing) == (plain.pieces, plain.unknown, plain.missing)


def test_another_fingerprint_is_another_encoder(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path)
    CachedEncoder(Lengths("f1"), cache).encode(TEXTS)
    other = Lengths("f2")
    CachedEncoder(other, cache).encode(TEXTS)
    assert len(other.asked) == 4


def test_what_was_done_before_a_break_is_kept(tmp_path: Path) -> None:
    texts = [f"{i:03}" for i in range(10)]
    with pytest.raises(KeyboardInterrupt):
        CachedEncoder(Lengths(fail_at=6), VectorCache(tmp_path), portion=2).encode(texts)
    again = Lengths()
    told: list[tuple[int, int]] = []
    CachedEncoder(again, VectorCache(tmp_path), portion=2).encode(texts, lambda *pair: told.append(pair))
    assert len(again.asked) == 4
    assert sorted(told) == told
    assert (told[0], told[-1]) == ((6, 10), (10, 10))


KILLED = """
    import sys, time
    from pathlib import Path
    import numpy as np
    from mitgemeint.eval.association.encoders.encoded import Encoded
    from mitgemeint.eval.association.encoders.vector_cache import VectorCache

    cache = VectorCache(Path(sys.argv[1]))
    for i in range(10**6):
        cache.put("f", [str(i)], Encoded(np.full((1, 512), i, np.float32), (1,), (0,), (0,), ((),)))
        print(i, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_killed_run_leaves_whole_rows(tmp_path: Path) -> None:
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    done = [int(process.stdout.readline()) for _ in range(30)]
    process.send_signal(signal.SIGKILL)
    done += [int(line) for line in process.stdout]
    process.wait()
    found = VectorCache(tmp_path).get("f", [str(i) for i in range(len(done) + 2)])
    assert len(found) >= len(done)
    for text, one in found.items():
        np.testing.assert_array_equal(one.vectors, np.full((1, 512), int(text), np.float32))


def test_several_writers_at_once(tmp_path: Path) -> None:
    texts = [f"text {i}" for i in range(60)]
    problems: list[BaseException] = []

    def run(offset: int) -> None:
        try:
            CachedEncoder(Lengths(), VectorCache(tmp_path), portion=5).encode(texts[offset:] + texts[:offset])
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=run, args=(10 * i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(VectorCache(tmp_path).get("f1", texts)) == 60


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to look like one" * 20, b"x"])
def test_a_damaged_database_is_made_again(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "f1.sqlite3").write_bytes(content)
    encoder = Lengths()
    assert CachedEncoder(encoder, VectorCache(tmp_path)).encode(["ev"]).pieces == (2,)
    assert CachedEncoder(encoder, VectorCache(tmp_path)).encode(["ev"]).pieces == (2,)
    assert encoder.asked == ["ev"]


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(EvalError, match=r"file/below: .*; name another folder or do without"):
        CachedEncoder(Lengths(), VectorCache(tmp_path / "file" / "below")).encode(["ev"])


def test_pruning_keeps_what_was_used_last(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path, limit=40_000)
    now = time.time()
    for age, name in enumerate(["new", "middle", "old"]):
        CachedEncoder(Lengths(name), cache).encode([f"{name} {i}" for i in range(250)])
        os.utime(tmp_path / f"{name}.sqlite3", (now - age * 100, now - age * 100))
    sizes = {path.stem: path.stat().st_size for path in tmp_path.iterdir()}
    assert sizes["new"] < 40_000 < sum(sizes.values())
    freed = cache.prune()
    left = {path.stem for path in tmp_path.iterdir()}
    assert freed == sum(size for name, size in sizes.items() if name not in left)
    assert "new" in left
    assert "old" not in left
    assert VectorCache(tmp_path, limit=10**9).prune() == 0
    cache.clear()
    assert list(tmp_path.iterdir()) == []


def test_the_default_folder_is_the_platforms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert default_folder() == tmp_path / "mitgemeint" / "association-vectors"


@given(st.lists(st.sampled_from("abc")))
def test_each_once(texts: list[str]) -> None:
    different, back = each_once(texts)
    assert [different[i] for i in back] == texts
    assert len(set(different)) == len(different) == len(set(texts))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE vectors SET vector = x'00'",
        "UPDATE vectors SET vector = x''",
        "UPDATE vectors SET vector = 5",
        "UPDATE vectors SET vector = x'0000803f' WHERE pieces = 2",
        "UPDATE vectors SET kind = 'nosuch'",
        "UPDATE vectors SET kind = 'O'",
        "UPDATE vectors SET pieces = 'x'",
        "ALTER TABLE vectors RENAME COLUMN cut TO uncut",
        "DROP TABLE vectors",
        "DROP TABLE vectors; CREATE TABLE vectors (a)",
        "PRAGMA user_version = 1",
    ],
)
def test_damaged_rows_are_made_again(tmp_path: Path, damage: str) -> None:
    made = CachedEncoder(Lengths(), VectorCache(tmp_path)).encode(TEXTS)
    with closing(sqlite3.connect(tmp_path / "f1.sqlite3")) as database, database:
        database.executescript(damage)
    for _ in range(2):
        again = CachedEncoder(Lengths(), VectorCache(tmp_path)).encode([*TEXTS, "yeni"])
        np.testing.assert_array_equal(again.vectors[: len(TEXTS)], made.vectors)
        assert again.pieces[: len(TEXTS)] == made.pieces


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 8191), st.binary(min_size=1, max_size=64))
def test_any_damage_is_made_good(
    tmp_path_factory: pytest.TempPathFactory, place: int, content: bytes
) -> None:
    folder = tmp_path_factory.mktemp("cache")
    made = CachedEncoder(Lengths(), VectorCache(folder)).encode(TEXTS)
    path = folder / "f1.sqlite3"
    data = bytearray(path.read_bytes())
    data[place : place + len(content)] = content
    path.write_bytes(data)
    with suppress(EvalError):
        again = CachedEncoder(Lengths(), VectorCache(folder)).encode([*TEXTS, "yeni"])
        np.testing.assert_array_equal(again.vectors[: len(TEXTS)], made.vectors)
        assert again.pieces[: len(TEXTS)] == made.pieces


def test_vectors_of_another_width_are_not_mixed(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path)
    cache.put("f1", ["ev"], Encoded(np.ones((1, 3), np.float32), (1,), (0,), (0,), ((),)))
    assert CachedEncoder(Lengths(), cache).encode(["ev", "bir"]).vectors.shape == (2, 2)
