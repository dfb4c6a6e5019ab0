"""Lemmas from the lexicon's readings, by the conventions of German Universal Dependencies."""

from collections.abc import Sequence

from mitgemeint.analysis.form_lexicon import Entry

_INTERCHANGEABLE = {"AUX": "VERB", "VERB": "AUX", "PROPN": "NOUN", "NOUN": "PROPN"}
_ADJECTIVE_ENDINGS = ("en", "em", "er", "es", "e")


def lemma_of(word: str, pos: str, entries: Sequence[Entry], cell: int) -> str:
    """The lemma of a word read as `pos` in `cell` (a mask; 0 where it has none)."""
    candidates = [entry for entry in entries if entry.pos == pos]
    if not candidates:
        other = _INTERCHANGEABLE.get(pos)
        candidates = [entry for entry in entries if entry.pos == other]
    fitting = [entry for entry in candidates if not cell or entry.cells & cell] or candidates
    if fitting:
        return min(fitting, key=lambda entry: _preference(word, entry)).lemma
    if pos == "ADJ":
        return _adjective(word)
    if pos in ("NOUN", "PROPN", "X", "PUNCT", "SYM", "NUM"):
        return word
    return word.lower()


def _preference(word: str, entry: Entry) -> tuple[bool, int]:
    """The word itself first, then the longest lemma."""
    return (entry.lemma != word, -len(entry.lemma))


def _adjective(word: str) -> str:
    lower = word.lower()
    for ending in _ADJECTIVE_ENDINGS:
        if lower.endswith(ending) and len(lower) > len(ending) + 3:
            return lower[: -len(ending)]
    return lower
