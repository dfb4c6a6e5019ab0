"""Reads the texts of a chunk: paragraphs, lines and files of plain text, lines of JSON, pages of WET."""

import html
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mitgemeint.eval.inclusive.corpora.chunks import Chunk, Format, Per
from mitgemeint.eval.problems import readable

TEXT_FIELDS = ("text", "content", "raw_content", "sentence", "sentences", "inclusive", "exclusive", "output")
URL_FIELDS = ("url", "warc_headers.warc-target-uri", "metadata.url", "source.url")
DATE_FIELDS = ("date", "crawl_date", "timestamp", "warc_headers.warc-date", "metadata.date", "date_download")
"""Where well-known corpora (OSCAR, mC4, CC-100 as JSON, HPLT), sets of this project and of rewriting keep the
text, its address and its date.
"""

NO_TEXT = "it has no text in a field"
_FIELDS_SHOWN = 5

GERMAN = frozenset({"deu", "ger", "de"})
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_BLANK_LINES = re.compile(r"\n{3,}")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,31}[0-9]{0,2});")
_LENGTH = re.compile(r"[0-9]{1,18}")
_PAGES = frozenset({"conversion", "resource"})
"""Types of WARC records that hold the text of a page."""


@dataclass(frozen=True, slots=True)
class CorpusText:
    """A text of a corpus, in NFC, without entities of HTML, with single spaces, without blank lines but one
    between paragraphs.

    `place` says where it stands ("news.txt.gz, line 12"); `url` and `date` are empty where not known.
    """

    text: str
    place: str
    url: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A record that could not be read, and why."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Layout:
    """How records are read. Empty names of fields stand for the well-known ones; fields may lie within others
    (`metadata.url`). `encoding` is any that has line ends and spaces as ASCII has them.
    """

    field: str = ""
    url_field: str = ""
    date_field: str = ""
    encoding: str = "utf-8"


def texts(chunk: Chunk, layout: Layout) -> Iterator[CorpusText | Unreadable]:
    """The texts of a chunk in order, empty ones left out."""
    if chunk.overlong:
        yield Unreadable(f"{chunk.source}, line {chunk.line}", f"it is {chunk.overlong} bytes long")
        return
    read = {Format.PLAIN: _plain, Format.JSON: _json_lines, Format.WARC: _pages}[chunk.format]
    for each in read(chunk, layout):
        if isinstance(each, Unreadable):
            yield each
            continue
        for text in _parts(_without_entities(each.text), chunk):
            if text:
                yield CorpusText(text, each.place, each.url, each.date)


def normalised(text: str) -> str:
    """The text in NFC, with single spaces, and lines and paragraphs parted by one and two line ends."""
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    lines = [" ".join(line.split()) for line in text.replace("\0", "").split("\n")]
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip("\n")


def _without_entities(text: str) -> str:
    """The text with entities of HTML decoded, which crawls leave (Schüler&shy;*innen); once, not again."""
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text


def _parts(text: str, chunk: Chunk) -> Iterator[str]:
    if chunk.format is Format.PLAIN or chunk.per is Per.WHOLE:
        yield normalised(text)
    elif chunk.per is Per.LINE:
        yield from map(normalised, text.split("\n"))
    else:
        yield from normalised(text).split("\n\n")


def _decoded(data: bytes, layout: Layout, place: str) -> str | Unreadable:
    try:
        return data.decode(layout.encoding)
    except UnicodeDecodeError:
        return Unreadable(place, f"it is not {layout.encoding}")


def _plain(chunk: Chunk, layout: Layout) -> Iterator[CorpusText | Unreadable]:
    border = {Per.LINE: b"\n", Per.PARAGRAPH: b"\n\n", Per.WHOLE: b""}[chunk.per]
    data = chunk.data.replace(b"\r\n", b"\n")
    line = chunk.line
    for part in data.split(border) if border else [data]:
        if part.strip():
            leading = len(part) - len(part.lstrip(b"\n"))
            place = f"{chunk.source}, line {line + leading}"
            text = _decoded(part.removeprefix(b"\xef\xbb\xbf"), layout, place)
            if isinstance(text, Unreadable):
                yield text
            else:
                yield from _paragraphs(text, place, chunk)
        line += part.count(b"\n") + border.count(b"\n")


def _paragraphs(text: str, place: str, chunk: Chunk) -> Iterator[CorpusText]:
    """Lines of spaces part paragraphs, too."""
    parts = _BLANK_LINE.split(text) if chunk.per is Per.PARAGRAPH else [text]
    yield from (CorpusText(part, place) for part in parts)


