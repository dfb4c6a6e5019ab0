"""Words of a German text that agree with the person in a slot, and so tell the person's gender."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.nlp.protocol import Token

GENDERS = (Gender.MASCULINE, Gender.FEMININE)
DISAGREES = "slot-disagrees"
_DETERMINERS = ("det",)
_NOUNS = ("NOUN", "PROPN")
_HERS = "deren"
_FARTHEST = 50
"""How far a pronoun's noun is looked for, in words back."""


@dataclass(frozen=True, slots=True)
class TextWord:
    """A word: its grammar, its span in its text, the index of its governor there, the slot that it fills."""

    token: Token
    start: int
    end: int
    head: int
    slot: str | None = None

    @property
    def gender(self) -> Gender | None:
        """Masculine or feminine where it is singular, else None: the plural has no genders."""
        token = self.token
        return token.gender if token.gender in GENDERS and token.number is not Number.PLURAL else None


@dataclass(frozen=True, slots=True)
class Hit:
    """A span that tells a gender, what kind of problem it is, and what could stand there."""

    start: int
    end: int
    code: str
    suggestion: str = ""


def agreeing(
    words: Sequence[TextWord],
    before: Sequence[TextWord],
    genders: Mapping[str, Gender],
    said: Collection[Gender],
) -> Iterator[Hit]:
    """The words that agree with slots.

    `before` are the words of the texts that stand before this one, `genders` those of the slots whose group
    is stated (words that agree with it are right), `said` the genders that the source tells by a pronoun.
    """
    by_determiner = {
        word.head for word in words if word.token.relation in _DETERMINERS and word.gender is not None
    }
    for index, word in enumerate(words):
        gender = _owner(word.token) if _is_possessive(word.token) else _agreeing_gender(word)
        if gender is None or word.slot is not None:
            continue
        tied = _tied(words, index, by_determiner)
        if tied is not None:
            code, slot = tied
            verdict = _direct(code, gender, genders.get(slot), said)
        elif kind := _loose(words, before, index):
            verdict = _indirect(kind, gender, _mentioned(words[:index], before), genders, said)
        else:
            continue
        if verdict:
            yield Hit(word.start, word.end, verdict)


def _direct(code: str, gender: Gender, stated: Gender | None, said: Collection[Gender]) -> str | None:
    if stated is not None:
        return None if stated is gender else DISAGREES
    return None if gender in said else code


def _indirect(
    code: str,
    gender: Gender,
    mentioned: Collection[str],
    genders: Mapping[str, Gender],
    said: Collection[Gender],
) -> str | None:
    """Of words that may mean any of several slots: right if it agrees with one of them."""
    stated = {genders[slot] for slot in mentioned if slot in genders}
    if gender in said or gender in stated:
        return None
    return code if any(slot not in genders for slot in mentioned) else DISAGREES


def _tied(words: Sequence[TextWord], index: int, by_determiner: Collection[int]) -> tuple[str, str] | None:
    """The kind of problem and the slot, for a word that agrees with a slot by grammar."""
    word = words[index]
    head = words[word.head]
    if head.slot is not None and word.head != index:
        if word.token.relation in _DETERMINERS:
            if not _opens_relative_clause(words, index):
                return "gendered-article", head.slot
            slot = words[index - 2].slot
            return None if slot is None else ("gendered-relative", slot)
        if word.token.relation == "amod" and word.head not in by_determiner:
            return "gendered-adjective", head.slot
    if word.token.text == _HERS:
        slot = _whose(words, index)
        return None if slot is None else ("gendered-relative", slot)
    if "PronType=Rel" in _types(word.token):
        slot = _antecedent(words, index)
        return None if slot is None else ("gendered-relative", slot)
    return None


def _agreeing_gender(word: TextWord) -> Gender | None:
    """The gender of whom a word takes up; „deren“ takes up a woman, or several people."""
    return Gender.FEMININE if word.token.text == _HERS else word.gender


