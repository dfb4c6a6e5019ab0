"""German forms of words: articles by gender, and forms that the lists give."""

from mitgemeint.eval.association.word_lists import Word

ARTICLES = {
    "ein": {"m": "ein", "f": "eine", "n": "ein"},
    "der": {"m": "der", "f": "die", "n": "das"},
}


def form(word: Word, slot: str) -> str:
    """The word as a template's slot wants it.

    `{}` is the word as it is, `{ein}` and `{der}` are its articles in the nominative.

    All other slots are forms that the word or its list has: `{plural}`, and in lists of names the words that
    agree with them, such as `{Beruf}` or `{Amt}`. Raises KeyError where there is none.
    """
    if slot in word.forms:
        return word.forms[slot]
    if not slot:
        return word.text
    return ARTICLES[slot][word.forms["gender"]]


def capitalised(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
