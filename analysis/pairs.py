"""Pair forms: a feminine and a masculine of one noun side by side, which are inclusive already.

Recognised in both orders, joined by und, oder, bzw., sowie, slash or comma, with repeated articles and
adjectives (die erfahrene Lehrerin oder der erfahrene Lehrer) and with hyphen ellipsis
(Spitzenkandidatinnen und -kandidaten).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.attributes import ADJECTIVE_ENDINGS, is_adjective_shaped, without_ending
from mitgemeint.analysis.database import Database, NounForm
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.nlp.protocol import Word
from mitgemeint.analysis.person_forms import join
from mitgemeint.analysis.word_lists import word_lists

SIGNS = word_lists("function_words.toml")["signs"]
INCLUSIVE_ATTRIBUTES = word_lists("function_words.toml")["inclusive_attributes"]
JOINING = word_lists("function_words.toml")["pair_joints"]
# Words that may stand between the two: die kluge Lehrerin oder der ebenso kluge Lehrer.
FARTHEST = 8
# The same, where all of them stand before the first, too.
FARTHEST_REPEATED = 24
BOTH = {Gender.FEMININE, Gender.MASCULINE}
AS = "als"
ALSO = "auch"
# What stands between two clauses that tell of women and of men (die Läuferinnen siegten, die Läufer nicht).
CONTRASTING = word_lists("function_words.toml")["contrasting"]
TITLES = frozenset({"herr", "herrn", "frau", "dr.", "prof."})
QUOTES = frozenset("\"'„“”‚‘’»«›‹")
FEMININE_ENDINGS = frozenset({"in", "innen"})
# Signs that stand inside a word only where both genders are meant.
INNER_SIGNS = frozenset("*_·")
HYPHENS = "-‐‑–"


@dataclass(frozen=True, slots=True)
class Pair:
    """The word indexes of the feminine and the masculine of one pair.

    `repeated` are the words that stand before both, with other endings at most (die neue … oder der neue …).
    """

    feminine: int
    masculine: int
    repeated: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    index: int
    forms: tuple[NounForm, ...]
    ellipsis: bool

    @property
    def is_adjective(self) -> bool:
        """Whether the word can be an adjective with a capital (Geprüfter Meister/Geprüfte Meisterin)."""
        return all(form.noun.paradigm == "adjectival" for form in self.forms)


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
            elif following.text[0] in INNER_SIGNS and _goes_on(words, index + 1):
                yield index  # Lehrer**innen, Lehrer*inn: a form that nobody knows, but no plain masculine
        attribute = " ".join(word.text.lower() for word in words[index + 1 : index + 3])
        if attribute in INCLUSIVE_ATTRIBUTES:
            yield index


def _goes_on(words: tuple[Word, ...], sign: int) -> bool:
    """Whether letters follow a sign, or a row of signs, without a space."""
    end = words[sign].end
    if any(letter.isalpha() for letter in words[sign].text):
        return True
    for word in words[sign + 1 :]:
        if word.start != end:
            return False
        if word.text[0].isalpha():
            return True
        end = word.end
    return False


def paired_first_parts(words: tuple[Word, ...], database: Database) -> Iterator[int]:
    """The words of a pair of first parts: Bürgerinnen- und Bürgerkrieg, Arbeiter- und Arbeiterinnenverein."""
    for index in range(len(words) - 2):
        text = words[index].text
        if text[-1] not in HYPHENS or words[index + 1].text.lower() not in JOINING:
            continue
        compound = in_ordinary_capitals(words[index + 2].text)
        for form in database.readings(in_ordinary_capitals(text.strip(HYPHENS))):
            if form.gender is Gender.FEMININE:
                modifier = database.modifier(compound)
                paired = modifier is not None and join(modifier.prefix, modifier.noun.masculine) == form.lemma
            else:
                paired = compound.startswith(f"{form.feminine}nen")
            if paired:
                yield from (index, index + 2)
                break


def find_pairs(words: tuple[Word, ...], database: Database, closed: ClosedClass) -> tuple[Pair, ...]:
    """The pair forms of one sentence, each word in one pair at most; the closest nouns make a pair first."""
    candidates = list(_candidates(words, list(_places(words, database)), closed))
    candidates.sort(key=lambda pair: (abs(pair.masculine - pair.feminine), pair.masculine < pair.feminine))
    taken: set[int] = set()
    found = []
    for pair in candidates:
        if taken.isdisjoint((pair.feminine, pair.masculine)):
            taken.update((pair.feminine, pair.masculine))
            found.append(pair)
    return tuple(found)


def _candidates(words: tuple[Word, ...], places: list[_Place], closed: ClosedClass) -> Iterator[Pair]:
    for position, left in enumerate(places):
        for right in places[position + 1 :]:
            distance = right.index - left.index
            if distance > FARTHEST_REPEATED:
                break
            genders = _genders(left, right)
            if genders is None:
                continue
            count = _repeated(words, left.index, right.index, closed)
            whole = words[right.index - count - 1].text.lower() in JOINING
            near = distance <= FARTHEST and _joined(words, left.index, right.index, places, closed)
            parallel = _is_parallel(words, left.index, right.index, closed)
            if (whole and distance == count + 2) or near or parallel:
                repeated = [
                    index
                    for noun in (left.index, right.index)
                    for index in range(noun - count, noun)
                    if index == 0 or _is_attribute(words, index, noun)
                ]
                yield Pair(*genders, tuple(repeated))


def _is_parallel(words: tuple[Word, ...], left: int, right: int, closed: ClosedClass) -> bool:
    """Whether the nouns have the same part in two clauses (Die Klägerin ist als Anwältin und der Kläger als
    Anwalt tätig): each after als, or each with its article, the second after und or a comma.
    """
    if not left:
        return False
    before = words[left - 1].text.lower(), words[right - 1].text.lower()
    if before == (AS, AS):
        return True
    joined = right >= 2 and words[right - 2].text.lower() in CONTRASTING
    return joined and bool(closed.readings(before[1])) and _agree(*before, closed)


def _is_attribute(words: tuple[Word, ...], index: int, noun: int) -> bool:
    """Whether a word before a noun is no noun of its own: in small letters, or a capitalised adjective."""
    texts = [word.text for word in words[index:noun]]
    return not texts[0][:1].isupper() or all(
        text[0].isupper() and text.endswith(ADJECTIVE_ENDINGS) for text in texts
    )


def _repeated(words: tuple[Word, ...], left: int, right: int, closed: ClosedClass) -> int:
    """How many words before the second noun stand, with other endings at most, before the first, too."""
    count = 0
    while count < min(left, right - left - 2) and _agree(
        words[left - count - 1].text.lower(), words[right - count - 1].text.lower(), closed
    ):
        count += 1
    return count


def _agree(one: str, other: str, closed: ClosedClass) -> bool:
    """Whether two words are the same but for an ending, or forms of one determiner."""
    if one == other or without_ending(one) == without_ending(other):
        return True
    lemmas = {determiner.lemma for determiner, _ in closed.readings(one)}
    return any(determiner.lemma in lemmas for determiner, _ in closed.readings(other))


def _places(words: tuple[Word, ...], database: Database) -> Iterator[_Place]:
    for index, word in enumerate(words):
        bare = word.text.strip(HYPHENS)
        ellipsis = bare != word.text or (
            index > 0 and words[index - 1].text in HYPHENS and words[index - 1].end == word.start
        )
        form = bare[:1].upper() + bare[1:] if ellipsis else in_ordinary_capitals(bare)
        if form[:1].isupper() and (forms := database.readings(form) or database.guess(form)):
            yield _Place(index, forms, ellipsis)


def _genders(left: _Place, right: _Place) -> tuple[int, int] | None:
    """The indexes of the feminine and the masculine of one noun in one number, None if they are not that."""
    for one in left.forms:
        for other in right.forms:
            if {one.gender, other.gender} != BOTH or one.number is not other.number:
                continue
            if _same_noun(one, other, elliptical=left.ellipsis or right.ellipsis):
                feminine_first = one.gender is Gender.FEMININE
                return (left.index, right.index) if feminine_first else (right.index, left.index)
    return None


def _same_noun(one: NounForm, other: NounForm, *, elliptical: bool) -> bool:
    if one.lemma == other.lemma:
        return True
    if elliptical:
        longer, shorter = sorted((one.lemma.lower(), other.lemma.lower()), key=len, reverse=True)
        return longer.endswith(shorter)
    return False


def _joined(
    words: tuple[Word, ...], left: int, right: int, places: list[_Place], closed: ClosedClass
) -> bool:
    """Whether a joining word stands between, and nothing but words that may agree with the second noun.

    What follows the first noun may be repeated after the second (Soldatinnen auf Zeit und Soldaten auf Zeit).
    """
    between = [
        index
        for index in range(left + 1, right)
        if words[index].text not in QUOTES and not _opens_as_well(words, index)
    ]
    adjectives = {place.index for place in places if place.is_adjective}
    attribute = right
    while attribute - 1 > left and is_adjective_shaped(words[attribute - 1].text, closed):
        attribute -= 1
    if any(left < place.index < right for place in places if place.index not in adjectives):
        return False
    for at, index in enumerate(between):
        word = words[index].text.lower()
        if word not in JOINING and word not in HYPHENS:
            continue
        before = [words[other].text.lower() for other in between[:at]]
        after = [other.text.lower() for other in words[right + 1 : right + 1 + at]]
        # der Mieter oder eine Person, deren Verhalten die Mieterin …
        nouns = (other for other in between[at + 1 :] if other < attribute and other not in adjectives)
        if before == after and not any(_is_noun(words[other].text) for other in nouns):
            return True
    return False


def _opens_as_well(words: tuple[Word, ...], index: int) -> bool:
    """Whether the word is the first of "als auch" (sowohl Lehrer als auch Lehrerinnen)."""
    return words[index].text.lower() == AS and words[index + 1].text.lower() == ALSO


def _is_noun(word: str) -> bool:
    """Whether a word has the capital of a noun, titles aside (die Ministerin und der Herr Minister)."""
    return word[:1].isupper() and not word.isupper() and word.lower() not in TITLES
