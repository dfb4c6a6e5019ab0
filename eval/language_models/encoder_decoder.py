"""Log-likelihoods by an encoder–decoder: a prompt is read once for all its continuations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mitgemeint.eval.language_models.scoring import (
    LOGITS,
    Done,
    Logs,
    cache_argument,
    filler_of,
    log_probabilities,
    padded,
    summed,
)
from mitgemeint.eval.language_models.token_tree import TokenSequence
from mitgemeint.eval.models.batches import batches
from mitgemeint.eval.problems import EvalError


@dataclass(frozen=True, slots=True)
class _Read:
    """Prompts that the encoder has read: its states and which of them are padding, a row each."""

    states: Any
    mask: Any

    def take(self, rows: Any) -> "_Read":
        """The same for some rows."""
        return _Read(self.states[rows], self.mask[rows])


class EncoderDecoderScorer:
    """A Scorer on an encoder–decoder of transformers: the encoder reads prompts, the decoder is scored.

    The shared way reads every different prompt once and has the decoder look at it once, too: its first step
    gives the first token of every continuation, and the keys and values of that step, those of the prompt
    among them, serve the rest of each continuation.
    """

    def __init__(self, name: str, model: Any, budget: int) -> None:
        """`budget` is the number of tokens of a pass. EvalError where no token begins an answer."""
        self.model = model
        self._budget = budget
        self._vocabulary: int = model.config.get_text_config(decoder=True).vocab_size
        self._cache = cache_argument(model)
        self._start = start_token(name, model)

    def obstacle(self, longest: int) -> str:
        """Whatever its length, an input is shared as a whole or not at all."""
        return "" if self._cache else "the model takes no cache"

    def shared(self, sequences: Sequence[TokenSequence], done: Done, budget: int | None = None) -> Logs:
        """See `Scorer`."""
        import torch

        by_prompt: dict[tuple[int, ...], list[int]] = {}
        for place, one in enumerate(sequences):
            by_prompt.setdefault(one.ids[: one.start], []).append(place)
        prompts = list(by_prompt)
        logs = np.zeros(len(sequences))
        with torch.inference_mode():
            for batch in batches([self._cost(len(prompt), 1) for prompt in prompts], budget or self._budget):
                owners = [place for row in batch for place in by_prompt[prompts[row]]]
                rows = [row for row, prompt in enumerate(batch) for _ in by_prompt[prompts[prompt]]]
                answers = [sequences[place].ids[sequences[place].start :] for place in owners]
                logs[owners] = self._answers([prompts[row] for row in batch], rows, answers)
                done(owners)
        return logs

    def plain(self, sequences: Sequence[TokenSequence], done: Done) -> Logs:
        """See `Scorer`."""
        import torch

        logs = np.zeros(len(sequences))
        with torch.inference_mode():
            costs = [self._cost(one.start, one.tokens) for one in sequences]
            for batch in batches(costs, self._budget):
                chosen = [sequences[place] for place in batch]
                read = self._read([one.ids[: one.start] for one in chosen])
                answers = [one.ids[one.start :] for one in chosen]
                inputs = [(self._start, *answer[:-1]) for answer in answers]
                logits = self._logits(read, inputs, use_cache=False)
                logs[batch] = self._summed(logits, answers)
                done(batch)
        return logs

    def _answers(
        self, prompts: Sequence[Sequence[int]], rows: Sequence[int], answers: Sequence[Sequence[int]]
    ) -> Logs:
        """The log-likelihoods of answers to prompts, `rows` saying to which."""
        from transformers import DynamicCache, EncoderDecoderCache

        read = self._read(prompts)
        cache = EncoderDecoderCache(DynamicCache(), DynamicCache())
        first = self._logits(read, [(self._start,)] * len(prompts), use_cache=True, **{self._cache: cache})
        heads = [answer[0] for answer in answers]
        logs = log_probabilities(first[:, 0], self._moved(np.array(rows)), self._moved(np.array(heads)))
        for part in self._parts(answers, read.mask.shape[1]):
            chosen = self._moved(np.array([rows[place] for place in part]))
            tails = [answers[place][1:] for place in part]
            logits = self._logits(
                read.take(chosen),
                [answers[place][:-1] for place in part],
                use_cache=True,
                **{self._cache: _rows(cache, chosen)},
            )
            logs[part] += self._summed(logits, tails)
        return logs

    def _parts(self, answers: Sequence[Sequence[int]], prompt: int) -> Iterator[list[int]]:
        """The places of the answers of more than one token in batches, to prompts of that many tokens."""
        long = [place for place, answer in enumerate(answers) if len(answer) > 1]
        for part in batches([self._cost(prompt, len(answers[place]) - 1) for place in long], self._budget):
            yield [long[place] for place in part]

    def _cost(self, prompt: int, answer: int) -> int:
        """What a row takes of the budget: its tokens, or more where its logits take more of theirs."""
        logits = answer * self._vocabulary * self._budget
        return max(prompt + answer, -(-logits // LOGITS))

    def _read(self, prompts: Sequence[Sequence[int]]) -> _Read:
        ids, mask = (self._moved(array) for array in padded(prompts, filler_of(self.model)))
        states = self.model.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state
        return _Read(states, mask)

    def _logits(self, read: _Read, rows: Sequence[Sequence[int]], **inputs: Any) -> Any:
        """Logits behind every token of the decoder's rows, shape (rows, longest, vocabulary)."""
        from transformers.modeling_outputs import BaseModelOutput

        return self.model(
            encoder_outputs=BaseModelOutput(last_hidden_state=read.states),
            attention_mask=read.mask,
            decoder_input_ids=self._moved(padded(rows, filler_of(self.model))[0]),
            **inputs,
        ).logits

    def _summed(self, logits: Any, targets: Sequence[Sequence[int]]) -> Logs:
        """The log-likelihood of each row of targets, the first of which the first logits predict."""
        scored = [(row, place, token) for row, one in enumerate(targets) for place, token in enumerate(one)]
        owners, places, tokens = np.array(scored, dtype=np.int64).T
        rows = owners * logits.shape[1] + places
        found = log_probabilities(logits.flatten(0, 1), self._moved(rows), self._moved(tokens))
        return summed(found, owners, len(targets))

    def _moved(self, array: Any) -> Any:
        import torch

        return torch.from_numpy(np.ascontiguousarray(array)).to(self.model.device)


def start_token(name: str, model: Any) -> int:
    """The token with which the decoder begins; EvalError where there is none."""
    for source in (model.generation_config, model.config):
        for key in ("decoder_start_token_id", "bos_token_id"):
            token = getattr(source, key, None)
            if isinstance(token, int):
                return token
    remedy = "write decoder_start_token_id into its config.json"
    raise EvalError(name, "it has no token with which an answer begins", remedy)


def _rows(cache: Any, rows: Any) -> Any:
    """A copy of some rows of a cache."""
    from transformers import DynamicCache, EncoderDecoderCache

    copies = []
    for part in (cache.self_attention_cache, cache.cross_attention_cache):
        copy = DynamicCache()
        for place, layer in enumerate(part.layers):
            copy.update(layer.keys[rows], layer.values[rows], place)
        copies.append(copy)
    return EncoderDecoderCache(*copies)
