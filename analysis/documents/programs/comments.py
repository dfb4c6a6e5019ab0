"""Comments and docstrings as blocks: lines that belong together are one piece of prose."""

import re
from collections.abc import Callable, Iterator
from functools import partial

from mitgemeint.analysis.documents.literal import Escape, Literal
from mitgemeint.analysis.documents.model import Block, Change, Format, Parsed
from mitgemeint.analysis.documents.programs.lexer import Comment, Kind, comments
from mitgemeint.analysis.documents.programs.prose import comment_blocks
from mitgemeint.analysis.documents.programs.tables import ProgrammingLanguage, load
from mitgemeint.analysis.foreign import FunctionWords

_MARKS = re.compile(r"[/!#:<*]*")
_STAR = re.compile(r"(?:(?<=\n)|(?<=\r))[ \t]*(?:\*+(?=[ \t\r\n]|\Z))?")
_BETWEEN = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")
_LINE_END = re.compile(r"\r\n|\r")
_WORD = re.compile(r"[^\W\d_]+")
_LINE_SIGNS = re.compile(r"[\r\n]+")


def formats() -> Iterator[Format]:
    """The formats of all programming languages."""
    for language in load().languages.values():
        yield Format(language.name, language.suffixes, partial(parse, language), escape_line, is_program=True)


def parse(language: ProgrammingLanguage, text: str) -> Parsed:
    """Blocks of a program: one or more for each comment that is prose."""
    found = [each for each in comments(text, language) if not _is_shebang(text, each)]
    groups = _groups(text, found)
    blocks = _german(text, [block for group in groups for block in _blocks(text, group, language.preformats)])
    spans = tuple((each.start, each.end) for each in found if each.kind is not Kind.DOCSTRING)
    return Parsed(blocks, spans)


def _german(text: str, blocks: list[Block]) -> list[Block]:
    """The blocks without those that are in the language of a program with comments in another language.

    Comments are often too short to tell their language (`Host header`); those without a German function word
    go with all others.
    """
    lists = FunctionWords.load()
    words = [_WORD.findall(text[block.start : block.end].lower()) for block in blocks]
    if not lists.are_foreign([word for each in words for word in each]):
        return blocks
    return [
        block for block, each in zip(blocks, words, strict=True) if any(word in lists.german for word in each)
    ]


def _is_shebang(text: str, comment: Comment) -> bool:
    return text.startswith("#!", comment.start) and comment.start <= 1


def escape_line(new_text: str) -> str:
    """Prose in a comment that ends with its line."""
    return _LINE_SIGNS.sub(" ", new_text)


def _escape_block(new_text: str) -> str:
    """Prose in a comment between marks, which must not end it or begin another."""
    return new_text.replace("*/", "*\u2060/").replace("/*", "/\u2060*")


def _docstring_escape(text: str, docstring: Comment) -> Escape:
    """How prose is written into a docstring, which may be a raw one."""
    quote = text[docstring.start]
    if text[max(0, docstring.start - 1) : docstring.start] in ("r", "R"):
        return lambda new_text: new_text.replace(quote, "\u2019" if quote == "'" else "\u201d")
    return lambda new_text: new_text.replace("\\", "\\\\").replace(quote, f"\\{quote}")


def _groups(text: str, found: list[Comment]) -> Iterator[list[Comment]]:
    """Comments of whole lines that follow each other, and each other one alone."""
    group: list[Comment] = []
    for comment in found:
        if group and _continues(text, group[-1], comment):
            group.append(comment)
            continue
        if group:
            yield group
        group = [comment]
    if group:
        yield group


def _continues(text: str, one: Comment, other: Comment) -> bool:
    """Whether two comments are lines of one: directly below each other, with the same mark before them."""
    if one.kind is not Kind.LINE or other.kind is not Kind.LINE:
        return False
    if not _BETWEEN.fullmatch(text, one.end, other.start) or not _is_first(text, one):
        return False
    return _mark(text, one) == _mark(text, other)


def _mark(text: str, comment: Comment) -> str:
    found = _MARKS.match(text, comment.start)
    return found[0] if found else ""


def _is_first(text: str, comment: Comment) -> bool:
    start = comment.start
    while start and text[start - 1] in " \t":
        start -= 1
    return not start or text[start - 1] in "\r\n\ufeff"


def _blocks(text: str, group: list[Comment], preformats: bool) -> Iterator[Block]:
    first = group[0]
    read: Callable[[str, list[Comment]], Literal]
    escape: Escape
    match first.kind:
        case Kind.LINE:
            read, escape = _lines, escape_line
        case Kind.BLOCK:
            read, escape = partial(_block, strips=not preformats), _escape_block
        case _:
            read, escape = _docstring, _docstring_escape(text, first)
    yield from comment_blocks(read(text, group), escape, preformats)


def _lines(text: str, group: list[Comment]) -> Literal:
    changes = []
    before = group[0].start
    for comment in group:
        marks = _MARKS.match(text, comment.start)
        inner = min(marks.end() if marks else comment.inner_start, comment.end)
        changes.append(Change(before, inner, "\n" if before != comment.start else ""))
        before = comment.end
    return Literal.of(text, group[0].start, group[-1].end, changes)


def _block(text: str, group: list[Comment], strips: bool = True) -> Literal:
    """`strips`: what stands before the lines is no part of them."""
    comment = group[0]
    start = comment.inner_start
    while start < comment.inner_end and text[start] in "*!":
        start += 1
    ends = [
        Change(each.start(), each.end(), "\n") for each in _LINE_END.finditer(text, start, comment.inner_end)
    ]
    found = _STAR.finditer(text, start, comment.inner_end)
    stars = [Change(*each.span(), "") for each in found if strips or "*" in each[0]]
    changes = sorted((*ends, *stars), key=lambda change: (change.start, change.end))
    return Literal.of(text, start, comment.inner_end, changes)


def _docstring(text: str, group: list[Comment]) -> Literal:
    start, end = group[0].inner_start, group[0].inner_end
    ends = _LINE_END.finditer(text, start, end)
    return Literal.of(text, start, end, (Change(each.start(), each.end(), "\n") for each in ends))
