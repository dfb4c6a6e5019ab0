"""Readings of words that the full-form lexicon lacks: compounds by their last part, and by suffix."""

from functools import lru_cache

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import Entry, FormLexicon
from mitgemeint.analysis.nlp.cells import ALL, OF_GENDER, mask
from mitgemeint.analysis.nlp.grammar import grammar

_SHORTEST_HEAD = 4
_SHORTEST_MODIFIER = 2
# Longer words are no German words, and each of their ends would be looked up.
_LONGEST = 100

_NEUTER_SINGULAR = mask(number=Number.SINGULAR, gender=Gender.NEUTER)
_NO_GENITIVE = ALL & ~mask(case=Case.GENITIVE)


class Guesser:
    """Readings of any word form: those of the lexicon or, failing that, plausible ones."""

    def __init__(self, lexicon: FormLexicon) -> None:
        self.lexicon = lexicon
        self.entries = lru_cache(maxsize=WORDS)(self._entries)

    def _entries(self, form: str, initial: bool = False) -> tuple[Entry, ...]:
        """Readings of `form`; `initial` says that its capital may be due to the sentence's begin."""
        if form.isupper() and len(form) > 1 and not self.lexicon.entries(form):
            form = form.capitalize()
        found = self.lexicon.entries(form)
        if not form[:1].isupper():
            return found or self._compound(form, ("ADJ", "VERB"), capital=False)
        small = form[:1].lower() + form[1:]
        lower = self.lexicon.entries(small)
        found += tuple(e for e in _infinitive_noun(form, lower) if not _has_noun(found))
        if initial:
            found += tuple(entry for entry in lower if entry not in found)
        found = found or self._guess_noun(form, lower)
        return found or (self._compound(small, ("ADJ", "VERB"), capital=False) if initial else ())

    def knows(self, form: str, initial: bool = False) -> bool:
        """Whether the lexicon itself has the form."""
        return bool(self.lexicon.entries(form)) or (
            initial and bool(self.lexicon.entries(form[:1].lower() + form[1:]))
        )

    def _guess_noun(self, form: str, lower: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Readings of an unknown capitalised word; `lower`: those of its small spelling."""
        adjective = next((e for e in lower if e.pos == "ADJ" and e.cells), None)
        if adjective is not None:
            return _adjective_nouns(form, adjective)
        compound = self._compound(form, ("NOUN",), capital=True)
        if compound:
            return compound
        for suffix in grammar().suffixes:
            if form.endswith(suffix.ending) and len(form) > len(suffix.ending) + 2:
                return (Entry(form.removesuffix(suffix.ending) + suffix.lemma, "NOUN", suffix.cells, ()),)
        return ()

    def _compound(self, form: str, parts_of_speech: tuple[str, ...], capital: bool) -> tuple[Entry, ...]:
        """The readings of the longest known last part, with the whole word's lemma."""
        if len(form) > _LONGEST:
            return ()
        for cut in range(_SHORTEST_MODIFIER, len(form) - _SHORTEST_HEAD + 1):
            head = form[cut:]
            if head[0] == "-":
                continue
            if capital:
                head = head[:1].upper() + head[1:]
            entries = [e for e in self.lexicon.entries(head) if e.pos in parts_of_speech]
            if entries:
                joint = form[:cut]
                keep_capital = joint.endswith("-") or not capital
                return tuple(
                    Entry(joint + (e.lemma if keep_capital else e.lemma.lower()), e.pos, e.cells, e.marks)
                    for e in entries
                )
        return ()


def _has_noun(entries: tuple[Entry, ...]) -> bool:
    return any(entry.pos == "NOUN" for entry in entries)


def _infinitive_noun(form: str, lower: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """ "das Wandern": an infinitive as a neuter noun."""
    if any(e.pos in ("VERB", "AUX") and "inf" in e.marks and e.lemma == form.lower() for e in lower):
        return (Entry(form, "NOUN", _NEUTER_SINGULAR & _NO_GENITIVE, ()),)
    return ()


def _adjective_nouns(form: str, adjective: Entry) -> tuple[Entry, ...]:
    """ "die Perspektivlosen": an adjective as a noun, a lemma for each gender."""
    stem = form[: len(form) - (2 if form[-2:] in ("en", "em", "er", "es") else 1)]
    return tuple(
        Entry(stem + ending, "NOUN", adjective.cells & OF_GENDER[gender], ())
        for gender, ending in ((Gender.MASCULINE, "er"), (Gender.FEMININE, "e"), (Gender.NEUTER, "es"))
        if adjective.cells & OF_GENDER[gender]
    )
