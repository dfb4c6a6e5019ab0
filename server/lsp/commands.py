"""Commands, so that every action can be bound to a key or spoken, without a menu."""

from collections.abc import Mapping, Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from mitgemeint.analysis.findings import Edit
from mitgemeint.server.lsp.actions import safe_edits, workspace_edit
from mitgemeint.server.lsp.configuration import fetch
from mitgemeint.server.lsp.report import Report
from mitgemeint.server.lsp.server import Server
from mitgemeint.server.positions import Position

RECHECK = "mitgemeint.recheck"
REWRITE = "mitgemeint.rewrite"
FIX_ALL = "mitgemeint.fixAll"


def register(server: Server) -> None:
    """Add the handlers of this feature."""
    server.command(RECHECK)(recheck)
    server.command(REWRITE)(rewrite)
    server.command(FIX_ALL)(fix_all)


async def recheck(ls: Server, *arguments: Any) -> None:
    """Read settings and word lists again and analyse every open document anew."""
    ls.configuration.reload()
    await fetch(ls)
    ls.worker.submit(ls.engine.forget)
    ls.recheck()


async def rewrite(ls: Server, *arguments: Any) -> bool:
    """Apply a suggestion: `{uri, position, notation?}`, without a notation the best one."""
    values = _values(arguments)
    report = await _report(ls, values)
    caret = report.document.index.offset(_position(values.get("position")), ls.encoding)
    notation = values.get("notation")
    for _, finding in report.touching(caret, caret):
        for suggestion in finding.suggestions:
            if notation in (None, suggestion.notation):
                return await _apply(ls, report, suggestion.edits)
    ls.tell(types.MessageType.Info, report.document.uri, "lsp.nothing-here")
    return False


async def fix_all(ls: Server, *arguments: Any) -> bool:
    """Make all the safe changes of a document: `{uri}`."""
    report = await _report(ls, _values(arguments))
    edits = safe_edits(report)
    return bool(edits) and await _apply(ls, report, edits)


async def _apply(server: Server, report: Report, edits: Sequence[Edit]) -> bool:
    edit = workspace_edit(server, report, edits)
    answer = await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit))
    return answer.applied


async def _report(server: Server, values: Mapping[str, Any]) -> Report:
    uri = values.get("uri")
    if not isinstance(uri, str) or server.documents.get(uri) is None:
        raise JsonRpcInvalidParams("uri: an open document is expected")
    report = await server.checker.report(uri)
    if report is None:
        raise JsonRpcInvalidParams("uri: the document could not be analysed")
    return report


def _values(arguments: Sequence[Any]) -> Mapping[str, Any]:
    if len(arguments) != 1 or not isinstance(arguments[0], Mapping):
        raise JsonRpcInvalidParams("one object is expected as the argument")
    return arguments[0]


def _position(value: object) -> Position:
    if isinstance(value, Mapping):
        line, character = value.get("line"), value.get("character")
        if isinstance(line, int) and isinstance(character, int):
            return Position(line, character)
    raise JsonRpcInvalidParams("position: line and character are expected")
