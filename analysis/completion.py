"""What completes the word before a caret in a document: where that is prose, in German, after a sign.

It answers while somebody types. Of a long document only the paragraphs around the caret are read, with what
is still open there: a fence of code, an environment.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from mitgemeint.analysis.documents import Segment, read
from mitgemeint.analysis.endings import Endings, Style, signs_of
from mitgemeint.analysis.excerpt import excerpt
from mitgemeint.analysis.findings import Edit
from mitgemeint.analysis.foreign import foreign_words

# Letters with what stands between them unseen: combining marks, soft hyphens.
_LETTER = "(?:[^\\W\\d_]|[\u0300-\u036f\u00ad])"
_WORD = rf"{_LETTER}+(?:-{_LETTER}+)*"
_LONGEST = 80
_UNSEEN = str.maketrans("", "", "\u00ad")
# What stands before names in programs and addresses, not before prose.
_NO_PROSE = frozenset("_@#/\\.")
_PUNCTUATION = frozenset(":/(")
_SENTENCE_END = re.compile(r"[.!?…]\s")
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A form that the word before the caret can become.

    `edit` replaces the word with its sign and is escaped for the format, `form` is the same as prose; `typed`
    is what the edit replaces, with what is still to be typed after it.
    """

    form: str
    notation: str
    edit: Edit
    typed: str


@dataclass(frozen=True, slots=True)
class _Begun:
    """What stands before the caret: a word at `start`, then from `end` on a sign, perhaps letters."""

    start: int
    end: int
    word: str
    rest: str


def unasked(text: str, caret: int, style: Style) -> Style:
    """The style without the sign before the caret where that is mostly punctuation: a colon after "Autor"
    seldom begins an ending.

    It stays where the house rule has no other sign, or where the text has a form with it.
    """
    sign = text[max(0, caret - 1) : caret]
    if len(style.notations) < 2 or sign not in _PUNCTUATION or _used(sign).search(text):
        return style
    return replace(style, notations=tuple(name for name in style.notations if sign not in signs_of(name)))


@cache
def _used(sign: str) -> re.Pattern[str]:
    """A form with a sign; the sign goes first in the pattern, which makes a search through a book fast."""
    sign = re.escape(sign)
    return re.compile(rf"{sign}(?<=[^\W\d_]{sign})-?(?:in(?:nen)?|r|n|e)\b")


def proposals(text: str, caret: int, format: str, endings: Endings, style: Style) -> list[Proposal]:
    """The forms that complete what stands before the caret (a code point offset), the best first."""
    begun = _begun(text, caret, style)
    if begun is None or not endings.knows(begun.word):
        return []
    place = _place(text, caret, format, begun)
    if place is None:
        return []
    segment, at = place
    passage = _passage(segment.text, at)
    if _is_foreign(segment.text, passage, at):
        return []
    first = not any(map(str.isalnum, segment.text[passage[0] : at]))
    found = endings.forms(begun.word, begun.word + begun.rest, style, sentence_start=first)
    raw = text[begun.start : caret]
    end = caret + _closed_by_editor(text, caret, begun.rest)
    made = []
    for form in found:
        new = _written(text[begun.start : begun.end], begun.word, form.text, segment)
        left = form.text.removeprefix(begun.word + begun.rest) if form.text.startswith(begun.word) else ""
        made.append(Proposal(form.text, form.notation, Edit(begun.start, end, new), raw + left))
    return made


def _closed_by_editor(text: str, caret: int, rest: str) -> int:
    """1 where the bracket after the caret belongs to the one before it: editors put it there."""
    if rest[0] != "(" or text[caret : caret + 1] != ")":
        return 0
    end = text.find("\n", caret)
    line = text[text.rfind("\n", 0, caret) + 1 : end if end >= 0 else len(text)]
    return int(line.count("(") == line.count(")"))


def _begun(text: str, caret: int, style: Style) -> _Begun | None:
    """The word and the sign before the caret; None where there is none, or where letters follow."""
    signs = style.signs()
    if not signs or text[caret : caret + 1].isalnum():
        return None
    before = text[max(0, caret - _LONGEST) : caret]
    sign = "".join(re.escape(sign) for sign in sorted(signs))
    found = re.search(rf"(?<!\w)({_WORD}?)(\\?)([{sign}]-?{_LETTER}{{0,6}})\Z", before)
    if found is None:
        return None
    start = caret - len(before) + found.start()
    if start > 0 and text[start - 1] in _NO_PROSE:
        return None
    word = unicodedata.normalize("NFC", found[1].translate(_UNSEEN))
    return _Begun(start, start + len(found[1]), word, found[3])


def _place(text: str, caret: int, format: str, begun: _Begun) -> tuple[Segment, int] | None:
    """The segment that the word stands in, as prose, and where in its text.

    The document is read without the sign, which might be taken for markup as long as it is not escaped.
    """
    part, shift = excerpt(text[: begun.end] + text[caret:], format, begun.start)
    start, end = begun.start - shift, begun.end - shift
    for segment in read(part, format).segments:
        at = _in_prose(segment, start, end)
        if at is not None and segment.text.startswith(begun.word, at):
            return None if _closes_markup(segment.text[:at], begun.rest[0]) else (segment, at)
    return None


def _in_prose(segment: Segment, start: int, end: int) -> int | None:
    """Where the document's span begins in the segment; None where it does not stand there."""
    if start < segment.offsets.begin:
        return None
    for piece in segment.offsets.pieces:
        if piece.source_start <= start < piece.source_end:
            at = piece.start + (start - piece.source_start if piece.copied else 0)
            if not piece.copied and piece.source_start != start:
                return None
            return None if any(low <= at < high for low, high in segment.protected) else at
    return None


def _closes_markup(before: str, sign: str) -> bool:
    """Whether the sign is the end of something that stands emphasised: *Lehrer*."""
    opening = before.rfind(sign)
    if sign not in "*_" or opening < 0:
        return False
    after = before[opening + 1 : opening + 2]
    return not after.isspace() and not before[:opening][-1:].isalnum()


def _passage(text: str, at: int) -> tuple[int, int]:
    """The sentence around a place, roughly."""
    ends = [found.end() for found in _SENTENCE_END.finditer(text)]
    return max((end for end in ends if end <= at), default=0), min(
        (end for end in ends if end > at), default=len(text)
    )


def _is_foreign(text: str, passage: tuple[int, int], at: int) -> bool:
    tokens = list(_tokens(text, passage))
    index = next((number for number, (start, _) in enumerate(tokens) if start >= at), len(tokens))
    return index in foreign_words([token for _, token in tokens])


def _tokens(text: str, passage: Sequence[int]) -> Iterator[tuple[int, str]]:
    return ((found.start(), found[0]) for found in _TOKEN.finditer(text, passage[0], passage[1]))


def _written(raw: str, word: str, form: str, segment: Segment) -> str:
    """The form as it has to stand in the document; the word as somebody has written it stays so."""
    escaped, head = segment.escape(form), segment.escape(word)
    return raw + escaped[len(head) :] if form.startswith(word) and escaped.startswith(head) else escaped
