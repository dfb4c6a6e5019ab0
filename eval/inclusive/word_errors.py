"""The word error rate: how many words of a text have to be changed to get the reference.

On Moses tokens (language `en`), as Amrhein et al. 2023 measured their systems; by jiwer, over a whole set:
the changed words of all texts as a share of the words of all references.
"""

from collections.abc import Callable
from dataclasses import dataclass

from mitgemeint.eval.extras import EVAL, remedy
from mitgemeint.eval.problems import EvalError


@dataclass(frozen=True, slots=True)
class WordErrors:
    """Words that are wrong, missing or too many in a text, and the words of its reference."""

    errors: int
    words: int


Counter = Callable[[str, str], WordErrors]
"""Takes a reference and what was written instead."""


def load_counter() -> Counter:
    """What counts the word errors of a text; EvalError where jiwer or sacremoses is missing."""
    try:
        from jiwer import process_words
        from sacremoses import MosesTokenizer  # type: ignore[import-untyped]
    except ImportError as error:
        raise EvalError(str(error.name), "is not installed", remedy(EVAL)) from error
    moses = MosesTokenizer(lang="en")

    def counted(reference: str, written: str) -> WordErrors:
        wanted, found = (" ".join(moses.tokenize(text)) for text in (reference, written))
        result = process_words(wanted, found)
        wrong = result.substitutions + result.deletions + result.insertions
        return WordErrors(wrong, result.hits + result.substitutions + result.deletions)

    return counted
