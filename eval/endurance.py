"""Endurance: what the language server bears, and what it keeps in memory.

Run it as `python -m mitgemeint.eval.endurance FOLDER` with a folder of documents in any formats. It sends
a real server process right, wrong and broken messages about these documents and mutations of them
(`--messages`), or opens, edits and closes them over and over (`--rounds`). The same seed and documents give
the same messages.
"""

import argparse
import itertools
import json
import queue
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from mitgemeint.analysis.documents import format_of
from mitgemeint.eval.disturbance import Disturber, Due, Message, Sample, due
from mitgemeint.eval.language_client import VERSIONED, Client, Editor
from mitgemeint.eval.mutation import random_value

BATCH = 50
PATIENCE = 60.0
INTERNAL_ERROR = -32603
CANARY = "Kanarienvogelhalter"
"""A word of every document, to be found in no log."""

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-8"]},
    "textDocument": {"publishDiagnostics": {"versionSupport": True}, "completion": {}, "codeLens": {}},
    "workspace": {"applyEdit": True, "configuration": False},
    "window": {"workDoneProgress": True},
}


@dataclass(frozen=True, slots=True)
class Endurance:
    """What a server did with a number of messages. `errors`: how many answers had which code."""

    messages: int
    broken: int
    documents: int
    requests: int
    refusals: int
    errors: dict[str, int]
    internal_errors: int
    unanswered: int
    answered_twice: int
    crashes: int
    tracebacks: int
    texts_in_the_log: int
    longest_wait_seconds: float
    right_at_the_end: bool
    peak_megabytes: int | None


@dataclass(frozen=True, slots=True)
class Memory:
    """Megabytes (10^6 bytes) that a server holds, by the number of documents opened, edited and closed."""

    documents: int
    megabytes: dict[str, int | None]


@dataclass(slots=True)
class _Tally:
    """What has been counted so far."""

    messages: int = 0
    broken: int = 0
    requests: int = 0
    refusals: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0
    answered_twice: int = 0
    crashes: int = 0
    longest: float = 0.0


