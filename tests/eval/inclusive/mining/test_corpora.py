"""Reading corpora: every packing and format gives the same texts; damage is told of."""

import bz2
import gzip
import importlib
import io
import json
import lzma
import os
import random
import string
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.eval.inclusive.corpora import chunks as chunking
from mitgemeint.eval.inclusive.corpora.chunks import Course, Cutting, Format, Per, chunks
from mitgemeint.eval.inclusive.corpora.opening import find_sources
from mitgemeint.eval.inclusive.corpora.texts import CorpusText, Layout, Unreadable, normalised, texts
from mitgemeint.eval.problems import EvalError

PARAGRAPHS = ["Erster Absatz\nin zwei Zeilen.", "Zweiter  Absatz: Größe.", "Dritter."]
PLAIN = "\n\n".join(PARAGRAPHS) + "\n"
READ = ["Erster Absatz\nin zwei Zeilen.", "Zweiter Absatz: Größe.", "Dritter."]


def zstandard(data: bytes) -> bytes:
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    if os.environ.get("CI") is None:
        pytest.importorskip(name)
    packed: bytes = importlib.import_module(name).compress(data)
    return packed


UTF_8 = Layout()
NOISE = "".join(random.Random(5).choices(string.ascii_letters + "\n ", k=60_000)).encode()
PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "txt": bytes,
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard,
}


def read(*paths: object, layout: Layout = UTF_8, **cutting: object) -> list[CorpusText | Unreadable]:
    sources = find_sources([str(path) for path in paths])
    return [
        text
        for chunk in chunks(sources, Cutting(**cutting))  # type: ignore[arg-type]
        for text in texts(chunk, layout)
    ]


def only_texts(*paths: object, **cutting: object) -> list[str]:
    return [each.text for each in read(*paths, **cutting) if isinstance(each, CorpusText)]


@pytest.mark.parametrize("packing", PACKINGS)
def test_every_packing(tmp_path: Path, packing: str) -> None:
    (tmp_path / "c").write_bytes(PACKINGS[packing](PLAIN.encode()))
    found = read(tmp_path / "c")
    assert found == [
        CorpusText(text, f"{tmp_path / 'c'}, line {line}") for text, line in zip(READ, (1, 4, 6), strict=True)
    ]


@pytest.mark.parametrize(
    ("per", "expected"),
    [
        (Per.PARAGRAPH, READ),
        (Per.LINE, ["Erster Absatz", "in zwei Zeilen.", "Zweiter Absatz: Größe.", "Dritter."]),
        (Per.WHOLE, ["\n\n".join(READ)]),
    ],
)
def test_what_a_text_is(tmp_path: Path, per: Per, expected: list[str]) -> None:
    for name, content in {
        "unix": PLAIN,
        "windows": PLAIN.replace("\n", "\r\n"),
        "mark": "\ufeff" + PLAIN,
    }.items():
        (tmp_path / name).write_text(content, "utf-8", newline="")
        assert only_texts(tmp_path / name, per=per) == expected
    (tmp_path / "json").write_text(json.dumps({"text": PLAIN}), "utf-8")
    assert only_texts(tmp_path / "json", per=per) == expected


def test_lines_of_spaces_part_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "c").write_text("eins\n \t\nzwei\n\n\n\ndrei", "utf-8")
    assert only_texts(tmp_path / "c") == ["eins", "zwei", "drei"]


def test_fields_of_json(tmp_path: Path) -> None:
    lines = [
        {"text": "a", "url": "u", "date": "2026-01-02"},
        {"content": "b", "warc_headers": {"warc-target-uri": "v", "warc-date": "2021"}},
        {"text": "c", "timestamp": 5, "url": None},
        {"text": "halbes \ud83d"},
    ]
    (tmp_path / "c").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    found = [
        (each.text, each.url, each.date) for each in read(tmp_path / "c") if isinstance(each, CorpusText)
    ]
    assert found == [("a", "u", "2026-01-02"), ("b", "v", "2021"), ("c", "", "5"), ("halbes ?", "", "")]
    chosen = Layout(field="meta.t", url_field="k", date_field="url")
    (tmp_path / "d").write_text(json.dumps({"meta": {"t": "x"}, "text": "y", "k": "z", "url": "w"}), "utf-8")
    assert read(tmp_path / "d", layout=chosen) == [CorpusText("x", f"{tmp_path / 'd'}, line 1", "z", "w")]


