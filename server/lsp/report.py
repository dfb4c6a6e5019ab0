"""What is known about one version of one document: its findings, in a fixed order and number."""

from collections.abc import Iterator
from dataclasses import dataclass

from mitgemeint.analysis.findings import Analysis, Finding
from mitgemeint.server.lsp.documents import OpenDocument
from mitgemeint.server.options import ToolSettings


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a document by position, the first `limit` of them.

    `generation` names this report and no other of the session. `omitted` counts the findings past the limit,
    and `first_omitted` is the first of them.
    """

    generation: int
    document: OpenDocument
    findings: tuple[Finding, ...]
    omitted: int = 0
    first_omitted: Finding | None = None

    def touching(self, start: int, end: int) -> Iterator[tuple[int, Finding]]:
        """The findings, with their numbers, that share a character with the span.

        An empty span is a caret: it touches what it stands in or beside.
        """
        for number, finding in enumerate(self.findings):
            if finding.start > end:
                return
            shared = min(end, finding.end) - max(start, finding.start)
            if shared > 0 or (shared == 0 and start == end):
                yield number, finding


def report_of(document: OpenDocument, analysis: Analysis, tool: ToolSettings, generation: int) -> Report:
    """A report of the findings that the settings want, sorted, at most as many as they show."""
    wanted = (each for each in analysis.findings if tool.reports(each.code, each.reference))
    chosen = sorted(wanted, key=_place)
    shown, rest = chosen[: tool.max_findings], chosen[tool.max_findings :]
    return Report(generation, document, tuple(shown), len(rest), rest[0] if rest else None)


def _place(finding: Finding) -> tuple[int, int, str]:
    return finding.start, finding.end, finding.code
