"""The pipeline: text in, findings with suggestions out.

Data flows one way: text → document → segments → units (sentences) → drafts → findings → edits.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from mitgemeint.analysis import resources
from mitgemeint.analysis.cache_sizes import SENTENCES, WORDS
from mitgemeint.analysis.components import EVERYTHING, Components
from mitgemeint.analysis.database import EntryProblem, WordEntry
from mitgemeint.analysis.deferred import Deferred
from mitgemeint.analysis.discourse import HE, Discourse
from mitgemeint.analysis.documents import Document, read
from mitgemeint.analysis.draft import Draft
from mitgemeint.analysis.drafts import Drafter
from mitgemeint.analysis.edits import add_compatible, apply
from mitgemeint.analysis.findings import Analysis, Code, Edit, Finding, Reference, Suggestion
from mitgemeint.analysis.form_findings import FormChecker
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.analysis.notation import is_notation, unknown_notation
from mitgemeint.analysis.placing import suggestion
from mitgemeint.analysis.policy import as_policy
from mitgemeint.analysis.ranking import Ranker, offered, ranked
from mitgemeint.analysis.reference import FEMALE, Evidence
from mitgemeint.analysis.settings import Settings
from mitgemeint.analysis.stages import Stage, Watch, unwatched
from mitgemeint.analysis.units import Place, Unit, UnitReader
from mitgemeint.analysis.word_lists import word_lists

# Words at the begin of a sentence in which a pronoun takes up what was said before.
LONGEST_OPENING = 8
OWN_SUBJECTS = word_lists("function_words.toml")["own_subjects"]


class Pipeline:
    """Analyses documents under one set of settings. One call at a time: instances are not thread-safe.

    `components` leaves parts of the analysis out, and `watch` is told of its stages: both are for measuring.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        components: Components = EVERYTHING,
        watch: Watch = unwatched,
    ) -> None:
        self.settings = settings if settings is not None else Settings()
        if not isinstance(self.settings, Settings):
            raise TypeError(f"Pipeline takes Settings, not {type(settings).__name__}")
        self.policy = as_policy(self.settings.policy)
        for name in self.settings.notations:
            if not is_notation(name):
                raise ValueError(unknown_notation(name))
        self._components = components
        self._watch = watch
        loaded = resources.load(self.settings.analyzer, self.settings.entries, components)
        self._database, self._analyzer = loaded.database, loaded.analyzer
        self._reader = UnitReader(self._database, loaded.forms, self._analyzer, self.policy)
        self._drafter = Drafter(self.settings, self.policy, loaded, components)
        self._discourse = Discourse(self._drafter.people)
        self._form_checker = FormChecker(self.settings, self.policy, loaded, self._drafter)
        self._catalogue = Catalogue.load(self.settings.locale)
        self._cache: OrderedDict[Unit, tuple[Draft, ...]] = OrderedDict()
        self._message = lru_cache(maxsize=WORDS)(self._message_of)
        self._reason = lru_cache(maxsize=WORDS)(self._reason_of)

    @property
    def problems(self) -> tuple[EntryProblem, ...]:
        """What is wrong with the user's own lexicon files."""
        return self._database.problems

    def explain(self, word: str) -> WordEntry | None:
        """What the database knows about a word, None if nothing."""
        return self._database.explain(word)

    def analyze(self, text: str, format: str = "plaintext") -> Analysis:
        """The findings of a document. `format` is a name of `documents.FORMATS`; ValueError if unknown."""
        if not isinstance(text, str):
            raise TypeError(f"the text to analyse is a str, not {type(text).__name__}")
        with self._watch(Stage.DOCUMENT):
            document = read(text, format)
        with self._watch(Stage.SENTENCES):
            units, forms = self._reader.read(document)
        order = offered(self.policy, self.settings.notations, (place.form.notation for place in forms))
        ranker = Ranker(order, text)
        findings = [*self._masculines(document, units, ranker)]
        with self._watch(Stage.FORMS):
            findings += self._form_checker.findings(document, units, forms, ranker)
        findings = [finding for finding in findings if self._reported(finding, document)]
        return Analysis(
            format, tuple(sorted(findings, key=lambda finding: (finding.start, finding.end, finding.code)))
        )

    def clues(self, text: str, format: str = "plaintext") -> Iterator[tuple[int, int, frozenset[str]]]:
        """The masculines whose sentence leaves open whom they mean, as spans, with the clues that are
        weighed.

        `data/build/discourse` learns the weights from them.
        """
        units, _ = self._reader.read(read(text, format))
        sentences = [unit for unit, _ in units]
        for number, draft, clues in self._discourse.clues(sentences, self._drafts(sentences)):
            word = sentences[number].words[draft.index]
            yield (*units[number][1].document_span(word.start, word.end), clues)

    def rewrite(self, text: str, notation: str, format: str = "plaintext") -> str:
        """The text with the best suggestion of one notation applied to every finding that has one."""
        if not is_notation(notation):
            raise ValueError(unknown_notation(notation))
        chosen: list[Edit] = []
        for finding in self.analyze(text, format).findings:
            for offer in finding.suggestions:
                if offer.notation == notation and add_compatible(offer.edits, chosen):
                    break
        return apply(text, chosen)

    def _reported(self, finding: Finding, document: Document) -> bool:
        ignored = document.ignored
        if finding.code in ignored.rules or not ignored.words.isdisjoint(_names(finding)):
            return False
        return finding.certainty >= self.settings.min_certainty and not _suppressed(finding, document)

    def _message_of(self, code: Code, word: str) -> str:
        return self._catalogue.text(f"finding.{code}", word=word)

    def _reason_of(self, reason: str) -> str:
        return self._catalogue.text(f"reason.{reason}")

    # ---- masculine nouns ----

    def _masculines(
        self, document: Document, units: Sequence[tuple[Unit, Place]], ranker: Ranker
    ) -> Iterator[Finding]:
        sentences = [unit for unit, _ in units]
        drafts = self._drafts(sentences)
        evidence: Mapping[tuple[int, int], Evidence] = {}
        if self._components.reference:
            with self._watch(Stage.DISCOURSE):
                evidence = self._discourse.resolve(sentences, drafts)
        for number, (unit, place) in enumerate(units):
            for draft in drafts[number]:
                found = evidence.get((number, draft.index))
                known = draft if found is None else replace(draft, evidence=found)
                if self._is_reported(known):
                    automatic = not (draft.singular and _is_taken_up(units, number))
                    yield self._finding(document, unit, place, known, ranker, automatic=automatic)

    def _is_reported(self, draft: Draft) -> bool:
        """A known man is reported where the settings say so, a known woman always."""
        evidence = draft.evidence
        specific = evidence.reference is Reference.SPECIFIC and evidence.reason != FEMALE
        return self.settings.report_specific or not specific

    def _drafts(self, units: Sequence[Unit]) -> list[tuple[Draft, ...]]:
        """The drafts of each sentence; only sentences not seen before are parsed."""
        fresh = list(dict.fromkeys(unit for unit in units if unit not in self._cache))
        wanted = [unit for unit in fresh if self._drafter.needs_parse(unit)]
        sentences = [[word.text for word in unit.words] for unit in wanted]
        with self._watch(Stage.PARSING):
            parses = self._analyzer.parse(sentences) if wanted else ()
        with self._watch(Stage.DRAFTING):
            drafts = {
                unit: self._drafter.drafts(unit, tokens) for unit, tokens in zip(wanted, parses, strict=True)
            }
        self._cache.update((unit, drafts.get(unit, ())) for unit in fresh)
        found = [self._cache[unit] for unit in units]
        for unit in units:
            self._cache.move_to_end(unit)
        while len(self._cache) > SENTENCES:
            self._cache.popitem(last=False)
        return found

    def _finding(
        self,
        document: Document,
        unit: Unit,
        place: Place,
        draft: Draft,
        ranker: Ranker,
        *,
        automatic: bool,
    ) -> Finding:
        word = unit.words[draft.index]
        start, end = place.document_span(word.start, word.end)

        def suggestions() -> tuple[Suggestion, ...]:
            made = (
                suggestion(document, unit, place, rewrite, ranker, automatic=automatic)
                for rewrites in draft.rewrites.values()
                for rewrite in rewrites
            )
            found = (each for each in made if each)
            return ranked(found) if self._components.ranking else tuple(found)

        return Finding(
            start,
            end,
            document.text[start:end],
            draft.code,
            draft.lemma,
            draft.evidence.reference,
            round(draft.evidence.certainty, 2),
            self._message(draft.code, word.text),
            self._reason(draft.evidence.reason),
            Deferred(suggestions),
        )


def _is_taken_up(units: Sequence[tuple[Unit, Place]], number: int) -> bool:
    """Whether the next sentence of the same paragraph begins with something of somebody's who is a man there:
    "Er fügt seinen Ausweis bei" would not go with "die antragstellende Person"; "Wer seinen Ausweis …" does.
    """
    if number + 1 >= len(units) or units[number + 1][1].segment is not units[number][1].segment:
        return False
    opening = [word.text.lower() for word in units[number + 1][0].words[:LONGEST_OPENING]]
    return opening[0] not in OWN_SUBJECTS and not HE.isdisjoint(opening)


def _names(finding: Finding) -> tuple[str, str]:
    """The word of a finding as it stands there and by its lemma, as lists of ignored words have it."""
    return finding.text.lower(), finding.lemma.lower()


def _suppressed(finding: Finding, document: Document) -> bool:
    return any(start < finding.end and finding.start < end for start, end in document.suppressed)
