"""Rewrites of what is written with a sign already: in another notation, or put right in its own.

Nouns are rewritten with everything that agrees with them, by way of the masculine reading; pronouns that
stand alone and first parts of compounds by themselves.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.antecedents import Candidates, resolve_pronouns
from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.database import Database, NounForm
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.findings import Edit
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.form_sentences import FormSentence, is_plural
from mitgemeint.analysis.gender_forms import FormKind, GenderForm
from mitgemeint.analysis.indefinite_rewriting import IndefiniteRewriter
from mitgemeint.analysis.indefinites import IndefiniteMatch, IndefiniteMatcher
from mitgemeint.analysis.masculine_reading import FormTarget, MasculineReading
from mitgemeint.analysis.neutral_rewriting import NEUTRAL
from mitgemeint.analysis.notation import Notation, passes_omission_test, word_notation
from mitgemeint.analysis.noun_systems import SYSTEMS
from mitgemeint.analysis.policy import Policy
from mitgemeint.analysis.pronouns import Pronoun, is_feminine
from mitgemeint.analysis.ranking import offered
from mitgemeint.analysis.resources import Resources
from mitgemeint.analysis.rewrite import Rewrite, match_case
from mitgemeint.analysis.rewriting import Rewriter
from mitgemeint.analysis.settings import Settings
from mitgemeint.analysis.targets import AND, OR

PAIR = "pair"
PLURAL = re.compile("innen")
FIRST_PART = re.compile("innen|in(?=-)")


@dataclass(frozen=True, slots=True)
class FormRewrite:
    """A rewrite as edits of the sentence's source; `first` and `last` are the span that people are shown."""

    rewrite: Rewrite
    edits: tuple[Edit, ...]
    first: int
    last: int


