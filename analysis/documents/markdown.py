"""Markdown (CommonMark, GitHub tables, definition lists, footnotes, front matter) by tree-sitter-markdown."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import tree_sitter_markdown
from tree_sitter import Language, Node, Query, QueryCursor

from mitgemeint.analysis.documents import plaintext
from mitgemeint.analysis.documents.markdown_inline import Found, Inlines, needs_parsing
from mitgemeint.analysis.documents.model import Block, Change, Parsed, Span
from mitgemeint.analysis.documents.parts import LONGEST, Parts
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.trees import Trees
from mitgemeint.analysis.documents.utf8 import Utf8Offsets, has_halves

_QUERY = """
(paragraph (inline) @paragraph)
(list_item (paragraph (inline) @item))
(block_quote (paragraph (inline) @quote))
(atx_heading (inline) @atx)
(setext_heading (paragraph (inline) @heading))
(pipe_table_cell) @cell
(indented_code_block) @indented
(html_block) @html
(link_reference_definition) @definition
(inline (block_continuation) @continuation)
"""
_LABELS = "(link_reference_definition (link_label) @label)"
_DEFINITION = re.compile(r"(?m)^[ \t]{0,3}[:~][ \t]+(?=\S)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:[ \t]*")
_ALERT = re.compile(r"\[![A-Za-z]+\][ \t]*")
_CLOSING_HASHES = re.compile(r"[ \t]+#+[ \t]*$|^#+$")
_ATTRIBUTES = re.compile(r"[ \t]*\{[ \t]*[#.:][^{}\n]{0,200}\}[ \t]*(?=\n|\Z)")
_PROGRAM = re.compile(r"(?:import\s[^\n]*['\"]|export\s+(?:default|const|let|function|class)\b)")
_FENCE = re.compile(r"(?m)^[ \t]*:{3,}[^\n]*")
# comments of MDX, and those that are written as definitions of links: [//]: # (…)
_BRACED_COMMENT = re.compile(r"\{[ \t]*/\*.*?\*/[ \t]*\}", re.DOTALL)
# {t("Lehrer")}: an expression of MDX
_EXPRESSION = re.compile(r"\{[ \t]*[A-Za-z_$][\w$.]*\([^{}\n]{0,300}\}")
# {% include x.html %}, {{ page.title }}, {{< note >}}: templates of Jekyll, Hugo and the like
_TEMPLATE = re.compile(r"\{%[^{}]{0,500}%\}|\{\{(?:[^{}]|\{[^{}]{0,200}\}){0,500}\}\}")
# <Tabs items={["Kunden"]} />: an element of JSX with attributes, also over several lines
_ELEMENT = re.compile(
    r"<[A-Z][\w.]{0,60}(?:\s+(?:[\w:-]{1,60}(?:=(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'"
    r"|\{(?:[^{}]|\{[^{}]{0,300}\}){0,500}\}))?|\{\.\.\.[^{}]{0,200}\})){1,40}\s*/?>"
)
_IMPORTS = re.compile(r"(?m)^(?:import|export)\s[^\n]*['\"{=]")
_DEFINED_COMMENT = re.compile(r"[ \t]*\[(?://|comment)\]:", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff\x00]")
_LONE_RETURN = re.compile(r"\r(?!\n)")
_SPECIAL = re.compile(r"[\\*`\[\]<>|~]")
_ENTITY_LIKE = re.compile(r"&(?=#?\w+;)")


def parse(text: str) -> Parsed:
    """Blocks of a Markdown document."""
    return _Reader(text).parsed()


def _programs(text: str) -> Iterator[Change]:
    """What of a document templates and MDX run: elements go, everything else stands for something."""
    if "<" in text:
        yield from (Change(*found.span(), "") for found in _ELEMENT.finditer(text))
    patterns = [_TEMPLATE] if "{%" in text or "{{" in text else []
    if ("import" in text or "export" in text) and _IMPORTS.search(text):
        patterns.append(_EXPRESSION)
    for pattern in patterns:
        yield from (Change(*found.span(), THING, protected=True) for found in pattern.finditer(text))


def _parts(root: Node) -> Iterator[list[Node]]:
    """The blocks at the top of the document, one by one; indented text with what it may continue."""
    part: list[Node] = []
    for node in _tops(root):
        if part and node.type != "indented_code_block":
            yield part
            part = []
        part.append(node)
    if part:
        yield part


def _tops(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == "section":
            yield from _tops(child)
        else:
            yield child


def _start(change: Change) -> int:
    return change.start


def escape(new_text: str) -> str:
    """Prose as Markdown: no character of it may turn into markup.

    `_` and other signs inside words are safe as they are.
    """
    escaped = _SPECIAL.sub(r"\\\g<0>", new_text)
    escaped = _ENTITY_LIKE.sub("&amp;", escaped)
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", escaped)


@dataclass(frozen=True, slots=True)
class _Grammar:
    """The grammar of blocks with its queries, and what was read with it last."""

    trees: Trees
    blocks: Query
    labels: Query
    parts: Parts


@cache
def _grammar() -> _Grammar:
    language = Language(tree_sitter_markdown.language())
    return _Grammar(Trees(language), Query(language, _QUERY), Query(language, _LABELS), Parts())


@dataclass(frozen=True, slots=True)
class _Source:
    """The text as the parser sees it: UTF-8, one line end, nothing that is no character."""

    text: str
    shift: int  # code points before the parsed text (a byte order mark)
    data: bytes
    offsets: Utf8Offsets

    @classmethod
    def of(cls, text: str) -> "_Source":
        shift = 1 if text.startswith("\ufeff") else 0
        parsed = text[shift:]
        if has_halves(parsed) or "\x00" in parsed:
            parsed = _SURROGATE.sub("\ufffd", parsed)
        parsed = _LONE_RETURN.sub("\n", parsed) if "\r" in parsed else parsed
        # without a last line end the parser takes an underlined heading for a paragraph
        data = parsed.encode("utf-8") + b"\n"
        return cls(text, shift, data, Utf8Offsets(data))

    def point(self, byte: int) -> int:
        """The code point of the document at a byte offset of the parsed text."""
        return min(self.shift + self.offsets.point(byte), len(self.text))


class _Reader:
    """Reads one document."""

    def __init__(self, text: str) -> None:
        self._source = _Source.of(text)
        self._text = text
        self._grammar = _grammar()
        self._tree = self._grammar.trees.parse(self._source.data)
        self._labels = frozenset(self._defined()) if "]:" in text else frozenset()
        self._inlines = Inlines(text, self._labels)
        self._captures: dict[str, list[Node]] = {}
        self._continuations: list[Span] = []
        self._comments: list[Span] = []
        braced = _BRACED_COMMENT.finditer(text) if "/*" in text else ()
        self._braced_comments = [found.span() for found in braced]
        self._programs = sorted(_programs(text), key=_start)
        self._has_braces_or_fences = "{#" in text or "{." in text or "{:" in text or ":::" in text

    def _defined(self) -> Iterator[str]:
        """The labels of links that the document defines."""
        for top in _tops(self._tree.root_node):
            if b"]:" not in self._source.data[top.start_byte : top.end_byte]:
                continue
            for node in QueryCursor(self._grammar.labels).captures(top).get("label", []):
                label = self._source.data[node.start_byte + 1 : node.end_byte - 1]
                yield label.decode("utf-8").casefold().strip()

    def parsed(self) -> Parsed:
        """All blocks by position."""
        read = [self._known(part) for part in _parts(self._tree.root_node)]
        blocks = [block for part in read for block in part.blocks]
        blocks.sort(key=lambda block: block.start)
        return Parsed(blocks, tuple(sorted({span for part in read for span in part.comments or ()})))

    def _known(self, part: Sequence[Node]) -> Parsed:
        """The reading of a part, an old one where a part like it was read before.

        What templates and MDX run, and comments of MDX, may begin and end in different parts.
        """
        start, end = part[0].start_byte, part[-1].end_byte
        is_read_anew = end - start > LONGEST or any(node.has_error for node in part)
        if is_read_anew or self._programs or self._braced_comments:
            return self._read(part)
        types = tuple(node.type for node in part)
        key = (self._source.data[start:end], types, part[0].start_point.column, self._labels)
        return self._grammar.parts.read(key, self._source.point(start), lambda: self._read(part))

    def _nodes(self, name: str) -> list[Node]:
        return self._captures.get(name, [])

    def _read(self, part: Sequence[Node]) -> Parsed:
        """The blocks of a part of the document."""
        self._captures = {}
        for top in part:
            for name, nodes in QueryCursor(self._grammar.blocks).captures(top).items():
                self._captures.setdefault(name, []).extend(nodes)
        self._continuations = sorted(
            (node.start_byte, node.end_byte)
            for node in self._nodes("continuation")
            if node.end_byte > node.start_byte
        )
        self._comments = []
        blocks: list[Block] = []
        kinds = {node.start_byte: "item" for node in self._nodes("item")}
        kinds.update((node.start_byte, "quote") for node in self._nodes("quote"))
        headings = {node.start_byte for node in self._nodes("heading")}
        for node in self._nodes("paragraph"):
            if node.start_byte in headings:
                continue
            blocks.extend(self._paragraph(node, kinds.get(node.start_byte, "paragraph")))
        for node in self._nodes("heading"):
            blocks.extend(self._inline("heading", node))
        for node in self._nodes("atx"):
            blocks.extend(self._heading(node))
        for node in self._nodes("cell"):
            blocks.extend(self._inline("cell", node))
        for node in self._nodes("definition"):
            blocks.extend(self._note(node))
        for node in self._nodes("indented"):
            blocks.extend(self._indented(node))
        self._comments.extend(self._span(node) for node in self._nodes("html") if self._is_comment(node))
        return Parsed(blocks, tuple(self._comments))

    def _span(self, node: Node) -> Span:
        return self._source.point(node.start_byte), self._source.point(node.end_byte)

    def _is_comment(self, node: Node) -> bool:
        start, end = self._span(node)
        return "<!--" in self._text[start:end]

    # -- blocks ------------------------------------------------------------------------------------------

    def _heading(self, node: Node) -> Iterator[Block]:
        start, end = self._span(node)
        closing = _CLOSING_HASHES.search(self._text[start:end])
        if closing:
            end = start + closing.start()
        yield from self._with_changes("heading", start, end, node)

    def _paragraph(self, node: Node, kind: str) -> Iterator[Block]:
        start, end = self._span(node)
        content = self._text[start:end]
        if content[0] in "ie" and _PROGRAM.match(content):
            return
        if content[0] == "[":
            if found := _FOOTNOTE.match(content):
                start, kind = start + found.end(), "footnote"
            elif found := _ALERT.match(content):
                start += found.end()
        position, term = start, kind
        for mark in (
            _DEFINITION.finditer(self._text, start, end) if (":" in content or "~" in content) else ()
        ):
            yield from self._with_changes(
                "term" if kind != "definition" else kind, position, mark.start(), node
            )
            position, kind = mark.end(), "definition"
        yield from self._with_changes(kind if position > start else term, position, end, node)

    def _note(self, node: Node) -> Iterator[Block]:
        """A footnote of one word, which looks like the definition of a link, as some comments do."""
        start, end = self._span(node)
        if _DEFINED_COMMENT.match(self._text, start, end):
            self._comments.append((start, end))
        if found := _FOOTNOTE.match(self._text, start, end):
            yield from self._with_changes("footnote", found.end(), end, node)

    def _inline(self, kind: str, node: Node) -> Iterator[Block]:
        start, end = self._span(node)
        yield from self._with_changes(kind, start, end, node)

    def _indented(self, node: Node) -> Iterator[Block]:
        """Indented text after a definition, a footnote or a list that begins like their continuation.

        CommonMark calls it code; in documents with definition lists, footnotes and nested lists of other
        dialects it is prose.
        """
        before = node.prev_named_sibling
        if before is None or not self._continues(before, node):
            return
        start, end = self._span(node)
        for block in plaintext.blocks(self._text, start, end):
            kind = "item" if block.kind == "item" else "paragraph"
            yield from self._with_changes(kind, block.start, block.end, None)

    def _continues(self, before: Node, node: Node) -> bool:
        start, end = self._span(before)
        own_start, own_end = self._span(node)
        if before.type in ("paragraph", "link_reference_definition"):
            return bool(_FOOTNOTE.match(self._text, start) or _DEFINITION.search(self._text[start:end]))
        content = self._text[own_start:own_end].lstrip()
        if before.type == "indented_code_block":
            return self._continues(before.prev_named_sibling, node) if before.prev_named_sibling else False
        return before.type == "list" and re.match(r"(?:[*+-]|\(?\w{1,3}[.)])[ \t]+\w", content) is not None

    # -- inside blocks -------------------------------------------------------------------------------------

    def _with_changes(self, kind: str, start: int, end: int, node: Node | None) -> Iterator[Block]:
        """The block, and a block for each image text in it."""
        if start >= end:
            return
        prefixes = self._prefixes(node, start, end) if node is not None else []
        if self._braced_comments:
            prefixes = sorted(
                [*prefixes, *self._commented(start, end, prefixes)], key=lambda change: change.start
            )
        changes = list(prefixes)
        found = Found()
        if needs_parsing(self._text, start, end):
            found = self._inlines.read(start, end, prefixes)
            changes.extend(found.changes)
            self._comments.extend(found.comments)
            changes.sort(key=lambda change: (change.start, change.end))
            for image in found.images:
                inside = tuple(c for c in found.changes if image[0] <= c.start and c.end <= image[1])
                yield Block("alt", *image, inside)
        self._comments.extend(self._braced(start, end, found.changes))
        yield Block(kind, start, end, tuple(changes))

    def _commented(self, start: int, end: int, prefixes: list[Change]) -> Iterator[Change]:
        """What comments of MDX take up of the span, but for its prefixes; a comment may hold blank lines."""
        for low, high in self._braced_comments:
            position, high = max(low, start), min(high, end)
            if position >= high:
                continue
            for prefix in prefixes:
                if position < prefix.end and prefix.start < high:
                    if position < prefix.start:
                        yield Change(position, prefix.start, "")
                    position = prefix.end
            if position < high:
                yield Change(position, high, "")

    def _braced(self, start: int, end: int, changes: list[Change]) -> Iterator[Span]:
        """The comments of MDX in the span that stand in no code."""
        for low, high in self._braced_comments:
            is_code = any(c.protected and c.start <= low and high <= c.end for c in changes)
            if start < high and low < end and not is_code:
                yield max(low, start), min(high, end)

    def _prefixes(self, node: Node, start: int, end: int) -> list[Change]:
        """What block quotes and lists put at the begin of the node's further lines."""
        index = bisect_left(self._continuations, (node.start_byte, 0))
        changes: list[Change] = []
        while index < len(self._continuations) and self._continuations[index][0] < node.end_byte:
            low, high = map(self._source.point, self._continuations[index])
            if start <= low and high <= end:
                changes.append(Change(low, high, ""))
            index += 1
        first = max(0, bisect_left(self._programs, start, key=_start) - 1)
        for at in range(first, len(self._programs)):
            program = self._programs[at]
            if program.start >= end:
                break
            if program.end > start:
                changes.append(replace(program, start=max(program.start, start), end=min(program.end, end)))
        for pattern in (_ATTRIBUTES, _FENCE) if self._has_braces_or_fences else ():
            for found in pattern.finditer(self._text, start, end):
                changes.append(Change(found.start(), found.end(), ""))
        return changes
