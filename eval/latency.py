"""Latency: how long the language server takes to start, to answer and to follow edits.

Run it as `python -m mitgemeint.eval.latency FOLDER` on one core (`taskset -c 0` on Linux). The document is
made of the folder's texts (*.md and *.txt), up to 10,000 words. A real server process is started and spoken
to over a pipe as an editor does. Times are of the wall clock, so nothing else should run; those of edits
count from the message about the edit to the diagnostics of that version, with a `debounce` of 0.
"""

import argparse
import json
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

SERVER = (sys.executable, "-m", "mitgemeint.server.cli", "lsp", "--stdio")
WORDS = 10_000
# Characters from which the server publishes the beginning of a document first.
LONG = 20_000
EDITS = 100
ADDED = " Auch die Lehrer und jeder Schüler Nummer {} freuen sich."
TYPED = "Alle Nachbarn und die Kunden helfen den Lehrern gern. "
PATIENCE = 120.0
SENTENCE_END = re.compile(r"(?<=[a-zäöüß])\. ")


@dataclass(frozen=True, slots=True)
class Latency:
    """What was measured. Times in seconds, of edits in milliseconds; memory in megabytes (10^6 bytes).

    `edit_processor_ms` is the server's processor time for one edit, which other programs do not change.
    """

    words: int
    diagnostics: int
    initialize_seconds: float
    first_diagnostics_seconds: float
    all_diagnostics_seconds: float
    edits: int
    edit_median_ms: float
    edit_p95_ms: float
    edit_worst_ms: float
    edit_processor_ms: float | None
    typed_edits: int
    typed_seconds: float
    final_diagnostics_right: bool
    peak_megabytes: int | None


