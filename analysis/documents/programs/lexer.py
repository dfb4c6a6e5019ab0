"""Finds comments and docstrings in programs: a lexer of comments and string literals, by a data table.

tree-sitter's grammars are no choice here: recovering from errors, those for C, C# and Java take time and
memory that grow far faster than a text that is no program, up to the end of the process.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from mitgemeint.analysis.documents.programs.tables import ProgrammingLanguage

_STRINGS = {
    "double": r'"(?:[^"\\\r\n]|\\.)*+"?',
    "single": r"'(?:[^'\\\r\n]|\\.)*+'?",
    "char": r"'(?:[^'\\\r\n]|\\[^\r\n][^'\r\n]{0,10})'",
    "backtick": r"`(?:[^`\\]|\\.)*+`?",
    "raw-backtick": r"`[^`]*+`?",
    "triple": r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?',
    "triple-single": r"'''(?:[^'\\]|\\.|'(?!''))*+(?:''')?",
    "verbatim": r'\$?@\$?"(?:[^"]|"")*+"?',
    "regex": (
        r"(?<=[=(,:;!&|?{}\[+~])\s{0,20}/(?![*/])"
        r"(?:[^/\\\[\r\n]|\\.|\[(?:[^\]\\\r\n]|\\.){0,200}\]){1,300}/"
    ),
}
_RAW = {
    "raw-cpp": r'R"(?P<delimiter>[^()\\\s]{0,16})\(',
    "raw-rust": r'\bb?r(?P<hashes>\#{0,32})"',
}
_LINE = re.compile(r"[^\r\n]*")
_DEEPEST_INDENT = 400
# The white space and the letters of a prefix before a string, from the end of a line that goes not on.
_INDENT = re.compile(r"(?:\A|(?<!\\)[\r\n])\ufeff?[ \t]*[rRuU]?\Z")
_NOTHING_MORE = re.compile(r"[ \t;]*(?:#|[\r\n]|\Z)")
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


class Kind(Enum):
    """What a find is."""

    LINE = auto()
    BLOCK = auto()
    DOCSTRING = auto()


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment or a docstring: its span, and that of what stands between its marks."""

    kind: Kind
    start: int
    end: int
    inner_start: int
    inner_end: int


def comments(text: str, language: ProgrammingLanguage) -> Iterator[Comment]:
    """The comments and docstrings of a program, in order."""
    return _Lexer(text, language).comments()


@cache
def _pattern(language: ProgrammingLanguage) -> re.Pattern[str]:
    parts = [r"(?P<line>(?<!:)" + "|".join(map(re.escape, language.line)) + r")"]
    if language.block:
        parts.append(f"(?P<block>{re.escape(language.block[0])})")
    parts += [_RAW[kind] for kind in language.strings if kind in _RAW]
    parts += [
        f"(?P<string{number}>{_STRINGS[kind]})"
        for number, kind in enumerate(language.strings)
        if kind in _STRINGS
    ]
    if language.docstrings:
        parts.append(r"(?P<bracket>[()\[\]{}])")
    return re.compile("|".join(parts), re.DOTALL)


class _Lexer:
    """Reads one program."""

    def __init__(self, text: str, language: ProgrammingLanguage) -> None:
        self._text = text
        self._language = language
        self._depth = 0

    def comments(self) -> Iterator[Comment]:
        pattern, position = _pattern(self._language), 0
        while found := pattern.search(self._text, position):
            position = max(found.end(), position + 1)
            match found.lastgroup:
                case "line":
                    comment = self._line(found)
                    position = comment.end
                    yield comment
                case "block":
                    comment = self._block(found)
                    position = comment.end
                    yield comment
                case "bracket":
                    self._depth = max(0, self._depth + _BRACKETS[found[0]])
                case "delimiter":
                    position = self._after(f'){found["delimiter"]}"', position)
                case "hashes":
                    position = self._after(f'"{found["hashes"]}', position)
                case _:
                    if self._language.docstrings and (docstring := self._docstring(found)):
                        yield docstring

    def _after(self, sign: str, position: int) -> int:
        closing = self._text.find(sign, position)
        return len(self._text) if closing < 0 else closing + len(sign)

    def _line(self, found: re.Match[str]) -> Comment:
        end = _line_end(self._text, found.end())
        return Comment(Kind.LINE, found.start(), end, found.end(), end)

    def _block(self, found: re.Match[str]) -> Comment:
        opening, closing = self._language.block
        end = found.end()
        if not self._language.nested:
            end = self._after(closing, end)
        else:
            depth = 1
            for sign in re.compile(f"{re.escape(opening)}|{re.escape(closing)}").finditer(self._text, end):
                depth += 1 if sign[0] == opening else -1
                if not depth:
                    end = sign.end()
                    break
            else:
                end = len(self._text)
        is_closed = self._text.endswith(closing, found.end(), end)
        return Comment(Kind.BLOCK, found.start(), end, found.end(), end - len(closing) if is_closed else end)

    def _docstring(self, found: re.Match[str]) -> Comment | None:
        """A string that is a statement: it stands on lines of its own, in no brackets."""
        start, end = found.span()
        low = max(0, start - _DEEPEST_INDENT)
        indent = _INDENT.search(self._text, low, start)
        if self._depth or indent is None or (indent.start() == low and low > 0):
            return None
        if not _NOTHING_MORE.match(self._text, end):
            return None
        width = 3 if found[0][:3] in ('"""', "'''") else 1
        return Comment(Kind.DOCSTRING, start, end, start + width, max(start + width, end - width))


def _line_end(text: str, at: int) -> int:
    found = _LINE.match(text, at)
    return found.end() if found else at
