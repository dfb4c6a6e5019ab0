"""From a model's scores and a dependency tree to tokens: parts of speech, features, lemmas."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mitgemeint.analysis.features import Number
from mitgemeint.analysis.form_lexicon import Entry
from mitgemeint.analysis.nlp import agreement
from mitgemeint.analysis.nlp.agreement import Member, Phrase
from mitgemeint.analysis.nlp.cells import ALL, EVERY, OF_CASE, OF_GENDER, OF_NUMBER
from mitgemeint.analysis.nlp.guesser import Guesser
from mitgemeint.analysis.nlp.labels import Floats, LabelTable
from mitgemeint.analysis.nlp.lemmas import lemma_of
from mitgemeint.analysis.nlp.lexical_features import initial_flags
from mitgemeint.analysis.nlp.names import find_names
from mitgemeint.analysis.nlp.protocol import Token

_NOMINAL = frozenset({"NOUN", "PROPN", "DET", "PRON", "ADJ"})
_HEADS = frozenset({"NOUN", "PROPN"})
_MODIFIERS = frozenset({"det", "det:poss", "amod"})
_OBJECTS = frozenset({"obj", "iobj", "obl:arg"})
# What a word may be although the lexicon does not say so.
_OPEN = frozenset({"PROPN", "X"})
_UNLISTED = np.float32(0.02)
_COORDINATION_COST = 2.5


@dataclass(slots=True)
class _Sentence:
    """A sentence while it is decided."""

    words: Sequence[str]
    scores: Floats
    heads: Sequence[int]
    relations: Sequence[str]
    entries: list[tuple[Entry, ...]]
    known: list[bool]
    speech: list[str]
    children: list[list[int]]
    logs: dict[int, Floats]
    cells: dict[int, int]

    def relations_of(self, i: int, names: frozenset[str]) -> list[int]:
        """The children of a word with one of the relations."""
        return [c for c in self.children[i] if self.relations[c] in names]


class Decoder:
    """Combines model, lexicon and agreement; without state between sentences."""

    def __init__(self, guesser: Guesser, table: LabelTable, correct: bool = True) -> None:
        self._guesser = guesser
        self._table = table
        self._correct = correct

    def decode(
        self, words: Sequence[str], scores: Floats, heads: Sequence[int], relations: Sequence[str]
    ) -> tuple[Token, ...]:
        """Tokens of a sentence; `scores` has a row of label probabilities for each word."""
        flags = initial_flags(words)
        entries = [self._guesser.entries(w, f) for w, f in zip(words, flags, strict=True)]
        known = [self._guesser.knows(w, f) for w, f in zip(words, flags, strict=True)]
        children: list[list[int]] = [[] for _ in words]
        for i, head in enumerate(heads):
            if head != i:
                children[head].append(i)
        speech = self._speech(words, scores, entries, known)
        sentence = _Sentence(words, scores, heads, relations, entries, known, speech, children, {}, {})
        if self._correct:
            self._score_cells(sentence)
            self._decide_phrases(sentence)
        return tuple(self._token(sentence, i) for i in range(len(words)))

    def _speech(
        self,
        words: Sequence[str],
        scores: Floats,
        entries: Sequence[tuple[Entry, ...]],
        known: Sequence[bool],
    ) -> list[str]:
        table = self._table
        by_speech = table.speech_scores(scores)
        if not self._correct:
            return [table.speech[k] for k in by_speech.argmax(axis=1)]
        for i, found in enumerate(entries):
            if found and known[i]:
                allowed = {entry.pos for entry in found}
                if words[i][:1].isupper():
                    allowed |= _OPEN
                for pos, k in table.index.items():
                    if pos not in allowed:
                        by_speech[i, k] *= _UNLISTED
        speech = [table.speech[k] for k in by_speech.argmax(axis=1)]
        for i, pos in find_names(words, speech, entries).items():
            speech[i] = pos
        return speech

    def _score_cells(self, sentence: _Sentence) -> None:
        by_pos: dict[str, list[int]] = {}
        for i, pos in enumerate(sentence.speech):
            if pos in _NOMINAL or (pos == "ADP" and _contraction(sentence.entries[i])):
                by_pos.setdefault(pos, []).append(i)
        for pos, places in by_pos.items():
            logs = np.log(self._table.cell_scores(sentence.scores[places], pos))
            for i, values in zip(places, logs, strict=True):
                if not _uninflected(sentence, i):
                    sentence.logs[i] = values

    def _decide_phrases(self, sentence: _Sentence) -> None:
        done: set[int] = set()
        for i, pos in enumerate(sentence.speech):
            if pos in _HEADS and i in sentence.logs:
                done.update(self._decide(sentence, i))
        for i in sentence.logs:
            if i not in done:
                done.update(self._decide(sentence, i))

    def _decide(self, sentence: _Sentence, head: int) -> list[int]:
        """Decides the phrase of `head`; returns the words that it covers."""
        modifiers = [
            c
            for c in sentence.relations_of(head, _MODIFIERS)
            if c in sentence.logs and c not in sentence.cells and sentence.speech[c] in ("DET", "ADJ")
        ]
        modifiers += [
            c
            for m in modifiers
            for c in sentence.children[m]
            if sentence.relations[c] == "conj"
            and sentence.speech[c] == "ADJ"
            and c in sentence.logs
            and c < head
        ]
        determiner = next((c for c in modifiers if sentence.speech[c] == "DET" and c < head), None)
        phrase = Phrase([Member(sentence.logs[head], _form_cells(sentence, head, None))])
        covered = [head]
        for c in modifiers:
            phrase.members.append(Member(sentence.logs[c], _form_cells(sentence, c, determiner)))
            covered.append(c)
        for c in sentence.children[head]:
            if sentence.relations[c] == "case" and c < head:
                cells = _preposition_cells(sentence.entries[c])
                if cells:
                    phrase.limits.append((cells, agreement.PREPOSITION_PENALTY))
                if c in sentence.logs:
                    covered.append(c)
        phrase.limits.extend(_limits(sentence, head))
        cell = phrase.decide()
        for c in covered:
            sentence.cells[c] = cell
        return covered

    def _token(self, sentence: _Sentence, i: int) -> Token:
        pos = sentence.speech[i]
        cell = sentence.cells.get(i)
        label = self._table.best(sentence.scores[i], pos, None if cell is None else 1 << cell)
        case, number, gender = label.case, label.number, label.gender
        if cell is not None:
            decided = EVERY[cell]
            case = case and decided[0]
            number = number and decided[1]
            gender = gender and decided[2]
        elif self._correct and pos == "ADJ" and _uninflected(sentence, i):
            case = number = gender = None
        lemma = lemma_of(sentence.words[i], pos, sentence.entries[i], 0 if cell is None else 1 << cell)
        return Token(
            i,
            sentence.words[i],
            lemma,
            pos,
            sentence.heads[i],
            sentence.relations[i],
            case,
            number,
            gender,
            label.extra,
        )


def _contraction(entries: Sequence[Entry]) -> bool:
    """Whether a preposition holds an article (zum, im): its cells are of one number."""
    return any(e.pos == "ADP" and e.cells and not e.cells & OF_NUMBER[Number.PLURAL] for e in entries)


def _uninflected(sentence: _Sentence, i: int) -> bool:
    if sentence.speech[i] != "ADJ":
        return False
    found = [e for e in sentence.entries[i] if e.pos == "ADJ"]
    return bool(found) and not any(e.cells for e in found)


def _form_cells(sentence: _Sentence, i: int, determiner: int | None) -> int:
    """The cells that a word's form allows; 0 where nothing is known."""
    pos = sentence.speech[i]
    cells = 0
    for entry in sentence.entries[i]:
        if entry.pos == pos:
            cells |= entry.cells
    if pos == "PROPN" and not cells:
        return 0
    if pos == "ADJ":
        if determiner is None and sentence.relations[i] != "amod":
            return cells
        form = (
            (sentence.words[determiner], _determiner_lemma(sentence, determiner))
            if determiner is not None
            else None
        )
        return agreement.adjective_cells(sentence.words[i], form) or cells
    return cells


