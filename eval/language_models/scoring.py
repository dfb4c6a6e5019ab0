"""What the ways to score continuations have in common: logarithms, budgets, and the choice of a way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mitgemeint.eval.language_models.token_tree import TokenSequence

Logs = NDArray[np.float64]
Done = Callable[[Sequence[int]], None]
"""Told the places of the sequences that are scored."""

TOLERANCE = 1e-3
"""By how much two ways to compute a log-likelihood may differ in float32."""

LOGITS = 2**27
"""Logits of one pass at most: half a gigabyte in float32."""
_ROWS = 64
_NEIGHBOURS = 2


class Scorer(Protocol):
    """Computes log-likelihoods of continuations, in two ways."""

    @property
    def model(self) -> Any:
        """The model that computes them."""

    def obstacle(self, longest: int) -> str:
        """Why computation cannot be shared between inputs of up to that many tokens; empty if nothing is
        known against it."""

    def shared(self, sequences: Sequence[TokenSequence], done: Done, budget: int | None = None) -> Logs:
        """The log-likelihood of each continuation; what inputs have in common is computed once.

        `budget` takes the place of the tokens of a pass that were set.
        """

    def plain(self, sequences: Sequence[TokenSequence], done: Done) -> Logs:
        """The same, each input for itself in batches of similar length."""


def log_probabilities(logits: Any, rows: Any, targets: Any) -> Logs:
    """The natural logarithm of the probability of tokens, shape (s,).

    `logits` has the shape (n, vocabulary), `rows` and `targets` (s,): the row of each token, and the token.
    Computed in float32 (in float64 if the model is), with a few rows at a time, so that no second table of
    the vocabulary's size is made.
    """
    import torch

    wide = torch.float64 if logits.dtype == torch.float64 else torch.float32
    parts = [logits[start : start + _ROWS].to(wide).logsumexp(-1) for start in range(0, len(logits), _ROWS)]
    found = logits[rows, targets].to(wide) - torch.cat(parts)[rows]
    return np.asarray(found.double().clamp(max=0).cpu().numpy())


def summed(logs: Logs, owners: NDArray[np.int64], size: int) -> Logs:
    """The sums of the logarithms of each owner, shape (size,)."""
    return np.bincount(owners, logs, minlength=size).astype(np.float64)


def pass_budget(tokens: int, vocabulary: int) -> int:
    """The tokens of a pass: as many as set, unless the logits of all of them would be too many."""
    return max(1, min(tokens, LOGITS // vocabulary))


def padded(rows: Sequence[Sequence[int]], filler: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows of tokens filled up on the right, and 1 where there is a token; both of shape (rows, longest)."""
    ids = np.full((len(rows), max(map(len, rows))), filler, dtype=np.int64)
    mask = np.zeros_like(ids)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = row
        mask[place, : len(row)] = 1
    return ids, mask


def filler_of(model: Any) -> int:
    """A token to fill up with: the model never sees it."""
    token = getattr(model.config, "pad_token_id", None)
    return token if isinstance(token, int) and token >= 0 else 0


def cache_argument(model: Any) -> str:
    """How the model takes keys and values computed before (the library renamed it); empty if it does not."""
    known = parameters(model)
    return next((name for name in ("cache", "past_key_values") if name in known), "")


def parameters(model: Any) -> Mapping[str, Any]:
    """The parameters of a forward pass by name."""
    import inspect

    return inspect.signature(model.forward).parameters


class CheckedScores:
    """Scores by the shared way, unless it is known or found to give something else than the plain one.

    Before longer inputs than any so far, a few neighbours of the longest one are scored in both ways. Models
    differ too much to tell from their name: a window may be shorter than the text, a position may be counted
    from the place in the row, a state may hold all that was read.
    """

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer
        self._checked = 0
        self._refusal = ""

    @property
    def sharing(self) -> str:
        """Whether computation is shared, or why not."""
        if self._refusal:
            return f"no: {self._refusal}"
        return "yes" if self._checked else "not tried yet"

    def scores(self, sequences: Sequence[TokenSequence], done: Done) -> Logs:
        """The log-likelihood of each continuation, shape (sequences,)."""
        if not self._refusal:
            self._check(sequences)
        return (self._scorer.plain if self._refusal else self._scorer.shared)(sequences, done)

    def _check(self, sequences: Sequence[TokenSequence]) -> None:
        longest = max((len(sequence.ids) for sequence in sequences), default=0)
        if longest <= self._checked:
            return
        self._refusal = self._scorer.obstacle(longest) or self._difference(_neighbours(sequences))
        self._checked = longest

    def _difference(self, sample: Sequence[TokenSequence]) -> str:
        """What speaks against the shared way, by a sample; packs of one sequence and of all are tried."""
        plain = self._scorer.plain(sample, _nothing)
        allowed = _tolerance(self._scorer.model.dtype, sample)
        for budget in (1, None):
            try:
                shared = self._scorer.shared(sample, _nothing, budget)
            except Exception as error:  # what a model does not take it says in its own way
                return f"the model does not take it ({type(error).__name__})"
            largest = np.abs(shared - plain)
            if not (largest <= allowed).all():
                return f"scores differ by {np.max(largest):.2g}"
        return ""


def _neighbours(sequences: Sequence[TokenSequence]) -> list[TokenSequence]:
    """The longest sequence, and those that have most in common with it."""
    order = sorted(sequences)
    place = max(range(len(order)), key=lambda i: len(order[i].ids))
    return order[max(place - _NEIGHBOURS, 0) : place + _NEIGHBOURS + 1]


def _tolerance(dtype: Any, sequences: Sequence[TokenSequence]) -> NDArray[np.float64]:
    """By how much scores may differ: in half precision logits themselves are that coarse, token by token."""
    import torch

    coarse = 64 * torch.finfo(dtype).eps
    return np.array([max(TOLERANCE, coarse * sequence.tokens) for sequence in sequences])


def _nothing(_: Sequence[int]) -> None:
    """Nobody is told of a check."""
