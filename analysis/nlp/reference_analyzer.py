"""The set-up of Pomerenke 2022 as an analyzer: `reference:MODEL[,stanza=FOLDER][,s0=NUMBER]`.

A spaCy model tags and parses (the report took the German transformer, `de_dep_news_trf`), Stanza gives the
lemmas, which decide whether a noun is a word of the database, and compound-split takes first parts off where
its score is above s0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mitgemeint.analysis.compound_split import THRESHOLD, best_split
from mitgemeint.analysis.nlp.protocol import Sentence, Token
from mitgemeint.analysis.nlp.spacy_model import SpacyAnalyzer
from mitgemeint.analysis.nlp.stanza_lemmas import StanzaLemmas


@dataclass(frozen=True, slots=True)
class ReferenceModels:
    """What the analyzer is made of: a spaCy model, the folder of Stanza's models, and the threshold s0."""

    spacy: str
    stanza: Path | None = None
    threshold: float = THRESHOLD

    @classmethod
    def read(cls, text: str) -> "ReferenceModels":
        """The models of a name without its `reference:`; ValueError where it is not of that form."""
        model, *options = text.split(",")
        found = cls(model)
        for option in options:
            name, _, value = option.partition("=")
            if name == "stanza" and value:
                found = replace(found, stanza=Path(value))
            elif name == "s0" and _is_number(value):
                found = replace(found, threshold=float(value))
            else:
                raise ValueError(
                    f"the analyzer 'reference:{text}' has the option {option!r}; known are "
                    "stanza=<folder of Stanza's models> and s0=<number>"
                )
        return found


class ReferenceAnalyzer:
    """Implements the Analyzer protocol with spaCy, Stanza and compound-split.

    Raises ValueError where one of them, or a model, is not installed; the message says what to do.
    """

    lemmas_decide = True

    def __init__(self, models: str) -> None:
        self.name = f"reference:{models}"
        chosen = ReferenceModels.read(models)
        self.split_threshold: float | None = chosen.threshold
        best_split("Fachlehrer")  # so that a missing library is told before models are loaded
        self._spacy = SpacyAnalyzer(chosen.spacy)
        self._stanza = StanzaLemmas(chosen.stanza)

    def segment(self, text: str) -> Sequence[Sentence]:
        """Sentences and words of a text."""
        return self._spacy.segment(text)

    def parse(self, sentences: Sequence[Sequence[str]]) -> Sequence[tuple[Token, ...]]:
        """The grammar of each sentence, given as its words, with Stanza's lemmas."""
        parsed = self._spacy.parse(sentences)
        return [
            tuple(replace(token, lemma=lemma) for token, lemma in zip(tokens, lemmas, strict=True))
            for tokens, lemmas in zip(parsed, self._stanza.lemmas(sentences), strict=True)
        ]


def _is_number(text: str) -> bool:
    try:
        return float(text) == float(text)
    except ValueError:
        return False
