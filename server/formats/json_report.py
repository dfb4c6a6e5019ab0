"""JSON, version 1: one object, or one object a text (`jsonl`). The schema is `json.schema.json`.

With `explain` every suggestion says why it stands where it does.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TextIO

from mitgemeint.analysis.findings import Finding, Suggestion
from mitgemeint.server.formats.report import Checked
from mitgemeint.server.positions import Encoding, LineIndex, Position
from mitgemeint.server.problems import Problem, valid

VERSION = 1


class JsonReport:
    """One object for everything, written at the end."""

    def __init__(self, out: TextIO, explain: bool = False) -> None:
        self._out = out
        self._explain = explain
        self._files: list[dict[str, Any]] = []

    def add(self, checked: Checked) -> None:
        """Keep the findings of one text for the end."""
        self._files.append(_file(checked, self._explain))

    def close(self, problems: Sequence[Problem]) -> None:
        """Write the object."""
        _write(self._out, self._files, indent=2)


class JsonLinesReport:
    """One object a text, written at once, on one line."""

    def __init__(self, out: TextIO, explain: bool = False) -> None:
        self._out = out
        self._explain = explain

    def add(self, checked: Checked) -> None:
        """Write the object of one text."""
        _write(self._out, [_file(checked, self._explain)], indent=None)

    def close(self, problems: Sequence[Problem]) -> None:
        """Nothing is left to write."""


def _write(out: TextIO, files: list[dict[str, Any]], indent: int | None) -> None:
    out.write(json.dumps({"version": VERSION, "files": files}, ensure_ascii=False, indent=indent) + "\n")


def _file(checked: Checked, explain: bool) -> dict[str, Any]:
    index = checked.index
    return {
        "path": valid(checked.path),
        "format": checked.format,
        "findings": [_finding(checked, finding, index, explain) for finding in checked.findings],
    }


def _finding(checked: Checked, finding: Finding, index: LineIndex, explain: bool) -> dict[str, Any]:
    start, end = index.range(finding.start, finding.end, Encoding.UTF16)
    return {
        "code": finding.code,
        "severity": checked.severity_of(finding),
        "start": finding.start,
        "end": finding.end,
        "range": {"start": _position(start), "end": _position(end)},
        "text": finding.text,
        "lemma": finding.lemma,
        "reference": finding.reference,
        "certainty": round(finding.certainty, 4),
        "message": finding.message,
        "reason": finding.reason,
        "suggestions": [_suggestion(suggestion, explain) for suggestion in finding.suggestions],
    }


def _suggestion(suggestion: Suggestion, explain: bool) -> dict[str, Any]:
    ranking = suggestion.ranking
    explained = {"automatic": suggestion.automatic, "ranking": asdict(ranking) if ranking else None}
    return {
        "notation": suggestion.notation,
        "label": suggestion.label,
        "edits": [edit._asdict() for edit in suggestion.edits],
        "sentence": suggestion.sentence,
        **(explained if explain else {}),
    }


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "character": position.character}
