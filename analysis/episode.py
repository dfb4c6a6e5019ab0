"""Episodes: whether a sentence tells of one event and its persons, or says what holds in general.

German has no form for it, so clues are collected and weighed elsewhere (`discourse`): tense, verbs of saying,
dates, attributes that single somebody out, against conditions, duties, adverbs of frequency and the style of
laws (on the kinds of clues: Krifka et al. 1995, "Genericity: an introduction").
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.features import Case, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.phrase import AGE, Reading, Structure
from mitgemeint.analysis.predication import segment
from mitgemeint.analysis.verb_number import VerbNumber
from mitgemeint.analysis.verb_table import Tense
from mitgemeint.analysis.word_lists import word_lists

DATE = re.compile(r"\d{1,2}[.:]\d\d|1[5-9]\d\d|20\d\d|\d{1,2}\.")
SECTION = frozenset({"§", "§§", "abs.", "absatz", "artikel", "art.", "ziffer"})
LISTS = "episode.toml"


class Clue(StrEnum):
    """What a sentence shows about a definite masculine, apart from its names."""

    PAST = "past"
    REPORTED = "reported"
    SAYING = "saying"
    PRESENT = "present"
    MODAL = "modal"
    DUTY = "duty"
    CONDITION = "condition"
    HABIT = "habit"
    ADDRESS = "address"
    QUESTION = "question"
    TIME = "time"
    SECTION = "section"
    SINGLED_OUT = "singled-out"
    ANY = "any"
    ATTRIBUTION = "attribution"
    POSSESSIVE = "possessive"
    OF_SPEAKER = "of-speaker"
    DEMONSTRATIVE = "demonstrative"
    FAMILY = "family"
    GENITIVE = "genitive"
    SUBJECT = "subject"
    RELATIVE = "relative"
    CONTRACTED = "contracted"
    BARE = "bare"
    OFFICE = "office"
    EVENT = "event"
    DATED_EVENT = "dated-event"


# What tells of an event, and what makes a sentence general whatever its tense (hat der Käufer bezahlt, so …).
EVENTS = frozenset({Clue.PAST, Clue.REPORTED, Clue.SAYING})
GENERAL = frozenset({Clue.CONDITION, Clue.HABIT, Clue.MODAL, Clue.DUTY, Clue.SECTION, Clue.QUESTION})


class EpisodeReader:
    """Collects the clues of a sentence for one of its nouns."""

    def __init__(self, forms: FormLexicon) -> None:
        self._forms = forms
        self._verbs = VerbNumber.load(forms)
        self._lists = word_lists(LISTS)
        self._tense_of = lru_cache(maxsize=WORDS)(self._find_tense)

    def clues(self, clause: Clause, structure: Structure, reading: Reading, lemma: str) -> frozenset[Clue]:
        """The clues that hold for a noun phrase in its sentence; `lemma` is the noun's."""
        found = {
            *self._of_verb(clause, structure.noun),
            *self._of_sentence(clause),
            *self._of_phrase(clause, structure, reading),
        }
        if lemma.lower().endswith(tuple(self._lists["offices"])):
            found.add(Clue.OFFICE)
        if found & EVENTS and not found & GENERAL:
            found.add(Clue.EVENT)
            if Clue.TIME in found:
                found.add(Clue.DATED_EVENT)
        return frozenset(found)

    # ---- the verb of the noun's own words ----

    def _of_verb(self, clause: Clause, noun: int) -> Iterator[Clue]:
        words = segment(clause, noun)
        finite = [index for index in words if clause.is_finite(index)]
        if not finite:
            words = range(len(clause))
            finite = [index for index in words if clause.is_finite(index)]
        for index in finite:
            yield from self._of_finite(clause, index, words)

    def _of_finite(self, clause: Clause, index: int, words: range) -> Iterator[Clue]:
        lemma = clause.tokens[index].lemma
        if lemma in self._lists["saying"]:
            yield Clue.SAYING
        tense = self._tense(clause, index)
        if lemma in self._lists["modals"] and tense in {Tense.PRETERITE, Tense.SUBJUNCTIVE_2}:
            yield Clue.MODAL  # sollte, könnte: rarely a past
            return
        if tense is Tense.SUBJUNCTIVE_1 and any(clause.lower(i) == "ich" for i in words):
            tense = Tense.PRESENT  # ich habe
        if tense is Tense.PRETERITE or (tense is Tense.PRESENT and self._is_perfect(clause, index, words)):
            yield Clue.PAST
        elif tense is Tense.SUBJUNCTIVE_1:
            yield Clue.REPORTED
        elif tense is Tense.PRESENT:
            yield Clue.PRESENT
            if lemma in self._lists["modals"]:
                yield Clue.MODAL
            if lemma in {"haben", "sein"} and any(
                clause.lower(i) == "zu" and clause.tokens[i].pos == "PART" for i in words
            ):
                yield Clue.DUTY

    def _tense(self, clause: Clause, index: int) -> Tense | None:
        return self._tense_of(clause.lower(index), clause.tokens[index].number or Number.SINGULAR)

    def _find_tense(self, word: str, number: Number) -> Tense | None:
        """The one tense that the form can be, the present before the subjunctive."""
        for tense in (Tense.PRESENT, Tense.PRETERITE, Tense.SUBJUNCTIVE_1, Tense.SUBJUNCTIVE_2):
            if self._verbs.in_number(word, number, tense) == word:
                return tense
        return None

    def _is_perfect(self, clause: Clause, index: int, words: range) -> bool:
        """Hat … entschieden, ist … gekommen; but not the state of a law (ist verpflichtet)."""
        lemma = clause.tokens[index].lemma
        participles = [clause.lower(i) for i in words if i != index and self._is_participle(clause, i)]
        if lemma == "haben":
            return bool(participles)
        return lemma == "sein" and any(
            word in self._lists["moving"] or word.endswith("gekommen") for word in participles
        )

    def _is_participle(self, clause: Clause, index: int) -> bool:
        """A past participle without ending; after "zu" the same form is an infinitive."""
        marks = {mark for entry in self._forms.entries(clause.lower(index)) for mark in entry.marks}
        return "part" in marks and clause.lower(index - 1) != "zu"

    # ---- the whole sentence ----

    def _of_sentence(self, clause: Clause) -> Iterator[Clue]:
        lowered = [clause.lower(index) for index in range(len(clause))]
        inverted = clause.begins_with_verb and "?" not in lowered
        if inverted or self._lists["conditions"].intersection(lowered):
            yield Clue.CONDITION
        if self._lists["habits"].intersection(lowered):
            yield Clue.HABIT
        if any(word.text in self._lists["addresses"] for word in clause.words[1:]) or lowered[0] in {
            "man",
            "wir",
        }:
            yield Clue.ADDRESS
        if "?" in lowered:
            yield Clue.QUESTION
        if self._lists["times"].intersection(lowered) or any(map(DATE.fullmatch, lowered)):
            yield Clue.TIME
        if SECTION.intersection(lowered):
            yield Clue.SECTION

    # ---- the noun phrase ----

    def _of_phrase(self, clause: Clause, structure: Structure, reading: Reading) -> Iterator[Clue]:
        lemmas = {clause.tokens[index].lemma.lower() for index in structure.adjectives}
        lemmas |= {_stem(clause.lower(index)) for index in structure.adjectives}
        if lemmas & self._lists["singling"] or any(
            AGE.fullmatch(clause.lower(i)) for i in structure.adjectives
        ):
            yield Clue.SINGLED_OUT
        if lemmas & self._lists["any"]:
            yield Clue.ANY
        determiner = reading.determiner
        if determiner is not None and determiner.possessive:
            yield Clue.OF_SPEAKER if determiner.lemma in {"mein", "unser"} else Clue.POSSESSIVE
        if determiner is not None and determiner.lemma in {"dieser", "jener", "derselbe"}:
            yield Clue.DEMONSTRATIVE
        yield from self._of_place(clause, structure, reading)

    def _of_place(self, clause: Clause, structure: Structure, reading: Reading) -> Iterator[Clue]:
        noun = structure.noun
        if reading.determiner is None and structure.contraction is None:
            yield Clue.BARE
        if structure.contraction is not None:
            yield Clue.CONTRACTED
        if reading.case is Case.GENITIVE:
            yield Clue.GENITIVE
        before = clause.lower(structure.first - 1)
        told = reading.case is Case.GENITIVE and before in self._lists["attributions"]
        if told or before == "laut":
            yield Clue.ATTRIBUTION
        if clause.tokens[noun].relation in SUBJECTS:
            yield Clue.SUBJECT
        if clause.lower(noun + 1) == "," and clause.lower(noun + 2) in {"der", "den", "dem", "dessen"}:
            yield Clue.RELATIVE
        family = {clause.lower(noun + 1), clause.lower(noun + 2)}
        if (
            "und" in family
            and family & {"seine", "seiner", "seinen"}
            and clause.lower(noun + 3) in self._lists["family"]
        ):
            yield Clue.FAMILY


def _stem(adjective: str) -> str:
    for ending in ("en", "er", "es", "em", "e"):
        if adjective.endswith(ending):
            return adjective[: -len(ending)]
    return adjective
