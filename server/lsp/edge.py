"""The edge to the client: protocol types ↔ offsets and positions of the documents."""

from collections.abc import Iterable, Sequence

from lsprotocol import types

from mitgemeint.analysis.findings import Edit
from mitgemeint.server.lsp.documents import OpenDocument
from mitgemeint.server.positions import Change, Encoding, LineIndex, Position, Range


def encoding_of(kind: types.PositionEncodingKind | str | None) -> Encoding:
    """The agreed units of characters; UTF-16 where nothing was agreed."""
    return Encoding(str(getattr(kind, "value", kind) or Encoding.UTF16))


def to_range(index: LineIndex, start: int, end: int, encoding: Encoding) -> types.Range:
    """A span of code points for the client."""
    first, last = index.range(start, end, encoding)
    return types.Range(types.Position(*first), types.Position(*last))


def from_position(position: types.Position) -> Position:
    """A client's position as a value of our own, which nobody changes."""
    return Position(position.line, position.character)


def from_range(range_: types.Range) -> Range:
    """A client's range as a value of our own."""
    return Range(from_position(range_.start), from_position(range_.end))


def to_changes(events: Iterable[types.TextDocumentContentChangeEvent]) -> list[Change]:
    """A client's edits. The deprecated `rangeLength` says nothing that the range does not."""
    return [
        Change(from_range(event.range), event.text)
        if isinstance(event, types.TextDocumentContentChangePartial)
        else Change(None, event.text)
        for event in events
    ]


def to_text_edits(document: OpenDocument, edits: Sequence[Edit], encoding: Encoding) -> list[types.TextEdit]:
    """Edits of a document for the client."""
    return [
        types.TextEdit(to_range(document.index, edit.start, edit.end, encoding), edit.new_text)
        for edit in edits
    ]


def to_workspace_edit(
    document: OpenDocument, edits: Sequence[Edit], encoding: Encoding, versioned: bool
) -> types.WorkspaceEdit:
    """Edits of one document. `versioned`: the client can refuse them when its text has changed."""
    text_edits = to_text_edits(document, edits, encoding)
    if not versioned:
        return types.WorkspaceEdit(changes={document.uri: text_edits})
    identifier = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, text_edits)])
