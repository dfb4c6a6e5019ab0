"""Lemmas by Stanza, through spacy-stanza (the report's choice, Pomerenke 2022); never downloads anything."""

import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

PROCESSORS = "tokenize,pos,lemma"
_NOT_THERE = (
    "the Stanza models for German are not in {folder}; fetch them with: python -c "
    "\"import stanza; stanza.download('de', processors='tokenize,mwt,pos,lemma')\", or name their folder"
)


class StanzaLemmas:
    """The lemmas of sentences given as words.

    `folder` holds Stanza's models (its own default folder where none is given). Raises ValueError where
    spacy-stanza or the models are not there, or a file of the models holds what must not be loaded.
    """

    def __init__(self, folder: Path | None = None) -> None:
        try:
            spacy_stanza = import_module("spacy_stanza")
            own_folder = import_module("stanza.resources.common").DEFAULT_MODEL_DIR
        except ModuleNotFoundError as error:
            remedy = "it comes with the extra `reference`: pip install spacy-stanza"
            raise ValueError(f"{error.name} is not installed; {remedy}") from error
        place = Path(own_folder) if folder is None else folder
        if not (place / "resources.json").is_file():
            raise ValueError(_NOT_THERE.format(folder=place))
        try:
            with old_files_allowed():
                self._nlp: Any = spacy_stanza.load_pipeline(
                    "de",
                    dir=str(place),
                    processors=PROCESSORS,
                    tokenize_pretokenized=True,
                    download_method=None,
                    use_gpu=False,
                    verbose=False,
                )
        except pickle.UnpicklingError as error:
            reason = f"a Stanza model in {place} holds other things than numbers and texts, and is not loaded"
            raise ValueError(f"{reason}; fetch the models again with stanza.download('de')") from error
        except Exception as error:  # Stanza raises bare exceptions for files and processors that are missing
            raise ValueError(_NOT_THERE.format(folder=place)) from error

    def lemmas(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """The lemma of every word; a word that Stanza has none for is its own."""
        full = [words for words in sentences if words]
        text = "\n".join(" ".join(map(_plain, words)) for words in full)
        tokens = [token for token in self._nlp(text) if not token.is_space] if text else []
        if len(tokens) != sum(map(len, full)):
            raise ValueError("Stanza has cut the words of a sentence in another way than they were given")
        found = iter(tokens)
        return [[next(found).lemma_ or word for word in words] for words in sentences]


def _plain(word: str) -> str:
    """A word that stays one where words are told apart by blanks."""
    return "_".join(word.encode("utf-8", "replace").decode("utf-8").split()) or "_"


@contextmanager
def old_files_allowed() -> Iterator[None]:
    """Inside, torch also loads the arrays of numpy that Stanza's older model files hold, and nothing else.

    From version 2.6 on torch loads tensors, numbers, texts and their containers alone, since a file could run
    any program otherwise. That guard stays on: only the constructor and the types of arrays join its list.
    """
    import numpy as np
    from torch.serialization import safe_globals

    core = getattr(np, "_core", None) or np.core
    rebuild, scalar = core.multiarray._reconstruct, core.multiarray.scalar
    kinds = (np.float16, np.float32, np.float64, np.int32, np.int64, np.uint8, np.bool_)
    allowed: list[Any] = [np.ndarray, np.dtype, *(type(np.dtype(kind)) for kind in kinds)]
    # The same functions under the names of numpy 1 and numpy 2.
    for module in ("numpy.core.multiarray", "numpy._core.multiarray"):
        allowed += [(rebuild, f"{module}._reconstruct"), (scalar, f"{module}.scalar")]
    with safe_globals(allowed):
        yield
