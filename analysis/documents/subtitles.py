"""Subtitles: SubRip (SRT) and WebVTT. A sentence may run over several lines and cues of one speaker.

Follows the W3C's WebVTT; SRT has no specification, so what players and editors agree on.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mitgemeint.analysis.documents.html import decoded
from mitgemeint.analysis.documents.language_tags import is_german
from mitgemeint.analysis.documents.lines import Line, lines_of
from mitgemeint.analysis.documents.model import Block, Change, Parsed, Span
from mitgemeint.analysis.documents.pieces import Pieces
from mitgemeint.analysis.documents.protection import THING

_TIME = r"(?:\d{1,4}:)?\d{1,2}:\d{1,2}[,.]\d{1,3}"
_TIMING = re.compile(rf"{_TIME}[ \t]*-->[ \t]*{_TIME}(?![\d:])")
_COUNTER = re.compile(r"\d{1,9}$")
_NOTE = re.compile(r"NOTE(?=[ \t]|$)")
_DASH = re.compile(r"(?:[-–—‐][ \t]?|>>[ \t]?)(?=\S)")
_LABEL = re.compile(r"(?:[A-ZÄÖÜ][A-ZÄÖÜẞ0-9 .'-]{1,30}|\[[^\[\]\r\n]{1,30}\]):[ \t]*")
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z]{1,6})(?P<rest>[^<>\r\n]{0,200})>|<[\d:.]{5,20}>|\{\\[^{}\r\n]{1,200}\}"
    r"|\{/?[bius]\}|(?P<entity>&(?:amp|lt|gt|nbsp|lrm|rlm|quot|apos|\#\d{1,6});)"
)
_LEADING = re.compile(r"(?:[ \t]|</?(?!lang\b)[A-Za-z][^<>\r\n]{0,200}>|\{[^{}\r\n]{1,200}\})*")
_VOICE = re.compile(r"<v(?:\.[^\s<>]{0,60})?[ \t]+([^<>\r\n]{1,100})>")
_LANGUAGE = re.compile(r"[ \t]+([A-Za-z]+)")
_FINAL = re.compile(r"[.!?:♪♫\]][)\"'“”»«‘’]*(?:</[^<>]{1,20}>|\{[^{}]{1,20}\})*$")
_SOUND = re.compile(r"\(.*\)(?:</[^<>]{1,20}>|\{[^{}]{1,20}\})*$")
_ELLIPSIS = re.compile(r"(?:\.{3}|…)(?=(?:</[^<>]{1,20}>)*$)")
_GOES_ON = re.compile(r"(?:\.{3}|…)[ \t]?(?=\w)")
_MUSIC = frozenset("♪♫[(")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def parse_srt(text: str) -> Parsed:
    """Blocks of subtitles in SubRip's format; it knows no comments, so a switch has a line of its own."""
    return Parsed(_read(text, _payloads(text, lines_of(text)), has_entities=False))


def parse_vtt(text: str) -> Parsed:
    """Blocks of subtitles in WebVTT."""
    lines = lines_of(text)
    return Parsed(_read(text, _payloads(text, lines), has_entities=True), tuple(_notes(text, lines)))


def escape_srt(new_text: str) -> str:
    """SubRip has no escapes."""
    return new_text


def escape_vtt(new_text: str) -> str:
    """Prose as the text of a cue in WebVTT."""
    return new_text.translate(_ESCAPES)


def _notes(text: str, lines: Sequence[Line]) -> Iterator[Span]:
    """Comments: from a line NOTE to the next empty one."""
    begin = -1
    for index, line in enumerate(lines):
        follows_blank = index == 0 or lines[index - 1].is_blank
        if begin < 0 and follows_blank and _NOTE.match(text, line.begin, line.end):
            begin = line.begin
        if begin >= 0 and (index + 1 == len(lines) or lines[index + 1].is_blank):
            yield begin, line.end
            begin = -1


