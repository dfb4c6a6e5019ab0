"""SARIF 2.1.0 (OASIS), which code-scanning services read. Columns count UTF-16 units from 1."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from mitgemeint.analysis.findings import Code, Edit, Finding, Suggestion
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.formats.report import Checked, posix_path
from mitgemeint.server.positions import Encoding, LineIndex
from mitgemeint.server.problems import Level, Problem

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
RULES = tuple(Code)


class SarifReport:
    """One log with one run, written at the end."""

    def __init__(self, out: TextIO, catalogue: Catalogue, version: str) -> None:
        self._out = out
        self._catalogue = catalogue
        self._version = version
        self._results: list[dict[str, Any]] = []

    def add(self, checked: Checked) -> None:
        """Keep the results of one text for the end."""
        index = checked.index
        self._results += [_result(checked, finding, index) for finding in checked.findings]

    def close(self, problems: Sequence[Problem]) -> None:
        """Write the log."""
        run = {
            "tool": {"driver": self._driver()},
            "columnKind": "utf16CodeUnits",
            "newlineSequences": ["\r\n", "\n", "\r"],
            "invocations": [self._invocation(problems)],
            "results": self._results,
        }
        log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
        self._out.write(json.dumps(log, ensure_ascii=False, indent=2) + "\n")

    def _driver(self) -> dict[str, Any]:
        return {"name": "mitgemeint", "version": self._version, "rules": [self._rule(code) for code in RULES]}

    def _rule(self, code: Code) -> dict[str, Any]:
        explanation = self._catalogue.text(f"explanation.{code}")
        return {
            "id": str(code),
            "shortDescription": {"text": explanation.partition(". ")[0].rstrip(".") + "."},
            "fullDescription": {"text": explanation},
            "defaultConfiguration": {"level": "note"},
        }

    def _invocation(self, problems: Sequence[Problem]) -> dict[str, Any]:
        return {
            "executionSuccessful": not any(problem.level is Level.ERROR for problem in problems),
            "toolExecutionNotifications": [
                {
                    "level": problem.level.value,
                    "descriptor": {"id": problem.code},
                    "message": {"text": problem.text(self._catalogue)},
                }
                for problem in problems
            ],
        }


def _result(checked: Checked, finding: Finding, index: LineIndex) -> dict[str, Any]:
    location = {"artifactLocation": {"uri": _uri(checked.path)}, "region": _region(checked, finding, index)}
    message = " ".join(part for part in (finding.message, finding.reason) if part)
    result: dict[str, Any] = {
        "ruleId": str(finding.code),
        "ruleIndex": RULES.index(finding.code),
        "level": LEVELS[checked.severity_of(finding)],
        "message": {"text": message},
        "locations": [{"physicalLocation": location}],
        "properties": {
            "severity": checked.severity_of(finding),
            "reference": str(finding.reference),
            "certainty": finding.certainty,
            "reason": finding.reason,
        },
    }
    fixes = [
        _fix(checked, suggestion, index)
        for suggestion in finding.suggestions
        if suggestion.edits and suggestion.automatic
    ]
    return {**result, "fixes": fixes} if fixes else result


def _fix(checked: Checked, suggestion: Suggestion, index: LineIndex) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(checked, edit, index), "insertedContent": {"text": edit.new_text}}
        for edit in suggestion.edits
    ]
    change = {"artifactLocation": {"uri": _uri(checked.path)}, "replacements": replacements}
    return {"description": {"text": suggestion.label}, "artifactChanges": [change]}


def _region(checked: Checked, span: Finding | Edit, index: LineIndex) -> dict[str, int]:
    start, end = index.range(span.start, span.end, Encoding.UTF16)
    return {
        "startLine": checked.first_line + start.line + 1,
        "startColumn": start.character + 1,
        "endLine": checked.first_line + end.line + 1,
        "endColumn": end.character + 1,
    }


def _uri(path: str) -> str:
    """A URI reference: relative paths stay relative, names are escaped byte by byte."""
    if path == "-":
        return "stdin"
    if os.path.isabs(path):
        return Path(path).as_uri()
    return quote(os.fsencode(posix_path(path)))
