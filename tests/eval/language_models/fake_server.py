"""A server of a tiny language model on the loopback address, in the manner of several servers, with faults.

The model gives every letter a probability after the letter before it: small, and as definite as a real one.
To start it by hand: python fake_server.py --kind vllm --port 8000 --fault 429 --share 0.2
"""

import argparse
import json
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any
from zlib import crc32

KINDS = ("vllm", "llama.cpp", "ollama", "openai", "texts")
FAULTS = (
    "time-out",
    "429",
    "500",
    "503",
    "cut",
    "html",
    "truncated",
    "missing",
    "two-choices",
    "nan",
    "error",
)
MODEL = "tiny"

_ALPHABET = "".join(map(chr, range(32, 127))) + "äöüÄÖÜß„“–\n"
_PIECE = re.compile(r"<\|\w+\|>|\s?\w{1,6}|\s?[^\w\s]|\s+")
_FIRST = (" A", " B", " C", "A", "B", "C", " Die", " Der", "\n", " keine")
_ANSWERS = (
    "A",
    "B) Die Frau",
    " keine Antwort",
    "Das ist nicht bekannt.\nFrage: Wer?",
    "Ich glaube, der Mann.",
)


@lru_cache
def _weights(before: str) -> int:
    return sum(_weight(before, letter) for letter in _ALPHABET)


def _weight(before: str, letter: str) -> int:
    return 1 + crc32(f"{before}{letter}".encode()) % 97


class LetterModel:
    """The model: tokens of a text, and how likely each is."""

    def __init__(self, *, split: bool = False) -> None:
        self.split = split
        """Letters beyond ASCII are two tokens, and neither can be shown."""

    def tokens(self, text: str) -> list[str]:
        """The tokens by their own names."""
        return [token for piece in _PIECE.findall(text) for token in self._parts(piece)]

    def _parts(self, piece: str) -> list[str]:
        if not self.split or piece.isascii():
            return [piece]
        parts = [part for part in re.split(r"([^\x00-\x7f])", piece) if part]
        return [name for part in parts for name in ([part] if part.isascii() else [f"{part}#1", f"{part}#2"])]

    def shown(self, token: str) -> str:
        """A token as servers print it."""
        return "�" if token[-2:] in ("#1", "#2") else token

    def log(self, before: str, token: str) -> float:
        """The log-probability of a token after another."""
        total, last = 0.0, before[-1:]
        for letter in token:
            total += log(_weight(last, letter) / _weights(last))
            last = letter
        return total

    def logs(self, text: str) -> list[float | None]:
        """Those of all tokens of a text; of the first there is none."""
        tokens = self.tokens(text)
        return [None, *(self.log(before, token) for before, token in pairwise(tokens))][: len(tokens)]

    def continuation(self, prompt: str, text: str) -> tuple[float, int]:
        """Log-likelihood and tokens of a continuation: from the first that the prompt alone does not have."""
        alone, whole = self.tokens(prompt), self.tokens(prompt + text)
        same = next((n for n, token in enumerate(alone) if whole[n] != token), len(alone))
        logs = [value for value in self.logs(prompt + text)[same:] if value is not None]
        return sum(logs), len(logs)

    def first(self, prompt: str, size: int) -> dict[str, float]:
        """The likeliest first tokens."""
        last = self.tokens(prompt)[-1]
        listed = sorted(((self.log(last, token), token) for token in _FIRST), reverse=True)
        return {token: value for value, token in listed[:size]}

    def written(self, prompt: str) -> str:
        """What it writes after a prompt."""
        return _ANSWERS[crc32(prompt.encode()) % len(_ANSWERS)]


def conversation(messages: Sequence[Mapping[str, str]], *, goes_on: bool) -> str:
    """The template of conversations."""
    text = "".join(f"<|{each['role']}|>{each['content']}<|end|>" for each in messages)
    return text.removesuffix("<|end|>") if goes_on else f"{text}<|assistant|>"


Plan = Callable[[int], str | None]
"""The fault of the n-th request, from 1."""


def first(kind: str, count: int, after: int = 0) -> Plan:
    """A fault for so many requests, after so many good ones."""
    return lambda number: kind if after < number <= after + count else None


