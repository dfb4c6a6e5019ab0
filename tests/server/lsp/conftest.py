"""A client for the real server process, over a real pipe, that keeps its documents as an editor does."""

import asyncio
import itertools
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, make_test_lsp_client

from mitgemeint.server.positions import Change, Encoding, LineIndex, Position, Range, changed

FAKE = [sys.executable, str(Path(__file__).with_name("fake_server.py"))]
REAL = [sys.executable, "-m", "mitgemeint.server.cli", "lsp", "--stdio"]
PATIENCE = 30.0
NUMBERS = itertools.count(1)


@dataclass
class ClientDocument:
    """A document as the client holds it."""

    uri: str
    version: int
    index: LineIndex


@dataclass
class Session:
    """One client with its server."""

    client: LanguageClient
    encoding: Encoding
    answer: types.InitializeResult | None = None
    published: list[types.PublishDiagnosticsParams] = field(default_factory=list)
    refreshes: list[str] = field(default_factory=list)
    documents: dict[str, ClientDocument] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    # ---- what an editor does

    def open(self, text: str, uri: str = "", language: str = "markdown") -> str:
        uri = uri or f"untitled:Text-{next(NUMBERS)}"
        self.documents[uri] = ClientDocument(uri, 1, LineIndex(text))
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, new_text: str, range_: types.Range | None = None) -> int:
        document = self.documents[uri]
        place = _own(range_) if range_ else None
        document.index = changed(document.index, [Change(place, new_text)], self.encoding)
        document.version += 1
        event: types.TextDocumentContentChangeEvent = (
            types.TextDocumentContentChangePartial(range_, new_text)
            if range_
            else types.TextDocumentContentChangeWholeDocument(new_text)
        )
        identifier = types.VersionedTextDocumentIdentifier(document.version, uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [event]))
        return document.version

    def insert(self, uri: str, offset: int, new_text: str) -> int:
        return self.change(uri, new_text, self.range(uri, offset, offset))

    def close(self, uri: str) -> None:
        del self.documents[uri]
        identifier = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))

    def apply(self, edit: types.WorkspaceEdit) -> None:
        """Apply an edit as an editor does: only to the version it was made for, from the end on."""
        if edit.document_changes is None:
            changes = [(uri, edits) for uri, edits in (edit.changes or {}).items()]
        else:
            changes = []
            for change in edit.document_changes:
                assert isinstance(change, types.TextDocumentEdit)
                assert change.text_document.version == self.documents[change.text_document.uri].version
                changes.append((change.text_document.uri, change.edits))
        for uri, edits in changes:
            for one in sorted(edits, key=lambda entry: entry.range.start, reverse=True):
                self.change(uri, one.new_text, one.range)

    # ---- what it sees

    async def until(self, condition: Callable[[], Any]) -> Any:
        async with asyncio.timeout(PATIENCE):
            while not (value := condition()):
                self.news.clear()
                await self.news.wait()
        return value

    async def diagnostics(self, uri: str) -> Sequence[types.Diagnostic]:
        """The diagnostics pushed for the newest version."""
        version = self.documents[uri].version

        def newest() -> types.PublishDiagnosticsParams | None:
            ours = [entry for entry in self.published if (entry.uri, entry.version) == (uri, version)]
            return ours[-1] if ours else None

        return (await self.until(newest)).diagnostics

    async def pull(self, uri: str, previous: str | None = None) -> types.DocumentDiagnosticReport:
        params = types.DocumentDiagnosticParams(
            types.TextDocumentIdentifier(uri), previous_result_id=previous
        )
        return await self.client.text_document_diagnostic_async(params)

    async def actions(
        self,
        uri: str,
        range_: types.Range,
        only: Sequence[str] | None = None,
        diagnostics: Sequence[types.Diagnostic] = (),
        kinds: Sequence[str] = ("quickfix.mitgemeint.rewrite", "source.fixAll.mitgemeint"),
    ) -> Sequence[types.CodeAction]:
        """The actions of some kinds; the server is asked for those in `only`, or for all."""
        context = types.CodeActionContext(list(diagnostics), only=list(only) if only is not None else None)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), range_, context)
        found = await self.client.text_document_code_action_async(params) or []
        return [action for action in found if action.kind in kinds]

    async def hover(self, uri: str, offset: int) -> types.Hover | None:
        params = types.HoverParams(types.TextDocumentIdentifier(uri), self.range(uri, offset, offset).start)
        return await self.client.text_document_hover_async(params)

    async def complete(self, uri: str, offset: int, trigger: str = "") -> list[types.CompletionItem]:
        """What completes the text at a place: asked for, or because a sign was typed."""
        kinds = types.CompletionTriggerKind
        context = types.CompletionContext(
            kinds.TriggerCharacter if trigger else kinds.Invoked, trigger or None
        )
        place = self.range(uri, offset, offset).start
        params = types.CompletionParams(types.TextDocumentIdentifier(uri), place, context)
        answer = await self.client.text_document_completion_async(params)
        assert isinstance(answer, types.CompletionList)
        return list(answer.items)

    async def hints(self, uri: str, start: int, end: int) -> list[types.InlayHint]:
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), self.range(uri, start, end))
        return list(await self.client.text_document_inlay_hint_async(params) or ())

    async def lenses(self, uri: str) -> list[types.CodeLens]:
        """The lenses of a document, resolved as an editor does with those that are seen."""
        params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        found = await self.client.text_document_code_lens_async(params) or []
        return [await self.client.code_lens_resolve_async(lens) for lens in found]

    async def command(self, name: str, *arguments: Any) -> Any:
        params = types.ExecuteCommandParams(name, list(arguments))
        return await self.client.workspace_execute_command_async(params)

    def text(self, uri: str) -> str:
        return self.documents[uri].index.text

    def range(self, uri: str, start: int, end: int) -> types.Range:
        first, last = self.documents[uri].index.range(start, end, self.encoding)
        return types.Range(types.Position(*first), types.Position(*last))

    def slice(self, uri: str, range_: types.Range) -> str:
        """The text at a range, as this client counts."""
        start, end = self.documents[uri].index.span(_own(range_), self.encoding)
        return self.text(uri)[start:end]

    # ---- the connection

    async def initialize(self, params: types.InitializeParams) -> None:
        self.answer = await self.client.initialize_session(params)

    async def end(self) -> None:
        if self.client._server and self.client._server.returncode is None:
            await self.client.shutdown_session()
        await self.client.stop()


