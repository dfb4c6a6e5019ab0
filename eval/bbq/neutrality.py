"""Neutrality that a translation into German has lost: words that give people a gender the source leaves open.

German marks gender where English does not: nouns for people, articles, adjectives, relative and personal
pronouns, possessives. The people of a template are named by slots that names of every gender may fill, and
its questions must not tell who is meant. The inclusive pipeline finds the masculines (`mitgemeint.analysis`),
its grammar tells what agrees with a slot.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mitgemeint.analysis import Code, Pipeline, Reference, Settings, resources
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.resources import Resources
from mitgemeint.eval.bbq.answer_groups import FEMALE, MALE
from mitgemeint.eval.bbq.draft import Problem
from mitgemeint.eval.bbq.gendered_words import gendered
from mitgemeint.eval.bbq.parsed_text import parsed
from mitgemeint.eval.bbq.slot_agreement import GENDERS, Hit, TextWord, agreeing
from mitgemeint.eval.bbq.slot_checks import problem, with_suggestion
from mitgemeint.eval.bbq.template import SLOT, TEXTS, Template

_NAMES = ("Kim", "Robin", "Toni", "Sascha")
"""Names of every gender, which stand in the slots while a text is analysed."""
_CONTEXTS = ("ambiguous_context", "disambiguating_context")
_PAIR = 4
"""How many words the two words of a pair lie apart at most (Arzt/eine neue Ärztin)."""
_JOINED = re.compile(r"/|\b(und|oder|bzw|beziehungsweise)\b")
_GENDER_OF: Mapping[str, Gender] = {MALE: Gender.MASCULINE, FEMALE: Gender.FEMININE}
_ENGLISH: Mapping[Gender, re.Pattern[str]] = {
    Gender.MASCULINE: re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE),
    Gender.FEMININE: re.compile(r"\b(she|her|hers|herself)\b", re.IGNORECASE),
}
_ENGLISH_PEOPLE: Mapping[Gender, re.Pattern[str]] = {
    Gender.MASCULINE: re.compile(
        r"\b(m[ae]n|mr|gentlem[ae]n|males?|grand(?:fathers?|pas?)|boys?|guys?|sons?|brothers?|fathers?|uncles?|husbands?|nephews?)\b",
        re.IGNORECASE,
    ),
    Gender.FEMININE: re.compile(
        r"\b(wom[ae]n|mrs|ms|lady|ladies|females?|girls?|daughters?|sisters?|mothers?|aunts?|wife|wives|grandmothers?|nieces?)\b",
        re.IGNORECASE,
    ),
}


@dataclass(frozen=True, slots=True)
class Span:
    """A filled slot: its span in the filled text (`start`, `end`), that in the template, and its name."""

    start: int
    end: int
    first: int
    last: int
    slot: str
    is_person: bool
    """Whether a name stands for it, not words that describe someone."""


@dataclass(frozen=True, slots=True)
class _Filled:
    """A text with words in its slots."""

    text: str
    spans: tuple[Span, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """A span of the filled text as one of the template."""
        return start + self._shift(start), end + self._shift(end)

    def slot_at(self, start: int) -> Span | None:
        """The filled slot at a place."""
        return next((span for span in self.spans if span.start <= start < span.end), None)

    def person_at(self, start: int) -> str | None:
        """The slot whose person is named at a place."""
        span = self.slot_at(start)
        return span.slot if span is not None and span.is_person else None

    def _shift(self, place: int) -> int:
        return next((span.last - span.end for span in reversed(self.spans) if span.end <= place), 0)


class Neutrality:
    """Finds lost neutrality; loading it takes about a second. One thread at a time."""

    def __init__(self, pipeline: Pipeline | None = None) -> None:
        # Known men are reported too: a slot's person is one, grammatically.
        settings = Settings(notations=("neutral",), report_specific=True)
        self._pipeline = pipeline or Pipeline(settings)
        self._resources: Resources = resources.load("bundled")

    def problems(self, source: Template, translation: Template) -> tuple[Problem, ...]:
        """What tells a gender in the translation that the source leaves open, in the order of the texts.

        A slot for which the template states a group (F, M) has that gender: what agrees with it is right,
        what does not is told. Where the source says he or she, that gender is not lost.
        """
        said = {
            gender
            for gender, pattern in _ENGLISH.items()
            if any(pattern.search(text) for text in source.texts.values())
        }
        genders = {
            slot: _GENDER_OF[group] for slot, group in translation.groups.items() if group in _GENDER_OF
        }
        found: list[Problem] = []
        before: list[TextWord] = []
        for field in TEXTS:
            filled = _fill(translation, field)
            words = self._words(filled)
            hits = [
                *agreeing(words, before if field in _CONTEXTS else [], genders, said),
                *self._nouns(source.texts[field], field, filled, words),
            ]
            # Of two checks that find the same word the first counts: it has a suggestion.
            once = {hit.start: hit for hit in reversed(hits)}
            found += (
                _problem(field, translation.texts[field], filled, once[start]) for start in sorted(once)
            )
            if field in _CONTEXTS:
                before += words
        return tuple(found)

    def _words(self, filled: _Filled) -> list[TextWord]:
        """The words of a text with their grammar; heads count in the whole text."""
        return parsed(filled.text, self._resources.analyzer, filled.person_at)

    def _nouns(self, original: str, field: str, filled: _Filled, words: Sequence[TextWord]) -> Iterator[Hit]:
        """Masculines that the pipeline finds, and feminines, but for words that fill slots."""
        said = {gender for gender in GENDERS if _ENGLISH[gender].search(original)}
        said |= {gender for gender in GENDERS if _ENGLISH_PEOPLE[gender].search(original)}
        is_told = field not in _CONTEXTS
        for finding in self._pipeline.analyze(filled.text).findings:
            is_pronoun = finding.code is Code.GENERIC_PRONOUN
            if finding.code not in (Code.GENERIC_MASCULINE, Code.GENERIC_PRONOUN) or filled.slot_at(
                finding.start
            ):
                continue
            if Gender.MASCULINE in said and finding.reference is not Reference.GENERIC:
                continue
            code = (
                "generic-pronoun" if is_pronoun else "gendered-occupation" if is_told else "generic-masculine"
            )
            label = finding.suggestions[0].label if finding.suggestions else ""
            yield Hit(finding.start, finding.end, code, label)
        codes = {
            Gender.MASCULINE: "gendered-occupation" if is_told else "generic-masculine",
            Gender.FEMININE: "gendered-occupation" if is_told else "feminine",
        }
        telling = dict(gendered(words, is_told, self._is_adjectival))
        for index, word in enumerate(words):
            gender = telling.get(index)
            if gender is None and self._is_feminine(words, index, filled.text):
                gender = Gender.FEMININE
            if gender is not None and gender not in said and filled.slot_at(word.start) is None:
                yield Hit(word.start, word.end, codes[gender])

    def _is_adjectival(self, word: str) -> bool:
        """Whether a noun is an adjective in the lexicon (die Schuldige), and nothing else."""
        readings = self._resources.database.readings(word)
        return bool(readings) and all(reading.noun.paradigm == "adjectival" for reading in readings)

    def _is_feminine(self, words: Sequence[TextWord], index: int, text: str) -> bool:
        """Whether a word means women alone, without its masculine (Lehrer/Lehrerin)."""
        word = words[index]
        feminine = {
            reading.noun.masculine
            for reading in self._resources.database.readings(word.token.text)
            # Of adjectives that are nouns other nouns are written alike: die Weise, die Armen.
            if reading.gender is Gender.FEMININE
            and reading.noun.masculine.strip("-")
            and reading.noun.paradigm != "adjectival"
        }
        if not feminine or word.token.pos != "NOUN":
            return False
        return not any(
            _JOINED.search(text[min(word.end, other.end) : max(word.start, other.start)])
            and any(
                reading.gender is Gender.MASCULINE and reading.noun.masculine in feminine
                for reading in self._resources.database.readings(other.token.text)
            )
            for other in words[max(0, index - _PAIR) : index + _PAIR + 1]
        )


@lru_cache(maxsize=1)
def load() -> Neutrality:
    """The one that all share, with the default pipeline."""
    return Neutrality()


def _fill(template: Template, field: str) -> _Filled:
    """A text with neutral names and the first words of each variant in its slots."""
    text = template.texts[field]
    people = sorted(
        {slot for each in template.texts.values() for slot in SLOT.findall(each) if slot.startswith("NAME")}
    )
    words = {slot: _NAMES[number % len(_NAMES)] for number, slot in enumerate(people)}
    described = {**template.variants, **template.names}
    words |= {slot: texts[0] for slot, texts in described.items() if texts}
    pieces: list[str] = []
    spans: list[Span] = []
    end = length = 0
    for match in SLOT.finditer(text):
        word = words.get(match[1], match[1])
        before = text[end : match.start()]
        start = length + len(before)
        is_person = match[1] in people and match[1] not in described
        spans.append(Span(start, start + len(word), match.start(), match.end(), match[1], is_person))
        pieces += (before, word)
        length, end = start + len(word), match.end()
    return _Filled("".join((*pieces, text[end:])), tuple(spans))


def _problem(field: str, text: str, filled: _Filled, hit: Hit) -> Problem:
    start, end = filled.original(hit.start, hit.end)
    found = problem(hit.code, field, start, end, word=text[start:end])
    return with_suggestion(found, hit.suggestion) if hit.suggestion else found
