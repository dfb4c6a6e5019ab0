"""Analyzers: sentences, words and grammar behind one protocol."""

from mitgemeint.analysis.nlp.protocol import Analyzer

_SPACY = "spacy:"
_REFERENCE = "reference:"
KNOWN = ("bundled", "spacy:<installed model>", "reference:<installed spaCy model>")
WITHOUT_MODEL = "without model"
"""The bundled analyzer without its model: for measuring what the model is worth, and no choice of a user."""


def create(name: str) -> Analyzer:
    """The analyzer of that name, loaded and ready.

    Raises ValueError for an unknown name, and for a model or library that is not installed; the message
    says what would work.
    """
    if name == "bundled":
        from mitgemeint.analysis.nlp.bundled import BundledAnalyzer

        return BundledAnalyzer()
    if name.startswith(_SPACY) and len(name) > len(_SPACY):
        from mitgemeint.analysis.nlp.spacy_model import SpacyAnalyzer

        return SpacyAnalyzer(name.removeprefix(_SPACY))
    if name.startswith(_REFERENCE) and len(name) > len(_REFERENCE):
        from mitgemeint.analysis.nlp.reference_analyzer import ReferenceAnalyzer

        return ReferenceAnalyzer(name.removeprefix(_REFERENCE))
    if name == WITHOUT_MODEL:
        from mitgemeint.analysis.nlp.lexicon_analyzer import LexiconAnalyzer

        return LexiconAnalyzer()
    raise ValueError(f"unknown analyzer {name!r}; known are: {', '.join(KNOWN)}")


__all__ = ["KNOWN", "Analyzer", "create"]
