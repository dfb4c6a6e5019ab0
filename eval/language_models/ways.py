"""The ways in which servers tell how likely a continuation is; which of them one has is tried out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from mitgemeint.eval.language_models import replies
from mitgemeint.eval.language_models.connection import Session, UnusableError
from mitgemeint.eval.language_models.conversation import Form
from mitgemeint.eval.language_models.model import Continuations, Likelihood, Prompt
from mitgemeint.eval.language_models.replies import Piece
from mitgemeint.eval.problems import EvalError

Values = TypeVar("Values", list[Piece], dict[str, float])

_ALL = 2**24
"""More tokens than any model has."""

_GENERATE = "let the model write its answer instead (generation)"


class Way(Protocol):
    """A way to likelihoods."""

    @property
    def name(self) -> str:
        """What results call it."""

    async def likelihoods(self, session: Session, asked: Continuations) -> tuple[Likelihood, ...]:
        """How likely the continuations are."""


@dataclass(frozen=True, slots=True)
class Echo:
    """The prompt with its continuation is read by the model and given back with log-probabilities.

    `echo` and `logprobs` of `/completions`, as lm-evaluation-harness asks (vLLM, SGLang, llama-cpp-python).
    A continuation has the tokens from the first that reaches into it. That is told by the texts of the
    tokens from the end: `text_offset` also counts special tokens, which are not in the text.
    """

    model: str
    form: Form
    name: str = "echo of the prompt"

    async def likelihoods(self, session: Session, asked: Continuations) -> tuple[Likelihood, ...]:
        """One request for each continuation."""
        text = self.form.text(asked.prompt)
        return tuple([await self._likelihood(session, text, each) for each in asked.texts])

    async def _likelihood(self, session: Session, text: str, continuation: str) -> Likelihood:
        pieces = await self.read(session, text + continuation, needed=True)
        own = _of_the_end(pieces, continuation)
        if own is None:
            # A letter that is split into several tokens is in none of them (�): what the prompt alone has
            # in common with both is not the continuation's.
            own = _after(await self.read(session, text, needed=True), pieces)
        return replies.summed(f"server:{self.model}", own)

    async def read(self, session: Session, text: str, *, needed: bool = False) -> list[Piece]:
        """The tokens of a text; none where the server does not give them back, unless they are needed."""
        body = {"model": self.model, "prompt": text, "echo": True, "logprobs": 1}
        limits = {"max_tokens": 1, "temperature": 0}
        return await session.post(
            "completions", body | limits, lambda answer: _found(replies.echoed(answer, text), needed)
        )


@dataclass(frozen=True, slots=True)
class ReadConversation:
    """vLLM tells the log-probabilities of all that stands in a conversation (`prompt_logprobs`).

    The conversation ends with the opening and the continuation as an answer that goes on. The continuation
    has the tokens in which it differs from the conversation that ends before it.
    """

    model: str
    form: Form
    name: str = "log-probabilities of the conversation"

    async def likelihoods(self, session: Session, asked: Continuations) -> tuple[Likelihood, ...]:
        """One request for each continuation, and one for what they have in common."""
        before = await self.read(session, self.form.messages(asked.prompt), needed=True)
        found = []
        for each in asked.texts:
            pieces = await self.read(session, self.form.messages(asked.prompt, each), needed=True)
            found.append(replies.summed(f"server:{self.model}", _after(before, pieces)))
        return tuple(found)

    async def read(
        self, session: Session, conversation: Mapping[str, Any], *, needed: bool = False
    ) -> list[Piece]:
        """The tokens of a conversation; none where the server does not tell them, unless they are needed."""
        body = {"model": self.model, **conversation, "prompt_logprobs": 1, "return_token_ids": True}
        limits = {"max_tokens": 1, "temperature": 0}
        return await session.post(
            "chat/completions", body | limits, lambda answer: _found(replies.read_prompt(answer), needed)
        )


@dataclass(frozen=True, slots=True)
class ForcedTokens:
    """llama.cpp is made to write a continuation, token by token, and tells how likely each was without that.

    It has no echo, but the log-probabilities of `/completion` are those before `logit_bias` and all other
    settings; a bias on one token makes it the one that is written. The continuation has the tokens in which
    it differs from the prompt alone. The prompt's computation is kept by the server.
    """

    model: str
    form: Form
    name: str = "forced tokens"

    async def likelihoods(self, session: Session, asked: Continuations) -> tuple[Likelihood, ...]:
        """One request for each token; a beginning that continuations share is asked for once."""
        text = await self._text(session, asked)
        before = await self.tokens(session, text)
        known: dict[tuple[int, ...], float] = {}
        found = []
        for each in asked.texts:
            tokens = await self.tokens(session, text + each)
            start = _common(before, tokens)
            if start == 0:
                pieces = [Piece(token, None) for token in tokens]
            else:
                pieces = [
                    await self._piece(session, tokens[: end + 1], known) for end in range(start, len(tokens))
                ]
            found.append(replies.summed(f"server:{self.model}", pieces))
        return tuple(found)

    async def _text(self, session: Session, asked: Continuations) -> str:
        if not self.form.chat:
            return self.form.text(asked.prompt)
        return await self.templated(session, self.form.messages(asked.prompt))

    async def templated(self, session: Session, conversation: Mapping[str, Any]) -> str:
        """The text that the model reads for a conversation."""
        return await session.post("/apply-template", {"model": self.model, **conversation}, replies.prompt_of)

    async def tokens(self, session: Session, text: str) -> list[int]:
        """The tokens of a text, with those that the model puts before every text."""
        body = {"model": self.model, "content": text, "add_special": True, "parse_special": self.form.chat}
        return await session.post("/tokenize", body, replies.tokens_of)

    async def _piece(
        self, session: Session, tokens: Sequence[int], known: dict[tuple[int, ...], float]
    ) -> Piece:
        key = tuple(tokens)
        if key not in known:
            known[key] = await self.forced(session, tokens[:-1], tokens[-1])
        return Piece(tokens[-1], known[key])

    async def forced(self, session: Session, before: Sequence[int], token: int) -> float:
        """The log-probability of a token after others."""
        body = self._forcing(before, token)
        found = await session.post("/completion", body, lambda answer: replies.forced(answer, token))
        if found is not None:
            return found
        # Of a token that is a part of a letter nothing is said: it is looked up among all tokens.
        (*_, whole) = await self.tokens(session, "a")
        body = self._forcing(before, whole) | {"n_probs": _ALL}
        return await session.post("/completion", body, lambda answer: replies.all_tokens(answer, token))

    def _forcing(self, before: Sequence[int], token: int) -> dict[str, Any]:
        return {
            "model": self.model,
            "prompt": list(before),
            "n_predict": 1,
            "n_probs": 1,
            "logit_bias": [[token, 1e6]],
            "temperature": 0,
            "samplers": ["temperature"],
            "cache_prompt": True,
        }


@dataclass(frozen=True, slots=True)
class FirstTokens:
    """Single letters alone: the likeliest first tokens of an answer are listed (Ollama, OpenAI, LM Studio).

    A letter that is not listed is less likely than all that are, but how likely is not known: no figure is
    put in its place, the request fails.
    """

    model: str
    form: Form
    limit: str = "max_tokens"
    size: int = 20
    """How many tokens are asked for."""
    name: str = "likeliest first tokens, letters alone"

    async def likelihoods(self, session: Session, asked: Continuations) -> tuple[Likelihood, ...]:
        """One request; EvalError where continuations are no letters, or one is not listed."""
        if not all(is_letter(text) for text in asked.texts):
            reason = "this server tells likelihoods of single letters alone"
            raise EvalError(f"server:{self.model}", reason, f"ask for letters, or {_GENERATE}")
        listed = await self.listed(session, asked.prompt, needed=True)
        found = [self._find(listed, text, asked.prompt) for text in asked.texts]
        missing = next((text for text, log in zip(asked.texts, found, strict=True) if log is None), None)
        if missing is not None:
            reason = f"{missing.strip()} is not among the {len(listed)} likeliest first tokens of an answer"
            raise EvalError(f"server:{self.model}", reason, _GENERATE)
        return tuple(Likelihood(min(0.0, log), 1) for log in found if log is not None)

    def _find(self, listed: Mapping[str, float], text: str, prompt: Prompt) -> float | None:
        # Where the model's turn begins, no word stands before, and a space is not written.
        written = (text,) if self.form.is_begun(prompt) else (text.lstrip(), text)
        return next((listed[each] for each in written if each in listed), None)

    async def listed(self, session: Session, prompt: Prompt, *, needed: bool = False) -> dict[str, float]:
        """The likeliest first tokens of an answer; none where the server does not list them, unless they are
        needed.
        """

        def read(answer: Any) -> dict[str, float]:
            return _found(replies.first_tokens(answer), needed)

        body: dict[str, Any] = {"model": self.model, self.limit: 1, "temperature": 0}
        if self.form.chat:
            body |= {**self.form.messages(prompt), "logprobs": True, "top_logprobs": self.size}
            return await session.post("chat/completions", body, read)
        body |= {"prompt": self.form.text(prompt), "logprobs": self.size}
        return await session.post("completions", body, read)


def is_letter(text: str) -> bool:
    """Whether a continuation is a single letter, a space before it or not."""
    return len(text.strip()) == 1 and text.strip().isalpha()


def _found(values: Values, needed: bool) -> Values:
    """What an answer holds. A server that had it once has it again, and is asked again."""
    if needed and not values:
        raise UnusableError("the log-probabilities are missing")
    return values


def _of_the_end(pieces: Sequence[Piece], text: str) -> Sequence[Piece] | None:
    """The last tokens that hold a text whole; None where they do not spell it."""
    spelt = ""
    for place in reversed(range(len(pieces))):
        spelt = f"{pieces[place].token}{spelt}"
        if len(spelt) >= len(text):
            return pieces[place:] if spelt.endswith(text) else None
    return None


def _after(before: Sequence[Piece], pieces: Sequence[Piece]) -> Sequence[Piece]:
    return pieces[_common([each.token for each in before], [each.token for each in pieces]) :]


def _common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many elements two sequences have in common at their beginning."""
    return sum(1 for _ in _equal(one, other))


def _equal(one: Sequence[Any], other: Sequence[Any]) -> Iterator[Any]:
    for left, right in zip(one, other, strict=False):
        if left != right:
            return
        yield left
