"""Turkish suffixes and capital letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.association.turkish import attached, capitalised, form, lowered
from mitgemeint.eval.association.word_lists import Word


@pytest.mark.parametrize(
    ("word", "slot", "expected"),
    [
        ("ev", "+lAr", "evler"),
        ("kız", "+lAr", "kızlar"),
        ("oğlan", "+lAr", "oğlanlar"),
        ("düğün", "+lAr", "düğünler"),
        ("dayı", "+DIr", "dayıdır"),
        ("ödül", "+DIr", "ödüldür"),
        ("umut", "+DIr", "umuttur"),
        ("şirket", "+DIr", "şirkettir"),
        ("maaş", "+DIr", "maaştır"),
        ("Orhan", "'+DIr", "Orhan'dır"),
        ("Levent", "'+DIr", "Levent'tir"),
        ("Tolga", "'+DIr", "Tolga'dır"),
        ("Nilgün", "'+DIr", "Nilgün'dür"),
        ("Yusuf", "'+DIr", "Yusuf'tur"),
        ("Abdullah", "'+DIr", "Abdullah'tır"),
        ("Zeynep", "'+DIr", "Zeynep'tir"),
        ("İbrahim", "'+DIr", "İbrahim'dir"),
        ("Işıl", "'+DIr", "Işıl'dır"),
        ("İlknur", "'+DIr", "İlknur'dur"),
        ("Ronahi", "'+DIr", "Ronahi'dir"),
        ("kâr", "+lAr", "kârlar"),
    ],
)
def test_suffixes_follow_the_word(word: str, slot: str, expected: str) -> None:
    assert form(Word(word), slot) == expected


@pytest.mark.parametrize(
    ("word", "like", "expected"),
    [
        ("Einstein", "aynştayn", "Einstein'dır"),
        ("Shakespeare", "şekspir", "Shakespeare'dir"),
        ("Kemal", "kemel", "Kemal'dir"),
    ],
)
def test_names_take_suffixes_by_their_sound(word: str, like: str, expected: str) -> None:
    assert form(Word(word, forms={"like": like}), "'+DIr") == expected


def test_irregular_forms_are_those_of_the_list() -> None:
    assert form(Word("gökkuşağı", forms={"+lAr": "gökkuşakları"}), "+lAr") == "gökkuşakları"


def test_unknown_slots_and_words_without_a_vowel_are_refused() -> None:
    with pytest.raises(KeyError):
        form(Word("ev"), "plural")
    with pytest.raises(ValueError, match="no vowel"):
        attached("TBMM", "lAr")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("iş burada.", "İş burada."), ("ışık orada.", "Işık orada."), ("ev", "Ev"), ("Ömer", "Ömer"), ("", "")],
)
def test_capital_letters_keep_their_dots(text: str, expected: str) -> None:
    assert capitalised(text) == expected


STEMS = st.text("abcçdefgğhıijklmnoöprsştuüvyz", min_size=1).filter(lambda stem: set(stem) & set("aeıioöuü"))


@given(STEMS, st.sampled_from(["lAr", "DIr", "lArDIr"]))
def test_all_vowels_of_a_suffix_agree_with_the_last_of_the_stem(stem: str, suffix: str) -> None:
    last = next(letter for letter in reversed(stem) if letter in "aeıioöuü")
    vowels = set(attached(stem, suffix)) & set("aeıioöuü")
    assert vowels
    assert vowels <= (set("eiöü") if last in "eiöü" else set("aıou"))


@given(STEMS)
def test_only_voiceless_stems_harden_a_suffix(stem: str) -> None:
    assert (attached(stem, "DIr")[0] == "t") == (stem[-1] in "fstkçşhp")


@given(STEMS)
def test_capital_letters_can_be_taken_back(stem: str) -> None:
    assert lowered(capitalised(stem)) == stem
