"""The full-form lexicon of German: every reading of an inflected word form.

Built by `data/build/forms` from Wiktionary's and Morphy's word lists (see data/lexicon/SOURCES.md);
a static trie maps a form to a set of readings, whose lemmas follow from the form by an edit.
"""

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file
from typing import Any

import marisa_trie  # type: ignore[import-not-found, unused-ignore]

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.nlp.cells import read_cell, read_cells
from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a form.

    `pos` is a Universal Dependencies part of speech. A feature is None where the word has none or
    any value fits (plural adjectives have no gender). A preposition's `case` is one it governs.
    `person` is 1, 2 or 3. `kind` tells verb forms apart ("fin", "inf", "part", "imp") and names
    ("given", "surname", "place").
    """

    lemma: str
    pos: str
    gender: Gender | None = None
    case: Case | None = None
    number: Number | None = None
    person: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """All readings of a form that share lemma and part of speech.

    `cells` is the mask of their cases, numbers and genders (see nlp.cells), `marks` the cells that
    are no such triple ("3s", "inf", "surname").
    """

    lemma: str
    pos: str
    cells: int
    marks: tuple[str, ...]


class FormLexicon:
    """Readings of German word forms; one instance can serve many callers."""

    def __init__(self, trie: Any, table: dict[str, Any]) -> None:
        self._trie = trie
        self._scripts: list[list[Any]] = table["scripts"]
        self._cells: list[str] = table["cells"]
        self._analyses: list[list[Any]] = table["analyses"]
        self._sets: list[list[int]] = table["sets"]
        self._masks: dict[int, tuple[int, tuple[str, ...]]] = {}
        self.entries = lru_cache(maxsize=WORDS)(self._entries)

    @classmethod
    @cache
    def load(cls) -> "FormLexicon":
        """The lexicon shipped with the package; raises FileNotFoundError where it is missing."""
        table = json.loads(resource("lexicon", "forms.json").read_text(encoding="utf-8"))
        trie = marisa_trie.RecordTrie("<H")
        with as_file(resource("lexicon", "forms.marisa")) as path:
            trie.load(str(path))
        return cls(trie, table)

    def __contains__(self, form: str) -> bool:
        return bool(self._find(form))

    def readings(self, form: str) -> tuple[Reading, ...]:
        """Every reading of `form` in exactly this spelling; empty where the form is unknown."""
        return tuple(
            reading
            for analysis in self._find(form)
            for reading in _expand(self._lemma(analysis, form), analysis[1], self._cells[analysis[2]])
        )

    def is_noun_lemma(self, word: str) -> bool:
        """Whether `word` is the citation form of a noun."""
        return any(entry.pos == "NOUN" and entry.lemma == word for entry in self.entries(word))

    def _find(self, form: str) -> list[list[Any]]:
        if not form.isprintable():  # the trie cannot look up NUL and lone surrogates
            return []
        found = self._trie.get(form)
        return [self._analyses[i] for i in self._sets[found[0][0]]] if found else []

    def _lemma(self, analysis: list[Any], form: str) -> str:
        position, length, cut, ending = self._scripts[analysis[0]]
        rest = form[:position] + form[position + length :]
        return rest[: len(rest) - cut] + str(ending)

    def _entries(self, form: str) -> tuple[Entry, ...]:
        """The readings of `form`, grouped by lemma and part of speech (cached)."""
        return tuple(
            Entry(self._lemma(analysis, form), analysis[1], *self._mask(analysis[2]))
            for analysis in self._find(form)
        )

    def _mask(self, cells: int) -> tuple[int, tuple[str, ...]]:
        known = self._masks.get(cells)
        if known is None:
            texts = self._cells[cells].split(" ")
            known = read_cells(texts), tuple(text for text in texts if read_cell(text) is None)
            self._masks[cells] = known
        return known


def _expand(lemma: str, pos: str, cells: str) -> list[Reading]:
    """The readings of one lemma, a cell each."""
    result: list[Reading] = []
    for text in cells.split(" "):
        cell = read_cell(text)
        if cell is not None:
            case, number, gender, person = cell
            result.append(Reading(lemma, pos, gender, case, number, person))
        elif text[0].isdigit():
            number = Number.SINGULAR if text[1] == "s" else Number.PLURAL
            result.append(Reading(lemma, pos, None, None, number, int(text[0]), "fin"))
        else:
            kind, _, letter = text.partition(":")
            gender = {"m": Gender.MASCULINE, "f": Gender.FEMININE}.get(letter)
            result.append(Reading(lemma, pos, gender, kind="" if kind == "pos" else kind))
    return result