def _make_client() -> LanguageClient:
    """A client that tells an action with a command from a bare command, unlike lsprotocol's own hook."""
    client = make_test_lsp_client()
    converter = client.protocol._converter

    def read(value: Any, _: Any) -> types.Command | types.CodeAction:
        bare = isinstance(value.get("command"), str)
        return converter.structure(value, types.Command if bare else types.CodeAction)

    converter.register_structure_hook(types.Command | types.CodeAction, read)
    return client


def with_extras(able: types.ClientCapabilities) -> types.ClientCapabilities:
    """A client that can complete words, too, shows inlay hints and code lenses, and has notebooks."""
    assert able.text_document
    assert able.workspace
    able.text_document.completion = types.CompletionClientCapabilities()
    able.text_document.inlay_hint = types.InlayHintClientCapabilities()
    able.text_document.code_lens = types.CodeLensClientCapabilities()
    able.workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    able.workspace.code_lens = types.CodeLensWorkspaceClientCapabilities(refresh_support=True)
    able.notebook_document = types.NotebookDocumentClientCapabilities(
        types.NotebookDocumentSyncClientCapabilities()
    )
    return able


def capabilities(encoding: Encoding = Encoding.UTF16, *, pull: bool = False) -> types.ClientCapabilities:
    """A client that can do what the features need; diagnostics pushed or pulled."""
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind(encoding)]),
        window=types.WindowClientCapabilities(work_done_progress=True),
        workspace=types.WorkspaceClientCapabilities(
            configuration=True,
            apply_edit=True,
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=pull),
        ),
        text_document=types.TextDocumentClientCapabilities(
            diagnostic=types.DiagnosticClientCapabilities() if pull else None,
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                version_support=True, data_support=True
            ),
            hover=types.HoverClientCapabilities(
                content_format=[types.MarkupKind.Markdown, types.MarkupKind.PlainText]
            ),
            code_action=types.CodeActionClientCapabilities(
                is_preferred_support=True,
                data_support=True,
                code_action_literal_support=types.ClientCodeActionLiteralOptions(
                    code_action_kind=types.ClientCodeActionKindOptions(
                        value_set=[types.CodeActionKind.QuickFix, types.CodeActionKind.Source]
                    )
                ),
            ),
        ),
    )


StartServer = Callable[..., Awaitable[Session]]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment without anybody's own settings, with German messages."""
    folder = str(tmp_path_factory.mktemp("home"))
    keep = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "XDG_", "FAKE_"))
    }
    return {**keep, "HOME": folder, "APPDATA": folder, "XDG_CONFIG_HOME": folder, "LANG": "de_DE.UTF-8"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def start(home: dict[str, str]) -> AsyncIterator[StartServer]:
    """Starts a server with a client; all of them end with the module."""
    sessions: list[Session] = []

    async def start_server(
        command: Sequence[str] = FAKE,
        *,
        encoding: Encoding = Encoding.UTF16,
        pull: bool = False,
        options: Any = None,
        configuration: Any = None,
        folders: Sequence[Path] = (),
        environment: dict[str, str] | None = None,
        client_capabilities: types.ClientCapabilities | None = None,
        initialize: bool = True,
    ) -> Session:
        config = ClientServerConfig(list(command), _make_client, {**home, **(environment or {})})
        session = Session(await config.start(), encoding)
        sessions.append(session)
        _listen(session)
        if configuration is not None:
            session.client.set_configuration(configuration)
        if initialize:
            params = types.InitializeParams(
                client_capabilities or capabilities(encoding, pull=pull),
                initialization_options=options,
                workspace_folders=[types.WorkspaceFolder(path.as_uri(), path.name) for path in folders],
            )
            await session.initialize(params)
        return session

    yield start_server
    for session in sessions:
        await session.end()


def _listen(session: Session) -> None:
    """Note what the server sends, and wake whoever waits for it."""
    features = session.client.protocol.fm.features
    for method in (
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
        types.WORKSPACE_APPLY_EDIT,
        types.WORKSPACE_DIAGNOSTIC_REFRESH,
        types.WINDOW_SHOW_MESSAGE,
        types.PROGRESS,
    ):
        features[method] = _noting(session, features.get(method))

    def apply_edit(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        session.apply(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    features[types.WORKSPACE_APPLY_EDIT] = apply_edit
    for method in (types.WORKSPACE_INLAY_HINT_REFRESH, types.WORKSPACE_CODE_LENS_REFRESH):
        features[method] = _refreshing(session, method)


def _refreshing(session: Session, method: str) -> Callable[[Any], None]:
    def refresh(_: Any) -> None:
        session.refreshes.append(method)
        session.news.set()

    return refresh


def _noting(session: Session, handler: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    def note(params: Any) -> Any:
        if isinstance(params, types.PublishDiagnosticsParams):
            session.published.append(params)
        result = handler(params) if handler else None
        session.news.set()
        return result

    return note


def _own(range_: types.Range) -> Range:
    return Range(
        Position(range_.start.line, range_.start.character), Position(range_.end.line, range_.end.character)
    )