def test_lines_that_are_wrong_are_told_of(tmp_path: Path) -> None:
    content = b'{"text": "gut"}\n{"text": \n[1]\n{"titel": "x"}\n{"text": "\xff"}\n\n{"text": "auch"}'
    (tmp_path / "c").write_bytes(content + b"\n" + b"[" * 100_000)
    found = read(tmp_path / "c")
    assert [each.text for each in found if isinstance(each, CorpusText)] == ["gut", "auch"]
    reasons = {each.place[-6:]: each.reason for each in found if isinstance(each, Unreadable)}
    assert reasons == {
        "line 2": "it is no JSON",
        "line 3": "it has no text in a field text or content",
        "line 4": "it has no text in a field text or content (there is text in titel)",
        "line 5": "it is not utf-8",
        "line 8": "it is no JSON",
    }


def page(text: str, kind: str = "conversion", language: str = "deu", end: str = "\r\n") -> bytes:
    body = text.encode()
    headers = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        "WARC-Target-URI: https://example.org/",
        "WARC-Date: 2026-01-02T03:04:05Z",
        f"WARC-Identified-Content-Language: {language}",
        "Content-Type: text/plain",
        f"Content-Length: {len(body)}",
    ]
    return (end.join(headers) + 2 * end).encode() + body + (2 * end).encode()


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_pages_of_wet_files(tmp_path: Path, end: str) -> None:
    pages = [
        page("Software: x", "warcinfo", end=end),
        page("Überschrift\nZeile zwei\n", end=end),
        page("The page", language="eng", end=end),
        page("Beides", language="eng,deu", end=end),
    ]
    (tmp_path / "c.wet.gz").write_bytes(b"".join(map(gzip.compress, pages)))  # as Common Crawl packs them
    found = read(tmp_path / "c.wet.gz")
    assert found == [
        CorpusText("Überschrift\n\nZeile zwei", f"{tmp_path / 'c.wet.gz'}, line 11", *ADDRESS),
        CorpusText("Beides", f"{tmp_path / 'c.wet.gz'}, line 33", *ADDRESS),
    ]


ADDRESS = ("https://example.org/", "2026-01-02T03:04:05Z")


def test_pages_as_they_were_sent_are_refused(tmp_path: Path) -> None:
    (tmp_path / "c").write_bytes(page("HTTP/1.1 200 OK", "response"))
    (found,) = read(tmp_path / "c")
    assert isinstance(found, Unreadable)
    assert "WET" in found.reason
    (tmp_path / "d").write_bytes(page("Der Anfang")[:-8])
    (found,) = read(tmp_path / "d")
    assert found == Unreadable(f"{tmp_path / 'd'}, line 1", "the record is cut off")


def test_a_folder_is_read_by_name_and_what_is_no_text_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name, content in {
        "b/2.txt": b"zwei",
        "a.txt": b"eins",
        ".hidden": b"nein",
        "p.png": b"\x89PNG\0\0",
    }.items():
        (tmp_path / name).write_bytes(content)
    course = Course()
    found = [
        text
        for chunk in chunks(find_sources([str(tmp_path)]), Cutting(), course)
        for text in texts(chunk, Layout())
    ]
    assert [each.text for each in found if isinstance(each, CorpusText)] == ["eins", "zwei"]
    assert course.passed_over == 1
    assert course.done == 4 + 4 + 6


DAMAGE = {
    "gz cut off": gzip.compress(PLAIN.encode() * 999)[:-20],
    "gz with a wrong check sum": gzip.compress(PLAIN.encode())[:-8] + bytes(8),
    "gz overwritten": gzip.compress(NOISE)[:20_000] + bytes(500),
    "bz2 cut off": bz2.compress(PLAIN.encode() * 999)[:-9],
    "bz2 overwritten": bz2.compress(NOISE)[:20_000] + bytes(500),
    "xz cut off": lzma.compress(PLAIN.encode() * 999)[:-30],
    "xz overwritten": lzma.compress(NOISE)[:20_000] + bytes(500),
}


