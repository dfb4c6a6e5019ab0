"""What a long run has found so far, beside its result: a run that was killed goes on where it was.

The file holds a line with the command's fingerprint and the number of chunks that are done, then a line for
each thing that was found. It is replaced as a whole after every so many chunks, and removed with the result.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mitgemeint.eval.files import replacing
from mitgemeint.eval.inclusive.corpora.tally import NOTED, Tally
from mitgemeint.eval.problems import EvalError, readable


@dataclass(frozen=True, slots=True)
class State:
    """How far a run has come: chunks that are done, and counts to go on with."""

    chunks: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def after(self, tallies: Sequence[Tally]) -> "State":
        """The state after some more chunks, a tally each."""
        counts = sum((tally.counts for tally in tallies), Counter(self.counts))
        notes = (*self.notes, *(note for tally in tallies for note in tally.notes))[:NOTED]
        return State(self.chunks + len(tallies), dict(counts), notes)


class Unfinished:
    """The file of a run; `fingerprint` tells a run from another one of the same name."""

    def __init__(self, result: Path, fingerprint: str) -> None:
        self.path = result.with_name(f".{result.name}.unfinished")
        self._fingerprint = fingerprint

    def state(self) -> State:
        """Where to go on; the beginning where there is no file. EvalError for the file of another command."""
        try:
            with self.path.open(encoding="utf-8") as file:
                head = json.loads(file.readline())
            if head["fingerprint"] == self._fingerprint:
                return State(int(head["chunks"]), dict(head["counts"]), tuple(head["notes"]))
        except FileNotFoundError:
            return State()
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise self._foreign("cannot be read") from error
        raise self._foreign("is the unfinished work of another command, or its corpus has changed")

    def lines(self) -> Iterator[str]:
        """What was found, a line each without its end."""
        try:
            with self.path.open(encoding="utf-8", newline="\n") as file:
                file.readline()
                for line in file:
                    yield line.rstrip("\n")
        except FileNotFoundError:
            return

    def save(self, state: State, lines: Iterable[str]) -> None:
        """Replaces the file; EvalError where it cannot be written. `lines` may read the old one."""
        head: dict[str, Any] = {
            "fingerprint": self._fingerprint,
            "chunks": state.chunks,
            "counts": state.counts,
            "notes": list(state.notes),
        }
        try:
            with replacing(self.path) as file:
                file.write((json.dumps(head, ensure_ascii=False) + "\n").encode("utf-8"))
                for line in lines:
                    file.write((line + "\n").encode("utf-8"))
        except OSError as error:
            reason = error.strerror or "cannot be written"
            raise EvalError(readable(str(self.path)), reason, "name another file with --out") from error

    def remove(self) -> None:
        """Takes the file away."""
        self.path.unlink(missing_ok=True)

    def _foreign(self, reason: str) -> EvalError:
        return EvalError(readable(str(self.path)), reason, "remove it, or name another file with --out")
