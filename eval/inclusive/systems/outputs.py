"""The outputs of another system as a system: published files, or those of an earlier run.

`outputs:FILE`, or `outputs:SET=FILE` to say which set of the run they are for.

- A text file has a line for each sentence of a set, in its order: the rewritten text. Blank lines at the end
  are no lines. Where several sets of the run have as many sentences, the set has to be named.
- JSON lines (a file named .jsonl) have in each line an object with

  - `id`: that of the sentence, a text;
  - `set`: the name of its set. In all lines or in none; without it, ids must not occur in several sets;
  - `output`: the rewritten text;
  - `labels`: the exclusive phrases in the sentence, as [start, end] in code points, end exclusive;
  - `pronouns`: exclusive pronouns in it in the same way, which count for a system and never against it;
  - `candidates`: whole rewritten texts, the best first;
  - `unreadable`: the tasks for which a model answered nothing that could be read, so that there are no
    `labels` ("labelling"), or `output` is the sentence as it is ("rewriting").

  `id` and one of `output`, `labels` and `candidates` are needed; what is not there is a task that the system
  does not do. A run writes its answers in this form (`outputs/1.jsonl` for its first system, and so on), with
  all that its figures depend on.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from mitgemeint.eval import stored
from mitgemeint.eval.files import expanded, read_text
from mitgemeint.eval.inclusive.systems.system import Answer, Request, Requests
from mitgemeint.eval.problems import EvalError, readable, shown, warn
from mitgemeint.eval.spans import Span

FINGERPRINT_LENGTH = 16
JSON_LINES = ".jsonl"
UNREADABLE = "unreadable"
FIELDS = ("id", "set", "output", "labels", "pronouns", "candidates", UNREADABLE)
ANSWERS = ("output", "labels", "candidates")
MOST_TOLD = 5
"""Sets that a message names."""

_REMEDY = "name a file of JSON lines with id and output, or of texts, one a line"
_WHICH = "say which set is meant: outputs:SET=FILE"


class _File(Protocol):
    """What a file of outputs says on sets."""

    def covered(self, sets: Sequence[Requests]) -> list[Requests]:
        """Those of the sets that it has outputs for; EvalError where there is none, or it is not clear."""

    def answer(self, request: Request) -> Answer:
        """The output for a request of such a set."""


class Outputs:
    """The outputs in a file, for the set of a name or for those that they fit.

    EvalError where there is no such file or it is malformed.
    """

    def __init__(self, name: str, path: Path, set_name: str = "") -> None:
        self.name = name
        self._place = readable(str(path))
        self._set = set_name
        content = read_text(path, _REMEDY)
        if not content.strip():
            raise EvalError(self._place, "is empty", _REMEDY)
        self.fingerprint = hashlib.sha256(content.encode("utf-8")).hexdigest()[:FINGERPRINT_LENGTH]
        read = _Rows if path.suffix.lower() == JSON_LINES else _Lines
        self._file: _File = read(self._place, content)

    @property
    def settings(self) -> Mapping[str, object]:
        """What results state about it."""
        return {"file": Path(self._place).name, "sha256": self.fingerprint}

    def covered(self, sets: Sequence[Requests]) -> list[Requests]:
        """The sets that the file has outputs for: for all sentences of each.

        EvalError where that is none, where it has some for a part of a set, and where it is not clear which
        set is meant.
        """
        meant = [each for each in sets if not self._set or each[0].set == self._set]
        if not meant:
            reason = f"no set of the run is named {shown(self._set)} (there {_are(_names(sets))})"
            raise EvalError(self._place, reason, _WHICH)
        return self._file.covered(meant)

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        """The output for each request."""
        return map(self._file.answer, requests)


def split_name(text: str) -> tuple[str, str]:
    """Set and file of `SET=FILE`; no set where a file has that whole name, or no set is named."""
    set_name, sign, file = text.partition("=")
    if not sign or not set_name or _is_file(text):
        return "", text
    return set_name, file


def as_row(set_name: str, name: str, answer: Answer) -> dict[str, Any]:
    """An answer as a row of such a file."""
    row: dict[str, Any] = {"set": set_name, "id": name}
    if answer.rewriting is not None:
        row["output"] = answer.rewriting
    if answer.labels is not None:
        row |= {"labels": answer.labels, "pronouns": answer.pronouns}
    if answer.candidates is not None:
        row["candidates"] = answer.candidates
    if answer.unreadable:
        row[UNREADABLE] = sorted(answer.unreadable)
    return row


def _is_file(text: str) -> bool:
    try:
        return expanded(text).is_file()
    except (OSError, ValueError, EvalError):  # a name that no file can have
        return False


def _names(sets: Sequence[Requests]) -> str:
    return _listed([each[0].set for each in sets])


def _listed(texts: Sequence[str]) -> str:
    more = len(texts) - MOST_TOLD
    return ", ".join(texts[:MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


def _are(names: str) -> str:
    return f"are {names}" if ", " in names else f"is {names}"


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


# ---- texts, one a line ----


class _Lines:
    """A text a line, in the order of a set."""

    def __init__(self, place: str, content: str) -> None:
        self._place = place
        self._lines = content.removesuffix("\n").split("\n")
        self._size = max(number for number, line in enumerate(self._lines, 1) if line.strip())
        first = self._lines[0].strip()
        if first.startswith("{") and '"id"' in first:
            raise EvalError(place, "holds JSON lines", f"name it so that it ends in {JSON_LINES}")

    def covered(self, sets: Sequence[Requests]) -> list[Requests]:
        fits = [each for each in sets if self._size <= len(each) <= len(self._lines)]
        lines = _number(self._size, "line")
        if not fits:
            sizes = [f"{each[0].set} has {_number(len(each), 'sentence')}" for each in sets]
            remedy = "give a line for each sentence of a set, in its order"
            raise EvalError(self._place, f"has {lines}, {_listed(sizes)}", remedy)
        if len(fits) > 1:
            reason = f"has {lines}, which fits several sets ({_names(fits)})"
            raise EvalError(self._place, reason, f"{_WHICH}, or give JSON lines with set, id and output")
        return fits

    def answer(self, request: Request) -> Answer:
        return Answer(rewriting=self._lines[request.number])


# ---- JSON lines ----


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    answer: Answer


class _Rows:
    """Rows by set and id; the set is "" throughout where rows do not name it."""

    def __init__(self, place: str, content: str) -> None:
        self._place = place
        self._rows: dict[tuple[str, str], _Row] = {}
        unknown: dict[str, int] = {}
        for number, line in enumerate(content.split("\n"), 1):
            if line.strip():
                try:
                    self._add(number, stored.json_value(line), unknown)
                except ValueError as error:
                    raise EvalError(f"{place}, line {number}", str(error), _REMEDY) from error
        if unknown:
            told = _listed([f"{shown(name)} (first in line {line})" for name, line in unknown.items()])
            warn(place, f"unknown fields are left out: {told}")
        self._named = any(name for name, _ in self._rows)

    def _add(self, number: int, row: Any, unknown: dict[str, int]) -> None:
        if not isinstance(row, dict):
            raise ValueError("is no object")
        if (broken := stored.unwritable(row)) is not None:
            raise ValueError(f"{broken} holds half a surrogate pair, which is no character")
        key = (_text(row, "set") if "set" in row else "", _text(row, "id"))
        if self._rows and bool(key[0]) is not bool(next(iter(self._rows))[0]):
            raise ValueError("set is in some lines, and not in others")
        if key in self._rows:
            raise ValueError(f"line {self._rows[key].line} has the same id ({key[1]})")
        self._rows[key] = _Row(number, _answer(row))
        for name in row:
            if name not in FIELDS:
                unknown.setdefault(name, number)

    def covered(self, sets: Sequence[Requests]) -> list[Requests]:
        found = {each[0].set: [self._find(request) for request in each] for each in sets}
        self._check_ids(sets)
        covered = [each for each in sets if any(found[each[0].set])]
        if not covered:
            raise self._nothing(sets)
        for each in covered:
            for request, row in zip(each, found[each[0].set], strict=True):
                self._check(request, row)
        return covered

    def answer(self, request: Request) -> Answer:
        row = self._find(request)
        if row is None:  # `covered` has looked
            raise LookupError(request.id)
        return row.answer

    def _find(self, request: Request) -> _Row | None:
        return self._rows.get((request.set if self._named else "", request.id))

    def _check_ids(self, sets: Sequence[Requests]) -> None:
        """EvalError where an id of rows that do not name their set is that of sentences of two."""
        owners: dict[str, str] = {}
        for request in () if self._named else (request for each in sets for request in each):
            if self._find(request) and (other := owners.setdefault(request.id, request.set)) != request.set:
                reason = f"the id {request.id} is one of {other} and one of {request.set}"
                raise EvalError(self._place, reason, f"give each line its set, or {_WHICH}")

    def _nothing(self, sets: Sequence[Requests]) -> EvalError:
        if self._named:
            own = _listed(sorted({name for name, _ in self._rows}))
            reason = f"its sets: {own}; those of the run: {_names(sets)}"
        else:
            reason = f"its first id is {next(iter(self._rows))[1]}, that of {sets[0][0].set} {sets[0][0].id}"
        remedy = "give the outputs the ids of the set, or name other sets with --set"
        return EvalError(self._place, f"has no output for any of the sets ({reason})", remedy)

    def _check(self, request: Request, row: _Row | None) -> None:
        if row is None:
            reason = f"has no output for {request.id}, though for other sentences of {request.set}"
            raise EvalError(self._place, reason, "add it, or measure on another set")
        for name, spans in (("labels", row.answer.labels or ()), ("pronouns", row.answer.pronouns)):
            for start, end in spans:
                if end > len(request.text):
                    within = f"the sentence, which has {len(request.text)} code points"
                    reason = f"{name}: [{start}, {end}] is not within {within}"
                    raise EvalError(f"{self._place}, line {row.line}", reason, "mend the file")


def _answer(row: Mapping[str, Any]) -> Answer:
    if not set(ANSWERS) & set(row):
        raise ValueError(f"has none of {', '.join(ANSWERS)}")
    return Answer(
        _spans(row, "labels") if "labels" in row else None,
        _spans(row, "pronouns") if "pronouns" in row else (),
        _texts(row, "candidates") if "candidates" in row else None,
        _text(row, "output", blank=True) if "output" in row else None,
    )


def _text(row: Mapping[str, Any], name: str, *, blank: bool = False) -> str:
    if name not in row:
        raise ValueError(f"has no {name}")
    value = row[name]
    if not isinstance(value, str) or not (blank or value.strip()):
        raise ValueError(f"{name} is {shown(value)}, no text")
    return value


def _texts(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = row[name]
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{name} is {shown(value)}, no list of texts")
    return tuple(value)


def _spans(row: Mapping[str, Any], name: str) -> tuple[Span, ...]:
    value = row[name]
    if not isinstance(value, list):
        raise ValueError(f"{name} is {shown(value)}, no list of [start, end]")
    for each in value:
        pair = isinstance(each, list) and len(each) == 2 and all(map(stored.count, each))
        if not pair or each[0] >= each[1]:
            raise ValueError(f"{name}: {shown(each)} is no [start, end] with 0 <= start < end")
    return tuple((start, end) for start, end in value)
