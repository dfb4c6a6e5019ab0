"""What the benchmark asks of a system, and what a system is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from mitgemeint.eval.inclusive.benchmark_set import PLAIN, Conventions
from mitgemeint.eval.spans import Span

MOST_CANDIDATES = 1000
"""How many texts a system may propose. Far above this every score gives next to nothing."""


class Task(StrEnum):
    """What a system can do."""

    LABELLING = "labelling"
    SUGGESTIONS = "suggestions"
    REWRITING = "rewriting"


@dataclass(frozen=True, slots=True)
class Request:
    """What a system is given of a sentence; never its phrases or its target.

    `number` counts the sentences of the set from 0. `notation` is "" where the writer was free; then a system
    knows only whether `gender_characters` may be used.
    """

    set: str
    id: str
    number: int
    text: str
    gender_characters: bool
    notation: str = ""
    format: str = "plaintext"
    conventions: Conventions = PLAIN


Requests = Sequence[Request]
"""What a system is given of a set: something of each sentence, and at least one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system says of a sentence; None is a task that it does not do.

    `labels` are the spans that it takes for exclusive. Labels on pronouns stand in `pronouns`: data sets
    differ over them, so they count where a set has them, and are not held against a system elsewhere.
    `candidates` are whole texts, the best first, `rewriting` the one text that it would write. `unreadable`
    names the tasks for which a model has written nothing that could be read: no label counts then, and the
    sentence as it is.
    """

    labels: tuple[Span, ...] | None = None
    pronouns: tuple[Span, ...] = ()
    candidates: tuple[str, ...] | None = None
    rewriting: str | None = None
    unreadable: frozenset[Task] = frozenset()


class System(Protocol):
    """A system. It answers in the order of the requests, one after the other."""

    @property
    def name(self) -> str:
        """The system as it was asked for."""

    @property
    def settings(self) -> Mapping[str, object]:
        """What results state about it."""

    @property
    def fingerprint(self) -> str:
        """A hash of all that its answers depend on: equal for equal systems."""

    def covered(self, sets: Sequence[Requests]) -> Sequence[Requests]:
        """Those of the sets of a run that it has something to say on.

        EvalError where that is none of them, where it has on a part of one, or where it is not clear which.
        """

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        """The answer to each request; EvalError where there can be none."""
