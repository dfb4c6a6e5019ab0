"""Person nouns that the database does not list but that German forms freely: the Prüfende, the Aufbereiter.

These readings are of low certainty: their sense is always `ambiguous`, their source `rule`, and only a
context that speaks of people should make a finding of them.
"""

from collections.abc import Iterator
from functools import lru_cache

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.entries import PersonNoun, Sense
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.paradigm import load_paradigms
from mitgemeint.analysis.person_forms import NounForm, noun_forms

RULE = ("rule",)
_ADJECTIVE_ENDINGS = ("er", "en", "em", "e")
_AGENT_ENDINGS = ("erinnen", "erin", "ern", "ers", "er")
_SHORTEST_STEM = 4


class Guesser:
    """Reads unlisted words as nominalised participles or as agent nouns of known verbs."""

    def __init__(self, forms: FormLexicon) -> None:
        self._forms = forms
        self._paradigms = load_paradigms()
        self.guess = lru_cache(maxsize=WORDS)(self._guess)

    def _guess(self, form: str) -> tuple[NounForm, ...]:
        """The readings of `form` by rule; () where it is a known word or no rule fits."""
        if not form[:1].isupper() or not form[1:].islower():
            return ()
        for noun in (*self._participle(form), *self._agent(form)):
            readings = tuple(noun_forms(noun, form, self._paradigms))
            if readings:
                return readings
        return ()

    def _participle(self, form: str) -> Iterator[PersonNoun]:
        lower = form.lower()
        for ending in _ADJECTIVE_ENDINGS:
            stem = lower.removesuffix(ending)
            if stem != lower and len(stem) >= _SHORTEST_STEM and self._is_participle(stem):
                masculine = stem.capitalize() + "er"
                yield PersonNoun(
                    masculine, masculine[:-1], "adjectival", Sense.AMBIGUOUS, head=False, sources=RULE
                )

    def _agent(self, form: str) -> Iterator[PersonNoun]:
        lower = form.lower()
        if self._has(form, "NOUN", "PROPN"):
            return
        if self._forms.entries(lower):  # Weiter, Länger, Heiter at the start of a sentence
            return
        for ending in _AGENT_ENDINGS:
            stem = lower.removesuffix(ending)
            if stem == lower or len(stem) < _SHORTEST_STEM:
                continue
            if self._is_verb(stem + "en") or (stem.endswith(("l", "r")) and self._is_verb(stem + "n")):
                masculine = stem.capitalize() + "er"
                yield PersonNoun(masculine, masculine + "in", "er", Sense.AMBIGUOUS, head=False, sources=RULE)

    def _is_participle(self, stem: str) -> bool:
        """Whether a stem is a participle of a known verb (gefeiert, prüfend)."""
        if stem.endswith("end") and self._is_verb(stem[:-1]):
            return True
        return any(entry.pos == "VERB" and "part" in entry.marks for entry in self._forms.entries(stem))

    def _is_verb(self, infinitive: str) -> bool:
        return any(
            entry.pos == "VERB" and entry.lemma == infinitive for entry in self._forms.entries(infinitive)
        )

    def _has(self, word: str, *parts: str) -> bool:
        return any(entry.pos in parts for entry in self._forms.entries(word))


def is_guess(reading: NounForm) -> bool:
    """Whether a reading comes from a rule rather than from the database."""
    return reading.noun.sources == RULE and reading.gender in (Gender.MASCULINE, Gender.FEMININE)
