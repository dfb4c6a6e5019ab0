"""Hover: why a place is reported, how certain that is, and what can be written instead."""

from functools import partial

from lsprotocol import types
from pygls.capabilities import get_capability

from mitgemeint.analysis.documents import FORMATS_BY_NAME
from mitgemeint.analysis.findings import Finding
from mitgemeint.server.formats.report import assessment
from mitgemeint.server.lsp.edge import from_position, to_range
from mitgemeint.server.lsp.report import Report
from mitgemeint.server.lsp.server import Server


def register(server: Server) -> None:
    """Add the handlers of this feature."""
    server.feature(types.TEXT_DOCUMENT_HOVER)(hover)


async def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    """What there is to say about the finding at a place."""
    report = await ls.checker.report(params.text_document.uri)
    if report is None:
        return None
    index = report.document.index
    caret = index.offset(from_position(params.position), ls.encoding)
    findings = [finding for _, finding in report.touching(caret, caret)]
    if not findings:
        return None
    kind = _kind(ls)
    content = "\n\n".join(_describe(ls, report, finding, kind) for finding in findings)
    return types.Hover(
        types.MarkupContent(kind, content),
        to_range(index, findings[0].start, findings[0].end, ls.encoding),
    )


def _kind(server: Server) -> types.MarkupKind:
    """The first format that the client prefers; plain text where it does not say."""
    formats = get_capability(server.client_capabilities, "text_document.hover.content_format", None)
    return types.MarkupKind(formats[0]) if formats else types.MarkupKind.PlainText


def _describe(server: Server, report: Report, finding: Finding, kind: types.MarkupKind) -> str:
    markdown = kind == types.MarkupKind.Markdown
    uri = report.document.uri

    def shown(text: str) -> str:
        return FORMATS_BY_NAME["markdown"].escape(text) if markdown else text

    parts = [f"**{shown(finding.message)}**" if markdown else finding.message]
    if finding.reason:
        parts.append(shown(finding.reason))
    parts.append(shown(assessment(partial(server.text, uri), finding)))
    if finding.suggestions:
        lines = [f"- {server.title(uri, suggestion, shown)}" for suggestion in finding.suggestions]
        parts.append("\n".join([shown(server.text(uri, "lsp.hover.alternatives")), "", *lines]))
    parts.append(shown(server.text(uri, f"explanation.{finding.code}")))
    return "\n\n".join(parts)
