"""Data sets of the Hugging Face hub."""

import re
from collections.abc import Sequence
from pathlib import Path

from mitgemeint.eval.extras import EVAL, remedy
from mitgemeint.eval.problems import EvalError

HUB_NAME = re.compile(r"(?P<name>[\w.-]+/[\w.-]+)(?:@(?P<revision>[\w./-]+))?", re.ASCII)
"""A data set as owner/name, or owner/name@revision."""


def download_data_set(name: str, revision: str | None, patterns: Sequence[str]) -> Path:
    """The folder of a data set of the hub, from the cache where it is there; EvalError where it is not had.

    `patterns` are the names of the files that are needed.
    """
    try:
        from huggingface_hub import snapshot_download  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise EvalError(
            name,
            "is no folder, and huggingface_hub, which fetches data sets, is not installed",
            f"{remedy(EVAL)}, or give a folder that holds the data set",
        ) from None
    try:
        return Path(
            snapshot_download(name, repo_type="dataset", revision=revision, allow_patterns=list(patterns))
        )
    except Exception as error:  # the hub has errors of its own, of httpx or requests, of the disk
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise EvalError(
            name,
            f"is no folder, and could not be fetched from the hub ({reason[:200]})",
            "check the name and the network, or give a folder that holds the data set",
        ) from None
