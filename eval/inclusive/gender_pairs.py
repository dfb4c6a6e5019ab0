"""Collects masculines and feminines from texts that mark gender: Ärzt*innen gives Arzt and Ärztin.

Source: Pomerenke 2022, Gender-inclusive German, on the inclusive language database (there from the word list
of DeReKo). What is found here is for a person to judge: nothing gets into the database by itself.

A form with a sign shows the feminine; its masculine has to be formed. Candidates are formed by the rules that
the analysis has, and the one with the best evidence is named together with that evidence (`Formation`).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.entries import Sense
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.gender_forms import FormKind
from mitgemeint.analysis.gender_grammar import load_grammar
from mitgemeint.analysis.gender_nouns import Feminines, PairRecogniser
from mitgemeint.analysis.paradigm import load_paradigms
from mitgemeint.analysis.unknown_nouns import noun_by_rule
from mitgemeint.eval.inclusive.corpora.chunks import Chunk
from mitgemeint.eval.inclusive.corpora.tally import Tally
from mitgemeint.eval.inclusive.corpora.texts import CorpusText, Layout
from mitgemeint.eval.inclusive.styles import StyleFinder

PAIR = "pair"
"""The notation of pairs of whole words."""

_FEWEST_LETTERS = 4
_LONGEST = 60
_MOST_FORMS = 6
_EXAMPLE = 60
_UMLAUTS = {"äu": "au", "ä": "a", "ö": "o", "ü": "u", "Äu": "Au", "Ä": "A", "Ö": "O", "Ü": "U"}
_UMLAUT = re.compile(r"äu|Äu|[äöüÄÖÜ]")
_BESIDE = re.compile(
    r"(?<![\w*:·-])([A-ZÄÖÜ][\w-]+) (?:und|oder|bzw\.|sowie|beziehungsweise|&)"
    r" (?:[a-zäöüß]{2,8} )?([A-ZÄÖÜ][\w-]+)(?![\w*:·-])"
)


class Status(StrEnum):
    """What the database has: nothing, a word that ends in an entry of it, or the very pair."""

    NEW = "new"
    COMPOUND = "compound"
    KNOWN = "known"


class Formation(StrEnum):
    """What speaks for a masculine, the best first.

    A noun that the form lexicon has and the database of people has not may well be a thing (Stoff):
    such pairs stand last in the table, as those do without a masculine.
    """

    DATABASE = "the database has it"
    BESIDE = "stands beside the feminine"
    NOUN = "a masculine noun of the form lexicon, perhaps a thing"
    AGENT = "an agent noun or participle of a known verb"
    RULE = "formed by the end of the word"
    NONE = "not to be formed"


@dataclass(slots=True)
class Seen:
    """What was seen of one feminine (in its citation form)."""

    singular: int = 0
    plural: int = 0
    notations: Counter[str] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)
    beside: Counter[str] = field(default_factory=Counter)
    example: str = ""

    @property
    def count(self) -> int:
        """How often it was seen."""
        return self.singular + self.plural

    def add(self, other: "Seen") -> None:
        """Adds what was seen later."""
        self.singular += other.singular
        self.plural += other.plural
        self.notations += other.notations
        self.forms += other.forms
        self.beside += other.beside
        self.example = self.example or other.example
        for counter in (self.forms, self.beside):
            for form, _ in _ranked(counter)[2 * _MOST_FORMS :]:
                del counter[form]

    def as_json(self) -> dict[str, Any]:
        """What a file can hold."""
        return {name: getattr(self, name) for name in Seen.__dataclass_fields__}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "Seen":
        """What `as_json` gave."""
        counters = {name: Counter(values[name]) for name in ("notations", "forms", "beside")}
        return cls(values["singular"], values["plural"], **counters, example=values["example"])


@dataclass(frozen=True, slots=True)
class GenderPair:
    """A pair for review; `masculine` and `paradigm` are empty where they cannot be told."""

    masculine: str
    feminine: str
    paradigm: str
    status: Status
    formation: Formation
    seen: Seen


@dataclass(frozen=True, slots=True)
class Collected:
    """What a chunk holds: feminines with what was seen of them, and what was read."""

    seen: dict[str, Seen]
    tally: Tally


class Collector:
    """What is done with a chunk; one in each process."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._database = Database.load((), FormLexicon.load())
        self._finder = StyleFinder(self._database)
        grammar = load_grammar()
        self._shapes = PairRecogniser(grammar, Feminines(grammar, self._database.is_feminine))

    def __call__(self, chunk: Chunk) -> Collected:
        """The feminines of a chunk."""
        tally = Tally()
        found: dict[str, Seen] = {}
        for each in tally.texts(chunk, self._layout):
            for feminine, seen in self.seen(each):
                found.setdefault(feminine, Seen()).add(seen)
        return Collected(found, tally)

    def seen(self, each: CorpusText) -> Iterator[tuple[str, Seen]]:
        """Each form of a text that marks gender, as the feminine that it shows."""
        text = each.text
        for form in self._finder.signed(text):
            if form.kind is FormKind.NOUN and form.well_formed:
                yield from _shown(form.stand_in, form.notation, form.text, "", text, form.start)
            elif form.kind is FormKind.PAIR:
                yield from _shown(form.stand_in, PAIR, form.text, form.masculine, text, form.start)
        for found in _BESIDE.finditer(text):
            pair = self._shapes.match(f"{found[1]}/{found[2]}", "slash")
            if pair is not None:
                yield from _shown(pair.stand_in, PAIR, found[0], pair.masculine, text, found.start())


