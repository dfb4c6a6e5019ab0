"""The stages of an analysis, and who may watch them: for measuring where the time goes."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum


class Stage(StrEnum):
    """What is done with a document, in this order."""

    DOCUMENT = "document"
    SENTENCES = "sentences and forms"
    PARSING = "parsing"
    DRAFTING = "matching and rewriting"
    DISCOURSE = "reference"
    FORMS = "checks of forms"


Watch = Callable[[Stage], AbstractContextManager[object]]
"""Called when a stage begins; what it gives is left when the stage ends."""

_NOBODY = nullcontext()


def unwatched(stage: Stage) -> AbstractContextManager[object]:
    """Nobody watches."""
    return _NOBODY
