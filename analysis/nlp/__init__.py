"""Analyzers: sentences, words and grammar behind one protocol."""

from mitgemeint.analysis.nlp.protocol import Analyzer

_SPACY = "spacy:"
KNOWN = ("bundled", "spacy:<installed model>")


def create(name: str) -> Analyzer:
    """The analyzer of that name, loaded and ready.

    Raises ValueError for an unknown name and for a spaCy model that is not installed; the message
    says what would work.
    """
    if name == "bundled":
        from mitgemeint.analysis.nlp.bundled import BundledAnalyzer

        return BundledAnalyzer()
    if name.startswith(_SPACY) and len(name) > len(_SPACY):
        from mitgemeint.analysis.nlp.spacy_model import SpacyAnalyzer

        return SpacyAnalyzer(name.removeprefix(_SPACY))
    raise ValueError(f"unknown analyzer {name!r}; known are: {', '.join(KNOWN)}")


__all__ = ["KNOWN", "Analyzer", "create"]
