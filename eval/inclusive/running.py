"""Running systems on sets: each sentence is noted when it is scored, so that a killed run goes on there."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from mitgemeint.eval.inclusive.benchmark_set import BenchmarkSet, Sentence
from mitgemeint.eval.inclusive.outcome import Outcome, score
from mitgemeint.eval.inclusive.result import FORMAT, Cell
from mitgemeint.eval.inclusive.systems.outputs import as_row
from mitgemeint.eval.inclusive.systems.system import Answer, Request, System
from mitgemeint.eval.inclusive.word_errors import Counter
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.problems import writable

SCORED_AT_ONCE = 16
"""Sentences that are noted together: opening the journal for each would take longer than scoring it."""
ROWS = "set, id, every candidate"
"""What rows of outputs hold: a journal is only good for the same."""


class Progress(Protocol):
    """Told how far a run is."""

    def load(self, model: str) -> None:
        """A system is being loaded."""

    def begin(self, model: str, what: str, total: int) -> None:
        """A system begins with a set of so many sentences."""

    def advance(self, done: int) -> None:
        """So many of them are done."""

    def end(self) -> None:
        """It is over."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the journal keeps of a sentence: its outcome, and the answer as a row of outputs."""

    outcome: Outcome
    row: Mapping[str, Any]


Loader = Callable[[], System]


@dataclass(frozen=True, slots=True)
class Measured:
    """A system on a set: the cell of the results, and its answers."""

    cell: Cell
    rows: tuple[Mapping[str, Any], ...]


def requests_of(chosen: BenchmarkSet) -> list[Request]:
    """What a system is given of a set."""
    return [
        Request(
            chosen.name,
            sentence.id,
            number,
            sentence.exclusive,
            sentence.gender_characters,
            sentence.notation,
            sentence.format,
            chosen.conventions,
        )
        for number, sentence in enumerate(chosen.sentences)
    ]


def covered_sets(system: System, sets: Sequence[BenchmarkSet]) -> list[BenchmarkSet]:
    """The sets that a system has something to say on; EvalError where that is none, or is not clear."""
    names = {requests[0].set for requests in system.covered([requests_of(chosen) for chosen in sets])}
    return [chosen for chosen in sets if chosen.name in names]


def measure(
    system: System,
    sets: Sequence[BenchmarkSet],
    word_errors: Counter,
    journal: Journal[Entry],
    progress: Progress,
) -> Iterator[Measured]:
    """A system on every set that it has something to say on; EvalError where that is none of them."""
    for chosen in covered_sets(system, sets):
        progress.begin(system.name, f"sentences of {chosen.name}", len(chosen.sentences))
        entries = list(_entries(system, chosen, word_errors, journal, progress))
        progress.end()
        cell = Cell(system.name, chosen.name, tuple(entry.outcome for entry in entries))
        yield Measured(cell, tuple(entry.row for entry in entries))


def _entries(
    system: System,
    chosen: BenchmarkSet,
    word_errors: Counter,
    journal: Journal[Entry],
    progress: Progress,
) -> Iterator[Entry]:
    requests = requests_of(chosen)
    keys = [
        _key(system, request, sentence) for request, sentence in zip(requests, chosen.sentences, strict=True)
    ]
    pending = [number for number, key in enumerate(keys) if journal.find(key) is None]
    done = len(keys) - len(pending)
    progress.advance(done)
    answers = system.answers([requests[number] for number in pending])
    fresh: dict[str, Entry] = {}
    for number, given in zip(pending, answers, strict=True):
        sentence, answer = chosen.sentences[number], _writable(given)
        row = as_row(chosen.name, sentence.id, answer)
        fresh[keys[number]] = Entry(score(sentence, answer, word_errors), row)
        done += 1
        if len(fresh) >= SCORED_AT_ONCE:
            journal.add_all(fresh)
            fresh.clear()
            progress.advance(done)
    if fresh:
        journal.add_all(fresh)
    progress.advance(done)
    for key in keys:
        found = journal.find(key)
        if found is None:  # every key was looked up or added above
            raise LookupError(key)
        yield found


def _writable(answer: Answer) -> Answer:
    """The answer without halves of surrogate pairs, which models write now and then and no file can hold."""
    candidates = answer.candidates
    return replace(
        answer,
        candidates=None if candidates is None else tuple(map(writable, candidates)),
        rewriting=None if answer.rewriting is None else writable(answer.rewriting),
    )


def _key(system: System, request: Request, sentence: Sentence) -> str:
    """What an outcome depends on, as a hash."""
    asked = [FORMAT, ROWS, system.fingerprint, repr(request), repr(sentence)]
    return hashlib.sha256(json.dumps(asked).encode("utf-8")).hexdigest()
