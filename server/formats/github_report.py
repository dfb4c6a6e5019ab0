"""GitHub annotations: workflow commands that GitHub shows beside the lines of a change."""

from collections.abc import Sequence
from typing import TextIO

from mitgemeint.analysis.findings import Finding
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.formats.report import SHOWN, Checked, assessment, posix_path
from mitgemeint.server.positions import Encoding, LineIndex
from mitgemeint.server.problems import Problem, valid

COMMANDS = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}


class GithubReport:
    """One workflow command a finding. With `explain` it says whom that means and how certain that is."""

    def __init__(self, out: TextIO, catalogue: Catalogue, explain: bool = False) -> None:
        self._out = out
        self._catalogue = catalogue
        self._explain = explain

    def add(self, checked: Checked) -> None:
        """Write the annotations of one text."""
        index = checked.index
        for finding in checked.findings:
            message = _message(finding, self._assessment(finding))
            self._out.write(f"{_command(checked, finding, index)}::{_data(message)}\n")

    def close(self, problems: Sequence[Problem]) -> None:
        """Nothing is left to write."""

    def _assessment(self, finding: Finding) -> str:
        return assessment(self._catalogue.text, finding) if self._explain else ""


def _command(checked: Checked, finding: Finding, index: LineIndex) -> str:
    start, end = index.range(finding.start, finding.end, Encoding.UTF16)
    properties: dict[str, object] = {
        "file": posix_path(valid(checked.path)),
        "line": checked.first_line + start.line + 1,
        "endLine": checked.first_line + end.line + 1,
    }
    if start.line == end.line:  # GitHub takes columns only within one line.
        properties |= {"col": start.character + 1, "endColumn": end.character + 1}
    properties["title"] = f"mitgemeint {finding.code}"
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{COMMANDS[checked.severity_of(finding)]} {listed}"


def _message(finding: Finding, explanation: str) -> str:
    lines = [finding.message, finding.reason, explanation]
    lines += [f"{suggestion.label}: {suggestion.sentence}" for suggestion in finding.suggestions[:SHOWN]]
    return "\n".join(line for line in lines if line)


def _data(text: str) -> str:
    """The escapes that workflow commands ask for in messages."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The escapes that workflow commands ask for in the values of properties."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
