"""What a measure asks of a language model: how likely continuations are, and what it writes itself."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

Progress = Callable[[int, int], None]
"""Told how many requests of how many are done; after each batch."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands before an answer.

    `text` is the whole of it: for a base model the text that it continues, for an instruction-tuned one the
    message of the user. `opening` is how the answer begins ("Antwort:"): after the text and a line break, or
    as the beginning of the model's own turn. `system` is the system's message of a conversation.
    """

    text: str
    opening: str = ""
    system: str = ""


@dataclass(frozen=True, slots=True)
class Continuations:
    """A prompt and the continuations whose likelihoods are asked for."""

    prompt: Prompt
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Likelihood:
    """How likely a continuation is: its natural logarithm (at most 0), and its tokens (from 1)."""

    log: float
    tokens: int


@dataclass(frozen=True, slots=True)
class Decoding:
    """How a text is generated: at temperature 0 always the likeliest token, above that drawn by the seed."""

    longest: int = 32
    """Tokens at most."""
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    stop: tuple[str, ...] = ()
    """Texts where it ends; they are not part of it."""


@dataclass(frozen=True, slots=True)
class Generated:
    """What a model wrote: the text, and whether it ended by itself (False: cut at `Decoding.longest`)."""

    text: str
    finished: bool


class LanguageModel(Protocol):
    """A language model. Every method answers in the order of the requests."""

    @property
    def name(self) -> str:
        """The model as it was asked for."""

    @property
    def settings(self) -> Mapping[str, str]:
        """What results state about it: model, revision, kind, template, number type, libraries."""

    @property
    def fingerprint(self) -> str:
        """A hash of all that its answers depend on: equal for equal models."""

    def likelihoods(
        self, requests: Sequence[Continuations], progress: Progress | None = None
    ) -> list[tuple[Likelihood, ...]]:
        """How likely each continuation is after its prompt; EvalError where the model cannot tell."""

    def generate(
        self, prompts: Sequence[Prompt], decoding: Decoding, progress: Progress | None = None
    ) -> list[Generated]:
        """What the model writes after each prompt; EvalError where it cannot."""