@pytest.mark.parametrize("content", DAMAGE.values(), ids=list(DAMAGE))
def test_damaged_files(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "c").write_bytes(content)
    with pytest.raises(EvalError, match=r"c, after \d+ bytes of text: the packed data is damaged or cut off"):
        read(tmp_path / "c")


def test_what_stands_behind_a_packed_text_is_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "c").write_bytes(gzip.compress(b"one\n\ntwo\n") + b"junk")
    assert [each.text for each in read(tmp_path / "c")] == ["one", "two"]
    assert "what follows the packed data is no gzip" in capsys.readouterr().err


def test_damaged_zstandard(tmp_path: Path) -> None:
    for content in (zstandard(PLAIN.encode() * 999)[:-9], zstandard(NOISE)[:20_000] + bytes(500)):
        (tmp_path / "c").write_bytes(content)
        with pytest.raises(EvalError, match="the packed data is damaged or cut off"):
            read(tmp_path / "c")


REFUSED = {
    "zip": (b"PK\x03\x04", "a zip archive; unpack it first"),
    "tar": (b"name" + bytes(253) + b"ustar\x0000", "a tar archive"),
    "packed tar": (gzip.compress(b"name" + bytes(253) + b"ustar\x0000"), "a tar archive"),
    "UTF-16": ("Text".encode("utf-16"), "written in UTF-16; convert it"),
    "UTF-32": ("Text".encode("utf-32"), "written in UTF-32; convert it"),
    "array": (b'[\n {"text": "Eins"},\n {"text": "Zwei"}]', "a JSON array; bring it to JSON lines"),
    "picture": (b"\x89PNG\0\0", "it holds no text"),
    "packed picture": (gzip.compress(b"\x89PNG\0\0"), "it holds no text"),
}


@pytest.mark.parametrize(("content", "message"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_no_text_is_refused_by_name(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "c").write_bytes(content)
    with pytest.raises(EvalError, match=message):
        read(tmp_path / "c")


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EvalError, match="missing: No such file"):
        read(tmp_path / "missing")
    with pytest.raises(EvalError, match="holds no files"):
        read(tmp_path)
    with pytest.raises(EvalError, match="embedded null byte"):
        read("a\0b")
    (tmp_path / "c").write_text("kein WARC", "utf-8")
    with pytest.raises(EvalError, match="does not begin as a WARC file"):
        read(tmp_path / "c", format=Format.WARC)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_with_a_name_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "c")
    with pytest.raises(EvalError, match="neither a file nor a folder"):
        read(tmp_path / "c")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = io.BufferedReader(io.BytesIO(gzip.compress(PLAIN.encode())))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=packed))
    assert only_texts("-") == READ


def test_an_empty_file_has_no_texts(tmp_path: Path) -> None:
    for name, content in {"empty": b"", "packed": gzip.compress(b""), "blank": b"\n \n"}.items():
        (tmp_path / name).write_bytes(content)
        assert read(tmp_path / name) == []


