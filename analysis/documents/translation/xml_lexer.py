"""XML cut into tags, text, sections and comments, by the productions of XML 1.0, with places.

The parsers of the standard library give no places of characters and end at the first fault, which a file
that is being edited has at nearly every moment.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from html import unescape

from mitgemeint.analysis.documents.literal import OBJECT, character
from mitgemeint.analysis.documents.model import Change

_NAME = r"[A-Za-z_:][\w:.-]{0,200}"
_MARK = re.compile(
    r"<(?:(?P<comment>!--)|(?P<cdata>!\[CDATA\[)|(?P<pi>\?)|(?P<doctype>!)|(?P<tag>/?[A-Za-z_:]))"
)
_TAG = re.compile(rf"""<(/?)({_NAME})((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>""")
_ATTRIBUTE = re.compile(rf"""({_NAME})\s{{0,50}}=\s{{0,50}}(?:"([^"<]*)"|'([^'<]*)')""")
_ENTITY = re.compile(r"&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|([A-Za-z_][\w.-]{0,60}));")
_PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_SPECIAL = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ENDS = {"comment": "-->", "cdata": "]]>", "pi": "?>"}


class TokenKind(Enum):
    """What a token is."""

    START = auto()
    EMPTY = auto()
    END = auto()
    TEXT = auto()
    CDATA = auto()
    COMMENT = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A token and its span; `inner` is the span of what stands in a tag after its name or in a section."""

    kind: TokenKind
    start: int
    end: int
    name: str = ""
    inner: tuple[int, int] = (0, 0)

    def attributes(self, text: str) -> Mapping[str, str]:
        """The attributes of a tag, by name, entities decoded."""
        found = _ATTRIBUTE.finditer(text, *self.inner)
        return {each[1]: unescape(each[2] if each[2] is not None else each[3]) for each in found}


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a document in order; what is no mark-up is text."""
    position = begin = 0
    unclosed: set[str] = set()
    while mark := _MARK.search(text, position):
        token = None if mark.lastgroup in unclosed else _token(text, mark)
        if token is None:
            if mark.lastgroup in _ENDS and mark.lastgroup:
                unclosed.add(mark.lastgroup)
            position = mark.end()
            continue
        if begin < mark.start():
            yield Token(TokenKind.TEXT, begin, mark.start())
        if token.end > token.start:
            yield token
        begin = position = token.end
    if begin < len(text):
        yield Token(TokenKind.TEXT, begin, len(text))


def _token(text: str, mark: re.Match[str]) -> Token | None:
    """The token at a mark; None where it is not closed."""
    start = mark.start()
    match mark.lastgroup:
        case "comment" | "cdata" | "pi":
            sign = _ENDS[mark.lastgroup]
            closing = text.find(sign, mark.end())
            if closing < 0:
                return None
            kind = TokenKind.CDATA if mark.lastgroup == "cdata" else TokenKind.COMMENT
            return Token(kind, start, closing + len(sign), inner=(mark.end(), closing))
        case "doctype":
            end = _doctype_end(text, mark.end())
            return Token(TokenKind.COMMENT, start, end, inner=(start, start)) if end else None
    tag = _TAG.match(text, start)
    if tag is None:
        return None
    kind = TokenKind.END if tag[1] else TokenKind.EMPTY if tag[3].endswith("/") else TokenKind.START
    return Token(kind, start, tag.end(), tag[2], tag.span(3))


def _doctype_end(text: str, start: int) -> int:
    """The end of a document type declaration, 0 without one; one with declarations inside ends at `]>`."""
    closing = text.find(">", start)
    bracket = text.find("[", start, closing) if closing >= 0 else -1
    if bracket >= 0:
        inner = text.find("]>", bracket)
        return inner + 2 if inner >= 0 else 0
    return closing + 1


def entities(text: str, start: int, end: int) -> Iterator[Change]:
    """The changes that put characters for entities; one that is not known stands for a thing."""
    for found in _ENTITY.finditer(text, start, end):
        if found[3]:
            new_text = _PREDEFINED.get(found[3], OBJECT)
        else:
            new_text = character(int(found[1]) if found[1] else int(found[2], 16))
        yield Change(found.start(), found.end(), new_text)


def escape(new_text: str) -> str:
    """Prose as text of an element."""
    return "".join(_SPECIAL.get(sign, sign) for sign in new_text)


def escape_cdata(new_text: str) -> str:
    """Prose inside a CDATA section, which only its end could disturb."""
    return new_text.replace("]]>", "]] >")
