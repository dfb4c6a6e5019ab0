"""The language server: what its features share, and how they work together."""

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from mitgemeint.analysis.findings import Suggestion
from mitgemeint.analysis.messages import Catalogue, notation_name
from mitgemeint.analysis.settings import Settings
from mitgemeint.server import files
from mitgemeint.server.analysing import PipelineFactory
from mitgemeint.server.config import LoadedSettings
from mitgemeint.server.lsp.checker import Checker
from mitgemeint.server.lsp.client_settings import Configuration
from mitgemeint.server.lsp.documents import DocumentStore, OpenDocument, name_of
from mitgemeint.server.lsp.edge import encoding_of, to_changes
from mitgemeint.server.lsp.engine import Engine, LoadError
from mitgemeint.server.lsp.notebooks import SYNC
from mitgemeint.server.lsp.protocol import Protocol
from mitgemeint.server.lsp.report import Report, report_of
from mitgemeint.server.lsp.turns import Turns
from mitgemeint.server.lsp.worker import Worker
from mitgemeint.server.positions import Encoding, without_halves
from mitgemeint.server.problems import Problem

log = logging.getLogger(__name__)

NAME = "mitgemeint"
Result = TypeVar("Result")
BEGINNING = 10_000
"""Characters of a long document that are looked at first."""

CUT_ANYWHERE = frozenset({"plaintext", "markdown"})
"""Formats in which the beginning of a document is a document."""


