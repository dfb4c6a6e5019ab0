"""Asking a model: the requests that a run needs, each once, in an order in which beginnings are shared."""

import hashlib
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from mitgemeint.eval import stored
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.language_models.model import (
    Continuations,
    Decoding,
    Generated,
    LanguageModel,
    Likelihood,
    Prompt,
)
from mitgemeint.eval.problems import EvalError

CHUNK = 128
"""Requests that are asked for at once, at most."""
FEWEST = 16
SECONDS = 10.0
"""How long a chunk should take: what a killed run may lose."""

Request = Continuations | Prompt
"""Likelihoods of continuations, or a text that the model writes."""
Reply = tuple[Likelihood, ...] | Generated


class Progress(Protocol):
    """Told how far the asking is."""

    def begin(self, model: str, what: str, total: int) -> None:
        """A part of so many steps begins."""

    def advance(self, done: int) -> None:
        """So many steps are done."""


@dataclass(frozen=True, slots=True)
class Replies:
    """What a model replied, found by the request."""

    known: Mapping[Request, Reply]

    def likelihoods(self, request: Continuations) -> tuple[Likelihood, ...]:
        """How likely the continuations are."""
        reply = self.known[request]
        if isinstance(reply, Generated):
            raise LookupError("a text was asked for, not likelihoods")
        return reply

    def generated(self, request: Prompt) -> Generated:
        """What the model wrote."""
        reply = self.known[request]
        if not isinstance(reply, Generated):
            raise LookupError("likelihoods were asked for, not a text")
        return reply


def ask(
    model: LanguageModel,
    requests: Iterable[Request],
    decoding: Decoding,
    journal: Journal[Reply],
    progress: Progress,
) -> Replies:
    """The replies to all requests. Those in the journal are not asked for again, no request twice.

    Raises EvalError, with what was replied before in the journal.
    """
    keys = {request: _key(model, request, decoding) for request in requests}
    found = {request: journal.find(key) for request, key in keys.items()}
    known = {
        request: reply for request, reply in found.items() if reply is not None and _fits(request, reply)
    }
    for what, kind in (("likelihoods", Continuations), ("texts", Prompt)):
        pending = sorted((each for each in keys if isinstance(each, kind) and each not in known), key=_place)
        if not pending:
            continue
        progress.begin(model.name, what, len(pending))
        start, size = 0, min(FEWEST, CHUNK)
        while start < len(pending):
            chunk, began = pending[start : start + size], time.monotonic()
            replies = _replies(model, chunk, decoding, progress, start)
            journal.add_all({keys[request]: reply for request, reply in replies.items()})
            known.update(replies)
            start += len(chunk)
            progress.advance(start)
            size = _next_size(size, time.monotonic() - began)
    return Replies(known)


def _next_size(size: int, seconds: float) -> int:
    """How many requests take about SECONDS, after so many took so long."""
    fitting = int(size * SECONDS / max(seconds, 0.001))
    return min(CHUNK, max(FEWEST, fitting, 1))


def _replies(
    model: LanguageModel, chunk: Sequence[Request], decoding: Decoding, progress: Progress, before: int
) -> dict[Request, Reply]:
    def advance(done: int, _: int) -> None:
        progress.advance(before + done)

    continuations = [each for each in chunk if isinstance(each, Continuations)]
    prompts = [each for each in chunk if isinstance(each, Prompt)]
    replies: dict[Request, Reply] = {}
    try:
        if continuations:
            found = model.likelihoods(continuations, advance)
            replies |= dict(zip(continuations, found, strict=True))
        if prompts:
            texts = map(_writable, model.generate(prompts, decoding, advance))
            replies |= dict(zip(prompts, texts, strict=True))
    except MemoryError as error:
        raise EvalError(
            model.name, "does not fit into memory", "take a smaller model, or a server"
        ) from error
    return replies


def _writable(reply: Generated) -> Generated:
    """Without halves of surrogate pairs, which servers may send."""
    return Generated(reply.text.encode("utf-8", "replace").decode("utf-8"), reply.finished)


def _fits(request: Request, reply: Reply | None) -> bool:
    """Whether a reply of the journal can be that to a request."""
    if isinstance(request, Prompt):
        return isinstance(reply, Generated)
    return isinstance(reply, tuple) and len(reply) == len(request.texts)


def _place(request: Request) -> tuple[str, ...]:
    """Requests that begin alike stand together."""
    prompt = request.prompt if isinstance(request, Continuations) else request
    texts = request.texts if isinstance(request, Continuations) else ()
    return prompt.system, prompt.text, prompt.opening, *texts


def _key(model: LanguageModel, request: Request, decoding: Decoding) -> str:
    """What a reply depends on, as a hash."""
    kind = "likelihoods" if isinstance(request, Continuations) else asdict(decoding)
    content = [model.fingerprint, kind, asdict(request)]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode("utf-8")).hexdigest()


def as_json(reply: Reply) -> Any:
    """A reply for the journal."""
    if isinstance(reply, Generated):
        return {"text": reply.text, "finished": reply.finished}
    return [[each.log, each.tokens] for each in reply]


def from_json(value: Any) -> Reply:
    """A reply from the journal; ValueError where it is none."""
    if isinstance(value, dict):
        if not isinstance(value.get("text"), str) or not isinstance(value.get("finished"), bool):
            raise ValueError("no text")
        return Generated(value["text"], value["finished"])
    if not value or not all(
        len(pair) == 2 and stored.number(pair[0]) and pair[0] <= 0 and stored.count(pair[1]) for pair in value
    ):
        raise ValueError("no likelihoods")
    return tuple(Likelihood(float(log), tokens) for log, tokens in value)
