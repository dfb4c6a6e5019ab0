"""The whole workspace: diagnostics of every file in its folders, one after the other, with progress.

Each file is a job of its own for the worker, so that open documents and a cancelled request never wait for
more than one. A file that has not changed is not read again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from mitgemeint.analysis.documents import format_of
from mitgemeint.server import files
from mitgemeint.server.config import LoadedSettings
from mitgemeint.server.lsp.diagnostics import diagnostics
from mitgemeint.server.lsp.documents import OpenDocument
from mitgemeint.server.lsp.report import report_of
from mitgemeint.server.lsp.server import Server
from mitgemeint.server.positions import LineIndex
from mitgemeint.server.problems import Problem, ProblemError

# Files that are looked for in one go, between which others get their turn.
STEP = 200
# Generation and version of what was not opened.
NOT_OPEN = -1


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
        server.on_recheck.append(self._known.clear)  # word lists may have changed

    async def find(self) -> list[Path]:
        """All files that the settings let be checked, in the order of the folders."""
        found: list[Path] = []
        for folder in self._server.folders:
            path = to_fs_path(folder)
            if path:
                walk = self._walk(Path(path), self._server.settings_for(folder))
                while step := await self._server.in_worker(_some, walk):
                    found += step
        return list(dict.fromkeys(found))

    def _walk(self, folder: Path, loaded: LoadedSettings) -> Iterator[Path]:
        root = folder.resolve()
        try:
            for file in files.find(str(folder), files.selection_of(loaded), _ignore):
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
            status = await self._server.in_worker(path.stat)
            state = _State(status.st_mtime_ns, status.st_size, loaded)
            if uri in self._known and self._known[uri][0] == state:
                return self._known[uri][1]
            made = await self._made(uri, path, loaded)
        except (OSError, ProblemError):
            return None
        self._known[uri] = state, made
        return made

    async def _made(self, uri: str, path: Path, loaded: LoadedSettings) -> FileReport:
        source = await self._server.in_worker(files.read, path)
        self._number += 1
        name = f"file-{self._number}"
        if self._server.is_too_large(uri, source.text, loaded):
            return FileReport(uri, name, None, [])
        format_ = format_of(str(path), lambda: source.text) or "plaintext"
        analysis = await self._server.in_worker(
            self._server.engine.analyze, source.text, format_, loaded.settings
        )
        document = OpenDocument(uri, NOT_OPEN, format_, LineIndex(source.text))
        report = report_of(document, analysis, loaded.tool, NOT_OPEN)
        return FileReport(uri, name, None, diagnostics(self._server, report))


def _some(walk: Iterator[Path]) -> list[Path]:
    return list(islice(walk, STEP))


def _ignore(problem: Problem) -> None:
    """Folders that cannot be read are passed over: the command line tells of them."""
