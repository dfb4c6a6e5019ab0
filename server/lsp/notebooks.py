"""Notebooks: each of their Markdown cells is a document of its own, under the cell's URI.

The settings of a cell are those of its notebook's file.
"""

import logging
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from mitgemeint.server.lsp.server import Server

log = logging.getLogger(__name__)

JUPYTER, MARKDOWN = "jupyter-notebook", "markdown"
SYNC = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(
            notebook=types.NotebookDocumentFilterNotebookType(JUPYTER),
            cells=[types.NotebookCellLanguage(MARKDOWN)],
        )
    ]
)
"""Which cells a client is asked to send."""


def opened(server: "Server", params: types.DidOpenNotebookDocumentParams) -> None:
    """A client has opened a notebook."""
    for cell in params.cell_text_documents:
        _open(server, cell, params.notebook_document.uri)


def changed(server: "Server", params: types.DidChangeNotebookDocumentParams) -> None:
    """Cells have come, gone, or been edited; a cell that becomes code or Markdown is closed and opened."""
    cells = params.change.cells
    if cells is None:
        return
    if cells.structure is not None:
        for gone in cells.structure.did_close or ():
            server.close_document(gone.uri)
        for come in cells.structure.did_open or ():
            _open(server, come, params.notebook_document.uri)
    for content in cells.text_content or ():
        if server.documents.get(content.document.uri) is not None:  # else code, which some clients send too
            server.change_document(content.document, content.changes)


def closed(server: "Server", params: types.DidCloseNotebookDocumentParams) -> None:
    """A client has closed a notebook with all its cells, whether it names them or not."""
    uri = params.notebook_document.uri
    named = {cell.uri for cell in params.cell_text_documents}
    for document in server.documents:
        if document.notebook == uri or document.uri in named:
            server.close_document(document.uri)


def _open(server: "Server", cell: types.TextDocumentItem, notebook: str) -> None:
    if str(cell.language_id) == MARKDOWN:
        server.open_document(cell, notebook)
