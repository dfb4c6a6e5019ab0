"""Inline switches: `mitgemeint: off`, `on`, `ignore-line`, `ignore-next-line`, `ignore-file`, and for the
whole document `ignore-word Lehrer, Schüler` and `ignore-rule generic-pronoun`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.documents.model import Ignored, Span

WORD = "mitgemeint:"
_SWITCH = r"mitgemeint:[ \t]*(off|on|ignore-line|ignore-next-line|ignore-file)(?!\w|-\w)"
_IGNORED = r"mitgemeint:[ \t]*ignore-(word|rule)s?[ \t]+([\w ,;-]*\w)"
_COMMENT_START = r"(?:<!--|/\*|#+|//+|%+|;+|--|\.\.)"
_COMMENT_END = r"(?:-->|\*/)"
_IN_COMMENT = re.compile(_SWITCH, re.IGNORECASE)
_IGNORED_IN_COMMENT = re.compile(_IGNORED, re.IGNORECASE)
SWITCH_LINE = re.compile(
    rf"[ \t]*{_COMMENT_START}?[ \t]*(?:{_SWITCH}|{_IGNORED})[ \t]*{_COMMENT_END}?[ \t]*", re.IGNORECASE
)
LINE_END_SWITCH = re.compile(
    rf"[ \t]{_COMMENT_START}[ \t]*mitgemeint:[ \t]*(ignore-line)[ \t]*{_COMMENT_END}?[ \t]*", re.IGNORECASE
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


@dataclass(frozen=True, slots=True)
class _Switch:
    name: str
    start: int
    end: int


def suppressed(text: str, comments: Sequence[Span] | None) -> tuple[Span, ...]:
    """The spans of `text` that switches turn off, in order, without overlaps.

    Switches are looked for in the comments; where a format has none (None), in lines that hold nothing
    else. `off` without `on` reaches to the end; `ignore-next-line` means the next line with text.
    """
    if WORD not in text.lower():
        return ()
    found = list(_in_lines(text) if comments is None else _in_comments(text, comments))
    if any(switch.name == "ignore-file" for switch in found):
        return ((0, len(text)),)
    return _merged([*_regions(found, len(text)), *_lines(text, found)])


def ignored(text: str, comments: Sequence[Span] | None) -> Ignored:
    """The words and rules that switches turn off for the whole document."""
    if WORD not in text.lower():
        return Ignored()
    found: dict[str, set[str]] = {"word": set(), "rule": set()}
    for switch in _of_document(text, comments):
        found[switch[1].lower()].update(word.lower() for word in re.findall(r"[\w-]+", switch[2]))
    return Ignored(frozenset(found["word"]), frozenset(found["rule"]))


def _of_document(text: str, comments: Sequence[Span] | None) -> Iterator[re.Match[str]]:
    """The switches with words or rules: anywhere in comments, or alone on their line."""
    if comments is not None:
        for start, end in comments:
            yield from _IGNORED_IN_COMMENT.finditer(text, start, end)
        return
    for found in _IGNORED_IN_COMMENT.finditer(text):
        start = max(text.rfind("\n", 0, found.start()), text.rfind("\r", 0, found.start())) + 1
        if SWITCH_LINE.fullmatch(text, start, _line_end(text, found.start())):
            yield found


def _in_comments(text: str, comments: Sequence[Span]) -> Iterator[_Switch]:
    for start, end in comments:
        end = start + len(text[start:end].rstrip("\r\n"))  # parsers count the line end to the comment
        for found in _IN_COMMENT.finditer(text, start, end):
            yield _Switch(found[1].lower(), start, end)


def _in_lines(text: str) -> Iterator[_Switch]:
    lowered = text.lower()
    at = lowered.find(WORD)
    while at >= 0:
        start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
        end = _line_end(text, at)
        if found := SWITCH_LINE.fullmatch(text, start, end):
            if found[1]:
                yield _Switch(found[1].lower(), start, end)
        elif found := LINE_END_SWITCH.search(text, start, end):
            yield _Switch(found[1].lower(), found.start(), end)
        at = lowered.find(WORD, end)


def _line_end(text: str, at: int) -> int:
    ends = [place for place in (text.find("\n", at), text.find("\r", at)) if place >= 0]
    return min(ends, default=len(text))


def _regions(found: Sequence[_Switch], length: int) -> Iterator[Span]:
    begun: int | None = None
    for switch in found:
        if switch.name == "off" and begun is None:
            begun = switch.start
        elif switch.name == "on" and begun is not None:
            yield begun, switch.end
            begun = None
    if begun is not None:
        yield begun, length


def _lines(text: str, found: Sequence[_Switch]) -> Iterator[Span]:
    for switch in found:
        if switch.name == "ignore-line":
            start = max(text.rfind("\n", 0, switch.start), text.rfind("\r", 0, switch.start)) + 1
            yield start, _line_end(text, switch.start)
        elif switch.name == "ignore-next-line":
            yield from _next_line(text, _line_end(text, switch.end))


def _next_line(text: str, position: int) -> Iterator[Span]:
    while position < len(text):
        line = _LINE.match(text, position)
        if line is None or line.end() == position:
            return
        if line[0].strip():
            yield position, line.end()
            return
        position = line.end()


def _merged(spans: Sequence[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return tuple(merged)
