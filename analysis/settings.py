"""The settings of the analysis: one typed definition for command line, server and library use."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mitgemeint.analysis.articles import ArticleForms, ArticleOrder, ArticleStyle
from mitgemeint.analysis.policy import Policy

CHOICES: dict[str, type[StrEnum]] = {"article_order": ArticleOrder, "article_forms": ArticleForms}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a house rule and a reader can choose.

    `policy` names a file of `data/policies`, or is a policy of one's own; `notations`, where given, replaces
    the policy's order of notations. `analyzer` is `bundled`, `spacy:<installed model>` or
    `reference:<installed spaCy model>` (see `nlp/reference_analyzer.py`). `entries` are the user's own
    lexicon files (TOML or CSV). `ignored_words` are lemmas or forms that are never reported. `article_order`
    and `article_forms` are members of the enumerations or their texts; what they mean is said there.
    `omission_test` keeps to forms that pass `notation.passes_omission_test`. Findings whose certainty is
    below `min_certainty` (0 to 1) are not reported.
    """

    policy: str | Policy = "permissive"
    notations: Sequence[str] = ()
    analyzer: str = "bundled"
    report_specific: bool = False
    compound_modifiers: bool = False
    organisations: bool = False
    entries: Sequence[Path] = ()
    ignored_words: Sequence[str] = ()
    article_order: ArticleOrder = ArticleOrder.MASCULINE_FIRST
    article_forms: ArticleForms = ArticleForms.SHORT
    omission_test: bool = False
    min_certainty: float = 0.0
    locale: str = "de"

    @property
    def article_style(self) -> ArticleStyle:
        """How articles and pronouns are joined."""
        return ArticleStyle(self.article_order, self.article_forms)

    def __post_init__(self) -> None:
        if not isinstance(self.policy, str | Policy):
            raise TypeError(f"Settings.policy is a name or a Policy, not {self.policy!r}")
        for name in ("notations", "entries", "ignored_words"):
            value = getattr(self, name)
            if isinstance(value, str):
                raise TypeError(f"Settings.{name} is a list of texts, not one text: {value!r}")
            object.__setattr__(self, name, tuple(value))
        for name in ("report_specific", "compound_modifiers", "organisations", "omission_test"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"Settings.{name} is True or False, not {getattr(self, name)!r}")
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value not in tuple(choices):
                known = ", ".join(choices)
                raise ValueError(f"Settings.{name} is one of {known}, not {value!r}")
            object.__setattr__(self, name, choices(value))
        object.__setattr__(self, "min_certainty", _share("min_certainty", self.min_certainty))


def _share(name: str, value: object) -> float:
    """A number from 0 to 1 (so not NaN); neither True nor False, which Python takes for numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"Settings.{name} is a number from 0 to 1, not {value!r}")
    if not 0 <= value <= 1:
        raise ValueError(f"Settings.{name} is a number from 0 to 1, not {value!r}")
    return float(value)
