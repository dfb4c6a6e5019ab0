"""Tells family names from nouns of the same spelling (Müller, Schneider) by what stands before them."""

from collections.abc import Sequence

from mitgemeint.analysis.form_lexicon import Entry

_TITLES = frozenset(
    ["Herr", "Herrn", "Frau", "Fräulein", "Dr.", "Prof.", "Dres.", "Mag.", "Hr.", "Fr.", "Familie", "Signor", "Mr.", "Mrs.", "Mr", "Mrs"]
)


def find_names(
    words: Sequence[str], speech: Sequence[str], entries: Sequence[Sequence[Entry]]
) -> dict[int, str]:
    """Places of words that are names (or nouns) against the model's view, with the part of speech."""
    result: dict[int, str] = {}
    for i in range(1, len(words)):
        word = words[i]
        if not word[:1].isupper() or speech[i] not in ("NOUN", "PROPN", "ADJ"):
            continue
        current = result.get(i - 1, speech[i - 1])
        if _names_follow(words[i - 1], current, entries[i - 1]) and _may_be_surname(
            word, speech[i], entries[i]
        ):
            result[i] = "PROPN"
    return result


def _names_follow(word: str, pos: str, entries: Sequence[Entry]) -> bool:
    if word in _TITLES:
        return True
    if len(word) == 2 and word[1] == "." and word[0].isupper():
        return True
    return pos == "PROPN" and any("given" in entry.marks for entry in entries)


def _may_be_surname(word: str, pos: str, entries: Sequence[Entry]) -> bool:
    if pos == "PROPN":
        return False
    return not entries or any("surname" in entry.marks for entry in entries)
