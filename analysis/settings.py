"""The settings of the analysis: one typed definition for command line, server and library use."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """What a house rule and a reader can choose.

    `policy` names a file of `data/policies`; `notations`, where given, replaces the policy's order
    of notations. `analyzer` is `bundled` or `spacy:<installed model>`. `entries` are the user's own
    lexicon files (TOML or CSV). `ignored_words` are lemmas or forms that are never reported.
    """

    policy: str = "permissive"
    notations: Sequence[str] = ()
    analyzer: str = "bundled"
    report_specific: bool = False
    compound_modifiers: bool = False
    organisations: bool = False
    entries: Sequence[Path] = ()
    ignored_words: Sequence[str] = ()
    locale: str = "de"

    def __post_init__(self) -> None:
        for name in ("notations", "entries", "ignored_words"):
            value = getattr(self, name)
            if isinstance(value, str):
                raise TypeError(f"Settings.{name} is a list of texts, not one text: {value!r}")
            object.__setattr__(self, name, tuple(value))
        for name in ("report_specific", "compound_modifiers", "organisations"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"Settings.{name} is True or False, not {getattr(self, name)!r}")
