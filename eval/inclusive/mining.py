"""Finds inclusive texts in corpora: those with at least two matches of one style, the densest first.

Source: Pomerenke 2022, Gender-inclusive German, section "A new benchmark" (texts of OSCAR).

The best texts so far lie in a sorted file that every further part of the corpus is merged into, so that
memory does not grow with the corpus or with what is found. Equal texts are neighbours in that order: that is
how they are found without remembering them all.
"""

import heapq
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import Any

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.foreign import FunctionWords
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.eval.inclusive.benchmark_set import Style
from mitgemeint.eval.inclusive.corpora.chunks import Chunk
from mitgemeint.eval.inclusive.corpora.scanning import scan_in_parts
from mitgemeint.eval.inclusive.corpora.tally import Tally
from mitgemeint.eval.inclusive.corpora.texts import CorpusText, Layout
from mitgemeint.eval.inclusive.corpora.unfinished import State, Unfinished
from mitgemeint.eval.inclusive.styles import Match, StyleFinder

FEWEST = 2
"""Matches of one style that make a text an inclusive one."""
# At least one in so many words of a longer text is a small German word.
_GERMAN_WORDS = 20
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class MinedText:
    """An inclusive text: its style, and the matches of that style. `words` counts what spaces part."""

    text: str
    style: Style
    matches: tuple[Match, ...]
    words: int
    source: str
    url: str = ""
    date: str = ""

    @property
    def density(self) -> float:
        """Matches for each word."""
        return len(self.matches) / self.words

    @property
    def id(self) -> str:
        """The same for equal texts."""
        return sha256(self.text.encode("utf-8")).hexdigest()[:16]

    def as_json(self) -> dict[str, Any]:
        """What a line of the result holds."""
        return {
            "id": self.id,
            "text": self.text,
            "style": self.style.value,
            "matches": [{"start": m.start, "end": m.end, "text": m.text} for m in self.matches],
            "density": round(self.density, 6),
            "metadata": {"url": self.url, "date": self.date, "source": self.source},
        }


@dataclass(frozen=True, slots=True)
class Mined:
    """What a chunk holds: lines, each with its place in the order, and what was read.

    The order is a text that sorts as numbers would: density downwards, matches downwards, id.
    """

    lines: tuple[str, ...]
    tally: Tally


class Miner:
    """What is done with a chunk; one in each process."""

    def __init__(self, styles: Sequence[Style], layout: Layout) -> None:
        self._styles = tuple(styles)
        self._layout = layout
        self._finder = StyleFinder(Database.load((), FormLexicon.load()))
        self._function_words = FunctionWords.load()

    def __call__(self, chunk: Chunk) -> Mined:
        """The inclusive texts of a chunk, in order."""
        tally = Tally()
        found: dict[str, MinedText] = {}
        for each in tally.texts(chunk, self._layout):
            if mined := self.judge(each):
                found.setdefault(mined.id, mined)
        return Mined(tuple(sorted(map(_line, found.values()))), tally)

    def judge(self, each: CorpusText) -> MinedText | None:
        """The text with its style and matches; None where it is not inclusive, or not German."""
        found = self._finder.find(each.text)
        style = max(self._styles, key=lambda style: len(found[style]))
        if len(found[style]) < FEWEST or not self._is_german(each.text):
            return None
        words = len(each.text.split())
        return MinedText(each.text, style, found[style], words, each.place, each.url, each.date)

    def _is_german(self, text: str) -> bool:
        """Whether no other language has more small words in the text; a long text must have German ones."""
        words = [word.lower() for word in _WORD.findall(text)]
        german = sum(word in self._function_words.german for word in words)
        return german >= len(words) // _GERMAN_WORDS and not self._function_words.are_foreign(words)


_MOST_IN_A_WORD = 10**7


def _line(mined: MinedText) -> str:
    values = mined.as_json()
    # As text the densest stands first, of equals that with more matches. A word can hold several matches.
    density = _MOST_IN_A_WORD * 10**6 - round(mined.density * 10**6)
    order = f"{density:014d}{10**7 - len(mined.matches):08d} {values['id']}"
    return f"{order}\t{json.dumps(values, ensure_ascii=False)}"


@dataclass(frozen=True, slots=True)
class Mining:
    """What is looked for, and how many of the densest texts are kept."""

    styles: tuple[Style, ...]
    layout: Layout
    most: int

    def worker(self) -> Callable[[], Miner]:
        """How a process begins."""
        return partial(Miner, self.styles, self.layout)


def mine(
    chunks: Iterable[Chunk],
    mining: Mining,
    unfinished: Unfinished,
    jobs: int,
    advance: Callable[[], None] = lambda: None,
) -> State:
    """Goes through the chunks from where an earlier run was stopped; the texts are in `unfinished` then.

    `advance` is called after each chunk. Equal texts are one: the first by place.
    """
    state = unfinished.state()
    for part in scan_in_parts(chunks, mining.worker(), jobs, state.chunks, advance):
        state = state.after([each.tally for each in part])
        # Of equal texts the first in the corpus stays, for merging keeps the order of equals.
        found = heapq.merge(unfinished.lines(), *(each.lines for each in part), key=_order)
        unfinished.save(state, islice(_different(found), mining.most))
    return state


def mined_lines(unfinished: Unfinished) -> Iterator[str]:
    """The lines of the result, the densest text first."""
    return (line.partition("\t")[2] for line in unfinished.lines())


def _order(line: str) -> str:
    return line.partition("\t")[0]


def _different(lines: Iterable[str]) -> Iterator[str]:
    previous = ""
    for line in lines:
        order = _order(line)
        if order != previous:
            yield line
        previous = order