def _json_lines(chunk: Chunk, layout: Layout) -> Iterator[CorpusText | Unreadable]:
    for number, line in enumerate(chunk.data.split(b"\n"), chunk.line):
        if line.strip():
            yield _json_line(line.removeprefix(b"\xef\xbb\xbf"), layout, f"{chunk.source}, line {number}")


def _json_line(line: bytes, layout: Layout, place: str) -> CorpusText | Unreadable:
    try:
        record = json.loads(line.decode(layout.encoding))
    except UnicodeDecodeError:
        return Unreadable(place, f"it is not {layout.encoding}")
    except (ValueError, RecursionError):
        return Unreadable(place, "it is no JSON")
    names = (layout.field,) if layout.field else TEXT_FIELDS
    text = next((value for name in names if isinstance(value := _field(record, name), str)), None)
    if text is None:
        return Unreadable(place, f"{NO_TEXT} {' or '.join(names[:2])}{_others(record)}")
    url = _said(record, (layout.url_field,) if layout.url_field else URL_FIELDS)
    date = _said(record, (layout.date_field,) if layout.date_field else DATE_FIELDS)
    # Halves of surrogate pairs (\ud83d alone) are JSON, but no text that could be written.
    return CorpusText(text.encode("utf-8", "replace").decode("utf-8"), place, url, date)


def _others(record: Any) -> str:
    """The fields that do hold a text, for who has to name one."""
    names = (
        [name for name, value in record.items() if isinstance(value, str)] if isinstance(record, dict) else []
    )
    return f" (there is text in {', '.join(map(readable, names[:_FIELDS_SHOWN]))})" if names else ""


def _said(record: Any, names: tuple[str, ...]) -> str:
    values = (_field(record, name) for name in names)
    said = next((str(value) for value in values if isinstance(value, str | int) and value != ""), "")
    return said.encode("utf-8", "replace").decode("utf-8")


def _field(record: Any, name: str) -> Any:
    """The value of a field; `a.b` is the field b within a, unless there is one of that very name."""
    if not isinstance(record, Mapping):
        return None
    if name in record:
        return record[name]
    first, dot, rest = name.partition(".")
    return _field(record.get(first), rest) if dot else None


def _pages(chunk: Chunk, layout: Layout) -> Iterator[CorpusText | Unreadable]:
    """The pages of a WET file in German, or in a language that the file does not tell."""
    at, line, data = 0, chunk.line, chunk.data
    while (end := _headers_end(data, at)) > 0:
        place = f"{chunk.source}, line {line}"
        headers = _headers(data[at:end])
        length = headers.get("content-length", "")
        if not data.startswith(b"WARC/1.", at) or not _LENGTH.fullmatch(length):
            yield Unreadable(place, "it is no record of WARC")
            return
        stop = end + int(length)
        if stop > len(data):
            yield Unreadable(place, "the record is cut off")
            return
        if headers.get("warc-type") == "response":
            yield Unreadable(place, "it is a page as it was sent; the WET file of the crawl has its text")
        if _is_page(headers):
            yield _page(_decoded(data[end:stop], layout, place), headers, place)
        following = data.find(b"WARC/1.", stop)
        following = len(data) if following < 0 else following
        line += data.count(b"\n", at, following)
        at = following


def _page(text: str | Unreadable, headers: Mapping[str, str], place: str) -> CorpusText | Unreadable:
    """A page, of which each line is a paragraph."""
    if isinstance(text, Unreadable):
        return text
    url, date = headers.get("warc-target-uri", ""), headers.get("warc-date", "")
    return CorpusText(text.replace("\r", "").replace("\n", "\n\n"), place, url, date)


def _headers_end(data: bytes, at: int) -> int:
    ends = [end + len(border) for border in (b"\r\n\r\n", b"\n\n") if (end := data.find(border, at)) > 0]
    return min(ends, default=0)


def _headers(data: bytes) -> dict[str, str]:
    """The headers by their names in small letters."""
    lines = data.decode("utf-8", "replace").splitlines()[1:]
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _is_page(headers: Mapping[str, str]) -> bool:
    languages = {each.strip() for each in headers.get("warc-identified-content-language", "").split(",")}
    return (
        headers.get("warc-type", "") in _PAGES
        and headers.get("content-type", "text/plain").startswith("text/plain")
        and (languages <= {""} or not languages.isdisjoint(GERMAN))
    )