def _payloads(text: str, lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines of text of each cue: what stands below its times, up to an empty line or the next cue."""
    payload: list[Line] = []
    in_cue = False
    for line in lines:
        if _TIMING.match(text, line.start, line.end):
            if payload and _COUNTER.match(text, payload[-1].start, payload[-1].end):
                payload.pop()  # no empty line stood before the number of this cue
            yield payload
            payload, in_cue = [], True
        elif line.is_blank:
            yield payload
            payload, in_cue = [], False
        elif in_cue:
            payload.append(line)
    yield payload


@dataclass(slots=True)
class _Speech:
    """What one person says without a full stop at the end of a cue so far."""

    spans: list[Span] = field(default_factory=list)
    voice: str = ""


def _read(text: str, payloads: Iterator[list[Line]], *, has_entities: bool) -> list[Block]:
    blocks: list[Block] = []
    speech = _Speech()

    def flush() -> None:
        if speech.spans:
            blocks.append(_block(text, speech.spans, has_entities))
            speech.spans = []

    for payload in payloads:
        for index, line in enumerate(payload):
            start = _LEADING.match(text, line.start, line.end)
            begin = start.end() if start else line.start
            voice = _VOICE.search(text, line.start, begin)
            change = _DASH.match(text, begin, line.end) or _LABEL.match(text, begin, line.end)
            is_other = voice is not None and voice[1] != speech.voice
            if change or is_other or text[begin : begin + 1] in _MUSIC:
                flush()
            elif index == 0 and speech.spans:
                begin = _joined(text, speech, begin, line.end)
                if begin < 0:
                    flush()
                    begin = start.end() if start else line.start
            speech.voice = voice[1] if voice else speech.voice
            begin = change.end() if change else begin
            if begin < line.end:
                speech.spans.append((begin, line.end))
    flush()
    return blocks


def _joined(text: str, speech: _Speech, begin: int, end: int) -> int:
    """Where the text of the next cue begins, if it goes on with the sentence of the cue before; otherwise -1.

    Dots that stand for the break between the cues are dropped.
    """
    last_start, last_end = speech.spans[-1]
    goes_on = _GOES_ON.match(text, begin, end)
    dots = _ELLIPSIS.search(text, max(last_start, last_end - 40), last_end)
    if dots and (goes_on or text[begin : begin + 1].islower()):
        speech.spans[-1] = (last_start, dots.start())
        return goes_on.end() if goes_on else begin
    is_sound = _SOUND.match(text, last_start, last_end)
    if dots or is_sound or _FINAL.search(text, max(last_start, last_end - 40), last_end):
        return -1
    return begin


def _block(text: str, spans: Sequence[Span], has_entities: bool) -> Block:
    pieces = Pieces(text, spans)
    changes = list(pieces.gaps())
    foreign = -1
    for found in _TAG.finditer(pieces.text):
        start, end = found.span()
        if found["entity"]:
            if has_entities and foreign < 0:
                changes.append(pieces.change(start, end, decoded(found[0])))
        elif found["name"] == "lang" and found["close"] and foreign >= 0:
            changes.append(pieces.change(foreign, end, THING, protected=True))
            foreign = -1
        elif foreign < 0 and found["name"] == "lang" and not found["close"] and not _is_german(found["rest"]):
            foreign = start
        elif foreign < 0:
            changes.append(pieces.change(start, end, ""))
    if foreign >= 0:
        changes.append(pieces.change(foreign, len(pieces.text), THING, protected=True))
    return Block("paragraph", spans[0][0], spans[-1][1], tuple(_sorted(changes)))


def _is_german(rest: str) -> bool:
    named = _LANGUAGE.match(rest)
    return named is None or is_german(named[1])


def _sorted(changes: Sequence[Change]) -> list[Change]:
    """By position; of two that begin together the longer one first."""
    return sorted(changes, key=lambda change: (change.start, -change.end))
