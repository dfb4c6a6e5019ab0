"""Loads a transformers model and its tokenizer, from a folder or by the name on the hub, or says why not."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from mitgemeint.eval.models.content import content_hash
from mitgemeint.eval.models.library import explained, first_line, libraries, need, number_type, quiet
from mitgemeint.eval.models.place import Place, find_place
from mitgemeint.eval.problems import EvalError

ENCODER_DECODER = "encoder-decoder"
"""The kind of a whole model of both."""

_COMMIT = re.compile("[0-9a-f]{40}")
_NO_PART = ("position_ids",)  # what older files hold and newer models compute
_NO_PART_OF_VECTORS = (*_NO_PART, "pooler.", "lm_head.", "cls.")
# Ways to compute a layer that are part of torch and transformers. For others (flash_attention_2, deepgemm)
# transformers may fetch compiled code from the hub, whatever `trust_remote_code` says.
_OWN_CODE = {
    "_attn_implementation": (None, "eager", "sdpa"),
    "_experts_implementation": (None, "eager", "batched_mm", "grouped_mm"),
}


class Part(StrEnum):
    """Which part of a model is loaded."""

    ENCODER = "encoder"
    """What makes vectors of pieces: without a head, of an encoder–decoder the encoder alone."""
    WHOLE = "whole"
    """All of it with the head that writes text: of a decoder or an encoder–decoder."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A loaded model (in evaluation mode), its tokenizer and what identifies both."""

    name: str
    revision: str
    """The commit on the hub, or the hash of the files here: other bytes, another revision."""
    model: Any
    tokenizer: Any
    kind: str
    """`encoder`, `decoder`, `encoder of an encoder-decoder`, or, as a whole, `encoder-decoder`."""


def load_checkpoint(
    name: str,
    revision: str | None = None,
    *,
    part: Part = Part.ENCODER,
    dtype: str = "float32",
    device: str = "cpu",
    local_only: bool = False,
) -> Checkpoint:
    """The model of a folder, a GGUF file (here, or `owner/model/file.gguf`) or of the hub.

    A name with the shape of a path is never looked for on the hub. `dtype` is a name of a floating type of
    torch, to which a checkpoint in half precision is widened, or `auto` for its own. Code that comes with a
    model is never run. Raises EvalError where there is no such model, it cannot be reached, weights are
    missing in it, or it has no such part.
    """
    torch, transformers = libraries()
    place = find_place(name, revision)
    wanted_type = number_type(torch, dtype)
    if place.file:
        need(name, "a GGUF file", "gguf", "accelerate")
    with quiet(transformers), explained(name, local_only):
        here = _fetched(transformers, place, local_only)
        source = _source(here, local_only)
        config = transformers.AutoConfig.from_pretrained(str(here.source), **source)
        _keep_code_out(name, config)
        kind = _kind(config, part)
        if part is Part.WHOLE:
            _check_writes(name, config, kind)
        tokenizer = transformers.AutoTokenizer.from_pretrained(str(here.source), **source)
        model, information = _model_class(transformers, config, part).from_pretrained(
            str(here.source), config=config, dtype=wanted_type, output_loading_info=True, **source
        )
    _check_pieces(name, tokenizer)
    tokenizer.truncation_side = "right"  # what is cut is the end
    _check_weights(name, information["missing_keys"], _NO_PART if part is Part.WHOLE else _NO_PART_OF_VECTORS)
    if part is Part.ENCODER and config.is_encoder_decoder and hasattr(model, "decoder"):
        model = model.get_encoder()
    try:
        model = model.to(device).eval()
    except (RuntimeError, AssertionError) as error:
        raise EvalError("--device", f"{device} cannot be used ({first_line(error)})", "use cpu") from error
    return Checkpoint(name, _revision(transformers, place), model, tokenizer, kind)


def _fetched(transformers: Any, place: Place, local_only: bool) -> Place:
    """A GGUF file of the hub as one that is here: by its name there, the library takes the tokenizer from
    the newest revision, whichever is asked for."""
    if not place.file or isinstance(place.source, Path):
        return place
    path = transformers.utils.cached_file(
        place.source, place.file, revision=place.revision, local_files_only=local_only
    )
    return Place(Path(path).parent, Path(path).name)


