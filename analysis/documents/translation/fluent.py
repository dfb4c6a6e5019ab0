"""Fluent (.ftl): the patterns of messages, terms and attributes, by fluent.syntax."""

import re
from collections.abc import Iterator

from fluent.syntax import FluentParser, ast

from mitgemeint.analysis.documents.literal import OBJECT, UTF16_ESCAPE, Literal, utf16_character
from mitgemeint.analysis.documents.model import Block, Change, Parsed, Span
from mitgemeint.analysis.documents.protection import MANY, ONE
from mitgemeint.analysis.documents.translation.message import Style, message_blocks
from mitgemeint.analysis.documents.translation.message_tables import load

_DEEPEST = 40
_BRACE = re.compile(r"[{}]")
_ESCAPE = re.compile(rf"{UTF16_ESCAPE}|\\U([0-9A-Fa-f]{{6}})|\\(.)")
_UNREADABLE = re.compile("[\ud800-\udfff]")
_SPECIAL = re.compile(r"[{}]|^[\[*.]", re.MULTILINE)
_LINE_SIGNS = re.compile(r"[\r\n]+")


def parse(text: str) -> Parsed:
    """Blocks of a Fluent resource: one or more for each pattern and each variant in it."""
    if _depth(text) > _DEEPEST:
        return Parsed([], ())  # no person writes that, and the parser calls itself for each level
    resource = FluentParser().parse(_UNREADABLE.sub("\ufffd", text))
    blocks: list[Block] = []
    comments: list[Span] = []
    for entry in resource.body:
        if isinstance(entry, ast.BaseComment):
            comments.extend(_span(entry))
        elif isinstance(entry, ast.Message | ast.Term):
            if entry.comment is not None:
                comments.extend(_span(entry.comment))
            for holder in (entry, *entry.attributes):
                if holder.value is not None:
                    blocks.extend(_pattern(text, holder.value, MANY))
    return Parsed(blocks, tuple(sorted(comments)))


def escape(new_text: str) -> str:
    """Prose inside a pattern: braces, and what begins something at the begin of a line, as literals."""
    return _SPECIAL.sub(lambda found: f'{{"{found[0]}"}}', _LINE_SIGNS.sub(" ", new_text))


def _depth(text: str) -> int:
    deepest = depth = 0
    for brace in _BRACE.finditer(text):
        depth = depth + 1 if brace[0] == "{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest


def _span(node: ast.SyntaxNode) -> list[Span]:
    return [(node.span.start, node.span.end)] if node.span is not None else []


def _pattern(text: str, pattern: ast.Pattern, number: str) -> Iterator[Block]:
    """The blocks of a pattern: its own text, then that of the variants inside."""
    changes: list[Change] = []
    inner: list[tuple[ast.Pattern, str]] = []
    for element in pattern.elements:
        if isinstance(element, ast.Placeable) and element.span is not None:
            _placeable(element, changes, inner, number)
    for start, end in _span(pattern):
        literal = Literal.of(text, start, end, changes)
        yield from message_blocks(literal, Style(escape, number))
    for each, within in inner:
        yield from _pattern(text, each, within)


def _placeable(
    placeable: ast.Placeable, changes: list[Change], inner: list[tuple[ast.Pattern, str]], number: str
) -> None:
    """What a placeable leaves in the pattern, and the patterns in it."""
    ((start, end),) = _span(placeable)
    expression = placeable.expression
    if isinstance(expression, ast.StringLiteral):
        value = _ESCAPE.sub(_meaning, expression.value)
        changes.append(Change(start, end, value, protected=any(map(str.isalpha, value))))
    elif isinstance(expression, ast.SelectExpression):
        changes.append(Change(start, end, OBJECT))
        for variant in expression.variants:
            if _name(variant).lower() not in load().male:  # what is said of a man
                inner.append((variant.value, _number(variant, number)))
    elif not isinstance(expression, ast.VariableReference):
        changes.append(Change(start, end, OBJECT))  # variables are read as placeholders of the message


def _name(variant: ast.Variant) -> str:
    return str(variant.key.name if isinstance(variant.key, ast.Identifier) else variant.key.value)


def _number(variant: ast.Variant, outer: str) -> str:
    name = _name(variant)
    tables = load()
    if name in tables.one or name == "1":
        return ONE
    return MANY if name in tables.quantities else outer


def _meaning(found: re.Match[str]) -> str:
    if found[4] is not None:
        return utf16_character("0", None) if int(found[4], 16) > 0x10FFFF else chr(int(found[4], 16))
    if found[5] is not None:
        return found[5]
    return utf16_character(found[1] or found[3], found[2])
