"""The inclusive-language database: which words are masculine or feminine person nouns, and what can replace them.

Read from `data/lexicon` (see `docs/lexicon.md`) and, on top of it, from users' entry files.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from mitgemeint.analysis.compounds import CompoundParts, fold, load_parts
from mitgemeint.analysis.entries import (
    Alternative,
    EntryChange,
    EntryError,
    EntryProblem,
    PersonNoun,
    Sense,
    read_alternatives,
    read_entries,
)
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.paradigm import ALL_CELLS, Cell, Ending, load_paradigms
from mitgemeint.data import resource

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

_CACHE = 65_536
_SHORTEST_HEAD = 3
_FLAGS = {"h": "head", "d": "demonym", "o": "organisation"}


@dataclass(frozen=True, slots=True)
class NounForm:
    """One reading of a word as a person noun; `prefix` is the first part of a compound as written, or empty."""

    noun: PersonNoun
    prefix: str
    gender: Gender
    case: Case
    number: Number

    @property
    def lemma(self) -> str:
        """The masculine citation form of the whole word."""
        return join(self.prefix, self.noun.masculine)

    @property
    def feminine(self) -> str:
        """The feminine citation form of the whole word."""
        return join(self.prefix, self.noun.feminine)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A masculine person noun as the first or a middle part of a compound: Arbeiter in Arbeitergewerkschaft.

    `start` and `end` are its span inside the word, with the linking element (Bundes|präsidenten|wahl); `case` and
    `number` name the form that this part looks like.
    """

    noun: PersonNoun
    prefix: str
    start: int
    end: int
    case: Case
    number: Number


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


def join(prefix: str, word: str) -> str:
    """`prefix` and `word` as one compound: the word keeps its capital only after a hyphen or nothing."""
    if not prefix or prefix.endswith("-"):
        return prefix + word
    return prefix + word[0].lower() + word[1:]


@dataclass(frozen=True, slots=True)
class _Neutral:
    compounds: bool
    alternatives: tuple[Alternative, ...]
    hints: tuple[str, ...] = ()


class Database:
    """Person nouns by form. One instance serves one analysis; look-ups are cached in it."""

    def __init__(
        self,
        nouns: Iterable[PersonNoun],
        parts: CompoundParts,
        neutral: Mapping[str, _Neutral] | None = None,
        problems: Sequence[EntryProblem] = (),
        sources: Mapping[str, str] | None = None,
    ) -> None:
        self.problems = tuple(problems)
        self.nouns = tuple(nouns)
        self._paradigms = load_paradigms()
        self._parts = parts
        self._neutral = dict(neutral or {})
        self._source_names = dict(sources or {})
        self._simple: dict[str, tuple[int, ...]] = {}
        self._modifiers: dict[str, int] = {}
        self._ends: set[str] = set()  # the last three letters of heads, to tell most other words at once
        self._longest = 0
        for index, noun in enumerate(self.nouns):
            self._index(index, noun)
        self.readings = lru_cache(maxsize=_CACHE)(self._readings)
        self.modifier = lru_cache(maxsize=_CACHE)(self._modifier)
        self._table = lru_cache(maxsize=4096)(self._make_table)

    @classmethod
    def load(cls, entries: Sequence[Path] = (), forms: FormLexicon | None = None) -> "Database":
        """The bundled database with the changes of users' `entries` files, later files last.

        `forms`, where given, knows more first parts of compounds. Problems of users' files are in `problems`.
        """
        paradigms = load_paradigms()
        nouns = {noun.masculine: noun for noun in load_nouns()}
        neutral = load_neutral()
        problems: list[EntryProblem] = []
        for path in entries:
            read = read_entries(path, paradigms)
            problems += read.problems
            for change in read.changes:
                problem = _apply(change, nouns, neutral)
                if problem:
                    problems.append(EntryProblem(change.file, change.line, problem))
        parts = load_parts(forms.is_noun_lemma, _is_noun_form(forms)) if forms else load_parts()
        return cls(nouns.values(), parts, neutral, problems, load_source_names())

    def _index(self, index: int, noun: PersonNoun) -> None:
        paradigms = self._paradigms
        for spelling in paradigms.spellings(noun.masculine, noun.feminine, noun.paradigm):
            form = fold(spelling)
            self._simple[form] = (*self._simple.get(form, ()), index)
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
        """First parts that the masculine forms: its plural, or its singular where that is as long (Lehrer-)."""
        paradigm = self._paradigms.classes[noun.paradigm]
        yield paradigm.forms(noun.masculine, Case.NOMINATIVE, Number.PLURAL)[0]
        if len(noun.masculine) >= 5:
            yield noun.masculine

    # ---- forms ----

    def _readings(self, form: str) -> tuple[NounForm, ...]:
        """All readings of `form` as a masculine or feminine person noun, simple or compound; () where none."""
        if len(form) < _SHORTEST_HEAD or form[0].islower():
            return ()
        key = fold(form)
        simple = self._simple.get(key)
        if simple is not None:
            return tuple(reading for index in simple for reading in self._cells(index, key, ""))
        if fold(form[-3:]) not in self._ends and key[-3:] not in self._ends:
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
                return tuple(reading for index in heads for reading in self._cells(index, key, prefix))
        return ()

    def _cells(self, index: int, key: str, prefix: str) -> Iterator[NounForm]:
        noun = self.nouns[index]
        wanted = key.lower()
        for cell, forms in self._table(index):
            if wanted in forms:
                yield NounForm(noun, prefix, cell.gender, cell.case, cell.number)

    def _make_table(self, index: int) -> tuple[tuple[Cell, frozenset[str]], ...]:
        noun = self.nouns[index]
        return tuple(
            (cell, frozenset(fold(form).lower() for form in self._forms(noun, cell))) for cell in ALL_CELLS
        )

    def _forms(self, noun: PersonNoun, cell: Cell) -> tuple[str, ...]:
        return self._paradigms.cell_forms(noun.masculine, noun.feminine, noun.paradigm, cell)

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
        """The masculine or feminine form of `noun` after `prefix`; `ending` is for nominalised adjectives only."""
        cell = Cell(gender, case, number)
        forms = self._paradigms.cell_forms(noun.masculine, noun.feminine, noun.paradigm, cell, ending)
        return join(prefix, forms[0])

    # ---- first parts of compounds ----

    def _modifier(self, form: str) -> Modifier | None:
        """The masculine person noun that is the first or a middle part of the compound `form`, or None."""
        lower = form.lower()
        if len(form) < 7 or not form[0].isupper():
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
        """The neutral words for `noun` after `prefix`; those of the longest head with an entry, as compounds of it."""
        first, entry = self._neutral_entry(noun, prefix)
        if entry is None:
            return ()
        if not first:
            return entry.alternatives
        return tuple(_compounded(item, first) for item in entry.alternatives if item.compound)

    def _neutral_entry(self, noun: PersonNoun, prefix: str) -> tuple[str, _Neutral | None]:
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


