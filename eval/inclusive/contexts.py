"""In which company words for people stand: counts from a corpus, for masculines, feminines and neutral words.

Two kinds of company are counted. *Contexts* are the words of meaning within `WINDOW` words, whatever their
place: they tell what a word is about. *Frames* are phrases with a gap: "Ausbildung D _", "_ und schüler",
"D _ unterrichten" (D stands for any determiner): what fills the same gap can stand in the same place.

Counts are pruned when they grow beyond fixed sizes, the rarest first, so that memory does not grow with the
corpus; the same corpus gives the same counts on any number of cores.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.foreign import FunctionWords
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.nlp.segmentation import Segmenter
from mitgemeint.eval.inclusive.corpora.chunks import Chunk
from mitgemeint.eval.inclusive.corpora.tally import Tally
from mitgemeint.eval.inclusive.corpora.texts import Layout
from mitgemeint.eval.inclusive.neutral_forms import PARTICIPLE, NeutralForms

WINDOW = 5
"""Words to each side."""

MOST_ITEMS = 20_000
MOST_FEATURES = 1_000
_SLACK = 2
_EXAMPLES = 2
_EXAMPLE_LETTERS = range(30, 200)
_JOINTS = frozenset({"und", "oder", "sowie", "bzw."})
_MEANING = ("NOUN", "VERB", "ADJ")
_DETERMINER, _GAP, _BORDER = "D", "_", "|"


@dataclass(frozen=True, slots=True, order=True)
class Item:
    """A masculine or feminine by the citation form of the masculine, or a neutral word by its base."""

    word: str
    role: str


MASCULINE, FEMININE = "masculine", "feminine"
"""Roles of person nouns; that of neutral words is their kind."""


@dataclass(slots=True)
class Company:
    """How often an item was seen, beside what, and in which sentences."""

    count: int = 0
    contexts: Counter[str] = field(default_factory=Counter)
    frames: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def add(self, other: "Company") -> None:
        """Adds what was seen later."""
        self.count += other.count
        for mine, more in ((self.contexts, other.contexts), (self.frames, other.frames)):
            mine.update(more)
            _prune(mine, MOST_FEATURES)
        self.examples = (self.examples + other.examples)[:_EXAMPLES]


Companies = dict[Item, Company]


def merge(known: Companies, parts: Iterable[Companies]) -> None:
    """Adds what chunks hold, in their order, and drops the rarest neutral words where there are too many."""
    for part in parts:
        for item, company in part.items():
            known.setdefault(item, Company()).add(company)
        if len(known) > _SLACK * MOST_ITEMS:
            ranked = sorted(known, key=lambda item: (_is_neutral(item), -known[item].count, item))
            for item in ranked[MOST_ITEMS:]:
                if _is_neutral(item):
                    del known[item]


def _is_neutral(item: Item) -> bool:
    return item.role not in (MASCULINE, FEMININE)


def _prune(counter: Counter[str], most: int) -> None:
    if len(counter) > _SLACK * most:
        ranked = sorted(counter, key=lambda feature: (-counter[feature], feature))
        for feature in ranked[most:]:
            del counter[feature]


def as_json(item: Item, company: Company) -> dict[str, Any]:
    """What a line of a file can hold."""
    values = {name: getattr(company, name) for name in Company.__dataclass_fields__}
    return {"word": item.word, "role": item.role, **values}


def from_json(values: dict[str, Any]) -> tuple[Item, Company]:
    """What `as_json` gave."""
    counters = Counter(values["contexts"]), Counter(values["frames"])
    return Item(values["word"], values["role"]), Company(values["count"], *counters, values["examples"])


@dataclass(frozen=True, slots=True)
class Observed:
    """What a chunk holds."""

    companies: Companies
    tally: Tally


class Observer:
    """What is done with a chunk; one in each process. `masculines` are citation forms that are asked for."""

    def __init__(self, masculines: Sequence[str], layout: Layout) -> None:
        self._masculines = frozenset(masculines)
        self._layout = layout
        self._forms = FormLexicon.load()
        self._database = Database.load((), self._forms)
        self._neutral = NeutralForms(self._database)
        self._closed = ClosedClass.load()
        self._function_words = FunctionWords.load().german
        self._segmenter = Segmenter()
        self.items = lru_cache(maxsize=WORDS)(self._items)
        self.meaning = lru_cache(maxsize=WORDS)(self._meaning)

    def __call__(self, chunk: Chunk) -> Observed:
        """The companies of all items of a chunk."""
        tally = Tally()
        found: Companies = {}
        for each in tally.texts(chunk, self._layout):
            for sentence in self._segmenter.segment(each.text):
                words = [word.text for word in sentence.words]
                text = " ".join(each.text[sentence.start : sentence.end].split())
                self._add(found, words, text)
        return Observed(found, tally)

    def _add(self, found: Companies, words: list[str], sentence: str) -> None:
        for index, word in enumerate(words):
            if not word[0].isupper():
                continue
            for item in self.items(word):
                if item.role == PARTICIPLE and index == 0:
                    continue  # Folgende Punkte: any adjective has a capital there
                company = found.setdefault(item, Company())
                company.count += 1
                company.contexts.update(self._contexts(words, index))
                company.frames.update(self._frames(words, index))
                if len(company.examples) < _EXAMPLES and len(sentence) in _EXAMPLE_LETTERS:
                    company.examples.append(sentence)

    def _items(self, word: str) -> tuple[Item, ...]:
        """What a word counts for."""
        neutral = self._neutral.find(word)
        if neutral is not None:
            return (Item(neutral.base, neutral.kind),)
        readings = self._database.readings(in_ordinary_capitals(word))
        roles = {Gender.MASCULINE: MASCULINE, Gender.FEMININE: FEMININE}
        found = {Item(each.lemma, roles[each.gender]) for each in readings if each.lemma in self._masculines}
        return tuple(sorted(found))

    def _meaning(self, word: str) -> str:
        """The lemma of a word of meaning in small letters; "" for all others."""
        lower = word.lower()
        if len(word) < 3 or not word.isalpha() or lower in self._function_words:
            return ""
        if self._closed.readings(word) or lower in self._closed.prepositions:
            return ""
        for form in (word, lower):
            for entry in self._forms.entries(form):
                if entry.pos in _MEANING:
                    return entry.lemma.lower()
        return lower if word[0].isupper() else ""

    def _contexts(self, words: list[str], index: int) -> Iterator[str]:
        near = words[max(0, index - WINDOW) : index] + words[index + 1 : index + 1 + WINDOW]
        return (lemma for lemma in map(self.meaning, near) if lemma)

    def _frames(self, words: list[str], index: int) -> Iterator[str]:
        """Phrases with a gap that have a word of meaning in them."""
        before = [self._slot(words, at) for at in (index - 2, index - 1)]
        after = [self._slot(words, at) for at in (index + 1, index + 2)]
        meant = [bool(self._lemma_at(words, at)) for at in (index - 2, index - 1, index + 1, index + 2)]
        if meant[0] or meant[1]:
            yield f"{before[0]} {before[1]} {_GAP}"
        if meant[2] or meant[3]:
            yield f"{_GAP} {after[0]} {after[1]}"
        if meant[1] or meant[2]:
            yield f"{before[1]} {_GAP} {after[0]}"
        yield from self._joined(words, index)

    def _joined(self, words: list[str], index: int) -> Iterator[str]:
        """The other half of a coordination, without its determiner: _ und schüler."""
        for step in (1, -1):
            joint = index + step
            if not 0 <= joint < len(words) or words[joint].lower() not in _JOINTS:
                continue
            other = joint + step
            if 0 <= other < len(words) and self._closed.readings(words[other]):
                other += step
            lemma = self._lemma_at(words, other)
            if lemma and words[other][0].isupper():
                yield f"{_GAP} + {lemma}"

    def _lemma_at(self, words: list[str], at: int) -> str:
        return self.meaning(words[at]) if 0 <= at < len(words) else ""

    def _slot(self, words: list[str], at: int) -> str:
        if not 0 <= at < len(words):
            return _BORDER
        if self._closed.readings(words[at]):
            return _DETERMINER
        return self.meaning(words[at]) or words[at].lower()


def observer(masculines: Sequence[str], layout: Layout) -> Callable[[], Observer]:
    """How a process begins."""
    return partial(Observer, tuple(masculines), layout)
