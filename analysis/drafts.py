"""Drafts: what is to be said about the words of one sentence, before it is placed in a document.

Drafts depend on the sentence alone, so they are cached by it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.findings import Reference
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.matching import Matcher, ModifierMatch, NounMatch
from mitgemeint.analysis.nlp.protocol import Token
from mitgemeint.analysis.pronouns import referring
from mitgemeint.analysis.reference import Cues, Evidence, resolve
from mitgemeint.analysis.rewrite import Rewrite
from mitgemeint.analysis.rewriting import Rewriter, Target
from mitgemeint.analysis.settings import Settings
from mitgemeint.analysis.units import Unit

# What homographs and first parts of compounds take from the certainty.
AMBIGUOUS_FACTOR = 0.8
MODIFIER_CERTAINTY = 0.7


@dataclass(frozen=True, slots=True)
class Draft:
    """One masculine of a sentence: the word, its lemma, the evidence and the rewrites by notation."""

    index: int
    lemma: str
    evidence: Evidence
    rewrites: Mapping[str, tuple[Rewrite, ...]]


class Drafter:
    """Writes the drafts of sentences."""

    def __init__(
        self, settings: Settings, database: Database, forms: FormLexicon, notations: Sequence[str]
    ) -> None:
        self._settings = settings
        self._closed = ClosedClass.load()
        self._database = database
        self._matcher = Matcher(database, forms, self._closed)
        self._rewriter = Rewriter(database, self._closed)
        self._notations = tuple(notations)
        self._cues = Cues.load()
        self._ignored = frozenset(word.lower() for word in settings.ignored_words)

    def needs_parse(self, unit: Unit) -> bool:
        """Whether the sentence holds anything to look at."""
        return self._matcher.has_candidates(unit.words, modifiers=self._settings.compound_modifiers)

    def drafts(self, unit: Unit, tokens: tuple[Token, ...]) -> tuple[Draft, ...]:
        """The drafts of a parsed sentence, in order."""
        clause = Clause(unit.text, unit.words, tokens, unit.covered, unit.protected)
        return tuple(self._drafts(clause))

    def _drafts(self, clause: Clause) -> Iterator[Draft]:
        for match in self._matcher.matches(clause, modifiers=self._settings.compound_modifiers):
            draft = (
                self._modifier(clause, match)
                if isinstance(match, ModifierMatch)
                else self._noun(clause, match)
            )
            if draft and not self._is_ignored(clause, draft):
                yield draft

    def _is_ignored(self, clause: Clause, draft: Draft) -> bool:
        return draft.lemma.lower() in self._ignored or clause.lower(draft.index) in self._ignored

    def _noun(self, clause: Clause, match: NounMatch) -> Draft | None:
        evidence = resolve(clause, match.structure, match.reading, self._cues)
        if evidence.reference is Reference.SPECIFIC and not self._settings.report_specific:
            return None
        if match.ambiguous:
            evidence = Evidence(evidence.reference, evidence.reason, evidence.certainty * AMBIGUOUS_FACTOR)
        pronouns = referring(clause, match.structure, match.reading, self._closed)
        target = Target(clause, match.structure, match.reading, match.form, pronouns)
        rewrites = {name: tuple(self._rewriter.rewrites(target, name)) for name in self._notations}
        return Draft(match.index, match.form.lemma, evidence, rewrites)

    def _modifier(self, clause: Clause, match: ModifierMatch) -> Draft:
        evidence = Evidence(Reference.GENERIC, "compound-modifier", MODIFIER_CERTAINTY)
        rewrites = {
            name: tuple(self._rewriter.modifier_rewrites(clause, match, name)) for name in self._notations
        }
        return Draft(match.index, match.modifier.noun.masculine, evidence, rewrites)