def _shown(
    stand_in: str, notation: str, written: str, beside: str, text: str, at: int
) -> Iterator[tuple[str, Seen]]:
    word = in_ordinary_capitals(stand_in)
    plural = word.endswith("innen")
    feminine = word.removesuffix("nen") if plural else word
    if not feminine.endswith("in") or not _FEWEST_LETTERS <= len(feminine) <= _LONGEST:
        return
    example = " ".join(text[max(0, at - _EXAMPLE) : at + len(written) + _EXAMPLE].split())
    yield (
        feminine,
        Seen(
            singular=int(not plural),
            plural=int(plural),
            notations=Counter([notation]),
            forms=Counter([written]),
            beside=Counter([beside] if beside else []),
            example=example,
        ),
    )


def collector(layout: Layout) -> Callable[[], Collector]:
    """How a process begins."""
    return partial(Collector, layout)


def merge(known: dict[str, Seen], parts: Iterable[Collected]) -> None:
    """Adds what chunks hold, in their order."""
    for part in parts:
        for feminine, seen in part.seen.items():
            known.setdefault(feminine, Seen()).add(seen)


class PairJudge:
    """Says what the database has of a feminine, and forms the masculine of one that it does not have."""

    def __init__(self, database: Database, forms: FormLexicon) -> None:
        self._database = database
        self._forms = forms
        self._paradigms = load_paradigms()
        self._rules = load_grammar().masculine_rules

    def judge(self, feminine: str, seen: Seen) -> GenderPair | None:
        """The pair; None for relatives and the like, which never stand for everybody."""
        readings = [
            each
            for each in self._database.readings(feminine)
            if each.gender is Gender.FEMININE and each.number is Number.SINGULAR
        ]
        if readings:
            first = readings[0]
            if first.noun.sense is Sense.KIN:
                return None
            status = Status.COMPOUND if first.prefix else Status.KNOWN
            return GenderPair(first.lemma, feminine, first.noun.paradigm, status, Formation.DATABASE, seen)
        masculine, formation = self._best(feminine, seen)
        return GenderPair(
            masculine, feminine, self._paradigm(masculine, feminine), Status.NEW, formation, seen
        )

    def _best(self, feminine: str, seen: Seen) -> tuple[str, Formation]:
        """The masculine with the best evidence; of equal ones the one that is formed first."""
        candidates = list(dict.fromkeys(self.candidates(feminine)))
        beside = [form for form, _ in _ranked(seen.beside)]
        order = list(Formation)
        judged = [(self._evidence(each, beside), each) for each in candidates]
        best = min(judged, key=lambda pair: order.index(pair[0]), default=(Formation.NONE, ""))
        return ("", Formation.NONE) if best[0] is Formation.NONE else best[::-1]

    def candidates(self, feminine: str) -> Iterator[str]:
        """The masculines that could belong to a feminine, the likeliest by its end first."""
        stem = feminine.removesuffix("in")
        if stem.endswith("er"):
            yield stem
            if stem.endswith(("er", "el")):
                yield f"{stem}er"  # Zauberin, Zauberer
        rule = next((rule for rule in self._rules if stem.lower().endswith(rule.stem)), None)
        if rule is not None:
            formed = stem[: len(stem) - rule.drop] + rule.singular
            yield formed[:1].upper() + formed[1:]
        yield from (stem, f"{stem}e")
        plain = _without_last_umlaut(stem)
        if plain != stem:
            yield from (plain, f"{plain}e")
        if rule is None and not stem.endswith(("er", "e")):
            yield f"{stem}er"

    def _evidence(self, masculine: str, beside: list[str]) -> Formation:
        if any(form in self._all_forms(masculine) for form in beside):
            return Formation.BESIDE
        if self._is_masculine_noun(masculine):
            return Formation.NOUN
        if any(each.lemma == masculine for each in self._database.guess(masculine)):
            return Formation.AGENT
        by_rule = noun_by_rule(f"{masculine}in")
        if by_rule is not None and by_rule.masculine == masculine:
            return Formation.RULE
        if masculine.lower().endswith(load_grammar().person_endings):
            return Formation.RULE
        return Formation.NONE

    def _all_forms(self, masculine: str) -> set[str]:
        """Every form of a masculine in the classes of persons: which one it is, is not known."""
        return {
            form for paradigm in self._paradigms.classes.values() for form in paradigm.spellings(masculine)
        }

    def _is_masculine_noun(self, word: str) -> bool:
        """Whether a word, or its last part after a hyphen, is the citation form of a masculine noun."""
        head = word.rpartition("-")[2]
        return any(
            reading.pos == "NOUN"
            and reading.lemma == head
            and reading.gender is Gender.MASCULINE
            and reading.number is Number.SINGULAR
            for reading in self._forms.readings(head)
        )

    def _paradigm(self, masculine: str, feminine: str) -> str:
        """The inflection class where the end of the word decides it; the build finds the others."""
        by_rule = noun_by_rule(feminine)
        return by_rule.paradigm if by_rule is not None and by_rule.masculine == masculine else ""


