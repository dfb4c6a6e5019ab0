"""Findings as diagnostics: pulled by clients that can do so at any time, pushed to all others, never both."""

from functools import partial
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability

from mitgemeint.analysis.findings import Finding
from mitgemeint.server.lsp.edge import to_range
from mitgemeint.server.lsp.report import Report
from mitgemeint.server.lsp.server import Server
from mitgemeint.server.options import ToolSettings

SOURCE = "mitgemeint"
MORE_FINDINGS = "more-findings"
SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


def register(server: Server, capabilities: types.ClientCapabilities) -> None:
    """Choose the one way in which this client gets its diagnostics.

    It pulls only if it can be told to pull again: a changed setting changes them without an edit. Some that
    can pull, such as Neovim 0.11, cannot be told.
    """
    pulls = get_capability(capabilities, "text_document.diagnostic", None) is not None
    if not (pulls and get_capability(capabilities, "workspace.diagnostics.refresh_support", False)):
        server.publish = partial(publish, server)
        server.withdraw = partial(withdraw, server)
        return
    server.refresh = partial(server.workspace_diagnostic_refresh, None)
    options = types.DiagnosticOptions(
        identifier=SOURCE, inter_file_dependencies=False, workspace_diagnostics=True
    )
    server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(document_diagnostic)


async def document_diagnostic(
    ls: Server, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    """The diagnostics of the newest text: a request in the middle of typing waits for a pause."""
    report = await ls.checker.settled_report(params.text_document.uri)
    if report is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    result_id = str(report.generation)
    if params.previous_result_id == result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result_id)
    return types.RelatedFullDocumentDiagnosticReport(items=diagnostics(ls, report), result_id=result_id)


def publish(server: Server, report: Report) -> None:
    """Push the diagnostics of a report, with the version of the text they belong to."""
    document = report.document
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(document.uri, diagnostics(server, report), document.version)
    )


def withdraw(server: Server, uri: str) -> None:
    """Take all diagnostics of a document back."""
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def diagnostics(server: Server, report: Report) -> list[types.Diagnostic]:
    """All diagnostics of a report, with a note where it does not show every finding."""
    tool = server.settings_for(report.document.uri).tool
    shown = [diagnostic(server, report, number, tool) for number in range(len(report.findings))]
    if report.first_omitted is not None:
        shown.append(_note(server, report, report.first_omitted))
    return shown


def diagnostic(server: Server, report: Report, number: int, tool: ToolSettings) -> types.Diagnostic:
    """One finding. Its `data` names report and finding, which is all that a code action needs.

    The rewrites themselves stay here: a long document would send megabytes of them at every edit.
    """
    finding = report.findings[number]
    return types.Diagnostic(
        range=_range(server, report, finding),
        message=finding.message,
        severity=SEVERITIES[tool.severity_of(finding.code, finding.reference)],
        code=str(finding.code),
        source=SOURCE,
        data={"report": report.generation, "finding": number},
    )


def numbers_in(report: Report, shown: list[types.Diagnostic]) -> set[int]:
    """The findings of this report that a client's diagnostics name; none for those of an older one."""
    named = [entry.data for entry in shown if entry.source == SOURCE]
    return {number for data in named if (number := _number(report, data)) is not None}


def _number(report: Report, data: Any) -> int | None:
    if not isinstance(data, dict) or data.get("report") != report.generation:
        return None
    number = data.get("finding")
    return number if isinstance(number, int) and 0 <= number < len(report.findings) else None


def _note(server: Server, report: Report, first: Finding) -> types.Diagnostic:
    return types.Diagnostic(
        range=_range(server, report, first),
        message=server.text(report.document.uri, "lsp.more-findings", count=report.omitted),
        severity=types.DiagnosticSeverity.Information,
        code=MORE_FINDINGS,
        source=SOURCE,
    )


def _range(server: Server, report: Report, finding: Finding) -> types.Range:
    return to_range(report.document.index, finding.start, finding.end, server.encoding)
