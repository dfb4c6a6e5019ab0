"""Splits German text into sentences and words; fast, without a model, and for any text."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.nlp.protocol import Sentence, Word
from mitgemeint.data import resource

# Combining marks, soft hyphen and joiners belong to the word around them.
_CHAR = "[\\w\u00ad\u0300-\u036f\u200c\u200d]"
_ADDRESS = (
    r"(?:(?:https?|ftp|mailto):|www\.)[^\s<>\"]*[^\s<>\".,;:!?)\]}»“”’'*]"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
)
_PLAIN = (
    r"(?:[^\W\d_]{1,3}\.){2,}"  # z.B., d.h., M.A.
    r"|(?:(?<!\S)-)?"
    rf"{_CHAR}+(?:(?:[-‐‑&+’'][^\W_]|(?<=\d)[.,:/]\d){_CHAR}*)*(?:-(?![-\w]))?"
    r"|\.{2,}|!+\??|\?+!*|``|''|-{2,}"
    r"|\S"
)
_TOKEN = re.compile(_PLAIN)
_TOKEN_OR_ADDRESS = re.compile(f"{_ADDRESS}|{_PLAIN}")
_BLANK_LINE = re.compile(
    r"\n[^\S\n]*\n|[\u2029\x0b\x0c]|\n(?=[^\S\n]*(?:[-*•·–▪]|\(?\d{1,2}[.)]|\(?[a-z]\))[^\S\n])"
)
_ORDINAL = re.compile(r"\d{1,3}|[IVX]{1,5}|\d{1,2}\.\d{1,2}")
_RANGE = frozenset({"–", "-", "/", ","})
_ENDS = frozenset(".!?…")
_CLOSERS = frozenset("\"“”»«’'‘)]}")
_CLOSER_TEXTS = _CLOSERS | {"''"}
_OPENERS = frozenset("„»«\"“‚‘'([{")


@dataclass(frozen=True, slots=True)
class _Rules:
    """The word lists of the splitter."""

    inner: frozenset[str]
    final: frozenset[str]
    starters: frozenset[str]
    endings: tuple[str, ...]


def _load() -> _Rules:
    data = tomllib.loads(resource("lexicon", "forms_abbreviations.toml").read_text(encoding="utf-8"))
    return _Rules(
        inner=frozenset(data["abbreviations"]["inner"].split()),
        final=frozenset(data["abbreviations"]["final"].split()),
        starters=frozenset(data["sentence"]["starters"].split()),
        endings=tuple(data["abbreviations"]["endings"].split()),
    )


class Segmenter:
    """Finds sentences and words; spans count code points of the given text."""

    def __init__(self) -> None:
        self._rules = _load()

    def segment(self, text: str) -> list[Sentence]:
        """The sentences of `text`; blank lines and new list items always end one."""
        result: list[Sentence] = []
        for start, end in _blocks(text):
            words = self._words(text, start, end)
            result.extend(self._sentences(words))
        return result

    def _words(self, text: str, start: int, end: int) -> list[Word]:
        has_address = "@" in text or ":" in text or "www." in text
        pattern = _TOKEN_OR_ADDRESS if has_address else _TOKEN
        words = [Word(m.group(), m.start(), m.end()) for m in pattern.finditer(text, start, end)]
        return self._join_stops(words)

    def _join_stops(self, words: list[Word]) -> list[Word]:
        """Puts full stops back to the abbreviations and ordinals they belong to."""
        stops = [i for i, word in enumerate(words) if word.text == "." and i]
        if not stops:
            return words
        result: list[Word] = []
        done = 0
        for i in stops:
            before = words[i - 1]
            if before.end != words[i].start or done >= i:
                continue
            previous = words[i - 2].text if i - 2 >= done else result[-1].text if result else ""
            following = words[i + 1].text if i + 1 < len(words) else ""
            if self._belongs(before.text, previous, following):
                result.extend(words[done : i - 1])
                result.append(Word(before.text + ".", before.start, words[i].end))
                done = i + 1
        result.extend(words[done:])
        return result

    def _belongs(self, text: str, previous: str, following: str) -> bool:
        """Whether a full stop belongs to the word `text` before it; empty: there is no such word."""
        if self._is_abbreviation(text + "."):
            return bool(following) or text + "." in self._rules.final
        if len(text) == 1 and text.isalpha():
            return bool(following) and following not in self._rules.starters
        if not _ORDINAL.fullmatch(text):
            return False
        if not previous or previous in _ENDS:  # "1. Der Antrag": a marker, not an ordinal
            return bool(following)
        if not following or following in self._rules.starters:
            return False
        return following[0].isalnum() or following in _RANGE

    def _is_abbreviation(self, text: str) -> bool:
        rules = self._rules
        if text in rules.inner or text in rules.final or text[:1].lower() + text[1:] in rules.inner:
            return True
        return len(text) > 4 and text.endswith(rules.endings)

    def _sentences(self, words: list[Word]) -> Iterator[Sentence]:
        begin = i = 0
        count = len(words)
        while i < count:
            if self._may_end(words, i, begin):
                end = self._with_closers(words, i + 1, begin)
                if end >= count or self._begins(words, end, i):
                    yield _sentence(words[begin:end])
                    begin = i = end
                    continue
            i += 1
        if begin < count:
            yield _sentence(words[begin:])

    def _may_end(self, words: Sequence[Word], i: int, begin: int) -> bool:
        text = words[i].text
        if text[-1] not in _ENDS:
            return False
        if len(text) == 1 or not text[0].isalnum():
            return True
        return i > begin and text in self._rules.final

    def _with_closers(self, words: Sequence[Word], i: int, begin: int) -> int:
        """The place after the quotes and brackets that close the sentence."""
        while i < len(words) and words[i].text in _CLOSER_TEXTS:
            if words[i].start > words[i - 1].end:  # a quote after a space opens the next sentence
                break
            i += 1
        while i < len(words) and words[i].text[0] in "!?.…" and len(words[i].text) < 4:
            i += 1
        return i

    def _begins(self, words: Sequence[Word], i: int, end: int) -> bool:
        """Whether a sentence may begin with the word at `i`, after a possible end at `end`."""
        text, ending = words[i].text, words[end].text
        if words[i].start == words[i - 1].end and text[0] not in _OPENERS and text[0].isalpha():
            return ending in {"!", "?"} or text[0].isupper()
        probe = i
        while probe < len(words) - 1 and words[probe].text[0] in _OPENERS:
            probe += 1
        first = words[probe].text
        if ending[0].isalnum():  # an abbreviation that may stand last
            return first in self._rules.starters
        if first[0].islower() or first[0] in ",;:)":
            return False
        return not (ending in {"…", "..."} and not first[0].isupper())


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """The parts of a text between blank lines or before list items."""
    start = 0
    for found in _BLANK_LINE.finditer(text):
        yield start, found.start()
        start = found.end()
    yield start, len(text)


def _sentence(words: Sequence[Word]) -> Sentence:
    return Sentence(words[0].start, words[-1].end, tuple(words))
