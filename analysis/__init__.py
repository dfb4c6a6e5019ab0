"""The inclusive pipeline: German text in, findings with suggestions out.

`Pipeline` is imported when it is first asked for: settings, messages and policies are read by programs
that must start without the lexicon and the model.
"""

from typing import TYPE_CHECKING

from mitgemeint.analysis.findings import Analysis, Code, Edit, Finding, Reference, Suggestion
from mitgemeint.analysis.settings import Settings

if TYPE_CHECKING:
    from mitgemeint.analysis.pipeline import Pipeline

__all__ = ["Analysis", "Code", "Edit", "Finding", "Pipeline", "Reference", "Settings", "Suggestion"]


def __getattr__(name: str) -> object:
    if name == "Pipeline":
        from mitgemeint.analysis.pipeline import Pipeline

        return Pipeline
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
