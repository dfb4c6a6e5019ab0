"""Log-likelihoods by a decoder: every token of the tree of inputs is computed once, behind its own prefix."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mitgemeint.eval.language_models.scoring import (
    Done,
    Logs,
    cache_argument,
    filler_of,
    log_probabilities,
    padded,
    parameters,
    pass_budget,
    summed,
)
from mitgemeint.eval.language_models.token_tree import Pack, Places, TokenSequence, packs
from mitgemeint.eval.models.batches import batches


class CausalScorer:
    """A Scorer on a decoder of transformers.

    The shared way puts the new nodes of a pack (`token_tree`) into one row, with the positions they have in
    their own sequences and a mask by which each sees itself and what is above it. Keys and values of the
    beginning that the next pack shares stay in the cache of transformers. Nothing is padded.
    """

    def __init__(self, model: Any, budget: int) -> None:
        """`budget` is the number of tokens of a pass."""
        self.model = model
        self._budget = pass_budget(budget, model.config.get_text_config().vocab_size)
        known = parameters(model)
        self._cache = cache_argument(model)
        self._keeps = "logits_to_keep" in known
        self._positions = "position_ids" in known

    def obstacle(self, longest: int) -> str:
        """Recurrent models, and windows shorter than the inputs, by the cache that the library makes."""
        if getattr(self.model, "_is_stateful", False):
            return "the model is recurrent"
        if not self._cache or not self._positions:
            return "the model takes no cache or no positions"
        for layer in self._library_layers():
            window = getattr(layer, "sliding_window", None)
            if window is not None and window < longest:
                return f"inputs are longer than a layer's window of {window} tokens"
            if window is None and not _plain_layer(layer):
                return f"a layer keeps a state of its own ({type(layer).__name__})"
        return ""

    def _library_layers(self) -> Sequence[Any]:
        """The layers of the cache that the library would make; none where it makes none from the settings."""
        from transformers import DynamicCache

        try:
            return list(DynamicCache(config=self.model.config).layers)
        except (AttributeError, KeyError, TypeError, ValueError):
            return ()  # then the comparison decides alone

    def shared(self, sequences: Sequence[TokenSequence], done: Done, budget: int | None = None) -> Logs:
        """See `Scorer`. ValueError where the cache is of another kind."""
        import torch
        from transformers import DynamicCache

        logs = np.zeros(len(sequences))
        cache = DynamicCache()
        with torch.inference_mode():
            for pack in packs(sequences, budget or self._budget):
                if len(pack.kept):
                    _keep(cache, self._moved(pack.kept))
                else:
                    cache = DynamicCache()
                logs += summed(self._pack(pack, cache), pack.owners, len(sequences))
                done(pack.finished)
        return logs

    def plain(self, sequences: Sequence[TokenSequence], done: Done) -> Logs:
        """See `Scorer`."""
        import torch

        logs = np.zeros(len(sequences))
        with torch.inference_mode():
            for batch in batches([len(one.ids) - 1 for one in sequences], self._budget):
                logs[batch] = self._batch([sequences[place] for place in batch])
                done(batch)
        return logs

    def _pack(self, pack: Pack, cache: Any) -> Logs:
        """The logarithms of the scored tokens of a pack, shape (s,)."""
        import torch

        dtype = self.model.dtype
        mask = torch.zeros(pack.visible.shape, dtype=dtype, device=self.model.device)
        mask.masked_fill_(self._moved(~pack.visible), torch.finfo(dtype).min)
        needed, rows = np.unique(pack.nodes, return_inverse=True)
        logits = self._logits(
            needed,
            input_ids=self._moved(pack.tokens)[None],
            position_ids=self._moved(pack.depths)[None],
            attention_mask=mask[None, None],
            use_cache=True,
            **{self._cache: cache},
        )
        return log_probabilities(logits[0], self._moved(rows), self._moved(pack.targets))

    def _batch(self, sequences: Sequence[TokenSequence]) -> Logs:
        """The log-likelihoods of sequences in one padded batch, shape (sequences,)."""
        ids, mask = padded([one.ids[:-1] for one in sequences], filler_of(self.model))
        scored = [
            (row, place - 1, one.ids[place])
            for row, one in enumerate(sequences)
            for place in range(one.start, len(one.ids))
        ]
        owners, places, targets = np.array(scored, dtype=np.int64).T
        needed, columns = np.unique(places, return_inverse=True)
        logits = self._logits(
            needed, input_ids=self._moved(ids), attention_mask=self._moved(mask), use_cache=False
        )
        rows = owners * len(needed) + columns
        found = log_probabilities(logits.flatten(0, 1), self._moved(rows), self._moved(targets))
        return summed(found, owners, len(sequences))

    def _logits(self, places: Places, **inputs: Any) -> Any:
        """Logits at places of every row, shape (rows, places, vocabulary)."""
        if self._keeps:
            return self.model(**inputs, logits_to_keep=self._moved(places)).logits
        return self.model(**inputs).logits[:, self._moved(places)]

    def _moved(self, array: Any) -> Any:
        import torch

        return torch.from_numpy(np.ascontiguousarray(array)).to(self.model.device)


def _plain_layer(layer: Any) -> bool:
    """Whether a layer's cache holds the keys and values of every token, and nothing else."""
    from transformers.cache_utils import DynamicLayer

    return type(layer) is DynamicLayer


def _keep(cache: Any, places: Any) -> None:
    """Drop keys and values but those at `places`."""
    for layer in cache.layers:
        if not _plain_layer(layer):
            raise ValueError(f"a cache of {type(layer).__name__} cannot be cut")
        layer.keys = layer.keys.index_select(-2, places)
        layer.values = layer.values.index_select(-2, places)
