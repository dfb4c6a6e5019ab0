"""How models are named on the command line, and the encoder behind each name."""

from mitgemeint.eval.association.encoders.cached_encoder import CachedEncoder
from mitgemeint.eval.association.encoders.encoded import Encoder
from mitgemeint.eval.association.encoders.letter_case import LetterCase
from mitgemeint.eval.association.encoders.pooling import Pooling
from mitgemeint.eval.association.encoders.vector_cache import VectorCache
from mitgemeint.eval.problems import EvalError

_VECTORS = "vectors:"
_BUNDLED = "bundled"


def load_encoder(
    model: str,
    *,
    pooling: Pooling | None = None,
    revision: str | None = None,
    layer: int = -1,
    dtype: str = "float32",
    device: str = "cpu",
    local_only: bool = False,
    case: LetterCase = LetterCase.EXACT,
    language: str = "",
    cache: VectorCache | None = None,
) -> Encoder:
    """The encoder that `model` names.

    `bundled` is the assistant's own pipeline, `vectors:PATH` a file of static word vectors (or the folder of
    a NumPy pair), a folder with config.json or a name like `owner/model` (or `owner/model@revision`) a
    transformers model. `pooling` None is the kind's default; `layer`, `dtype`, `device` and `local_only` (no
    downloads) are for transformers models, `case` and `language` for static vectors. With a `cache`, vectors
    of transformers models are kept there. Raises EvalError where the model cannot be had or lacks
    what is asked of it.
    """
    if model == _BUNDLED:
        _refuse_revision(model, revision)
        from mitgemeint.eval.association.encoders.bundled import BundledEncoder

        return BundledEncoder(pooling)
    if model.startswith(_VECTORS):
        _refuse_revision(model, revision)
        _check_static_pooling(pooling)
        from mitgemeint.eval.association.encoders.static_vectors import load_static_vectors

        return load_static_vectors(model.removeprefix(_VECTORS), case, language)
    from mitgemeint.eval.association.encoders.transformers_encoder import load_transformers_encoder

    encoder = load_transformers_encoder(
        model,
        pooling=pooling,
        revision=revision,
        layer=layer,
        dtype=dtype,
        device=device,
        local_only=local_only,
    )
    return CachedEncoder(encoder, cache) if cache else encoder


def _refuse_revision(model: str, revision: str | None) -> None:
    if revision:
        raise EvalError("--revision", f"{model} has none", "leave it out")


def _check_static_pooling(pooling: Pooling | None) -> None:
    if pooling not in (None, Pooling.MEAN, Pooling.MEAN_OF_PIECES):
        raise EvalError("--pooling", f"static vectors have no {pooling}", "choose mean or leave it out")