def _source(place: Place, local_only: bool) -> dict[str, Any]:
    """What the library is told of where to load from."""
    here = isinstance(place.source, Path)
    source: dict[str, Any] = {"local_files_only": local_only or here, "trust_remote_code": False}
    if place.revision:
        source["revision"] = place.revision
    if place.file:
        source["gguf_file"] = place.file
    return source


def _revision(transformers: Any, place: Place) -> str:
    """What identifies the bytes that were loaded, by the place of a file of them in the hub's cache.

    Folders inside a model's (earlier checkpoints, other formats) are not loaded and do not count.
    """
    if isinstance(place.source, Path):
        files = [place.source / place.file] if place.file else place.source.iterdir()
        return content_hash(*sorted(path for path in files if path.is_file()))
    file = place.file or "config.json"
    path = transformers.utils.cached_file(place.source, file, revision=place.revision, local_files_only=True)
    snapshot = Path(path).parents[file.count("/")]
    if _COMMIT.fullmatch(snapshot.name):
        return snapshot.name
    return content_hash(Path(path) if place.file else snapshot)


def _model_class(transformers: Any, config: Any, part: Part) -> Any:
    """Of an encoder–decoder the class without decoder, where there is one: it halves the memory."""
    if part is Part.WHOLE:
        both = config.is_encoder_decoder
        return transformers.AutoModelForSeq2SeqLM if both else transformers.AutoModelForCausalLM
    if config.is_encoder_decoder and type(config) in transformers.AutoModelForTextEncoding._model_mapping:
        return transformers.AutoModelForTextEncoding
    return transformers.AutoModel


def _keep_code_out(name: str, config: Any) -> None:
    """Has layers computed by the library's own code; EvalError where a model names code on the hub.

    Of what else a configuration may ask for, the library's default takes the place.
    """
    for setting, own in _OWN_CODE.items():
        asked = [getattr(part, setting, None) for part in _with_parts(config)]
        if any("/" in str(value) for value in asked):
            reason = f"its config.json asks for code from the hub ({setting}), which is not run"
            raise EvalError(name, reason, "take the setting out, or choose another model")
        if any(value not in own for value in asked):
            setattr(config, setting, None)


def _with_parts(config: Any) -> Iterator[Any]:
    """A configuration and those within it."""
    yield config
    for key in getattr(config, "sub_configs", {}):
        part = getattr(config, key, None)
        if part is not None:
            yield from _with_parts(part)


def _kind(config: Any, part: Part) -> str:
    if part is Part.WHOLE and config.is_encoder_decoder:
        return ENCODER_DECODER
    if config.is_encoder_decoder or config.model_type in ("t5", "mt5", "umt5"):
        return "encoder of an encoder-decoder"
    return "decoder" if _is_causal(config) else "encoder"


def _is_causal(config: Any) -> bool:
    """Whether each piece sees only those before it: what has a head for the next piece and none for gaps."""
    from transformers.models.auto import modeling_auto

    masked = modeling_auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES
    causal = modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES
    if config.model_type in masked:
        return bool(getattr(config, "is_decoder", False))
    return config.model_type in causal


def _check_writes(name: str, config: Any, kind: str) -> None:
    """EvalError for what has no head for the next piece."""
    from transformers.models.auto import modeling_auto

    known = modeling_auto.MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES
    if kind == "decoder" or (kind == ENCODER_DECODER and config.model_type in known):
        return
    reason = f"it is no language model that writes text ({kind}, {config.model_type})"
    raise EvalError(
        name, reason, "choose a decoder (such as GPT-2, Llama) or an encoder-decoder (such as T5)"
    )


def _check_pieces(name: str, tokenizer: Any) -> None:
    """Where its files are missing, the library makes a tokenizer that knows special tokens alone."""
    added = {str(token) for token in tokenizer.added_tokens_decoder.values()}
    pieces = tokenizer.get_vocab().keys() - added - set(tokenizer.all_special_tokens)
    if len(pieces) < 2:
        remedy = "put the tokenizer's files (tokenizer.json, vocab.txt or the like) beside config.json"
        raise EvalError(name, "it has no tokenizer", remedy)


def _check_weights(name: str, missing: Iterable[str], dispensable: Iterable[str]) -> None:
    """Weights that a file lacks are drawn at random, and all that is computed would be noise."""
    needed = sorted(key for key in missing if not any(part in f"{key}." for part in dispensable))
    if needed:
        reason = f"{len(needed)} weights are missing, {needed[0]} among them"
        raise EvalError(name, reason, "check that the files are complete and of this architecture")
