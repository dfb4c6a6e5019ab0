"""How YAML writes strings (YAML 1.2, chapters 5.7, 7.3 and 8.1): what they mean, how to write into them."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from mitgemeint.analysis.documents.literal import Escape, Literal, character
from mitgemeint.analysis.documents.model import Change

_LINE_END = re.compile(r"\r\n|[\r\n]")
_FOLD = re.compile(r"[ \t]*(?:\r\n|[\r\n])(?:[ \t]*(?:\r\n|[\r\n]))*[ \t]*")
_DOUBLE = re.compile(
    r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(\r\n|[\r\n])[ \t]*|([^xuU\r\n]))"
    rf"|({_FOLD.pattern})"
)
_SINGLE = re.compile(rf"('')|({_FOLD.pattern})")
_NAMED = {
    **{
        "n": "\n",
        "t": "\t",
        "\t": "\t",
        "r": "\r",
        "0": "\ufffd",
        "a": "\a",
        "b": "\b",
        "v": "\v",
        "f": "\f",
    },
    **{"e": "\x1b", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"},
}
_DOUBLE_SPECIAL = re.compile(r'["\\]')
_LINE_SIGNS = re.compile(r"[\r\n]+")
_BEGINS = re.compile(r"\A[-?:,\[\]{}#&*!|>'\"%@`]")
_COLON = re.compile(r":(?=\s|\Z)")
_HASH = re.compile(r"(?:(?<=\s)|\A)#")
_FLOW_SIGNS = str.maketrans(
    {",": "\u201a", "[": "\uff3b", "]": "\uff3d", "{": "\uff5b", "}": "\uff5d", "?": "\uff1f"}
)
_JOINER = "\u2060"


def literal(text: str, style: str | None, start: int, end: int) -> Literal | None:
    """The string that is written at `start`..`end` in a style: `"`, `'`, `|`, `>`, or plain (None, "")."""
    match style:
        case '"' | "'":
            inner = end - 1 if end - start > 1 and text[end - 1] == style else end
            read = _double if style == '"' else _single
            return Literal.of(text, start + 1, inner, read(text, start + 1, inner))
        case "|" | ">":
            return _block(text, style, start, end)
    return Literal.of(text, start, end, _folds(text, start, end))


def _double(text: str, start: int, end: int) -> Iterator[Change]:
    for found in _DOUBLE.finditer(text, start, end):
        if found[6]:
            new_text = _folded(found[6])
        elif found[4]:
            new_text = ""
        elif found[5]:
            new_text = _NAMED.get(found[5], found[5])
        else:
            new_text = character(int(found[1] or found[2] or found[3], 16))
        yield Change(found.start(), found.end(), new_text)


def _single(text: str, start: int, end: int) -> Iterator[Change]:
    for found in _SINGLE.finditer(text, start, end):
        yield Change(found.start(), found.end(), "'" if found[1] else _folded(found[2]))


def _folds(text: str, start: int, end: int) -> Iterator[Change]:
    for found in _FOLD.finditer(text, start, end):
        yield Change(found.start(), found.end(), _folded(found[0]))


def _folded(white: str) -> str:
    """What a line end inside a string means: a space, or as many line ends as empty lines follow."""
    empty = len(_LINE_END.findall(white)) - 1
    return "\n" * (empty + 1) if empty else " "


def _block(text: str, style: str, start: int, end: int) -> Literal | None:
    """A string in lines of its own: the header and the indentation are left out."""
    header = _LINE_END.search(text, start, end)
    if header is None:
        return None
    lines = list(_lines(text, header.end(), end))
    indents = [_indent(text, *line) for line in lines if text[slice(*line)].strip()]
    if not indents:
        return None
    width = indents[0]
    return Literal.of(text, header.end(), end, _block_changes(text, style, lines, width))


def _block_changes(text: str, style: str, lines: list[tuple[int, int]], width: int) -> Iterator[Change]:
    before: tuple[int, int] | None = None
    for start, end in lines:
        indent = _indent(text, start, end)
        if before is not None and style == ">" and _joins(text, before, (start, end), width):
            yield Change(before[1], start + min(indent, width), " ")
        elif indent:
            yield Change(start, start + min(indent, width), "")
        before = (start, end)


def _joins(text: str, before: tuple[int, int], line: tuple[int, int], width: int) -> bool:
    """Whether two lines are one in a folded string: neither is empty or indented further."""
    return all(text[slice(*each)].strip() and _indent(text, *each) == width for each in (before, line))


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    position = start
    for found in _LINE_END.finditer(text, start, end):
        yield position, found.start()
        position = found.end()
    if position < end:
        yield position, end


def _indent(text: str, start: int, end: int) -> int:
    line = text[start:end]
    return len(line) - len(line.lstrip(" "))


# ---- writing -----------------------------------------------------------------------------------------


def escape(new_text: str) -> str:
    """Prose inside a plain scalar.

    What would end the scalar or begin something else is kept apart by characters that no parser takes for
    white space and no reader sees: a no-break space, a word joiner.
    """
    text = _LINE_SIGNS.sub(" ", new_text)
    text = _COLON.sub(f":{_JOINER}", text)
    text = _HASH.sub(f"{_JOINER}#", text)
    return _JOINER + text if _BEGINS.match(text) else text


def _escape_flow(new_text: str) -> str:
    """Prose inside a plain scalar between brackets, where commas and brackets cannot be written."""
    return escape(new_text).translate(_FLOW_SIGNS)


def _escape_single(new_text: str) -> str:
    return _LINE_SIGNS.sub(" ", new_text).replace("'", "''")


def _escape_double(new_text: str) -> str:
    return _DOUBLE_SPECIAL.sub(r"\\\g<0>", _LINE_SIGNS.sub(" ", new_text))


def _escape_block(new_text: str) -> str:
    return _LINE_SIGNS.sub(" ", new_text)


ESCAPES: Mapping[str, Escape] = MappingProxyType(
    {
        "plain": escape,
        "flow": _escape_flow,
        "'": _escape_single,
        '"': _escape_double,
        "|": _escape_block,
        ">": _escape_block,
    }
)
