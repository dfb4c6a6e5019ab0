"""Drafts of what is said of the forms of one sentence. They depend on the sentence and the verdicts alone."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.doubled_pairs import DoubledPair, doubled_pairs, rewrites_of_doubled
from mitgemeint.analysis.findings import Edit
from mitgemeint.analysis.form_checks import FormJudge, Verdict
from mitgemeint.analysis.form_rewriting import FormRewrite, FormRewriter, of_edits
from mitgemeint.analysis.form_sentences import FormSentence, is_plural
from mitgemeint.analysis.gender_forms import FormKind, GenderForm
from mitgemeint.analysis.masculine_reading import FormTarget, MasculineReader, MasculineReading
from mitgemeint.analysis.neutral_rewriting import NEUTRAL
from mitgemeint.analysis.nlp.protocol import Token
from mitgemeint.analysis.signless_words import plain_plural

Rewrites = Callable[[str], Iterator[FormRewrite]]
OF_OTHERS = frozenset({Verdict.FORBIDDEN, Verdict.TOLERATED})


@dataclass(frozen=True, slots=True)
class FormDraft:
    """One thing to say: the span in the sentence's source, the verdict, and the rewrites, unranked."""

    start: int
    end: int
    verdict: Verdict
    lemma: str
    rewrites: tuple[FormRewrite, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    """A sentence with its masculine reading and the verdicts on its forms, doubts settled."""

    sentence: FormSentence
    reading: MasculineReading
    verdicts: tuple[Verdict, ...]
    main: str

    def target_of(self, form: int) -> FormTarget | None:
        """The target whose noun is the form."""
        word = self.sentence.word_of(form)
        return None if word is None else self.reading.targets.get(word)


class FormDrafter:
    """Writes the drafts of parsed sentences."""

    def __init__(self, judge: FormJudge, reader: MasculineReader, rewriter: FormRewriter) -> None:
        self._judge = judge
        self._reader = reader
        self._rewriter = rewriter
        self._notations = tuple(name for name in rewriter.notations if name not in judge.forbidden)

    def drafts(
        self, sentence: FormSentence, verdicts: Sequence[Verdict], main: str, tokens: tuple[Token, ...]
    ) -> tuple[FormDraft, ...]:
        """The drafts of a sentence, in the order of its forms."""
        reading = self._reader.read(sentence, tokens)
        doubtful = _Read(sentence, reading, tuple(verdicts), main)
        settled = tuple(self._settled(doubtful, index) for index in range(len(verdicts)))
        read = _Read(sentence, reading, settled, main)
        drafts = [*self._of_nouns(read, tokens), *self._of_dependents(read)]
        return tuple(sorted(drafts, key=lambda draft: draft.start))

    def _settled(self, read: _Read, form: int) -> Verdict:
        verdict = read.verdicts[form]
        if verdict is not Verdict.DOUBTFUL:
            return verdict
        target = read.target_of(form)
        if target and target.incomplete:
            return Verdict.INCOMPLETE
        return self._judge.without_grammar(read.sentence.forms[form], read.main)

    # ---- nouns, compounds ----

    def _of_nouns(self, read: _Read, tokens: tuple[Token, ...]) -> Iterator[FormDraft]:
        doubled = {
            pair.form: pair for pair in doubled_pairs(read.sentence, self._judge.database, self._judge.closed)
        }
        for index, form in enumerate(read.sentence.forms):
            verdict, word = read.verdicts[index], read.sentence.word_of(index)
            if not verdict or form.kind is FormKind.DETERMINER:
                continue
            if word is not None and word in doubled:
                yield self._doubled(read, doubled[word], form, verdict)
                continue
            rewrites = tuple(self._rewrites_of_noun(read, index, verdict))
            if not rewrites and not form.well_formed:
                rewrites = tuple(self._without_sign(read, index, tokens))
            yield FormDraft(form.start, form.end, verdict, self._lemma(read, index), rewrites)

    def _lemma(self, read: _Read, index: int) -> str:
        form, target = read.sentence.forms[index], read.target_of(index)
        return target.target.form.lemma if target else form.masculine or form.text

    def _doubled(self, read: _Read, pair: DoubledPair, form: GenderForm, verdict: Verdict) -> FormDraft:
        spans = read.sentence.spans
        keep = not self._judge.is_forbidden(form)
        rewrites = tuple(rewrites_of_doubled(read.sentence, read.reading, pair, keep=keep))
        said = verdict if verdict is Verdict.FORBIDDEN else Verdict.DOUBLED
        return FormDraft(
            spans[pair.first][0], spans[pair.last][1], said, form.masculine or form.text, rewrites
        )

    def _rewrites_of_noun(self, read: _Read, index: int, verdict: Verdict) -> Iterator[FormRewrite]:
        form, target = read.sentence.forms[index], read.target_of(index)
        alone = verdict is not Verdict.INCOMPLETE

        def written(notation: str) -> Iterator[FormRewrite]:
            found = False
            if form.kind is FormKind.COMPOUND:
                yield from self._rewriter.of_compound(read.sentence, form, notation)
                return
            if target:
                for rewrite in self._rewriter.of_target(read.sentence, read.reading, target, notation):
                    found = True
                    yield rewrite
            if alone and not found and notation != NEUTRAL:
                yield from self._rewriter.of_noun(read.sentence, form, notation)

        yield from self._in_notations(read, form, verdict, written)

    def _in_notations(
        self, read: _Read, form: GenderForm, verdict: Verdict, written: Rewrites
    ) -> Iterator[FormRewrite]:
        """The rewrites in the notations that a verdict asks for."""
        if verdict is Verdict.MIXED:
            yield from written(read.main)
            return
        others = [name for name in self._notations if name != form.notation]
        if verdict not in OF_OTHERS:
            own = list(written(form.notation))
            yield from own
            if own:
                return
        for notation in others:
            yield from written(notation)

    def _without_sign(self, read: _Read, index: int, tokens: tuple[Token, ...]) -> Iterator[FormRewrite]:
        """Mitglieder*innen → Mitglieder."""
        form, word = read.sentence.forms[index], read.sentence.word_of(index)
        if word is None or not is_plural(form):
            return
        plural = plain_plural(form, tokens[word].case, self._judge.forms)
        if plural:
            yield of_edits(NEUTRAL, [Edit(form.start, form.end, plural)], plural)

    # ---- articles, adjectives, pronouns ----

    def _of_dependents(self, read: _Read) -> Iterator[FormDraft]:
        """Those that belong to no noun which is reported itself."""
        targets = read.reading.targets
        nouns = {read.sentence.word_of(index) for index, verdict in enumerate(read.verdicts) if verdict}
        taken = {word for noun, target in targets.items() if noun in nouns for word in target.own}
        owners = {word: noun for noun, target in targets.items() for word in target.own}
        indefinites = self._rewriter.indefinites(read.sentence, read.reading)
        for index, form in enumerate(read.sentence.forms):
            verdict, word = read.verdicts[index], read.sentence.word_of(index)
            if not verdict or form.kind is not FormKind.DETERMINER or word in taken:
                continue
            own: frozenset[int] = frozenset()
            written = self._alone(read, form)
            if word is not None and word in owners:
                target = targets[owners[word]]
                own, written = target.own, self._of_target(read, target)
            elif word is not None and word in indefinites:
                match = indefinites[word]
                own = self._rewriter.own_of_indefinite(read.reading, match)
                written = self._of_indefinite(read, word)
            taken.update(own)
            rewrites = tuple(self._in_notations(read, form, verdict, written))
            yield FormDraft(form.start, form.end, verdict, form.masculine or form.text, rewrites)

    def _alone(self, read: _Read, form: GenderForm) -> Rewrites:
        return lambda notation: self._rewriter.of_dependent(read.sentence, read.reading, form, notation)

    def _of_target(self, read: _Read, target: FormTarget) -> Rewrites:
        return lambda notation: self._rewriter.of_target(read.sentence, read.reading, target, notation)

    def _of_indefinite(self, read: _Read, word: int) -> Rewrites:
        match = self._rewriter.indefinites(read.sentence, read.reading)[word]
        return lambda notation: self._rewriter.of_indefinite(read.sentence, read.reading, match, notation)
