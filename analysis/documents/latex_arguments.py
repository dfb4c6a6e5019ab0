"""Arguments of LaTeX commands: where groups end, and what belongs to a command."""

import re

from mitgemeint.analysis.documents.latex_lexer import Kind, Token, partners

_LINE_END = r"(?:\r\n?+|\n)"
_SPACE = re.compile(rf"[ \t]*+(?:{_LINE_END}[ \t]*+(?![\r\n]))?")
_REST_OF_LINE = re.compile(r"[^\r\n]*+")
_BLANK_REST = re.compile(r"[ \t]*+(?=[\r\n%]|\Z)")
_MOST_ARGUMENTS = 9  # TeX allows no more
_LONGEST_PARAMETERS = 20


class Groups:
    """The groups of one document; they are named by the index of the token that opens them."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._partners = partners(tokens)

    def closing(self, index: int) -> int | None:
        """The index of the token that closes the group, None if nothing does."""
        return self._partners.get(index)

    def signature(self, index: int, at: int) -> str:
        """The arguments of something unknown that ends at `at`: all groups that follow immediately."""
        found: list[str] = []
        while index < len(self._tokens) and self._tokens[index].start == at:
            token = self._tokens[index]
            closing = self._partners.get(index)
            if token.kind not in (Kind.OPEN, Kind.OPTION) or closing is None or len(found) == _MOST_ARGUMENTS:
                break
            found.append("m" if token.kind is Kind.OPEN else "o")
            at, index = self._tokens[closing].end, closing + 1
        return "".join(found)

    def after_space(self, at: int) -> int:
        """The end of white space within a paragraph."""
        space = _SPACE.match(self._text, at)
        return space.end() if space else at

    def next_token(self, index: int, at: int) -> tuple[int, int]:
        """The index of the next token, from that of one at or after `at`; the offset after white space.

        Comments between a command and its argument count as white space.
        """
        tokens = self._tokens
        while True:
            at = self.after_space(at)
            if index >= len(tokens) or tokens[index].kind is not Kind.COMMENT or tokens[index].start != at:
                return index, at
            at = tokens[index].end
            index += 1

    def left_alone(self, letter: str, index: int) -> int | None:
        """The end of the argument that begins with the token, None if that is no argument of the kind."""
        token = self._tokens[index]
        closing = self._partners.get(index)
        if letter == "o":
            return self._tokens[closing].end if token.kind is Kind.OPTION and closing is not None else None
        if token.kind is Kind.ARGUMENT or (letter == "c" and token.kind is Kind.WORD):
            return token.end
        if token.kind is not Kind.OPEN:
            return None
        return self._tokens[closing].end if closing is not None else self.line_end(token.end)

    def definition_end(self, index: int, at: int) -> int:
        r"""The end of what follows \def: \name#1{…}."""
        last = min(len(self._tokens) - 1, index + _LONGEST_PARAMETERS)
        while index < last and self._tokens[index].kind in (Kind.WORD, Kind.SYMBOL):
            index += 1
        closing = self._partners.get(index)
        if closing is None or self._tokens[index].kind is not Kind.OPEN:
            return self.line_end(at)
        return self._tokens[closing].end

    def line_end(self, at: int) -> int:
        """The end of the line: how far an argument reaches that nobody closed."""
        rest = _REST_OF_LINE.match(self._text, at)
        return rest.end() if rest else at

    def is_alone(self, start: int, end: int) -> bool:
        """Whether the span has its line for itself, but for white space and a comment."""
        while start > 0 and self._text[start - 1] in " \t":
            start -= 1
        begins = start == 0 or self._text[start - 1] in "\r\n"
        return begins and _BLANK_REST.match(self._text, end) is not None
