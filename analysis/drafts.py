"""Drafts: what is to be said about the words of one sentence, before it is placed in a document.

Drafts depend on the sentence alone, so they are cached by it.
"""

from collections.abc import Iterator, Mapping, Sequence

from mitgemeint.analysis.antecedents import NOTHING, Candidates, Resolution, doubted, resolve_pronouns
from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.components import EVERYTHING, Components
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.draft import Draft
from mitgemeint.analysis.episode import EpisodeReader
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.findings import Code, Reference
from mitgemeint.analysis.indefinite_rewriting import IndefiniteRewriter, is_exclusive
from mitgemeint.analysis.indefinites import IndefiniteMatch, IndefiniteMatcher, Indefinites
from mitgemeint.analysis.matching import ADJECTIVAL, Matcher, ModifierMatch, NounMatch
from mitgemeint.analysis.neutral_rewriting import NEUTRAL
from mitgemeint.analysis.nlp.protocol import Token
from mitgemeint.analysis.people import PersonFinder
from mitgemeint.analysis.phrase_rewriting import PhraseRewriter
from mitgemeint.analysis.policy import Policy
from mitgemeint.analysis.predication import Known, bearers
from mitgemeint.analysis.pronouns import Pronoun
from mitgemeint.analysis.ranking import offered
from mitgemeint.analysis.reference import BARE, FEMALE, Cues, Evidence, resolve, said_of_man
from mitgemeint.analysis.resources import Resources
from mitgemeint.analysis.rewriting import FEMININE, Rewriter
from mitgemeint.analysis.rows import joined_rows
from mitgemeint.analysis.set_phrases import PhraseMatch, SetPhrases
from mitgemeint.analysis.settings import Settings
from mitgemeint.analysis.targets import Target
from mitgemeint.analysis.uninflected import UninflectedRewriter
from mitgemeint.analysis.units import Unit

# What homographs and first parts of compounds take from the certainty.
AMBIGUOUS_FACTOR = 0.8
MODIFIER_CERTAINTY = 0.7
PHRASE_CERTAINTY = 0.8
INDEFINITE_CERTAINTY = 0.75
# Parts of speech that no name is, though a heading can make them look like one (1. Gegenstand Der …).
CLOSED = frozenset({"DET", "PRON", "ADP", "CCONJ", "SCONJ", "AUX"})
PERSON_NAMES = frozenset({"surname", "given"})
# What is known of a masculine where nobody looks whom it means.
NOT_LOOKED_AT = Evidence(Reference.UNKNOWN, "unknown", 0.5)


