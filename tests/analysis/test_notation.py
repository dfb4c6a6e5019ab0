"""How each notation writes a noun and its dependents (masculine form, feminine form → joined form)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.analysis.notation import (
    is_notation,
    notation_names,
    passes_omission_test,
    word_notation,
)

NOUNS = [
    # notation, masculine, feminine, joined
    ("star", "Lehrer", "Lehrerin", "Lehrer*in"),
    ("star", "Lehrers", "Lehrerin", "Lehrer*in"),
    ("star", "Kollegen", "Kolleginnen", "Kolleg*innen"),
    ("star", "Ärzten", "Ärztinnen", "Ärzt*innen"),
    ("star", "Förderer", "Förderin", "Förder*in"),
    ("star", "Angestellter", "Angestellte", "Angestellte*r"),
    ("star", "Angestelltem", "Angestellter", "Angestelltem*r"),
    ("star", "Angestellte", "Angestellte", "Angestellte"),
    ("star", "Beamtem", "Beamtin", "Beamt*in"),
    ("star", "Beamter", "Beamtin", "Beamt*in"),
    ("star", "Franzose", "Französin", "Französ*in"),
    ("star", "Bauern", "Bäuerinnen", "Bäuer*innen"),
    ("star", "Generäle", "Generalinnen", "General*innen"),
    ("star", "Chefs", "Chefinnen", "Chef*innen"),
    ("star", "Landsmann", "Landsmännin", "Landsmänn*in"),
    ("star", "Kaufmann", "Kauffrau", None),
    ("star", "Kaufleute", "Kauffrauen", None),
    ("star", "Feuerwehrmänner", "Feuerwehrfrauen", None),
    ("star", "Zimmermann", "Zimmerin", None),
    ("star", "Abt", "Äbtissin", None),
    ("star", "Steward", "Stewardess", None),
    ("slash", "Kaufmann", "Kauffrau", None),
    ("slash", "Zimmermann", "Zimmerin", None),
    ("parentheses", "Steward", "Stewardess", None),
    ("internal-i", "Zimmermann", "Zimmerin", None),
    ("colon", "Lehrer", "Lehrerinnen", "Lehrer:innen"),
    ("underscore", "Lehrer", "Lehrerinnen", "Lehrer_innen"),
    ("interpunct", "Lehrer", "Lehrerinnen", "Lehrer·innen"),
    ("custom:~", "Lehrer", "Lehrerinnen", "Lehrer~innen"),
    ("slash", "Lehrer", "Lehrerin", "Lehrer/-in"),
    ("slash", "Lehrern", "Lehrerinnen", "Lehrern/Lehrerinnen"),
    ("slash", "Kollege", "Kollegin", "Kollege/Kollegin"),
    ("slash", "Arzt", "Ärztin", "Arzt/Ärztin"),
    ("slash", "Angestellter", "Angestellte", "Angestellte/-r"),
    ("parentheses", "Lehrer", "Lehrerin", "Lehrer(in)"),
    ("parentheses", "Absolventen", "Absolventinnen", "Absolvent(inn)en"),
    ("parentheses", "Lehrern", "Lehrerinnen", "Lehrer(inne)n"),
    ("parentheses", "Kollege", "Kollegin", None),
    ("parentheses", "Arzt", "Ärztin", None),
    ("internal-i", "Lehrer", "Lehrerinnen", "LehrerInnen"),
    ("internal-i", "Kaufmann", "Kauffrau", None),
]

DEPENDENTS = [
    ("star", "ein", "eine", "ein*e"),
    ("star", "einen", "eine", "eine*n"),
    ("star", "einem", "einer", "einem*r"),
    ("star", "eines", "einer", "eines*r"),
    ("star", "der", "die", "der*die"),
    ("star", "des", "der", "des*der"),
    ("star", "jeder", "jede", "jede*r"),
    ("star", "derjenige", "diejenige", "der*diejenige"),
    ("star", "zum", "zur", "zum*zur"),
    ("star", "neuen", "neuen", "neuen"),
    ("colon", "großem", "großer", "großem:r"),
    ("slash", "der", "die", "der/die"),
    ("slash", "ein", "eine", "ein/-e"),
    ("slash", "einem", "einer", "einem/einer"),
    ("parentheses", "ein", "eine", "ein(e)"),
    ("parentheses", "neuer", "neue", "neue(r)"),
    ("parentheses", "der", "die", "der (die)"),
    ("internal-i", "der", "die", "der/die"),
]

OMISSION = [
    # notation, masculine, feminine, nominative singular ("" in the plural), passes
    ("star", "Lehrer", "Lehrerin", "Lehrer", True),
    ("star", "Lehrers", "Lehrerin", "Lehrer", True),
    ("star", "Studenten", "Studentin", "Student", True),
    ("star", "Arzt", "Ärztin", "Arzt", False),
    ("star", "Kollege", "Kollegin", "Kollege", False),
    ("star", "Bauer", "Bäuerin", "Bauer", False),
    ("star", "Beamter", "Beamtin", "Beamter", False),
    ("star", "Angestellter", "Angestellte", "Angestellter", True),
    ("colon", "Lehrer", "Lehrerinnen", "", True),
    ("colon", "Lehrern", "Lehrerinnen", "", False),
    ("underscore", "Studenten", "Studentinnen", "", False),
    ("interpunct", "Ärzte", "Ärztinnen", "", False),
    ("internal-i", "Kollegen", "Kolleginnen", "", False),
    ("custom:~", "Kollegen", "Kolleginnen", "", False),
    ("slash", "Kollegen", "Kolleginnen", "", True),
    ("parentheses", "Kollegen", "Kolleginnen", "", True),
]


@pytest.mark.parametrize(("name", "masculine", "feminine", "joined"), NOUNS)
def test_nouns(name: str, masculine: str, feminine: str, joined: str | None) -> None:
    notation = word_notation(name)
    assert notation is not None
    assert notation.noun(masculine, feminine) == joined


@pytest.mark.parametrize(("name", "masculine", "feminine", "joined"), DEPENDENTS)
def test_dependents(name: str, masculine: str, feminine: str, joined: str) -> None:
    notation = word_notation(name)
    assert notation is not None
    assert notation.article(masculine, feminine) == joined


@pytest.mark.parametrize(("name", "masculine", "feminine", "singular", "passes"), OMISSION)
def test_omission(name: str, masculine: str, feminine: str, singular: str, passes: bool) -> None:
    assert passes_omission_test(name, masculine, feminine, singular) is passes


@pytest.mark.parametrize(("name", "masculine", "feminine", "singular", "passes"), OMISSION)
def test_slash_and_parentheses_leave_both_words(
    name: str, masculine: str, feminine: str, singular: str, passes: bool
) -> None:
    for notation in (word_notation("slash"), word_notation("parentheses")):
        joined = notation.noun(masculine, feminine) if notation else None
        if joined is not None:
            assert masculine in _without_sign(joined)
            assert feminine in _without_sign(joined)


def _without_sign(joined: str) -> set[str]:
    """What is left without the sign, and without what it adds: Lehrer/-in, Student(inn)en."""
    head, opened, rest = joined.partition("(")
    inside, _, tail = rest.partition(")")
    if opened:
        return {head + tail, head + inside + tail}
    return {joined.replace("/-", ""), *joined.split("/-")[:1], *joined.split("/")}


def test_unknown_notation_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown notation 'stars'.*star, colon"):
        word_notation("stars")


@given(
    st.sampled_from([n for n in notation_names() if word_notation(n)]),
    st.text("abcdefin", min_size=1, max_size=12),
)
def test_words_without_gender_stay(name: str, word: str) -> None:
    notation = word_notation(name)
    assert notation is not None
    assert notation.noun(word, word) == word
    assert notation.article(word, word) == word


def test_custom_takes_one_character() -> None:
    assert is_notation("custom:~")
    assert not is_notation("custom:")
    assert not is_notation("custom:~~")
