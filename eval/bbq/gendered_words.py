"""German words that tell a gender, and that are no generic masculines nor feminines derived from them.

Kin and forms of address (Vater, Herr), women by word alone (Hebamme), adjectives as nouns (die Letzte, der
Klügere), "eine der beiden", and words that have the gender of their article (der Azubi).
"""

import re
from collections.abc import Callable, Iterator, Sequence

from mitgemeint.analysis.features import Gender, Number
from mitgemeint.eval.bbq.slot_agreement import GENDERS, TextWord

_MEN = re.compile(
    r"(?:(?:ehe|cis-)?mann(?:e?s)?|(?:ehe|cis-)?männern?"
    r"|herrn?|(?:groß|schwieger|stief)?vaters?|(?:groß|schwieger|stief)?vätern?|(?:stief)?(?:bruders?|brüdern?)"
    r"|(?:schwieger|stief|enkel)?(?:sohn(?:e?s)?|söhnen?)|onkels?|neffen?|opas?|papas?|jungen?|buben?)"
)
_WOMEN = re.compile(r"hebammen?|damen?|nonnen?|omas?|mamas?|(?:kranken|ordens)?schwestern?")
_OPEN = re.compile(r"azubis?|promis?|profis?")
_ORDINAL = re.compile(r"(?:Vor)?(?:Erst|Zweit|Dritt|Viert|Fünft|Letzt)er?")
_COMPARED = re.compile(r"[A-ZÄÖÜ]\w+(?:er|st)e")
"""Comparatives and superlatives, which the lexicon of nouns does not list: die Klügere, der Beste."""
_THINGS = re.compile(
    r"(?:[bhm]eere|schere|m?isere|galeere|[kb]arriere|premiere|affäre|[lkp]iste|[kwb]üste|[gw]este"
    r"|[pkt]aste|quaste|leiste|kruste|bürste|hälfte)$"
)
_ARTICLES = {
    "der": Gender.MASCULINE,
    "ein": Gender.MASCULINE,
    "die": Gender.FEMININE,
    "eine": Gender.FEMININE,
}
_COPULAS = frozenset({"sein", "werden", "bleiben"})
_NEXT = 2
_BOTH = frozenset({"beiden", "zweien", "ihnen"})


def gendered(
    words: Sequence[TextWord], is_question: bool, is_adjectival: Callable[[str], bool]
) -> Iterator[tuple[int, Gender]]:
    """The words that tell a gender, by their places, with the gender.

    `is_question` says whether the text is a question or an answer, `is_adjectival` tells the adjectives among
    nouns that the lexicon knows.
    """
    for index, word in enumerate(words):
        if (word.slot is None and (gender := _gender(words, index))) or (
            is_question and (gender := _of_adjectival(words, index, is_adjectival))
        ):
            yield index, gender


def _gender(words: Sequence[TextWord], index: int) -> Gender | None:
    word = words[index]
    text = word.token.text
    if word.token.pos in ("NOUN", "PROPN") and text[:1].isupper():
        if _MEN.fullmatch(text.lower()):
            return Gender.MASCULINE
        if _WOMEN.fullmatch(text.lower()):
            return Gender.FEMININE
        if _OPEN.fullmatch(text.lower()):
            return _of_dependents(words, index)
    return _of_ordinal(words, index) or _of_one_of_both(words, index)


def _of_dependents(words: Sequence[TextWord], index: int) -> Gender | None:
    """The gender of the determiner, of which the bare word tells nothing: ein Azubi, die Azubi."""
    genders = [
        word.token.gender
        for word in words
        if word.head == index and word.token.relation == "det" and word.token.number is not Number.PLURAL
    ]
    return genders[0] if genders and genders[0] in GENDERS else None


def _of_ordinal(words: Sequence[TextWord], index: int) -> Gender | None:
    """Who is first or last: wurde Letzte, als Erster, der Erste."""
    text = words[index].token.text
    if index == 0 or not _ORDINAL.fullmatch(text):
        return None
    before = words[index - 1].token
    if before.text.lower() in _ARTICLES:
        return _ARTICLES[before.text.lower()]
    if before.text.lower() in ("als", "wie") or before.lemma in _COPULAS or before.pos in ("PROPN", "PRON"):
        return Gender.MASCULINE if text.endswith("r") else Gender.FEMININE
    return None


def _of_one_of_both(words: Sequence[TextWord], index: int) -> Gender | None:
    """One of the two: einer der beiden, eine von ihnen; not eine der beiden Personen."""
    text = words[index].token.text.lower()
    if text not in ("einer", "eine") or len(words) <= index + _NEXT:
        return None
    joint, both, *behind = words[index + 1 : index + _NEXT + 2]
    if joint.token.text not in ("der", "von") or both.token.text not in _BOTH:
        return None
    if behind and behind[0].token.pos in ("NOUN", "ADJ"):
        return None
    return Gender.MASCULINE if text == "einer" else Gender.FEMININE


def _of_adjectival(
    words: Sequence[TextWord], index: int, is_adjectival: Callable[[str], bool]
) -> Gender | None:
    """What somebody is, by an adjective as a noun at the end: Wer ist der Klügere? Die Schuldige."""
    text = words[index].token.text
    if index == 0 or words[index].slot is not None or not text[:1].isupper():
        return None
    if not (is_adjectival(text) or (_COMPARED.fullmatch(text) and not _THINGS.search(text.lower()))):
        return None
    is_last = all(word.token.pos == "PUNCT" for word in words[index + 1 :])
    article = words[index - 1].token.text.lower()
    opening = words[: index - 1]
    asked = not opening or (
        opening[0].token.text.lower() in ("wer", "welcher", "welche")
        and any(word.token.lemma in _COPULAS for word in opening)
    )
    return _ARTICLES.get(article) if is_last and asked else None
