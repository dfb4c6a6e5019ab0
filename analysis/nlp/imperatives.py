"""Requests at the start of a sentence: Gehen Sie zum Arzt; Frag den Nachbarn.

The capital hides the verb from a model trained on news, which has few requests; it reads the verb as a noun
and the rest of the sentence as its attribute. Written small, the same word is a verb to it.
"""

from collections.abc import Sequence

from mitgemeint.analysis.form_lexicon import FormLexicon

_POLITE = "Sie"
_VERBS = frozenset({"VERB", "AUX"})


def written_small(words: Sequence[str], lexicon: FormLexicon) -> list[str]:
    """The words, with the verb of a request at the start in small letters and its long form (geh: gehe)."""
    found = list(words)
    first = next((i for i, word in enumerate(words) if word[:1].isalpha()), None)
    if first is not None and (verb := _request(words, first, lexicon)):
        found[first] = verb
    return found


def _request(words: Sequence[str], first: int, lexicon: FormLexicon) -> str | None:
    """The verb of a request as the lexicon has it; None where there is none."""
    word = words[first]
    if not word[0].isupper() or not word[1:].islower():
        return None
    small = word[0].lower() + word[1:]
    if words[first + 1 : first + 2] == [_POLITE]:
        return small if _is_verb(small, "inf", lexicon) else None
    others = {entry.pos for form in (word, small) for entry in lexicon.entries(form)} - _VERBS
    known = (form for form in (small, f"{small}e") if _is_verb(form, "imp", lexicon))
    return None if others else next(known, None)


def _is_verb(word: str, mark: str, lexicon: FormLexicon) -> bool:
    return any(entry.pos in _VERBS and mark in entry.marks for entry in lexicon.entries(word))
