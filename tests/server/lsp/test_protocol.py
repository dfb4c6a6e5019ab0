"""Malformed messages get their error, the server goes on, and the process ends as the protocol says."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.server.lsp.framing import MAX_HEADER, Framer, frame
from mitgemeint.server.lsp.parent import is_running

pytestmark = pytest.mark.asyncio(loop_scope="module")

FAKE = [sys.executable, str(Path(__file__).with_name("fake_server.py"))]
INITIALIZE = {
    "id": 0,
    "method": "initialize",
    "params": {"capabilities": {}, "processId": None, "rootUri": None},
}
OPEN = {
    "method": "textDocument/didOpen",
    "params": {"textDocument": {"uri": "untitled:a", "languageId": "text", "version": 1, "text": "Autoren"}},
}
SHUTDOWN = {"id": 99, "method": "shutdown"}
EXIT = {"method": "exit"}


class RawClient:
    """A client that can send anything."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.framer = Framer()
        self.messages: list[dict] = []

    def send(self, *messages: dict | bytes) -> None:
        for message in messages:
            body = (
                message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode()
            )
            self.process.stdin.write(frame(body))

    async def receive(self, wanted) -> dict:
        async with asyncio.timeout(30):
            while True:
                for message in self.messages:
                    if wanted(message):
                        self.messages.remove(message)
                        return message
                data = await self.process.stdout.read(1 << 16)
                assert data, "the server has ended"
                self.messages += [json.loads(body) for body in self.framer.feed(data)]

    async def answer(self, id_) -> dict:
        return await self.receive(lambda message: "method" not in message and message.get("id") == id_)

    async def end(self) -> int:
        async with asyncio.timeout(30):
            return await self.process.wait()


def is_published(message: dict) -> bool:
    return message.get("method") == "textDocument/publishDiagnostics"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def raw(home):
    """Connects clients; their processes end with the module at the latest."""
    processes = []

    async def connect(*arguments: str, initialized: bool = True, **environment: str) -> RawClient:
        process = await asyncio.create_subprocess_exec(
            *FAKE,
            *arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**home, **environment},
        )
        processes.append(process)
        client = RawClient(process)
        if initialized:
            client.send(INITIALIZE, {"method": "initialized", "params": {}})
            await client.answer(0)
        return client

    yield connect
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def steady(raw):
    """One client that sends one piece of nonsense after the other."""
    return await raw()


HOVER = {"method": "textDocument/hover"}
MALFORMED = [
    ({"id": 1, **HOVER}, 1, -32602),
    ({"id": "eins", **HOVER, "params": 5}, "eins", -32602),
    ({"id": 2, **HOVER, "params": {"textDocument": {"uri": 5}, "position": {"line": "a"}}}, 2, -32602),
    ({"id": 3, "method": "textDocument/codeAction", "params": {"range": None}}, 3, -32602),
    ({"id": 4, "method": "workspace/executeCommand", "params": {"command": "x"}}, 4, -32602),
    ({"id": 5, "method": "gibt/esNicht", "params": {}}, 5, -32601),
    ({"id": 6, "method": "gibt/esNicht"}, 6, -32601),
    ({"id": {"a": 1}, **HOVER}, None, -32600),
    ({"id": 7, "method": 3}, None, -32600),
    ({"id": 9, "method": "textDocument/didOpen", "params": OPEN["params"]}, 9, -32600),
    ({"jsonrpc": "1.0", "id": 10, **HOVER}, 10, -32600),
    ({}, None, -32600),
    ({**INITIALIZE, "id": 8}, 8, -32600),
    (b"{kein json", None, -32700),
    (b"\xff\xfe", None, -32700),
    (b"[]", None, -32600),
    (b"7", None, -32600),
    (b"[" * 100_000, None, -32700),
]


@pytest.mark.parametrize(("message", "id_", "code"), MALFORMED)
async def test_a_malformed_request_gets_its_error_and_the_server_goes_on(steady, message, id_, code):
    steady.send(message)
    assert (await steady.answer(id_))["error"]["code"] == code
    place = {"textDocument": {"uri": "untitled:nie"}, "position": {"line": 0, "character": 0}}
    steady.send({"id": 98, **HOVER, "params": place})
    assert (await steady.answer(98)) == {"jsonrpc": "2.0", "id": 98, "result": None}


