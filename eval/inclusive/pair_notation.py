"""Pair notation in running text: Schülerinnen und Schüler, Lehrer bzw. -innen, die oder der Vorsitzende.

What makes a pair the analysis knows (`analysis.pairs`, `analysis.short_pairs`); here are the places where it
is worth asking, so that large corpora can be read: near a feminine, at a word or an ending with a hyphen, at
two articles with a joint.
"""

import re
from collections.abc import Iterator, Sequence

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.entries import Sense
from mitgemeint.analysis.nlp.protocol import Word
from mitgemeint.analysis.nlp.segmentation import Segmenter
from mitgemeint.analysis.pairs import Pair, elliptical_feminines, find_pairs, paired_first_parts
from mitgemeint.analysis.short_pairs import ShortPairs
from mitgemeint.analysis.word_lists import word_lists

# Letters around a place that are looked at: as far apart as the two nouns of a pair may be, about.
_REACH = 120
# Letters at the begin that a feminine and its masculine share, apart from umlaut (Ärztin, Arzt).
_SHARED = 3
_PLAIN = str.maketrans("äöüÄÖÜ", "aouaou")
_FEMININE = re.compile(r"(?<![\w*:_·/(])[A-ZÄÖÜ][\w-]*?in(?:nen)?(?![\w*:·])")
_WORD = re.compile(r"(?<!\w)-\w{2,}|[A-ZÄÖÜ]\w{2,}")
# "/" between two words is a sign (analysis.gender_forms).
_JOINTS = "|".join(
    re.escape(each) for each in word_lists("function_words.toml")["pronoun_joints"] if each != "/"
)
# Bürgerinnen- und Bürgerrat
_FIRST_PART = re.compile(rf"\w[-‐‑](?= (?:{_JOINTS}) [A-ZÄÖÜ])")
_ELLIPSIS = re.compile(r"(?<=[ (])[-‐‑]in(?:nen)?(?!\w)")
_JOINT = re.compile(rf" (?:{_JOINTS}) ")
_FIRST_WORD, _LAST_WORD = re.compile(r"\w+"), re.compile(r"(?<!\w)\w+$")
_NOUN_FOLLOWS = re.compile(r" [A-ZÄÖÜ]\w*[a-zäöüß]")
_JOINED = re.compile(r"\w[+&][A-ZÄÖÜ]")
_JOINED_PARTS = re.compile(r"[+&]|[^+&]+")
_NEITHER, _NOR, _OR = "weder", "noch", "oder"
_LONGEST_SMALL_WORD = 16
# Words of one that are looked at: das eine und die andere, die oder der neue Vorsitzende.
_LONGEST_SHORT_PAIR = 8


