"""Short pair forms: both determiners and one noun (die oder der Neue), or two pronouns (jede und jeder)."""

from collections.abc import Iterator

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.attributes import is_adjective_shaped, noun_after, without_ending
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import Cell, ClosedClass, cells
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.nlp.protocol import Word
from mitgemeint.analysis.word_lists import word_lists

JOINING = word_lists("function_words.toml")["pair_joints"]
# Between two pronouns: the other pair joints also part them (einer, der …).
JOINTS = word_lists("function_words.toml")["pronoun_joints"]
ARTICLE = "der"
BOTH = {Gender.FEMININE, Gender.MASCULINE}


class ShortPairs:
    """Finds short pair forms in the words of a sentence."""

    def __init__(self, database: Database, closed: ClosedClass) -> None:
        self._database = database
        self._closed = closed
        self._readings = _readings(closed)

    def find(self, words: tuple[Word, ...]) -> Iterator[int]:
        """The indexes of the words that short pair forms have taken."""
        texts = [word.text for word in words]
        for index in range(len(words) - 2):
            if texts[index + 1].lower() in JOINING and self._are_both(texts[index], texts[index + 2]):
                yield from self._pair(texts, index)
            elif self._is_long(texts, index):
                yield from (index, index + 3)

    def _pair(self, texts: list[str], index: int) -> Iterator[int]:
        noun = noun_after(texts, index + 2, self._is_person, self._closed)
        if noun is not None:
            yield from (index, index + 2, noun)
        elif texts[index + 1].lower() in JOINTS:
            yield from (index, index + 2)

    def _is_long(self, texts: list[str], index: int) -> bool:
        """keine andere und kein anderer: each pronoun with an adjective."""
        if index + 4 >= len(texts) or texts[index + 2].lower() not in JOINTS:
            return False
        one, other = texts[index + 1], texts[index + 4]
        adjectives = one.islower() and other.islower() and without_ending(one) == without_ending(other)
        return (
            adjectives
            and is_adjective_shaped(other, self._closed)
            and self._are_both(texts[index], texts[index + 3])
        )

    def _is_person(self, word: str) -> bool:
        return bool(self._database.readings(in_ordinary_capitals(word)) or self._database.guess(word))

    def _are_both(self, one: str, other: str) -> bool:
        """Whether two words are the feminine and the masculine of one word in the same case."""
        if one.lower() == other.lower():
            return False
        return any(
            left == right and slot.case is place.case and {slot.gender, place.gender} == BOTH
            for left, slot in self._readings.get(one.lower(), ())
            for right, place in self._readings.get(other.lower(), ())
        )


def _readings(closed: ClosedClass) -> dict[str, list[tuple[str, Cell]]]:
    """What a word can be, by its lemma: a determiner, a pronoun, a contraction with its article."""
    made: dict[str, list[tuple[str, Cell]]] = {}
    for slot in cells():
        if slot.gender not in BOTH:
            continue
        rows = [(determiner.lemma, determiner.forms.get(slot)) for determiner in closed.determiners.values()]
        rows += [(lemma, closed.pronoun(lemma, slot)) for lemma in sorted(closed.person_pronouns)]
        rows += [(f"relative {index}", table.get(slot)) for index, table in enumerate(closed.relatives)]
        for lemma, form in rows:
            if form:
                made.setdefault(form, []).append((lemma, slot))
    for contraction in closed.contractions.values():
        masculine = Cell(contraction.case, Number.SINGULAR, Gender.MASCULINE)
        made.setdefault(contraction.form, []).append((ARTICLE, masculine))
        if contraction.feminine:
            feminine = Cell(contraction.case, Number.SINGULAR, Gender.FEMININE)
            made.setdefault(contraction.feminine, []).append((ARTICLE, feminine))
    return made