def samples_of(folder: Path) -> list[Sample]:
    """The documents below a folder, by the formats of their names; a test's expectations are none."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".expected"):
        text = path.read_bytes().decode("utf-8", "replace")
        found.append(Sample(_format(path, text), f"{text}\n{CANARY}\n"))
    return found


def _format(path: Path, text: str) -> str:
    return format_of(str(path), lambda: text, named=True) or "plaintext"


def disturb(samples: Sequence[Sample], count: int, seed: int, keep: Path | None = None) -> Endurance:
    """Send so many messages to a server; batches after which something was wrong are kept in a folder."""
    with tempfile.TemporaryDirectory() as name:
        home, root = Path(name, "home"), Path(name, "root")
        home.mkdir()
        root.mkdir()
        for number, sample in enumerate(samples[:5]):
            (root / f"{number}.md").write_text(sample.text, "utf-8", errors="replace")
        return _Run(home, root, samples, seed, keep).disturbed(count)


class _Run:
    """One run with its servers: a new one is started where one has ended."""

    def __init__(
        self, home: Path, root: Path, samples: Sequence[Sample], seed: int, keep: Path | None
    ) -> None:
        self._home, self._root, self._samples, self._keep = home, root, samples, keep
        self._log = home / "log"
        self._disturber = Disturber(Random(seed), samples, root.as_uri())
        self._answers = Random(seed)
        self._tally = _Tally()

    def disturbed(self, count: int) -> Endurance:
        messages = self._disturber.messages()
        client = self._start()
        while self._tally.messages < count:
            before = asdict(self._tally)
            batch = list(itertools.islice(messages, min(BATCH, count - self._tally.messages)))
            client = self._batch(client, batch)
            self._keep_batch(batch, before)
        right = self._shown(client) == self._shown(self._start())
        peak = client.peak_memory()
        client.kill()
        return self._result(right, peak)

    def _start(self) -> Client:
        environment = {"HOME": str(self._home), "XDG_CONFIG_HOME": str(self._home)}
        client = Client(environment, self._log, self._root)
        client.initialize(CAPABILITIES, {"debounce": 0, "workspace": True}, self._root)
        return client

    def _batch(self, client: Client, batch: Sequence[Message]) -> Client:
        """Send some messages, wait for what they have to be answered with; gives the server that goes on."""
        begun = time.perf_counter()
        expected = self._expected(batch)
        try:
            for message in batch:
                client.write(message.data)
            self._collect(client, expected)
        except (OSError, queue.Empty):
            self._tally.crashes += client.state is not None
            self._tally.unanswered += expected.total()
            client.kill()
            client = self._start()
        self._tally.longest = max(self._tally.longest, time.perf_counter() - begun)
        return client

    def _expected(self, batch: Sequence[Message]) -> Counter[str | int | None]:
        expected: Counter[str | int | None] = Counter()
        for message in batch:
            self._tally.messages += 1
            answer = due(message.body)
            self._tally.broken += answer is Due.REFUSAL or message.body is None
            if answer is Due.REFUSAL:
                self._tally.refusals += 1
                expected[None] += 1
            elif not isinstance(answer, Due):
                self._tally.requests += 1
                expected[answer] += 1
        return expected

    def _collect(self, client: Client, expected: Counter[str | int | None]) -> None:
        last = f"last-{self._tally.messages}"
        client.send({"id": last, "method": "mitgemeint/nothing"})
        expected[last] += 1
        while expected.total():
            message = client.received(PATIENCE)
            if "method" in message:
                if "id" in message:
                    self._answer(client, message["id"])
                continue
            number = message.get("id")
            if number != last and "error" in message:
                self._tally.errors[str(message["error"]["code"])] += 1
            if expected[number] > 0:
                expected[number] -= 1
            else:
                self._tally.answered_twice += 1

    def _answer(self, client: Client, number: Any) -> None:
        """Answer a request of the server's: as it expects, or not."""
        result = None if self._answers.random() < 0.7 else random_value(self._answers)
        client.send({"id": number, "result": result})

    def _keep_batch(self, batch: Sequence[Message], before: dict[str, Any]) -> None:
        now = asdict(self._tally)
        wrong = [name for name in ("unanswered", "answered_twice", "crashes") if now[name] != before[name]]
        if now["errors"].get(str(INTERNAL_ERROR)) != before["errors"].get(str(INTERNAL_ERROR)):
            wrong.append("internal_error")
        if wrong and self._keep:
            self._keep.mkdir(parents=True, exist_ok=True)
            data = b"".join(message.data for message in batch)
            (self._keep / f"{now['messages']}-{'-'.join(wrong)}").write_bytes(data)

    def _shown(self, client: Client) -> list[tuple[str, Any, str]]:
        """What a server finds in one of the documents under settings that say nothing."""
        client.notify("workspace/didChangeConfiguration", {"settings": {"mitgemeint": {"debounce": 0}}})
        editor = Editor(client, "untitled:last", "\n\n".join(each.text for each in self._samples[:5])[:9000])
        _, found = editor.diagnostics()
        return [(str(each["range"]), each["code"], each["message"]) for each in found]

    def _result(self, right: bool, peak: int | None) -> Endurance:
        tally, log = self._tally, self._log.read_text("utf-8", errors="replace")
        return Endurance(
            messages=tally.messages,
            broken=tally.broken,
            documents=self._disturber.documents,
            requests=tally.requests,
            refusals=tally.refusals,
            errors=dict(sorted(tally.errors.items())),
            internal_errors=tally.errors[str(INTERNAL_ERROR)],
            unanswered=tally.unanswered,
            answered_twice=tally.answered_twice,
            crashes=tally.crashes,
            tracebacks=log.count("Traceback"),
            texts_in_the_log=log.count(CANARY),
            longest_wait_seconds=round(tally.longest, 1),
            right_at_the_end=right,
            peak_megabytes=peak,
        )


def remembered(samples: Sequence[Sample], rounds: int) -> Memory:
    """Open, edit and close documents, so many in all; what the server holds after some of them."""
    client = Client()
    client.initialize(VERSIONED, {"debounce": 0})
    places = sorted({1, min(len(samples), rounds), *(rounds * part // 4 for part in (1, 2, 3)), rounds} - {0})
    megabytes = {}
    for number in range(1, rounds + 1):
        sample = samples[number % len(samples)]
        editor = Editor(client, f"untitled:{number}", sample.text, sample.language)
        editor.first_diagnostics()
        editor.insert(len(editor.text), f" Die Lehrer {number} kommen.")
        editor.diagnostics()
        editor.close()
        if number in places:
            megabytes[str(number)] = client.memory()
    client.close()
    return Memory(len(samples), megabytes)


def main() -> int:
    """Print the measurement as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--messages", type=int, default=0, metavar="N", help="send N messages")
    parser.add_argument("--rounds", type=int, default=0, metavar="N", help="open, edit and close N documents")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for messages that brought the server out of step")
    arguments = parser.parse_args()
    samples = samples_of(arguments.folder)
    if not samples:
        parser.error(f"{arguments.folder} holds no documents")
    if arguments.messages:
        measured = disturb(samples, arguments.messages, arguments.seed, arguments.keep)
        print(json.dumps(asdict(measured), indent=2))
    if arguments.rounds:
        print(json.dumps(asdict(remembered(samples, arguments.rounds)), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
