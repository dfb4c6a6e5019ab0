"""The inside of reStructuredText's paragraphs: emphasis, roles, references, substitutions, escapes.

Follows the inline markup recognition rules of the reStructuredText Markup Specification.
"""

import re
from collections.abc import Sequence

from mitgemeint.analysis.documents.lookup import Lookup
from mitgemeint.analysis.documents.model import Change, Span
from mitgemeint.analysis.documents.pieces import Pieces
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.rst_tables import Tables

_BEFORE = "(?<![^\\s\\-:/'\"<(\\[{„“”‚‘’«»‹›–—¿¡])"
_AFTER = "(?![^\\s'\")\\]}>\\-/\\\\:.,;!?„“”‚‘’«»‹›–—…\x00])"
_NAME = r"[A-Za-z][\w.+:-]{0,60}"
_MARKUP = re.compile(r"[*`|_\\\[]")
_START = re.compile(
    rf"(?P<address>[A-Za-z][A-Za-z0-9+.-]{{1,15}}://[^\s<>`]+)"
    rf"|{_BEFORE}(?:(?P<literal>``)(?=\S)|(?P<strong>\*\*)(?=\S)|(?P<emphasis>\*)(?=\S)"
    rf"|(?P<substitution>\|)(?=[^\s|])|(?P<target>_`)(?=\S)|(?P<text>(?::(?P<role>{_NAME}):)?`)(?=[^\s`])"
    rf"|(?P<note>\[(?:[#*]|\#?\w[\w.-]{{0,60}})\]_{_AFTER}))"
    rf"|(?P<reference>(?<=[^\W_])__?{_AFTER})"
)
_ENDS = {
    "literal": re.compile(rf"(?<=\S)``{_AFTER}"),
    "strong": re.compile(rf"(?<=\S)\*\*{_AFTER}"),
    "emphasis": re.compile(rf"(?<=\S)\*{_AFTER}"),
    "substitution": re.compile(rf"(?<=\S)\|_{{0,2}}{_AFTER}"),
    "target": re.compile(rf"(?<=\S)`{_AFTER}"),
    "text": re.compile(rf"(?<=\S)`(?::(?P<role>{_NAME}):|__?)?{_AFTER}"),
}
_ESCAPE = re.compile(r"\\(?s:.)")
_REFERENCE_NAME = re.compile(r"(?:[^\W_]+[-._+:])*[^\W_]+\Z")
_LONGEST_NAME = 80
_QUOTES = {'"': '"', "'": "'", "(": ")", "[": "]", "{": "}", "<": ">"}
_PUNCTUATION = frozenset(".,;:!?)")
# Signs inside words are safe as they are: there no markup begins, and none ends.
_SPECIAL = re.compile(r"[\\`]|(?<![^\W_])[*_|]|[*_|](?![^\W_])")


def escape(new_text: str) -> str:
    """Prose as reStructuredText: no character of it may turn into markup."""
    return _SPECIAL.sub(r"\\\g<0>", new_text)


def _masked(content: str) -> str:
    """The text without its escapes, which are part of no markup; of the same length.

    Markup may begin after an escaped space, and end before any escape.
    """
    return _ESCAPE.sub(_mask, content) if "\\" in content else content


def _mask(found: re.Match[str]) -> str:
    return "  " if found[0][1].isspace() else "\x00x"


def changes(text: str, spans: Sequence[Span], tables: Tables) -> list[Change]:
    """The changes in prose that stands in these spans, in order."""
    pieces = Pieces(text, spans)
    if not _MARKUP.search(pieces.text):
        return pieces.gaps()
    scan = _Scan(pieces, tables)
    scan.run()
    return sorted([*pieces.gaps(), *scan.changes], key=lambda change: (change.start, change.end))


class _Scan:
    """One pass over one block."""

    def __init__(self, pieces: Pieces, tables: Tables) -> None:
        self._pieces = pieces
        self._content = pieces.text
        self._masked = _masked(pieces.text)
        self._tables = tables
        self._lookup = Lookup(self._masked)
        self.changes: list[Change] = []

    def run(self) -> None:
        """Collect the changes."""
        position = 0
        while found := _START.search(self._masked, position):
            self._escapes(position, found.start())
            position = self._markup(found)
        self._escapes(position, len(self._content))

    def _change(self, start: int, end: int, new_text: str, protected: bool = False) -> None:
        self.changes.append(self._pieces.change(start, end, new_text, protected))

    def _escapes(self, start: int, end: int) -> None:
        """A backslash goes, white space after it, too."""
        if self._content.find("\\", start, end) < 0:
            return
        for found in _ESCAPE.finditer(self._content, start, end):
            at = found.start()
            self._change(at, at + 1 + found[0][1].isspace(), "")

    def _markup(self, found: re.Match[str]) -> int:
        """Record what begins here; where reading goes on."""
        kind = next(name for name in _ORDER if found[name] is not None)
        start, end = found.span()
        match kind:
            case "address":
                return end
            case "note":
                self._drop(start, end)
                return end
            case "reference":
                name = _REFERENCE_NAME.search(self._masked[max(0, start - _LONGEST_NAME) : start])
                self._thing(start - len(name[0]) if name else start, end)
                return end
        closing = None if self._is_quoted(start, end) else self._lookup.find(_ENDS[kind], end + 1)
        if closing is None:
            return end
        match kind:
            case "literal" | "substitution":
                self._thing(start, closing.end())
            case "text":
                self._role(found, (start, end), closing)
            case _:
                self._inside((start, end), closing.span())
        return closing.end()

    def _is_quoted(self, start: int, end: int) -> bool:
        """Whether the beginning stands alone between quotation marks or brackets: '*'."""
        before = self._masked[start - 1] if start else ""
        return before in _QUOTES and self._masked[end : end + 1] == _QUOTES[before]

    def _thing(self, start: int, end: int) -> None:
        place = self._pieces.place(start)
        while self.changes and self.changes[-1].start >= place:
            self.changes.pop()  # an escape inside
        self._change(start, end, THING, protected=True)

    def _drop(self, start: int, end: int) -> None:
        """Nothing is left; before a punctuation mark nor of the white space before it."""
        if self._masked[end : end + 1] in _PUNCTUATION:
            while start and self._masked[start - 1].isspace():
                start -= 1
        self._change(start, end, "")

    def _inside(self, opening: Span, closing: Span) -> None:
        """The marks go, the text between them stays."""
        self._change(*opening, "")
        self._escapes(opening[1], closing[0])
        self._change(*closing, "")

    def _role(self, found: re.Match[str], opening: Span, closing: re.Match[str]) -> None:
        """Interpreted text, a reference with or without an address."""
        role = found["role"] or closing["role"] or ""
        inner = self._masked[opening[1] : closing.start()]
        length = -1
        if role in self._tables.titled_roles or (not role and closing[0].endswith("_")):
            length = _before_bracket(inner, "<>")
        elif role in self._tables.prose_roles:
            length = len(inner)
        elif role in self._tables.explained_roles:
            length = _before_bracket(inner, "()")
        if length > 0:
            self._inside(opening, (opening[1] + length, closing.end()))
        else:
            self._thing(opening[0], closing.end())


def _before_bracket(inner: str, brackets: str) -> int:
    """The length of the text before the last bracket at its end, -1 without one."""
    if not inner.endswith(brackets[1]):
        return -1
    return len(inner[: max(0, inner.rfind(brackets[0]))].rstrip())


_ORDER = ("address", "literal", "strong", "emphasis", "substitution", "target", "text", "note", "reference")
