"""Discourse: whom a definite masculine means, as far as the other sentences of the document show.

"Der Minister" after "Minister Weber" is one man; "der Mieter" in a contract is anybody. Clues of the
sentence (`episode`) and of the document are weighed and summed; what is said of one who is known is known,
too. The weights stand in `data/lexicon/discourse.toml`; that a repeated head, the distance to the last name
and the form of what is taken up tell most is what studies of definite descriptions found (Vieira and Poesio
2000).
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from math import fsum

from mitgemeint.analysis.cache_sizes import SENTENCES
from mitgemeint.analysis.draft import Draft
from mitgemeint.analysis.episode import Clue
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.findings import Reference
from mitgemeint.analysis.people import Person, PersonFinder
from mitgemeint.analysis.phrase import AGE_NOUN
from mitgemeint.analysis.reference import BARE, Evidence
from mitgemeint.analysis.units import Unit
from mitgemeint.analysis.word_lists import word_lists
from mitgemeint.data import resource

FILE = "discourse.toml"
# How many sentences back a name is near, and how many names a sentence has in a text about people.
NEAR = 4
NAMES_PER_SENTENCE, FEWEST_NAMES = 0.2, 3
# Share of sentences with a section sign from which a text is read as a law.
SECTIONS_PER_SENTENCE = 0.1
MEN = word_lists("reference.toml")["males"] | word_lists("discourse_words.toml")["men"]
# The reasons of singulars that mean somebody; what is said of everyone (jeder, kein) is not taken up.
SINGULARS = frozenset({"indefinite", "definite", "unknown", BARE})
TAKING_UP = frozenset({"Der", "Dieser", "Den", "Dem"})
NAMING_VERBS = frozenset({"heißt", "hieß"})
# Marks and words that may part two clauses.
CLAUSE_MARKS = word_lists("discourse_words.toml")["clause_marks"]
# What makes another word of a noun and no kind of it: Mieter and Vermieter, Arbeiter and Mitarbeiter.
PREFIXES = word_lists("discourse_words.toml")["prefixes"]
# The polite possessive: whose Arzt is meant changes with who reads.
ADDRESSEE = re.compile(r"Ihr(?:e[nmrs]?)?")
SPEAKERS = word_lists("discourse_words.toml")["speakers"]
HE = word_lists("reference.toml")["man_pronouns"] | word_lists("discourse_words.toml")["his"]


class Context(StrEnum):
    """What the document shows about a definite masculine."""

    MAN_BEFORE = "man-before"
    MAN_IN_LAST = "man-in-last"
    MAN_NEAR = "man-near"
    MAN_FAR = "man-far"
    WOMAN_LAST = "woman-last"
    SAME_HEAD = "same-head"
    SAME_HEAD_NEAR = "same-head-near"
    GENERIC_HEAD = "generic-head"
    LAW = "law"
    PEOPLE = "people"
    MALE_BEFORE = "male-before"
    HE_NEXT = "he-next"
    HE_AFTER = "he-after"
    HE_IN_EVENT = "he-in-event"
    MAN_BEFORE_EVENT = "man-before-event"
    OF_ADDRESSEE = "of-addressee"
    SPEAKER = "speaker"
    SPEAKER_IN_EVENT = "speaker-in-event"


@dataclass(frozen=True, slots=True)
class Weights:
    """What each clue adds, and the sums from which a masculine is a known man, barely and for certain."""

    clues: Mapping[str, float]
    threshold: float
    certain: float

    @classmethod
    def load(cls) -> "Weights":
        """The weights that ship."""
        return _weights()


@cache
def _weights() -> Weights:
    data = tomllib.loads(resource("lexicon", FILE).read_text("utf-8"))
    return Weights(data["clues"], data["threshold"], data["certain"])


class Discourse:
    """Decides on the definite masculines of documents."""

    def __init__(self, finder: PersonFinder) -> None:
        self._weights = Weights.load()
        self._sentences = _Sentences(finder)

    def resolve(
        self, units: Sequence[Unit], drafts: Sequence[Sequence[Draft]]
    ) -> dict[tuple[int, int], Evidence]:
        """New evidence for drafts, by the place of their sentence and their word index.

        `drafts` are those of each of the sentences `units`.
        """
        found: dict[tuple[int, int], Evidence] = {}
        for place, draft, clues in self.clues(units, drafts):
            evidence = self.weigh(clues)
            if evidence is not None:
                found[place, draft.index] = evidence
        for place, following in enumerate(units[1:]):
            if taken := _taken_up(drafts[place], following):
                found[place, taken.index] = Evidence(Reference.SPECIFIC, "next-man", 0.75)
        for place in dict.fromkeys(place for place, _ in list(found)):
            found.update(self._said_of_known(place, drafts[place], found))
        return found

    def clues(
        self, units: Sequence[Unit], drafts: Sequence[Sequence[Draft]]
    ) -> Iterator[tuple[int, Draft, frozenset[str]]]:
        """The open drafts of a document with all their clues."""
        if not any(_is_open(draft) for each in drafts for draft in each):
            return
        text = _Text(units, drafts, self._sentences)
        for place, each in enumerate(drafts):
            for draft in each:
                if not _is_open(draft):
                    continue
                clues = _joined(draft.clues | frozenset(text.clues(place, draft)))
                if draft.evidence.reason != BARE or Context.SAME_HEAD in clues:
                    yield place, draft, clues

    def weigh(self, clues: frozenset[str]) -> Evidence | None:
        """A known man, where the clues for it outweigh the others; None where it stays open."""
        # A set has no order: the sum must not depend on it, nor on what is lost in the last place.
        total = round(fsum(self._weights.clues.get(clue, 0.0) for clue in clues), 6)
        if total < self._weights.threshold:
            return None
        reason = "same-head" if Context.SAME_HEAD in clues else "episode"
        return Evidence(Reference.SPECIFIC, reason, 0.85 if total >= self._weights.certain else 0.7)

    def _said_of_known(
        self, place: int, drafts: Sequence[Draft], found: Mapping[tuple[int, int], Evidence]
    ) -> Iterator[tuple[tuple[int, int], Evidence]]:
        """What is said of a noun that turned out to mean one man (der Forscher, der als Kenner gilt)."""
        men = [draft for draft in drafts if (place, draft.index) in found]
        known = {index for draft in men for index in (draft.index, *draft.pronouns)}
        for draft in drafts:
            if draft.evidence.reference is not Reference.SPECIFIC and known.intersection(draft.said_of):
                yield (place, draft.index), Evidence(Reference.SPECIFIC, "male-subject", 0.7)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """What a sentence says whatever stands around it: its words, also in small letters, its people, whether a
    man is spoken of, and the words that can be surnames, without the ending of a genitive too.
    """

    words: tuple[str, ...]
    small: tuple[str, ...]
    people: tuple[Person, ...]
    has_male: bool
    possible_names: frozenset[str]


class _Sentences:
    """Reads sentences, each but once."""

    def __init__(self, finder: PersonFinder) -> None:
        self._finder = finder
        self.read = lru_cache(maxsize=SENTENCES)(self._read)
        self._people = lru_cache(maxsize=SENTENCES)(self._find)

    def _read(self, unit: Unit) -> _Sentence:
        words = tuple(word.text for word in unit.words)
        people = tuple(self._finder.find(words))
        has_male = any(word in MEN or AGE_NOUN.fullmatch(word) for word in words)
        capitals = {word for word in words if word[:1].isupper()}
        names = frozenset(capitals | {word.removesuffix("s") for word in capitals})
        return _Sentence(words, tuple(map(str.lower, words)), people, has_male, names)

    def people(self, unit: Unit, surnames: frozenset[str]) -> tuple[Person, ...]:
        """The people of a sentence, those with nothing but a known surname included."""
        sentence = self.read(unit)
        known = sentence.possible_names & surnames
        return self._people(unit, known) if known else sentence.people

    def _find(self, unit: Unit, surnames: frozenset[str]) -> tuple[Person, ...]:
        return tuple(self._finder.find(self.read(unit).words, surnames))


class _Text:
    """The persons and heads of a document by sentence."""

    def __init__(
        self, units: Sequence[Unit], drafts: Sequence[Sequence[Draft]], sentences: _Sentences
    ) -> None:
        self._sentences = [sentences.read(unit) for unit in units]
        self._words = [sentence.words for sentence in self._sentences]
        self._small = [sentence.small for sentence in self._sentences]
        self._drafts = drafts
        self._people = self._named(units, sentences)
        # For each sentence whether a man was named before it, and the last person who was.
        self._man_before: list[bool] = []
        self._last_before: list[Person | None] = []
        man, last = False, None
        for people in self._people:
            self._man_before.append(man)
            self._last_before.append(last)
            man = man or any(map(_may_be_man, people))
            last = people[-1] if people else last
        specific = {
            draft.lemma
            for each in self._drafts
            for draft in each
            if draft.evidence.reference is Reference.SPECIFIC
        }
        self._heads = {lemma.lower() for lemma in specific}
        self._ends = {end for head in self._heads for end in _ends(head)}
        self._generic = {
            draft.lemma
            for each in self._drafts
            for draft in each
            if draft.evidence.reference is Reference.GENERIC
        }
        sections = sum("§" in words or "§§" in words for words in self._words)
        self._is_law = sections > SECTIONS_PER_SENTENCE * len(units)
        names = sum(map(len, self._people))
        self._has_people = names > NAMES_PER_SENTENCE * len(units) and names >= FEWEST_NAMES

    def _is_apart(self, place: int, end: int, index: int) -> bool:
        """Whether a person and a noun stand in different clauses; in one they are two (Tim ging zum Arzt)."""
        return not CLAUSE_MARKS.isdisjoint(self._small[place][end:index])

    def _was_near(self, place: int, draft: Draft) -> bool:
        """Whether a known man had the same head in one of the last sentences, or before in this one."""
        last = [*self._drafts[max(0, place - NEAR) : place]]
        last.append([each for each in self._drafts[place] if each.index < draft.index])
        return any(
            each.evidence.reference is Reference.SPECIFIC and _same_head(draft.lemma, each.lemma)
            for drafts in last
            for each in drafts
        )

    def _has_male(self, place: int, index: int) -> bool:
        """Whether a man is spoken of without a name, before in the sentence or in the one before."""
        if place and self._sentences[place - 1].has_male:
            return True
        before = self._words[place][:index] if self._sentences[place].has_male else ()
        return any(word in MEN or AGE_NOUN.fullmatch(word) for word in before)

    def _named(self, units: Sequence[Unit], sentences: _Sentences) -> list[tuple[Person, ...]]:
        """The persons of each sentence; a surname alone is one who was named before or will be."""
        known = {person.surname: person.gender for each in self._sentences for person in each.people}
        if not known:
            return [() for _ in units]
        surnames = frozenset(known)
        return [
            tuple(p if p.gender else replace(p, gender=known.get(p.surname)) for p in each)
            for each in (sentences.people(unit, surnames) for unit in units)
        ]

    def _is_specific_head(self, lemma: str) -> bool:
        """Whether a known man has the same head somewhere in the document, in a longer word or a shorter."""
        word = lemma.lower()
        return word in self._ends or not self._heads.isdisjoint(_ends(word))

    def clues(self, place: int, draft: Draft) -> Iterator[Context]:
        before = [
            person
            for person in self._people[place]
            if person.end <= draft.index and self._is_apart(place, person.end, draft.index)
        ]
        if any(map(_may_be_man, before)):
            yield Context.MAN_BEFORE
        elif place and any(map(_may_be_man, self._people[place - 1])):
            yield Context.MAN_IN_LAST
        elif any(_may_be_man(p) for each in self._people[max(0, place - NEAR) : place] for p in each):
            yield Context.MAN_NEAR
        elif self._man_before[place]:
            yield Context.MAN_FAR
        last = self._last_before[place]
        if last is not None and not _may_be_man(last):
            yield Context.WOMAN_LAST
        if self._is_specific_head(draft.lemma):
            yield Context.SAME_HEAD
            if self._was_near(place, draft):
                yield Context.SAME_HEAD_NEAR
        elif draft.lemma in self._generic:
            yield Context.GENERIC_HEAD
        if self._has_male(place, draft.index):
            yield Context.MALE_BEFORE
        if self._is_law:
            yield Context.LAW
        if self._has_people:
            yield Context.PEOPLE
        if ADDRESSEE.fullmatch(self._words[place][draft.index - 1]) and draft.index > 1:
            yield Context.OF_ADDRESSEE
        if not SPEAKERS.isdisjoint(self._small[place]):
            yield Context.SPEAKER
        if not HE.isdisjoint(self._small[place][draft.index + 1 :]):
            yield Context.HE_AFTER
        if place + 1 < len(self._small) and not HE.isdisjoint(self._small[place + 1][:4]):
            yield Context.HE_NEXT


# What tells more in a sentence about one event.
IN_EVENT = (
    (Context.HE_NEXT, Context.HE_IN_EVENT),
    (Context.HE_AFTER, Context.HE_IN_EVENT),
    (Context.SPEAKER, Context.SPEAKER_IN_EVENT),
    (Context.MAN_BEFORE, Context.MAN_BEFORE_EVENT),
    (Context.MAN_IN_LAST, Context.MAN_BEFORE_EVENT),
)


def _joined(clues: frozenset[str]) -> frozenset[str]:
    """The clues with those that say more together."""
    if Clue.EVENT not in clues:
        return clues
    return clues | {more for clue, more in IN_EVENT if clue in clues}


def _taken_up(drafts: Sequence[Draft], following: Unit) -> Draft | None:
    """The only person of a sentence, taken up as a man by the next (Ein Radfahrer stürzte. Der Mann …)."""
    if len(drafts) != 1 or drafts[0].evidence.reason not in SINGULARS or len(following.words) < 2:
        return None
    words = [word.text for word in following.words[:2]]
    named = words[0] == "Er" and words[1] in NAMING_VERBS
    man = words[0] in TAKING_UP and (words[1] in MEN or AGE_NOUN.fullmatch(words[1]) is not None)
    return drafts[0] if named or man else None


def _is_open(draft: Draft) -> bool:
    return draft.evidence.reference is not Reference.SPECIFIC and bool(draft.clues)


def _may_be_man(person: Person) -> bool:
    return person.gender is not Gender.FEMININE


def _ends(word: str) -> Iterator[str]:
    """A word in small letters, and the ends of it that can be its head: Trainer in Bundestrainer, but not
    Mieter in Vermieter.
    """
    return (word[start:] for start in range(len(word)) if word[:start] not in PREFIXES)


def _same_head(lemma: str, other: str) -> bool:
    """Trainer after Bundestrainer, or the other way round."""
    one, two = lemma.lower(), other.lower()
    return one in _ends(two) or two in _ends(one)