def always(kind: str, after: int = 0) -> Plan:
    """A fault for ever."""
    return lambda number: kind if number > after else None


def at_random(kinds: Sequence[str], share: float, seed: int = 0) -> Plan:
    """Faults for a share of the requests, never more than three one after the other."""
    draw, in_a_row = random.Random(seed), 0

    def plan(_: int) -> str | None:
        nonlocal in_a_row
        kind = draw.choice(kinds) if draw.random() < share and in_a_row < 3 else None
        in_a_row = in_a_row + 1 if kind else 0
        return kind

    return plan


class _RefusalError(Exception):
    def __init__(self, status: int, body: Any) -> None:
        super().__init__(status)
        self.status = status
        self.body = body


@dataclass
class FakeServer:
    """The server; `with` starts and ends it."""

    kind: str = "vllm"
    faults: Plan = lambda _: None
    model: LetterModel = field(default_factory=LetterModel)
    key: str = ""
    hidden: tuple[str, ...] = ()
    """Tokens that no list of the likeliest has."""
    context: int = 4096
    hang: float = 2.0
    retry_after: str = "0"
    delay: float = 0.0
    port: int = 0
    log: Path | None = None
    """Gets a line for each answer that was given whole."""

    def __post_init__(self) -> None:
        self.answered: Counter[str] = Counter()
        """The answers that were given whole, by the question."""
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        self._ids: dict[str, int] = {}
        self._closing = threading.Event()

    def __enter__(self) -> "FakeServer":
        outer = self

        class Handler(_Handler):
            fake = outer

        self._server = _QuietServer(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def number(self, path: str, headers: dict[str, str], body: Any) -> int:
        with self._lock:
            self.requests.append((path, headers, body))
            return len(self.requests)

    def note(self, question: str) -> None:
        with self._lock:
            self.answered[question] += 1
            if self.log:
                with self.log.open("a", encoding="utf-8") as file:
                    file.write(f"{question}\n")

    def entering(self, step: int) -> None:
        with self._lock:
            self._at_once += step
            self.most_at_once = max(self.most_at_once, self._at_once)

    def wait(self) -> None:
        self._closing.wait(self.hang)

    def id(self, token: str) -> int:
        number = crc32(token.encode())  # whoever asks first
        self._ids[token] = number
        return number

    def token(self, number: int) -> str:
        return next(token for token, own in self._ids.items() if own == number)

    def answer(self, path: str, headers: Mapping[str, str], body: Any) -> Any:
        """What the server says to a request without faults."""
        if self.key and headers.get("authorization") != f"Bearer {self.key}":
            raise _RefusalError(
                401, {"error": {"message": f"Incorrect API key: {headers.get('authorization')}"}}
            )
        if path == "/v1/models":
            return {
                "object": "list",
                "data": [{"id": MODEL, "created": int(time.time()), "root": "org/tiny"}],
            }
        if body is not None and body.get("model", MODEL) != MODEL:
            raise _RefusalError(404, {"error": {"message": f"The model {body['model']} does not exist."}})
        native = {"/tokenize": self._tokenize, "/apply-template": self._template, "/completion": self._forced}
        if path in native and self.kind == "llama.cpp":
            return native[path](body)
        if path == "/v1/completions" and self.kind != "openai":
            return self._completion(body)
        if path == "/v1/chat/completions" and self.kind != "texts":
            return self._chat(body)
        raise _RefusalError(404, {"error": {"message": f"Invalid URL {path}"}})

    def _check_length(self, text: str) -> int:
        size = len(self.model.tokens(text))
        if size > self.context:
            message = f"This model's maximum context length is {self.context} tokens, you asked for {size}."
            raise _RefusalError(400, {"error": {"message": message, "code": "context_length_exceeded"}})
        return size

    def _write(self, prompt: str, body: Any, limit: str = "max_tokens") -> tuple[str, str]:
        written = self.model.written(prompt)
        for stop in body.get("stop") or ():
            written = written.partition(stop)[0]
        tokens = self.model.tokens(written)
        longest = body.get(limit) or 16
        return "".join(tokens[:longest]), "length" if len(tokens) > longest else "stop"

    def _body(self, choice: dict[str, Any], read: int, written: int) -> dict[str, Any]:
        usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        return {"choices": [{"index": 0, **choice}], "usage": usage, "system_fingerprint": "fp-tiny"}

    def _completion(self, body: Any) -> Any:
        prompt = body["prompt"]
        read = self._check_length(prompt)
        text, reason = self._write(prompt, body)
        tokens = self.model.tokens(text)
        if body.get("logprobs") is None:
            return self._body({"text": text, "finish_reason": reason}, read, len(tokens))
        if self.kind == "llama.cpp":
            entry = {"token": text, "id": 1, "logprob": -0.5, "bytes": [], "top_logprobs": []}
            choice = {"text": text, "finish_reason": reason, "logprobs": {"content": [entry]}}
            return self._body(choice, read, len(tokens))
        if self.kind == "ollama":
            return self._body({"text": text, "finish_reason": reason, "logprobs": None}, read, len(tokens))
        names = ["<|begin|>", *self.model.tokens(prompt), *tokens]
        before = ["<|begin|>", *names]
        logs = [
            None,
            *(self.model.log(last, each) for last, each in list(zip(before, names, strict=False))[1:]),
        ]
        shown = [self.model.shown(name) for name in names]
        offsets = [sum(map(len, shown[:place])) for place in range(len(shown))]
        logprobs = {"tokens": shown, "token_logprobs": logs, "text_offset": offsets, "top_logprobs": None}
        choice = {"text": prompt + text, "finish_reason": reason, "logprobs": logprobs}
        return self._body(choice, read + 1, len(tokens))

    def _chat(self, body: Any) -> Any:
        known = {"model", "messages", "max_completion_tokens", "temperature", "top_p", "seed", "stop"}
        strange = sorted(body.keys() - known - {"logprobs", "top_logprobs"})
        if self.kind == "openai" and strange:
            message = f"Unsupported parameter: '{strange[0]}' is not supported with this model."
            raise _RefusalError(400, {"error": {"message": message, "code": "unsupported_parameter"}})
        last = body["messages"][-1]["role"] == "assistant"
        told = body.get("continue_final_message", False)
        goes_on = last and (told if self.kind == "vllm" else self.kind == "llama.cpp")
        prompt = conversation(body["messages"], goes_on=goes_on)
        read = self._check_length(prompt)
        limit = "max_completion_tokens" if self.kind == "openai" else "max_tokens"
        text, reason = self._write(prompt, body, limit)
        given_back = body["messages"][-1]["content"] if self.kind == "llama.cpp" and last else ""
        message = {"role": "assistant", "content": given_back + text}
        choice: dict[str, Any] = {"message": message, "finish_reason": reason}
        if body.get("logprobs"):
            listed = self.model.first(prompt, body["top_logprobs"])
            tops = [
                {"token": key, "logprob": value} for key, value in listed.items() if key not in self.hidden
            ]
            choice["logprobs"] = {"content": [{**tops[0], "top_logprobs": tops}]}
        answer = self._body(choice, read, len(self.model.tokens(text)))
        if self.kind == "vllm" and body.get("prompt_logprobs") is not None:
            answer |= self._read(prompt)
        return answer

    def _read(self, prompt: str) -> dict[str, Any]:
        tokens = self.model.tokens(prompt)
        ids = [self.id(token) for token in tokens]
        entries: list[Any] = []
        for number, value in zip(ids, self.model.logs(prompt), strict=True):
            likelier = {"1": {"logprob": -0.01, "rank": 1, "decoded_token": "x"}}
            own = {str(number): {"logprob": value, "rank": 9, "decoded_token": "?"}}
            entries.append(None if value is None else likelier | own)
        return {"prompt_logprobs": entries, "prompt_token_ids": ids}

    def _tokenize(self, body: Any) -> Any:
        return {"tokens": [self.id(token) for token in self.model.tokens(body["content"])]}

    def _template(self, body: Any) -> Any:
        goes_on = body["messages"][-1]["role"] == "assistant"
        return {"prompt": conversation(body["messages"], goes_on=goes_on)}

    def _forced(self, body: Any) -> Any:
        tokens = [self.token(number) for number in body["prompt"]]
        ((wanted, _),) = body["logit_bias"]
        named = self.token(wanted)
        if self.model.shown(named) != named:
            return {"content": ""}  # a part of a letter
        listed = [
            {"id": number, "logprob": self.model.log(tokens[-1], each)} for each, number in self._ids.items()
        ]
        entry = {"id": wanted, "token": named, "logprob": self.model.log(tokens[-1], named)}
        return {
            "content": named,
            "completion_probabilities": [entry | {"top_logprobs": listed[: body["n_probs"]]}],
        }


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """Clients may go while they are answered."""


class _Handler(BaseHTTPRequestHandler):
    fake: FakeServer
    protocol_version = "HTTP/1.1"
    wbufsize = 2**16  # head and body in one packet: the system holds back the second of two

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._serve(None)

    def do_POST(self) -> None:
        self._serve(json.loads(self.rfile.read(int(self.headers["content-length"]))))

    def _serve(self, body: Any) -> None:
        fake = self.fake
        headers = {name.lower(): value for name, value in self.headers.items()}
        number = fake.number(self.path, headers, body)
        fake.entering(1)
        try:
            time.sleep(fake.delay)
            try:
                status, answer = 200, fake.answer(self.path, headers, body)
            except _RefusalError as refused:
                status, answer = refused.status, refused.body
            fault = fake.faults(number)
            if fault:
                self._fail(fault, answer)
            else:
                # Before it is sent: a client that has the answer finds it noted.
                if status == 200:
                    fake.note(question(self.path, body))
                self._send(status, json.dumps(answer).encode())
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            fake.entering(-1)

    def _send(self, status: int, content: bytes, length: int | None = None, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        self.end_headers()
        self.wfile.write(content)

    def _fail(self, fault: str, answer: Any) -> None:
        content = json.dumps(answer).encode()
        match fault:
            case "time-out":
                self.fake.wait()
                self.close_connection = True
            case "429":
                message = b'{"error": {"message": "slow down"}}'
                self._send(429, message, Retry_After=self.fake.retry_after)
            case "500" | "503":
                self._send(int(fault), b'{"error": {"message": "Loading model"}}')
            case "cut":
                self._send(200, content[: len(content) // 2], len(content))
                self.close_connection = True
            case "html":
                self._send(200, b"<html><body>Welcome</body></html>", Content_Type="text/html")
            case "truncated":
                self._send(200, content[: len(content) // 2])
            case "missing":
                self._send(200, b'{"object": "list"}')
            case "error":
                self._send(200, b'{"error": "out of memory"}')
            case "two-choices" if "choices" in answer:
                self._send(200, json.dumps(answer | {"choices": answer["choices"] * 2}).encode())
            case "two-choices":
                self._send(200, b"[]")
            case "nan":
                self._send(200, content[:-1] + b', "prompt_logprobs": [NaN]}')
            case _:
                raise ValueError(fault)


def question(path: str, body: Any) -> str:
    """What names an answer: where, and for what."""
    if body is None:
        return path
    kept = ("messages", "prompt", "content", "echo", "logit_bias", "logprobs", "prompt_logprobs", "stop")
    return json.dumps([path, {name: body[name] for name in kept if name in body}], ensure_ascii=False)


def started(arguments: Sequence[str] | None = None) -> Iterator[FakeServer]:
    """The server of a command line, while it runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=KINDS, default="vllm")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--fault", choices=FAULTS, action="append", default=[])
    parser.add_argument("--share", type=float, default=0.0, help="of requests that get a fault")
    parser.add_argument("--first", type=int, default=0, help="so many requests get the first fault")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--log", type=Path, help="a file of the answers that were given whole")
    given = parser.parse_args(arguments)
    plan: Plan = lambda _: None  # noqa: E731
    if given.fault:
        plan = first(given.fault[0], given.first)
        if given.share:
            plan = at_random(given.fault, given.share, given.seed)
    with FakeServer(given.kind, plan, port=given.port, delay=given.delay, log=given.log) as server:
        print(f"server:{MODEL}@{server.url}", flush=True)
        yield server


if __name__ == "__main__":
    for _ in started():
        threading.Event().wait()
