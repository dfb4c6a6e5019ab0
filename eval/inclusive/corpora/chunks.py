"""Cuts the stream of a source into chunks that can be read on their own, at borders between its records.

A chunk is bytes, so that cutting costs little and reading can be done elsewhere. No more than one chunk and
what is left over from it is in memory at a time, whatever the size of a file or of its lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mitgemeint.eval.inclusive.corpora.opening import NoTextError, Source, Stream, opened
from mitgemeint.eval.problems import EvalError

CHUNK = 1 << 20
"""Bytes of a chunk, about; a text longer than this is cut."""
LONGEST_RECORD = 16 << 20
"""Bytes of the longest line of JSON or page that is read."""

_WARC = b"WARC/1."
_WARC_BORDERS = (b"\n\r\n" + _WARC, b"\n\n" + _WARC)
_LONGEST_BORDER = 16
_CONTINUATION = range(0x80, 0xC0)
"""Bytes within a letter of UTF-8."""


class Format(StrEnum):
    """What the records of a file are."""

    PLAIN = "plain"
    JSON = "json"
    WARC = "warc"


class Per(StrEnum):
    """What a text is: a paragraph (between blank lines), a line, or a whole record.

    A record is a file of plain text, a line of JSON, a page of WARC.
    """

    PARAGRAPH = "paragraph"
    LINE = "line"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole records of a source; `line` is the number of the first line, from 1.

    `overlong` is the number of bytes of a record that is too long to be read, and then `data` is empty.
    """

    source: str
    format: Format
    per: Per
    line: int
    data: bytes
    overlong: int = 0


@dataclass(frozen=True, slots=True)
class Cutting:
    """How files are cut: None is for what their content says."""

    format: Format | None = None
    per: Per | None = None


@dataclass(slots=True)
class Course:
    """How far the reading has come: bytes on disk of the files before, and what was passed over."""

    done: int = 0
    passed_over: int = 0


def chunks(sources: Sequence[Source], cutting: Cutting, course: Course | None = None) -> Iterator[Chunk]:
    """The chunks of all sources in order; raises EvalError.

    `course` is kept up to date.
    """
    course = course or Course()
    for source in sources:
        before = course.done
        try:
            with opened(source) as stream:
                for chunk in _of_stream(source.name, stream, cutting):
                    course.done = before + stream.position
                    yield chunk
        except NoTextError:
            course.passed_over += 1
        course.done = before + source.size


def _of_stream(name: str, stream: Stream, cutting: Cutting) -> Iterator[Chunk]:
    head = stream.peek().removeprefix(b"\xef\xbb\xbf")
    kind = cutting.format or _format(head)
    if kind is Format.WARC and not head.startswith(_WARC):
        raise EvalError(name, "it does not begin as a WARC file", "leave --format out, or name a WET file")
    per = cutting.per or (Per.PARAGRAPH if kind is Format.PLAIN else Per.WHOLE)
    return _Cutter(name, kind, per).cut(stream)


def _format(head: bytes) -> Format:
    if head.startswith(_WARC):
        return Format.WARC
    return Format.JSON if head.lstrip().startswith(b"{") else Format.PLAIN


class _Cutter:
    """Cuts one stream."""

    def __init__(self, name: str, kind: Format, per: Per) -> None:
        self._name = name
        self._format = kind
        self._per = per
        self._line = 1

    def cut(self, stream: Stream) -> Iterator[Chunk]:
        """The chunks in order."""
        held = b""
        while block := stream.read(CHUNK):
            held += block
            if len(held) < CHUNK:
                continue
            end = self._last_border(held)
            if end:
                yield self._chunk(held[:end])
                held = held[end:]
            elif len(held) > LONGEST_RECORD:
                lost, held, ends = self._skip(stream, held)
                yield Chunk(self._name, self._format, self._per, self._line, b"", lost)
                self._line += ends
        if held:
            yield self._chunk(held)

    def _chunk(self, data: bytes) -> Chunk:
        made = Chunk(self._name, self._format, self._per, self._line, data)
        self._line += data.count(b"\n")
        return made

    def _last_border(self, data: bytes) -> int:
        """Where the last whole record ends; 0 where there is none, and the rest has to be read."""
        if self._format is Format.JSON:
            return data.rfind(b"\n") + 1
        if self._format is Format.WARC:
            found = [(data.rfind(border), len(border) - len(_WARC)) for border in _WARC_BORDERS]
            return max((place + length for place, length in found if place >= 0), default=0)
        return _plain_border(data, self._per)

    def _skip(self, stream: Stream, held: bytes) -> tuple[int, bytes, int]:
        """Reads to the end of a record: how long it is in bytes, what follows, and its line ends."""
        lost, ends = 0, 0
        while True:
            end = self._first_border(held)
            if end or not held:
                return lost + end, held[end:], ends + held.count(b"\n", 0, end)
            kept = held[-_LONGEST_BORDER:]  # a border may have come in part
            lost += len(held) - len(kept)
            ends += held.count(b"\n", 0, len(held) - len(kept))
            more = stream.read(CHUNK)
            if not more:
                return lost + len(kept), b"", ends
            held = kept + more

    def _first_border(self, data: bytes) -> int:
        if self._format is Format.JSON:
            return data.find(b"\n") + 1
        found = [(data.find(border), len(border) - len(_WARC)) for border in _WARC_BORDERS]
        return min((place + length for place, length in found if place >= 0), default=0)


def _plain_border(data: bytes, per: Per) -> int:
    """Texts are not to be cut, but where one is too long for a chunk, it is: between words at best."""
    lines = data.rfind(b"\n") + 1
    if per is Per.LINE and lines:
        return lines
    paragraphs = max(data.rfind(b"\n\n") + 2, data.rfind(b"\n\r\n") + 3)
    if paragraphs > 2:
        return paragraphs
    words = max(data.rfind(b" "), data.rfind(b"\t")) + 1
    return lines or words or _letter_border(data)


def _letter_border(data: bytes) -> int:
    """Where the last letter of UTF-8 that is surely whole ends."""
    end = len(data) - 1
    while end > len(data) - 4 and data[end] in _CONTINUATION:
        end -= 1
    return end
