"""The place instead of the person that one goes to: zum Arzt gehen → in die Arztpraxis gehen.

German names shops, offices and practices by who works there; the place says the same without a person. The
prepositions and verbs stand in `data/lexicon/places.toml`, the places in `neutral.toml` (kind "place").
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from mitgemeint.analysis.clause import SUBJECTS, VERBS, Clause
from mitgemeint.analysis.database import Alternative
from mitgemeint.analysis.determiners import ClosedClass, cell
from mitgemeint.analysis.features import Case, Number
from mitgemeint.analysis.neutral import wording
from mitgemeint.analysis.phrase import Reading
from mitgemeint.analysis.targets import Target, has_attribute_after
from mitgemeint.data import resource

PLACE = "place"
FILE = "places.toml"
DEFINITE, INDEFINITE = "der", "ein"


@dataclass(frozen=True, slots=True)
class _Change:
    """The preposition and case that a place takes, and whether the verb must be one of motion."""

    preposition: str
    case: Case
    motion: bool


@dataclass(frozen=True, slots=True)
class Places:
    """What takes the place of zu and bei with a person."""

    changes: Mapping[str, _Change]
    contracted: Mapping[str, str]
    motion: frozenset[str]

    @classmethod
    @cache
    def load(cls) -> "Places":
        """The bundled table."""
        data = tomllib.loads(resource("lexicon", FILE).read_text("utf-8"))
        changes = {
            word: _Change(row["preposition"], Case(row["case"]), row["motion"])
            for word, row in data["prepositions"].items()
        }
        return cls(changes, data["contracted"], frozenset(data["motion"]["verbs"]))

    def wordings(
        self, target: Target, alternative: Alternative, closed: ClosedClass
    ) -> Iterator[dict[int, str]]:
        """The new words by index: with the definite article first, where the old one said nothing of it."""
        change, structure = self._change(target), target.structure
        if change is None or structure.preposition is None or alternative.gender is None:
            return
        noun = alternative.inflected(change.case, Number.SINGULAR)
        if noun is None:
            return
        slot = cell(change.case, Number.SINGULAR, alternative.gender)
        articles = (DEFINITE, INDEFINITE) if structure.contraction else (INDEFINITE,)
        for lemma in articles:
            article = closed.determiners[lemma]
            reading = Reading(change.case, Number.SINGULAR, alternative.gender, article, article.strength)
            written = wording(alternative, noun, reading, Number.SINGULAR, closed, "")
            two = f"{change.preposition} {article.forms[slot]}"
            if structure.contraction:
                yield {structure.preposition: self.contracted.get(two, two), structure.noun: written}
            elif structure.determiner is not None:
                words = {structure.preposition: change.preposition, structure.determiner: article.forms[slot]}
                yield {**words, structure.noun: written}

    def _change(self, target: Target) -> _Change | None:
        clause, structure = target.clause, target.structure
        if not _stands_alone(target):
            return None
        contraction = structure.contraction
        preposition = contraction.preposition if contraction else _before_article(target)
        change = self.changes.get(preposition)
        verb = _verb(clause, structure.noun)
        if change is None or verb is None:
            return None
        return change if not change.motion or clause.tokens[verb].lemma in self.motion else None


def _verb(clause: Clause, noun: int) -> int | None:
    """The verb of the clause, also where the parse hangs the phrase on an object (das Rad zum Mechaniker
    bringen); None for what belongs to a subject (das Vertrauen zum Arzt wächst).
    """
    seen = {noun}
    head = clause.tokens[noun].head
    while head not in seen:
        seen.add(head)
        if clause.tokens[head].pos in VERBS:
            return head
        if clause.tokens[head].relation in SUBJECTS:
            return None
        head = clause.tokens[head].head
    return None


def _stands_alone(target: Target) -> bool:
    """Whether nothing says more of the person, and nothing refers to it."""
    structure = target.structure
    return not (
        target.reading.number is Number.PLURAL
        or structure.adjectives
        or structure.numeral is not None
        or target.pronouns
        or has_attribute_after(target)
    )


def _before_article(target: Target) -> str:
    """The preposition right before an indefinite article (zu einem Arzt); empty for other determiners."""
    structure, determiner = target.structure, target.reading.determiner
    before = structure.preposition
    if determiner is None or determiner.lemma != INDEFINITE or before is None:
        return ""
    return target.clause.lower(before) if before + 1 == structure.determiner else ""
