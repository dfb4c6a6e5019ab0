"""LaTeX cut into tokens: commands, braces, comments, formulas, and what is not LaTeX at all (\\verb)."""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from mitgemeint.analysis.documents.latex_tables import Content, Tables
from mitgemeint.analysis.documents.model import Span


class Kind(Enum):
    """The kinds of tokens. Plain letters, digits and spaces are no tokens."""

    COMMENT = auto()  # with the line end and the indentation after it
    WORD = auto()  # \name, with its star
    SYMBOL = auto()  # \ and one sign
    PARAGRAPH = auto()  # empty lines
    OPEN = auto()  # {
    CLOSE = auto()  # }
    OPTION = auto()  # [
    OPTION_END = auto()  # ]
    ARGUMENT = auto()  # {…} that is not LaTeX: the address of \url
    CODE = auto()  # \verb|…|
    LISTING = auto()  # an environment that is not LaTeX
    FORMULA = auto()
    BEGIN = auto()  # \begin{name}
    END = auto()  # \end{name}
    CELL = auto()  # &
    SIGN = auto()  # quotation marks, dashes, ~


class Token(NamedTuple):
    """A token: its span in the text; `name` is that of a command or an environment."""

    kind: Kind
    start: int
    end: int
    name: str = ""


# Possessive quantifiers only after single characters: before 3.11.5, Python fails with them after groups.
_LINE_END = r"(?:\r\n?+|\n)"
_TOKEN = re.compile(
    rf"""
    (?P<comment>%[^\r\n]*+)(?:{_LINE_END}[ \t]*+(?![\r\n]))?
  | \\(?P<environment>begin|end)[ \t]*+\{{[ \t]*+(?P<name>[^{{}}\\\r\n%]{{0,80}})\}}
  | \\(?P<word>[A-Za-z]+)\*?
  | \\(?P<symbol>(?s:.)?)
  | (?P<paragraph>{_LINE_END}(?:[ \t]*+{_LINE_END})+|\f)
  | (?P<brace>[{{}}\[\]])
  | (?P<dollar>\$\$?)
  | (?P<cell>&)
  | (?P<sign>~|``?|''|,,|<<|>>|---?|")
    """,
    re.VERBOSE,
)
_BRACES = {"{": Kind.OPEN, "}": Kind.CLOSE, "[": Kind.OPTION, "]": Kind.OPTION_END}
# What belongs to $ up to the next $ of the paragraph.
_FORMULA_END = re.compile(rf"(?:[^$\\\r\n\f]|\\(?s:.)|{_LINE_END}(?![ \t]*+(?:[\r\n]|\Z)))*\$")
_LONGEST_CODE = 1_000
_VERBATIM_CODE = re.compile(
    rf"\*?(?:\[[^\]\r\n]{{0,200}}\])?(?:\{{\w+\}}(?=[{{|]))?"
    rf"(?:\{{[^{{}}\r\n]{{0,{_LONGEST_CODE}}}\}}|([^\w\s*{{}}%])(?:(?!\1)[^\r\n]){{0,{_LONGEST_CODE}}}\1)"
)
_OPTIONS_BEFORE_ADDRESS = re.compile(r"[ \t]*+(?:\[[^\]\r\n]{0,500}\][ \t]*+)?")
_ADDRESS = re.compile(r"\{(?:[^{}\r\n]|\{[^{}\r\n]{0,500}\}){0,2000}\}")


