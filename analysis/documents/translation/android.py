"""Android's string resources, by the chapter "String resources" of Android's documentation."""

import re
from collections.abc import Iterator

from mitgemeint.analysis.documents.literal import OBJECT, UTF16_ESCAPE, Escape, Literal, utf16_character
from mitgemeint.analysis.documents.model import Block, Change, Parsed
from mitgemeint.analysis.documents.protection import MANY, ONE
from mitgemeint.analysis.documents.translation import xml_lexer
from mitgemeint.analysis.documents.translation.message import Style, message_blocks
from mitgemeint.analysis.documents.translation.message_tables import load
from mitgemeint.analysis.documents.translation.xml_lexer import Token, TokenKind
from mitgemeint.analysis.documents.translation.xml_strings import Inline, content_end, strings

_ESCAPE = re.compile(rf"{UTF16_ESCAPE}|\\([^uU])|(\")")
_CONTROLS = {"n": "\n", "t": "\t"}
_GROUPS = ("string-array", "plurals", "array")


def parse(text: str) -> Parsed:
    """Blocks of a file of string resources."""
    tokens = list(xml_lexer.tokens(text))
    comments = tuple((each.start, each.end) for each in tokens if each.kind is TokenKind.COMMENT)
    return Parsed(list(_blocks(text, tokens)), comments)


def escape(new_text: str) -> str:
    """Prose inside a string resource."""
    return xml_lexer.escape(_escaped(new_text))


def _escaped(new_text: str) -> str:
    """Apostrophes and quotation marks with a backslash; `@` and `?` only matter, and only stand, first."""
    text = new_text.replace("\\", "\\\\").replace("'", "\\'").replace('"', '\\"')
    return f"\\{text}" if text[:1] in ("@", "?") else text


def _blocks(text: str, tokens: list[Token]) -> Iterator[Block]:
    index, is_read = 0, True
    while index < len(tokens):
        token = tokens[index]
        if token.name in _GROUPS:
            is_read = token.kind is not TokenKind.START or _is_translated(text, token)
        elif token.kind is TokenKind.START and token.name in ("string", "item"):
            end = content_end(tokens, index)
            if _is_translated(text, token) and (is_read or token.name == "string"):
                yield from _string(text, token, tokens[index + 1 : end])
            index = end
            continue
        index += 1


def _is_translated(text: str, token: Token) -> bool:
    return token.attributes(text).get("translatable") != "false"


def _string(text: str, begin: Token, content: list[Token]) -> Iterator[Block]:
    number = ONE if begin.attributes(text).get("quantity") in load().one else MANY
    for string in strings(text, content, _inline, collapse=True):
        literal = _decoded(string.literal)
        yield from message_blocks(literal, Style(_writer(string.escape), number))


def _writer(outer: Escape) -> Escape:
    return lambda new_text: outer(_escaped(new_text))


def _inline(token: Token) -> Inline:
    """Elements of another namespace (xliff:g) stand around what is not translated; others are HTML."""
    return Inline(OBJECT, whole=True) if ":" in token.name else Inline(None)


def _decoded(literal: Literal) -> Literal:
    return literal.decoded(_changes(literal.text))


def _changes(text: str) -> Iterator[Change]:
    tags = [found.span() for found in re.finditer(r"<[^<>]*>", text)]
    position = 0
    for found in _ESCAPE.finditer(text):
        while position < len(tags) and tags[position][1] <= found.start():
            position += 1
        if position < len(tags) and tags[position][0] <= found.start():
            continue  # quotation marks of an attribute
        yield Change(found.start(), found.end(), _meaning(found))


def _meaning(found: re.Match[str]) -> str:
    if found[5]:
        return ""
    if found[4]:
        return _CONTROLS.get(found[4], found[4])
    return utf16_character(found[1] or found[3], found[2])
