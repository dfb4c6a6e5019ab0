"""Any message at all, in the same process: nothing is raised, and every request is answered once."""

import asyncio
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lsprotocol import types

from mitgemeint.analysis.findings import Analysis
from mitgemeint.server.lsp.features import create_server

URI = "untitled:a"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
POSITIONS = (
    st.fixed_dictionaries({"line": st.integers(-2, 2**32), "character": st.integers(-2, 2**32)}) | JSON
)
RANGES = st.fixed_dictionaries({"start": POSITIONS, "end": POSITIONS})
DOCUMENTS = st.fixed_dictionaries(
    {"uri": st.sampled_from([URI, "file:///b.md", "x"]) | JSON, "version": st.integers(0, 9)},
    optional={"text": st.text(max_size=20), "languageId": st.text(max_size=5)},
)
PARAMS = JSON | st.fixed_dictionaries(
    {},
    optional={
        "textDocument": DOCUMENTS,
        "position": POSITIONS,
        "range": RANGES | JSON,
        "context": JSON | st.fixed_dictionaries({"diagnostics": st.just([]), "only": JSON}),
        "contentChanges": st.lists(
            st.fixed_dictionaries({"text": st.text(max_size=5)}, optional={"range": RANGES}), max_size=3
        ),
        "settings": JSON,
        "data": JSON
        | st.fixed_dictionaries({}, optional=dict.fromkeys(("uri", "report", "start", "end"), JSON)),
        "notebookDocument": DOCUMENTS,
        "cellTextDocuments": st.lists(DOCUMENTS, max_size=2),
        "cells": JSON,
        "command": st.sampled_from(["mitgemeint.rewrite", "mitgemeint.fixAll", "mitgemeint.recheck", "x"]),
        "arguments": st.lists(JSON, max_size=2),
        "changes": JSON,
        "event": JSON,
        "value": JSON,
        "id": JSON,
        "token": JSON,
    },
)
METHODS = st.sampled_from(
    [
        method
        for method in sorted(types.METHOD_TO_TYPES)
        if method.startswith(
            ("textDocument/", "workspace/", "notebookDocument/", "codeLens/", "$/", "window/")
        )
    ]
    + ["x/y", "initialize", "initialized"]
)
MESSAGES = st.fixed_dictionaries(
    {}, optional={"jsonrpc": st.just("2.0") | JSON, "id": JSON, "method": METHODS | JSON, "params": PARAMS}
)
REQUESTS = st.fixed_dictionaries({"jsonrpc": st.just("2.0"), "method": METHODS, "params": PARAMS})


ABLE = {"textDocument": {"completion": {}, "inlayHint": {}, "codeLens": {}}}
SWITCHED_ON = {"initializationOptions": {"inlayHints": True, "codeLens": True}}


class Nothing:
    """An analysis without findings."""

    problems = ()

    def analyze(self, text: str, format: str) -> Analysis:
        return Analysis(format)


class Client:
    """Takes down what the server sends, and answers no request of the server's."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def write(self, data: bytes) -> None:
        self.sent.append(json.loads(data))

    def close(self) -> None:
        pass


async def exchange(messages: list[Any], requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    client, server = Client(), create_server(lambda settings: Nothing())
    server.checker.ready.set()
    server.protocol.set_writer(client, include_headers=False)
    start = {"jsonrpc": "2.0", "id": "start", "method": "initialize"}
    opened = {"uri": URI, "version": 1, "languageId": "text", "text": "a\nb😀c"}
    for message in [
        {**start, "params": {"capabilities": ABLE, "processId": None, "rootUri": None, **SWITCHED_ON}},
        {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": opened}},
        *messages,
        *({**request, "id": f"request-{number}"} for number, request in enumerate(requests)),
    ]:
        server.protocol.receive(message if isinstance(message, bytes) else json.dumps(message).encode())
        await asyncio.sleep(0)
    waiting = {f"request-{number}" for number in range(len(requests))}
    async with asyncio.timeout(5):
        while waiting - {sent.get("id") for sent in client.sent if "method" not in sent}:
            await asyncio.sleep(0.002)
    server.stop(0)
    await server.run_until_stopped()
    server.worker.stop(5)
    return client.sent


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(MESSAGES | JSON | st.binary(max_size=20), max_size=4),
    st.lists(REQUESTS, min_size=1, max_size=4),
)
def test_every_request_is_answered_once_whatever_came_before(messages, requests):
    sent = asyncio.run(exchange(messages, requests))
    answers = [entry["id"] for entry in sent if "method" not in entry and entry.get("id") is not None]
    for number in range(len(requests)):
        assert answers.count(f"request-{number}") == 1
