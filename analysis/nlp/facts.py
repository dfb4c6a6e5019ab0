"""What lexicon and spelling say about a word form, looked up once for each form."""

from collections.abc import Mapping
from dataclasses import dataclass

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.form_lexicon import Entry
from mitgemeint.analysis.nlp.cells import OF_GENDER, OF_NUMBER
from mitgemeint.analysis.nlp.grammar import grammar
from mitgemeint.analysis.nlp.guesser import Guesser

# What a capitalised word may be although the lexicon does not say so.
_OPEN = frozenset({"PROPN", "X"})


@dataclass(frozen=True, slots=True)
class WordFacts:
    """The readings of a form in a place.

    `speech` holds the parts of speech it may have (empty: any), `cells` the cells of each of them,
    `numbers` the numbers it has as a finite verb of the third person.
    """

    entries: tuple[Entry, ...]
    speech: frozenset[str]
    cells: Mapping[str, int]
    marks: Mapping[str, frozenset[str]]
    numbers: tuple[Number, ...]

    @property
    def contraction(self) -> bool:
        """Whether this is a preposition with an article in it (zum, im)."""
        cells = self.cells.get("ADP", 0)
        return bool(cells) and not cells & OF_NUMBER[Number.PLURAL]

    @property
    def bare_adjective(self) -> bool:
        """Whether the form is an adjective without ending."""
        return "ADJ" in self.marks and not self.cells.get("ADJ")


class FactBook:
    """Facts of word forms, cached; `guesser` finds the readings."""

    def __init__(self, guesser: Guesser) -> None:
        self._guesser = guesser
        self._facts: dict[tuple[str, bool], WordFacts] = {}

    def __call__(self, word: str, initial: bool) -> WordFacts:
        """The facts of `word`; `initial`: its capital may be due to the sentence's begin."""
        key = (word, initial)
        found = self._facts.get(key)
        if found is None:
            if len(self._facts) >= WORDS:
                self._facts.clear()
            found = self._collect(word, initial)
            self._facts[key] = found
        return found

    def _collect(self, word: str, initial: bool) -> WordFacts:
        entries = self._guesser.entries(word, initial)
        cells: dict[str, int] = {}
        marks: dict[str, frozenset[str]] = {}
        for entry in entries:
            cells[entry.pos] = cells.get(entry.pos, 0) | entry.cells
            marks[entry.pos] = marks.get(entry.pos, frozenset()) | frozenset(entry.marks)
        if "PROPN" in cells:
            cells["PROPN"] &= _name_genders(marks["PROPN"])
        speech = self._speech(word, initial, cells)
        finite = marks.get("VERB", frozenset()) | marks.get("AUX", frozenset())
        numbers = tuple(
            number for mark, number in (("3s", Number.SINGULAR), ("3p", Number.PLURAL)) if mark in finite
        )
        return WordFacts(entries, speech, cells, marks, numbers)

    def _speech(self, word: str, initial: bool, cells: Mapping[str, int]) -> frozenset[str]:
        """The parts of speech that are possible; none named where the lexicon lacks the word."""
        if not self._guesser.knows(word, initial):
            return frozenset()
        speech = set(cells) | grammar().speech.get(word.lower() if initial else word, frozenset())
        if word[:1].isupper():
            speech |= _OPEN
            lower = self._guesser.lexicon.entries(word[:1].lower() + word[1:])
            speech.update(entry.pos for entry in lower if entry.pos == "ADJ" and entry.cells)
        return frozenset(speech)


def _name_genders(marks: frozenset[str]) -> int:
    """The cells that a first name's gender leaves."""
    genders = [
        g for mark, g in (("given:m", Gender.MASCULINE), ("given:f", Gender.FEMININE)) if mark in marks
    ]
    return OF_GENDER[genders[0]] if len(genders) == 1 else -1