def _apply(change: EntryChange, nouns: dict[str, PersonNoun], neutral: dict[str, _Neutral]) -> str:
    """Carry out a user's change; the reason where it cannot be done, else the empty string."""
    known = nouns.get(change.masculine)
    if change.action == "remove":
        if nouns.pop(change.masculine, None) is None:
            return f"{change.masculine} cannot be removed: there is no such entry"
        return ""
    if change.action == "change" and known is None:
        return f"{change.masculine} cannot be changed: there is no such entry"
    if change.action == "add" or known is None:
        values = {"paradigm": guess_paradigm(change.masculine, nouns), **change.values}
        known = PersonNoun(masculine=change.masculine, **values)
    else:
        known = replace(known, **change.values)
    nouns[change.masculine] = replace(known, sources=(*known.sources, change.file))
    if change.alternatives is not None:
        neutral[change.masculine] = _Neutral(True, change.alternatives)
    return ""


_PARADIGM_BY_ENDING = (
    (("er", "el"), "er"),
    (("e",), "n"),
    (("ist", "ent", "ant", "at", "soph", "nom", "arch", "graf"), "en"),
    (("or",), "s-en"),
    (("eur", "är", "ier", "al", "an", "on", "ar", "ling"), "s-e"),
    (("mann",), "mann-maenner"),
    (("i", "o", "a", "y", "u"), "s-s"),
)


def guess_paradigm(masculine: str, nouns: Mapping[str, PersonNoun]) -> str:
    """The class of a new entry: that of the longest known noun it ends in, else by its ending."""
    for start in range(len(masculine) - _SHORTEST_HEAD + 1):
        known = nouns.get(masculine[start:].capitalize())
        if known:
            return known.paradigm
    return next((class_id for ends, class_id in _PARADIGM_BY_ENDING if masculine.endswith(ends)), "s-s")


# ---- the bundled files ----


def load_nouns() -> Iterator[PersonNoun]:
    """The entries of `persons.tsv`; raises ValueError where the file is damaged."""
    text = resource("lexicon", "persons.tsv").read_text("utf-8")
    for line in text.split("\n"):
        if line and not line.startswith("#"):
            masculine, feminine, paradigm, sense, flags, sources = line.split("\t")
            yield PersonNoun(
                masculine,
                feminine.removeprefix("-"),
                paradigm,
                Sense(sense),
                head="h" in flags,
                demonym="d" in flags,
                organisation="o" in flags,
                sources=tuple(sources),
            )


def load_source_names() -> dict[str, str]:
    """What the source codes of `persons.tsv` stand for."""
    raw = tomllib.loads(resource("lexicon", "sources.toml").read_text("utf-8"))
    return {row["code"]: f"{row['name']} ({row['licence']})" for row in raw["source"]}


def load_neutral() -> dict[str, _Neutral]:
    """The heads of `neutral.toml`; raises EntryError where the file is damaged, empty where it is missing."""
    try:
        raw = tomllib.loads(resource("lexicon", "neutral.toml").read_text("utf-8"))
    except FileNotFoundError:
        return {}
    heads: dict[str, _Neutral] = {}
    for head in raw.get("head", ()):
        masculine = head.get("masculine")
        if not isinstance(masculine, str):
            raise EntryError("neutral.toml: a head has no masculine")
        rows = head.get("alternative", [])
        hints = tuple(row["text"] for row in rows if isinstance(row, dict) and "text" in row)
        heads[masculine] = _Neutral(
            head.get("compounds", True), tuple(read_alternatives(rows, masculine)), hints
        )
    return heads
