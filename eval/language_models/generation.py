"""What a model writes itself: the likeliest tokens, or drawn ones that depend on prompt and seed alone."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mitgemeint.eval.language_models.model import Decoding, Generated
from mitgemeint.eval.language_models.scoring import filler_of, padded
from mitgemeint.eval.models.batches import batches
from mitgemeint.eval.problems import EvalError

Prompts = Sequence[tuple[int, ...]]
_SPECIAL = ("bos_token_id", "decoder_start_token_id", "forced_bos_token_id")


@dataclass(frozen=True, slots=True)
class Writer:
    """Lets a model of transformers write, by its `generate`.

    Whatever else the checkpoint asks for (sampling, penalties for repetition) does not count: at temperature
    0 each token is the likeliest. Prompts are padded on the left; models that keep a state of all they have
    read get prompts of equal length together instead.
    """

    model: Any
    tokenizer: Any
    budget: int
    """Tokens of a batch, those to be written among them."""

    def written(
        self, prompts: Prompts, decoding: Decoding, done: Callable[[Sequence[int]], None]
    ) -> list[Generated]:
        """What is written after each prompt; NotFiniteError where the model's logits are no numbers."""
        check(decoding)
        found: dict[int, Generated] = {}
        for batch in self._batches([len(prompt) for prompt in prompts], decoding.longest):
            answers = self._batch([prompts[place] for place in batch], decoding)
            found.update(zip(batch, answers, strict=True))
            done(batch)
        return [found[place] for place in range(len(prompts))]

    def _batches(self, lengths: Sequence[int], longest: int) -> Iterator[list[int]]:
        stateful = getattr(self.model, "_is_stateful", False)
        for batch in batches([length + longest for length in lengths], self.budget):
            sizes = sorted({lengths[place] for place in batch})
            if stateful:
                yield from ([place for place in batch if lengths[place] == size] for size in sizes)
            else:
                yield batch

    def _batch(self, prompts: Prompts, decoding: Decoding) -> list[Generated]:
        import torch

        both = self.model.config.is_encoder_decoder
        ids, mask = padded(prompts if both else [prompt[::-1] for prompt in prompts], filler_of(self.model))
        if not both:  # filled up on the left
            ids, mask = ids[:, ::-1].copy(), mask[:, ::-1].copy()
        before = 1 if both else ids.shape[1]
        draws = [_Draw(decoding, prompt) for prompt in prompts] if decoding.temperature else []
        device = self.model.device
        with torch.inference_mode():
            rows = self.model.generate(
                torch.from_numpy(ids).to(device),
                attention_mask=torch.from_numpy(mask).to(device),
                generation_config=self._settings(decoding),
                logits_processor=[_Finite(), *([_Drawn(draws)] if draws else [])],
                stopping_criteria=[_Stopped(self.tokenizer, decoding.stop, before)] if decoding.stop else [],
            )
        return [self._answer(row, decoding) for row in rows[:, before:].tolist()]

    def _settings(self, decoding: Decoding) -> Any:
        from transformers import GenerationConfig

        kept = {key: getattr(self.model.generation_config, key, None) for key in _SPECIAL}
        return GenerationConfig(
            max_new_tokens=decoding.longest,
            do_sample=False,
            num_beams=1,
            eos_token_id=self._ends() or None,
            pad_token_id=filler_of(self.model),
            **{key: value for key, value in kept.items() if value is not None},
        )

    def _ends(self) -> list[int]:
        """The tokens that end a text, after the checkpoint and its tokenizer."""
        stated = getattr(self.model.generation_config, "eos_token_id", None)
        ends = [*(stated if isinstance(stated, list) else [stated]), self.tokenizer.eos_token_id]
        return sorted({end for end in ends if end is not None})

    def _answer(self, row: Sequence[int], decoding: Decoding) -> Generated:
        ends = self._ends()
        end = next((place for place, token in enumerate(row) if token in ends), None)
        text = _text(self.tokenizer, row[:end])
        stops = [place for stop in decoding.stop if (place := text.find(stop)) >= 0]
        return Generated(text[: min(stops)] if stops else text, end is not None or bool(stops))


