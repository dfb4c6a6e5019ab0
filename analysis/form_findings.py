"""Findings on what is written already: the four codes of gender forms, placed in the document."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence

from mitgemeint.analysis.cache_sizes import SENTENCES
from mitgemeint.analysis.deferred import Deferred
from mitgemeint.analysis.documents import Document
from mitgemeint.analysis.drafts import Drafter
from mitgemeint.analysis.findings import Finding, Reference, Suggestion
from mitgemeint.analysis.forbidden_pairs import pair_drafts
from mitgemeint.analysis.form_checks import CERTAINTY, CODES, FormJudge, Verdict
from mitgemeint.analysis.form_drafts import FormDraft, FormDrafter
from mitgemeint.analysis.form_rewriting import PAIR, FormRewriter
from mitgemeint.analysis.form_sentences import FormSentence, form_sentences
from mitgemeint.analysis.masculine_reading import MasculineReader
from mitgemeint.analysis.messages import Catalogue, notation_name
from mitgemeint.analysis.placing import suggestion_for_form
from mitgemeint.analysis.policy import Policy
from mitgemeint.analysis.ranking import Ranker, ranked
from mitgemeint.analysis.resources import Resources
from mitgemeint.analysis.settings import Settings
from mitgemeint.analysis.units import FormPlace, Place, Unit

# Verdicts whose drafts depend on the notation that the document uses most.
MAIN_COUNTS = frozenset({Verdict.MIXED, Verdict.DOUBTFUL})
Key = tuple[FormSentence, tuple[Verdict, ...], str]


class FormChecker:
    """Checks the gender forms of documents."""

    def __init__(self, settings: Settings, policy: Policy, resources: Resources, drafter: Drafter) -> None:
        self._policy = policy
        self._catalogue = Catalogue.load(settings.locale)
        self._analyzer = resources.analyzer
        self._judge = FormJudge.of(settings, policy, resources.database, resources.forms)
        self._rewriter = FormRewriter(settings, policy, resources)
        reader = MasculineReader(resources, self._rewriter.rewriter, drafter.clause)
        self._drafter = FormDrafter(self._judge, reader, self._rewriter)
        self._cache: OrderedDict[Key, tuple[FormDraft, ...]] = OrderedDict()

    def findings(
        self,
        document: Document,
        units: Sequence[tuple[Unit, Place]],
        forms: Sequence[FormPlace],
        ranker: Ranker,
    ) -> Iterator[Finding]:
        """The findings of a document's forms."""
        for unit, place in units if PAIR in self._judge.forbidden else ():
            for draft in pair_drafts(unit, place, self._judge, self._rewriter):
                yield self._finding(document, unit, place, draft, "", ranker)
        if not forms:
            return
        sentences = list(form_sentences(units, forms))
        main = self._judge.main_notation(sentence for sentence, _ in sentences)
        judged = [
            ((sentence, verdicts, "" if MAIN_COUNTS.isdisjoint(verdicts) else main), place)
            for sentence, place in sentences
            if any(verdicts := self._judge.verdicts(sentence, main))
        ]
        self._draft([key for key, _ in judged])
        for key, place in judged:
            for draft in self._cache[key]:
                yield self._finding(document, key[0].unit, place, draft, main, ranker)
        while len(self._cache) > SENTENCES:
            self._cache.popitem(last=False)

    def _draft(self, keys: Sequence[Key]) -> None:
        """Put the drafts of sentences into the cache; only those not seen before are parsed."""
        fresh = [key for key in dict.fromkeys(keys) if key not in self._cache]
        words = [[word.text for word in sentence.unit.words] for sentence, _, _ in fresh]
        parses = self._analyzer.parse(words) if fresh else ()
        for key, tokens in zip(fresh, parses, strict=True):
            self._cache[key] = self._drafter.drafts(*key, tokens)
        for key in keys:
            self._cache.move_to_end(key)

    def _finding(
        self, document: Document, unit: Unit, place: Place, draft: FormDraft, main: str, ranker: Ranker
    ) -> Finding:
        offset = place.segment_span(0, len(unit.text))[0]
        start, end = place.segment.offsets.span(draft.start + offset, draft.end + offset)
        automatic = draft.verdict is not Verdict.MIXED

        def suggestions() -> tuple[Suggestion, ...]:
            made = (
                suggestion_for_form(document, unit, place, rewrite, ranker, automatic=automatic)
                for rewrite in draft.rewrites
            )
            return ranked(each for each in made if each)

        code = CODES[draft.verdict]
        policy = self._policy.title.get(self._catalogue.language, self._policy.name)
        tolerated = draft.verdict is Verdict.TOLERATED
        return Finding(
            start,
            end,
            document.text[start:end],
            code,
            draft.lemma,
            Reference.GENERIC,
            CERTAINTY[draft.verdict],
            self._catalogue.text(
                "finding.tolerated-form" if tolerated else f"finding.{code}",
                word=place.segment.text[draft.start + offset : draft.end + offset],
                policy=policy,
                notation=notation_name(self._catalogue, main) if main else "",
            ),
            self._catalogue.text(f"reason.{draft.verdict}"),
            Deferred(suggestions),
        )
