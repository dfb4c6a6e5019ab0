"""Code lenses: over each section the number of its findings, and what makes the safe changes in it."""

from itertools import pairwise
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability

from mitgemeint.server.lsp.actions import safe_changes
from mitgemeint.server.lsp.commands import FIX_ALL
from mitgemeint.server.lsp.edge import to_range
from mitgemeint.server.lsp.refreshing import Refreshing
from mitgemeint.server.lsp.report import Report
from mitgemeint.server.lsp.server import Server
from mitgemeint.server.positions import without_halves


def register(server: Server, capabilities: types.ClientCapabilities) -> None:
    """Announce code lenses to a client that shows them."""
    if get_capability(capabilities, "text_document.code_lens", None) is None:
        return
    refreshes = get_capability(capabilities, "workspace.code_lens.refresh_support", False)
    reports = Refreshing(server, server.workspace_code_lens_refresh if refreshes else None)

    async def code_lens(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
        report = await reports.report(params.text_document.uri)
        if report is None or not ls.settings_for(report.document.uri).tool.code_lens:
            return []
        borders = await _borders(ls, report)
        return [lens for start, end in pairwise(borders) if (lens := _lens(ls, report, start, end))]

    options = types.CodeLensOptions(resolve_provider=True)
    server.feature(types.TEXT_DOCUMENT_CODE_LENS, options)(code_lens)
    server.feature(types.CODE_LENS_RESOLVE)(resolve)


async def _borders(server: Server, report: Report) -> list[int]:
    """Where the sections begin and the last one ends; the first begins with the document."""
    document = report.document
    end = len(document.text) + 1  # the last finding may stand at the very end
    if not report.findings or document.format is None:
        return [0, end]
    found = await server.in_worker(_headings, without_halves(document.text), document.format)
    return [*dict.fromkeys([0, *found]), end]


def _headings(text: str, format_: str) -> list[int]:
    from mitgemeint.analysis.sections import headings

    return headings(text, format_)


def _lens(server: Server, report: Report, start: int, end: int) -> types.CodeLens | None:
    """The lens of a section, still without its command: making the suggestions takes time."""
    count = sum(start <= finding.start < end for finding in report.findings)
    if not count:
        return None
    index = report.document.index
    data = {"uri": report.document.uri, "report": report.generation, "start": start, "end": end}
    return types.CodeLens(to_range(index, start, start, server.encoding), data={**data, "count": count})


async def resolve(ls: Server, lens: types.CodeLens) -> types.CodeLens:
    """Put the command into a lens. One of an older text only says its number: a new one is on its way."""
    data: Any = lens.data if isinstance(lens.data, dict) else {}
    uri, count = str(data.get("uri", "")), data.get("count", 0)
    report = await ls.checker.report(uri)
    start, end = data.get("start"), data.get("end")
    safe = 0
    if report is not None and report.generation == data.get("report"):
        safe = safe_changes(report, start, end)[1]
    if report is None or not safe:
        lens.command = types.Command(ls.text(uri, "lsp.lens.findings", count=count), "")
        return lens
    title = ls.text(uri, "lsp.lens.safe", count=count, safe=safe)
    place = to_range(report.document.index, start, end, ls.encoding)
    named = {
        "uri": uri,
        "range": {
            "start": {"line": place.start.line, "character": place.start.character},
            "end": {"line": place.end.line, "character": place.end.character},
        },
    }
    lens.command = types.Command(title, FIX_ALL, arguments=[named])
    return lens
