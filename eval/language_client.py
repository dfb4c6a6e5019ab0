"""A client of the language server: a real server process, spoken to over a pipe as an editor does."""

import json
import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

SERVER = (sys.executable, "-m", "mitgemeint.server.cli", "lsp", "--stdio")
PATIENCE = 120.0
VERSIONED = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}
"""What a client must be able to do for an `Editor` to know its diagnostics; positions are in UTF-16."""

# Characters from which the server publishes the beginning of a document first.
LONG = 20_000


def framed(body: bytes) -> bytes:
    """The body of a message with its header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Client:
    """An editor as far as it takes one: messages out and in, over the pipe of a server process."""

    def __init__(
        self,
        environment: Mapping[str, str] | None = None,
        log: Path | None = None,
        folder: Path | None = None,
    ) -> None:
        """Start a server: with variables added to the environment, its log in a file, in a folder."""
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            SERVER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log.open("ab") if log else None,
            env={**os.environ, **(environment or {})},
            cwd=folder,
        )
        self._messages: queue.SimpleQueue[tuple[float, dict[str, Any]]] = queue.SimpleQueue()
        self._number = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
                while stream.readline().strip():
                    pass
                content = stream.read(length)
                self._messages.put((time.perf_counter(), json.loads(content)))

    def initialize(
        self, capabilities: Mapping[str, Any], options: Mapping[str, Any], folder: Path | None = None
    ) -> float:
        """Begin as the protocol says, with a folder as the workspace or without one; gives when the server
        had answered.
        """
        uri = folder.resolve().as_uri() if folder else None
        params: dict[str, Any] = {"processId": None, "rootUri": uri, "capabilities": capabilities}
        if folder:
            params["workspaceFolders"] = [{"uri": uri, "name": folder.name}]
        came, _ = self.request("initialize", {**params, "initializationOptions": options})
        self.notify("initialized", {})
        return came

    def send(self, message: Mapping[str, Any]) -> float:
        """Send a message; gives when."""
        return self.write(framed(json.dumps({"jsonrpc": "2.0", **message}).encode()))

    def write(self, data: bytes) -> float:
        """Send bytes as they are; gives when."""
        assert self._process.stdin is not None
        begun = time.perf_counter()
        self._process.stdin.write(data)
        self._process.stdin.flush()
        return begun

    def notify(self, method: str, params: dict[str, Any]) -> float:
        """Send a notification; gives when."""
        return self.send({"method": method, "params": params})

    def start(self, method: str, params: Any) -> int:
        """Send a request; gives its number."""
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        return self._number

    def request(self, method: str, params: Any) -> tuple[float, Any]:
        """Send a request and wait for its result; gives when that came."""
        return self.answer(self.start(method, params))

    def answer(self, number: int) -> tuple[float, Any]:
        """Wait for the result of a request; gives when that came."""
        for came, message in self.messages():
            if message.get("id") == number and "method" not in message:
                return came, message.get("result")
        raise TimeoutError(number)

    def received(self, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message of the server."""
        return self._messages.get(timeout=patience)[1]

    def messages(self) -> Iterator[tuple[float, dict[str, Any]]]:
        """What the server sends, with the time; its own requests are answered with nothing."""
        while True:
            came, message = self._messages.get(timeout=PATIENCE)
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            yield came, message

    def diagnostics(self, uri: str, version: int) -> tuple[float, list[dict[str, Any]]]:
        """Wait for the diagnostics of a version of a document."""
        for came, message in self.messages():
            params = message.get("params") or {}
            published = message.get("method") == "textDocument/publishDiagnostics"
            if published and (params["uri"], params.get("version")) == (uri, version):
                return came, params["diagnostics"]
        raise TimeoutError(uri)

    def peak_memory(self) -> int | None:
        """The most memory that the process had, in megabytes; None where the system does not tell."""
        return self._status("VmHWM")

    def memory(self) -> int | None:
        """The memory that the process has now, in megabytes; None where the system does not tell."""
        return self._status("VmRSS")

    def _status(self, name: str) -> int | None:
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.exists():
            return None
        found = re.search(rf"{name}:\s*(\d+) kB", status.read_text())
        return round(int(found[1]) * 1024 / 1e6) if found else None

    def processor_time(self) -> list[float]:
        """The seconds that the process has run, on a processor; nothing where the system does not tell."""
        tasks = Path(f"/proc/{self._process.pid}/task")
        if not tasks.exists():
            return []
        return [sum(int(each.read_text().split()[0]) for each in tasks.glob("*/schedstat")) / 1e9]

    @property
    def state(self) -> int | None:
        """The exit state of the process; None while it runs."""
        return self._process.poll()

    def kill(self) -> None:
        """End the server by force."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End the server as the protocol says."""
        self.request("shutdown", None)
        self.notify("exit", {})
        self._process.wait(timeout=PATIENCE)


class Editor:
    """One open document of a client."""

    def __init__(self, client: Client, uri: str, text: str, language: str = "markdown") -> None:
        self.client, self.uri, self.text, self.version = client, uri, text, 1
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.opened = client.notify("textDocument/didOpen", {"textDocument": item})

    def insert(self, offset: int, new_text: str) -> float:
        """Insert text; gives when."""
        self.version += 1
        line = self.text.count("\n", 0, offset)
        begin = self.text.rfind("\n", 0, offset) + 1
        character = len(self.text[begin:offset].encode("utf-16-le")) // 2
        place = {"line": line, "character": character}
        self.text = self.text[:offset] + new_text + self.text[offset:]
        return self.client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri, "version": self.version},
                "contentChanges": [{"range": {"start": place, "end": place}, "text": new_text}],
            },
        )

    def diagnostics(self) -> tuple[float, list[dict[str, Any]]]:
        """The diagnostics of the newest version."""
        return self.client.diagnostics(self.uri, self.version)

    def close(self) -> None:
        """Let go of the document."""
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})

    def first_diagnostics(self) -> tuple[float, float, list[dict[str, Any]]]:
        """When the first diagnostics came, when all did, and all; of a long document those of its beginning
        come before the rest.
        """
        first, found = self.diagnostics()
        if len(self.text) < LONG:
            return first, first, found
        whole, found = self.diagnostics()
        return first, whole, found
