"""Loads a transformers model and its tokenizer, from a folder or by the name on the hub, or says why not."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mitgemeint.eval.models.content import content_hash
from mitgemeint.eval.problems import EvalError

_HUB_NAME = re.compile(r"[\w][\w.-]*(/[\w][\w.-]*)?")
_COMMIT = re.compile("[0-9a-f]{40}")
_NOT_NEEDED = ("pooler.", "position_ids", "lm_head.", "cls.")  # parts of which no vector of a piece is made
# How the libraries name what went wrong, from the exception's class, and what helps.
_HUB_PROBLEMS = {
    "GatedRepoError": (
        "access to it is restricted",
        "accept its terms on the hub and log in there, or name a folder",
    ),
    "RevisionNotFoundError": (
        "it has no such revision",
        "check the revision, or leave it out for the newest",
    ),
    "RepositoryNotFoundError": (
        "it is neither a folder here nor a model on the hub",
        "check the name, or give the path of a folder with config.json",
    ),
    "EntryNotFoundError": ("a file of the model is missing", "check that it is a transformers model"),
}
_NO_NETWORK = (
    "it is not in the local cache, and the hub cannot be reached",
    "connect, or name a folder with the model",
)
_NOT_CACHED = (
    "it is not in the local cache, and downloads are off",
    "allow them, or name a folder with the model",
)
# Ways to compute a layer that are part of torch and transformers. For others (flash_attention_2, deepgemm)
# transformers may fetch compiled code from the hub, whatever `trust_remote_code` says.
_OWN_CODE = {
    "_attn_implementation": (None, "eager", "sdpa"),
    "_experts_implementation": (None, "eager", "batched_mm", "grouped_mm"),
}
_OFFLINE = ("LocalEntryNotFoundError", "OfflineModeIsEnabled")
_CONNECTION = (
    "ConnectError",
    "ConnectionError",
    "ConnectTimeout",
    "ReadTimeout",
    "Timeout",
    "ProxyError",
    "SSLError",
)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A loaded encoder: the model (in evaluation mode), its tokenizer and what identifies both."""

    name: str
    revision: str
    """The commit on the hub, or the hash of the folder's files: other bytes, another revision."""
    model: Any
    tokenizer: Any
    kind: str
    """`encoder`, `decoder`, or `encoder of an encoder-decoder`."""


def load_checkpoint(
    name: str,
    revision: str | None = None,
    *,
    dtype: str = "float32",
    device: str = "cpu",
    local_only: bool = False,
) -> Checkpoint:
    """The model of a folder or of the hub, of an encoder–decoder the encoder alone.

    A name with the shape of a path is never looked for on the hub. `dtype` is a name of a floating type of
    torch; a checkpoint in half precision is widened to it. Code that comes with a model is never run. Raises
    EvalError where there is no such model, it cannot be reached, or weights are missing in it.
    """
    torch, transformers = _libraries()
    folder = _folder(name, revision)
    source: dict[str, Any] = {
        "local_files_only": local_only or folder is not None,
        "trust_remote_code": False,
    }
    if folder is None and revision:
        source["revision"] = revision
    place = str(folder or name)
    number_type = _number_type(torch, dtype)
    with _quiet(transformers), _explained(name, local_only):
        config = transformers.AutoConfig.from_pretrained(place, **source)
        _keep_code_out(name, config)
        tokenizer = transformers.AutoTokenizer.from_pretrained(place, **source)
        model, information = _model_class(transformers, config).from_pretrained(
            place, config=config, dtype=number_type, output_loading_info=True, **source
        )
    _check_pieces(name, tokenizer)
    tokenizer.truncation_side = "right"  # what is cut is the end
    _check_weights(name, information["missing_keys"])
    kind = _kind(config)
    if config.is_encoder_decoder and hasattr(model, "decoder"):
        model = model.get_encoder()
    try:
        model = model.to(device).eval()
    except (RuntimeError, AssertionError) as error:
        raise EvalError("--device", f"{device} cannot be used ({_first_line(error)})", "use cpu") from error
    return Checkpoint(name, _revision(transformers, folder or name, revision), model, tokenizer, kind)


def _revision(transformers: Any, source: Path | str, revision: str | None) -> str:
    """What identifies the bytes that were loaded, by the place of the configuration in the hub's cache.

    Folders inside a model's (earlier checkpoints, other formats) are not loaded and do not count.
    """
    if isinstance(source, Path):
        return content_hash(*sorted(path for path in source.iterdir() if path.is_file()))
    path = transformers.utils.cached_file(source, "config.json", revision=revision, local_files_only=True)
    snapshot = Path(path).parent
    return snapshot.name if _COMMIT.fullmatch(snapshot.name) else content_hash(snapshot)


