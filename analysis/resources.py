"""The resources of a pipeline: lexicon, database and analyzer.

They are large, never change once loaded, and are shared by all pipelines that ask for the same ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from mitgemeint.analysis import nlp
from mitgemeint.analysis.components import EVERYTHING, Components
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.nlp.protocol import Analyzer


@dataclass(frozen=True, slots=True)
class Resources:
    """What the analysis looks things up in."""

    forms: FormLexicon
    database: Database
    analyzer: Analyzer


def load(analyzer: str, entries: Sequence[Path] = (), components: Components = EVERYTHING) -> Resources:
    """The resources for an analyzer and the user's lexicon files, read again where a file has changed.

    Raises ValueError where an analyzer is unknown or what it needs is not installed.
    """
    loaded = _analyzer(analyzer if components.model else nlp.WITHOUT_MODEL)
    if components.split_threshold is None and loaded.split_threshold is not None:
        components = replace(components, split_threshold=loaded.split_threshold)
    # Only what the database depends on, so that others share it.
    looked_up = Components(
        pairs=components.pairs,
        neutral=components.neutral,
        prefixes=components.prefixes,
        split_threshold=components.split_threshold,
    )
    return Resources(_forms(), _database(tuple((path, _stamp(path)) for path in entries), looked_up), loaded)


def _stamp(path: Path) -> int:
    """The time a file was changed, in nanoseconds; 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _forms() -> FormLexicon:
    return FormLexicon.load()


@lru_cache(maxsize=4)
def _database(entries: tuple[tuple[Path, int], ...], components: Components) -> Database:
    return Database.load([path for path, _ in entries], _forms(), components)


@lru_cache(maxsize=2)
def _analyzer(name: str) -> Analyzer:
    return nlp.create(name)