class PairNotation:
    """Finds pair forms in texts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._closed = ClosedClass.load()
        self._segmenter = Segmenter()
        self._short = ShortPairs(database, self._closed)
        self._small = _small_words(self._closed)

    def find(self, text: str) -> list[tuple[int, int]]:
        """The spans from the first to the second half of each pair, in order, without overlaps.

        Pairs of relatives and sexes (Mütter und Väter, Damen und Herren) are none: they stand in every text.
        """
        spans = {
            *self._long(text),
            *self._elliptical(text),
            *self._first_parts(text),
            *self._of_determiners(text),
        }
        found: list[tuple[int, int]] = []
        for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
            if not found or start >= found[-1][1]:
                found.append((start, end))
        return found

    def _long(self, text: str) -> Iterator[tuple[int, int]]:
        seen = 0
        for feminine in _FEMININE.finditer(text):
            if feminine.start() < seen or not self._is_worth_it(text, feminine):
                continue
            words = self._sentence(text, feminine.start())
            for pair in find_pairs(words, self._database, self._closed):
                first, last = (words[index] for index in sorted((pair.feminine, pair.masculine)))
                masculine = words[pair.masculine]
                if self._is_kin(masculine.text) or self._is_adjective(masculine, text):
                    continue
                if _are_beside(words, pair):
                    yield first.start, last.end
                    seen = max(seen, last.end)

    def _is_worth_it(self, text: str, feminine: re.Match[str]) -> bool:
        """Whether the word is a feminine, and one that could be its masculine is near."""
        begin = _begin(feminine[0])
        near = text[max(0, feminine.start() - _REACH) : feminine.start()]
        after = text[feminine.end() : feminine.end() + _REACH]
        others = (word[0] for part in (near, after) for word in _WORD.finditer(part))
        return any(other[0] == "-" or _begin(other) == begin for other in others) and (
            self._database.is_feminine(in_ordinary_capitals(feminine[0]))
            or bool(self._database.guess(feminine[0]))
        )

    def _elliptical(self, text: str) -> Iterator[tuple[int, int]]:
        for ending in _ELLIPSIS.finditer(text):
            words = self._sentence(text, ending.start())
            for index in elliptical_feminines(words, self._database):
                yield words[index].start, words[index + 2].end

    def _first_parts(self, text: str) -> Iterator[tuple[int, int]]:
        for found in _FIRST_PART.finditer(text):
            words = self._sentence(text, found.start())
            indexes = list(paired_first_parts(words, self._database))
            for first, second in zip(indexes[::2], indexes[1::2], strict=True):
                yield words[first].start, words[second].end

    def _of_determiners(self, text: str) -> Iterator[tuple[int, int]]:
        for joint in _JOINT.finditer(text):
            before = _LAST_WORD.search(text, max(0, joint.start() - _LONGEST_SMALL_WORD), joint.start())
            after = _FIRST_WORD.match(text, joint.end())
            if before is None or after is None or {before[0].lower(), after[0].lower()} - self._small:
                continue
            words = self._sentence(text, before.start(), before.start())[:_LONGEST_SHORT_PAIR]
            indexes = list(self._short.find(words))
            if indexes[:1] == [0]:
                yield words[0].start, words[max(indexes[:3])].end

    def _is_kin(self, masculine: str) -> bool:
        readings = self._database.readings(in_ordinary_capitals(masculine))
        return bool(readings) and all(reading.noun.sense is Sense.KIN for reading in readings)

    def _is_adjective(self, word: Word, text: str) -> bool:
        """Whether a name for people of a place stands before a noun (die Berlinerin und der Berliner Bär)."""
        if not _NOUN_FOLLOWS.match(text, word.end):
            return False
        return any(
            reading.noun.demonym for reading in self._database.readings(in_ordinary_capitals(word.text))
        )

    def _sentence(self, text: str, at: int, begin: int | None = None) -> tuple[Word, ...]:
        """The words around a place, as far as they are of one sentence; offsets count in `text`."""
        start = _between_words(text, at - _REACH) if begin is None else begin
        end = _between_words(text, at + 2 * _REACH)
        for sentence in self._segmenter.segment(text[start:end]):
            if sentence.end > at - start:
                words = (Word(w.text, w.start + start, w.end + start) for w in sentence.words)
                return _with_ordinary_joints(tuple(part for word in words for part in _parts(word)))
        return ()


def _parts(word: Word) -> Iterator[Word]:
    """A word, or the nouns and signs of several that are joined without spaces (Schülerinnen+Schüler)."""
    if not _JOINED.search(word.text):
        yield word
        return
    for part in _JOINED_PARTS.finditer(word.text):
        yield Word(part[0], word.start + part.start(), word.start + part.end())


def _with_ordinary_joints(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with "oder" for the "noch" of weder … noch, which joins as that does."""
    texts = [word.text.lower() for word in words]
    if _NEITHER not in texts or _NOR not in texts:
        return words
    first = texts.index(_NEITHER)
    return tuple(
        Word(_OR, word.start, word.end) if texts[at] == _NOR and at > first else word
        for at, word in enumerate(words)
    )


def _are_beside(words: Sequence[Word], pair: Pair) -> bool:
    """Whether the halves are one phrase, and not of two clauses (Die Kanzlerin sprach, und der Kanzler …).

    Only what stands before both halves may follow a comma (Liebe Kolleginnen, liebe Kollegen).
    """
    first, last = sorted((pair.feminine, pair.masculine))
    between = [at for at in range(first + 1, last) if at not in pair.repeated]
    texts = [words[at].text for at in between]
    return "," not in texts or texts == [","]


def _begin(word: str) -> str:
    return word[:_SHARED].translate(_PLAIN).lower()


def _between_words(text: str, at: int) -> int:
    """The next place from `at` on where no word is cut."""
    if at <= 0:
        return 0
    space = text.find(" ", at, at + _REACH)
    return min(at, len(text)) if space < 0 else space


def _small_words(closed: ClosedClass) -> frozenset[str]:
    """Determiners, pronouns, and prepositions with an article: what can be half of a short pair."""
    tables = [determiner.forms for determiner in closed.determiners.values()]
    tables += [*closed.personal.values(), *closed.pronouns.values(), *closed.relatives]
    forms = {form for table in tables for form in table.values() if form}
    contractions = closed.contractions.values()
    return frozenset(
        forms | {c.form for c in contractions} | {c.feminine for c in contractions if c.feminine}
    )