def _determiner_lemma(sentence: _Sentence, i: int) -> str:
    return next((e.lemma for e in sentence.entries[i] if e.pos == "DET"), "")


def _preposition_cells(entries: Sequence[Entry]) -> int:
    cells = 0
    for entry in entries:
        if entry.pos == "ADP":
            cells |= entry.cells
    return cells


def _limits(sentence: _Sentence, head: int) -> list[tuple[int, float]]:
    """What the tree says of a phrase: subject and verb, objects, numerals, coordination, antecedent."""
    relation, governor = sentence.relations[head], sentence.heads[head]
    limits: list[tuple[int, float]] = []
    if relation.startswith("nsubj"):
        limits.append(agreement.SUBJECT_LIMIT)
        coordinated = any(sentence.relations[c] == "conj" for c in sentence.children[head])
        limit = agreement.verb_number_limit(_verb_numbers(sentence, governor))
        if limit and not (coordinated and limit[0] == OF_NUMBER[Number.PLURAL]):
            limits.append(limit)
    elif relation in _OBJECTS:
        limits.append(agreement.OBJECT_LIMIT)
    elif relation in ("conj", "appos") and governor in sentence.cells and sentence.speech[head] in _HEADS:
        case = EVERY[sentence.cells[governor]][0]
        has_own = any(sentence.relations[c] == "case" for c in sentence.children[head])
        if not has_own:
            limits.append((OF_CASE[case], _COORDINATION_COST))
    if any(_counts(sentence.words[c]) for c in sentence.children[head] if sentence.relations[c] == "nummod"):
        limits.append(agreement.PLURAL_LIMIT)
    limits.extend(_antecedent(sentence, head))
    return limits


