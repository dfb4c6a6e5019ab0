"""The inclusive-language database: which words are masculine or feminine person nouns, and what can replace
them.

Read from `data/lexicon` (see `docs/lexicon.md`) and, on top of it, from users' entry files.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.components import EVERYTHING, Components
from mitgemeint.analysis.compound_split import split_parts
from mitgemeint.analysis.compounds import CompoundParts, fold, load_parts
from mitgemeint.analysis.entries import Alternative, EntryProblem, PersonNoun, Sense, read_entries
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.guesses import Guesser
from mitgemeint.analysis.lexicon_files import (
    Neutral,
    apply_change,
    load_neutral,
    load_nouns,
    load_source_names,
)
from mitgemeint.analysis.neutral_persons import with_persons
from mitgemeint.analysis.paradigm import ALL_CELLS, Cell, Ending, load_paradigms
from mitgemeint.analysis.person_forms import Modifier, NounForm, join, noun_forms

__all__ = [
    "Alternative",
    "Database",
    "EntryProblem",
    "Modifier",
    "NounForm",
    "PersonNoun",
    "Sense",
    "WordEntry",
]

_SHORTEST_HEAD = 3


# Fußballer and, as in Switzerland, Fussballer are entries of their own where both are listed.
SHARP = "ß"
# Longer "words" are no German ones, and looking for their parts would take long.
LONGEST_WORD = 120


@dataclass(frozen=True, slots=True)
class WordEntry:
    """Everything the database knows of one word, for `mitgemeint explain`."""

    word: str
    noun: PersonNoun
    prefix: str
    masculine: str
    feminine: str
    readings: tuple[NounForm, ...]
    forms: tuple[tuple[Cell, tuple[str, ...]], ...]
    alternatives: tuple[Alternative, ...]
    hints: tuple[str, ...]
    sources: tuple[str, ...]


class Database:
    """Person nouns by form. One instance serves one analysis; look-ups are cached in it."""

    def __init__(
        self,
        nouns: Iterable[PersonNoun],
        parts: CompoundParts,
        neutral: Mapping[str, Neutral] | None = None,
        problems: Sequence[EntryProblem] = (),
        sources: Mapping[str, str] | None = None,
        forms: FormLexicon | None = None,
        *,
        compounds: bool = True,
    ) -> None:
        self.problems = tuple(problems)
        self.nouns = tuple(nouns)
        self._paradigms = load_paradigms()
        self._parts = parts
        self._compounds = compounds
        self._neutral = dict(neutral or {})
        self._source_names = dict(sources or {})
        self._guesser = Guesser(forms) if forms else None
        self._simple: dict[str, tuple[int, ...]] = {}
        self._modifiers: dict[str, int] = {}
        self._ends: set[str] = set()  # the last three letters of heads, to tell most other words at once
        self._longest = 0
        for index, noun in enumerate(self.nouns):
            self._index(index, noun)
        self.readings = lru_cache(maxsize=WORDS)(self._readings)
        self.modifier = lru_cache(maxsize=WORDS)(self._modifier)

    @classmethod
    def load(
        cls,
        entries: Sequence[Path] = (),
        forms: FormLexicon | None = None,
        components: Components = EVERYTHING,
    ) -> "Database":
        """The bundled database with the changes of users' `entries` files, later files last.

        `forms`, where given, knows more first parts of compounds. Problems of users' files are in `problems`.
        """
        paradigms = load_paradigms()
        nouns = {noun.masculine: noun for noun in load_nouns()}
        neutral = load_neutral()
        problems: list[EntryProblem] = []
        bundled = tuple(nouns.values()) if entries else ()
        for path in entries:
            read = read_entries(path, paradigms)
            problems += read.problems
            for change in read.changes:
                problem = apply_change(change, nouns, neutral)
                if problem:
                    problems.append(EntryProblem(change.file, change.line, problem))
        removed = [noun for noun in bundled if noun.masculine not in nouns]
        parts = load_parts(forms.is_noun_lemma, _is_noun_form(forms)) if forms else load_parts()
        stops = {fold(form.lower()) for noun in removed for form in _spellings(noun)}
        parts = replace(parts, stops=parts.stops | stops) if stops else parts
        if components.split_threshold is not None:
            parts = split_parts(parts, components.split_threshold)
        known = nouns.values() if components.pairs else [nouns[name] for name in nouns if name in neutral]
        return cls(
            known,
            parts,
            neutral if components.neutral else {},
            problems,
            load_source_names(),
            forms if components.pairs else None,
            compounds=components.prefixes,
        )

    def _index(self, index: int, noun: PersonNoun) -> None:
        own = (index,)
        for spelling in _spellings(noun):
            form = fold(spelling)
            known = self._simple.get(form)
            self._simple[form] = own if known is None else known + own
            if noun.head:
                self._ends.add(form[-3:])
                self._longest = max(self._longest, len(form))
        if self._may_modify(noun):
            for stem in self._modifier_stems(noun):
                self._modifiers.setdefault(fold(stem).lower(), index)

    def _may_modify(self, noun: PersonNoun) -> bool:
        return (
            noun.sense in (Sense.PERSON, Sense.AMBIGUOUS)
            and not noun.demonym
            and bool(noun.feminine)
            and noun.paradigm not in self._paradigms.adjectival
            and not noun.masculine.endswith("mann")
            and noun.masculine not in self._parts.never_modifiers
        )

    def _modifier_stems(self, noun: PersonNoun) -> Iterator[str]:
        """First parts that the masculine forms: its plural, and a longer singular (Ingenieurbüro)."""
        paradigm = self._paradigms.classes[noun.paradigm]
        yield paradigm.forms(noun.masculine, Case.NOMINATIVE, Number.PLURAL)[0]
        if len(noun.masculine) >= 5:
            yield noun.masculine

    # ---- forms ----

    def _readings(self, form: str) -> tuple[NounForm, ...]:
        """All readings of `form` as a person noun of either gender, simple or compound; () where none."""
        if not form or form[0].islower() or len(form) > LONGEST_WORD:
            return ()
        key = fold(form)
        simple = self._simple.get(key)
        if simple is not None:
            written = [index for index in simple if (SHARP in self.nouns[index].masculine) is (SHARP in form)]
            return tuple(
                reading
                for index in written or simple
                for reading in noun_forms(self.nouns[index], key, self._paradigms)
            )
        if not self._compounds:
            return ()
        if len(form) < _SHORTEST_HEAD or (fold(form[-3:]) not in self._ends and key[-3:] not in self._ends):
            return ()
        hyphen = form.rfind("-")
        if hyphen > 0:
            rest = form[hyphen + 1 :]  # its own capital tells a noun: EU-Minister, 46-Jähriger
            return tuple(
                replace(reading, prefix=form[: hyphen + 1] + reading.prefix)
                for reading in self.readings(rest)
            )
        return self._compound(form)

    def _compound(self, form: str) -> tuple[NounForm, ...]:
        for start in range(max(2, len(form) - self._longest), len(form) - _SHORTEST_HEAD + 1):
            key = fold(form[start].upper() + form[start + 1 :])
            heads = [index for index in self._simple.get(key, ()) if self.nouns[index].head]
            if heads and not form[start].isupper() and self._parts.joins(form, start):
                prefix = form[:start]
                return tuple(
                    reading
                    for index in heads
                    for reading in noun_forms(self.nouns[index], key, self._paradigms, prefix)
                )
        return ()

    def _forms(self, noun: PersonNoun, cell: Cell) -> tuple[str, ...]:
        return self._paradigms.cell_forms(noun.masculine, noun.feminine, noun.paradigm, cell)

    def guess(self, form: str) -> tuple[NounForm, ...]:
        """Readings by rule of a word that `readings` does not know: nominalised participles, agent nouns of
        verbs.

        Their sense is `ambiguous`; they need a context that speaks of people. () without a form lexicon.
        """
        if self._guesser is None or self.readings(form):
            return ()
        return self._guesser.guess(form)

    def is_feminine(self, word: str) -> bool:
        """Whether `word` is a feminine person noun in some form."""
        return any(reading.gender is Gender.FEMININE for reading in self.readings(word))

    def inflect(
        self,
        noun: PersonNoun,
        gender: Gender,
        case: Case,
        number: Number,
        prefix: str = "",
        ending: Ending = "strong",
    ) -> str:
        """The masculine or feminine form of `noun` after `prefix`; `ending` is for nominalised adjectives
        only.

        Raises ValueError for the feminine of a noun without one (`noun.feminine` is empty: Flüchtling).
        """
        cell = Cell(gender, case, number)
        forms = self._paradigms.cell_forms(noun.masculine, noun.feminine, noun.paradigm, cell, ending)
        if not forms:
            raise ValueError(f"{noun.masculine} has no {gender.name.lower()} form")
        return join(prefix, forms[0])

    # ---- first parts of compounds ----

    def _modifier(self, form: str) -> Modifier | None:
        """The masculine person noun that is the first or a middle part of the compound `form`, or None."""
        lower = form.lower()
        if len(form) < 7 or not form[0].isupper() or not self._compounds:
            return None
        for start in self._part_starts(form):
            for end in range(len(form) - 3, start + 4, -1):
                index = self._modifiers.get(fold(lower[start:end]))
                if index is None or not self._parts.continues(form, start, end):
                    continue
                if self.nouns[index].sense is Sense.PERSON or lower.startswith("schaft", end):
                    return self._make_modifier(form, start, end, index)
        return None

    def _part_starts(self, form: str) -> Iterator[int]:
        yield 0
        for start in range(3, len(form) - 6):
            before = form[:start]
            if before.endswith("-") or (
                start > 3 and "-" not in before and self._parts.plausible(before.lower())
            ):
                yield start

    def _make_modifier(self, form: str, start: int, end: int, index: int) -> Modifier:
        noun = replace(self.nouns[index], sense=Sense.PERSON)  # Anhängerschaft leaves no doubt
        part = fold(form[start:end]).lower()
        plural = Cell(Gender.MASCULINE, Case.NOMINATIVE, Number.PLURAL)
        is_plural = part in {fold(f).lower() for f in self._forms(noun, plural)}
        number = Number.PLURAL if is_plural else Number.SINGULAR
        return Modifier(noun, form[:start], start, end, Case.NOMINATIVE, number)

    def modifier_forms(self, modifier: Modifier) -> tuple[str, str]:
        """The first part as a masculine and as a feminine (plural) one: ("Arbeiter", "Arbeiterinnen")."""
        noun, prefix = modifier.noun, modifier.prefix
        masculine = self.inflect(noun, Gender.MASCULINE, modifier.case, modifier.number, prefix)
        feminine = self.inflect(noun, Gender.FEMININE, Case.NOMINATIVE, Number.PLURAL, prefix)
        return masculine[len(prefix) :], feminine[len(prefix) :]

    # ---- neutral words ----

    def alternatives(self, noun: PersonNoun, prefix: str = "") -> tuple[Alternative, ...]:
        """The neutral words for `noun` after `prefix`; those of the longest head with an entry, as compounds
        of it. Last come the person phrases of participles (konsumierende Person).
        """
        first, entry = self._neutral_entry(noun, prefix)
        if entry is None:
            return ()
        own = entry.alternatives
        if first:
            own = tuple(_compounded(item, first) for item in own if item.compound)
        return with_persons(own)

    def _neutral_entry(self, noun: PersonNoun, prefix: str) -> tuple[str, Neutral | None]:
        word = join(prefix, noun.masculine)
        for start in range(len(word) - _SHORTEST_HEAD + 1):
            head = word[start].upper() + word[start + 1 :]
            entry = self._neutral.get(head)
            if entry is None or (start and not entry.compounds):
                continue
            if start in (0, len(prefix)) or self._parts.plausible(word[:start].lower().rpartition("-")[2]):
                return word[:start], entry
        return "", None

    # ---- explanation ----

    def explain(self, word: str) -> WordEntry | None:
        """All that is known of `word` (any form of it), or None where it is no person noun."""
        readings = self.readings(word) or self.readings(word[:1].upper() + word[1:])
        if not readings:
            return None
        first = readings[0]
        noun, prefix = first.noun, first.prefix
        _, entry = self._neutral_entry(noun, prefix)
        return WordEntry(
            word=word,
            noun=noun,
            prefix=prefix,
            masculine=first.lemma,
            feminine=first.feminine,
            readings=readings,
            forms=tuple(
                (cell, tuple(join(prefix, form) for form in self._forms(noun, cell))) for cell in ALL_CELLS
            ),
            alternatives=self.alternatives(noun, prefix),
            hints=entry.hints if entry else (),
            sources=tuple(self._source_names.get(code, code) for code in noun.sources),
        )


def _spellings(noun: PersonNoun) -> set[str]:
    paradigms = load_paradigms()
    forms = paradigms.spellings(noun.masculine, noun.feminine, noun.paradigm)
    for variant in noun.variants:
        forms |= paradigms.feminine_paradigm(variant).spellings(variant)
    return forms


def _is_noun_form(forms: FormLexicon) -> Callable[[str], bool]:
    return lambda word: any(entry.pos == "NOUN" for entry in forms.entries(word))


def _compounded(alternative: Alternative, prefix: str) -> Alternative:
    def compound(word: str) -> str:
        return join(prefix, word) if word else ""

    return replace(
        alternative,
        form=compound(alternative.form),
        plural=compound(alternative.plural),
        dative_plural=compound(alternative.dative_plural),
        genitive=compound(alternative.genitive),
    )