def _libraries() -> tuple[Any, Any]:
    try:
        import torch
        import transformers
    except ImportError as error:
        reason = f"it needs the package {error.name}, which is not installed"
        raise EvalError("--model", reason, "run pip install 'mitgemeint[eval]'") from error
    return torch, transformers


def _number_type(torch: Any, name: str) -> Any:
    found = getattr(torch, name, None)
    if not isinstance(found, torch.dtype) or not found.is_floating_point:
        raise EvalError(
            "--dtype", f"{name!r} is no floating type", "use float32, float64, bfloat16 or float16"
        )
    return found


def _folder(name: str, revision: str | None) -> Path | None:
    """The folder that is meant, None for a name on the hub."""
    path = Path(name).expanduser()
    if path.is_dir():
        if not (path / "config.json").is_file():
            raise EvalError(name, "the folder holds no model (no config.json)", "name a transformers model")
        if revision:
            raise EvalError("--revision", f"{name} is a folder, which has none", "leave it out")
        return path
    if path.is_file():
        raise EvalError(name, "this is a file", "name the model's folder, or vectors:FILE for word vectors")
    if not _HUB_NAME.fullmatch(name):
        raise EvalError(name, "there is no such folder", "check the path, or give a name like owner/model")
    return None


def _model_class(transformers: Any, config: Any) -> Any:
    """Of an encoder–decoder the class without decoder, where there is one: it halves the memory."""
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


def _kind(config: Any) -> str:
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


def _check_pieces(name: str, tokenizer: Any) -> None:
    """Where its files are missing, the library makes a tokenizer that knows special tokens alone."""
    added = {str(token) for token in tokenizer.added_tokens_decoder.values()}
    pieces = tokenizer.get_vocab().keys() - added - set(tokenizer.all_special_tokens)
    if len(pieces) < 2:
        remedy = "put the tokenizer's files (tokenizer.json, vocab.txt or the like) beside config.json"
        raise EvalError(name, "it has no tokenizer", remedy)


def _check_weights(name: str, missing: Iterable[str]) -> None:
    """Weights that a file lacks are drawn at random, and every vector would be noise."""
    needed = sorted(key for key in missing if not any(part in f"{key}." for part in _NOT_NEEDED))
    if needed:
        reason = f"{len(needed)} weights are missing, {needed[0]} among them"
        raise EvalError(name, reason, "check that the files are complete and of this architecture")


@contextmanager
def _quiet(transformers: Any) -> Iterator[None]:
    """Without the libraries' own bars and reports; what matters of them is checked."""
    from huggingface_hub.utils import logging as hub_logging

    logging = transformers.utils.logging
    level, hub_level, bars = (
        logging.get_verbosity(),
        hub_logging.get_verbosity(),
        logging.is_progress_bar_enabled(),
    )
    logging.set_verbosity_error()
    hub_logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        hub_logging.set_verbosity(hub_level)
        if bars:
            logging.enable_progress_bar()


@contextmanager
def _explained(name: str, local_only: bool) -> Iterator[None]:
    """Turns what the libraries raise into one line that helps."""
    try:
        yield
    except EvalError:
        raise
    except Exception as error:  # damaged files raise anything
        reason, remedy = _explanation(error, local_only)
        raise EvalError(name, reason, remedy) from error


def _explanation(error: BaseException, local_only: bool) -> tuple[str, str]:
    kinds = [kind.__name__ for cause in _causes(error) for kind in type(cause).__mro__]
    if any(kind in _OFFLINE for kind in kinds):
        return _NOT_CACHED if local_only or os.environ.get("HF_HUB_OFFLINE") else _NO_NETWORK
    for kind in kinds:
        if kind in _HUB_PROBLEMS:
            return _HUB_PROBLEMS[kind]
    if any(kind in _CONNECTION for kind in kinds) or "connect to" in str(error):
        return _NO_NETWORK
    if "sentencepiece" in str(error) or "tiktoken" in str(error):
        return "its tokenizer needs sentencepiece and protobuf", "run pip install 'mitgemeint[eval]'"
    if "trust_remote_code" in str(error):
        return "it comes with code of its own, which is not run", "choose a model that transformers knows"
    return f"it cannot be loaded ({_first_line(error)})", "check that it is a complete transformers model"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__)[:200]
