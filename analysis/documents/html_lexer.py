"""HTML cut into tokens: tags with their attributes, comments, entities, and what templates put between.

Follows the tokenization of the WHATWG's HTML standard (section 13.2.5). No parser that ships in a package
fits: tree-sitter-html takes time that grows with the square of the length (40 s for 100 KB of `<!--`),
html5lib and lxml do not tell where attributes stand, and none knows templates.
"""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from mitgemeint.analysis.documents.html_tables import Tables
from mitgemeint.analysis.documents.lookup import Lookup


class Kind(Enum):
    """The kinds of tokens. Plain text is no token."""

    START = auto()
    END = auto()
    COMMENT = auto()
    ENTITY = auto()
    DECLARATION = auto()  # <!doctype …>, <?xml … ?>, <![CDATA[…]]>
    OUTPUT = auto()  # {{ … }}, <?= … ?>: a text stands here in the page
    CONTROL = auto()  # {% … %}, <?php … ?>: nothing of it does


class Attribute(NamedTuple):
    """An attribute: its name in small letters, the span of its value, the quotation mark around it or ""."""

    name: str
    start: int
    end: int
    quote: str


class Token(NamedTuple):
    """A token: its span in the text; `name` is that of the element, or the first word of a template's tag."""

    kind: Kind
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()


_ENTITY = r"(?P<entity>&(?:\#[0-9]{1,8}|\#[xX][0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});?)"
_TEMPLATE = r"(?P<template>\{\{|\{%|\{\#|\{!!|<\?|<%)"
_TOKEN = re.compile(
    rf"(?P<comment><!--)|{_TEMPLATE}|(?P<cdata><!\[CDATA\[)|(?P<end></(?=[A-Za-z]))|(?P<start><(?=[A-Za-z]))"
    rf"|(?P<bogus><[!/])|{_ENTITY}"
)
_IN_TEXT = re.compile(rf"{_TEMPLATE}|{_ENTITY}")
_COMMENT_END = re.compile(r"--!?>")
_CDATA_END = re.compile(r"\]\]>")
_TAG_END = re.compile(">")
_NAME = re.compile(r"[^\s/>]+")
_ATTRIBUTE = re.compile(
    r"""[\s/]*+(?:(?P<close>>)|(?P<template>\{\{|\{%|\{\#|\{!!|<\?|<%)|(?P<name>[^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?P<quote>["']?))?)"""
)
_IN_VALUE = {
    '"': re.compile(r'"|\{\{|\{%|<\?|<%'),
    "'": re.compile(r"'|\{\{|\{%|<\?|<%"),
    "": re.compile(r"[\s>]|\{\{|\{%|<\?|<%"),
}
# The beginning of each construct of templates, its end, and what it is.
_TEMPLATES = (
    ("{{!--", re.compile(r"--\}\}"), Kind.COMMENT),
    ("{{--", re.compile(r"--\}\}"), Kind.COMMENT),
    ("{{!", re.compile(r"\}\}"), Kind.COMMENT),
    ("{{#", re.compile(r"\}\}"), Kind.CONTROL),
    ("{{/", re.compile(r"\}\}"), Kind.CONTROL),
    ("{{^", re.compile(r"\}\}"), Kind.CONTROL),
    ("{{{", re.compile(r"\}\}\}"), Kind.OUTPUT),
    ("{{", re.compile(r"\}\}"), Kind.OUTPUT),
    ("{!!", re.compile(r"!!\}"), Kind.OUTPUT),
    ("{#", re.compile(r"#\}"), Kind.COMMENT),
    ("{%", re.compile(r"%\}"), Kind.CONTROL),
    ("<%--", re.compile(r"--%>"), Kind.COMMENT),
    ("<%#", re.compile(r"%>"), Kind.COMMENT),
    ("<%", re.compile(r"%>"), Kind.CONTROL),
    ("<?", re.compile(r"\?>"), Kind.CONTROL),
)
_FIRST_WORD = re.compile(r"[{<]{1,3}[%?#/]?-?\s*(?:php\b)?\s*([=\w]\w*)")