async def test_malformed_notifications_are_ignored(steady):
    client = steady
    client.send(
        {"method": "textDocument/didOpen"},
        {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": 3}}},
        {"method": "textDocument/didChange", "params": {"textDocument": {"uri": "a", "version": 1}}},
        {"method": "gibt/esNicht", "params": [1]},
        {"id": "nie gefragt", "result": None},
        {"id": [], "error": {"code": 1, "message": ""}},
        {"method": "$/gibtEsNicht"},
        {"method": "$/cancelRequest", "params": {"id": 12345}},
        OPEN,
    )
    published = await client.receive(is_published)
    assert len(published["params"]["diagnostics"]) == 1


async def test_requests_before_initialize_and_after_shutdown_get_errors(raw):
    client = await raw(initialized=False)
    client.send({"id": 1, **HOVER, "params": {}})
    assert (await client.answer(1))["error"]["code"] == -32002
    client.send(OPEN, INITIALIZE)
    await client.answer(0)
    client.send(SHUTDOWN, {"id": 2, **HOVER, "params": {}})
    assert (await client.answer(2))["error"]["code"] == -32600


async def test_a_request_can_be_cancelled(raw):
    client = await raw(FAKE_LOAD="600")
    client.send(OPEN)
    position = {"textDocument": {"uri": "untitled:a"}, "position": {"line": 0, "character": 0}}
    client.send({"id": 5, **HOVER, "params": position}, {"method": "$/cancelRequest", "params": {"id": 5}})
    assert (await client.answer(5))["error"]["code"] == -32800
    client.send(SHUTDOWN, EXIT)
    assert await client.end() == 0, "an analysis in work must not keep the process"


# ---- the end of the process


async def test_exit_after_shutdown_gives_0(raw):
    client = await raw()
    client.send(SHUTDOWN, EXIT)
    assert await client.end() == 0


async def test_exit_without_shutdown_gives_1(raw):
    client = await raw()
    client.send(EXIT)
    assert await client.end() == 1


async def test_exit_before_initialize_gives_1(raw):
    client = await raw(initialized=False)
    client.send(EXIT)
    assert await client.end() == 1


async def test_the_end_of_input_ends_the_server(raw):
    client = await raw()
    client.send(OPEN)
    client.process.stdin.close()
    assert await client.end() == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a process that ends at once by name")
async def test_the_end_of_the_clients_process_ends_the_server(raw):
    parent = await asyncio.create_subprocess_exec("sleep", "600")
    client = await raw(initialized=False)
    params = {**INITIALIZE["params"], "processId": parent.pid}
    client.send({**INITIALIZE, "params": params})
    await client.answer(0)
    assert is_running(parent.pid)
    parent.kill()
    await parent.wait()
    assert await client.end() == 1


async def test_one_client_can_come_over_tcp(raw):
    listening = await raw("warning", "0", initialized=False)
    line = (await listening.process.stderr.readline()).decode()
    reader, writer = await asyncio.open_connection("127.0.0.1", int(line.rpartition(":")[2]))
    for message in (INITIALIZE, SHUTDOWN, EXIT):
        writer.write(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()))
    answers = [json.loads(body)["id"] for body in Framer().feed(await reader.read())]
    assert answers == [0, 99]
    assert await listening.end() == 0
    writer.close()


async def test_this_process_runs():
    assert is_running(os.getpid())


# ---- what is written down


@pytest.mark.parametrize("level", ["warning", "debug"])
async def test_no_log_holds_texts(raw, level):
    client = await raw(level)
    secret = {**OPEN["params"]["textDocument"], "text": "Vertraulich: Autoren ABSTURZ"}
    client.send({"method": "textDocument/didOpen", "params": {"textDocument": secret}})
    await client.receive(is_published)
    client.send({"id": 1, **HOVER, "params": {"Vertraulich": "Autoren"}}, SHUTDOWN, EXIT)
    assert await client.end() == 0
    log = (await client.process.stderr.read()).decode()
    assert "ValueError" in log
    assert "Vertraulich" not in log
    assert "Autoren" not in log


# ---- framing


@given(st.lists(st.binary(max_size=50), max_size=5), st.lists(st.integers(1, 40), max_size=20))
async def test_bodies_come_back_however_the_bytes_are_cut(bodies, cuts):
    data, framer, found = b"".join(map(frame, bodies)), Framer(), []
    for cut in cuts:
        found += framer.feed(data[:cut])
        data = data[cut:]
    assert found + framer.feed(data) == bodies


@pytest.mark.parametrize(
    "data",
    [
        b"content-length:3 \r\n\r\nabc",
        b"Content-Type: x\r\nCONTENT-LENGTH: 3\r\n\r\nabc",
        b"\r\n\r\nContent-Length: 3\r\n\r\nabc",
        b"Content-Length: -3\r\n\r\nContent-Length: 3\r\n\r\nabc",
        b"Content-Length: viele\r\n\r\nContent-Length: 3\r\n\r\nabc",
        b"Unsinn\r\n\r\nContent-Length: 3\r\n\r\nabc",
    ],
)
async def test_headers_are_read_tolerantly(data):
    assert Framer().feed(data) == [b"abc"]


async def test_bytes_without_a_header_are_thrown_away():
    framer = Framer()
    assert framer.feed(b"x" * (MAX_HEADER + 1)) == []
    assert framer.feed(frame(b"abc")) == [b"abc"]
