"""How diagnostics become JSON: all of a document's are sent after every edit, so this has to be quick."""

from collections.abc import Callable
from typing import Any

from lsprotocol import types


def register(converter: Any) -> None:
    """Let the converter of a protocol write diagnostics in the way of this module."""
    any_diagnostic = converter.get_unstructure_hook(types.Diagnostic)
    converter.register_unstructure_hook(types.Diagnostic, _writer(any_diagnostic))


def _writer(any_diagnostic: Callable[[types.Diagnostic], Any]) -> Callable[[types.Diagnostic], Any]:
    """Writes the fields that this server sets; a diagnostic with others as the protocol's library does."""

    def write(diagnostic: types.Diagnostic) -> Any:
        if diagnostic.code_description or diagnostic.tags or diagnostic.related_information:
            return any_diagnostic(diagnostic)
        written: dict[str, Any] = {"range": _range(diagnostic.range), "message": diagnostic.message}
        if diagnostic.severity is not None:
            written["severity"] = diagnostic.severity.value
        for name in ("code", "source", "data"):
            if (value := getattr(diagnostic, name)) is not None:
                written[name] = value
        return written

    return write


def _range(range_: types.Range) -> dict[str, dict[str, int]]:
    return {"start": _position(range_.start), "end": _position(range_.end)}


def _position(position: types.Position) -> dict[str, int]:
    return {"line": position.line, "character": position.character}
