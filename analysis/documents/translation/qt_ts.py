"""Qt's translation files (.ts), by the chapter "TS XML file format" of Qt Linguist's manual."""

from collections.abc import Iterator

from mitgemeint.analysis.documents.literal import OBJECT
from mitgemeint.analysis.documents.model import Block, Parsed
from mitgemeint.analysis.documents.protection import MANY, ONE
from mitgemeint.analysis.documents.translation import xml_lexer
from mitgemeint.analysis.documents.translation.locales import is_german
from mitgemeint.analysis.documents.translation.message import Style, message_blocks
from mitgemeint.analysis.documents.translation.xml_lexer import Token, TokenKind
from mitgemeint.analysis.documents.translation.xml_strings import Inline, content_end, strings

escape = xml_lexer.escape
_UNUSED = frozenset({"vanished", "obsolete", "unfinished"})
_MNEMONIC = "&"


def parse(text: str) -> Parsed:
    """Blocks of a translation file of Qt."""
    tokens = list(xml_lexer.tokens(text))
    comments = tuple((each.start, each.end) for each in tokens if each.kind is TokenKind.COMMENT)
    return Parsed(list(_blocks(text, tokens)), comments)


def _blocks(text: str, tokens: list[Token]) -> Iterator[Block]:
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.kind is TokenKind.START and token.name == "TS":
            language = token.attributes(text).get("language")
            if language and not is_german(language):
                return
        elif token.kind is TokenKind.START and token.name == "translation":
            end = content_end(tokens, index)
            if token.attributes(text).get("type") not in _UNUSED:
                yield from _translation(text, tokens[index + 1 : end])
            index = end
            continue
        index += 1


def _translation(text: str, content: list[Token]) -> Iterator[Block]:
    """One translation, or its forms for numbers: in German the first is the singular."""
    first = next((at for at, token in enumerate(content) if token.name == "numerusform"), None)
    if first is None:
        yield from _string(text, content, MANY)
        return
    number, index = ONE, first
    while index < len(content):
        if content[index].name == "numerusform" and content[index].kind is TokenKind.START:
            end = content_end(content, index)
            yield from _string(text, content[index + 1 : end], number)
            number, index = MANY, end
            continue
        if content[index].name == "numerusform" and content[index].kind is TokenKind.EMPTY:
            number = MANY
        index += 1


def _string(text: str, content: list[Token], number: str) -> Iterator[Block]:
    for string in strings(text, content, _inline, collapse=False):
        yield from message_blocks(string.literal, Style(string.escape, number, _MNEMONIC))


def _inline(token: Token) -> Inline:
    """`<byte value="x9"/>` stands for a character, `<lengthvariant>` around one of several lengths."""
    return Inline(" " if token.name == "lengthvariant" else OBJECT)