def _without_last_umlaut(stem: str) -> str:
    found = list(_UMLAUT.finditer(stem))
    if not found:
        return stem
    return stem[: found[-1].start()] + _UMLAUTS[found[-1][0]] + stem[found[-1].end() :]


def _ranked(counter: Counter[str]) -> list[tuple[str, int]]:
    """By count downwards, then by the alphabet: the same whatever the order of counting."""
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))


COLUMNS = (
    "accept",
    "masculine",
    "feminine",
    "paradigm",
    "status",
    "count",
    "singular",
    "plural",
    "notations",
    "forms",
    "formation",
    "example",
)


def rows(pairs: Iterable[GenderPair]) -> Iterator[str]:
    """The lines of a table for review, parted by tabs: new pairs first, what may be things last among them,
    the most frequent first.
    """
    yield "\t".join(COLUMNS)
    order = list(Status)
    last = (Formation.NOUN, Formation.NONE)
    ranked = sorted(
        pairs,
        key=lambda pair: (order.index(pair.status), pair.formation in last, -pair.seen.count, pair.feminine),
    )
    for pair in ranked:
        seen = pair.seen
        notations = ", ".join(f"{name} {count}" for name, count in _ranked(seen.notations))
        forms = ", ".join(form for form, _ in _ranked(seen.forms)[:_MOST_FORMS])
        cells = ("", pair.masculine, pair.feminine, pair.paradigm, pair.status, str(seen.count))
        more = (str(seen.singular), str(seen.plural), notations, forms, pair.formation, seen.example)
        yield "\t".join(" ".join(cell.split()) for cell in (*cells, *more))
