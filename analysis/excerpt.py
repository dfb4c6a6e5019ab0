"""A part of a long document that reads like the whole: the paragraphs around a place, with what is open.

Reading all of a long document takes longer than somebody waits who types. What stands around a place depends
on little of what is before it: on a fence of code that is not closed, on environments, on the preamble.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

# Characters up to which a document is read whole, and those that are read before and after a place.
WHOLE = 3_000
BEFORE, AFTER = 1_500, 500
# Characters of a LaTeX preamble at most that are read with the part; it names the language.
PREAMBLE = 20_000

_PARAGRAPH = re.compile(r"\n[ \t]*\n(?=\S)")
_FENCE = re.compile(r"(?m)^[ \t>]*(`{3,}|~{3,})([^\n]*)$")
_FRONT_MATTER = re.compile(r"\A\ufeff?(---|\+\+\+)[ \t]*\n(?s:.*?)^(?:\1|\.\.\.)[ \t]*$", re.MULTILINE)
_ENVIRONMENT = re.compile(r"(?<!\\)\\(begin|end)\{([^{}\n]{1,40})\}")
_DOCUMENT = r"\begin{document}"


def excerpt(text: str, format: str, at: int) -> tuple[str, int]:
    """The part around `at` (code points), and the number that offsets in it are smaller by.

    Offsets outside the part mean nothing.
    """
    if len(text) <= WHOLE:
        return text, 0
    start, end = _begin(text, at), min(len(text), at + AFTER)
    if found := _PARAGRAPH.search(text, end):
        end = found.start()
    head = _OPEN.get(format, _nothing)(text[:start])
    return head + text[start:end], start - len(head)


def _begin(text: str, at: int) -> int:
    """The begin of a paragraph before `at`, near where the part is to begin."""
    paragraphs = [found.end() for found in _PARAGRAPH.finditer(text, max(0, at - 2 * BEFORE), at)]
    wanted = max(0, at - BEFORE)
    far = [begin for begin in paragraphs if begin <= wanted]
    near = [begin for begin in paragraphs if begin > wanted]
    if at <= BEFORE:
        return 0
    return far[-1] if far else near[0] if near else text.rfind("\n", 0, wanted) + 1


def _nothing(before: str) -> str:
    return ""


def _open_fence(before: str) -> str:
    """The line that opens the block of code in which the part begins."""
    opening: re.Match[str] | None = None
    matter = _FRONT_MATTER.match(before)
    for fence in _FENCE.finditer(before, matter.end() if matter else 0):
        if opening is None:
            opening = fence if fence[1][0] == "~" or "`" not in fence[2] else None
        elif fence[1].startswith(opening[1]) and not fence[2].strip():
            opening = None
    return f"{opening[0]}\n" if opening else ""


def _open_environments(before: str) -> str:
    """The preamble and the begins of the environments in which the part stands."""
    head, _, body = before.partition(_DOCUMENT)
    preamble = head if body and len(head) <= PREAMBLE else ""
    opened: list[str] = []
    for found in _ENVIRONMENT.finditer(before):
        if found[1] == "begin":
            opened.append(found[2])
        elif found[2] in opened:
            del opened[len(opened) - 1 - opened[::-1].index(found[2]) :]
    begins = "".join(f"\\begin{{{name}}}\n" for name in opened)
    return f"{preamble}{begins}" if begins else preamble


_OPEN: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"markdown": _open_fence, "latex": _open_environments}
)
