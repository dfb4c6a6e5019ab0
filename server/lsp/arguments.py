"""What the arguments of commands say: one object each, and clear errors where it is another."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcInvalidParams

from mitgemeint.server.lsp.report import Report
from mitgemeint.server.lsp.server import Server
from mitgemeint.server.positions import Position

Name = TypeVar("Name", bound=StrEnum)


async def analysed(server: Server, values: Mapping[str, Any]) -> Report:
    """The newest report of the document that the argument names by its `uri`."""
    uri = values.get("uri")
    if not isinstance(uri, str) or server.documents.get(uri) is None:
        raise JsonRpcInvalidParams("uri: an open document is expected")
    report = await server.checker.report(uri)
    if report is None:
        raise JsonRpcInvalidParams("uri: the document could not be analysed")
    return report


def span_of(server: Server, report: Report, value: object) -> tuple[int, int]:
    """The code points of a range; the whole document where none is given."""
    index = report.document.index
    if value is None:
        return 0, len(index.text) + 1
    if not isinstance(value, Mapping):
        raise JsonRpcInvalidParams("range: start and end are expected")
    start, end = (index.offset(position_of(value.get(key)), server.encoding) for key in ("start", "end"))
    return start, end + (end == len(index.text))


def choice(kind: type[Name], values: Mapping[str, Any], key: str) -> Name:
    """The member of an enumeration that the argument names under a key."""
    try:
        return kind(str(values.get(key)))
    except ValueError as error:
        raise JsonRpcInvalidParams(f"{key}: one of {', '.join(kind)} is expected") from error


def values_of(arguments: Sequence[Any]) -> Mapping[str, Any]:
    """The one object that a command takes as its argument."""
    if len(arguments) != 1 or not isinstance(arguments[0], Mapping):
        raise JsonRpcInvalidParams("one object is expected as the argument")
    return arguments[0]


def position_of(value: object) -> Position:
    """A position as the protocol writes it."""
    if isinstance(value, Mapping):
        line, character = value.get("line"), value.get("character")
        if isinstance(line, int) and isinstance(character, int):
            return Position(line, character)
    raise JsonRpcInvalidParams("position: line and character are expected")
