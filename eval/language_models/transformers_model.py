"""A language model of transformers: a decoder or an encoder–decoder; of a folder, the hub or a GGUF file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

from mitgemeint.eval.language_models.causal import CausalScorer
from mitgemeint.eval.language_models.chat_template import Chat, wording
from mitgemeint.eval.language_models.encoder_decoder import EncoderDecoderScorer
from mitgemeint.eval.language_models.generation import NotFiniteError, Writer, only_tokens
from mitgemeint.eval.language_models.model import (
    Continuations,
    Decoding,
    Generated,
    Likelihood,
    Progress,
    Prompt,
)
from mitgemeint.eval.language_models.scoring import CheckedScores, Scorer
from mitgemeint.eval.language_models.token_tree import TokenSequence
from mitgemeint.eval.language_models.tokens import Tokens
from mitgemeint.eval.models.checkpoint import ENCODER_DECODER, Checkpoint, Part, load_checkpoint
from mitgemeint.eval.models.content import settings_hash
from mitgemeint.eval.models.longest_input import longest_input
from mitgemeint.eval.problems import EvalError

_BATCH_TOKENS = {"cpu": 512}  # measured: more only makes longer rows there
_BATCH_TOKENS_ELSEWHERE = 8192
_WRITING_TOKENS = {"cpu": 2048}  # a step takes one token of each row: more rows cost little there
_UNSTEADY = ("sharing",)
"""Settings that say how answers came about and not which they are."""


class TransformersLanguageModel:
    """A LanguageModel on a checkpoint, in evaluation mode and without gradients."""

    def __init__(
        self, checkpoint: Checkpoint, chat: Chat = Chat.AUTO, *, batch_tokens: int | None = None
    ) -> None:
        """`batch_tokens` is the number of tokens of a forward pass (by default what suits the device).

        Raises EvalError where the checkpoint lacks what it needs, such as a chat template that is asked for.
        """
        self._checkpoint = checkpoint
        self._model = checkpoint.model
        both = checkpoint.kind == ENCODER_DECODER
        device = self._model.device.type
        budget = batch_tokens or _BATCH_TOKENS.get(device, _BATCH_TOKENS_ELSEWHERE)
        writing = batch_tokens or _WRITING_TOKENS.get(device, _BATCH_TOKENS_ELSEWHERE)
        only_tokens(self._model)
        self._wording = wording(self.name, checkpoint.tokenizer, chat)
        self._tokens = Tokens(self.name, checkpoint.tokenizer, both)
        self._limit = longest_input(self.name, self._model, checkpoint.tokenizer)
        self.scorer: Scorer = (
            EncoderDecoderScorer(self.name, self._model, budget)
            if both
            else CausalScorer(self._model, budget)
        )
        self._scores = CheckedScores(self.scorer)
        self._writer = Writer(self._model, checkpoint.tokenizer, writing)

    @property
    def name(self) -> str:
        """The model as it was asked for."""
        return self._checkpoint.name

    @property
    def settings(self) -> Mapping[str, str]:
        """Model, revision, kind, chat template, number type, device, longest input, sharing and libraries.

        `sharing` says whether computation was shared between inputs, or why not: known when likelihoods were
        asked for.
        """
        import torch
        import transformers

        return {
            "model": self.name,
            "revision": self._checkpoint.revision,
            "kind": self._checkpoint.kind,
            **self._wording.settings,
            "leading tokens": self._tokens.leading or "none",
            "dtype": str(self._model.dtype).removeprefix("torch."),
            "device": self._model.device.type,
            "longest input": str(self._limit or "any"),
            "sharing": self._scores.sharing,
            "libraries": f"torch {torch.__version__}, transformers {transformers.__version__}",
        }

    @property
    def fingerprint(self) -> str:
        """A hash of the settings; the name does not count where the revision hashes the model's files."""
        settings = self.settings
        hashed = settings["revision"].startswith("sha256:")
        return settings_hash(settings, *_UNSTEADY, *(["model"] if hashed else []))

    def likelihoods(
        self, requests: Sequence[Continuations], progress: Progress | None = None
    ) -> list[tuple[Likelihood, ...]]:
        """How likely each continuation is after its prompt; what occurs twice is computed once.

        EvalError for an input beyond the model's longest, and for logits that are no numbers.
        """
        sequences = self.sequences(requests)
        different = list(dict.fromkeys(sequences))
        places = {one: place for place, one in enumerate(different)}
        owners = [request for request, one in enumerate(requests) for _ in one.texts]
        wanted = [(owner, places[one]) for owner, one in zip(owners, sequences, strict=True)]
        with self._computing():
            logs = self._scores.scores(different, _count(wanted, len(requests), progress))
        if not np.isfinite(logs).all():
            self._refuse_numbers()
        found = iter(Likelihood(float(logs[place]), different[place].tokens) for _, place in wanted)
        return [tuple(next(found) for _ in one.texts) for one in requests]

    def sequences(self, requests: Sequence[Continuations]) -> list[TokenSequence]:
        """What the model is asked for each continuation, one after the other; EvalError for one beyond its
        longest input.
        """
        asked = [(self._wording.text(one.prompt), text) for one in requests for text in one.texts]
        found = self._tokens.sequences(asked)
        # The last token of a continuation is predicted, and what a decoder writes comes behind the prompt.
        both = self._checkpoint.kind == ENCODER_DECODER
        self._check_lengths(max(one.start, one.tokens) if both else len(one.ids) - 1 for one in found)
        return found

    def generate(
        self, prompts: Sequence[Prompt], decoding: Decoding, progress: Progress | None = None
    ) -> list[Generated]:
        """What the model writes after each prompt. What is drawn depends on the prompt and the seed: the same
        prompt has the same answer, wherever it stands.
        """
        inputs = self._tokens.prompts([self._wording.text(prompt) for prompt in prompts])
        different = list(dict.fromkeys(inputs))
        places = {one: place for place, one in enumerate(different)}
        both = self._checkpoint.kind == ENCODER_DECODER
        self._check_lengths(len(one) + (0 if both else decoding.longest) for one in different)
        wanted = [(request, places[one]) for request, one in enumerate(inputs)]
        with self._computing():
            written = self._writer.written(different, decoding, _count(wanted, len(prompts), progress))
        return [written[place] for _, place in wanted]

    def _check_lengths(self, lengths: Iterator[int]) -> None:
        longest = max(lengths, default=0)
        if self._limit and longest > self._limit:
            reason = f"an input of {longest} tokens is beyond its longest of {self._limit}"
            raise EvalError(self.name, reason, "shorten the prompt, or choose a model with longer inputs")

    def _refuse_numbers(self) -> None:
        raise EvalError(self.name, "its logits are not finite", "use --dtype float32")

    @contextmanager
    def _computing(self) -> Iterator[None]:
        """Turns what a forward pass raises into one line that helps."""
        try:
            yield
        except NotFiniteError:
            self._refuse_numbers()
        except (RuntimeError, IndexError, ValueError) as error:  # out of memory, kinds that do not fit
            reason = f"it cannot compute this ({' '.join(str(error).split())[:150]})"
            remedy = "give it fewer tokens at once, use --device cpu, or check that its files belong together"
            raise EvalError(self.name, reason, remedy) from error


def _count(
    wanted: Sequence[tuple[int, int]], total: int, progress: Progress | None
) -> Callable[[Sequence[int]], None]:
    """Tells of requests that are done with all their inputs; `wanted` pairs each with an input."""
    owners: dict[int, set[int]] = {}
    left = dict.fromkeys(range(total), 0)
    for request, place in wanted:
        if request not in owners.setdefault(place, set()):
            owners[place].add(request)
            left[request] += 1

    def done(places: Sequence[int]) -> None:
        for place in places:
            for request in owners.pop(place, ()):
                left[request] -= 1
        if progress:
            progress(sum(not count for count in left.values()), total)

    return done


def load_transformers_model(
    model: str,
    *,
    revision: str | None = None,
    dtype: str = "float32",
    device: str = "cpu",
    local_only: bool = False,
    chat: Chat = Chat.AUTO,
    batch_tokens: int | None = None,
) -> TransformersLanguageModel:
    """The language model of a folder, a hub name or a GGUF file; what can go wrong is an EvalError."""
    checkpoint = load_checkpoint(
        model, revision, part=Part.WHOLE, dtype=dtype, device=device, local_only=local_only
    )
    return TransformersLanguageModel(checkpoint, chat, batch_tokens=batch_tokens)
