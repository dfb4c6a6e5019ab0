"""A message of a program: prose, its placeholders and markup protected, its branches and paragraphs apart."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from html import unescape

from mitgemeint.analysis.documents import plaintext
from mitgemeint.analysis.documents.literal import Escape, Literal
from mitgemeint.analysis.documents.model import Block, Change
from mitgemeint.analysis.documents.protection import MANY, THING
from mitgemeint.analysis.documents.translation.icu import Part, is_icu, parts
from mitgemeint.analysis.documents.translation.message_tables import MessageTables, load
from mitgemeint.analysis.documents.translation.placeholders import PLACEHOLDER, number_or_thing

_SIGN = re.compile(
    r"(?P<comment><!--[^>]{0,500}-->)|(?P<tag></?(?P<name>[A-Za-z][\w.:-]{0,60}|\d{1,3})(?:[\s/][^<>]{0,2000})?>)"
    r"|(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    rf"|(?P<percent>%%)|(?P<bar>(?<=\s)\|{{1,4}}(?=\s))|(?P<placeholder>{PLACEHOLDER})"
)
_HAS_SIGN = re.compile(r"[<&%{$@:|_\[\ufffc#]")
_LINES = re.compile(r"[\n\r\t\v\f\x1c-\x1e\x85\u2028\u2029]")
_PRINTF = re.compile(r"%%|%[(\d@a-zA-Z#*.+-]")
_MNEMONICS = {"&": r"&(?=[^\W_])", "_": r"__|_(?=[^\W_])(?!in(?:nen)?\b)"}
_ENTITY_LIKE = re.compile(r"&(?=#?\w+;)")


@dataclass(frozen=True, slots=True)
class Style:
    """How a format writes messages: `escape` its strings, and what it has besides placeholders.

    `number` stands for placeholders of numbers, `mnemonic` is the sign before the letter of a keyboard
    short cut, `doubled` says that an apostrophe is always written twice.
    """

    escape: Escape
    number: str = MANY
    mnemonic: str = ""
    doubled: bool = False
    kind: str = "paragraph"


def message_blocks(literal: Literal, style: Style) -> Iterator[Block]:
    """The blocks of one message."""
    if any(map(str.isalpha, literal.text)):
        yield from _Message(literal, style).blocks()


@dataclass(slots=True)
class _Piece:
    """A stretch of a part between breaks, with its changes."""

    start: int
    end: int
    changes: list[Change] = field(default_factory=list)


class _Message:
    """Reads one message."""

    def __init__(self, literal: Literal, style: Style) -> None:
        self._style = style
        self._tables: MessageTables = load()
        self._is_icu = is_icu(literal.text, self._tables)
        if style.doubled and not self._is_icu:
            doubled = re.finditer("''", literal.text)
            literal = literal.decoded(Change(found.start(), found.end(), "'") for found in doubled)
        self._literal = literal
        self._text = literal.text
        self._is_markup = False
        self._unclosed: set[str] = set()
        self._closed = self._closed_elements()

    def blocks(self) -> Iterator[Block]:
        whole = Part(0, self._style.number, end=len(self._text))
        found = parts(self._text, self._style.number, self._tables) if self._is_icu else [whole]
        pieces = [piece for part in found or () for piece in self._pieces(part)]
        escape = self._escape()
        for piece in pieces:
            for block in self._lines(piece):
                yield replace(block, escape=escape)

    def _closed_elements(self) -> frozenset[str]:
        """The names of elements that are closed somewhere: `<datei>` alone is a placeholder."""
        if "</" not in self._text:
            return frozenset()
        return frozenset(re.findall(r"</([A-Za-z][\w.:-]{0,60}|\d{1,3})\s{0,5}>", self._text))

    # -- inside ------------------------------------------------------------------------------------------

    def _pieces(self, part: Part) -> list[_Piece]:
        """The part, cut at blocks of HTML and bars."""
        pieces = [_Piece(part.start, part.end)]
        position = part.start
        for hole in (*part.holes, Change(part.end, part.end, "")):
            self._scan(position, hole.start, part.number, pieces)
            if hole.end > hole.start:
                pieces[-1].changes.append(hole)
            position = max(position, hole.end)
        return pieces

    def _scan(self, start: int, end: int, number: str, pieces: list[_Piece]) -> None:
        """Find what is no prose between two arguments of the message."""
        if not _HAS_SIGN.search(self._text, start, end):
            return
        for sign in _SIGN.finditer(self._text, start, end):
            if sign.start() < start:
                continue
            start = self._take(sign, end, number, pieces)

    def _take(self, sign: re.Match[str], limit: int, number: str, pieces: list[_Piece]) -> int:
        """Note what one sign means; where reading goes on."""
        start, end = sign.span()
        changes = pieces[-1].changes
        match sign.lastgroup:
            case "tag" | "name":
                return self._tag(sign, limit, pieces)
            case "comment":
                changes.append(Change(start, end, ""))
            case "entity":
                self._is_markup = True
                new_text = unescape(sign[0])
                is_known = new_text != sign[0]
                new_text = _spaced(new_text) if is_known else THING
                changes.append(Change(start, end, new_text, protected=not is_known))
            case "percent":
                changes.append(Change(start, end, "%"))
            case "bar":
                _break(pieces, start, end)
            case _:
                new_text = number_or_thing(sign[0], number, self._tables)
                changes.append(Change(start, end, new_text, protected=True))
        return end

    def _tag(self, sign: re.Match[str], limit: int, pieces: list[_Piece]) -> int:
        start, end = sign.span()
        name = sign["name"].lower()
        tables = self._tables
        self._is_markup = True
        if name in tables.block:
            _break(pieces, start, end)
        elif name in tables.space:
            pieces[-1].changes.append(Change(start, end, " "))
        elif name in tables.code and sign[0][1] != "/" and not sign[0].endswith("/>"):
            end = self._code_end(name, end, limit)
            pieces[-1].changes.append(Change(start, end, THING, protected=True))
        elif name in tables.inline or name in tables.code or self._is_wrapper(sign):
            pieces[-1].changes.append(Change(start, end, ""))
        else:
            pieces[-1].changes.append(Change(start, end, THING, protected=True))
        return end

    def _is_wrapper(self, sign: re.Match[str]) -> bool:
        """Whether an element that is not known stands around words (<1>…</1>) or is empty (<0/>)."""
        return sign["name"] in self._closed or sign[0].endswith("/>")

    def _code_end(self, name: str, start: int, limit: int) -> int:
        """The end of an element with code; the end of its begin if it is not closed."""
        if name in self._unclosed:
            return start
        closing = self._text.find(f"</{name}", start, limit)
        end = self._text.find(">", closing, limit) if closing >= 0 else -1
        if end < 0:
            self._unclosed.add(name)
            return start
        return end + 1

    # -- from pieces to blocks -----------------------------------------------------------------------------

    def _lines(self, piece: _Piece) -> Iterator[Block]:
        """The paragraphs of a piece: what lies between line breaks is read as plain text."""
        changes = [*piece.changes, *self._mnemonics(piece)]
        changes.sort(key=lambda change: (change.start, -change.end))
        if not _LINES.search(self._text, piece.start, piece.end):
            yield from self._block(self._style.kind, piece.start, piece.end, changes)
            return
        index = 0
        for line in plaintext.blocks(self._text, piece.start, piece.end):
            inside: list[Change] = []
            while index < len(changes) and changes[index].start < line.end:
                if changes[index].start >= line.start:
                    inside.append(changes[index])
                index += 1
            inside.extend(line.changes)
            inside.sort(key=lambda change: (change.start, -change.end))
            yield from self._block(line.kind, line.start, line.end, inside)

    def _block(self, kind: str, start: int, end: int, changes: list[Change]) -> Iterator[Block]:
        block = self._literal.block(kind, start, end, changes)
        if block is not None:
            yield block

    def _mnemonics(self, piece: _Piece) -> Iterator[Change]:
        """The one sign before the letter of a short cut; the gap of a gender form (Leser_in) is none.

        Written twice it is a sign of the text.
        """
        mnemonic = self._style.mnemonic
        if not mnemonic or mnemonic not in self._text:
            return
        found = list(re.finditer(_MNEMONICS[mnemonic], self._text))
        doubled = [sign for sign in found if sign[0] == mnemonic * 2]
        for sign in doubled if len(found) - len(doubled) != 1 else found:
            if piece.start <= sign.start() < piece.end:
                yield Change(sign.start(), sign.end(), sign[0][1:])

    # -- writing -------------------------------------------------------------------------------------------

    def _escape(self) -> Escape:
        """How prose is written into this message: by its own syntax, then by that of the file."""
        steps: list[Callable[[str], str]] = []
        if self._is_markup:
            steps.append(_escaped_html)
        if _PRINTF.search(self._text):
            steps.append(lambda text: text.replace("%", "%%"))
        if self._is_icu or self._style.doubled:
            steps.append(lambda text: text.replace("'", "''"))
        if self._style.mnemonic == "_":  # that of a gender form is doubled, a "&" stands in none
            steps.append(lambda text: text.replace("_", "__"))
        steps.append(self._style.escape)
        return lambda text: _through(steps, text)


def _break(pieces: list[_Piece], start: int, end: int) -> None:
    """End the last piece at `start` and begin another at `end`."""
    last = pieces[-1]
    pieces.append(_Piece(end, last.end))
    last.end = start


def _spaced(text: str) -> str:
    return " " if text.isspace() else text


def _escaped_html(text: str) -> str:
    return _ENTITY_LIKE.sub("&amp;", text).replace("<", "&lt;")


def _through(steps: list[Callable[[str], str]], text: str) -> str:
    for step in steps:
        text = step(text)
    return text
