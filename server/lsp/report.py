"""What is known about one version of one document: its findings, in a fixed order and number."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.findings import Finding
from mitgemeint.server.lsp.documents import OpenDocument


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


def make_report(
    generation: int,
    document: OpenDocument,
    findings: Sequence[Finding],
    wanted: Callable[[Finding], bool],
    limit: int,
) -> Report:
    """A report of the findings that are `wanted`, sorted, at most `limit` of them."""
    chosen = sorted(filter(wanted, findings), key=_place)
    rest = chosen[limit:]
    return Report(generation, document, tuple(chosen[:limit]), len(rest), rest[0] if rest else None)


def _place(finding: Finding) -> tuple[int, int, str]:
    return finding.start, finding.end, finding.code