def _counts(word: str) -> bool:
    """Whether a numeral is greater than one."""
    lower = word.lower()
    return not lower.startswith(("ein", "halb", "1.")) and lower not in ("1", "1,0", "0,5")


def _antecedent(sentence: _Sentence, i: int) -> list[tuple[int, float]]:
    """A relative pronoun has gender and number of the noun its clause belongs to."""
    if sentence.speech[i] != "PRON" or not any(e.lemma in ("der", "welcher") for e in sentence.entries[i]):
        return []
    verb = sentence.heads[i]
    for _ in range(3):
        if sentence.relations[verb] == "acl:relcl" or verb == sentence.heads[verb]:
            break
        verb = sentence.heads[verb]
    noun = sentence.heads[verb]
    if sentence.relations[verb] != "acl:relcl" or noun >= i or noun not in sentence.cells:
        return []
    _, number, gender = EVERY[sentence.cells[noun]]
    return [
        (
            OF_NUMBER[number] & (OF_GENDER[gender] if number is Number.SINGULAR else ALL),
            agreement.ANTECEDENT_PENALTY,
        )
    ]


def _verb_numbers(sentence: _Sentence, verb: int) -> list[Number]:
    """The numbers that the finite verb of a clause can have in the third person."""
    auxiliaries = [c for c in sentence.children[verb] if sentence.relations[c] in ("aux", "aux:pass", "cop")]
    for i in (*auxiliaries, verb):
        marks = {m for e in sentence.entries[i] if e.pos in ("VERB", "AUX") for m in e.marks}
        numbers = [n for mark, n in (("3s", Number.SINGULAR), ("3p", Number.PLURAL)) if mark in marks]
        if numbers:
            return numbers
    return []
