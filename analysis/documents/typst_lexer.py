"""How Typst's markup and code are cut into tokens.

Follows the chapter "Syntax" of the Typst documentation; no parser of it ships in a package.
"""

import re

from mitgemeint.analysis.documents.lookup import Lookup

_WORD = r"[^\W\d_]"
_BREAK = r"(?:\r\n?+|\n)"
MARKUP = re.compile(
    rf"(?P<address>https?://[^\s\[\](){{}}]+)|(?P<comment>//[^\r\n]*+)|(?P<block>/\*)|(?P<raw>`+)|(?P<math>\$)"
    rf"|\\u\{{(?P<code>[0-9a-fA-F]{{1,6}})\}}|\\(?P<escape>\S)|(?P<newline>\\(?=\s|\Z))"
    rf"|(?P<mark>[*_])|(?P<label><[\w.:-]{{1,200}}>)|@(?P<reference>\w[\w:-]*(?:\.[\w:-]+)*)"
    rf"|(?P<hyphen>-\?)|(?P<dash>---?)|(?P<dots>\.\.\.)|(?P<tie>~)"
    rf"|(?P<paragraph>{_BREAK}[ \t]*+(?:{_BREAK}[ \t]*+)+)|(?P<line>{_BREAK})"
    rf"|(?P<open>\[)|(?P<close>\])|(?P<hash>\#)"
)
CODE = re.compile(
    rf"(?P<comment>//[^\r\n]*+)|(?P<block>/\*)|(?P<raw>`+)|(?P<math>\$)|(?P<string>\")|(?P<line>{_BREAK})|(?P<end>;)"
    rf"|(?P<call>(?:{_WORD}|_)[\w-]*(?:\.(?:{_WORD}|_)[\w-]*)*)(?=[(\[])"
    rf"|(?P<named>{_WORD}[\w-]*)[ \t]*:(?=\s*[\[\"])"
    rf"|(?P<name>(?:{_WORD}|_)[\w-]*)|(?P<open>[(\[{{])|(?P<close>[)\]}}])"
)
MARKER = re.compile(
    r"[ \t]*(?:(?P<heading>=+)[ \t]+|(?P<item>[-+]|\d{1,6}\.)[ \t]+"
    r"|(?P<term>/)[ \t]+(?=(?:[^\r\n:\\]|\\.){1,300}:))"
)
COLON = re.compile(r"(?<!\\):[ \t]*")
PATH = re.compile(r"(?:[^\W\d]|_)[\w-]*(?:\.(?:[^\W\d]|_)[\w-]*)*")
STATEMENT = re.compile(r"(?:let|set|show|import|include|return|break|continue)(?![\w-])")
CONTROL = re.compile(r"(?:if|for|while|context)(?![\w-])")
ELSE = re.compile(r"\s*else(?![\w-])")
LANGUAGE = re.compile(r"lang:\s*\"([A-Za-z]+)")
SET_TEXT = re.compile(r"set\s+text\s*\(")
_STRING_END = re.compile(r"(?<!\\)(?:\\\\)*+\"")
_MATH_END = re.compile(r"(?<!\\)(?:\\\\)*+\$")
_COMMENT_PART = re.compile(r"/\*|\*/")


class Lexer:
    """Finds where what is no prose ends; each stretch of the text is searched once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lookup = Lookup(text)
        self._fences: dict[int, re.Pattern[str]] = {}

    def string_end(self, start: int) -> int:
        """The end of a string whose text begins at `start`, with its quotation mark."""
        return self._end(_STRING_END, start)

    def math_end(self, start: int) -> int:
        """The end of a formula, -1 if there is none."""
        found = self._lookup.find(_MATH_END, start)
        return found.end() if found else -1

    def comment_end(self, start: int) -> int:
        """The end of a comment /* … */, in which others may stand."""
        depth, position = 1, start
        while found := _COMMENT_PART.search(self._text, position):
            depth += 1 if found[0] == "/*" else -1
            position = found.end()
            if not depth:
                return position
        return len(self._text)

    def raw_end(self, start: int, end: int) -> int:
        """The end of raw text that begins with the backticks at `start`..`end`."""
        count = end - start
        if count == 2:
            return end
        if count not in self._fences:
            self._fences[count] = re.compile(rf"`{{{count}}}")
        return self._end(self._fences[count], end)

    def _end(self, pattern: re.Pattern[str], start: int) -> int:
        found = self._lookup.find(pattern, start)
        return found.end() if found else len(self._text)
