"""HTML and templates of HTML: prose of elements and attributes by a data table, in one pass over the tags."""

import html as entities
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from mitgemeint.analysis.documents import language_tags
from mitgemeint.analysis.documents.html_lexer import Attribute, Kind, Lexer, Token
from mitgemeint.analysis.documents.html_tables import Tables, load
from mitgemeint.analysis.documents.model import Block, Change, Parsed, Span
from mitgemeint.analysis.documents.protection import THING

_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*(?:\r\n|\n|\r)(?s:.*?)(?:\r\n|\n|\r)---[ \t]*(?=[\r\n]|\Z)")
_MOST_UNCLOSED = 16  # how deep an element is looked for that a start tag ends
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_VALUES = {
    '"': str.maketrans({"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;"}),
    "'": str.maketrans({"&": "&amp;", "'": "&#39;", "<": "&lt;", ">": "&gt;"}),
    "": str.maketrans({sign: f"&#{ord(sign)};" for sign in "&\"'<>=` \t\n"}),
}


def parse(text: str) -> Parsed:
    """Blocks of an HTML document or a template of one."""
    return _Reader(text, load()).parsed()


def escape(new_text: str) -> str:
    """Prose as HTML text."""
    return new_text.translate(_ESCAPES)


def escape_in(quote: str) -> Callable[[str], str]:
    """How prose is written in the value of an attribute with these quotation marks."""
    return _IN_VALUE_ESCAPES[quote]


def decoded(entity: str) -> str:
    """The characters of an entity; one that is unknown stays as it is."""
    character = entities.unescape(entity)
    return entity if character == "\0" else character.replace("\u00a0", " ")


def _escape_for(quote: str) -> Callable[[str], str]:
    def escape_value(new_text: str) -> str:
        return new_text.translate(_IN_VALUES[quote])

    return escape_value


_IN_VALUE_ESCAPES = {quote: _escape_for(quote) for quote in _IN_VALUES}


@dataclass(frozen=True, slots=True)
class _Element:
    """An open element, and what held outside of it.

    `thing` is where a placeholder for it begins, or -1; `alone` says that nothing in it is read.
    """

    name: str
    is_block: bool
    alone: bool
    thing: int
    outer_kind: str
    outer_read: bool


@dataclass(slots=True)
class _Draft:
    """A block that is being read."""

    kind: str
    start: int
    changes: list[Change] = field(default_factory=list)