class Drafter:
    """Writes the drafts of sentences."""

    def __init__(
        self,
        settings: Settings,
        policy: Policy,
        resources: Resources,
        components: Components = EVERYTHING,
    ) -> None:
        database, forms = resources.database, resources.forms
        self._components = components
        self._settings = settings
        self._closed = ClosedClass.load()
        self._database = database
        self._matcher = Matcher(
            database, forms, self._closed, components, lemmas_decide=resources.analyzer.lemmas_decide
        )
        self._forms = forms
        self._phrases = SetPhrases.load()
        self._triggers = self._phrases.triggers(lambda lemma: bool(database.readings(lemma)))
        self._phrase_rewriter = PhraseRewriter(forms, self._closed)
        self._indefinites = IndefiniteMatcher(database, forms, self._closed)
        self._indefinite_forms = Indefinites.load().forms()
        self._indefinite_rewriter = IndefiniteRewriter(self._closed, forms, settings.article_style)
        self._rewriter = (Rewriter if components.inflection else UninflectedRewriter)(
            database,
            self._closed,
            forms,
            settings.article_style,
            omission_test=settings.omission_test or policy.omission_test,
        )
        self._notations = tuple(
            name
            for name in offered(policy, settings.notations)
            if (components.neutral if name == NEUTRAL else components.pairs)
        )
        self._organisations = settings.organisations or policy.organisations
        self._cues = Cues.load()
        self._episodes = EpisodeReader(forms)
        self._people = PersonFinder(forms, self._role)
        self._ignored = frozenset(word.lower() for word in settings.ignored_words)

    @property
    def people(self) -> PersonFinder:
        """What finds the persons that a sentence names."""
        return self._people

    def needs_parse(self, unit: Unit) -> bool:
        """Whether the sentence holds anything to look at."""
        modifiers = self._settings.compound_modifiers
        return self._matcher.has_candidates(unit.words, modifiers=modifiers) or any(
            word.text.lower() in self._triggers
            or word.text.lower() in self._indefinite_forms
            or any(entry.lemma.lower() in self._triggers for entry in self._forms.entries(word.text))
            for word in unit.words
        )

    def drafts(self, unit: Unit, tokens: tuple[Token, ...]) -> tuple[Draft, ...]:
        """The drafts of a parsed sentence, in order."""
        return tuple(self._drafts(self.clause(unit, tokens)))

    def clause(self, unit: Unit, tokens: tuple[Token, ...]) -> Clause:
        """A parsed sentence as the rules read it."""
        people = tuple(self._people.find([word.text for word in unit.words]))
        named = {index for person in people for index in range(person.start, person.end)}
        names = frozenset(
            index for index in range(len(tokens)) if index in named or self._may_be_name(unit, tokens, index)
        )
        first = self._forms.entries(unit.words[0].text.lower()) if unit.words else ()
        # A singular: "Kosten der Mieter" begins with a noun, whatever verb looks like it.
        verb = any(entry.pos in {"VERB", "AUX"} and "3s" in entry.marks for entry in first)
        return Clause(
            unit.text, unit.words, tokens, names, people, verb, unit.covered, unit.protected, unit.mentioned
        )

    def _role(self, word: str) -> Gender | None:
        """The gender of a person noun that can stand before a name in the singular."""
        found = {form.gender for form in self._database.readings(word) if form.number is Number.SINGULAR}
        return found.pop() if len(found) == 1 else None

    def _may_be_name(self, unit: Unit, tokens: tuple[Token, ...], index: int) -> bool:
        word = unit.words[index].text
        if not word[:1].isupper():
            return False
        if any(entry.pos in CLOSED for entry in self._forms.entries(word.lower())):
            return False
        known = any(entry.kind in PERSON_NAMES for entry in self._forms.readings(word))
        return known or (tokens[index].pos == "PROPN" and not self._is_noun(word))

    def _is_noun(self, word: str) -> bool:
        """A person noun or a participle as a noun, which the tagger sometimes takes for names."""
        guesses = self._database.guess(word)
        return bool(self._database.readings(word)) or any(
            form.noun.paradigm == ADJECTIVAL for form in guesses
        )

    def _drafts(self, clause: Clause) -> Iterator[Draft]:
        taken: set[int] = set()
        for phrase in self._phrases.matches(clause):
            if taken.isdisjoint(phrase.indexes) and self._is_reported(clause, phrase):
                taken.update(phrase.indexes)
                if phrase.phrase.flag and self._components.neutral:
                    yield self._phrase(clause, phrase)
        matches = [*self._matcher.matches(clause, modifiers=self._settings.compound_modifiers)]
        indefinites = [match for match in self._indefinites.matches(clause) if match.index not in taken]
        candidates = self._candidates(clause, matches, indefinites)
        resolved = (
            resolve_pronouns(clause, candidates, self._closed) if self._components.reference else NOTHING
        )
        for indefinite in indefinites:
            draft = self._indefinite(clause, indefinite, candidates, resolved)
            if draft and not self._is_ignored(clause, draft):
                yield draft
        references = self._references(clause, matches, resolved.pronouns)
        found: dict[int, Draft] = {}
        for match in matches:
            if match.index in taken:
                continue
            draft = (
                self._modifier(clause, match)
                if isinstance(match, ModifierMatch)
                else self._noun(clause, match, resolved, references[match.index])
            )
            if draft and not self._is_ignored(clause, draft):
                found[match.index] = draft
        yield from joined_rows(clause, found, matches).values()

    def _candidates(
        self,
        clause: Clause,
        matches: Sequence[NounMatch | ModifierMatch],
        indefinites: Sequence[IndefiniteMatch],
    ) -> Candidates:
        """The persons that a pronoun of the clause can take up, and their relative pronouns."""
        men = [match for match in matches if isinstance(match, NounMatch) and _is_one_man(match)]
        relatives = {
            match.index: tuple(
                index
                for index, _, _ in self._rewriter.relative_pronouns(clause, match.structure, match.reading)
            )
            for match in men
        }
        relatives |= {
            match.index: self._indefinite_rewriter.relatives(clause, match) for match in indefinites
        }
        return Candidates(frozenset(relatives), relatives)

    def _is_reported(self, clause: Clause, match: PhraseMatch) -> bool:
        """Idioms always count; a phrase only where nothing in it is written inclusively or protected."""
        if not match.phrase.flag:
            return True
        if match.phrase.of_subject and said_of_man(clause, match.top, self._cues):
            return False
        return all(clause.free(index) for index in match.indexes)

    def _is_ignored(self, clause: Clause, draft: Draft) -> bool:
        return draft.lemma.lower() in self._ignored or clause.lower(draft.index) in self._ignored

    def _noun(
        self,
        clause: Clause,
        match: NounMatch,
        resolved: Resolution,
        evidence: Evidence,
    ) -> Draft | None:
        if match.by_organisation and not (self._organisations or self._settings.report_specific):
            return None
        of_woman = evidence.reason == FEMALE
        said_of = self._said_of(clause, match)
        if evidence.reference is Reference.SPECIFIC and not (of_woman or self._settings.report_specific):
            return Draft(match.index, Code.GENERIC_MASCULINE, match.form.lemma, evidence, {}, said_of=said_of)
        clues = self._clues(clause, match, evidence)
        if match.ambiguous:
            evidence = Evidence(evidence.reference, evidence.reason, evidence.certainty * AMBIGUOUS_FACTOR)
        pronouns, doubt = resolved.of(match.index), resolved.doubt(match.index)
        target = Target(clause, match.structure, match.reading, match.form, pronouns)
        names = self._notations_for(of_woman)
        rewrites = {name: doubted(self._rewriter.rewrites(target, name), doubt) for name in names}
        return Draft(
            match.index,
            Code.GENERIC_MASCULINE,
            match.form.lemma,
            evidence,
            rewrites,
            clues,
            said_of,
            tuple(pronoun.index for pronoun in pronouns),
            singular=match.reading.number is Number.SINGULAR,
        )

    def _said_of(self, clause: Clause, match: NounMatch) -> tuple[int, ...]:
        """Whom a noun is said of, where it takes their reference over: not for "die Lehrer" and the like."""
        if match.reading.number is Number.PLURAL and match.reading.determiner is not None:
            return ()
        return bearers(clause, match.structure, match.reading, self._cues)

    def _clues(self, clause: Clause, match: NounMatch, evidence: Evidence) -> frozenset[str]:
        if evidence.reference is not Reference.UNKNOWN and evidence.reason != BARE:
            return frozenset()
        return self._episodes.clues(clause, match.structure, match.reading, match.form.lemma)

    def _references(
        self,
        clause: Clause,
        matches: Sequence[NounMatch | ModifierMatch],
        pronouns: Mapping[int, tuple[Pronoun, ...]],
    ) -> dict[int, Evidence]:
        """Whom each noun means: twice over, as what is known of one tells of those said of it."""
        nouns = [match for match in matches if isinstance(match, NounMatch)]
        if not self._components.reference:
            return {match.index: NOT_LOOKED_AT for match in nouns}
        women = frozenset(index for index in range(len(clause)) if self._is_feminine(clause, index))
        known, found = Known(women=women), dict[int, Evidence]()
        for _ in range(2):
            for match in nouns:
                found[match.index] = resolve(
                    clause, match.structure, match.reading, self._cues, self._forms, known
                )
            men = frozenset(index for index, evidence in found.items() if _is_man(evidence))
            anybody = (
                each
                for index, each in pronouns.items()
                if index not in found or found[index].reference is not Reference.SPECIFIC
            )
            known = Known(men, frozenset(pronoun.index for each in anybody for pronoun in each), women)
        return found

    def _is_feminine(self, clause: Clause, index: int) -> bool:
        """Whether a word is a noun for a woman that has a masculine beside it (die Juristin)."""
        if clause.tokens[index].gender is not Gender.FEMININE or clause.tokens[index].pos != "NOUN":
            return False
        return any(
            form.gender is Gender.FEMININE and form.number is Number.SINGULAR and form.noun.masculine
            for form in self._database.readings(clause.words[index].text)
        )

    def _notations_for(self, of_woman: bool) -> tuple[str, ...]:
        """A known woman is no case for a sign or a pair: the feminine, or a neutral word."""
        if not of_woman:
            return self._notations
        feminine = (FEMININE,) if self._components.pairs else ()
        return (*feminine, *(name for name in self._notations if name == NEUTRAL))

    def _indefinite(
        self,
        clause: Clause,
        match: IndefiniteMatch,
        candidates: Candidates,
        resolved: Resolution,
    ) -> Draft | None:
        """Jeder, keiner and the like; where only what refers to it is masculine, that word is the place."""
        relatives = candidates.relatives[match.index]
        pronouns, doubt = resolved.of(match.index), resolved.doubt(match.index)
        if not is_exclusive(match, relative=bool(relatives), pronouns=bool(pronouns)):
            return None
        if said_of_man(clause, match.index, self._cues):
            return None  # Herr Meier war einer der Besten
        changing = [*relatives, *(pronoun.index for pronoun in pronouns)]
        index = match.index if match.pronoun.determiner else min(changing)
        evidence = Evidence(Reference.GENERIC, "indefinite-pronoun", INDEFINITE_CERTAINTY)
        rewriter = self._indefinite_rewriter
        rewrites = {
            name: doubted(rewriter.rewrites(clause, match, pronouns, name), doubt) for name in self._notations
        }
        return Draft(index, Code.GENERIC_PRONOUN, match.pronoun.lemma, evidence, rewrites, singular=True)

    def _modifier(self, clause: Clause, match: ModifierMatch) -> Draft:
        evidence = Evidence(Reference.GENERIC, "compound-modifier", MODIFIER_CERTAINTY)
        rewrites = {
            name: tuple(self._rewriter.modifier_rewrites(clause, match, name)) for name in self._notations
        }
        return Draft(match.index, Code.GENERIC_MASCULINE, match.modifier.noun.masculine, evidence, rewrites)

    def _phrase(self, clause: Clause, match: PhraseMatch) -> Draft:
        replaced = [match.indexes[index] for index in match.phrase.replace]
        nouns = [index for index in replaced if clause.words[index].text[:1].isupper()] or replaced
        index = nouns[0]
        code = Code.GENERIC_PRONOUN if match.phrase.kind == "pronoun" else Code.GENERIC_MASCULINE
        evidence = Evidence(Reference.GENERIC, "phrase", PHRASE_CERTAINTY)
        rewrites = {"neutral": tuple(self._phrase_rewriter.rewrites(clause, match))}
        return Draft(index, code, match.phrase.name, evidence, rewrites)


def _is_man(evidence: Evidence) -> bool:
    return evidence.reference is Reference.SPECIFIC and evidence.reason != FEMALE


def _is_one_man(match: NounMatch) -> bool:
    """Whether a match is a masculine singular, which er can take up."""
    return match.reading.number is Number.SINGULAR
