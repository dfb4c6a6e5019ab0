"""People: the persons that a sentence names, told from the words alone.

A person's name is a given name with what belongs to it (Rainer G., Eberhard von Tresskow), or a name after a
title or the noun of a role (Herr Schneider, Minister Stahlberg).
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.given_names import GivenNames
from mitgemeint.analysis.word_lists import word_lists

INITIAL = re.compile(r"[A-ZÄÖÜ]\.?")
PARTICLES = word_lists("reference.toml")["name_particles"]
TITLES = word_lists("reference.toml")["naming"]
FEMALE_TITLES = frozenset({"Frau", "Fräulein", "Mrs.", "Mrs", "Ms."})
MALE_TITLES = frozenset({"Herr", "Herrn", "Mr.", "Mr"})


@dataclass(frozen=True, slots=True)
class Person:
    """A person named by the words `start` to `end` (exclusive); the last is the surname if there are more.

    `gender` is what the given name or the title says; None where it says nothing.
    """

    start: int
    end: int
    surname: str
    gender: Gender | None


class PersonFinder:
    """Finds the persons that a sentence names. `role` gives the gender of a noun that a name can follow."""

    def __init__(self, forms: FormLexicon, role: Callable[[str], Gender | None]) -> None:
        self._forms = forms
        self._given = GivenNames.load(forms)
        self._role = role

    def find(self, words: Sequence[str], surnames: Collection[str] = ()) -> Iterator[Person]:
        """The persons in order. `surnames` are known from elsewhere in the text."""
        index = 0
        while index < len(words):
            person = self._person(words, index, surnames)
            if person is None:
                index += 1
            else:
                yield person
                index = person.end

    def _person(self, words: Sequence[str], index: int, surnames: Collection[str]) -> Person | None:
        word = words[index]
        if not word[:1].isupper():
            return None
        before = words[index - 1] if index else ""
        end = self._end(words, index + 1)
        genders = self._given.genders(word)
        if genders and self._is_name_here(words, index, end):
            return Person(index, end, words[end - 1], _gender_of(genders))
        if before in TITLES and word not in TITLES:
            return Person(index, max(end, index + 1), words[max(end, index + 1) - 1], _by_title(before))
        bare = word.removesuffix("s")
        if word in surnames or bare in surnames:
            return Person(index, index + 1, word if word in surnames else bare, None)
        named = self._is_unknown(word) or (end > index + 1 and not self._has_part(word, "NOUN"))
        if before and named and (gender := self._role(before)) is not None:
            return Person(index, max(end, index + 1), words[max(end, index + 1) - 1], gender)
        return None

    def _is_name_here(self, words: Sequence[str], index: int, end: int) -> bool:
        """Whether a given name is used as one: a word that is a noun, too, needs a surname after it."""
        if self._given.is_unmistakable(words[index]):
            return True
        surname = words[end - 1]
        return end > index + 1 and (self._is_unknown(surname) or self._has_mark(surname, "surname"))

    def _end(self, words: Sequence[str], index: int) -> int:
        """Where the names after a given name end."""
        end = index
        while index < len(words):
            word = words[index]
            if word.lower() in PARTICLES and index + 1 < len(words) and words[index + 1][:1].isupper():
                index += 1
            elif INITIAL.fullmatch(word) or self._may_be_name(word):
                index += 1
                end = index
            else:
                break
        return end

    def _may_be_name(self, word: str) -> bool:
        if not word[:1].isupper() or not word[1:2].islower():
            return False
        return self._is_unknown(word) or self._has_mark(word, "surname") or bool(self._given.genders(word))

    def _is_unknown(self, word: str) -> bool:
        """Whether a word with a capital is in no list of German words."""
        return (
            word[:1].isupper()
            and word[1:2].islower()
            and not any(entry.pos != "PROPN" or "place" in entry.marks for entry in self._forms.entries(word))
            and not self._forms.entries(word.lower())
            and not self._forms.entries(word.rpartition("-")[2])
        )

    def _has_part(self, word: str, pos: str) -> bool:
        return any(entry.pos == pos for entry in self._forms.entries(word))

    def _has_mark(self, word: str, mark: str) -> bool:
        return any(mark in entry.marks for entry in self._forms.entries(word))


def _gender_of(genders: Collection[Gender]) -> Gender | None:
    return next(iter(genders)) if len(genders) == 1 else None


def _by_title(title: str) -> Gender | None:
    if title in FEMALE_TITLES:
        return Gender.FEMININE
    return Gender.MASCULINE if title in MALE_TITLES else None
