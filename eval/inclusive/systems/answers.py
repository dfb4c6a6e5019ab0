"""What a language model has answered to the prompts, read from what models make of an order like these.

Asked for are lines alone. Around them stand greetings and explanations, thinking (`<think>…</think>`),
fences, Markdown, numbers, bullets, quotes; some write a list in JSON. Read is, the first that is there:

1. the texts of a list in JSON (or of an object's values), in a fence or not; of one that was cut, those that
   are whole;
2. the lines with a number, from the first to where the numbers begin again;
3. the lines with a bullet;
4. every line, but for those that only announce what follows (`Hier sind die Fassungen:`).

Of phrases every line counts: what is none is not in the sentence.

Thinking goes first, with all of it where it does not end. Of an answer that was cut at its length the last
line is not read: nobody knows how it would have gone on. Emphasis is taken off, and quotes that enclose the
whole. An answer in which nothing is left, or that names no phrase of the sentence and does not say that
there is none, is unreadable: None. Unreadable answers are counted apart (`Answer.unreadable`); they count as
naming no phrase, and as the text as it is. Refusals in whole sentences are texts to this reading.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from mitgemeint.eval.language_models.thinking import without_thinking
from mitgemeint.eval.problems import writable
from mitgemeint.eval.spans import Span, occurrences

MOST_VERSIONS = 5

_FENCED = re.compile(r"^\s*```[\w-]*[ \t]*\n(.*?)(?:^\s*```|\Z)", re.DOTALL | re.MULTILINE)
_FENCE = re.compile(r"^\s*```")
_BOLD = re.compile(r"\*\*(.+?)\*\*|(?<!\w)__(.+?)__(?!\w)")
_ESCAPED = re.compile(r"\\([*_.:()\[\]-])")
_MARK = r"\s*(?:Fassung|Version|Variante)?\s*\(?(\d{1,2})\s?[.):]\)?"
_NUMBERED = re.compile(rf"^{_MARK}(?:\s+(?=\S)|(?=[^\W\d]|[„»\"]))", re.IGNORECASE)
_NUMBER_ALONE = re.compile(rf"^{_MARK}\s*$", re.IGNORECASE)
_HEADING = re.compile(r"^#{1,6}\s")
_BULLET = re.compile(r"^\s*[-–•*+]\s+(?=\S)")
_LABEL = re.compile(
    r"^(?:Satz|Fassung(?:en)?|Version(?:en)?|Umformulierung|Bezeichnung(?:en)?)\s*:\s*", re.IGNORECASE
)
"""Words of the prompts that models repeat before what they say."""
_ANOTHER = "Satz:"
"""Begins the next task, which models that only continue texts make up."""
_NONE = re.compile(r"(?:keine|none)\b", re.IGNORECASE)
_WHOLE_TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"(?=\s*[,\]])')
_REMARK = re.compile(r"\s+[(–—-]|\s*(?:→|->|:\s)")

_Choose = Callable[[Sequence[str], str], list[str]]
"""Takes the items of an answer from its lines; the second is the sentence."""

_QUOTES = {
    "„": '“”"',
    "“": "”",
    "»": "«",
    "«": "»",
    "›": "‹",
    "‹": "›",
    "‚": "‘’'",
    "‘": "’",
    '"': '"',
    "'": "'",
    "`": "`",
    "*": "*",
    "_": "_",
}
"""What encloses a text, and what ends it; the last three are Markdown's."""


def read_labels(text: str, answer: str, *, finished: bool = True) -> tuple[Span, ...] | None:
    """The spans of the phrases that an answer names; what is not in the text is left out.

    A phrase that stands in the text several times is meant each time. None is an answer that names no phrase
    of the text and does not say that there is none.
    """
    found: set[Span] = set()
    none = False
    for said in _items(answer, text, _every, finished=finished):
        item = _LABEL.sub("", said, count=1)
        spans = _named(text, item)
        found |= spans
        none = none or (not spans and _NONE.match(item) is not None)
    return tuple(sorted(found)) if found or none or _is_empty_list(answer) else None


def read_versions(text: str, answer: str, *, finished: bool = True) -> tuple[str, ...] | None:
    """The texts that an answer gives in the place of `text`, each once, at most `MOST_VERSIONS`.

    None where there is none.
    """
    items = (_LABEL.sub("", item, count=1) for item in _items(answer, text, _versions, finished=finished))
    versions = (" ".join(_without_quotes(item, text).split()) for item in items)
    return tuple(dict.fromkeys(filter(None, versions)))[:MOST_VERSIONS] or None


# ---- the parts of an answer ----


