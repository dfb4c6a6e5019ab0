"""The inside of Org's paragraphs: emphasis, links, footnotes, entities, formulas.

Follows the chapter "Objects" of the Org Syntax document.
"""

import re
from collections.abc import Sequence

from mitgemeint.analysis.documents.inline_scan import Aside, InlineScan
from mitgemeint.analysis.documents.model import Change, Span
from mitgemeint.analysis.documents.org_tables import load
from mitgemeint.analysis.documents.pieces import Pieces

_MARKUP = re.compile(r"[*/_=~+\[\\<{$@^]|src_|call_")
# Also after and before the marks and brackets of what such a text may stand in.
_PRE = r"(?<![^\s\-({'\"„“‚‘«»‹›*/_+\[])"
_POST = r"(?![^\s\-.,;:!?'\")}\\\[\]„“”‚‘’«»‹›…*/_+])"
_START = re.compile(
    rf"{_PRE}(?P<code>[=~])(?=\S)|{_PRE}(?P<mark>[*/_+])(?=\S)"
    r"|\[\[(?P<target>(?:[^\[\]\\\r\n]|\\.){1,1000})\]\[(?=[^\[\]])|(?P<bare>\[\[[^\[\]\r\n]{1,1000}\]\])"
    r"|\[fn:(?P<name>[\w-]{0,60})(?P<note>:)?|(?P<cite>\[cite(?:/[\w/-]{1,40})?:[^\[\]]{1,500}\])"
    r"|(?P<macro>\{\{\{[A-Za-z][\w-]{0,60}(?:\([^{}]{0,500}\))?\}\}\})|(?P<snippet>@@[\w-]{1,20}:[^@]{0,500}@@)"
    r"|(?P<inline>\b(?:src_[^\s\[\]{}]{1,40}(?:\[[^\[\]]{0,200}\])?\{[^{}]{0,500}\}|call_[^\s()\[\]]{1,60}\([^()]{0,300}\)))"
    r"|(?P<radio><<<(?=[^<>\s])[^<>\r\n]{1,200}>>>)|(?P<anchor><<[^<>\s][^<>\r\n]{0,200}>>)"
    r"|(?P<angle><[a-z][a-z0-9+.-]{1,15}:[^<>\r\n]{1,500}>)"
    r"|(?P<date>[<\[]\d{4}-\d\d-\d\d[^<>\[\]\r\n]{0,60}[>\]])|(?P<cookie>\[\d{0,4}(?:/\d{0,4}|%)\])"
    r"|(?P<formula>\\\([^\r\n]{1,500}?\\\)|\\\[[^\r\n]{1,500}?\\\]|\$\$[^$]{1,500}\$\$"
    r"|(?<![\w$])\$(?=[^\s$.,;])[^$]{0,200}(?<![\s.,;])\$(?!\w))"
    r"|(?P<break>\\\\(?=[ \t]*(?:[\r\n]|\Z)))|\\(?P<entity>[A-Za-z]{1,30})(?:\{\}|(?![A-Za-z]))|(?P<shy>\\-)"
    r"|(?<=\w)(?P<script>[_^])\{(?=[^{}]{1,200}\})|[A-Za-z][A-Za-z0-9+.-]{1,15}://[^\s\[\]<>]+"
)
_ENDS = {sign: re.compile(rf"(?<=\S){re.escape(sign)}{_POST}") for sign in "*/_=~+"}
_CLOSE = re.compile(r"\]\]")
_NOTE_END = re.compile(r"\]")
_BRACE = re.compile(r"\}")
_NAMES = {"*": "ast", "/": "slash", "_": "under", "+": "plus", "=": "equal", "~": "tilde", "|": "vert"}
_NAMES |= {"\\": "backslash", "$": "dollar", "<": "lt", ">": "gt"}
_SPECIAL = re.compile(r"(?<![^\W_])[*/+=~]|[*/+=~](?![^\W_])|[_|\\$<>]")


def escape(new_text: str) -> str:
    """Prose as Org: no character of it may turn into markup.

    `_` is written as an entity in words, too, where it would lower what follows.
    """
    return _SPECIAL.sub(_entity, new_text)


def _entity(found: re.Match[str]) -> str:
    return f"\\{_NAMES[found[0]]}{{}}"


def read(text: str, spans: Sequence[Span]) -> tuple[tuple[Change, ...], list[Aside]]:
    """The changes in prose that stands in these spans, in order, and the texts of their own in it."""
    scan = _Scan(Pieces(text, spans))
    if _MARKUP.search(scan.text):
        scan.scan(_START)
    return scan.ordered(), scan.asides


class _Scan(InlineScan):
    """One pass over one block."""

    def markup(self, found: re.Match[str]) -> int:
        """Record what begins here; where reading goes on."""
        start, end = found.span()
        match found.lastgroup:
            case "code" | "mark":
                return self._emphasis(found)
            case "target":
                closing = self.lookup.find(_CLOSE, end)
                return end if closing is None else self.pair((start, end), closing.span())
            case "name" | "note":
                return self._note(found)
            case "bare" | "macro" | "inline" | "angle" | "date" | "formula":
                return self.thing(start, end)
            case "cite" | "snippet" | "anchor" | "cookie":
                return self.drop(start, end)
            case "radio":
                return self.pair((start, start + 3), (end - 3, end))
            case "break":
                return self.change(start, end, " ")
            case "shy":
                return self.change(start, end, "")
            case "entity":
                character = load().characters.get(found["entity"])
                return end if character is None else self.change(start, end, character)
            case "script":
                closing = self.lookup.find(_BRACE, end)
                return end if closing is None else self.pair((start, end), closing.span())
            case _:
                return end  # an address

    def _emphasis(self, found: re.Match[str]) -> int:
        start, end = found.span()
        closing = self.lookup.find(_ENDS[found[0]], end + 1)
        if closing is None:
            return end
        if found.lastgroup == "code":
            return self.thing(start, closing.end())
        return self.pair((start, end), closing.span())

    def _note(self, found: re.Match[str]) -> int:
        """[fn:1], or a footnote whose text stands in it."""
        start, end = found.span()
        closing = self.lookup.find(_NOTE_END, end)
        if closing is None:
            return end
        if found["note"]:
            self.aside("footnote", end, closing.start())
        return self.drop(start, closing.end())