class Client:
    """An editor as far as it takes one: messages out and in, over the pipe of a server process."""

    def __init__(self, command: Sequence[str] = SERVER) -> None:
        self.started = time.perf_counter()
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
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

    def _send(self, message: dict[str, Any]) -> float:
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        begun = time.perf_counter()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self._process.stdin.flush()
        return begun

    def notify(self, method: str, params: dict[str, Any]) -> float:
        """Send a notification; gives when."""
        return self._send({"method": method, "params": params})

    def start(self, method: str, params: Any) -> int:
        """Send a request; gives its number."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
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

    def messages(self) -> Iterator[tuple[float, dict[str, Any]]]:
        """What the server sends, with the time; its own requests are answered with nothing."""
        while True:
            came, message = self._messages.get(timeout=PATIENCE)
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
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
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.exists():
            return None
        found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text())
        return round(int(found[1]) * 1024 / 1e6) if found else None

    def processor_time(self) -> list[float]:
        """The seconds that the process has run, on a processor; nothing where the system does not tell."""
        tasks = Path(f"/proc/{self._process.pid}/task")
        if not tasks.exists():
            return []
        return [sum(int(each.read_text().split()[0]) for each in tasks.glob("*/schedstat")) / 1e9]

    def close(self) -> None:
        """End the server as the protocol says."""
        self.request("shutdown", None)
        self.notify("exit", {})
        self._process.wait(timeout=PATIENCE)


class Editor:
    """One open document of a client."""

    def __init__(self, client: Client, uri: str, text: str) -> None:
        self.client, self.uri, self.text, self.version = client, uri, text, 1
        item = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
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

    def first_diagnostics(self) -> tuple[float, float, list[dict[str, Any]]]:
        """When the first diagnostics came, when all did, and all; of a long document those of its beginning
        come before the rest.
        """
        first, found = self.diagnostics()
        if len(self.text) < LONG:
            return first, first, found
        whole, found = self.diagnostics()
        return first, whole, found


@dataclass(frozen=True, slots=True)
class WorkspaceLatency:
    """What was measured of a whole folder. Times in seconds; `parts` are partial results, `steps` progress.

    `cancel_seconds` is the longest time from a request to cancel to the answer of the cancelled one.
    """

    files: int
    diagnostics: int
    seconds: float
    parts: int
    steps: int
    second_time_seconds: float
    cancels: int
    cancel_seconds: float
    peak_megabytes: int | None


CANCELS = 10


def measure_workspace(folder: Path) -> WorkspaceLatency:
    """Pull the diagnostics of a folder as a workspace, again without a change, and cancelled on the way."""
    client = Client()
    uri = folder.resolve().as_uri()
    params: dict[str, Any] = {
        "processId": None,
        "rootUri": uri,
        "workspaceFolders": [{"uri": uri, "name": folder.name}],
        "capabilities": {"textDocument": {"diagnostic": {}}},
        "initializationOptions": {"workspace": True},
    }
    client.request("initialize", params)
    client.notify("initialized", {})
    cancel = max(_cancelled(client, 0.3 + number / 5) for number in range(CANCELS))
    begun = time.perf_counter()
    came, parts = _pulled(client, {"previousResultIds": [], "partialResultToken": "p", "workDoneToken": "w"})
    items = [item for part in parts if part["token"] == "p" for item in part["value"]["items"]]
    previous = [{"uri": item["uri"], "value": item["resultId"]} for item in items]
    again, _ = client.request("workspace/diagnostic", {"previousResultIds": previous})
    peak = client.peak_memory()
    client.close()
    return WorkspaceLatency(
        files=len(items),
        diagnostics=sum(len(item["items"]) for item in items),
        seconds=round(came - begun, 2),
        parts=sum(part["token"] == "p" for part in parts),
        steps=sum(part["token"] == "w" for part in parts),
        second_time_seconds=round(again - came, 2),
        cancels=CANCELS,
        cancel_seconds=round(cancel, 3),
        peak_megabytes=peak,
    )


def _pulled(client: Client, params: dict[str, Any]) -> tuple[float, list[dict[str, Any]]]:
    number = client.start("workspace/diagnostic", params)
    parts = []
    for came, message in client.messages():
        if message.get("method") == "$/progress":
            parts.append(message["params"])
        elif message.get("id") == number and "method" not in message:
            return came, parts
    raise TimeoutError


def _cancelled(client: Client, after: float) -> float:
    """Cancel a request after some seconds; gives how long the answer took."""
    number = client.start("workspace/diagnostic", {"previousResultIds": []})
    time.sleep(after)
    begun = client.notify("$/cancelRequest", {"id": number})
    return client.answer(number)[0] - begun


def document(paths: Sequence[Path], words: int = WORDS) -> str:
    """A document of at least so many words, as far as the texts go."""
    parts: list[str] = []
    count = 0
    for path in paths:
        text = path.read_text("utf-8")
        marked = re.sub(r"\{[A-Z]\|([^}]*)\}", r"\1", text)  # the marks of data/build/discourse/texts
        kept: list[str] = []
        for paragraph in marked.split("\n\n"):
            kept.append(paragraph)
            count += len(paragraph.split())
            if count >= words:
                break
        parts.append("\n\n".join(kept))
        if count >= words:
            break
    return "\n\n".join(parts) + "\n"


def measure(text: str, typed: int) -> Latency:
    """Start a server and measure it with the document."""
    client = Client()
    params: dict[str, Any] = {
        "processId": None,
        "rootUri": None,
        "capabilities": {"textDocument": {"publishDiagnostics": {"versionSupport": True}}},
        "initializationOptions": {"debounce": 0},
    }
    initialized, _ = client.request("initialize", params)
    client.notify("initialized", {})
    editor = Editor(client, "untitled:Text", text)
    first, whole, found = editor.first_diagnostics()
    used = client.processor_time()
    times = sorted(_edits(editor))
    used = [after - before for before, after in zip(used, client.processor_time(), strict=True)]
    typing = _type(editor, typed) if typed else 0.0
    _, final = editor.diagnostics() if typed else (0.0, None)
    _, _, fresh = Editor(client, "untitled:Same", editor.text).first_diagnostics()
    peak = client.peak_memory()
    client.close()
    return Latency(
        words=len(text.split()),
        diagnostics=len(found),
        initialize_seconds=round(initialized - client.started, 2),
        first_diagnostics_seconds=round(first - client.started, 2),
        all_diagnostics_seconds=round(whole - client.started, 2),
        edits=len(times),
        edit_median_ms=round(times[len(times) // 2] * 1000, 1),
        edit_p95_ms=round(times[int(len(times) * 0.95)] * 1000, 1),
        edit_worst_ms=round(times[-1] * 1000, 1),
        edit_processor_ms=round(used[0] * 1000 / len(times), 1) if used else None,
        typed_edits=typed,
        typed_seconds=round(typing, 1),
        final_diagnostics_right=final is None or _shown(final) == _shown(fresh),
        peak_megabytes=peak,
    )


def _edits(editor: Editor) -> Iterator[float]:
    """A sentence put in at places spread over the document, one after the other is done."""
    for number in range(EDITS):
        near = len(editor.text) * (number * 37 % EDITS) // EDITS
        end = SENTENCE_END.search(editor.text, near) or SENTENCE_END.search(editor.text)
        begun = editor.insert(end.start() + 1 if end else 0, ADDED.format(number))
        came, _ = editor.diagnostics()
        yield came - begun


def _type(editor: Editor, count: int) -> float:
    """Type letters at the end of the document, ten a second."""
    begun = time.perf_counter()
    for number in range(count):
        editor.insert(len(editor.text) - 1, TYPED[number % len(TYPED)])
        time.sleep(max(0.0, begun + (number + 1) / 10 - time.perf_counter()))
    return time.perf_counter() - begun


def _shown(diagnostics: Sequence[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(str(each["range"]), each["code"], each["message"]) for each in diagnostics]


def main() -> int:
    """Print the measurement as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--type", type=int, default=0, metavar="N", help="type N letters, too, ten a second")
    parser.add_argument("--workspace", action="store_true", help="measure the folder as a workspace instead")
    arguments = parser.parse_args()
    if arguments.workspace:
        print(json.dumps(asdict(measure_workspace(arguments.folder)), indent=2))
        return 0
    paths = sorted(path for path in arguments.folder.glob("*") if path.suffix in {".md", ".txt"})
    if not paths:
        parser.error(f"{arguments.folder} holds no text: *.md or *.txt")
    print(json.dumps(asdict(measure(document(paths), arguments.type)), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
