"""What stands in the answers of servers: OpenAI's two forms, and what vLLM and llama.cpp add to them.

Every function raises UnusableError (or an error of a missing or wrong value) for an answer that is none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mitgemeint.eval.language_models.connection import NotOfferedError, UnusableError
from mitgemeint.eval.language_models.model import Generated, Likelihood
from mitgemeint.eval.problems import EvalError, writable
from mitgemeint.eval.stored import number

_ROUNDING = 1e-3
"""Logarithms of probabilities come out above 0 by so much at most, in half precision."""

_LEAST = -9999.0
"""What vLLM says of a probability of 0; llama.cpp says the least number that a float can hold."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A token of a text that was read by the model; `log` is None for the first, which follows nothing."""

    token: str | int
    log: float | None


def only_choice(body: Any) -> Mapping[str, Any]:
    """The one answer that was asked for."""
    choices = body["choices"]
    if not isinstance(choices, list) or len(choices) != 1:
        raise UnusableError("one choice was asked for")
    choice: Mapping[str, Any] = choices[0]
    return choice


def generated(body: Any) -> Generated:
    """The text that was written."""
    choice = only_choice(body)
    text = _message(choice["message"]) if "message" in choice else choice["text"]
    if not isinstance(text, str):
        raise UnusableError("there is no text in it")
    return Generated(writable(text), choice.get("finish_reason") != "length")


def ended(written: Generated, stop: Sequence[str]) -> Generated:
    """A text up to the first of those that end it: not every server takes all of them."""
    ends = [place for each in stop if each and (place := written.text.find(each)) >= 0]
    return Generated(written.text[: min(ends)], True) if ends else written


def _message(message: Mapping[str, Any]) -> Any:
    """Its content; of a refusal the refusal's text. A model that was still thinking has written nothing."""
    content = message["content"]
    return (message.get("refusal") or "") if content is None else content


def echoed(body: Any, text: str) -> list[Piece]:
    """The tokens of a text in an answer to `echo` with `logprobs`; none where it was not echoed."""
    choice = only_choice(body)
    logs = choice.get("logprobs") or {}
    tokens, values = logs.get("tokens"), logs.get("token_logprobs")
    if not isinstance(tokens, list) or not isinstance(values, list):
        return []
    if len(tokens) != len(values) or not all(isinstance(token, str) for token in tokens):
        raise UnusableError("tokens and their log-probabilities do not match")
    written = _written(body, tokens, text)
    pieces = [
        Piece(token, None if log is None else _log(log)) for token, log in zip(tokens, values, strict=True)
    ]
    return pieces[: len(pieces) - written]


def _written(body: Any, tokens: Sequence[str], text: str) -> int:
    """How many of the tokens the model wrote itself; one is asked for, as some servers take 0 for no limit.

    An end of the text counts as a token with some servers and is not there with others. `text_offset` does
    not tell: it counts special tokens that are not in the text.
    """
    usage = body.get("usage") or {}
    read, written = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if isinstance(read, int) and isinstance(written, int) and read + written == len(tokens):
        return written
    return 0 if "".join(tokens).endswith(text[-40:]) else 1


def read_prompt(body: Any) -> list[Piece]:
    """The tokens of the prompt in an answer of vLLM to `prompt_logprobs`; none where there are none."""
    choice = only_choice(body)
    entries = body.get("prompt_logprobs") or choice.get("prompt_logprobs")
    if not isinstance(entries, list) or not entries:
        return []
    ids = body.get("prompt_token_ids") or choice.get("prompt_token_ids")
    if not isinstance(ids, list) or len(ids) != len(entries):
        # Without them the first of each entry is the token that stands there, the others are likelier ones.
        ids = [None if entry is None else int(next(iter(entry))) for entry in entries]
    return [
        Piece(-1 if token is None else token, None if entry is None else _log(entry[str(token)]["logprob"]))
        for token, entry in zip(ids, entries, strict=True)
    ]


def forced(body: Any, token: int) -> float | None:
    """The log-probability of a token that llama.cpp was made to write, before it was made to.

    None for a token that is a part of a letter: nothing is said of what has not become a text yet.
    """
    _check_native(body)
    if not isinstance(body["content"], str):
        raise UnusableError("there is no text in it")
    entries = body.get("completion_probabilities") or []
    if not entries:
        return None
    (entry,) = entries
    if entry["id"] != token:
        raise UnusableError("another token was written")
    return _log(entry["logprob"])


def _check_native(body: Any) -> None:
    """NotOfferedError where an answer is one of OpenAI's forms: some servers give it on every path."""
    if isinstance(body, Mapping) and "choices" in body:
        raise NotOfferedError("it answers as to another question")


def all_tokens(body: Any, token: int) -> float:
    """The log-probability of a token in a list of all that could be written at a place."""
    (entry,) = body["completion_probabilities"]
    return next(_log(each["logprob"]) for each in entry["top_logprobs"] if each["id"] == token)


def first_tokens(body: Any) -> dict[str, float]:
    """The likeliest first tokens and their log-probabilities; none where the server does not list them."""
    logs = only_choice(body).get("logprobs") or {}
    if logs.get("content"):
        entry = logs["content"][0]
        listed = [(each["token"], each["logprob"]) for each in (*entry.get("top_logprobs", ()), entry)]
    else:
        listed = [pair for top in (logs.get("top_logprobs") or [])[:1] for pair in (top or {}).items()]
    return {str(token): _log(log) for token, log in listed}


def tokens_of(body: Any) -> list[int]:
    """The token numbers in an answer of llama.cpp to `/tokenize`."""
    _check_native(body)
    tokens: list[int] = body["tokens"]
    if not isinstance(tokens, list) or not all(isinstance(token, int) for token in tokens):
        raise UnusableError("there are no tokens in it")
    return tokens


def prompt_of(body: Any) -> str:
    """The text in an answer of llama.cpp to `/apply-template`."""
    _check_native(body)
    prompt = body["prompt"]
    if not isinstance(prompt, str):
        raise UnusableError("there is no prompt in it")
    return prompt


def summed(place: str, pieces: Sequence[Piece]) -> Likelihood:
    """The likelihood of the tokens of a continuation; EvalError where nothing stands before them."""
    logs = [piece.log for piece in pieces if piece.log is not None]
    if not pieces:
        raise EvalError(
            place, "a continuation without tokens has no likelihood", "give one that is not empty"
        )
    if len(logs) < len(pieces):
        reason = "nothing stands before a continuation, and the model has no token for the beginning"
        raise EvalError(place, reason, "put an opening before it")
    return Likelihood(min(0.0, sum(logs)), len(logs))


def _log(value: Any) -> float:
    if not number(value) or value > _ROUNDING:
        raise UnusableError(f"{str(value)[:20]} is no log-probability")
    return max(_LEAST, float(value))
