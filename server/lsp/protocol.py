"""The protocol layer: pygls' own, with an answer to every request and own copies of the documents."""

import json
import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method

from mitgemeint.server.lsp import notebooks, wire

if TYPE_CHECKING:
    from mitgemeint.server.lsp.server import Server

log = logging.getLogger(__name__)

ANYTIME = (types.INITIALIZE, types.EXIT)
"""What a client may send before the server is initialised."""


class Protocol(LanguageServerProtocol):
    """Reads the messages of a client and calls the features.

    Unlike pygls', it answers malformed requests, keeps no second copy of the texts, and leaves no
    content of a message in a log.
    """

    _server: "Server"

    def __init__(self, server: "Server", converter: Any) -> None:
        wire.register(converter)
        super().__init__(server, converter)
        self._initialized = False

    def receive(self, body: bytes) -> None:
        """Handle one message; whatever is wrong with it ends in an answer or a line in the log."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            self._refuse(None, JsonRpcParseError())
            return
        try:
            self._receive(message)
        except Exception as error:  # one message must not take the others with it
            log.error("a message could not be handled: %s", type(error).__name__)

    def _receive(self, message: Any) -> None:
        if not isinstance(message, dict):
            self._refuse(None, JsonRpcInvalidRequest())
        elif isinstance(message.get("method"), str):
            if "id" in message:
                self._receive_request(message)
            else:
                self._receive_notification(message)
        elif "result" in message or "error" in message:
            self._receive_answer(message)
        else:
            self._refuse(None, JsonRpcInvalidRequest())

    def _receive_request(self, message: dict[str, Any]) -> None:
        id_, method = message["id"], message["method"]
        if isinstance(id_, bool) or not isinstance(id_, str | int):
            self._refuse(None, JsonRpcInvalidRequest())
        elif self._shutdown or message.get("jsonrpc") != self.VERSION or self._is_repeated(method):
            self._refuse(id_, JsonRpcInvalidRequest())
        elif not self._initialized and method not in ANYTIME:
            self._refuse(id_, JsonRpcServerNotInitialized())
        elif not self._is_known(method):
            self._refuse(id_, JsonRpcMethodNotFound.of(method))
        elif (structured := self._structured(message)) is None:
            self._refuse(id_, JsonRpcInvalidParams())
        elif not hasattr(structured, "id"):  # the name of a notification
            self._refuse(id_, JsonRpcInvalidRequest())
        else:
            self._initialized = self._initialized or method == types.INITIALIZE
            self.handle_message(structured)

    def _receive_notification(self, message: dict[str, Any]) -> None:
        method = message["method"]
        if message.get("jsonrpc") != self.VERSION:
            log.warning("ignored a notification of another protocol")
            return
        if not self._initialized and method not in ANYTIME:
            return
        if not self._is_known(method) and method != types.CANCEL_REQUEST:
            if not method.startswith("$/"):
                log.info("ignored notification %r", method)
        elif (structured := self._structured(message)) is None:
            log.warning("ignored notification %r: malformed", method)
        else:
            self.handle_message(structured)

    def _receive_answer(self, message: dict[str, Any]) -> None:
        id_ = message.get("id")
        future = self._request_futures.get(id_) if isinstance(id_, str | int) else None
        if id_ is None or future is None or message.get("jsonrpc") != self.VERSION:
            log.info("ignored an answer to nothing")
        elif future.done():  # it came too late
            self._request_futures.pop(id_)
        elif (structured := self._structured(message)) is None:
            self._handle_response(id_, None, JsonRpcInvalidParams().to_response_error())
        else:
            self.handle_message(structured)

    def _structured(self, message: dict[str, Any]) -> Any | None:
        try:
            return self.structure_message(message)
        except (JsonRpcException, RecursionError):
            return None

    def _is_known(self, method: str) -> bool:
        return method in self.fm.builtin_features or method in self.fm.features

    def _is_repeated(self, method: str) -> bool:
        return self._initialized and method == types.INITIALIZE

    def _refuse(self, id_: str | int | None, error: JsonRpcException) -> None:
        log.warning("refused a message: %s", error.MESSAGE)
        self._send_data(types.ResponseErrorMessage(id=id_, error=error.to_response_error()))

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: object) -> None:  # type: ignore[override]
        """End the server: state 0 after `shutdown`, 1 without it, as the protocol says."""
        self._server.stop(0 if self._shutdown else 1)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Take over a document."""
        self._server.open_document(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Follow the edits of a document."""
        self._server.change_document(params.text_document, params.content_changes)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Let go of a document."""
        self._server.close_document(params.text_document.uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Take over the Markdown cells of a notebook."""
        notebooks.opened(self._server, params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Follow the edits of a notebook."""
        notebooks.changed(self._server, params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(self, params: types.DidCloseNotebookDocumentParams) -> None:
        """Let go of a notebook."""
        notebooks.closed(self._server, params)