class _Reader:
    """Reads one document."""

    def __init__(self, text: str, tables: Tables) -> None:
        self._text = text
        self._tables = tables
        self._lexer = Lexer(text, tables)
        front = _FRONT_MATTER.match(text) if text[:4].lstrip("\ufeff").startswith("---") else None
        self._begin = front.end() if front else 0
        self._stack: list[_Element] = []
        self._open: dict[str, int] = {}
        self._kind = "paragraph"
        self._is_read = True
        self._alone = 0  # how many open elements are left alone
        self._until = ""  # the tag of a template that ends what is left alone
        self._blocks: list[Block] = []
        self._comments: list[Span] = []
        self._draft = _Draft("paragraph", self._begin)
        self._break = -1  # the end of the last line break

    def parsed(self) -> Parsed:
        """All blocks and comments."""
        handlers: dict[Kind, Callable[[Token], None]] = {
            Kind.START: self._start,
            Kind.END: self._end,
            Kind.COMMENT: self._comment,
            Kind.ENTITY: self._entity,
            Kind.DECLARATION: self._drop,
            Kind.OUTPUT: self._output,
            Kind.CONTROL: self._control,
        }
        for token in self._lexer.tokens(self._begin):
            if self._until and token.kind is not Kind.COMMENT:
                self._skip_template(token)
            else:
                handlers[token.kind](token)
        while self._stack:
            self._leave(len(self._text), len(self._text))
        self._flush(len(self._text))
        self._blocks.sort(key=lambda block: block.start)
        return Parsed(self._blocks, tuple(self._comments))

    # -- blocks ------------------------------------------------------------------------------------------

    def _flush(self, end: int) -> None:
        draft = self._draft
        if self._is_read and not self._alone and not self._until and draft.start < end:
            self._blocks.append(Block(draft.kind, draft.start, end, tuple(draft.changes)))

    def _part(self, start: int, end: int) -> None:
        """End the block at `start`, begin another one at `end`."""
        if not self._alone:
            self._flush(start)
            self._draft = _Draft(self._kind, end)

    def _change(self, start: int, end: int, new_text: str, protected: bool = False) -> None:
        if not self._alone:
            self._draft.changes.append(Change(start, end, new_text, protected))

    def _has_text(self, end: int) -> bool:
        """Whether there is anything but markup and white space in the draft."""
        position = self._draft.start
        for change in self._draft.changes:
            if change.protected or (change.new_text or "").strip():
                return True
            if self._text[position : change.start].strip():
                return True
            position = change.end
        return bool(self._text[position:end].strip())

    # -- texts and templates -------------------------------------------------------------------------------

    def _comment(self, token: Token) -> None:
        self._comments.append((token.start, token.end))
        self._drop(token)

    def _drop(self, token: Token) -> None:
        self._change(token.start, token.end, "")

    def _entity(self, token: Token) -> None:
        self._change(token.start, token.end, decoded(self._text[token.start : token.end]))

    def _output(self, token: Token) -> None:
        self._change(token.start, token.end, THING, protected=True)

    def _control(self, token: Token) -> None:
        if self._text[token.start] == "{" and token.name in self._tables.skipped:
            self._part(token.start, token.end)
            self._until = f"end{token.name}"
        else:
            self._change(token.start, token.end, " ")

    def _skip_template(self, token: Token) -> None:
        """Inside {% comment %} … {% endcomment %}."""
        if token.kind is Kind.CONTROL and token.name == self._until:
            self._until = ""
            if not self._alone:
                self._draft = _Draft(self._kind, token.end)

    # -- elements ----------------------------------------------------------------------------------------

    def _start(self, token: Token) -> None:
        name, tables = token.name, self._tables
        self._end_unclosed(name, token.start)
        if name == "br":
            self._line_break(token)
            return
        is_translated, is_german = self._language(token.attributes)
        is_block = self._is_block(name, token.start, is_german)
        reads = self._is_read if is_german is None else is_german
        if reads and is_translated and not self._alone and token.attributes:
            self._read_attributes(token)
        if is_block:
            self._part(token.start, token.end)
        if name in tables.void:
            self._change(token.start, token.end, "")
            return
        alone = not is_translated or name in tables.left_alone or not (is_block or reads)
        if not (is_block or alone):
            self._change(token.start, token.end, "„" if name in tables.quoted else "")
        self._enter(token, is_block, alone, reads)
        is_closed = self._text.startswith("/>", token.end - 2)
        if is_closed and (name in tables.left_alone or tables.is_component(name)):
            self._leave(token.end, token.end)

    def _enter(self, token: Token, is_block: bool, alone: bool, reads: bool) -> None:
        thing = token.start if alone and not is_block else -1
        self._stack.append(_Element(token.name, is_block, alone, thing, self._kind, self._is_read))
        self._open[token.name] = self._open.get(token.name, 0) + 1
        self._alone += alone
        if is_block:
            self._kind = self._tables.blocks.get(token.name) or self._kind
            self._is_read = reads
            if not self._alone:
                self._draft = _Draft(self._kind, token.end)

    def _leave(self, start: int, end: int) -> None:
        """Close the innermost element, whose end tag stands at `start`..`end`."""
        element = self._stack.pop()
        self._open[element.name] -= 1
        if element.is_block:
            self._part(start, end)
            self._kind, self._is_read = element.outer_kind, element.outer_read
        self._alone -= element.alone
        if element.thing >= 0:
            nothing = element.name in self._tables.nothing
            self._change(element.thing, end, "" if nothing else THING, protected=not nothing)
        elif not element.is_block:
            self._change(start, end, "“" if element.name in self._tables.quoted else "")
        elif not self._alone:
            self._draft = _Draft(self._kind, end)

    def _end(self, token: Token) -> None:
        if not self._open.get(token.name):
            if token.name in self._tables.blocks:
                self._part(token.start, token.end)
            else:
                self._drop(token)
            return
        while self._stack[-1].name != token.name:
            self._leave(token.start, token.start)
        self._leave(token.start, token.end)

    def _end_unclosed(self, name: str, at: int) -> None:
        """Close the elements that a start tag of this name ends."""
        ended = self._tables.ends.get(name)
        if ended is None:
            return
        depth = 0
        for index, element in enumerate(reversed(self._stack[-_MOST_UNCLOSED:]), start=1):
            if element.name in ended:
                depth = index
            elif element.is_block:
                break
        for _ in range(depth):
            self._leave(at, at)

    def _line_break(self, token: Token) -> None:
        """A space; two of them in a row end the paragraph."""
        if self._break >= 0 and not self._text[self._break : token.start].strip():
            self._part(token.start, token.end)
        else:
            self._change(token.start, token.end, " ")
        self._break = token.end

    def _is_block(self, name: str, start: int, is_german: bool | None) -> bool:
        """Whether the sentence ends at the element; one of the page's own does so where none began."""
        tables = self._tables
        if name in tables.blocks or name in tables.separate or (is_german and not self._is_read):
            return True
        if not tables.is_component(name):
            return False
        around = self._stack[-1] if self._stack else None
        is_phrasing = around is not None and (not around.is_block or around.name in tables.phrasing)
        return not is_phrasing and not self._has_text(start)

    # -- attributes ----------------------------------------------------------------------------------------

    def _language(self, attributes: Iterable[Attribute]) -> tuple[bool, bool | None]:
        """Whether an element may be translated, and whether it is German; None if it does not say."""
        is_translated, is_german = True, None
        for attribute in attributes:
            value = self._text[attribute.start : min(attribute.end, attribute.start + 40)].strip()
            if attribute.name == "translate":
                is_translated = value.lower() != "no"
            elif attribute.name in ("lang", "xml:lang") and value[:1].isalpha():
                is_german = language_tags.is_german(value)
        return is_translated, is_german

    def _read_attributes(self, token: Token) -> None:
        """A block for each attribute that holds prose."""
        tables = self._tables
        names = tables.prose | tables.prose_of.get(token.name, frozenset())
        for depending in tables.depending:
            if depending.element == token.name and self._has_value(token, depending.other, depending.values):
                names |= {depending.attribute}
        for attribute in token.attributes:
            if attribute.name in names and attribute.start < attribute.end:
                self._blocks.append(self._value(attribute))

    def _has_value(self, token: Token, name: str, values: frozenset[str]) -> bool:
        return any(
            attribute.name == name and self._text[attribute.start : attribute.end].strip().lower() in values
            for attribute in token.attributes
        )

    def _value(self, attribute: Attribute) -> Block:
        changes = []
        for token in self._lexer.in_value(attribute):
            match token.kind:
                case Kind.ENTITY:
                    new_text = decoded(self._text[token.start : token.end])
                case Kind.OUTPUT:
                    new_text = THING
                case _:
                    new_text = ""
            changes.append(Change(token.start, token.end, new_text, token.kind is Kind.OUTPUT))
        return Block("alt", attribute.start, attribute.end, tuple(changes), escape_in(attribute.quote))
