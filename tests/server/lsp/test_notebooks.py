"""Notebooks: the Markdown cells of a Jupyter notebook, each with its own URI and version."""

import itertools
import sys

import pytest
import pytest_asyncio
from lsprotocol import types

from mitgemeint.server.positions import LineIndex

from .conftest import REAL, ClientDocument, Session, capabilities, with_extras

pytestmark = pytest.mark.asyncio(loop_scope="module")
NUMBERS = itertools.count(1)
MARKUP, CODE = types.NotebookCellKind.Markup, types.NotebookCellKind.Code


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(start):
    return await start(client_capabilities=with_extras(capabilities()))


class Notebook:
    """A notebook as an editor holds it; cells are given by language and text."""

    def __init__(self, session: Session, *cells: tuple[str, str], uri: str = "") -> None:
        self.session, self.version = session, 1
        self.uri = uri or f"file:///heft-{next(NUMBERS)}.ipynb"
        items = [self.item(*cell) for cell in cells]
        self.cells = [item.uri for item in items]
        document = types.NotebookDocument(self.uri, "jupyter-notebook", 1, [_cell(item) for item in items])
        session.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(document, items))

    def item(self, language: str, text: str) -> types.TextDocumentItem:
        uri = f"vscode-notebook-cell:{self.uri.removeprefix('file://')}#W{next(NUMBERS)}"
        self.session.documents[uri] = ClientDocument(uri, 1, LineIndex(text))
        return types.TextDocumentItem(uri, language, 1, text)

    def _changed(self, cells: types.NotebookDocumentCellChanges) -> None:
        self.version += 1
        identifier = types.VersionedNotebookDocumentIdentifier(self.version, self.uri)
        event = types.NotebookDocumentChangeEvent(cells=cells)
        self.session.client.notebook_document_did_change(
            types.DidChangeNotebookDocumentParams(identifier, event)
        )

    def insert(self, cell: str, offset: int, text: str) -> None:
        """Type into a cell."""
        place = self.session.range(cell, offset, offset)
        document = self.session.documents[cell]
        document.version += 1
        document.index = LineIndex(document.index.text[:offset] + text + document.index.text[offset:])
        identifier = types.VersionedTextDocumentIdentifier(document.version, cell)
        changes = [types.TextDocumentContentChangePartial(place, text)]
        content = types.NotebookDocumentCellContentChanges(identifier, changes)
        self._changed(types.NotebookDocumentCellChanges(text_content=[content]))

    def add(self, language: str, text: str) -> str:
        item = self.item(language, text)
        array = types.NotebookCellArrayChange(len(self.cells), 0, [_cell(item)])
        structure = types.NotebookDocumentCellChangeStructure(array, did_open=[item])
        self.cells.append(item.uri)
        self._changed(types.NotebookDocumentCellChanges(structure=structure))
        return item.uri

    def remove(self, cell: str) -> None:
        array = types.NotebookCellArrayChange(self.cells.index(cell), 1)
        gone = [types.TextDocumentIdentifier(cell)]
        structure = types.NotebookDocumentCellChangeStructure(array, did_close=gone)
        self.cells.remove(cell)
        self._changed(types.NotebookDocumentCellChanges(structure=structure))

    def close(self) -> None:
        identifier = types.NotebookDocumentIdentifier(self.uri)
        cells = [types.TextDocumentIdentifier(cell) for cell in self.cells]
        self.session.client.notebook_document_did_close(
            types.DidCloseNotebookDocumentParams(identifier, cells)
        )


def _cell(item: types.TextDocumentItem) -> types.NotebookCell:
    return types.NotebookCell(MARKUP if item.language_id == "markdown" else CODE, item.uri)


async def withdrawn(session: Session, uri: str) -> None:
    """Wait until the diagnostics of a cell are taken back."""
    await session.until(lambda: [e for e in session.published if e.uri == uri][-1:][0].diagnostics == ())


async def test_markdown_cells_of_jupyter_notebooks_are_asked_for(session):
    (selector,) = session.answer.capabilities.notebook_document_sync.notebook_selector
    assert selector.notebook.notebook_type == "jupyter-notebook"
    assert [cell.language for cell in selector.cells] == ["markdown"]