def _items(answer: str, text: str, choose: _Choose, *, finished: bool) -> list[str]:
    said = without_thinking(writable(answer))
    listed = _texts_in_json(said)
    if listed is not None:
        return [_without_quotes(_plain(writable(item)), text) for item in listed]
    lines = [_plain(line) for line in said.splitlines() if line.strip() and not _FENCE.match(line)]
    if not finished:
        lines = lines[:-1]
    lines = _with_their_numbers(lines)
    items = (_without_quotes(line, text) for line in choose(lines, text))
    return [item for item in items if any(map(str.isalpha, item))]


def _plain(line: str) -> str:
    """A line without Markdown. Single stars stay, which stand in words."""
    bare = _BOLD.sub(lambda found: found[1] or found[2], line)
    return _ESCAPED.sub(r"\1", bare).strip().removeprefix("> ")


def _with_their_numbers(lines: Sequence[str]) -> list[str]:
    """The lines, those after a number that stands alone (`Fassung 1:`) in one with it."""
    joined: list[str] = []
    for line in lines:
        if joined and _NUMBER_ALONE.match(joined[-1]):
            joined[-1] += " " + line
        else:
            joined.append(line)
    return joined


def _versions(lines: Sequence[str], text: str) -> list[str]:
    return _numbered(lines) or _bulleted(lines) or _others(lines, text)


def _every(lines: Sequence[str], text: str) -> list[str]:
    own = takewhile(lambda line: not line.startswith(_ANOTHER), lines)
    return [_BULLET.sub("", _NUMBERED.sub("", line, count=1), count=1) for line in own]


def _numbered(lines: Sequence[str]) -> list[str]:
    found: list[str] = []
    last = 0
    for line in lines:
        mark = _NUMBERED.match(line)
        if found and ((mark and int(mark[1]) < last) or line.startswith(_ANOTHER)):
            break
        if mark:
            last = int(mark[1])
            found.append(line[mark.end() :])
    return found


def _bulleted(lines: Sequence[str]) -> list[str]:
    return [line[mark.end() :] for line in lines if (mark := _BULLET.match(line))]


def _others(lines: Sequence[str], text: str) -> list[str]:
    announcing = not text.rstrip().endswith(":")
    return [line for line in lines if not _HEADING.match(line) and not (announcing and line.endswith(":"))]


def _without_quotes(line: str, text: str) -> str:
    """A line without quotes or emphasis around the whole of it, which the text itself has not."""
    said = line.strip()
    while _is_enclosed(bare := said.removesuffix(",")) and not _is_enclosed(text.strip()):
        said = bare[1:-1].strip()
    return said


def _is_enclosed(text: str) -> bool:
    """Whether a text stands in quotes as a whole: not where they end in it (“Ja”, sagt sie, “gern”)."""
    ends = _QUOTES.get(text[:1])
    if ends is None or len(text) < 3 or text[-1] not in ends:
        return False
    if text[0] in ends:
        return text[0] not in text[1:-1]
    depth = 0
    for letter in text[:-1]:
        depth += (letter == text[0]) - (letter in ends)
        if not depth:
            return False
    return True


# ---- JSON ----


def _texts_in_json(said: str) -> list[str] | None:
    """The texts of a list in JSON, or of an object; None where there is none that holds texts."""
    for part in (*_FENCED.findall(said), said):
        starts = [place for sign in "[{" if (place := part.find(sign)) >= 0]
        if not starts:
            continue
        begun = part[min(starts) :]
        try:
            value, _ = json.JSONDecoder().raw_decode(begun)
        except (ValueError, RecursionError):
            # Cut off, or with backslashes that JSON does not know.
            found = _WHOLE_TEXTS.findall(begun) if re.match(r'\[\s*"', begun) else []
            texts = [each[1:-1].replace('\\"', '"') for each in found]
        else:
            texts = list(_texts(value))
        if texts:
            return texts
    return None


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value of JSON: of an object with texts and numbers (a rank, a style) the longest."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            if isinstance(each, dict) and (own := [one for one in each.values() if isinstance(one, str)]):
                yield max(own, key=len)
            else:
                yield from _texts(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)


def _is_empty_list(answer: str) -> bool:
    return "[]" in "".join(answer.split())


# ---- phrases ----


def _named(text: str, item: str) -> set[Span]:
    """Where the phrases stand that an item names: one, one with a remark, or several with commas."""
    whole = set(occurrences(text, _phrase(item)))
    if whole:
        return whole
    several = {span for part in re.split(r"[,;]", item) for span in occurrences(text, _phrase(part))}
    return several or set(occurrences(text, _phrase(_REMARK.split(item, maxsplit=1)[0])))


def _phrase(item: str) -> str:
    """A phrase without what may stand around it."""
    return item.strip("".join(_QUOTES) + "”’ .,;")
