"""XLIFF 1.2 and 2.x: the targets of translated units, by the specifications of OASIS."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from mitgemeint.analysis.documents.literal import OBJECT
from mitgemeint.analysis.documents.model import Block, Parsed
from mitgemeint.analysis.documents.translation import xml_lexer
from mitgemeint.analysis.documents.translation.locales import is_german
from mitgemeint.analysis.documents.translation.message import Style, message_blocks
from mitgemeint.analysis.documents.translation.xml_lexer import Token, TokenKind
from mitgemeint.analysis.documents.translation.xml_strings import Inline, content_end, strings
from mitgemeint.data import resource

escape = xml_lexer.escape


@dataclass(frozen=True, slots=True)
class _Tables:
    codes: frozenset[str]
    transparent: frozenset[str]
    things: frozenset[str]
    markup: tuple[str, ...]
    units: frozenset[str]
    proposals: frozenset[str]


@cache
def _load() -> _Tables:
    data = tomllib.loads(resource("lexicon", "xliff.toml").read_text(encoding="utf-8"))
    return _Tables(
        frozenset(data["codes"]),
        frozenset(data["transparent"]),
        frozenset(data["things"]),
        tuple(data["markup"]),
        frozenset(data["units"]),
        frozenset(data["proposals"]),
    )


def parse(text: str) -> Parsed:
    """Blocks of an XLIFF file."""
    tokens = list(xml_lexer.tokens(text))
    comments = tuple((each.start, each.end) for each in tokens if each.kind is TokenKind.COMMENT)
    return Parsed(list(_Reader(text, tokens).blocks()), comments)


@dataclass(frozen=True, slots=True)
class _Scope:
    """An open element, and whether the units in it are translated into German."""

    name: str
    is_read: bool


class _Reader:
    """One pass over the tokens, with the elements that decide what is read."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._tables = _load()
        self._scopes = [_Scope("", True)]

    def blocks(self) -> Iterator[Block]:
        """The blocks of all targets."""
        index = 0
        while index < len(self._tokens):
            token = self._tokens[index]
            if token.kind is TokenKind.START and token.name == "target":
                end = content_end(self._tokens, index)
                if self._scopes[-1].is_read and self._is_german(token):
                    yield from self._target(self._tokens[index + 1 : end])
                index = end
                continue
            self._follow(token)
            index += 1

    def _follow(self, token: Token) -> None:
        if token.kind is TokenKind.START and self._is_scope(token.name):
            is_read = self._scopes[-1].is_read and token.name not in self._tables.proposals
            attributes = token.attributes(self._text)
            is_read = is_read and attributes.get("translate") != "no" and self._is_german(token)
            self._scopes.append(_Scope(token.name, is_read))
        elif token.kind is TokenKind.END and self._scopes[-1].name == token.name:
            self._scopes.pop()

    def _is_scope(self, name: str) -> bool:
        return name == "xliff" or name in self._tables.units or name in self._tables.proposals

    def _is_german(self, token: Token) -> bool:
        """Whether the language that an element names for its targets is German, or it names none."""
        attributes = token.attributes(self._text)
        names = ("target-language", "trgLang", *(("xml:lang",) if token.name == "target" else ()))
        return all(is_german(attributes[name]) for name in names if attributes.get(name))

    def _target(self, content: list[Token]) -> Iterator[Block]:
        for string in strings(self._text, content, self._inline, collapse=False):
            yield from message_blocks(string.literal, Style(string.escape))

    def _inline(self, token: Token) -> Inline:
        tables = self._tables
        if token.name in tables.codes:
            return Inline("", whole=True)
        attributes = token.attributes(self._text)
        if token.name in tables.things:
            names = [attributes.get(key, "") for key in ("id", "equiv", "ctype", "type", "subType")]
            is_markup = any(name.startswith(tables.markup) for name in names)
            return Inline("" if is_markup else OBJECT, whole=True)
        is_protected = attributes.get("mtype") == "protected" or attributes.get("translate") == "no"
        if is_protected and token.kind is TokenKind.START:
            return Inline(OBJECT, whole=True)
        return Inline("")
