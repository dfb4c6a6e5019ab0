"""Turkish forms of words: suffixes by vowel harmony and the voice of the last sound, and capital letters.

Suffixes are written with archiphonemes, as grammars of Turkish do (Göksel and Kerslake 2005, "Turkish: A
Comprehensive Grammar", chapter 3): A is a or e, I is ı, i, u or ü, and D is d or t. Stems whose last
consonant changes before a vowel (şirket stays, kitap becomes kitab-) need no rule here: no template has a
suffix that begins with a vowel.
"""

from mitgemeint.eval.association.word_lists import Word

APOSTROPHE = "'"
FRONT = frozenset("eiöüî")
BACK = frozenset("aıouâû")
ROUND = frozenset("oöuüû")
VOICELESS = frozenset("fstkçşhp")


def form(word: Word, slot: str) -> str:
    """The word as a template's slot wants it.

    An empty slot is the word itself, `+lAr` the word with that suffix, and `'+DIr` with an apostrophe
    between, as names want it. A word that takes its suffixes by its sound and not by its letters says which
    other word goes the same way (`like`: Einstein like aynştayn); one with an irregular form gives it under
    the slot.
    """
    if slot in word.forms:
        return word.forms[slot]
    if not slot:
        return word.text
    mark, plus, suffix = slot.partition("+")
    if not plus or mark not in ("", "'"):
        raise KeyError(slot)
    stem = word.forms.get("like", word.text)
    return word.text + (APOSTROPHE if mark else "") + attached(stem, suffix)


def attached(stem: str, suffix: str) -> str:
    """The letters of a suffix after a stem: attached("ev", "lAr") is "ler"."""
    letters = list(lowered(stem))
    start = len(letters)
    for letter in suffix:
        letters.append(_realised(letter, letters))
    return "".join(letters[start:])


def lowered(text: str) -> str:
    """Turkish small letters: İ becomes i and I becomes ı."""
    return text.replace("İ", "i").replace("I", "ı").lower()


def capitalised(text: str) -> str:
    """The text with a Turkish capital letter at its beginning: i becomes İ and ı becomes I."""
    first = {"i": "İ", "ı": "I"}.get(text[:1], text[:1].upper())
    return first + text[1:]


def _realised(letter: str, before: list[str]) -> str:
    """An archiphoneme as the sounds before it want it; other letters as they are."""
    if letter == "D":
        return "t" if before[-1] in VOICELESS else "d"
    if letter not in ("A", "I"):
        return letter
    vowel = next((sound for sound in reversed(before) if sound in FRONT | BACK), None)
    if vowel is None:
        raise ValueError(f"{''.join(before)!r} has no vowel to go by: say which word it is like")
    front = vowel in FRONT
    if letter == "A":
        return "e" if front else "a"
    if vowel in ROUND:
        return "ü" if front else "u"
    return "i" if front else "ı"
