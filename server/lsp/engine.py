"""The analysis behind the server: one pipeline for each set of settings in use, a few at a time."""

import gc
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from mitgemeint.analysis.findings import Analysis
from mitgemeint.analysis.settings import Settings
from mitgemeint.server.analysing import Analysing, PipelineFactory

if TYPE_CHECKING:
    from mitgemeint.analysis.entries import EntryProblem

THRESHOLDS = (50_000, 20, 50)
"""How many new objects, and passes over younger ones, set the garbage collector going: an analysis makes tens
of thousands that go by themselves.
"""

KEPT = 3
"""How many pipelines are kept: enough for a few folders with house rules of their own."""


class LoadError(Exception):
    """What settings ask for cannot be loaded; says why, and quotes no text."""


class Engine:
    """Makes pipelines and runs them. Belongs to one thread, the worker's."""

    def __init__(self, factory: PipelineFactory) -> None:
        self._factory = factory
        self._pipelines: OrderedDict[Settings, Analysing] = OrderedDict()
        self._has_dropped = False

    def prepare(self, settings: Settings) -> "Iterable[EntryProblem]":
        """Load what these settings need; gives the problems of the user's lexicon files."""
        return self._pipeline(settings).problems

    def settle(self) -> None:
        """Let the garbage collector pass over all that is there now: lexicons, and what is kept of documents.

        Looking through it takes up to a fifth of a second, again and again, in the middle of an edit. Where a
        pipeline was dropped, what was passed over before is looked through once more, so that it goes.
        """
        if self._has_dropped:
            gc.unfreeze()
        self._has_dropped = False
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)

    def analyze(self, text: str, format_: str, settings: Settings) -> Analysis:
        """The findings of a text under these settings."""
        return self._pipeline(settings).analyze(text, format=format_)

    def forget(self) -> None:
        """Drop all pipelines, for files they were made from have changed."""
        self._has_dropped = True
        self._pipelines.clear()

    def _made(self, settings: Settings) -> Analysing:
        try:
            return self._factory(settings)
        except Exception as error:  # whatever an analyzer raises
            raise LoadError(str(error) or type(error).__name__) from error

    def _pipeline(self, settings: Settings) -> Analysing:
        pipeline = self._pipelines.get(settings)
        if pipeline is None:
            pipeline = self._pipelines[settings] = self._made(settings)
            while len(self._pipelines) > KEPT:
                self._pipelines.popitem(last=False)
                self._has_dropped = True
            self.settle()
        self._pipelines.move_to_end(settings)
        return pipeline