class Server(LanguageServer):
    """One client's server. Everything here runs on the event loop; only the engine runs in the worker."""

    protocol: Protocol

    def __init__(self, factory: PipelineFactory) -> None:
        super().__init__(NAME, version(NAME), notebook_document_sync=SYNC, protocol_cls=Protocol)
        self.documents = DocumentStore()
        self.turns = Turns(self.documents)
        self.configuration = Configuration()
        self.worker = Worker("analysis")
        self.engine = Engine(factory)
        self.checker = Checker(self._analyse, self._reported, self._debounce)
        self.publish: Callable[[Report], None] = _nothing
        """Sends a new report to a client that does not ask for it."""

        self.withdraw: Callable[[str], None] = _nothing
        """Takes back what was published for a document that is closed."""

        self.refresh: Callable[[], object] = _nothing
        """Makes a client that asks by itself ask again."""

        self.on_report: list[Callable[[Report], None]] = []
        """Who else is told of every new report."""

        self.on_prepared: list[Callable[[Settings], None]] = []
        """Who is told that the analysis for some settings is loaded."""

        self.on_recheck: list[Callable[[], None]] = []
        """Who is told that settings or word lists may have changed."""

        self.fixed_encoding: Encoding | None = None
        """The units of a client that counts otherwise than it says; None for what is agreed on."""

        self.published_unopened: set[str] = set()
        """Documents that were not open when their diagnostics were published."""

        self._exit_state: int | None = None
        self._stopping = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._told: set[str] = set()
        self._settled: set[str] = set()

    # ---- documents -----------------------------------------------------------------------------

    def open_document(self, item: types.TextDocumentItem, notebook: str = "") -> None:
        """A client has opened a document, perhaps a cell of a notebook."""
        self.documents.open(item.uri, item.version, str(item.language_id), item.text, notebook)
        if item.uri in self.published_unopened:  # from here on it has diagnostics of its own
            self.published_unopened.discard(item.uri)
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(item.uri, []))
        self.checker.opened(item.uri)

    def change_document(
        self,
        item: types.VersionedTextDocumentIdentifier,
        events: Iterable[types.TextDocumentContentChangeEvent],
    ) -> None:
        """A client has edited a document."""
        if self.documents.change(item.uri, item.version, to_changes(events), self.encoding):
            self.checker.edited(item.uri)
        else:
            log.warning("ignored a change of a document that is not open")

    def close_document(self, uri: str) -> None:
        """A client has closed a document."""
        self.documents.close(uri)
        self.checker.closed(uri)
        self._settled.discard(uri)
        self.withdraw(uri)

    def recheck(self) -> None:
        """Analyse every open document anew, for something that all of them depend on has changed."""
        self._told.clear()
        for tell in self.on_recheck:
            tell()
        for document in self.documents:
            self.checker.opened(document.uri)
        self.refresh()

    # ---- analysis ------------------------------------------------------------------------------

    async def prepare(self, settings: Settings) -> None:
        """Load what the settings need, and tell what is wrong in the user's lexicon files."""
        try:
            problems = await self.in_worker(self.engine.prepare, settings)
        except Exception as error:
            self._failed(error, "", "lsp.load-failed", reason=str(error) or type(error).__name__)
            return
        for problem in problems:
            place = f"{problem.file}:{problem.line}" if problem.line else problem.file
            text = f"{place}: {problem.reason}"
            self.tell(types.MessageType.Warning, "", "lsp.settings-problem", problem=text)
        for tell in self.on_prepared:
            tell(settings)

    def _reported(self, report: Report) -> None:
        self.publish(report)
        for tell in self.on_report:
            tell(report)

    async def _analyse(self, uri: str, generation: int) -> Report | None:
        document = self.documents.get(uri)
        if document is None:
            return None
        try:
            return await self._report(document, generation)
        except LoadError as error:
            self._failed(error, document.uri, "lsp.load-failed", reason=str(error))
            return Report(generation, document, ())
        except Exception as error:
            name = name_of(document.uri)
            self._failed(error, document.uri, "lsp.analysis-failed", name=name, reason=type(error).__name__)
            return Report(generation, document, ())

    async def _report(self, document: OpenDocument, generation: int) -> Report:
        loaded = self.settings_for(document.uri)
        format_ = document.format
        if format_ is None or not loaded.tool.reads(format_) or _is_excluded(document.file, loaded):
            return Report(generation, document, ())
        if self.is_too_large(document.uri, document.text, loaded):
            return Report(generation, document, ())
        text = without_halves(document.text)
        if document.uri not in self._settled:
            await self._show_beginning(document, text, loaded, generation)
        analysis = await self.in_worker(self.engine.analyze, text, format_, loaded.settings)
        if document.uri not in self._settled:
            self._settled.add(document.uri)
            self.worker.submit(self.engine.settle)
        return report_of(document, analysis, loaded.tool, generation)

    def is_too_large(self, uri: str, text: str, loaded: LoadedSettings) -> bool:
        """Whether a text is beyond the size that is checked, which is told."""
        limit = loaded.tool.max_characters
        if len(text) <= limit:
            return False
        self.tell(types.MessageType.Warning, uri, "lsp.too-large", name=name_of(uri), characters=f"{limit:,}")
        return True

    async def _show_beginning(
        self, document: OpenDocument, text: str, loaded: LoadedSettings, generation: int
    ) -> None:
        """Publish what is found at the top of a long document, where its reader begins, before the rest is
        looked at: what was read for it is not read again.
        """
        end = text.rfind("\n\n", 0, BEGINNING)
        if self.publish is _nothing or document.format not in CUT_ANYWHERE:
            return
        if len(text) < 2 * BEGINNING or end < 0:
            return
        analysis = await self.in_worker(self.engine.analyze, text[:end], document.format, loaded.settings)
        if self.documents.get(document.uri) is document:
            self.publish(report_of(document, analysis, loaded.tool, generation))

    async def in_worker(self, job: Callable[..., Result], *arguments: object) -> Result:
        """Do something in the thread of the analysis, after what is waiting there."""
        return await asyncio.get_running_loop().run_in_executor(self.worker, job, *arguments)

    def _failed(self, error: Exception, uri: str, key: str, **values: object) -> None:
        """Tell the user, and log where it happened: without the error's text, which may quote a document."""
        log.error("%s: %s in %s", key, type(error).__name__, _where(error))
        self.tell(types.MessageType.Error, uri, key, **values)

    def _debounce(self, uri: str) -> float:
        return self.settings_for(uri).tool.debounce / 1000

    # ---- settings and texts --------------------------------------------------------------------

    @property
    def encoding(self) -> Encoding:
        """The units in which this client counts characters."""
        return self.fixed_encoding or encoding_of(self.server_capabilities.position_encoding)

    @property
    def folders(self) -> list[str]:
        """The URIs of the workspace folders."""
        folders = list(self.workspace.folders)
        return folders or [uri for uri in [self.workspace.root_uri] if uri]

    def settings_for(self, uri: str) -> LoadedSettings:
        """The settings of a document; problems with them are told once."""
        loaded = self._loaded(uri)
        catalogue = Catalogue.load(loaded.settings.locale)
        for problem in loaded.problems:
            self._tell(
                types.MessageType.Warning,
                catalogue.text("lsp.settings-problem", problem=problem.text(catalogue)),
            )
        return loaded

    def text(self, uri: str, key: str, **values: object) -> str:
        """A text of the catalogue in the language of a document's settings."""
        return self._catalogue(uri).text(key, **values)

    def title(self, uri: str, suggestion: Suggestion, shown: Callable[[str], str] = str) -> str:
        """A suggestion in one line: wording, notation, and whether to check it in the sentence first.

        `shown` escapes the words that are not ours where the line is markup.
        """
        catalogue = self._catalogue(uri)
        key = "lsp.title.rewrite" if suggestion.automatic else "lsp.title.rewrite-check"
        notation = notation_name(catalogue, suggestion.notation)
        return catalogue.text(key, label=shown(suggestion.label), notation=shown(notation))

    def notation(self, uri: str, name: str) -> str:
        """The name of a notation in the language of a document's settings."""
        return notation_name(self._catalogue(uri), name)

    def tell_problem(self, uri: str, problem: Problem) -> None:
        """Show the user what went wrong with a file."""
        catalogue = self._catalogue(uri)
        text = catalogue.text("lsp.settings-problem", problem=problem.text(catalogue))
        self._tell(types.MessageType.Error, text)

    def tell(self, kind: types.MessageType, uri: str, key: str, **values: object) -> None:
        """Show the user a message, each one once."""
        self._tell(kind, self.text(uri, key, **values))

    def _tell(self, kind: types.MessageType, text: str) -> None:
        if kind is types.MessageType.Info or text not in self._told:
            self._told.add(text)
            # A project's file is quoted here, and some editors make a link of [x](command:y), even a command.
            self.window_show_message(types.ShowMessageParams(kind, text.replace("](", "] (")))

    def _catalogue(self, uri: str) -> Catalogue:
        return Catalogue.load(self._loaded(uri).settings.locale)

    def _loaded(self, uri: str) -> LoadedSettings:
        document = self.documents.get(uri)
        return self.configuration.settings_for(document.file if document else uri, self.folders)

    # ---- start and end -------------------------------------------------------------------------

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the messages; it ends with the server at the latest."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background work failed: %s in %s", type(error).__name__, _where(error))

    @property
    def stopped(self) -> bool:
        """Whether the server is to end and reads no more messages."""
        return self._exit_state is not None

    def stop(self, state: int) -> None:
        """End the server with this exit state; the first call counts."""
        if self._exit_state is None:
            self._exit_state = state
            self._stopping.set()

    async def run_until_stopped(self) -> int:
        """Wait for the end and tidy up; gives the exit state."""
        await self._stopping.wait()
        self.checker.stop()
        for task in self._tasks:
            task.cancel()
        return self._exit_state or 0

    def report_server_error(self, error: Exception, source: Any) -> None:
        """What pygls could not handle: logged by its kind alone, as its text may quote a document."""
        kind = (
            str(error).partition(":")[0] if isinstance(error, JsonRpcInternalError) else type(error).__name__
        )
        frames = (getattr(error, "data", None) or {}).get("traceback", [])
        log.error("%s in %s\n%s", kind, getattr(source, "__name__", source), "".join(frames))


def _nothing(*_: object) -> None:
    """Until the client has said what it can, nothing is sent."""


def _where(error: BaseException) -> str:
    """The functions and lines an error came through, the innermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    return " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-5:]))


def _is_excluded(uri: str, loaded: LoadedSettings) -> bool:
    """Whether the settings exclude a document that is a file, or a cell of one."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return path is not None and files.excluded(Path(path), files.selection_of(loaded))