def _opens_relative_clause(words: Sequence[TextWord], index: int) -> bool:
    """Whether what is parsed as the article of a name is a relative pronoun: Der Bus, der Kim abholte."""
    if index < 2 or words[index - 1].token.text != ",":
        return False
    clause = list(takewhile(lambda word: word.token.pos != "PUNCT", words[index + 1 :]))
    return bool(clause) and "VerbForm=Fin" in clause[-1].token.extra


def _whose(words: Sequence[TextWord], index: int) -> str | None:
    """The slot that „deren“ takes up: one person before the comma, not several."""
    if index < 2 or words[index - 1].token.text != ",":
        return None
    owner = words[index - 2]
    is_joined = owner.token.relation == "conj" or _is_joined(words, index - 2)
    return None if is_joined else owner.slot


def _types(token: Token) -> frozenset[str]:
    """The features of a token with each value on its own: PronType=Dem,Rel holds PronType=Rel."""
    return frozenset(
        f"{name}={value}"
        for name, _, values in (feature.partition("=") for feature in token.extra)
        for value in values.split(",")
    )


def _is_possessive(token: Token) -> bool:
    return "Poss=Yes" in token.extra and "Person=3" in token.extra


def _owner(token: Token) -> Gender | None:
    """The gender of whom a possessive speaks: its ending goes with what is had."""
    if token.text.lower().startswith("sein"):
        return Gender.MASCULINE
    return Gender.FEMININE if token.text.lower().startswith("ihr") else None


def _antecedent(words: Sequence[TextWord], index: int) -> str | None:
    """The slot that a relative pronoun refers to; None where it refers to a noun."""
    place = index
    for _ in range(len(words)):
        if words[place].token.relation.startswith("acl"):
            noun = words[words[place].head]
            if noun.slot is not None or noun.token.gender in (None, words[index].gender):
                return noun.slot
            break
        if words[place].head == place:
            break
        place = words[place].head
    # The parse has no relative clause, or that of a noun of another gender: the nearest that agrees.
    return _nearest_slot(words[:index], words[index].gender)


def _loose(words: Sequence[TextWord], before: Sequence[TextWord], index: int) -> str | None:
    """The kind of problem for a pronoun or possessive that may mean a slot."""
    token = words[index].token
    features = _types(token)
    if "Person=3" not in features or "Reflex=Yes" in features:
        return None
    if _is_possessive(token):
        return "gendered-possessive" if _owner_is_slot(words, index) else None
    if token.pos != "PRON":
        return None
    context = [*before, *words[:index]]
    return "gendered-pronoun" if _nearest_slot(context, words[index].gender) else None


def _nearest_slot(words: Sequence[TextWord], gender: Gender | None) -> str | None:
    """The slot before a place, unless a noun of that gender stands nearer."""
    for word in reversed(words[-_FARTHEST:]):
        if word.slot is not None:
            return word.slot
        if word.token.pos in _NOUNS and word.token.number is not Number.PLURAL and word.gender is gender:
            return None
    return None


def _owner_is_slot(words: Sequence[TextWord], index: int) -> bool:
    """Whether the subject of a possessive's clause is one person in a slot: sein and ihr are theirs then."""
    place = index
    for _ in range(len(words)):
        subjects = [
            other
            for other, word in enumerate(words)
            if word.head == place and other != place and word.token.relation.startswith("nsubj")
        ]
        if subjects:
            return words[subjects[0]].slot is not None and not _is_joined(words, subjects[0])
        if words[place].head == place:
            return False
        place = words[place].head
    return False


def _is_joined(words: Sequence[TextWord], index: int) -> bool:
    """Whether another person is joined to a subject (Kim und Robin)."""
    return any(
        word.head == index and other != index and word.token.relation == "conj" and word.token.pos in _NOUNS
        for other, word in enumerate(words)
    )


def _mentioned(words: Sequence[TextWord], before: Sequence[TextWord]) -> set[str]:
    return {word.slot for word in (*before, *words) if word.slot is not None}
