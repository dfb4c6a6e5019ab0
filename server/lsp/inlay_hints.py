"""Inlay hints: after each finding, in short, what can be written instead; a double click writes it."""

from lsprotocol import types
from pygls.capabilities import get_capability

from mitgemeint.server.lsp.edge import from_range, to_text_edits
from mitgemeint.server.lsp.refreshing import Refreshing
from mitgemeint.server.lsp.report import Report
from mitgemeint.server.lsp.server import Server

# Characters of a suggestion that a hint shows at most: whole phrases would tear the line apart.
LONGEST = 40
ARROW, REST = "→ ", "…"


def register(server: Server, capabilities: types.ClientCapabilities) -> None:
    """Announce inlay hints to a client that shows them."""
    if get_capability(capabilities, "text_document.inlay_hint", None) is None:
        return
    refreshes = get_capability(capabilities, "workspace.inlay_hint.refresh_support", False)
    reports = Refreshing(server, server.workspace_inlay_hint_refresh if refreshes else None)

    async def inlay_hint(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
        report = await reports.report(params.text_document.uri)
        if report is None or not ls.settings_for(report.document.uri).tool.inlay_hints:
            return []
        start, end = report.document.index.span(from_range(params.range), ls.encoding)
        hints = (_hint(ls, report, number) for number, _ in report.touching(start, end))
        return [hint for hint in hints if hint is not None]

    server.feature(types.TEXT_DOCUMENT_INLAY_HINT)(inlay_hint)


def _hint(server: Server, report: Report, number: int) -> types.InlayHint | None:
    """The hint of a finding; None where nothing is suggested."""
    finding, document = report.findings[number], report.document
    suggestion = next(iter(finding.suggestions), None)
    if suggestion is None:
        return None
    return types.InlayHint(
        position=types.Position(*document.index.position(finding.end, server.encoding)),
        label=ARROW + _short(suggestion.label),
        text_edits=to_text_edits(document, suggestion.edits, server.encoding),
        tooltip=f"{finding.message}\n{server.title(document.uri, suggestion)}",
        padding_left=True,
    )


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else label[: LONGEST - len(REST)].rstrip() + REST
