"""Readings of words that the full-form lexicon lacks: compounds by their last part, and by suffix."""

from functools import lru_cache

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import Entry, FormLexicon
from mitgemeint.analysis.nlp.cells import ALL, mask

_SHORTEST_HEAD = 4
_SHORTEST_MODIFIER = 2
_INFLECTED = ("NOUN", "ADJ", "VERB")

_FEMININE_SINGULAR = mask(number=Number.SINGULAR, gender=Gender.FEMININE)
_FEMININE_PLURAL = mask(number=Number.PLURAL, gender=Gender.FEMININE)
_NEUTER_SINGULAR = mask(number=Number.SINGULAR, gender=Gender.NEUTER)
_NO_DATIVE = ALL & ~mask(case=Case.DATIVE)
# Suffixes whose gender and number are certain: (ending, what the lemma has instead, cells).
_NOUN_SUFFIXES: tuple[tuple[str, str, int], ...] = (
    ("innen", "in", _FEMININE_PLURAL),
    ("in", "in", _FEMININE_SINGULAR),
    *(
        (suffix + ending, suffix, cells)
        for suffix in ("ung", "heit", "keit", "schaft", "ion", "tät")
        for ending, cells in (("en", _FEMININE_PLURAL), ("", _FEMININE_SINGULAR))
    ),
    ("chen", "chen", _NEUTER_SINGULAR | mask(number=Number.PLURAL, gender=Gender.NEUTER)),
)


class Guesser:
    """Readings of any word form: those of the lexicon or, failing that, plausible ones."""

    def __init__(self, lexicon: FormLexicon) -> None:
        self.lexicon = lexicon
        self.entries = lru_cache(maxsize=50_000)(self._entries)

    def _entries(self, form: str, initial: bool = False) -> tuple[Entry, ...]:
        """Readings of `form`; `initial` says that its capital may be due to the sentence's begin."""
        if form.isupper() and len(form) > 1 and not self.lexicon.entries(form):
            form = form.capitalize()
        found = self.lexicon.entries(form)
        capital = form[:1].isupper()
        if capital and initial:
            found += tuple(e for e in self.lexicon.entries(form[:1].lower() + form[1:]) if e not in found)
        if not found:
            found = self._guess_noun(form) if capital else self._guess_lower(form)
            if not found and capital and initial:
                found = self._guess_lower(form[:1].lower() + form[1:])
        return found

    def knows(self, form: str, initial: bool = False) -> bool:
        """Whether the lexicon itself has the form."""
        return bool(self.lexicon.entries(form)) or (
            initial and bool(self.lexicon.entries(form[:1].lower() + form[1:]))
        )

    def _guess_noun(self, form: str) -> tuple[Entry, ...]:
        compound = self._compound(form, ("NOUN",), capital=True)
        if compound:
            return compound
        for ending, base, cells in _NOUN_SUFFIXES:
            if form.endswith(ending) and len(form) > len(ending) + 2:
                return (Entry(form[: len(form) - len(ending)] + base, "NOUN", cells, ()),)
        adjective = [
            e for e in self.lexicon.entries(form[:1].lower() + form[1:]) if e.pos == "ADJ" and e.cells
        ]
        return tuple(Entry(form, "NOUN", e.cells, ()) for e in adjective[:1])

    def _guess_lower(self, form: str) -> tuple[Entry, ...]:
        return self._compound(form, ("ADJ", "VERB"), capital=False)

    def _compound(self, form: str, parts_of_speech: tuple[str, ...], capital: bool) -> tuple[Entry, ...]:
        """The readings of the longest known last part, with the whole word's lemma."""
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
