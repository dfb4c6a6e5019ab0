"""What commands and the language server need of the analysis, and the way to load it."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from mitgemeint.analysis.findings import Analysis
from mitgemeint.analysis.settings import Settings

if TYPE_CHECKING:
    from mitgemeint.analysis.entries import EntryProblem


class Analysing(Protocol):
    """The part of `mitgemeint.analysis.Pipeline` that is used here."""

    @property
    def problems(self) -> "Iterable[EntryProblem]":
        """Broken entries of the user's lexicon files."""
        ...

    def analyze(self, text: str, format: str = "plaintext") -> Analysis:
        """The findings of a text."""
        ...


PipelineFactory = Callable[[Settings], Analysing]


def load_pipeline(settings: Settings) -> Analysing:
    """The real pipeline, imported when it is first asked for: that takes its time."""
    from mitgemeint.analysis import Pipeline

    return Pipeline(settings)
