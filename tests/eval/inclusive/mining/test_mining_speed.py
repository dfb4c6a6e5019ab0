"""The measure of speed: its corpora hold no paragraph twice, and it measures what it says."""

from pathlib import Path

import pytest

from mitgemeint.eval.inclusive.mining_speed import MEGABYTE, Measured, corpus, measure, paragraphs, table


def test_a_corpus_has_its_size_and_no_duplicates(tmp_path: Path) -> None:
    parts = list(corpus(paragraphs(None), 100_000))
    assert 100_000 <= sum(map(len, parts)) < 101_000
    assert len(set(parts)) == len(parts)


def test_paragraphs_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("zu kurz\n\n" + "Wort " * 9 + "\n\n" + "Satz " * 8, "utf-8")
    assert paragraphs(tmp_path) == ["Wort " * 9, "Satz " * 8]
    (tmp_path / "a.md").unlink()
    assert paragraphs(tmp_path) == paragraphs(None)


def test_what_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_bytes(b"".join(corpus(paragraphs(None), 50_000)))
    measured = measure(path)
    assert measured.megabytes == pytest.approx(path.stat().st_size / MEGABYTE)
    assert measured.texts == path.read_bytes().count(b"\n\n")
    assert measured.found == pytest.approx(measured.texts / 20, abs=1)
    assert measured.seconds > 0
    assert measured.peak > 10
    assert [each.name for each in tmp_path.iterdir()] == ["corpus.txt"]


def test_the_table() -> None:
    measured = [Measured(20, 10, 5, seconds=62, start=2, peak=70), Measured(200, 100, 50, 602, 2, 77)]
    assert table(measured).splitlines()[2:] == [
        "| 20 | 10 | 5 | 20 | 70 |",
        "| 200 | 100 | 50 | 20 | 77 |",
        "",
        "Memory of the largest to that of the smallest: 1.10",
    ]