class Lexer:
    """Cuts one text into tokens; `comments` are the spans of its comments, without line ends."""

    def __init__(self, text: str, tables: Tables) -> None:
        self._text = text
        self._tables = tables
        self._next: dict[str, int] = {}
        self._position = 0
        self.comments: list[Span] = []
        self.tokens = list(self._read())

    def _read(self) -> Iterator[Token]:
        while found := _TOKEN.search(self._text, self._position):
            self._position = found.end()
            yield from self._token(found)

    def _token(self, found: re.Match[str]) -> Iterator[Token]:
        start, end = found.span()
        match found.lastgroup:
            case "comment":
                self.comments.append(found.span("comment"))
                yield Token(Kind.COMMENT, start, end)
            case "name":
                yield self._environment(start, end, found["environment"], found["name"].strip())
            case "word":
                yield from self._word(start, end, found["word"])
            case "symbol" if found["symbol"] in ("(", "["):
                closing = self._find("\\)" if found["symbol"] == "(" else "\\]", end)
                if closing < 0:
                    yield Token(Kind.SYMBOL, start, end, found["symbol"])
                else:
                    self._position = closing + 2
                    yield Token(Kind.FORMULA, start, closing + 2)
            case "symbol":
                yield Token(Kind.SYMBOL, start, end, found["symbol"])
            case "paragraph":
                yield Token(Kind.PARAGRAPH, start, end)
            case "brace":
                yield Token(_BRACES[found[0]], start, end)
            case "dollar":
                yield from self._formula(start, end)
            case "cell":
                yield Token(Kind.CELL, start, end)
            case _:
                yield Token(Kind.SIGN, start, end, found[0])

    def _find(self, needle: str, start: int) -> int:
        """The next place of `needle`, -1 if there is none; each stretch of text is searched once."""
        known = self._next.get(needle)
        if known is None or 0 <= known < start:
            found = re.compile(re.escape(needle) + (r"(?![A-Za-z])" if needle[-1].isalpha() else "")).search(
                self._text, start
            )
            known = self._next[needle] = found.start() if found else -1
        return known

    def _environment(self, start: int, end: int, which: str, name: str) -> Token:
        if which == "end":
            return Token(Kind.END, start, end, name)
        known = self._tables.environment(name)
        if known is None or known.content not in (Content.VERBATIM, Content.FORMULA):
            return Token(Kind.BEGIN, start, end, name)
        is_formula = known.content is Content.FORMULA
        closing = f"\\end{{{name}}}"
        place = self._find(closing, end)
        self._position = len(self._text) if place < 0 else place + len(closing)
        return Token(Kind.FORMULA if is_formula else Kind.LISTING, start, self._position, name)

    def _word(self, start: int, end: int, name: str) -> Iterator[Token]:
        if name == "iffalse":
            place = self._find("\\fi", end)
            if place >= 0:
                self._position = place + len("\\fi")
            yield Token(Kind.LISTING, start, self._position, name)
        elif name in self._tables.verbatim and (code := _VERBATIM_CODE.match(self._text, end)):
            self._position = code.end()
            yield Token(Kind.CODE, start, code.end(), name)
        else:
            yield Token(Kind.WORD, start, end, name)
            if name in self._tables.addresses:
                yield from self._address(end)

    def _address(self, end: int) -> Iterator[Token]:
        """The address after \\url, in which % begins no comment; options before it are cut as usual."""
        options = _OPTIONS_BEFORE_ADDRESS.match(self._text, end)
        begin = options.end() if options else end
        address = _ADDRESS.match(self._text, begin)
        if address is None:
            return
        bracket = self._text.find("[", end, begin)
        if bracket >= 0:
            yield Token(Kind.OPTION, bracket, bracket + 1)
            closing = self._text.find("]", bracket, begin)
            yield Token(Kind.OPTION_END, closing, closing + 1)
        self._position = address.end()
        yield Token(Kind.ARGUMENT, address.start(), address.end())

    def _formula(self, start: int, end: int) -> Iterator[Token]:
        """$…$ or $$…$$ within a paragraph; a dollar without partner stays a character."""
        closing = _FORMULA_END.match(self._text, end)
        if closing is None and end - start == 2:
            self._position = end  # an empty formula
            yield Token(Kind.FORMULA, start, end)
        elif closing is not None:
            double = end - start == 2 and self._text.startswith("$", closing.end())
            self._position = closing.end() + double
            yield Token(Kind.FORMULA, start, self._position)


def partners(tokens: list[Token]) -> dict[int, int]:
    """The index of the closing token for that of each { and [ that has one.

    Braces pair over any distance, brackets within a paragraph and inside braces only.
    """
    pairs: dict[int, int] = {}
    opened: list[int] = []
    braces = 0
    for index, (kind, *_) in enumerate(tokens):
        if kind is Kind.OPEN or kind is Kind.OPTION:
            opened.append(index)
            braces += kind is Kind.OPEN
        elif kind is Kind.CLOSE and braces:
            while tokens[opened[-1]].kind is Kind.OPTION:
                opened.pop()
            pairs[opened.pop()] = index
            braces -= 1
        elif kind is Kind.OPTION_END and opened and tokens[opened[-1]].kind is Kind.OPTION:
            pairs[opened.pop()] = index
        elif kind is Kind.PARAGRAPH:
            while opened and tokens[opened[-1]].kind is Kind.OPTION:
                opened.pop()
    return pairs
