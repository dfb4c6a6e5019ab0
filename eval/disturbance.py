"""Disturbance: messages of the Language Server Protocol as a confused client sends them.

Half of them are right, about documents in every format; the others have something wrong in their values,
are any JSON, broken JSON, or no messages at all. What each of them is to be answered with follows from
JSON-RPC 2.0 (section 5) and the protocol alone.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any

from lsprotocol import types

from mitgemeint.eval.language_client import framed
from mitgemeint.eval.mutation import mutated_bytes, mutated_text, mutated_value, random_value

OPEN_AT_ONCE = 12
ENDING = frozenset({"shutdown", "exit"})
METHODS = tuple(sorted({*types.METHOD_TO_TYPES, "mitgemeint/nothing", "$/nothing"} - ENDING))
COMMANDS = ("rewrite", "rewriteAll", "fixAll", "ignore", "recheck", "checkWorkspace", "nothing")
LOOKING = ("hover", "codeAction", "completion", "inlayHint", "codeLens", "diagnostic", "definition")
SETTINGS = (
    {"policy": "neutral"},
    {"policy": "bayern", "inlayHints": True, "codeLens": True},
    {"policy": "genderstern", "programs": True, "report_specific": True},
    {"notations": ["pair", "colon"], "debounce": 0, "max_characters": 2_000},
    {"policy": "nothing", "spacy_model": "../nothing", "exclude": ["*.md"]},
)
NO_HEADER = (
    b"\r\n\r\n",
    b"Content-Length: -5\r\n\r\n",
    b"Content-Length: x\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A document to disturb, and the name of its language at an editor."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """The bytes of a message with its header, and the body."""

    data: bytes
    body: bytes | None


class Due(Enum):
    """What a message is answered with, where not with its own number."""

    NOTHING = "nothing"
    REFUSAL = "refusal"
    """An error without a number: nobody can tell what it answers."""


def due(body: bytes | None) -> Due | str | int:
    """What a body has to be answered with: nothing, a refusal, or an answer with this number."""
    if body is None:
        return Due.NOTHING
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return Due.REFUSAL
    if not isinstance(message, dict):
        return Due.REFUSAL
    if not isinstance(message.get("method"), str):
        return Due.NOTHING if "result" in message or "error" in message else Due.REFUSAL
    if "id" not in message:
        return Due.NOTHING
    number = message["id"]
    return Due.REFUSAL if isinstance(number, bool) or not isinstance(number, str | int) else number


@dataclass(slots=True)
class Disturber:
    """Makes messages about documents, one after the other."""

    random: Random
    samples: Sequence[Sample]
    root: str
    documents: int = 0
    """How many documents have been opened."""

    _number: int = 0
    _open: dict[str, int] = field(default_factory=dict)
    _requests: list[str] = field(default_factory=list)

    def messages(self) -> Iterator[Message]:
        """Messages without end."""
        while True:
            chance = self.random.random()
            if chance < 0.5:
                yield self._message(self._right())
            elif chance < 0.8:
                before = dict(self._open)
                yield self._message(self._wrong(self._right()))
                self._open = {**before, **self._open}  # what was not closed as it should be is still open
            elif chance < 0.88:
                yield self._message(random_value(self.random))
            elif chance < 0.95:
                body = mutated_bytes(self.random, self._message(self._right()).body or b"")
                yield Message(framed(body), body)
            else:
                yield Message(self.random.choice(NO_HEADER), None)

    def _message(self, value: Any) -> Message:
        body = json.dumps(value).encode("ascii")
        return Message(framed(body), body)

    def _wrong(self, message: dict[str, Any]) -> Any:
        """A message with something wrong in its parameters, rarely in the message itself."""
        if self.random.random() < 0.2:
            return mutated_value(self.random, message)
        return {**message, "params": mutated_value(self.random, message.get("params"))}

    def _right(self) -> dict[str, Any]:
        chance = self.random.random()
        if chance < 0.12 or not self._open:
            return self._opening()
        if chance < 0.32:
            return self._change()
        if chance < 0.43 or len(self._open) > OPEN_AT_ONCE:
            return self._closing()
        if chance < 0.85:
            return self._looking()
        if chance < 0.92:
            return self._command()
        return self._other()

    def _opening(self) -> dict[str, Any]:
        self.documents += 1
        sample = self.random.choice(self.samples)
        text = mutated_text(self.random, sample.text) if self.random.random() < 0.7 else sample.text
        uri = f"{self.random.choice(('untitled:', self.root + '/'))}{self.documents}"
        self._open[uri] = 1
        item = {"uri": uri, "languageId": sample.language, "version": 1, "text": text}
        return _notification("textDocument/didOpen", {"textDocument": item})

    def _closing(self) -> dict[str, Any]:
        uri = self._uri()
        self._open.pop(uri, None)
        return _notification("textDocument/didClose", {"textDocument": {"uri": uri}})

    def _change(self) -> dict[str, Any]:
        uri = self._uri()
        self._open[uri] += 1
        piece = mutated_text(self.random, self.random.choice(self.samples).text[:300])
        events = [{"range": self._range(), "text": piece} for _ in range(self.random.randrange(1, 4))]
        if self.random.random() < 0.1:
            events = [{"text": piece}]
        identifier = {"uri": uri, "version": self._open[uri]}
        return _notification("textDocument/didChange", {"textDocument": identifier, "contentChanges": events})

    def _looking(self) -> dict[str, Any]:
        params = {
            "textDocument": {"uri": self._uri()},
            "position": self._position(),
            "range": self._range(),
            "context": {"diagnostics": [], "triggerKind": 1},
            "previousResultId": self.random.choice((None, "1", "x")),
        }
        return self._request(f"textDocument/{self.random.choice(LOOKING)}", params)

    def _command(self) -> dict[str, Any]:
        argument = {
            "uri": self._uri(),
            "position": self._position(),
            "notation": self.random.choice((None, "star", "pair", "x")),
            "what": self.random.choice(("place", "word", "rule")),
            "where": self.random.choice(("here", "document", "project", "user")),
        }
        command = f"mitgemeint.{self.random.choice(COMMANDS)}"
        return self._request("workspace/executeCommand", {"command": command, "arguments": [argument]})

    def _other(self) -> dict[str, Any]:
        kind = self.random.randrange(5)
        if kind == 0:
            params = {"settings": {"mitgemeint": self.random.choice(SETTINGS)}}
            return _notification("workspace/didChangeConfiguration", params)
        if kind == 1 and self._requests:
            return _notification("$/cancelRequest", {"id": self.random.choice(self._requests[-20:])})
        if kind == 2:
            return self._request("workspace/diagnostic", {"previousResultIds": [], "workDoneToken": 7})
        if kind == 3:
            changes = [{"uri": f"{self.root}/mitgemeint.toml", "type": self.random.randrange(1, 4)}]
            return _notification("workspace/didChangeWatchedFiles", {"changes": changes})
        message = self._request(self.random.choice(METHODS), random_value(self.random))
        return message if self.random.random() < 0.5 else {**message, "id": None}

    def _request(self, method: str, params: Any) -> dict[str, Any]:
        self._number += 1
        number = f"request-{self._number}"
        self._requests.append(number)
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}

    def _uri(self) -> str:
        return self.random.choice(list(self._open))

    def _range(self) -> dict[str, Any]:
        first, last = self._position(), self._position()
        if self.random.random() < 0.9 and (first["line"], first["character"]) > (
            last["line"],
            last["character"],
        ):
            first, last = last, first
        return {"start": first, "end": last}

    def _position(self) -> dict[str, int]:
        if self.random.random() < 0.05:
            return {"line": self.random.choice((0, 2**31 - 1)), "character": 2**31 - 1}
        return {"line": self.random.randrange(60), "character": self.random.randrange(100)}


def _notification(method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}