def test_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "c").write_bytes("Größe".encode("latin-1"))
    assert read(tmp_path / "c", layout=Layout(encoding="latin-1")) == [
        CorpusText("Größe", f"{tmp_path / 'c'}, line 1")
    ]
    assert read(tmp_path / "c") == [Unreadable(f"{tmp_path / 'c'}, line 1", "it is not utf-8")]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of a few bytes, so that borders fall everywhere."""
    monkeypatch.setattr(chunking, "CHUNK", 24)
    monkeypatch.setattr(chunking, "LONGEST_RECORD", 60)


def test_records_that_are_too_long_are_passed_over(tmp_path: Path, small: None) -> None:
    lines = [
        '{"text": "a"}',
        json.dumps({"text": "x" * 200}),
        '{"text": "b"}',
        json.dumps({"text": "y" * 99}),
    ]
    (tmp_path / "c").write_text("\n".join(lines), "utf-8")
    found = read(tmp_path / "c")
    assert found == [
        CorpusText("a", f"{tmp_path / 'c'}, line 1"),
        Unreadable(f"{tmp_path / 'c'}, line 2", "it is 213 bytes long"),
        CorpusText("b", f"{tmp_path / 'c'}, line 3"),
        Unreadable(f"{tmp_path / 'c'}, line 4", "it is 111 bytes long"),
    ]


def test_pages_that_are_too_long_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunking, "CHUNK", 300)
    monkeypatch.setattr(chunking, "LONGEST_RECORD", 600)
    (tmp_path / "c").write_bytes(page("eins") + page("x" * 999 + "\n") + page("zwei"))
    first, lost, last = read(tmp_path / "c")
    assert (first, last) == (
        CorpusText("eins", f"{tmp_path / 'c'}, line 1", *ADDRESS),
        CorpusText("zwei", f"{tmp_path / 'c'}, line 22", *ADDRESS),
    )
    assert isinstance(lost, Unreadable)


def test_a_text_without_end_is_cut_between_words(tmp_path: Path, small: None) -> None:
    (tmp_path / "c").write_text("Größe " * 50, "utf-8")
    found = only_texts(tmp_path / "c")
    assert " ".join(found) == "Größe " * 49 + "Größe"
    (tmp_path / "d").write_text("ö" * 99, "utf-8")
    assert "".join(only_texts(tmp_path / "d")) == "ö" * 99


WORDS = st.text(st.sampled_from("aé漢𝕏 \t"), min_size=1, max_size=12).filter(str.strip)


@settings(deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=12), st.sampled_from(list(Format)), st.integers(1, 90))
def test_chunks_of_any_size_hold_the_same_texts(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str], kind: Format, size: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    contents = {
        Format.PLAIN: "\n".join(parts).encode(),
        Format.JSON: "\n".join(json.dumps({"text": part}) for part in parts).encode(),
        Format.WARC: b"".join(map(page, parts)),
    }
    path.write_bytes(contents[kind])
    per = Per.LINE if kind is Format.PLAIN else Per.WHOLE
    whole = read(path, format=kind, per=per)
    assert [each.text for each in whole if isinstance(each, CorpusText)] == list(map(normalised, parts))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunking, "CHUNK", max(size, 60) if kind is Format.PLAIN else size)
        assert read(path, format=kind, per=per) == whole


@settings(deadline=None)
@given(
    st.sampled_from([b"", b"WARC/1.0\r\n", b'{"text": "', page("eins"), b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\0"]),
    st.binary(max_size=200),
)
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, head: bytes, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes"
    path.write_bytes(head + data)
    with suppress(EvalError):
        read(path)


@given(st.text(st.characters(codec="utf-8")))
def test_normalised_texts_stay_as_they_are(text: str) -> None:
    once = normalised(text)
    assert normalised(once) == once
    assert "\n\n\n" not in once
    assert "  " not in once


def test_entities_are_decoded_once(tmp_path: Path) -> None:
    text = "Sch&uuml;ler&shy;*innen &amp;amp; Lehrer&#42;innen&#x3a; &xyz; &#0; A&nbsp;&nbsp;B &lt;b&gt;"
    (tmp_path / "c").write_text(text, "utf-8")
    (found,) = read(tmp_path / "c")
    assert isinstance(found, CorpusText)
    assert found.text == "Schüler\u00ad*innen &amp; Lehrer*innen: &xyz; \ufffd A B <b>"


def test_fields_of_rewriting_are_known(tmp_path: Path) -> None:
    lines = [{"exclusive": "Die Lehrer"}, {"output": "Die Lehrkräfte"}, {"exclusive": "a", "inclusive": "b"}]
    (tmp_path / "c").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert [each.text for each in read(tmp_path / "c") if isinstance(each, CorpusText)] == [
        "Die Lehrer",
        "Die Lehrkräfte",
        "b",
    ]
