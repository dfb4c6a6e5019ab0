"""What a server says when it does not answer, in one line."""

import json
import re
from typing import Any

from mitgemeint.eval.problems import EvalError

_LONGEST = 200
_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|context (size|window|length)"
    r"|maximum (model|input|sequence) length|max_model_len",
    re.IGNORECASE,
)
_NO_MONEY = "insufficient_quota"
_REMEDIES = {
    401: "set MITGEMEINT_API_KEY to a key of this server",
    403: "set MITGEMEINT_API_KEY to a key that may use this model",
    404: "check the URL and the name of the model",
}


class RefusedError(EvalError):
    """A request that the server does not answer however often it is made; `status` is that of HTTP."""

    def __init__(self, place: object, reason: str, remedy: str, status: int) -> None:
        super().__init__(place, reason, remedy)
        self.status = status


class UnansweredError(EvalError):
    """A request that stayed without a good answer in all attempts; `status` is the last, None without one."""

    def __init__(self, place: object, reason: str, remedy: str, status: int | None) -> None:
        super().__init__(place, reason, remedy)
        self.status = status


def refusal(place: str, status: int, body: bytes, secrets: tuple[str, ...]) -> RefusedError:
    """The error for a status that no repetition mends, with the server's own message."""
    said = said_by(body, secrets)
    if is_too_long(status, body):
        remedy = (
            "start the server with a longer context (vLLM: --max-model-len, llama.cpp: --ctx-size), or take "
            "shorter prompts"
        )
        reason = "the prompt does not fit into the model's context"
    else:
        remedy = _REMEDIES.get(status, "check what the server was started with, and the options")
        reason = f"the server refuses the request (HTTP {status})"
    return RefusedError(place, f"{reason}: {said}" if said else reason, remedy, status)


def is_too_long(status: int, body: bytes) -> bool:
    """Whether a server complains of the prompt's length."""
    return status in (400, 413, 422, 500) and bool(_TOO_LONG.search(body.decode("utf-8", "replace")))


def is_final(status: int, body: bytes) -> bool:
    """Whether a status that may pass is one that does not: no money is left, the prompt is too long."""
    return (status == 429 and _NO_MONEY in body.decode("utf-8", "replace")) or is_too_long(status, body)


def said_by(body: bytes, secrets: tuple[str, ...] = ()) -> str:
    """The message in the body of an error: on one line, shortened, without keys; nothing of a web page."""
    try:
        message = _message(json.loads(body))
    except (ValueError, RecursionError):
        message = body.decode("utf-8", "replace")
        if message.lstrip().startswith("<"):
            return ""
    for secret in filter(None, secrets):
        message = message.replace(secret, "…")
    line = "".join(letter for letter in " ".join(message.split()) if letter.isprintable())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _message(values: Any) -> str:
    """The text of an error as OpenAI, vLLM, llama.cpp, Ollama and FastAPI write it."""
    if isinstance(values, str):
        return values
    if isinstance(values, list):
        return "; ".join(filter(None, map(_message, values)))
    if isinstance(values, dict):
        names = ("error", "message", "detail", "msg")
        return next((_message(values[name]) for name in names if values.get(name)), "")
    return ""
