"""Strings in XML: the content of an element as literals, and a walk over the elements of a document."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.documents.literal import OBJECT, Escape, Literal
from mitgemeint.analysis.documents.model import Change, Span
from mitgemeint.analysis.documents.translation import xml_lexer
from mitgemeint.analysis.documents.translation.placeholders import PLACEHOLDER
from mitgemeint.analysis.documents.translation.xml_lexer import Token, TokenKind

_PLACEHOLDER = re.compile(rf"\s*(?:{PLACEHOLDER})\s*")


@dataclass(frozen=True, slots=True)
class Inline:
    """What an element inside a string leaves: `tag` for its tags (None: they stay), nothing of its content
    where it is `whole`."""

    tag: str | None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class XmlString:
    """A string of XML and how prose is written into it."""

    literal: Literal
    escape: Escape


def content_end(tokens: Sequence[Token], first: int, *, nests: bool = False) -> int:
    """The index of the tag that closes the element whose begin is `tokens[first]`.

    Without one the element ends with the document; one that does not nest, where the next of its name begins.
    """
    name, depth = tokens[first].name, 0
    for index in range(first + 1, len(tokens)):
        token = tokens[index]
        if token.name != name:
            continue
        if token.kind is TokenKind.END:
            if not depth:
                return index
            depth -= 1
        elif token.kind is TokenKind.START:
            if not nests:
                return index
            depth += 1
    return len(tokens)


def strings(
    text: str, tokens: Sequence[Token], inline: Callable[[Token], Inline], *, collapse: bool
) -> Iterator[XmlString]:
    """The literals of an element's content: one, and one for each CDATA section beside other text.

    With `collapse` line ends are white space.
    """
    sections = [token for token in tokens if token.kind is TokenKind.CDATA]
    rest = [token for token in tokens if token.kind is not TokenKind.CDATA]
    for section in sections:
        literal = Literal.of(text, *section.inner, _collapsed(text, section.inner, collapse))
        yield XmlString(literal, xml_lexer.escape_cdata)
    if rest:
        changes = list(_changes(text, tokens, inline, collapse))
        yield XmlString(Literal.of(text, tokens[0].start, tokens[-1].end, changes), xml_lexer.escape)


def _changes(
    text: str, tokens: Sequence[Token], inline: Callable[[Token], Inline], collapse: bool
) -> Iterator[Change]:
    index = 0
    while index < len(tokens):
        token = tokens[index]
        index += 1
        match token.kind:
            case TokenKind.TEXT:
                spaces = _collapsed(text, (token.start, token.end), collapse)
                found = [*spaces, *xml_lexer.entities(text, token.start, token.end)]
                yield from sorted(found, key=lambda change: change.start)
            case TokenKind.COMMENT:
                yield Change(token.start, token.end, "")
            case TokenKind.CDATA:
                yield Change(token.start, token.end, OBJECT)
            case _:
                reads = inline(token)
                if reads.whole and token.kind is TokenKind.START:
                    end = content_end(tokens, index - 1, nests=True)
                    last = tokens[min(end, len(tokens) - 1)]
                    if not _is_placeholder(text, token.end, last.start):
                        index = end + 1
                        yield Change(token.start, last.end, reads.tag)
                        continue
                    yield Change(token.start, token.end, "")
                elif reads.whole and token.kind is TokenKind.END:
                    yield Change(token.start, token.end, "")
                elif reads.tag is not None:
                    yield Change(token.start, token.end, reads.tag)


def _is_placeholder(text: str, start: int, end: int) -> bool:
    return _PLACEHOLDER.fullmatch(text, start, end) is not None


def _collapsed(text: str, span: Span, collapse: bool) -> Iterator[Change]:
    if collapse:
        for found in re.finditer(r"\s+", text[slice(*span)]):
            if found[0] != " ":
                yield Change(span[0] + found.start(), span[0] + found.end(), " ")
