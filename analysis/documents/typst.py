"""Typst: prose of markup, and of the contents in brackets that code holds; one pass, without recursion."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from mitgemeint.analysis.documents import typst_lexer as lexer
from mitgemeint.analysis.documents.model import Block, Change, Parsed, Span
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.typst_tables import INLINE, NOTHING, Tables, load

_PUNCTUATION = frozenset(".,;:!?)")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060")
_DASHES = {"--": "–", "---": "—"}
# Signs inside words are safe as they are, but for those that begin a comment.
_SPECIAL = re.compile(r"(?<![^\W_])[*_]|[*_](?![^\W_])|[\\`$#<>@~\[\]]|/(?=[/*])|-(?=[-?])|\.(?=\.\.)")
_IN_STRING = str.maketrans({"\\": "\\\\", '"': '\\"'})


def parse(text: str) -> Parsed:
    """Blocks of a Typst document."""
    reader = _Reader(text, load())
    reader.read()
    reader.blocks.sort(key=lambda block: block.start)
    return Parsed(reader.blocks, tuple(reader.comments))


def escape(new_text: str) -> str:
    """Prose as Typst's markup: no character of it may turn into markup."""
    return _SPECIAL.sub(r"\\\g<0>", new_text)


def escape_term(new_text: str) -> str:
    """Prose in a term, which ends with a colon."""
    return escape(new_text).replace(":", "\\:")


def escape_string(new_text: str) -> str:
    """Prose in a string between quotation marks."""
    return new_text.translate(_IN_STRING)


@dataclass(slots=True)
class _Draft:
    """A block that is being read."""

    kind: str
    start: int
    changes: list[Change] = field(default_factory=list)


@dataclass(slots=True)
class _Frame:
    """What is open: content in brackets (`]`), parentheses, braces, or code without brackets ("").

    `kind` is that of the texts in it; `name` the function or the argument it belongs to. An expression
    remembers from where on nothing was recorded for it.
    """

    closing: str
    kind: str
    name: str = ""
    outer: _Draft | None = None
    is_markup: bool = False
    since: int = -1
    has_content: bool = False
    is_statement: bool = False


