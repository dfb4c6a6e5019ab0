"""Apple's plural rules (.stringsdict), a property list in XML: the strings of each quantity."""

from collections.abc import Iterator

from mitgemeint.analysis.documents.literal import OBJECT
from mitgemeint.analysis.documents.model import Block, Parsed
from mitgemeint.analysis.documents.protection import MANY, ONE
from mitgemeint.analysis.documents.translation import xml_lexer
from mitgemeint.analysis.documents.translation.message import Style, message_blocks
from mitgemeint.analysis.documents.translation.message_tables import load
from mitgemeint.analysis.documents.translation.xml_lexer import Token, TokenKind
from mitgemeint.analysis.documents.translation.xml_strings import Inline, content_end, strings

escape = xml_lexer.escape
_FORMAT = "NSStringLocalizedFormatKey"


def parse(text: str) -> Parsed:
    """Blocks of a file of plural rules."""
    tokens = list(xml_lexer.tokens(text))
    comments = tuple((each.start, each.end) for each in tokens if each.kind is TokenKind.COMMENT)
    return Parsed(list(_blocks(text, tokens)), comments)


def _blocks(text: str, tokens: list[Token]) -> Iterator[Block]:
    index, key, tables = 0, "", load()
    while index < len(tokens):
        token = tokens[index]
        if token.kind is TokenKind.START and token.name in ("key", "string"):
            end = content_end(tokens, index)
            if token.name == "key":
                key = text[token.end : tokens[end].start if end < len(tokens) else len(text)].strip()
            elif key == _FORMAT or key in tables.one or key in tables.quantities:
                number = ONE if key in tables.one else MANY
                for string in strings(text, tokens[index + 1 : end], _inline, collapse=False):
                    yield from message_blocks(string.literal, Style(string.escape, number))
            index = end
            continue
        index += 1


def _inline(token: Token) -> Inline:
    return Inline(OBJECT)