def only_tokens(model: Any) -> None:
    """Take out of a model what it wants to be generated with by default, but for its special tokens.

    The library fills in from there what a call leaves open, such as penalties for repetition.
    """
    from transformers import GenerationConfig

    stated = model.generation_config
    kept = {key: getattr(stated, key, None) for key in (*_SPECIAL, "eos_token_id", "pad_token_id")}
    model.generation_config = GenerationConfig(**{key: one for key, one in kept.items() if one is not None})


def check(decoding: Decoding) -> None:
    """EvalError for settings by which nothing can be generated."""
    if decoding.longest < 1:
        raise EvalError("--longest", f"{decoding.longest} tokens are none", "give a number from 1")
    if not 0 <= decoding.temperature < float("inf"):
        raise EvalError("--temperature", f"{decoding.temperature} is none", "give 0 or more")
    if not 0 < decoding.top_p <= 1:
        raise EvalError("--top-p", f"{decoding.top_p} is no share", "give a number above 0, up to 1")
    if "" in decoding.stop:
        raise EvalError("--stop", "an empty text stops everything", "leave it out")


class NotFiniteError(ValueError):
    """A model whose logits are no numbers."""


class _Finite:
    """A step that stops where logits are no numbers; -inf is one that says never."""

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        if scores.isnan().any() or (scores == float("inf")).any():
            raise NotFiniteError
        return scores


class _Draw:
    """Draws the tokens of one prompt, whatever stands beside it in a batch."""

    def __init__(self, decoding: Decoding, prompt: Sequence[int]) -> None:
        key = repr((decoding.seed, *prompt)).encode()
        self._decoding = decoding
        self._rng = np.random.default_rng(int.from_bytes(hashlib.sha256(key).digest()[:16]))

    def token(self, logits: Any) -> int:
        """One token by logits of shape (vocabulary,): among the likeliest that together reach top_p."""
        # The largest is taken away first: divided by a tiny temperature it would be infinite.
        with np.errstate(over="ignore"):
            weights = np.exp((logits - logits.max()) / self._decoding.temperature)
        order = np.argsort(-weights, kind="stable")
        sums = np.cumsum(weights[order] / weights.sum())
        kept = int(np.searchsorted(sums, self._decoding.top_p)) + 1  # the first to reach it included
        drawn = self._rng.random() * sums[min(kept, len(sums)) - 1]
        return int(order[min(int(np.searchsorted(sums, drawn, side="right")), kept - 1, len(order) - 1)])


class _Drawn:
    """A step of the library's greedy search whose likeliest token is a drawn one."""

    def __init__(self, draws: Sequence[_Draw]) -> None:
        self._draws = draws

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        import torch

        table = scores.double().cpu().numpy()
        tokens = [draw.token(row) for draw, row in zip(self._draws, table, strict=True)]
        chosen = torch.full_like(scores, -float("inf"))
        chosen[torch.arange(len(tokens)), torch.tensor(tokens)] = 0.0
        return chosen


class _Stopped:
    """Ends rows in which one of the texts to stop at has been written."""

    def __init__(self, tokenizer: Any, stop: Sequence[str], before: int) -> None:
        self._tokenizer = tokenizer
        self._stop = stop
        self._before = before

    def __call__(self, input_ids: Any, scores: Any, **_: Any) -> Any:
        import torch

        texts = [_text(self._tokenizer, row) for row in input_ids[:, self._before :].tolist()]
        found = [any(stop in text for stop in self._stop) for text in texts]
        return torch.tensor(found, device=input_ids.device)


def _text(tokenizer: Any, row: Sequence[int]) -> str:
    return str(tokenizer.decode(row, skip_special_tokens=True, clean_up_tokenization_spaces=False))
