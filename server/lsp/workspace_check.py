"""Diagnostics of the whole workspace: pulled by clients that can, or published by a command."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

from lsprotocol import types

from mitgemeint.server.lsp.lifecycle import progress_token
from mitgemeint.server.lsp.server import Server
from mitgemeint.server.lsp.workspace import FileReport, Workspace

CHECK_WORKSPACE = "mitgemeint.checkWorkspace"
HOLD = 30.0
"""Seconds that a client which asks again and again waits for an answer while nothing changes."""


def register(server: Server) -> None:
    """Add the handlers of this feature; the request itself is announced with the other diagnostics."""
    feature = _Feature(Workspace(server))

    async def workspace_diagnostic(
        ls: Server, params: types.WorkspaceDiagnosticParams
    ) -> types.WorkspaceDiagnosticReport:
        return await feature.pull(ls, params)

    async def check_workspace(ls: Server, *arguments: Any) -> int:
        return await feature.check(ls)

    server.feature(types.WORKSPACE_DIAGNOSTIC)(workspace_diagnostic)
    server.command(CHECK_WORKSPACE)(check_workspace)


class _Feature:
    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def pull(
        self, ls: Server, params: types.WorkspaceDiagnosticParams
    ) -> types.WorkspaceDiagnosticReport:
        """All files, as they get ready where the client takes partial results.

        Nothing where the settings do not ask for the workspace. A client that asks in a loop waits while
        there is nothing new.
        """
        if not any(ls.settings_for(folder).tool.workspace for folder in ls.folders):
            return types.WorkspaceDiagnosticReport(items=[])
        known = {previous.uri: previous.value for previous in params.previous_result_ids}
        patience = HOLD if known and params.partial_result_token is not None else 0.0
        deadline = asyncio.get_running_loop().time() + patience
        while True:
            found = await self._pull(ls, params, known)
            news = any(isinstance(each, types.WorkspaceFullDocumentDiagnosticReport) for each in found)
            if news or asyncio.get_running_loop().time() >= deadline:
                return types.WorkspaceDiagnosticReport(
                    items=[] if params.partial_result_token is not None else found
                )
            await asyncio.sleep(min(HOLD, 2.0))

    async def _pull(
        self, ls: Server, params: types.WorkspaceDiagnosticParams, known: Mapping[str, str]
    ) -> list[types.WorkspaceDocumentDiagnosticReport]:
        found: list[types.WorkspaceDocumentDiagnosticReport] = []
        seen: set[str] = set()
        async for report in self._reports(ls, params.work_done_token):
            seen.add(report.uri)
            found.append(_answer(report, known))
            self._send_part(ls, params, found[-1:], known)
        gone: list[types.WorkspaceDocumentDiagnosticReport] = [
            types.WorkspaceFullDocumentDiagnosticReport(uri=uri, items=[]) for uri in known if uri not in seen
        ]
        self._send_part(ls, params, gone, known)
        return found + gone

    def _send_part(
        self,
        ls: Server,
        params: types.WorkspaceDiagnosticParams,
        part: list[types.WorkspaceDocumentDiagnosticReport],
        known: Mapping[str, str],
    ) -> None:
        """Send what is new at once, where the client wants that."""
        new = [
            each
            for each in part
            if isinstance(each, types.WorkspaceFullDocumentDiagnosticReport) or not known
        ]
        if new and params.partial_result_token is not None:
            value = types.WorkspaceDiagnosticReportPartialResult(items=new)
            ls.progress(types.ProgressParams(params.partial_result_token, _unstructured(ls, value)))

    async def check(self, ls: Server) -> int:
        """Publish the diagnostics of all files that are not open, for clients that do not ask for them; gives
        the number of files with findings.
        """
        token = await progress_token(ls)
        stop = ls.work_done_progress.tokens.get(token) if token is not None else None
        files = 0
        async for report in self._reports(ls, token):
            if report.version is None:
                ls.published_unopened.add(report.uri)
                ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(report.uri, report.items))
            files += bool(report.items)
            if stop is not None and stop.cancelled():
                break
        return files

    async def _reports(self, ls: Server, token: types.ProgressToken | None) -> AsyncIterator[FileReport]:
        """The files one by one, with progress where there is a token for it."""
        await ls.checker.ready.wait()
        progress = ls.work_done_progress
        if token is not None:
            title = ls.text("", "lsp.progress.workspace")
            progress.begin(token, types.WorkDoneProgressBegin(title, percentage=0, cancellable=True))
        try:
            paths = await self._workspace.find()
            for number, path in enumerate(paths):
                report = await self._workspace.report(path)
                if token is not None:
                    done = types.WorkDoneProgressReport(
                        message=f"{number + 1}/{len(paths)}", percentage=100 * (number + 1) // len(paths)
                    )
                    progress.report(token, done)
                if report is not None:
                    yield report
        finally:
            if token is not None:
                progress.end(token, types.WorkDoneProgressEnd())
                progress.tokens.pop(token, None)


def _answer(report: FileReport, known: Mapping[str, str]) -> types.WorkspaceDocumentDiagnosticReport:
    if known.get(report.uri) == report.result:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(
            uri=report.uri, result_id=report.result, version=report.version
        )
    return types.WorkspaceFullDocumentDiagnosticReport(
        uri=report.uri, items=report.items, result_id=report.result, version=report.version
    )


def _unstructured(server: Server, value: object) -> Any:
    """A value as it is sent: what a progress carries has no type of its own."""
    return server.protocol._converter.unstructure(value)
