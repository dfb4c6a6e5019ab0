"""Prose in comments: tags, pragmas, code that is commented out and names of the program are left alone."""

import re
from collections.abc import Callable, Iterator

from mitgemeint.analysis.documents import plaintext
from mitgemeint.analysis.documents.literal import Escape, Literal
from mitgemeint.analysis.documents.model import Block, Change
from mitgemeint.analysis.documents.programs.tables import ProgramTables, load
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.foreign import FunctionWords

_LINE = re.compile(r"([^\n]*)(?:\n|\Z)")
_FENCE = re.compile(r"(?:```|~~~)")
_TAG = re.compile(r"[@\\](\w{1,40})(?:\[[^\]\n]{0,40}\]|\{[^{}\n]{0,200}\})?[ \t]*")
_TYPE_AND_NAME = re.compile(
    r"(?:\{[^{}\n]{0,200}\}[ \t]*)?(?:\[[^\]\n]{0,200}\]|[\w.<>$*&]+)[ \t]*(?:[-–:][ \t]+)?"
)
_FIELD = re.compile(r":(\w{1,40})(?:[ \t]+[^:\n]{0,80})?:[ \t]*")
# Names with their types, as NumPy and Google write them: x : Kunde; x (Kunde): Text
_NUMPY = re.compile(r"[a-z_]\w{0,60}(?:, \*{0,2}\w{1,60}){0,9} : \S")
_UNDERLINE = re.compile(r"-{3,}")
_GOOGLE = re.compile(r"\*{0,2}[a-z_]\w{0,60} \([^()\n]{1,80}\):[ \t]*")
_CODE = re.compile(
    r"[)\]}]|[^\n]*[;{}]$"
    r"|(?:import|from|using|package|return|def|class|if|for|while|else|elif|switch|case|function|const|let|var"
    r"|public|private|protected|static|fn|pub|struct|enum|func|type|try|except|catch|assert|print|await|yield"
    r"|raise|throw|new)\b[^\n]*[(){}:;=\[\]]"
    r"|\#\s?(?:include|define|if|ifdef|ifndef|endif|pragma|undef)\b"
    r"|[a-z_][\w.]{0,200}\([^\n]*\)$|[\w.\[\]\"']{1,200}\s?(?:[-+*/|&:]?=|==|=>|->|\+\+|--)\s?\S"
)
# The endings of gender forms, whose signs say nothing about a line: kein(e), der*die.
_GENDER_ENDING = re.compile(
    r"(?<=[a-zäöüß])(?:\((?:[enrsm]|e[nrsm]|inn?|innen|nen)\)"
    r"|[*:·_/]-?(?:[enrsm]|e[nrsm]|in|innen|d(?:er|ie|en|em|es)|sie|ihr|zur)\b)"
)
_OPEN_CODE = re.compile(r"<(code|pre)>(?!.*</\1>)")
_CODE_SIGN = re.compile(r"[()\[\]{}=<>]|::|->")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s")
_INLINE = re.compile(
    r"(?P<thing>``[^`\n]{1,300}``|:[\w:+.-]{1,40}:`[^`\n]{1,300}`|`[^`\n]{1,300}`_{0,2}|\{@\w+[^{}\n]{0,200}\}"
    r"|[\\@][cpb]\s\S{1,80}|<(?P<code>c|code|tt|kbd|samp|pre)>[^<\n]{0,300}</(?P=code)>|\|\w{1,80}\||<\w[^<>\n]{0,200}/>"
    r"|\b\w{1,80}(?:(?:::|->|\#)\w{1,80})+(?:\(\))?|\b[\w.]{1,100}\(\)|\[[\w.:]{1,80}\](?![\w(])"
    r"|\b[A-Za-z_]\w{2,80}(?:\.[a-z_]\w{1,80})+(?:\(\))?"
    r"|\b[a-z]\w{0,80}?_\w{1,80}|\b[A-Z0-9]{1,40}_[A-Z0-9_]{1,80}\b|\b[a-z]{1,40}[A-Z]\w{0,80}"
    r"|\b[A-Z][a-z0-9äöüß]{1,40}(?!In\b|Innen)(?:[A-Z][a-z0-9]{1,40})+\b)"
    r"|(?P<tag></?[A-Za-z][^<>\n]{0,200}>|[\\@](?:e|em|a|brief)\s)"
)
_GENDERED_ADJECTIVE = re.compile(r"[a-zäöüß]{2,40}e_[rnsm](?=[ \t\n]+[A-ZÄÖÜ]\w{0,80}_(?:in|innen|[rn])\b)")


def comment_blocks(literal: Literal, escape: Escape, preformats: bool = False) -> Iterator[Block]:
    """The blocks of a comment, whose marks have been taken off; `preformats`: what is indented is code."""
    text = literal.text
    for start, end in _Lines(text, preformats).stretches():
        for block in plaintext.blocks(text, start, end):
            changes = [*_inline(text, block.start, block.end), *block.changes]
            changes.sort(key=lambda change: (change.start, -change.end))
            made = literal.block(block.kind, block.start, block.end, changes, escape)
            if made is not None:
                yield made