class FormRewriter:
    """Writes forms anew."""

    def __init__(self, settings: Settings, policy: Policy, resources: Resources) -> None:
        self._closed = ClosedClass.load()
        self._database: Database = resources.database
        self._forms: FormLexicon = resources.forms
        self._style = settings.article_style
        self.notations = offered(policy, settings.notations)
        self._omission_test = settings.omission_test or policy.omission_test
        self.rewriter = Rewriter(
            resources.database,
            self._closed,
            resources.forms,
            settings.article_style,
            omission_test=self._omission_test,
        )
        self._indefinites = IndefiniteMatcher(resources.database, resources.forms, self._closed)
        self._indefinite_rewriter = IndefiniteRewriter(self._closed, resources.forms, settings.article_style)

    # ---- nouns with their phrases ----

    def of_target(
        self, sentence: FormSentence, reading: MasculineReading, target: FormTarget, notation: str
    ) -> Iterator[FormRewrite]:
        """A noun with everything that agrees with it, the best rewrite first.

        Where only the article shows one gender and a pronoun may go with it (die Lehrer*in und ihr Hund), the
        rewrite has to be checked.
        """
        if _has_other_determiner(sentence, target):
            return
        doubtful = target.incomplete and _has_feminine_pronoun(sentence, reading.clause, target.noun)
        for rewrite in self.rewriter.rewrites(target.target, notation):
            yield from _written(
                sentence, reading, replace(rewrite, often=rewrite.often or doubtful), target.own
            )

    def of_noun(self, sentence: FormSentence, form: GenderForm, notation: str) -> Iterator[FormRewrite]:
        """A noun by itself in another notation, with the articles and adjectives with a sign before it."""
        joined = word_notation(notation, self._style) if notation not in SYSTEMS else None
        word = sentence.word_of(sentence.forms.index(form))
        if joined is None or word is None or not form.masculine or _is_nested(form):
            return
        if not (form.well_formed or self._database.is_feminine(in_ordinary_capitals(form.stand_in))):
            return
        new = self._noun(form, joined)
        if new is None or new == form.text:
            return
        edits = [Edit(form.start, form.end, match_case(new, form.text))]
        while (before := sentence.form_at(word - 1)) and before.kind is FormKind.DETERMINER:
            if not before.masculine:
                return
            edits.append(Edit(before.start, before.end, _joined(before, joined)))
            word -= 1
        yield of_edits(notation, edits, form.masculine)

    def joined_noun(self, masculine: str, feminine: str, notation: str) -> str | None:
        """A plural in a notation with a sign, None where it cannot be written in it."""
        joined = word_notation(notation, self._style) if notation not in SYSTEMS else None
        return self._joined(masculine, feminine, "", joined) if joined else None

    def _noun(self, form: GenderForm, joined: Notation) -> str | None:
        masculine, feminine = in_ordinary_capitals(form.masculine), in_ordinary_capitals(form.stand_in)
        return self._joined(masculine, feminine, "" if is_plural(form) else masculine, joined)

    def _joined(self, masculine: str, feminine: str, singular: str, joined: Notation) -> str | None:
        if self._omission_test and not passes_omission_test(joined.name, masculine, feminine, singular):
            return None
        return joined.noun(masculine, feminine)

    # ---- pronouns and articles by themselves ----

    def indefinites(self, sentence: FormSentence, reading: MasculineReading) -> dict[int, IndefiniteMatch]:
        """The pronouns with a sign that stand for people without a noun (jede*r, keine*r), by word index."""
        return {
            match.index: match
            for match in self._indefinites.matches(reading.clause)
            if sentence.is_dependent(match.index) and match.pronoun.determiner
        }

    def own_of_indefinite(self, reading: MasculineReading, match: IndefiniteMatch) -> frozenset[int]:
        """The words that agree with such a pronoun."""
        relatives = self._indefinite_rewriter.relatives(reading.clause, match)
        pronouns = self._pronouns(reading, match, relatives)
        return frozenset(
            {match.index, *match.adjectives, *relatives, *(pronoun.index for pronoun in pronouns)}
        )

    def of_indefinite(
        self, sentence: FormSentence, reading: MasculineReading, match: IndefiniteMatch, notation: str
    ) -> Iterator[FormRewrite]:
        """A pronoun that stands for people, with what takes it up."""
        clause = reading.clause
        relatives = self._indefinite_rewriter.relatives(clause, match)
        pronouns = self._pronouns(reading, match, relatives)
        own = self.own_of_indefinite(reading, match)
        for rewrite in self._indefinite_rewriter.rewrites(clause, match, pronouns, notation):
            yield from _written(sentence, reading, rewrite, own)

    def _pronouns(
        self, reading: MasculineReading, match: IndefiniteMatch, relatives: tuple[int, ...]
    ) -> tuple[Pronoun, ...]:
        candidates = Candidates(frozenset({match.index}), {match.index: relatives})
        return resolve_pronouns(reading.clause, candidates, self._closed).of(match.index)

    def of_dependent(
        self, sentence: FormSentence, reading: MasculineReading, form: GenderForm, notation: str
    ) -> Iterator[FormRewrite]:
        """A pronoun, article or adjective by itself: sie oder er, er:sie."""
        if not form.masculine or notation in SYSTEMS or notation == NEUTRAL:
            return
        if notation == PAIR:
            new = self._pair(sentence, reading, form)
        else:
            joined = word_notation(notation, self._style)
            new = _joined(form, joined) if joined else None
        if new:
            yield of_edits(notation, [Edit(form.start, form.end, new)], form.masculine)

    def _pair(self, sentence: FormSentence, reading: MasculineReading, form: GenderForm) -> str | None:
        """Both words in full, where no noun follows that would have to agree with one of them only."""
        index = sentence.word_of(sentence.forms.index(form))
        if index is None:
            return None
        masculine, feminine = form.masculine.lower(), form.stand_in.lower()
        readings = self._closed.readings(masculine)
        possessive = any(determiner.possessive for determiner, _ in readings)
        clause = reading.clause
        following = clause.tokens[index + 1].pos if index + 1 < len(clause) else ""
        if following in {"NOUN", "PROPN", "ADJ", "NUM", "DET"} and not possessive and readings:
            return None
        if following in {"NOUN", "ADJ"} and not readings:
            return None  # an adjective of something that follows (geehrte*r Frau*Herr Meier)
        both = any(determiner.quantifier or determiner.negative for determiner, _ in readings)
        return match_case(f"{feminine} {AND if both else OR} {masculine}", form.text[:1])

    # ---- first parts of compounds ----

    def of_compound(self, sentence: FormSentence, form: GenderForm, notation: str) -> Iterator[FormRewrite]:
        """Bürger*innenverein: Bürger:innenverein, Bürgerinnen- und Bürgerverein."""
        found = self._first_part(form)
        if found is None or notation in SYSTEMS or notation == NEUTRAL:
            return
        noun, feminine, rest = found
        masculine = self._database.inflect(
            noun.noun, Gender.MASCULINE, Case.NOMINATIVE, noun.number, noun.prefix
        )
        if notation == PAIR and noun.number is Number.SINGULAR:
            return  # Arbeitnehmer*in-Sparzulage
        if notation == PAIR:
            after_part = _follows_first_part(sentence, form)  # Lehrer*innen- und Schüler*innenrat
            compound = None if after_part else self._masculine_compound(noun, masculine, rest)
            new = f"{feminine}- {AND} {compound}" if compound else None
        else:
            joined = word_notation(notation, self._style)
            strict = self._omission_test and not passes_omission_test(notation, masculine, feminine)
            part = None if joined is None or strict else joined.noun(masculine, feminine)
            new = part + rest if part and "/" not in part.replace("/-", "") else None
        if new:
            yield of_edits(notation, [Edit(form.start, form.end, new)], noun.lemma)

    def _first_part(self, form: GenderForm) -> tuple[NounForm, str, str] | None:
        """The noun of the first part, its feminine plural, and the rest."""
        found = []
        for end in (part.end() for part in FIRST_PART.finditer(form.stand_in)):
            feminine, rest = form.stand_in[:end], form.stand_in[end:]
            readings = self._database.readings(feminine)
            found += [(noun, feminine, rest) for noun in readings if noun.gender is Gender.FEMININE][:1]
        return found[0] if len(found) == 1 and len(PLURAL.findall(form.stand_in)) <= 1 else None

    def _masculine_compound(self, noun: NounForm, plural: str, rest: str) -> str | None:
        """The compound with the masculine; None where its first part cannot be told."""
        if not rest.lstrip("-"):
            return None
        weak = self._database.inflect(
            noun.noun, Gender.MASCULINE, Case.GENITIVE, Number.SINGULAR, noun.prefix
        )
        if plural in {noun.lemma, weak}:
            return plural + rest
        known = (first + rest for first in (plural, noun.lemma, noun.lemma + "s"))
        return next((word for word in known if self._forms.entries(word)), None)


