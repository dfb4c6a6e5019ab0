"""Latency: how long the language server takes to start, to answer and to follow edits.

Run it as `python -m mitgemeint.eval.latency FOLDER` on one core (`taskset -c 0` on Linux). The document is
made of the folder's texts (*.md and *.txt), up to 10,000 words. A real server process is started and spoken
to over a pipe as an editor does. Times are of the wall clock, so nothing else should run; those of edits
count from the message about the edit to the diagnostics of that version, with a `debounce` of 0.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mitgemeint.eval.language_client import VERSIONED, Client, Editor

WORDS = 10_000
EDITS = 100
ADDED = " Auch die Lehrer und jeder Schüler Nummer {} freuen sich."
TYPED = "Alle Nachbarn und die Kunden helfen den Lehrern gern. "
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
    client.initialize({"textDocument": {"diagnostic": {}}}, {"workspace": True}, folder)
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
    initialized = client.initialize(VERSIONED, {"debounce": 0})
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
