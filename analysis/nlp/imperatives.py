"""Requests at the start of a sentence: Gehen Sie zum Arzt; Frag den Nachbarn.

The capital hides the verb from a model trained on news, which has few requests; it reads the verb as a noun
and the rest of the sentence as its attribute. Written small, the same word is a verb to it.
"""

from collections.abc import Sequence

from mitgemeint.analysis.form_lexicon import FormLexicon

_POLITE = "Sie"
_VERBS = frozenset({"VERB", "AUX"})


def written_small(words: Sequence[str], lexicon: FormLexicon) -> list[str]:
    """The words, with the verb of a request at the start in small letters."""
    found = list(words)
    first = next((i for i, word in enumerate(words) if word[:1].isalpha()), None)
    if first is not None and _is_request(words, first, lexicon):
        found[first] = words[first][0].lower() + words[first][1:]
    return found


def _is_request(words: Sequence[str], first: int, lexicon: FormLexicon) -> bool:
    word = words[first]
    if not word[0].isupper() or not word[1:].islower():
        return False
    small = word[0].lower() + word[1:]
    if words[first + 1 : first + 2] == [_POLITE]:
        return _is_verb(small, "inf", lexicon)
    # The lexicon has the long form: gehe, also for geh.
    request = _is_verb(small, "imp", lexicon) or _is_verb(f"{small}e", "imp", lexicon)
    others = {entry.pos for form in (word, small) for entry in lexicon.entries(form)} - _VERBS
    return request and not others


def _is_verb(word: str, mark: str, lexicon: FormLexicon) -> bool:
    return any(entry.pos in _VERBS and mark in entry.marks for entry in lexicon.entries(word))
