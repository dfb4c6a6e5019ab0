"""From a model's scores and dependency trees to tokens: parts of speech, features, lemmas."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.nlp import arguments, modals, phrases, relatives, trees
from mitgemeint.analysis.nlp.cells import EVERY, Cell, genders, mask
from mitgemeint.analysis.nlp.facts import FactBook, WordFacts
from mitgemeint.analysis.nlp.guesser import Guesser
from mitgemeint.analysis.nlp.labels import Floats, LabelTable
from mitgemeint.analysis.nlp.lemmas import lemma_of
from mitgemeint.analysis.nlp.lexical_features import initial_flags
from mitgemeint.analysis.nlp.names import find_names
from mitgemeint.analysis.nlp.protocol import Token

_NOMINAL = frozenset({"NOUN", "PROPN", "DET", "PRON", "ADJ"})
_OPTIONAL = frozenset({"ADJ", "DET"})
# Factor of a part of speech that the lexicon does not list for a form.
_UNLISTED = np.float32(0.02)
# From this probability on, an adjective or determiner has case, number and gender.
_INFLECTED = 0.5


@dataclass(slots=True)
class Batch:
    """Sentences laid end to end while they are decided; places and heads count over all of them."""

    words: list[str]
    begins: list[int]
    heads: list[int]
    relations: list[str]
    facts: list[WordFacts]
    speech: list[str] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    starts: frozenset[int] = frozenset()
    logs: dict[int, Floats] = field(default_factory=dict)
    cells: dict[int, int] = field(default_factory=dict)


class Decoder:
    """Combines model, lexicon and agreement; keeps nothing between batches but cached look-ups.

    With `correct=False` the model alone decides (to measure what the rest is worth).
    """

    def __init__(self, guesser: Guesser, table: LabelTable, correct: bool = True) -> None:
        self._facts = FactBook(guesser)
        self._table = table
        self._correct = correct
        self._speech_rows: dict[frozenset[str], Floats] = {}

    def decode(
        self,
        sentences: Sequence[Sequence[str]],
        scores: Floats,
        heads: Sequence[int],
        relations: Sequence[str],
    ) -> list[tuple[Token, ...]]:
        """Tokens of each sentence.

        `scores` has a row of label probabilities for each word of all sentences, `heads` counts
        over all of them too.
        """
        batch = self._batch(sentences, heads, relations)
        batch.speech = self._speech(batch, scores)
        if self._correct:
            relatives.retag(batch)
            trees.repair(batch)
            modals.promote(batch)
            relatives.attach(batch)
            self._score_cells(batch, scores)
            arguments.relabel(batch)
            phrases.decide_all(batch)
        return [
            tuple(self._token(batch, scores, begin + i, begin) for i in range(len(words)))
            for begin, words in zip(batch.begins, sentences, strict=True)
        ]

    def _batch(
        self, sentences: Sequence[Sequence[str]], heads: Sequence[int], relations: Sequence[str]
    ) -> Batch:
        words: list[str] = []
        begins: list[int] = []
        facts: list[WordFacts] = []
        for sentence in sentences:
            begins.append(len(words))
            words.extend(sentence)
            facts.extend(map(self._facts, sentence, initial_flags(sentence)))
        children: list[list[int]] = [[] for _ in words]
        for i, head in enumerate(heads):
            if head != i:
                children[head].append(i)
        return Batch(
            words, begins, list(heads), list(relations), facts, children=children, starts=frozenset(begins)
        )

    def _speech(self, batch: Batch, scores: Floats) -> list[str]:
        names = self._table.speech
        by_speech = self._table.speech_scores(scores)
        if not self._correct:
            return [names[k] for k in by_speech.argmax(axis=1)]
        by_speech *= np.stack([self._speech_row(facts.speech) for facts in batch.facts])
        speech = [names[k] for k in by_speech.argmax(axis=1)]
        for i, pos in find_names(batch.words, speech, batch.facts, batch.starts).items():
            speech[i] = pos
        return speech

    def _speech_row(self, allowed: frozenset[str]) -> Floats:
        row = self._speech_rows.get(allowed)
        if row is None:
            weights = [1.0 if not allowed or pos in allowed else _UNLISTED for pos in self._table.speech]
            row = np.array(weights, dtype=np.float32)
            self._speech_rows[allowed] = row
        return row

    def _score_cells(self, batch: Batch, scores: Floats) -> None:
        by_pos: dict[str, list[int]] = {}
        for i, pos in enumerate(batch.speech):
            if pos in _NOMINAL or (pos == "ADP" and batch.facts[i].contraction):
                by_pos.setdefault(pos, []).append(i)
        for pos, places in by_pos.items():
            cells, inflected = self._table.cell_scores(scores[places], pos)
            for i, values, share in zip(places, np.log(cells), inflected.tolist(), strict=True):
                bare = pos == "ADJ" and batch.facts[i].bare_adjective
                if not bare and (share >= _INFLECTED or pos not in _OPTIONAL):
                    batch.logs[i] = values

    def _token(self, batch: Batch, scores: Floats, i: int, begin: int) -> Token:
        """The token at place `i` of the batch, in the sentence that begins at `begin`."""
        pos = batch.speech[i]
        cell = batch.cells.get(i)
        label = self._table.best(scores[i], pos, cell)
        case, number, gender = label.case, label.number, label.gender
        if cell is not None:
            decided = EVERY[cell]
            case = case and decided[0]
            number = number and decided[1]
            gender = gender and decided[2]
            if pos == "NOUN" and gender is None:
                gender = _only_gender(batch.facts[i].cells.get("NOUN", 0), decided)
        elif self._correct and pos in _OPTIONAL:
            case = number = gender = None
        elif self._correct and pos in ("VERB", "AUX"):
            number = phrases.finite_number(batch, i, number)
        word = batch.words[i]
        lemma = lemma_of(word, pos, batch.facts[i].entries, 0 if cell is None else 1 << cell)
        head, relation = batch.heads[i] - begin, batch.relations[i]
        return Token(i - begin, word, lemma, pos, head, relation, case, number, gender, label.extra)


def _only_gender(cells: int, decided: Cell) -> Gender | None:
    """The gender of a noun where its form has one only in the decided case and number."""
    found = genders(cells & mask(decided[0], decided[1]))
    return found[0] if len(found) == 1 else None
