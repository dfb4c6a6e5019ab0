"""Java's properties files: the values, by the documentation of java.util.Properties.load."""

import re
from collections.abc import Iterator

from mitgemeint.analysis.documents.literal import UTF16_ESCAPE, Escape, Literal, ascii_only, utf16_character
from mitgemeint.analysis.documents.model import Block, Change, Parsed, Span
from mitgemeint.analysis.documents.protection import MANY, ONE
from mitgemeint.analysis.documents.translation.message import Style, message_blocks
from mitgemeint.analysis.documents.translation.message_tables import load

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_KEY = re.compile(r"(?:[^\\=:\s]|\\.)*")
_SEPARATOR = re.compile(r"[ \t\f]*[=:]?[ \t\f]*")
_ESCAPE = re.compile(rf"{UTF16_ESCAPE}|\\((?:\r\n|\r|\n)[ \t\f]*)|\\([^\r\n])")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_ARGUMENT = re.compile(r"\{\d")
_SPECIAL = str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r"})


def parse(text: str) -> Parsed:
    """Blocks of a properties file: one or more for each value."""
    comments: list[Span] = []
    return Parsed(list(_blocks(text, comments)), tuple(comments))


def escape(new_text: str) -> str:
    """Prose inside a value."""
    return new_text.translate(_SPECIAL)


def _escape_ascii(new_text: str) -> str:
    return ascii_only(escape(new_text))


def _blocks(text: str, comments: list[Span]) -> Iterator[Block]:
    write = _escape_ascii if text.isascii() and "\\u00" in text else escape
    for start, end in _logical_lines(text):
        if text[start] in "#!":
            comments.append((start, end))
            continue
        key = _KEY.match(text, start, end)
        separator = _SEPARATOR.match(text, key.end() if key else start, end)
        value = separator.end() if separator else end
        if value < end:
            name = text[start : key.end() if key else start]
            literal = Literal.of(text, value, end, _changes(text, value, end))
            yield from message_blocks(literal, _style(literal.text, name, write))


def _style(value: str, key: str, write: Escape) -> Style:
    number = ONE if re.split(r"[._]", key)[-1] in load().one else MANY
    return Style(write, number, doubled=_ARGUMENT.search(value) is not None)


def _logical_lines(text: str) -> Iterator[Span]:
    """The lines that are not empty, from their first sign on, joined where a backslash ends them."""
    position = 1 if text.startswith("\ufeff") else 0
    begin: int | None = None
    for start, end in _physical_lines(text, position):
        if begin is None:
            content = text[start:end].lstrip(" \t\f")
            if not content:
                continue
            begin = end - len(content)
        if text[begin] not in "#!" and _is_continued(text[max(begin, start) : end]):
            continue
        yield begin, end
        begin = None
    if begin is not None:
        yield begin, len(text)


def _is_continued(line: str) -> bool:
    """Whether an odd number of backslashes ends the line."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _physical_lines(text: str, position: int) -> Iterator[Span]:
    while position < len(text):
        line = _LINE.match(text, position)
        if line is None:
            return
        yield line.span(1)
        position = line.end()


def _changes(text: str, start: int, end: int) -> Iterator[Change]:
    for found in _ESCAPE.finditer(text, start, end):
        yield Change(found.start(), found.end(), _meaning(found))


def _meaning(found: re.Match[str]) -> str:
    if found[4] is not None:
        return ""
    if found[5] is not None:
        return _CONTROLS.get(found[5], found[5])
    return utf16_character(found[1] or found[3], found[2])
