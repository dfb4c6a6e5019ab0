"""The outputs of another system as a system: published files, or those of an earlier run.

JSON lines have `id` and `output` (the rewritten text), and may have `labels` (spans), `pronouns` (spans) and
`candidates` (texts); a text file has a line for each sentence of a set, in its order.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mitgemeint.eval.inclusive.systems.system import Answer, Request
from mitgemeint.eval.problems import EvalError, readable
from mitgemeint.eval.spans import Span

_REMEDY = "name a file of JSON lines with id and output, or of texts, one a line"
FINGERPRINT_LENGTH = 16


class Outputs:
    """The outputs in a file. EvalError where there is none or it is malformed."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self._place = readable(str(path))
        try:
            content = path.read_text("utf-8")
        except OSError as error:
            raise EvalError(self._place, error.strerror or "cannot be read", _REMEDY) from error
        except UnicodeDecodeError as error:
            raise EvalError(self._place, "is not in UTF-8", _REMEDY) from error
        self.fingerprint = hashlib.sha256(content.encode("utf-8")).hexdigest()[:FINGERPRINT_LENGTH]
        self._by_id: dict[str, Answer] = {}
        self._lines: list[str] = []
        if path.suffix == ".jsonl":
            self._by_id = dict(self._rows(content))
        else:
            self._lines = content.removesuffix("\n").split("\n")

    @property
    def settings(self) -> Mapping[str, object]:
        """What results state about it."""
        return {"file": Path(self._place).name, "sha256": self.fingerprint}

    def covers(self, requests: Sequence[Request]) -> bool:
        """Whether the file has these sentences: all of them, or as many lines as there are."""
        if self._lines:
            return len(self._lines) == len(requests)
        missing = [request.id for request in requests if request.id not in self._by_id]
        if missing and len(missing) < len(requests):
            reason = f"has no output for {missing[0]}, though for other sentences of {requests[0].set}"
            raise EvalError(self._place, reason, "add it, or measure on another set")
        return not missing

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        """The output for each request."""
        for request in requests:
            if self._lines:
                yield Answer(rewriting=self._lines[request.number])
            else:
                yield self._by_id[request.id]

    def _rows(self, content: str) -> Iterator[tuple[str, Answer]]:
        for number, line in enumerate(content.split("\n"), 1):
            if line.strip():
                try:
                    row = json.loads(line)
                    yield _text(row["id"]), _answer(row)
                except (ValueError, TypeError, KeyError, RecursionError) as error:
                    place = f"{self._place}, line {number}"
                    raise EvalError(place, "is no output of a system", _REMEDY) from error


def as_row(name: str, answer: Answer, most: int) -> dict[str, Any]:
    """An answer as a row of such a file, with at most so many candidates."""
    row: dict[str, Any] = {"id": name}
    if answer.rewriting is not None:
        row["output"] = answer.rewriting
    if answer.labels is not None:
        row |= {"labels": answer.labels, "pronouns": answer.pronouns}
    if answer.candidates is not None:
        row["candidates"] = answer.candidates[:most]
    return row


def _answer(row: Mapping[str, Any]) -> Answer:
    if not {"output", "labels", "candidates"} & set(row):
        raise ValueError("nothing is put out")
    listed = row.get("candidates")
    return Answer(
        _spans(row["labels"]) if "labels" in row else None,
        _spans(row.get("pronouns", [])),
        None if listed is None else tuple(map(_text, listed)),
        _text(row["output"]) if "output" in row else None,
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    return value


def _spans(value: Any) -> tuple[Span, ...]:
    spans = [(start, end) for start, end in value]
    if not all(type(each) is int for span in spans for each in span):
        raise ValueError("no spans")
    return tuple(spans)
