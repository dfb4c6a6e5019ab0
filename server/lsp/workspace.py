"""The whole workspace: diagnostics of every file in its folders, one after the other, with progress.

Each file is a job of its own for the worker, so that open documents and a cancelled request never wait for
more than one. A file that has not changed is not read again.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from mitgemeint.analysis.documents import format_of
from mitgemeint.server import files, reading
from mitgemeint.server.config import LoadedSettings
from mitgemeint.server.lsp.diagnostics import diagnostics
from mitgemeint.server.lsp.documents import OpenDocument
from mitgemeint.server.lsp.report import make_report
from mitgemeint.server.lsp.server import Server
from mitgemeint.server.positions import LineIndex
from mitgemeint.server.problems import Problem, ProblemError

# Files that are looked for in one go, between which others get their turn.
STEP = 200
# Generation and version of what was not opened.
NOT_OPEN = -1
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class FileReport:
    """The diagnostics of one file; `result` names this state of the file and no other. `version` is that of
    the open document, if it is open.
    """

    uri: str
    result: str
    version: int | None
    items: list[types.Diagnostic]


@dataclass(frozen=True, slots=True)
class _State:
    """What a file's diagnostics depend on."""

    changed: int
    size: int
    settings: LoadedSettings


class Workspace:
    """The files of the workspace folders and what is known of them."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._known: dict[str, tuple[_State, FileReport]] = {}
        self._number = 0

    async def find(self) -> list[Path]:
        """All files that the settings let be checked, in the order of the folders."""
        found: list[Path] = []
        for folder in self._server.folders:
            path = to_fs_path(folder)
            if path:
                walk = self._walk(Path(path), self._server.settings_for(folder))
                while step := await self._run(_some, walk):
                    found += step
        return list(dict.fromkeys(found))

    def _walk(self, folder: Path, loaded: LoadedSettings) -> Iterator[Path]:
        tool = loaded.tool

        def known(file: Path) -> bool:
            found = format_of(str(file.absolute()), lambda: reading.read_begin(file))
            return found is not None and tool.reads(found)

        selection = files.Selection(loaded.root, tool.include, tool.exclude, known)
        root = folder.resolve()
        try:
            for file in files.find(str(folder), selection, _ignore):
                if file.resolve().is_relative_to(root):  # no link leads out of the workspace
                    yield file
        except ProblemError:
            return

    async def report(self, path: Path) -> FileReport | None:
        """The diagnostics of a file: of the open document, or of what lies on the disk; None if it cannot be
        read.
        """
        uri = from_fs_path(str(path)) or ""
        if document := self._server.documents.get(uri):
            report = await self._server.checker.settled_report(uri)
            items = diagnostics(self._server, report) if report else []
            return FileReport(uri, f"open-{report.generation if report else 0}", document.version, items)
        loaded = self._server.settings_for(uri)
        try:
            status = await self._run(path.stat)
            state = _State(status.st_mtime_ns, status.st_size, loaded)
            if uri in self._known and self._known[uri][0] == state:
                return self._known[uri][1]
            made = await self._made(uri, path, loaded)
        except (OSError, ProblemError):
            return None
        self._known[uri] = state, made
        return made

    async def _made(self, uri: str, path: Path, loaded: LoadedSettings) -> FileReport:
        source = await self._run(files.read, path)
        format_ = format_of(str(path), lambda: source.text) or "plaintext"
        analysis = await self._run(self._server.engine.analyze, source.text, format_, loaded.settings)
        self._number += 1
        report = make_report(
            NOT_OPEN,
            OpenDocument(uri, NOT_OPEN, format_, LineIndex(source.text)),
            analysis.findings,
            wanted=lambda finding: loaded.tool.reports(finding.code, finding.reference),
            limit=loaded.tool.max_findings,
        )
        return FileReport(uri, f"file-{self._number}", None, diagnostics(self._server, report))

    def forget(self) -> None:
        """Read everything again."""
        self._known.clear()

    async def _run(self, job: Callable[..., Result], *arguments: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._server.worker, job, *arguments)


def _some(walk: Iterator[Path]) -> list[Path]:
    return list(islice(walk, STEP))


def _ignore(problem: Problem) -> None:
    """Folders that cannot be read are passed over: the command line tells of them."""
