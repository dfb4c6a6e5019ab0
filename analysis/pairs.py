"""Pair forms: a feminine and a masculine of one noun side by side, which are inclusive already.

Recognised in both orders, joined by und, oder, bzw., sowie, slash or comma, with repeated articles and
adjectives (die erfahrene Lehrerin oder der erfahrene Lehrer) and with hyphen ellipsis
(Spitzenkandidatinnen und -kandidaten).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.database import Database, NounForm
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.nlp.protocol import Word
from mitgemeint.analysis.word_lists import word_lists

SIGNS = word_lists("function_words.toml")["signs"]
INCLUSIVE_ATTRIBUTES = word_lists("function_words.toml")["inclusive_attributes"]
JOINING = word_lists("function_words.toml")["pair_joints"]
# Words that may stand between the two: die kluge Lehrerin oder der ebenso kluge Lehrer.
FARTHEST = 8
QUOTES = frozenset("\"'„“”‚‘’»«›‹")
FEMININE_ENDINGS = frozenset({"in", "innen"})
HYPHENS = "-‐‑–"


@dataclass(frozen=True, slots=True)
class Pair:
    """The word indexes of the feminine and the masculine of one pair."""

    feminine: int
    masculine: int


@dataclass(frozen=True, slots=True)
class _Place:
    index: int
    forms: tuple[NounForm, ...]
    ellipsis: bool

    @property
    def is_adjective(self) -> bool:
        """Whether the word can be an adjective with a capital (Geprüfter Meister/Geprüfte Meisterin)."""
        return all(form.noun.paradigm == "adjectival" for form in self.forms)


def short_pairs(words: tuple[Word, ...], closed: ClosedClass) -> Iterator[int]:
    """The words of short pair forms: both articles and their noun (die oder der neue Vorsitzende)."""
    for index in range(len(words) - 2):
        if words[index + 1].text.lower() not in JOINING or not _both_genders(words, index, closed):
            continue
        ahead = range(index + 3, min(len(words), index + 1 + FARTHEST))
        noun = next((at for at in ahead if words[at].text[:1].isupper()), None)
        if noun is not None:
            yield from (index, index + 2, noun)


def elliptical_feminines(words: tuple[Word, ...], database: Database) -> Iterator[int]:
    """The masculine of Lehrer und -innen, Lehrer bzw. -innen."""
    for index in range(2, len(words)):
        bare = words[index].text.lstrip(HYPHENS).lower()
        if bare not in FEMININE_ENDINGS or words[index].text[0] not in HYPHENS:
            continue
        joined = words[index - 1].text.lower() in JOINING
        if joined and database.readings(in_ordinary_capitals(words[index - 2].text)):
            yield index - 2


def inclusive_by_context(words: tuple[Word, ...]) -> Iterator[int]:
    """Nouns made inclusive by what follows: a sign with hyphen, an attribute (Lehrer aller Geschlechter)."""
    for index in range(len(words) - 1):
        following = words[index + 1]
        if following.start == words[index].end and following.text[0] in SIGNS:
            ahead = following.text[1:] or (words[index + 2].text if index + 2 < len(words) else "")
            if ahead[:1] and ahead[0] in HYPHENS:
                yield index
        attribute = " ".join(word.text.lower() for word in words[index + 1 : index + 3])
        if attribute in INCLUSIVE_ATTRIBUTES:
            yield index


def _both_genders(words: tuple[Word, ...], index: int, closed: ClosedClass) -> bool:
    """Whether the articles at `index` and after the joint are the feminine and the masculine of one word."""
    left = closed.readings(words[index].text)
    right = closed.readings(words[index + 2].text)
    return any(
        one.lemma == other.lemma
        and slot.case is place.case
        and {slot.gender, place.gender} == {Gender.FEMININE, Gender.MASCULINE}
        for one, slot in left
        for other, place in right
    )


def find_pairs(words: tuple[Word, ...], database: Database) -> tuple[Pair, ...]:
    """The pair forms of one sentence, each word in one pair at most."""
    places = list(_places(words, database))
    taken: set[int] = set()
    found = []
    for position, left in enumerate(places):
        for right in places[position + 1 :]:
            if right.index - left.index > FARTHEST:
                break
            if left.index in taken or right.index in taken:
                continue
            pair = _pair(left, right)
            if pair and _joined(words, left.index, right.index, places):
                taken.update((left.index, right.index))
                found.append(pair)
                break
    return tuple(found)


def _places(words: tuple[Word, ...], database: Database) -> Iterator[_Place]:
    for index, word in enumerate(words):
        bare = word.text.strip(HYPHENS)
        ellipsis = bare != word.text or (
            index > 0 and words[index - 1].text in HYPHENS and words[index - 1].end == word.start
        )
        form = bare[:1].upper() + bare[1:] if ellipsis else in_ordinary_capitals(bare)
        if form[:1].isupper() and (forms := database.readings(form)):
            yield _Place(index, forms, ellipsis)


def _pair(left: _Place, right: _Place) -> Pair | None:
    for one in left.forms:
        for other in right.forms:
            if {one.gender, other.gender} != {
                Gender.MASCULINE,
                Gender.FEMININE,
            } or one.number is not other.number:
                continue
            if _same_noun(one, other, elliptical=left.ellipsis or right.ellipsis):
                feminine_first = one.gender is Gender.FEMININE
                return Pair(left.index, right.index) if feminine_first else Pair(right.index, left.index)
    return None


def _same_noun(one: NounForm, other: NounForm, *, elliptical: bool) -> bool:
    if one.lemma == other.lemma:
        return True
    if elliptical:
        longer, shorter = sorted((one.lemma.lower(), other.lemma.lower()), key=len, reverse=True)
        return longer.endswith(shorter)
    return False


def _joined(words: tuple[Word, ...], left: int, right: int, places: list[_Place]) -> bool:
    """Whether a joining word stands between, and nothing but words that may agree with the second noun.

    What follows the first noun may be repeated after the second (Soldatinnen auf Zeit und Soldaten auf Zeit).
    """
    between = [word.text.lower() for word in words[left + 1 : right] if word.text not in QUOTES]
    others = {place.index for place in places if left < place.index < right and not place.is_adjective}
    joint = next((at for at, word in enumerate(between) if word in JOINING or word in HYPHENS), None)
    if others or joint is None:
        return False
    after = [word.text.lower() for word in words[right + 1 : right + 1 + joint]]
    return joint == 0 or between[:joint] == after
