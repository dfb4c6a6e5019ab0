"""The inside of AsciiDoc's paragraphs: formatting, macros, attributes, references to characters.

Follows the chapters "Text Formatting" and "Macros" of the AsciiDoc Language Documentation. A backslash is
shown where it prevents nothing, so new text is written with references to characters.
"""

import re
from collections.abc import Sequence
from functools import cache

from mitgemeint.analysis.documents.asciidoc_tables import Tables, load
from mitgemeint.analysis.documents.html import decoded
from mitgemeint.analysis.documents.inline_scan import Aside, InlineScan
from mitgemeint.analysis.documents.model import Change, Span
from mitgemeint.analysis.documents.pieces import Pieces

_MARKUP = re.compile(r"[*_`#+^~{<\[(&\\:]")
_BEFORE = r"(?<![\w&;:}\\])"
_ROLE = r"(?:\[[^\[\]\r\n]{1,80}\])?"
_BRACKET = r"\[((?:[^\[\]\\]|\\(?s:.)|\[[^\[\]\\]{0,200}\]){0,1000})\]"
_INSIDE = re.compile(_BRACKET)
_ENTITY = r"&(?:\#[0-9]{1,6}|\#x[0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});"
_START = re.compile(
    rf"(?P<escape>\\(?=[*_`#+^~{{<\[(&]|\w{{1,20}}:))|(?P<entity>{_ENTITY})|(?P<quotes>[\"']`)(?=\S)"
    rf"|(?P<pass>\+{{2,3}})(?=\S)|(?P<break>[ ]\+)(?=[\r\n]|\Z)"
    rf"|(?P<double>{_ROLE}(?:\*\*|__|``|\#\#))(?=\S)"
    rf"|{_BEFORE}(?P<single>{_ROLE}[*_`#+])(?=\S)|(?P<script>\^(?=[^\s^])|~(?=[^\s~]))"
    r"|(?P<attribute>\$?\{[\w:,.-]{1,80}\})|(?P<reference><<[^<>\r\n]{1,300}>>)|(?P<anchor>\[\[[^\[\]\r\n]{1,200}\]\])"
    r"|(?P<index>\(\(\([^()]{1,300}\)\)\))|(?P<term>\(\()(?=[^\s(](?:[^)]|\)(?!\))){0,300}\)\))"
    r"|(?<![\w\\])(?P<macro>[a-z][a-z0-9]{1,15}):(?P<target>[^\s\[\]:][^\s\[\]]{0,500}|//[^\s\[\]]{1,500})?(?=\[)"
    r"|(?<!\w)[a-z][a-z0-9+.-]{1,15}://[^\s\[\]<>]+"
)
_ENDS = {
    "double": {mark: re.compile(re.escape(mark)) for mark in ("**", "__", "``", "##")},
    "single": {mark: re.compile(rf"(?<=\S){re.escape(mark)}(?!\w)") for mark in "*_`#+"},
    "script": {mark: re.compile(rf"(?<=\S){re.escape(mark)}|(?=\s)") for mark in "^~"},
    "quotes": {mark: re.compile(rf"(?<=\S)`{mark}") for mark in "\"'"},
    "pass": {mark: re.compile(re.escape(mark)) for mark in ("++", "+++")},
}
_QUOTES = {'"': ("“", "”"), "'": ("‘", "’")}
_CODE = frozenset(["`", "``"])
_SPECIAL = re.compile(
    r"(?<![^\W_])[*_`#+]|[*_`#+](?![^\W_])|[\^~|\[\]<>]|\{(?=\w)|\((?=\()|\\(?=\W)|&(?=\#?\w+;)"
)


def escape(new_text: str) -> str:
    """Prose as AsciiDoc: no character of it may turn into markup. Signs inside words are safe as they are."""
    return _SPECIAL.sub(_reference_to, new_text)


def escape_in_term(new_text: str) -> str:
    """Prose of a paragraph with terms of the index, `((Leser))`: no parenthesis stands before their end."""
    written = escape(new_text)
    return f"{written[:-1]}&#41;" if written.endswith(")") else written