def _inline(text: str, start: int, end: int) -> Iterator[Change]:
    for found in _INLINE.finditer(text, start, end):
        is_thing = found["thing"] is not None
        if _is_gendered(found[0]) or _GENDERED_ADJECTIVE.match(text, found.start(), end):
            continue
        yield Change(found.start(), found.end(), THING if is_thing else "", protected=is_thing)


def _is_gendered(name: str) -> bool:
    """Whether what looks like a name is a word in two genders: der_die, eine_n."""
    first, *rest = name.split("_")
    words, endings = load().gendered_words, load().gendered_endings
    return bool(rest) and first in words and all(one in words or one in endings for one in rest)


class _Lines:
    """Tells the lines of prose in a comment from the others."""

    def __init__(self, text: str, preformats: bool) -> None:
        self._text = text
        self._tables: ProgramTables = load()
        self._indents = _Indents() if preformats else None
        self._ends_code: Callable[[str], bool] | None = None
        self._in_example = False
        self._types_at: int | None = None

    def stretches(self) -> Iterator[tuple[int, int]]:
        """The spans of consecutive lines of prose; a tag begins a new one after it."""
        begin: int | None = None
        last = position = 0
        while position < len(self._text):
            line = _LINE.match(self._text, position)
            if line is None:
                break
            is_code = self._indents is not None and self._indents.are_code(line[1])
            first = None if is_code else self._prose_start(line.start(1), line.end(1))
            if first is None or first > _content_start(self._text, *line.span(1)):
                if begin is not None:
                    yield begin, last
                begin = first
            elif begin is None:
                begin = position
            last = line.end(1)
            position = line.end()
        if begin is not None:
            yield begin, last

    def _prose_start(self, start: int, end: int) -> int | None:
        """Where the prose of a line begins; None if it holds none."""
        at = _content_start(self._text, start, end)
        content = self._text[at:end].rstrip()
        if self._ends_code is not None:
            if self._ends_code(content):
                self._ends_code = None
            return None
        if _FENCE.match(content):
            self._ends_code = lambda line: _FENCE.match(line) is not None
            return None
        if opened := _OPEN_CODE.match(content):
            self._ends_code = lambda line: f"</{opened[1]}>" in line
            return None
        if content.startswith(">>>"):
            self._ends_code = lambda line: not line
            return None
        if content.startswith(self._tables.pragmas):
            return None
        if self._is_type(start, at, end):
            return None
        tag = _TAG.match(self._text, at, end)
        if self._in_example and not tag:
            return None
        self._in_example = False
        if tag:
            return self._after_tag(tag, end)
        if _NUMPY.match(content):
            return None
        if typed := _GOOGLE.match(self._text, at, end):
            return typed.end()
        if field := _FIELD.match(self._text, at, end):
            return None if field[1] in self._tables.silent_tags else field.end()
        plain = _GENDER_ENDING.sub("", content) if " " in content else content
        return None if _CODE.match(plain) and not _is_prose(plain) else at

    def _is_type(self, start: int, at: int, end: int) -> bool:
        """Whether the line is a type with its description below it, indented, as in NumPy's Returns."""
        indent = at - start
        if _UNDERLINE.fullmatch(self._text, at, end):
            title = self._text[self._text.rfind("\n", 0, max(0, start - 1)) + 1 : start].strip()
            self._types_at = indent if title in self._tables.typed_sections else None
        elif at < end and self._types_at is not None and indent < self._types_at:
            self._types_at = None
        following = _LINE.match(self._text, end + 1)
        if self._types_at != indent or following is None:
            return False
        return _indent(following[1]) > indent

    def _after_tag(self, tag: re.Match[str], end: int) -> int | None:
        name = tag[1]
        if closing := self._tables.code_tags.get(name):
            self._ends_code = lambda line: line.endswith(closing)
            return None
        self._in_example = name in self._tables.example_tags
        if self._in_example or name in self._tables.silent_tags:
            return None
        if name in self._tables.named_tags:
            found = _TYPE_AND_NAME.match(self._text, tag.end(), end)
            return found.end() if found else tag.end()
        return tag.end()


class _Indents:
    """Tells indented lines that are code, below an empty line and outside lists, from others (Go)."""

    def __init__(self) -> None:
        self._may_begin = False
        self._in_list = False

    def are_code(self, line: str) -> bool:
        """Whether the next line is code."""
        content = line.strip()
        if not content:
            self._may_begin = True
            return False
        is_indented = line.removeprefix(" ").startswith(("\t", "  "))
        if _ITEM.match(content):
            self._in_list = True
        elif not is_indented:
            self._in_list = False
        self._may_begin = self._may_begin and is_indented and not self._in_list
        return self._may_begin


def _is_prose(content: str) -> bool:
    """Whether a line that ends like code is a part of a German sentence: nothing else in it is code."""
    if not content.endswith(";") or _CODE_SIGN.search(content):
        return False
    words = content[:-1].lower().split()
    return len(words) > 2 and not FunctionWords.load().german.isdisjoint(words)


def _indent(line: str) -> int:
    """How far a line is indented; 0 for an empty one."""
    content = line.lstrip()
    return len(line) - len(content) if content else 0


def _content_start(text: str, start: int, end: int) -> int:
    line = text[start:end]
    return end - len(line.lstrip())