def _joined(form: GenderForm, joined: Notation) -> str:
    """An article, pronoun or adjective in a notation, with the capital of the form."""
    return match_case(joined.article(form.masculine.lower(), form.stand_in.lower()), form.text[:1])


def _follows_first_part(sentence: FormSentence, form: GenderForm) -> bool:
    words = sentence.words_of(sentence.forms.index(form))
    return bool(words) and words[0] >= 2 and sentence.unit.words[words[0] - 2].text.endswith("-")


def _has_other_determiner(sentence: FormSentence, target: FormTarget) -> bool:
    """Whether a further determiner with a sign stands before the phrase (eines*einer jeden Mieter*in)."""
    before = target.target.structure.first - 1
    return before not in target.own and sentence.is_dependent(before)


def _has_feminine_pronoun(sentence: FormSentence, clause: Clause, noun: int) -> bool:
    """Whether "sie" or "ihr" without a sign follows a noun."""
    return any(
        is_feminine(clause, index) and not sentence.has_sign(index) for index in range(noun + 1, len(clause))
    )


def _is_nested(form: GenderForm) -> bool:
    return len(PLURAL.findall(form.stand_in)) > 1


def of_edits(notation: str, edits: list[Edit], source: str) -> FormRewrite:
    """A rewrite that is no more than its edits."""
    edits.sort()
    rewrite = Rewrite(notation, {}, 0, 0, source=source)
    return FormRewrite(rewrite, tuple(edits), edits[0].start, edits[-1].end)


def _written(
    sentence: FormSentence, reading: MasculineReading, rewrite: Rewrite, own: frozenset[int]
) -> Iterator[FormRewrite]:
    """A rewrite of the masculine reading as edits of the source: all words of the phrase that had a sign."""
    if any(index in reading.owners and index not in own for index in rewrite.words):
        return
    words: Mapping[int, str] = {
        **{index: reading.clause.words[index].text for index in own & reading.changed},
        **rewrite.words,
    }
    edits = []
    for index, new in sorted(words.items()):
        start, end = sentence.spans[index]
        if not new and index:
            start = sentence.spans[index - 1][1]
        if sentence.source[start:end] != new:
            edits.append(Edit(start, end, new))
    edits.sort()
    if edits and all(one.end <= other.start for one, other in pairwise(edits)):
        first, last = sentence.spans[rewrite.first][0], sentence.spans[rewrite.last][1]
        yield FormRewrite(rewrite, tuple(edits), first, last)
