"""gettext's PO files: the translations, by the chapter "The Format of PO Files" of gettext's manual."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from mitgemeint.analysis.documents.literal import Literal, character
from mitgemeint.analysis.documents.model import Block, Change, Parsed, Span
from mitgemeint.analysis.documents.protection import MANY, ONE
from mitgemeint.analysis.documents.translation.locales import is_german
from mitgemeint.analysis.documents.translation.message import Style, message_blocks

_LINE = re.compile(r"[^\r\n]*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_KEYWORD = re.compile(r"[ \t]*(msgctxt|msgid_plural|msgid|msgstr)(?:[ \t]*\[[ \t]*(\d{1,3})[ \t]*\])?[ \t]*")
_STRING = re.compile(r'[ \t]*"((?:[^"\\\r\n]|\\[^\r\n])*)"?')
_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|(.))")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_LANGUAGE = re.compile(r"(?mi)^Language:[ \t]*([\w@.-]+)")
_SINGULAR_LAST = re.compile(
    r"(?mi)^Plural-Forms:[^\n]*plural[ \t]*=[ \t]*\(?[ \t]*n[ \t]*==[ \t]*1[ \t]*\)?[ \t]*;"
)
_SPECIAL = re.compile(r'["\\]')
_MNEMONICS = "&_"


@dataclass(slots=True)
class _Entry:
    """The strings of one entry: spans of their contents, by keyword and number."""

    strings: dict[tuple[str, int], list[Span]] = field(default_factory=dict)
    is_fuzzy: bool = False


def parse(text: str) -> Parsed:
    """Blocks of a PO file: one or more for each translation."""
    reader = _Reader(text)
    return Parsed(list(reader.blocks()), tuple(reader.comments))


def escape(new_text: str) -> str:
    """Prose inside a string of a PO file."""
    return _SPECIAL.sub(r"\\\g<0>", new_text).replace("\n", "\\n").replace("\r", "\\r")


class _Reader:
    """Reads one file, line by line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.comments: list[Span] = []
        self._singular, self._is_german = 0, True

    def blocks(self) -> Iterator[Block]:
        for entry in self._entries():
            if self._is_header(entry):
                spans = entry.strings[("msgstr", 0)]
                self._read_header(self._literal(spans).text if spans else "")
            elif self._is_german and not entry.is_fuzzy:
                yield from self._translations(entry)

    # -- entries -----------------------------------------------------------------------------------------

    def _entries(self) -> Iterator[_Entry]:
        entry, spans = _Entry(), list[Span]()
        for start, end in self._lines():
            first = self._text[start:end].lstrip()[:2]
            if first[:1] == "#":
                if entry.strings:
                    yield entry
                    entry = _Entry()
                spans = []
                self._comment(entry, first, start, end)
            elif found := _KEYWORD.match(self._text, start, end):
                key = (found[1], int(found[2] or 0))
                if key[0] in ("msgid", "msgctxt") and _is_complete(entry, key):
                    yield entry
                    entry = _Entry()
                spans = entry.strings.setdefault(key, [])
                self._string(spans, found.end(), end)
            elif first[:1] == '"':
                self._string(spans, start, end)
        yield entry

    def _lines(self) -> Iterator[Span]:
        position = 1 if self._text.startswith("\ufeff") else 0
        while position < len(self._text):
            line = _LINE.match(self._text, position)
            end = line.end() if line else len(self._text)
            yield position, end
            found = _LINE_END.match(self._text, end)
            position = found.end() if found else len(self._text)

    def _comment(self, entry: _Entry, first: str, start: int, end: int) -> None:
        if first == "#,":
            flags = self._text[start:end].strip("#,\t ").split(",")
            entry.is_fuzzy = entry.is_fuzzy or any(flag.strip() == "fuzzy" for flag in flags)
        elif first not in ("#~", "#|"):
            self.comments.append((start, end))

    def _string(self, spans: list[Span], start: int, end: int) -> None:
        if found := _STRING.match(self._text, start, end):
            spans.append(found.span(1))

    # -- translations --------------------------------------------------------------------------------------

    def _is_header(self, entry: _Entry) -> bool:
        identifier = entry.strings.get(("msgid", 0))
        if identifier is None or ("msgctxt", 0) in entry.strings or ("msgstr", 0) not in entry.strings:
            return False
        return all(start == end for start, end in identifier)

    def _read_header(self, header: str) -> None:
        language = _LANGUAGE.search(header)
        self._is_german = language is None or is_german(language[1])
        self._singular = 1 if _SINGULAR_LAST.search(header) else 0

    def _translations(self, entry: _Entry) -> Iterator[Block]:
        has_plural = ("msgid_plural", 0) in entry.strings
        mnemonic = self._mnemonic(entry)
        for (keyword, number), spans in entry.strings.items():
            if keyword != "msgstr" or not spans:
                continue
            shown = ONE if has_plural and number == self._singular else MANY
            yield from message_blocks(self._literal(spans), Style(escape, shown, mnemonic))

    def _mnemonic(self, entry: _Entry) -> str:
        """The sign before the letter of a short cut, which the original has as well."""
        source = "".join(self._text[start:end] for start, end in entry.strings.get(("msgid", 0), ()))
        return next((sign for sign in _MNEMONICS if source.count(sign) == 1), "")

    def _literal(self, spans: list[Span]) -> Literal:
        """The string that is written in pieces over several lines."""
        return Literal.of(self._text, spans[0][0], spans[-1][1], self._changes(spans))

    def _changes(self, spans: list[Span]) -> Iterator[Change]:
        before = spans[0][0]
        for start, end in spans:
            if before < start:
                yield Change(before, start, "")
            for found in _ESCAPE.finditer(self._text, start, end):
                yield Change(found.start(), found.end(), _meaning(found))
            before = end


def _is_complete(entry: _Entry, key: tuple[str, int]) -> bool:
    """Whether a further `msgid` or `msgctxt` begins another entry."""
    return key in entry.strings or ("msgstr", 0) in entry.strings


def _meaning(found: re.Match[str]) -> str:
    if found[3]:
        return _CONTROLS.get(found[3], found[3])
    return character(int(found[1], 8) if found[1] else int(found[2], 16))
