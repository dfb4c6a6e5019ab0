"""What all output formats share: a checked text, and the interface of a report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from mitgemeint.analysis.findings import Finding
from mitgemeint.server.options import ToolSettings
from mitgemeint.server.positions import LineIndex
from mitgemeint.server.problems import Problem

# Suggestions that reports for people write out.
SHOWN = 4


def assessment(text: Callable[..., str], finding: Finding) -> str:
    """Whom the word of a finding means and how certain that is, in the words that `text` has for a key."""
    reference = text(f"assessment.{finding.reference}")
    return text("assessment.line", reference=reference, certainty=round(100 * finding.certainty))


@dataclass(frozen=True, slots=True)
class Checked:
    """The findings of one text.

    `first_line` counts the lines of the file before it, where every line is a text of its own.
    """

    path: str
    format: str
    text: str
    findings: tuple[Finding, ...]
    tool: ToolSettings
    first_line: int = 0

    @property
    def index(self) -> LineIndex:
        """The lines of the text."""
        return LineIndex(self.text)

    def severity_of(self, finding: Finding) -> str:
        """The severity that the settings give to a finding."""
        return self.tool.severity_of(finding.code, finding.reference)


class Report(Protocol):
    """Writes what was found in one format."""

    def add(self, checked: Checked) -> None:
        """Take the findings of one text; what can be written at once, is."""
        ...

    def close(self, problems: Sequence[Problem]) -> None:
        """Write the rest; `problems` are those that kept files from being checked."""
        ...


def posix_path(path: str) -> str:
    """The path with forward slashes, as reports that travel between machines want it."""
    return path if path == "-" else Path(path).as_posix()
