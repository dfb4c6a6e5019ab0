"""Set phrases: multi-word exclusive phrases and idioms, by their lemmas and dependency structure.

`data/lexicon/phrases.toml` holds what is reported (der kleine Mann, jedermann), `idioms.toml` what is
left alone (Der Kunde ist König); the head of the first explains the keys.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.data import resource

ANY = "*"
NOMINAL = frozenset({"NOUN", "PROPN"})
# A determiner stands before its noun.
DETERMINER = frozenset({"det"})
ROW = frozenset({"conj"})
# Words of one phrase stand at most this far apart where the parse does not tie them together.
NEAR = 5
PRONOUN = "pronoun"


@dataclass(frozen=True, slots=True)
class PhraseWord:
    """One word of a phrase: what it must be, and the word it hangs on (an index into the phrase)."""

    lemmas: frozenset[str]
    form: str
    pos: frozenset[str]
    relations: frozenset[str]
    head: int | None


@dataclass(frozen=True, slots=True)
class SetPhrase:
    """A phrase of the database; see the keys at the head of `phrases.toml`."""

    name: str
    kind: str
    flag: bool
    fixed: bool
    number: Number | None
    definite: bool
    of_subject: bool
    unless: frozenset[str]
    replace: tuple[int, ...]
    words: tuple[PhraseWord, ...]
    alternatives: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PhraseMatch:
    """A phrase found in a clause: the clause's word for each word of the phrase, in the phrase's order."""

    phrase: SetPhrase
    indexes: tuple[int, ...]

    @property
    def top(self) -> int:
        """The word that governs the phrase."""
        return self.indexes[0]


class SetPhrases:
    """The phrases of the database, found by the lemma of their top word."""

    def __init__(self, phrases: Sequence[SetPhrase], closed: ClosedClass) -> None:
        self._closed = closed
        self.phrases = tuple(phrases)
        self._by_top: dict[str, list[SetPhrase]] = {}
        for phrase in phrases:
            for lemma in phrase.words[0].lemmas:
                self._by_top.setdefault(lemma, []).append(phrase)

    @classmethod
    @cache
    def load(cls) -> "SetPhrases":
        """The phrases and idioms that ship."""
        rows: list[Mapping[str, Any]] = []
        for name in ("idioms.toml", "phrases.toml"):
            rows += tomllib.loads(resource("lexicon", name).read_text("utf-8"))["phrase"]
        return cls([_phrase(row) for row in rows], ClosedClass.load())

    def triggers(self, is_person: Callable[[str], bool]) -> frozenset[str]:
        """Lemmas in lower case one of which every phrase that is reported holds: its rarest word, roughly.

        `is_person` tells whether a noun is a person noun, which in these phrases is the telling word.
        """
        return frozenset(
            lemma
            for phrase in self.phrases
            if phrase.flag
            for lemma in _telling_word(phrase, is_person).lemmas
        )

    def matches(self, clause: Clause) -> Iterator[PhraseMatch]:
        """The phrases of a clause; idioms come first, and longer phrases before shorter ones at one word."""
        for index, token in enumerate(clause.tokens):
            known = self._by_top.get(token.lemma.lower()) or self._by_top.get(clause.lower(index), [])
            found = [match for phrase in known if (match := self._match(clause, phrase, index))]
            yield from sorted(found, key=lambda match: (match.phrase.flag, -len(match.indexes)))

    def _match(self, clause: Clause, phrase: SetPhrase, top: int) -> PhraseMatch | None:
        if not _is_word(clause, phrase.words[0], top):
            return None
        indexes = [top]
        for word in phrase.words[1:]:
            governor = indexes[word.head or 0]
            found = self._find(clause, word, governor, indexes)
            if found is None:
                return None
            indexes.append(found)
        match = PhraseMatch(phrase, tuple(indexes))
        return match if self._fits(clause, match) else None

    def _find(self, clause: Clause, word: PhraseWord, governor: int, taken: Sequence[int]) -> int | None:
        """The nearest word that fits, one that the parse ties to the governor before others."""
        last = governor if word.relations == DETERMINER else governor + NEAR
        # Of a row the first word is the top: "Freund und Helfer" is said, "Helfer und Freunde" means people.
        start = governor if word.relations == ROW else max(0, governor - NEAR)
        fitting = [
            index
            for index in range(start, min(len(clause), last + 1))
            if index not in taken and _is_word(clause, word, index)
        ]
        tied = [
            index
            for index in fitting
            if clause.tokens[index].head == governor and clause.tokens[index].relation in word.relations
        ]
        if ANY in word.lemmas:
            return governor - 1 if governor - 1 in fitting else None
        nearest = sorted(tied or fitting, key=lambda index: abs(index - governor))
        return nearest[0] if nearest else None

    def _fits(self, clause: Clause, match: PhraseMatch) -> bool:
        phrase = match.phrase
        first, last = min(match.indexes), max(match.indexes)
        if phrase.fixed and last - first >= len(match.indexes):
            return False
        if phrase.flag and any(clause.lower(index) in {",", ";", ":", "."} for index in range(first, last)):
            return False
        number = clause.tokens[match.top].number
        if phrase.number and number and number is not phrase.number:
            return False
        followers = {index + 1 for index in match.indexes} - set(match.indexes)
        if phrase.flag and not followers.isdisjoint(clause.names):
            return False  # Herr Müller wird neuer Schulleiter
        if phrase.definite and not (self._has_article(clause, first) or self._has_article(clause, match.top)):
            return False
        if phrase.kind == PRONOUN and (self._is_feminine(clause, match) or _is_attribute(clause, match)):
            return False
        near = range(max(0, first - NEAR), min(len(clause), last + NEAR + 1))
        return not any(clause.tokens[index].lemma in phrase.unless for index in near)

    def _is_feminine(self, clause: Clause, match: PhraseMatch) -> bool:
        """Whether a determiner of the phrase has no other gender in the singular (jede Einzelne)."""
        return any(
            word.pos == {"DET"} and self._closed.singular_genders(clause.lower(index)) == {Gender.FEMININE}
            for word, index in zip(match.phrase.words, match.indexes, strict=True)
        )

    def _has_article(self, clause: Clause, first: int) -> bool:
        """Whether the definite article, or a preposition with it, stands before or on a word."""
        return any(
            clause.lower(index) in self._closed.contractions
            or any(determiner.definite for determiner, _ in self._closed.readings(clause.lower(index)))
            for index in (first - 1, first)
        )


def _is_attribute(clause: Clause, match: PhraseMatch) -> bool:
    """Whether the adjective at the top belongs to a noun after it (jedes einzelne Mal)."""
    if match.phrase.words[0].pos != {"ADJ"}:
        return False
    following = match.top + 1
    if following < len(clause) and clause.words[following].text[:1].isupper():
        return True
    # jeder einzelnen fachlich geeigneten Stelle: adjective or determiner hang on a noun further on
    heads = {clause.tokens[index].head for index in match.indexes} - set(match.indexes)
    return any(head > match.top and clause.tokens[head].pos == "NOUN" for head in heads)


def _is_word(clause: Clause, word: PhraseWord, index: int) -> bool:
    text, token = clause.words[index].text, clause.tokens[index]
    if word.form and text != word.form:
        return False
    if word.pos and word.pos <= NOMINAL and not text[:1].isupper():
        return False
    following = clause.tokens[index + 1].pos if index + 1 < len(clause) else ""
    if word.pos == {"PRON"} and following in {"NOUN", "ADJ", "PROPN"}:
        return False  # eines jeden Jahres: a determiner here
    if ANY in word.lemmas:
        if text[0].isdigit() and any(sign.isalpha() for sign in text):
            return False  # ein 42-jähriger Mann
        return token.pos in word.pos or (text[0].isdigit() and "NUM" in word.pos)
    return bool(word.form) or token.lemma.lower() in word.lemmas or text.lower() in word.lemmas


def _telling_word(phrase: SetPhrase, is_person: Callable[[str], bool]) -> PhraseWord:
    if len(phrase.replace) < len(phrase.words):
        return phrase.words[phrase.replace[0]]
    persons = [word for word in phrase.words if any(is_person(lemma.capitalize()) for lemma in word.lemmas)]
    pronouns = [word for word in phrase.words if "PRON" in word.pos]
    return (persons or pronouns or list(phrase.words))[0]


def _phrase(row: Mapping[str, Any]) -> SetPhrase:
    words = tuple(_word(word) for word in row["words"])
    return SetPhrase(
        name=row["name"],
        kind=row["kind"],
        flag=row["flag"],
        fixed=row.get("fixed", False),
        number=Number(row["number"]) if "number" in row else None,
        definite=row.get("definite", False),
        of_subject=row.get("of_subject", False),
        unless=frozenset(row.get("unless", ())),
        replace=tuple(row.get("replace", range(len(words)))),
        words=words,
        alternatives=tuple(row.get("alternatives", ())),
    )


def _word(row: Mapping[str, Any]) -> PhraseWord:
    return PhraseWord(
        lemmas=frozenset(lemma.lower() for lemma in _listed(row["lemma"])),
        form=row.get("form", ""),
        pos=frozenset(_listed(row.get("pos", ()))),
        relations=frozenset(_listed(row.get("relation", ()))),
        head=row.get("head"),
    )


def _listed(value: str | Sequence[str]) -> Sequence[str]:
    return (value,) if isinstance(value, str) else value