async def test_a_client_without_notebooks_is_not_told_of_them(start):
    assert (await start()).answer.capabilities.notebook_document_sync is None


async def test_each_markdown_cell_has_its_own_findings(session):
    book = Notebook(session, ("markdown", "Autoren"), ("python", "Autoren"), ("markdown", "😀 die Autoren"))
    first, code, last = book.cells
    assert len(await session.diagnostics(first)) == 1
    (found,) = await session.diagnostics(last)
    assert session.slice(last, found.range) == "Autoren"
    assert code not in {entry.uri for entry in session.published}


async def test_actions_hover_and_commands_work_in_a_cell(session):
    book = Notebook(session, ("markdown", "Guten Tag."), ("markdown", "die Autoren"))
    cell = book.cells[1]
    (found,) = await session.diagnostics(cell)
    (action, *_) = await session.actions(cell, found.range, diagnostics=[found])
    (change,) = action.edit.document_changes
    assert (change.text_document.uri, change.text_document.version) == (cell, 1)
    hover = await session.hover(cell, 5)
    assert session.slice(cell, hover.range) == "Autoren"


async def test_edits_of_a_cell_are_followed(session):
    book = Notebook(session, ("markdown", "😀 Autoren"))
    (cell,) = book.cells
    book.insert(cell, 2, "😀 die ")
    (found,) = await session.diagnostics(cell)
    assert session.slice(cell, found.range) == "Autoren"


async def test_cells_come_and_go(session):
    book = Notebook(session, ("markdown", "Guten Tag."))
    cell = book.add("markdown", "Autoren")
    assert len(await session.diagnostics(cell)) == 1
    book.insert(book.add("python", "x = 1"), 0, "Autoren")
    book.remove(cell)
    await withdrawn(session, cell)


async def test_closing_a_notebook_takes_everything_back(session):
    book = Notebook(session, ("markdown", "Autoren"))
    (cell,) = book.cells
    await session.diagnostics(cell)
    book.close()
    await withdrawn(session, cell)
    assert await session.hover(cell, 1) is None


async def test_a_cell_has_the_settings_of_its_notebook(start, tmp_path):
    (tmp_path / "kurs").mkdir()
    (tmp_path / "kurs" / ".mitgemeint.toml").write_text('notations = ["star"]\n')
    session = await start(folders=[tmp_path])
    book = Notebook(session, ("markdown", "Autoren"), uri=(tmp_path / "kurs" / "heft.ipynb").as_uri())
    (cell,) = book.cells
    (found,) = await session.diagnostics(cell)
    actions = await session.actions(cell, found.range)
    assert [action.title for action in actions] == ["Autor*innen (Genderstern)"]


@pytest.mark.skipif(sys.platform == "win32", reason="paths in URIs")
async def test_a_word_can_be_ignored_in_the_project_of_a_notebook(start, tmp_path):
    session = await start(folders=[tmp_path])
    book = Notebook(session, ("markdown", "Autoren"), uri=(tmp_path / "heft.ipynb").as_uri())
    (cell,) = book.cells
    await session.diagnostics(cell)
    place = {"uri": cell, "what": "word", "where": "project", "position": {"line": 0, "character": 1}}
    assert await session.command("mitgemeint.ignore", place)
    assert "Autor" in (tmp_path / ".mitgemeint.toml").read_text()


async def test_pulled_diagnostics_of_a_cell(start):
    session = await start(pull=True)
    book = Notebook(session, ("markdown", "Autoren"))
    assert len((await session.pull(book.cells[0])).items) == 1


async def test_a_cell_with_the_real_analysis(start):
    session = await start(REAL, options={"notations": ["star"]})
    book = Notebook(session, ("python", "# alle Lehrer"), ("markdown", "# Kurs\n\nAlle Lehrer beraten."))
    (found,) = await session.diagnostics(book.cells[1])
    assert session.slice(book.cells[1], found.range) == "Lehrer"
