"""The inside of Markdown blocks: emphasis, links, code, entities, escapes, inline HTML, formulas."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import tree_sitter_markdown
from tree_sitter import Language, Node, Parser

from mitgemeint.analysis.documents.model import Change, Span
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.utf8 import Utf8Offsets

_MARKUP = re.compile(r"[\\`*_~\[\]<&$]")
_MOST_DELIMITERS = 400  # the parser's time grows with their square, which only hostile blocks notice
_DELIMITERS = re.compile(r"[*_~\[\]<$]")
# Leser*innen und Autor*innen: emphasis for the parser, gender stars for the author
_GENDER_STAR = re.compile(
    r"(?<=[^\W\d_])\*(?=[iI]nnen|[iI]n(?!\w)|[A-ZÄÖÜ][a-zäöüß]+(?![\w*])"
    r"|(?:[rnsme]|er|em|en|inn\*en|nen|die|der|den|dem|des|sie|ihr\w{0,2}|zur|zum)(?![\w*]))"
)
# $x$ and $$x$$, but not the dollars of prices: $5 und $6 (the rule of pandoc)
_DOLLARS = re.compile(r"(\$\$[^$]{1,2000}\$\$|(?<![\\$])\$(?![\s$])[^$]{0,300}(?<![\s\\])\$(?![\d$]))|\$")
_LONE_RETURN = re.compile(r"\r(?!\n)")
_TAG_NAME = re.compile(r"<(/?)([A-Za-z][\w.-]*)")
_CODE_TAGS = frozenset({"code", "kbd", "samp", "var", "pre", "tt", "script", "style", "math", "svg"})
_BREAKS = frozenset({"br", "hr", "wbr"})


def needs_parsing(text: str, start: int, end: int) -> bool:
    """Whether the span holds any character of inline markup."""
    return _MARKUP.search(text, start, end) is not None


@dataclass(slots=True)
class Found:
    """Changes, image texts and comments of one block."""

    changes: list[Change] = field(default_factory=list)
    images: list[Span] = field(default_factory=list)
    comments: list[Span] = field(default_factory=list)


@cache
def _language() -> Language:
    return Language(tree_sitter_markdown.inline_language())


class Inlines:
    """Reads the inside of blocks of one document; `labels` are its link definitions."""

    def __init__(self, text: str, labels: frozenset[str]) -> None:
        self._text = text
        self._labels = labels
        self._parser = Parser(_language())

    def read(self, start: int, end: int, prefixes: Sequence[Change]) -> Found:
        """The changes in the span, in order; `prefixes` are parts of it that belong to the block."""
        content = self._text[start:end]
        for prefix in prefixes:
            blank = " " * (prefix.end - prefix.start)
            content = content[: prefix.start - start] + blank + content[prefix.end - start :]
        if len(_DELIMITERS.findall(content)) > _MOST_DELIMITERS:
            return _escapes_only(content, start)
        content = _DOLLARS.sub(_keep_formula, content)
        content = _LONE_RETURN.sub("\n", _GENDER_STAR.sub("x", content)).replace("\x00", "\ufffd")
        data = content.encode("utf-8", "replace")
        walk = _Walk(self._text, start, data, self._labels)
        walk.run(self._parser.parse(data).root_node)
        return walk.found


def _keep_formula(found: re.Match[str]) -> str:
    """A formula as it is, any other dollar as a letter."""
    return found[1] or "x"


def _escapes_only(content: str, start: int) -> Found:
    found = Found()
    for escape in re.finditer(r"\\(?=[!-/:-@\[-`{-~])", content):
        found.changes.append(Change(start + escape.start(), start + escape.end(), ""))
    return found


class _Walk:
    """One walk over the tree of one block; offsets are turned into code points of the document."""

    def __init__(self, text: str, start: int, data: bytes, labels: frozenset[str]) -> None:
        self._text = text
        self._labels = labels
        self._offsets = Utf8Offsets(data)
        self._start = start
        self.found = Found()

    def _span(self, node: Node) -> Span:
        return self._point(node.start_byte), self._point(node.end_byte)

    def _point(self, byte: int) -> int:
        return self._start + self._offsets.point(byte)

    def _change(self, node: Node, new_text: str, protected: bool = False) -> None:
        self.found.changes.append(Change(*self._span(node), new_text, protected))

    def run(self, root: Node) -> None:
        """Collect the changes of the tree, without recursion: texts nest as deep as they like."""
        stack = [root]
        while stack:
            stack.extend(reversed(self._visit(stack.pop())))

    def _visit(self, node: Node) -> list[Node]:
        """Record the changes of a node; the children that are still to be visited."""
        match node.type:
            case "inline":
                return self._siblings(node)
            case "emphasis" | "strong_emphasis" | "strikethrough":
                return self._emphasis(node)
            case "code_span" | "latex_block" | "uri_autolink" | "email_autolink":
                self._change(node, THING, protected=True)
            case "inline_link" | "full_reference_link" | "collapsed_reference_link" | "shortcut_link":
                return self._link(node)
            case "image":
                return self._image(node)
            case "entity_reference" | "numeric_character_reference":
                start, end = self._span(node)
                self._change(node, html.unescape(self._text[start:end]).replace("\u00a0", " "))
            case "backslash_escape":
                start, _ = self._span(node)
                self.found.changes.append(Change(start, start + 1, ""))
            case "hard_line_break":
                self._change(node, " ")
            case "html_tag":
                self._tag(node)
            case _:
                return self._siblings(node)
        return []

    def _siblings(self, node: Node) -> list[Node]:
        """The children with the content of code elements taken out: <code>x</code>."""
        children = node.named_children
        if not any(child.type == "html_tag" for child in children):
            return children
        kept: list[Node] = []
        skip_until = -1
        for child in children:
            if child.start_byte < skip_until:
                continue
            closing = self._closing(child, children) if child.type == "html_tag" else None
            if closing is None:
                kept.append(child)
                continue
            start, end = self._point(child.start_byte), self._point(closing.end_byte)
            self.found.changes.append(Change(start, end, THING, protected=True))
            skip_until = closing.end_byte
        return kept

    def _closing(self, tag: Node, children: Sequence[Node]) -> Node | None:
        """The closing tag of a code element."""
        slash, name = self._tag_name(tag)
        if slash or name not in _CODE_TAGS:
            return None
        for child in children:
            if (
                child.start_byte >= tag.end_byte
                and child.type == "html_tag"
                and self._tag_name(child) == ("/", name)
            ):
                return child
        return None

    def _tag_name(self, node: Node) -> tuple[str, str]:
        found = _TAG_NAME.match(self._text, self._point(node.start_byte))
        return (found[1], found[2].lower()) if found else ("", "")

    def _tag(self, node: Node) -> None:
        start, end = self._span(node)
        if self._text.startswith("<!--", start):
            self.found.comments.append((start, end))
        self._change(node, " " if self._tag_name(node)[1] in _BREAKS else "")

    def _emphasis(self, node: Node) -> list[Node]:
        for child in node.children:
            if child.type == "emphasis_delimiter":
                self._change(child, "")
        return [child for child in node.named_children if child.type != "emphasis_delimiter"]

    # -- links ---------------------------------------------------------------------------------------------

    def _link(self, node: Node) -> list[Node]:
        text = next((child for child in node.children if child.type == "link_text"), None)
        if text is None:
            return []
        start, end = self._span(node)
        if self._text.startswith("[^", start):
            self._change(node, "")  # the mark of a footnote
            return []
        if node.type != "inline_link" and not self._is_defined(node, text):
            return self._siblings(text)
        if node.type in ("shortcut_link", "collapsed_reference_link"):
            self._change(node, THING, protected=True)  # the text is the label that the definition names
            return []
        inner_start, inner_end = self._span(text)
        self.found.changes.append(Change(start, inner_start, ""))
        self.found.changes.append(Change(inner_end, end, ""))
        return self._siblings(text)

    def _is_defined(self, node: Node, text: Node) -> bool:
        """Whether a [label] is defined; otherwise its brackets are text: Absolvent[inn]en."""
        label = next((child for child in node.children if child.type == "link_label"), None)
        start, end = self._span(text) if label is None else self._span(label)
        name = self._text[start:end] if label is None else self._text[start + 1 : end - 1]
        return name.casefold().strip() in self._labels

    def _image(self, node: Node) -> list[Node]:
        """The image goes from the sentence, its text becomes a segment of its own."""
        self._change(node, "")
        text = next((child for child in node.children if child.type == "image_description"), None)
        if text is None:
            return []
        self.found.images.append(self._span(text))
        return self._siblings(text)