class Lexer:
    """Cuts one text into tokens."""

    def __init__(self, text: str, tables: Tables) -> None:
        self._text = text
        self._tables = tables
        self._lookup = Lookup(text)
        self._is_xml = text[:200].lstrip("\ufeff \t\r\n").startswith("<?xml")
        self._raw_ends: dict[str, re.Pattern[str]] = {}

    def tokens(self, start: int) -> Iterator[Token]:
        """The tokens from `start` on, in order."""
        position = start
        while found := _TOKEN.search(self._text, position):
            token = self._token(found)
            if token is None:
                position = found.end()
                continue
            yield token
            position = token.end
            if token.kind is Kind.START:
                yield from self._in_text(token)
                position = self._after_raw(token)

    def _token(self, found: re.Match[str]) -> Token | None:
        start, end = found.span()
        match found.lastgroup:
            case "comment":
                # <!--> and <!---> are whole comments
                close = self._text.startswith((">", "->"), end)
                return Token(
                    Kind.COMMENT, start, self._end(_TAG_END if close else _COMMENT_END, end, len(self._text))
                )
            case "template":
                return self._template(start)
            case "cdata":
                return Token(Kind.DECLARATION, start, self._end(_CDATA_END, end, len(self._text)))
            case "start" | "end":
                return self._tag(start, end, Kind.START if found.lastgroup == "start" else Kind.END)
            case "bogus":
                return Token(Kind.DECLARATION, start, self._end(_TAG_END, end, len(self._text)))
            case _:
                return Token(Kind.ENTITY, start, end)

    def _end(self, pattern: re.Pattern[str], start: int, otherwise: int) -> int:
        found = self._lookup.find(pattern, start)
        return found.end() if found else otherwise

    # -- templates ---------------------------------------------------------------------------------------

    def _template(self, start: int) -> Token | None:
        """The construct of a template that begins here, None if it has no end."""
        opening, closing, kind = next(
            template for template in _TEMPLATES if self._text.startswith(template[0], start)
        )
        end = self._end(closing, start + len(opening), -1)
        if opening == "<?":
            return self._instruction(start, end)
        if end < 0:
            return None
        return self._with_word(kind, start, end)

    def _instruction(self, start: int, end: int) -> Token:
        """<?php … ?> (to the end of the text, if it is not closed) or <?xml … ?>."""
        if self._text.startswith(("<?php", "<?=", "<? "), start):
            return self._with_word(Kind.CONTROL, start, len(self._text) if end < 0 else end)
        return Token(Kind.DECLARATION, start, self._end(_TAG_END, start, len(self._text)) if end < 0 else end)

    def _with_word(self, kind: Kind, start: int, end: int) -> Token:
        found = _FIRST_WORD.match(self._text, start, end)
        word = found[1] if found else ""
        if kind is Kind.CONTROL and self._text[start] == "<" and word.startswith(self._tables.output):
            kind = Kind.OUTPUT
        elif kind is Kind.OUTPUT and word == "else":
            kind = Kind.CONTROL
        return Token(kind, start, end, word)

    # -- tags ----------------------------------------------------------------------------------------------

    def _tag(self, start: int, position: int, kind: Kind) -> Token:
        """A tag; one that is not closed reaches to the end of the text, as in browsers."""
        text = self._text
        name = _NAME.match(text, position)
        position = name.end() if name else position
        attributes: list[Attribute] = []
        while found := _ATTRIBUTE.match(text, position):
            position = found.end()
            if found["close"]:
                break
            if found["template"]:
                token = self._template(found.start("template"))
                position = token.end if token else position
                continue
            if found["quote"] is not None:
                attribute = self._value(found["name"].lower(), position, found["quote"])
                attributes.append(attribute)
                position = attribute.end + len(attribute.quote)
        else:
            position = len(text)
        return Token(kind, start, position, name[0].lower() if name else "", tuple(attributes))

    def _value(self, name: str, start: int, quote: str) -> Attribute:
        """The value that begins at `start`; quotation marks inside templates do not end it."""
        position = start
        while found := self._lookup.find(_IN_VALUE[quote], position):
            if len(found[0]) == 1:
                return Attribute(name, start, found.start(), quote)
            token = self._template(found.start())
            position = token.end if token else found.end()
        return Attribute(name, start, len(self._text), "")

    # -- elements whose text is no HTML ------------------------------------------------------------------

    def _raw_end(self, token: Token) -> int | None:
        """Where the text of an element ends that holds no tags, None for all others."""
        if token.name not in self._tables.raw and token.name not in self._tables.text:
            return None
        if self._is_xml and self._text.startswith("/>", token.end - 2):
            return None
        pattern = self._raw_ends.get(token.name)
        if pattern is None:
            pattern = re.compile(rf"</{re.escape(token.name)}(?=[\s/>])", re.IGNORECASE)
            self._raw_ends[token.name] = pattern
        found = self._lookup.find(pattern, token.end)
        return found.start() if found else len(self._text)

    def _in_text(self, token: Token) -> Iterator[Token]:
        """Entities and templates in the text of <title> and <textarea>."""
        end = self._raw_end(token) if token.name in self._tables.text else None
        position = token.end
        while end is not None and (found := _IN_TEXT.search(self._text, position, end)):
            inner = (
                self._template(found.start())
                if found.lastgroup == "template"
                else Token(Kind.ENTITY, *found.span())
            )
            position = found.end()
            if inner is not None and inner.end <= end:
                yield inner
                position = inner.end

    def _after_raw(self, token: Token) -> int:
        end = self._raw_end(token)
        return token.end if end is None else end

    def in_value(self, attribute: Attribute) -> Iterator[Token]:
        """Entities and templates in the value of an attribute."""
        position = attribute.start
        while found := _IN_TEXT.search(self._text, position, attribute.end):
            position = found.end()
            if found.lastgroup == "template":
                inner = self._template(found.start())
                if inner is not None and inner.end <= attribute.end:
                    yield inner
                    position = inner.end
            elif found[0].endswith(";") or not re.match(r"[=\w]", self._text[found.end() : found.end() + 1]):
                yield Token(Kind.ENTITY, *found.span())