def _reference_to(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"


def read(text: str, spans: Sequence[Span]) -> tuple[tuple[Change, ...], list[Aside]]:
    """The changes in prose that stands in these spans, in order, and the texts of their own in it."""
    pieces = Pieces(text, spans)
    scan = _Scan(pieces, load())
    if _MARKUP.search(pieces.text):
        scan.scan(_START)
    return scan.ordered(), scan.asides


class _Scan(InlineScan):
    """One pass over one block."""

    def __init__(self, pieces: Pieces, tables: Tables) -> None:
        super().__init__(pieces)
        self._tables = tables

    def markup(self, found: re.Match[str]) -> int:
        """Record what begins here; where reading goes on."""
        start, end = found.span()
        match found.lastgroup:
            case "escape":
                self.change(start, end, "")
                return end + 1
            case "entity":
                return self.change(start, end, decoded(found[0]))
            case "break":
                return self.change(start, end, " ")
            case "index" | "anchor":
                return self.drop(start, end)
            case "term":
                closing = self.text.find("))", end)
                return self.pair((start, end), (closing, closing + 2))
            case "attribute":
                return self._attribute(start, end)
            case "reference":
                return self._reference(start, end)
            case "macro" | "target":
                return self._macro(found)
            case None:
                return end  # an address
            case group:
                return self._pair(group, found)

    def _pair(self, group: str, found: re.Match[str]) -> int:
        """Marks on both sides of a text."""
        start, end = found.span()
        mark = found[0][found[0].rfind("]") + 1 :]
        mark = mark[0] if group == "quotes" else mark
        closing = self.lookup.find(_ENDS[group][mark], end + 1)
        if closing is None or closing.start() == closing.end():
            return end
        if mark in _CODE:
            return self.thing(start, closing.end())
        self.pair((start, end), closing.span(), _QUOTES.get(mark, ("", "")))
        return closing.end() if group == "pass" or mark == "+" else end

    def _attribute(self, start: int, end: int) -> int:
        character = self._tables.characters.get(self.text[start:end].strip("${}").lower())
        return self.thing(start, end) if character is None else self.change(start, end, character)

    def _reference(self, start: int, end: int) -> int:
        """<<id>> or <<id,text>>."""
        comma = self.text.find(",", start, end)
        return self.thing(start, end) if comma < 0 else self.pair((start, comma + 1), (end - 2, end))

    def _macro(self, found: re.Match[str]) -> int:
        name, start, end = found["macro"], *found.span()
        tables = self._tables
        inside = _INSIDE.match(self.text, end)
        if inside is None:
            return end
        low, high = inside.span(1)
        after = inside.end()
        if name in tables.titled:
            return self._titled(start, low, after)
        if name in tables.footnotes:
            comma = self.text.find(",", low, high) + 1 if name == "footnoteref" else 0
            self.aside("footnote", max(low, comma), high)
            return self.drop(start, after)
        if name in tables.pictures:
            self.aside("alt", *first_value(self.text, low, high))
            return self.drop(start, after)
        if name in tables.passed:
            return self.pair((start, low), (high, after))
        if name in tables.nothing:
            return self.drop(start, after)
        return self.thing(start, after) if name in tables.things else end

    def _titled(self, start: int, low: int, after: int) -> int:
        """A link: its text, without attributes and the sign that opens it elsewhere."""
        first, last = first_value(self.text, low, after - 1)
        if last > first and self.text[last - 1] == "^":
            last -= 1
        if first >= last:
            return self.thing(start, after)
        return self.pair((start, first), (last, after))


@cache
def _equals() -> re.Pattern[str]:
    return re.compile(r",\s*[\w-]{1,40}\s*=")


def first_value(text: str, start: int, end: int) -> Span:
    """The first of the attributes in brackets, without quotation marks; all, if none has a name."""
    if text.startswith('"', start):
        closing = text.find('"', start + 1, end)
        return (start + 1, closing) if closing > 0 else (start, end)
    named = _equals().search(text, start, end)
    if named:
        return start, named.start()
    return (start, start) if re.match(r"\s*[\w-]{1,40}\s*=", text[start:end]) else (start, end)
