"""The libraries that models are loaded with: brought in when needed, kept quiet, their errors in one line."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from typing import Any

from mitgemeint.eval.extras import EVAL, missing, remedy
from mitgemeint.eval.problems import EvalError

AUTO = "auto"
"""The number type that a checkpoint is stored in."""

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


def libraries() -> tuple[Any, Any]:
    """torch and transformers; EvalError where they are not installed."""
    try:
        import torch
        import transformers
    except ImportError as error:
        reason = f"it needs the package {error.name}, which is not installed"
        raise EvalError("--model", reason, remedy(EVAL)) from error
    return torch, transformers


def need(name: str, what: str, *packages: str) -> None:
    """EvalError where one of the packages that `what` needs is not installed."""
    for package in missing(*packages):
        raise EvalError(name, f"{what} needs the package {package}, which is not installed", remedy(EVAL))


def number_type(torch: Any, name: str) -> Any:
    """The floating type of torch of that name, or `auto`; EvalError where there is none."""
    if name == AUTO:
        return AUTO
    found = getattr(torch, name, None)
    if not isinstance(found, torch.dtype) or not found.is_floating_point:
        raise EvalError(
            "--dtype", f"{name!r} is no floating type", "use float32, float64, bfloat16, float16 or auto"
        )
    return found


@contextmanager
def quiet(transformers: Any) -> Iterator[None]:
    """Without the libraries' own bars and reports; what matters of them is checked.

    The bar of GGUF files has no switch, so that what is written to standard error is left out altogether.
    """
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
        with redirect_stderr(StringIO()):
            yield
    finally:
        logging.set_verbosity(level)
        hub_logging.set_verbosity(hub_level)
        if bars:
            logging.enable_progress_bar()


@contextmanager
def explained(name: str, local_only: bool) -> Iterator[None]:
    """Turns what the libraries raise into one line that helps."""
    try:
        yield
    except EvalError:
        raise
    except Exception as error:  # damaged files raise anything
        reason, remedy = _explanation(error, local_only)
        raise EvalError(name, reason, remedy) from error


def first_line(error: BaseException) -> str:
    """What an exception says, as much as one line takes."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__)[:200]


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
        return "its tokenizer needs sentencepiece and protobuf", remedy(EVAL)
    if "trust_remote_code" in str(error):
        return "it comes with code of its own, which is not run", "choose a model that transformers knows"
    return f"it cannot be loaded ({first_line(error)})", "check that it is a complete transformers model"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