class _Reader:
    """Reads one document."""

    def __init__(self, text: str, tables: Tables) -> None:
        self._text = text
        self._tables = tables
        self._lexer = lexer.Lexer(text)
        self._position = 1 if text.startswith("\ufeff") else 0
        self._frames = [_Frame("", "paragraph", is_markup=True)]
        self._draft = _Draft("paragraph", self._position)
        self._is_read = True
        self._colon: re.Match[str] | None = None  # after a term
        self._name = ""  # of the call or argument that comes next in code
        self.blocks: list[Block] = []
        self.comments: list[Span] = []
        self._handlers: dict[str, Callable[[re.Match[str]], None]] = {
            "comment": self._comment,
            "block": self._comment,
            "raw": self._raw,
            "math": self._math,
            "paragraph": self._part,
            "line": self._line,
            "open": self._open_text,
            "close": self._close,
            "hash": self._hash,
        }

    def read(self) -> None:
        """Read the whole text."""
        self._marker(self._position)
        while self._position < len(self._text):
            frame = self._frames[-1]
            found = (lexer.MARKUP if frame.is_markup else lexer.CODE).search(self._text, self._position)
            if frame.is_markup and self._colon and self._ends_term(found):
                continue
            if found is None:
                break
            self._position = found.end()
            if frame.is_markup:
                handler = self._handlers.get(found.lastgroup or "", self._sign)
                handler(found)
            else:
                self._code(frame, found)
        end = len(self._text)
        while len(self._frames) > 1:
            frame = self._frames[-1]
            if frame.is_markup or frame.closing:
                self._leave(end, end)
            else:
                self._end_expression(end)
        self._flush(end)

    # -- blocks ------------------------------------------------------------------------------------------

    def _flush(self, end: int) -> None:
        draft = self._draft
        if self._is_read and draft.kind and draft.start < end:
            changes = sorted(draft.changes, key=lambda change: (change.start, -change.end))
            write = escape_term if draft.kind == "term" else None
            self.blocks.append(Block(draft.kind, draft.start, end, tuple(changes), write))

    def _begin(self, start: int, end: int, kind: str) -> None:
        """End the block at `start`, begin another one at `end`."""
        self._flush(start)
        self._draft = _Draft(kind, end)

    def _change(self, start: int, end: int, new_text: str, protected: bool = False) -> None:
        self._draft.changes.append(Change(start, end, new_text, protected))
        self._position = max(self._position, end)

    def _thing(self, start: int, end: int) -> None:
        self._change(start, end, THING, protected=True)

    # -- markup --------------------------------------------------------------------------------------------

    def _comment(self, found: re.Match[str]) -> None:
        end = self._lexer.comment_end(found.end()) if found["block"] else found.end()
        self.comments.append((found.start(), end))
        self._change(found.start(), end, "")

    def _raw(self, found: re.Match[str]) -> None:
        self._thing(found.start(), self._lexer.raw_end(*found.span()))

    def _math(self, found: re.Match[str]) -> None:
        end = self._lexer.math_end(found.end())
        if end > 0:
            self._thing(found.start(), end)

    def _part(self, found: re.Match[str]) -> None:
        self._colon = None
        self._begin(found.start(), found.end(), self._frames[-1].kind)
        self._marker(found.end())

    def _line(self, found: re.Match[str]) -> None:
        self._colon = None
        base = self._frames[-1].kind
        is_indented = self._text[found.end() : found.end() + 1].isspace()
        is_item = self._draft.kind in ("item", "definition") and not is_indented
        if is_item or (self._draft.kind == "heading" and base != "heading"):
            self._begin(found.start(), found.end(), base)
        self._marker(found.end())

    def _marker(self, start: int) -> None:
        """The sign of a heading or an item at the begin of a line."""
        found = lexer.MARKER.match(self._text, start)
        if found is None:
            return
        kind = {"heading": "heading", "item": "item", "term": "term"}[found.lastgroup or "item"]
        self._begin(start, found.end(), kind)
        self._position = found.end()
        self._colon = lexer.COLON.search(self._text, found.end()) if kind == "term" else None

    def _ends_term(self, found: re.Match[str] | None) -> bool:
        """Whether the colon after a term comes before the next token; what follows is the definition."""
        colon = self._colon
        if colon and colon.start() < self._position:  # it stood in code
            self._colon = colon = lexer.COLON.search(self._text, self._position)
        if colon is None or (found is not None and found.start() < colon.start()):
            return False
        self._begin(colon.start(), colon.end(), "definition")
        self._position = colon.end()
        self._colon = None
        return True

    def _open_text(self, found: re.Match[str]) -> None:
        """A bracket that is text; the one that closes it is text, too."""
        self._frames.append(_Frame("]", self._frames[-1].kind, is_markup=True, name="["))

    def _close(self, found: re.Match[str]) -> None:
        if len(self._frames) > 1:
            self._leave(found.start(), found.end())

    def _sign(self, found: re.Match[str]) -> None:
        start, end = found.span()
        match found.lastgroup:
            case "code":
                number = int(found["code"], 16)
                self._change(start, end, chr(number) if 31 < number < 0x110000 else "")
            case "escape":
                self._change(start, start + 1, "")
            case "newline" | "tie":
                self._change(start, end, " ")
            case "mark":
                if not (self._is_letter(start - 1) and self._is_letter(end)):
                    self._change(start, end, "")
            case "label" | "hyphen":
                self._change(start, end, "")
            case "reference":
                self._reference(start, end)
            case "dash":
                self._change(start, end, _DASHES[found[0]])
            case "dots":
                self._change(start, end, "…")
            case _:
                pass  # an address

    def _is_letter(self, at: int) -> bool:
        return 0 <= at < len(self._text) and (self._text[at].isalnum() or self._text[at] in _INVISIBLE)

    def _reference(self, start: int, end: int) -> None:
        while self._text[end - 1] in ":.-":
            end -= 1
        if not self._is_letter(start - 1):
            self._thing(start, end)
        self._position = end

    # -- code ----------------------------------------------------------------------------------------------

    def _hash(self, found: re.Match[str]) -> None:
        start, at = found.span()
        text = self._text
        outer = self._frames[-1].kind
        if (statement := lexer.STATEMENT.match(text, at)) or (statement := lexer.CONTROL.match(text, at)):
            is_statement = lexer.STATEMENT.match(text, at) is not None
            self._language(at)
            self._push(_Frame("", outer, statement[0], since=start, is_statement=is_statement))
            self._position = statement.end()
        elif path := lexer.PATH.match(text, at):
            name = path[0].rsplit(".", 1)[-1]
            self._push(_Frame("", outer, name, since=start))
            self._position = path.end()
            self._continue()
        elif text[at : at + 1] in ("(", "{", "["):
            self._push(_Frame("", outer, "", since=start))
            self._continue()
        elif text[at : at + 1] == '"':
            self._thing(start, self._lexer.string_end(at + 1))

    def _language(self, at: int) -> None:
        """`#set text(lang: "en")` holds for what follows."""
        found = lexer.SET_TEXT.match(self._text, at)
        if found and (named := lexer.LANGUAGE.search(self._text, found.end(), found.end() + 300)):
            self._flush(at - 1)
            self._draft = _Draft(self._frames[-1].kind, at - 1)
            self._is_read = named[1].lower() in self._tables.german

    def _push(self, frame: _Frame) -> None:
        self._frames.append(frame)

    def _continue(self) -> None:
        """After a part of an expression: go on with what stands there without a space, or end it."""
        frame = self._frames[-1]
        sign = self._text[self._position : self._position + 1]
        if sign in ("(", "[") or (sign == "{" and not frame.name and not frame.has_content):
            self._open(sign, frame, frame.name)
            return
        if sign == "." and (path := lexer.PATH.match(self._text, self._position + 1)):
            self._position = path.end()
            self._continue_after_method(frame, path[0])
            return
        if sign == ";":
            self._position += 1
        self._end_expression(self._position)

    def _continue_after_method(self, frame: _Frame, path: str) -> None:
        frame.name = path.rsplit(".", 1)[-1]
        if self._text[self._position : self._position + 1] in ("(", "["):
            self._open(self._text[self._position], frame, frame.name)
        else:
            self._end_expression(self._position)

    def _open(self, sign: str, frame: _Frame, name: str) -> None:
        """A bracket in code, at the position."""
        start = self._position
        self._position += 1
        if sign != "[":
            self._push(_Frame(_CLOSING[sign], frame.kind, name))
            return
        kind = self._tables.functions.get(name, INLINE)
        if name == "text" and frame.since >= 0 and self._is_foreign(frame.since, start):
            self._content("", start)
        elif (
            frame.since >= 0 and kind in (INLINE, NOTHING) and not frame.is_statement and self._is_call(frame)
        ):
            self._change(frame.since, self._position, "")
            frame.since, frame.has_content = -2, True
            self._push(_Frame("]", frame.kind, name, is_markup=True, since=-2))
        else:
            self._content(kind if kind not in (INLINE, NOTHING) else "paragraph", start)
        self._marker(self._position)

    def _is_call(self, frame: _Frame) -> bool:
        return lexer.CONTROL.fullmatch(frame.name) is None

    def _is_foreign(self, start: int, end: int) -> bool:
        named = lexer.LANGUAGE.search(self._text, start, min(end, start + 300))
        return named is not None and named[1].lower() not in self._tables.german

    def _content(self, kind: str, start: int) -> None:
        """Content in brackets that is a text of its own."""
        self._push(_Frame("]", kind, outer=self._draft, is_markup=True))
        self._draft = _Draft(kind, start + 1)

    def _leave(self, start: int, end: int) -> None:
        """Close the innermost frame; its end stands at `start`..`end`."""
        frame = self._frames.pop()
        if frame.is_markup and frame.name == "[":
            return
        if frame.outer is not None:
            self._flush(start)
            self._draft = frame.outer
        elif frame.is_markup:
            self._frames[-1].since = start
        self._position = max(self._position, end)
        below = self._frames[-1]
        if not below.is_markup and below.closing == "":
            if lexer.CONTROL.fullmatch(below.name):
                if frame.closing in ("]", "}"):
                    self._after_branch()
            elif not below.is_statement:
                self._continue()

    def _after_branch(self) -> None:
        """After the content of `if` or `for`: an `else` goes on with it."""
        found = lexer.ELSE.match(self._text, self._position)
        if found:
            self._position = found.end()
        else:
            self._end_expression(self._position)

    def _end_expression(self, end: int) -> None:
        frame = self._frames.pop()
        since = frame.since
        if frame.has_content:
            self._change(since, end, "")
        elif frame.is_statement or lexer.CONTROL.fullmatch(frame.name):
            self._change(since, end, " ")
        elif not self._leaves_text(frame):
            self._drop(since, end)
        else:
            self._thing(since, end)

    def _drop(self, start: int, end: int) -> None:
        """Nothing is left; before a punctuation mark nor of the space before it."""
        before = start - 1
        if self._text[end : end + 1] in _PUNCTUATION and self._text[before:start].isspace():
            start = max(before, self._draft.start)
        self._change(start, end, "")

    def _leaves_text(self, frame: _Frame) -> bool:
        kind = self._tables.functions.get(frame.name, INLINE)
        return kind == INLINE

    def _code(self, frame: _Frame, found: re.Match[str]) -> None:
        start, end = found.span()
        match found.lastgroup:
            case "comment" | "block":
                stop = self._lexer.comment_end(end) if found["block"] else end
                self.comments.append((start, stop))
                self._position = stop
            case "raw":
                self._position = self._lexer.raw_end(start, end)
            case "math":
                self._position = max(end, self._lexer.math_end(end))
            case "string":
                self._string(end)
            case "call":
                self._name = found["call"].rsplit(".", 1)[-1]
                return
            case "named":
                self._name = found["named"]
                return
            case "open":
                self._position = start
                self._open(found[0], _Frame("", "paragraph"), self._name or frame.name)
            case "close":
                self._close_code(frame, found)
            case "line" | "end":
                if not frame.closing and self._is_ended(frame, end):
                    self._position = start if found["line"] else end
                    self._end_expression(self._position)
            case _:
                pass
        self._name = ""

    def _is_ended(self, frame: _Frame, end: int) -> bool:
        return frame.is_statement or lexer.ELSE.match(self._text, end) is None

    def _close_code(self, frame: _Frame, found: re.Match[str]) -> None:
        if found[0] == frame.closing:
            self._leave(found.start(), found.end())
        elif not frame.closing:
            self._position = found.start()  # it closes what the expression stands in
            self._end_expression(self._position)

    def _string(self, start: int) -> None:
        end = self._lexer.string_end(start)
        if self._name in self._tables.prose and self._is_read and start < end - 1:
            kind = "alt" if self._name == "alt" else "paragraph"
            escapes = re.finditer(r"\\(?=[\\\"])", self._text[start : end - 1])
            changes = [Change(start + found.start(), start + found.end(), "") for found in escapes]
            self.blocks.append(Block(kind, start, end - 1, tuple(changes), escape_string))
        self._position = end
