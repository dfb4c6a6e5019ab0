"""Vectors of texts by a transformers model: an encoder, a decoder, or the encoder of an encoder–decoder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mitgemeint.eval.association.encoders.encoded import Encoded, Progress, Vectors, each_once
from mitgemeint.eval.association.encoders.pooling import Pooling, pooled
from mitgemeint.eval.models.batches import batches
from mitgemeint.eval.models.checkpoint import Checkpoint, load_checkpoint
from mitgemeint.eval.models.content import settings_hash
from mitgemeint.eval.models.longest_input import check_number, longest_input
from mitgemeint.eval.problems import EvalError

_BATCH_PIECES = {"cpu": 1024}  # measured: more only adds padding there
_BATCH_PIECES_ELSEWHERE = 16_384


@dataclass(frozen=True, slots=True)
class _Input:
    """A text as the model gets it: `ids` and which of them are special tokens, both of shape (pieces,)."""

    ids: NDArray[np.int64]
    special: NDArray[np.bool_]
    pieces: int  # of the text, before anything was cut
    unknown: int
    cut: int


class TransformersEncoder:
    """An Encoder on a transformers model, in evaluation mode and without gradients.

    Inputs are padded on the right, whatever the tokenizer is set to, so that positions count from the first
    piece and causal models never see padding: a text has the same vector alone and in a batch. Texts beyond
    the model's longest input are cut at their end, which `Encoded.cut` counts.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        pooling: Pooling | None = None,
        *,
        layer: int = -1,
        batch_pieces: int | None = None,
    ) -> None:
        """`layer` counts as Python does: -1 is the last layer, 0 what goes into the first one.

        Without `pooling`, decoders take the last piece, models with a classification token that one, all
        others the mean. `batch_pieces` is the budget of a batch (by default what
        suits the device); 1 encodes every text alone. Raises
        EvalError where the model lacks what the pooling or the layer needs.
        """
        self._checkpoint = checkpoint
        self._model = checkpoint.model
        self._tokenizer = checkpoint.tokenizer
        usual = _BATCH_PIECES.get(self._model.device.type, _BATCH_PIECES_ELSEWHERE)
        self._batch_pieces = batch_pieces or usual
        check_number(self.name, self._tokenizer.model_max_length)
        self._cls = self._classification_token()
        self.pooling = pooling or self._default_pooling()
        self._layer = layer
        self._check()
        special = len(self._ids(["a"], special=True)[0]) - len(self._ids(["a"])[0])
        self._limit = longest_input(self.name, self._model, self._tokenizer, special)

    @property
    def name(self) -> str:
        """The model as it was asked for."""
        return self._checkpoint.name

    @property
    def settings(self) -> Mapping[str, str]:
        """Model, revision, kind, pooling, layer, number type, device, longest input and libraries."""
        import torch
        import transformers

        return {
            "model": self.name,
            "revision": self._checkpoint.revision,
            "kind": self._checkpoint.kind,
            "pooling": f"{self.pooling}: {self.pooling.description}",
            "layer": "last" if self._layer == -1 else str(self._layer),
            "dtype": str(self._model.dtype).removeprefix("torch."),
            "device": self._model.device.type,
            "longest input": str(self._limit or "any"),
            "libraries": f"torch {torch.__version__}, transformers {transformers.__version__}",
        }

    @property
    def fingerprint(self) -> str:
        """A hash of the settings; the name does not count where the revision hashes a folder's files."""
        settings = self.settings
        hashed = settings["revision"].startswith("sha256:")
        return settings_hash(settings, *(["model"] if hashed else []))

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Encoded:
        """Each different text once, those of similar length together."""
        different, back = each_once(texts)
        inputs = self._inputs(different)
        wide = str(self._model.dtype) == "torch.float64"
        width = self._model.config.get_text_config().hidden_size
        rows = np.zeros((len(different), width), dtype=np.float64 if wide else np.float32)
        done = 0
        for batch in batches([len(one.ids) for one in inputs], self._batch_pieces):
            rows[batch] = self._computed([inputs[i] for i in batch])
            done += len(batch)
            if progress:
                progress(done, len(different))
        bad = np.flatnonzero(~np.isfinite(rows).all(axis=1))
        if len(bad):
            reason = f"the vector of {different[bad[0]]!r} is not finite"
            raise EvalError(self.name, reason, "use --dtype float32")
        return Encoded(
            rows,
            tuple(one.pieces for one in inputs),
            tuple(one.unknown for one in inputs),
            tuple(one.cut for one in inputs),
            ((),) * len(inputs),
        ).take(back)

    def split(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The pieces of each text, without special tokens."""
        return [tuple(self._tokenizer.convert_ids_to_tokens(ids)) for ids in self._ids(texts)]

    def rank(self, piece: str) -> int | None:
        """The place of a piece in the vocabulary, from 0; None where it is not in it or the unknown token."""
        place = self._tokenizer.convert_tokens_to_ids(piece)  # that of the unknown token where it is none
        return None if place is None or place == self._tokenizer.unk_token_id else int(place)

    @property
    def vocabulary_size(self) -> int:
        """The number of pieces that the tokenizer knows."""
        return len(self._tokenizer)

    def _ids(
        self, texts: Sequence[str], special: bool = False, longest: int | None = None
    ) -> list[list[int]]:
        made = self._tokenizer(
            list(texts),
            add_special_tokens=special,
            truncation=longest is not None,
            max_length=longest,
            verbose=False,
            return_attention_mask=False,
        )
        ids: list[list[int]] = made["input_ids"]
        return ids

    def _inputs(self, texts: Sequence[str]) -> list[_Input]:
        for text in texts:
            if not text.strip():
                raise EvalError("a text of the test", "it is empty", "give every text a word")
        if not texts:
            return []
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        plain = self._ids(clean)
        full = self._ids(clean, special=True) if self.pooling.special_tokens else plain
        return [self._input(*one) for one in zip(clean, plain, full, strict=True)]

    def _input(self, text: str, plain: list[int], full: list[int]) -> _Input:
        if not plain:
            raise EvalError(self.name, f"its tokenizer leaves nothing of {text!r}", "leave the text out")
        own = len(plain)
        ids = full
        if self._limit and len(full) > self._limit:
            ids = self._ids([text], self.pooling.special_tokens, self._limit)[0]
            own -= len(full) - len(ids)
        unknown = plain.count(self._tokenizer.unk_token_id) if self._tokenizer.unk_token_id is not None else 0
        special = _special(ids, plain[:own])
        return _Input(np.array(ids, dtype=np.int64), special, len(plain), unknown, len(plain) - own)

    def _computed(self, inputs: Sequence[_Input]) -> Vectors:
        """The vectors of one batch; EvalError where the model cannot make them."""
        known = getattr(self._model.get_input_embeddings(), "num_embeddings", None)
        largest = max(int(one.ids.max()) for one in inputs)
        if known is not None and largest >= known:
            reason = f"its tokenizer has a piece {largest}, but it has vectors for {known} alone"
            raise EvalError(self.name, reason, "take the tokenizer that belongs to the model")
        try:
            return self._vectors(inputs)
        except (RuntimeError, IndexError) as error:  # out of memory, out of positions, kinds that do not fit
            reason = f"it cannot compute vectors ({' '.join(str(error).split())[:150]})"
            raise EvalError(
                self.name, reason, "check that its files belong together, or use --device cpu"
            ) from error

    def _vectors(self, inputs: Sequence[_Input]) -> Vectors:
        """The vectors of one batch, shape (inputs, dimensions)."""
        import torch

        longest = max(len(one.ids) for one in inputs)
        filler = self._tokenizer.pad_token_id
        ids = np.full((len(inputs), longest), 0 if filler is None else filler, dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, one in enumerate(inputs):
            ids[row, : len(one.ids)] = one.ids
            mask[row, : len(one.ids)] = 1
        device = self._model.device
        with torch.inference_mode():
            states = self._states(torch.from_numpy(ids).to(device), torch.from_numpy(mask).to(device))
        wide = states if states.dtype == torch.float64 else states.float()
        arrays = wide.cpu().numpy()
        return np.stack(
            [
                pooled(self.pooling, arrays[row, : len(one.ids)], one.special, self._cls_place(one.ids))
                for row, one in enumerate(inputs)
            ]
        )

    def _states(self, ids: Any, mask: Any) -> Any:
        """The vectors of all pieces in the chosen layer, shape (inputs, pieces, dimensions)."""
        if self._layer == -1:
            return self._model(input_ids=ids, attention_mask=mask).last_hidden_state
        output = self._model(input_ids=ids, attention_mask=mask, output_hidden_states=True)
        return output.hidden_states[self._layer]

    def _cls_place(self, ids: NDArray[np.int64]) -> int:
        if self._cls is None or self.pooling is not Pooling.CLS:
            return -1
        return int(np.flatnonzero(ids == self._cls)[0])

    def _classification_token(self) -> int | None:
        """Its number, where the tokenizer puts one into every input."""
        token = self._tokenizer.cls_token_id
        return token if token is not None and token in self._ids(["a"], special=True)[0] else None

    def _default_pooling(self) -> Pooling:
        if self._checkpoint.kind == "decoder":
            return Pooling.LAST
        return Pooling.MEAN if self._cls is None else Pooling.CLS

    def _check(self) -> None:
        if self.pooling is Pooling.CLS and self._cls is None:
            reason = f"{self.name} ({self._checkpoint.kind}) has no classification token"
            raise EvalError("--pooling", reason, "choose mean, last or first-piece")
        layers = self._model.config.get_text_config().num_hidden_layers
        if not -layers - 1 <= self._layer <= layers:
            reason = f"{self.name} has layers 0 to {layers}, not {self._layer}"
            raise EvalError("--layer", reason, f"choose one from 0 to {layers}, or -1 for the last")


def _special(ids: Sequence[int], plain: Sequence[int]) -> NDArray[np.bool_]:
    """Which ids were added to those of the text, by where the text's own ones stand among them.

    The tokenizer's own mask would take a special token for one even where a text spells it out.
    """
    length = len(plain)
    for start in range(len(ids) - length + 1):
        if list(ids[start : start + length]) == list(plain):
            special = np.ones(len(ids), dtype=np.bool_)
            special[start : start + length] = False
            return special
    reason = "its tokenizer cuts a text in another way when it adds special tokens"
    raise EvalError("--pooling", reason, "choose first-piece, which does without them")


def load_transformers_encoder(
    model: str,
    *,
    pooling: Pooling | None = None,
    revision: str | None = None,
    layer: int = -1,
    dtype: str = "float32",
    device: str = "cpu",
    local_only: bool = False,
    batch_pieces: int | None = None,
) -> TransformersEncoder:
    """The encoder of a folder or hub name; what can go wrong is an EvalError."""
    checkpoint = load_checkpoint(model, revision, dtype=dtype, device=device, local_only=local_only)
    return TransformersEncoder(checkpoint, pooling, layer=layer, batch_pieces=batch_pieces)
