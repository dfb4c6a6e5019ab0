"""Rewrites with the neutral words of the lexicon: the word, its article, what agrees, what follows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mitgemeint.analysis.assimilation import Assimilator
from mitgemeint.analysis.database import Alternative, Database
from mitgemeint.analysis.determiners import ClosedClass, Determiner, Strength, cell
from mitgemeint.analysis.entries import OFTEN
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.indefinites import Indefinites
from mitgemeint.analysis.neutral import noun_form, target_gender, target_number, wording
from mitgemeint.analysis.number_change import NumberChange
from mitgemeint.analysis.phrase import PhraseReader, Reading
from mitgemeint.analysis.places import PLACE, Places
from mitgemeint.analysis.rewrite import Rewrite, match_case
from mitgemeint.analysis.targets import (
    ROW_JOINTS,
    Target,
    fits_here,
    has_attribute_after,
    is_noun,
    is_role,
    one_or_more,
    repeats_adjective,
    rewrite_of,
    stands_nearby,
)
from mitgemeint.analysis.word_lists import word_lists

NEUTRAL = "neutral"
THE, ANY = "der", "ein"
# How attributes of alternatives end that are participles: vertretend, beauftragt, immatrikuliert.
PARTICIPLES = ("end", "t", "en")
MANNER = word_lists("function_words.toml")["manner_adjectives"]
COUNTING = word_lists("function_words.toml")["counting_adjectives"]


@dataclass(frozen=True, slots=True)
class _NewArticle:
    """The article that a group noun brings along where the plural stood bare; None where it needs none.

    `cases` are those that the shared article of a row allows (den Gästen und …: dative); empty for all. A
    plural in a row takes the endings after the shared article, which is not `written` again.
    """

    determiner: Determiner | None
    cases: tuple[Case, ...] = ()
    written: bool = True


class NeutralRewriter:
    """Writes a target with the neutral words of its noun."""

    def __init__(
        self,
        database: Database,
        closed: ClosedClass,
        assimilator: Assimilator,
        reader: PhraseReader,
        forms: FormLexicon,
    ) -> None:
        self._database = database
        self._closed = closed
        self._assimilator = assimilator
        self._reader = reader
        self._numbers = NumberChange(forms)

    def rewrites(self, target: Target) -> Iterator[Rewrite]:
        """The rewrites with the words of the lexicon that fit the sentence, in the lexicon's order."""
        alternatives = self._database.alternatives(target.form.noun, target.form.prefix)
        for position, alternative in enumerate(alternatives):
            for found in self._with_alternative(target, alternative):
                heads = tuple(form for form in (alternative.form, alternative.plural) if form)
                often = found.often or alternative.fits == OFTEN
                # A group for anybody comes after the words for one.
                later = len(alternatives) if found.often else 0
                yield replace(found, heads=heads, position=position + later, often=often)

    def _with_alternative(self, target: Target, alternative: Alternative) -> Iterator[Rewrite]:
        if alternative.kind == PLACE:
            wordings = Places.load().wordings(target, alternative, self._closed)
            found = [rewrite_of(target, NEUTRAL, words, kind=PLACE) for words in wordings]
        elif alternative.bare and target.reading.number is Number.SINGULAR:
            found = [self._as_substance(target, alternative)]
        else:
            found = [self._agreeing(target, alternative)]
        yield from (rewrite for rewrite in found if rewrite)

    def _as_substance(self, target: Target, alternative: Alternative) -> Rewrite | None:
        """A group noun for any one of them, without article: ein treuer Kunde → treue Kundschaft.

        An adjective is needed (not "ein Kunde → Kundschaft"), and none that counts (ein zweiter Kunde).
        """
        structure, clause, determiner = target.structure, target.clause, target.reading.determiner
        if determiner is None or determiner.lemma != ANY or structure.determiner is None or target.pronouns:
            return None
        if not structure.adjectives or any(_counts(clause.lower(word)) for word in structure.adjectives):
            return None
        if not fits_here(target, alternative) or is_role(target) or has_attribute_after(target):
            return None
        adjectives = self._strong_adjectives(target, target_gender(alternative))
        first = structure.adjectives[0]
        if adjectives is None or first != structure.determiner + 1:
            return None
        bare = replace(
            target,
            structure=replace(structure, determiner=None, adjectives=()),
            reading=replace(target.reading, determiner=None, strength=Strength.STRONG),
        )
        written = self._in_number(bare, alternative, _NewArticle(None), {}, Number.SINGULAR)
        if written is None:
            return None
        # The first adjective moves into the place of the article, so that no gap is left at the start.
        words = {**written.words, **adjectives, structure.determiner: adjectives[first], first: ""}
        moved = rewrite_of(target, NEUTRAL, words, kind=alternative.kind)
        return replace(moved, often=True) if moved else None

    def _strong_adjectives(self, target: Target, gender: Gender) -> dict[int, str] | None:
        """The adjectives as they stand without article; None where one has another ending than it should."""
        reading, found = target.reading, {}
        old = self._closed.adjective_ending(reading.strength, reading.cell)
        new = self._closed.adjective_ending(Strength.STRONG, cell(reading.case, Number.SINGULAR, gender))
        for index in target.structure.adjectives:
            word = target.clause.words[index].text
            if not word.lower().endswith(old):
                return None
            found[index] = word[: len(word) - len(old)] + new
        return found

    def _agreeing(self, target: Target, alternative: Alternative) -> Rewrite | None:
        reading = target.reading
        if reading.number not in alternative.replaces or not alternative.form:
            return None
        if not fits_here(target, alternative) or repeats_adjective(target, alternative):
            return None
        if alternative.rest and has_attribute_after(target):
            return None
        if alternative.gender is None and _looks_masculine(reading):
            return None
        number, gender = target_number(alternative, reading.number), target_gender(alternative)
        if number is reading.number:
            shared = self._shared(target) if number is Number.PLURAL and reading.determiner is None else None
            article = replace(shared, written=False) if shared else _NewArticle(None)
            return self._in_number(target, alternative, article, {}, number)
        new = self._article(target, alternative)
        if new is None or self._one_of(target, gender):
            return None
        following = self._numbers.following(target.clause, target.structure, reading, gender)
        return None if following is None else self._in_number(target, alternative, new, following, number)

    def _in_number(
        self,
        target: Target,
        alternative: Alternative,
        article: _NewArticle,
        following: dict[int, str],
        number: Number,
    ) -> Rewrite | None:
        gender, structure = target_gender(alternative), target.structure
        dependents = self._assimilator.dependents(target.clause, structure, target.reading, gender, number)
        reading = _with_article(target.reading, article)
        noun = noun_form(alternative, reading, number, self._closed)
        if dependents is None or noun is None or stands_nearby(target, noun):
            return None
        words = {**dependents.phrase, **dependents.relative, **following}
        words.update(_adverbs(target, alternative))
        words.update(self._one_of(target, gender))
        if (one := one_or_more(target)) is not None:
            words[one] = self._closed.determiners["ein"].forms[
                cell(target.reading.case, Number.SINGULAR, gender)
            ]
        words.update((pronoun.index, pronoun.form(gender)) for pronoun in target.pronouns)
        after = target.clause.lower(structure.noun + 1)
        written = wording(alternative, match_case(noun, target.noun), reading, number, self._closed, after)
        words[structure.noun] = written
        if article.determiner and article.written:
            words.update(self._with_new_article(target, article.determiner, written, reading.case, gender))
        return rewrite_of(target, NEUTRAL, words, kind=alternative.kind)

    def _one_of(self, target: Target, gender: Gender) -> dict[int, str]:
        """The pronoun before a partitive in the new gender: eine der Lehrkräfte, keines der Mitglieder."""
        before = target.structure.first - 1
        if target.structure.determiner != before + 1 or target.reading.case is not Case.GENITIVE:
            return {}
        found = Indefinites.load().readings(target.clause.lower(before))
        for pronoun, case in found:
            form = self._closed.pronoun(pronoun.lemma, cell(case, Number.SINGULAR, gender))
            if pronoun.determiner and form:
                return {before: form}
        return {}

    def _article(self, target: Target, alternative: Alternative) -> _NewArticle | None:
        """The article of a group noun; None where it cannot stand for the plural.

        It takes the place of all, so it wants the definite article or a possessive: its own, the one that a
        row shares (den Gästen und der Kundschaft), or with some words a new one (mit der Presse).
        """
        determiner = target.reading.determiner
        if determiner is not None:
            return _NewArticle(None) if determiner.definite or determiner.possessive else None
        shared = self._shared(target)
        if shared or alternative.article:
            if target.structure.adjectives:
                return None  # their endings would change
            return shared or _NewArticle(self._closed.determiners[THE])
        return _NewArticle(None) if alternative.bare else None

    def _shared(self, target: Target) -> _NewArticle | None:
        """The definite article or possessive of the plural before in a row (den Gästen und Kunden)."""
        clause, before = target.clause, target.structure.first - 1
        if clause.lower(before) not in ROW_JOINTS or not is_noun(clause, before - 1):
            return None
        structure = self._reader.structure(clause, before - 1)
        if structure.determiner is None or clause.tokens[before - 1].number is not Number.PLURAL:
            return None
        readings = self._closed.readings(clause.lower(structure.determiner))
        fitting = [
            (item, slot)
            for item, slot in readings
            if (item.definite or item.possessive) and slot.number is Number.PLURAL
        ]
        return _NewArticle(fitting[0][0], tuple(slot.case for _, slot in fitting)) if fitting else None

    def _with_new_article(
        self, target: Target, determiner: Determiner, written: str, case: Case, gender: Gender
    ) -> dict[int, str]:
        """The noun with its new article, in one with the preposition where German has that (zur Presse)."""
        clause, noun = target.clause, target.structure.noun
        form = determiner.forms[cell(case, Number.SINGULAR, gender)]
        preposition = target.structure.preposition
        if preposition is not None and preposition == noun - 1 and determiner.definite:
            contracted = self._contracted(clause.lower(preposition), form)
            if contracted:
                return {preposition: contracted, noun: written}
        return {noun: f"{form} {written}"}

    def _contracted(self, preposition: str, article: str) -> str | None:
        """Zu der → zur, bei dem → beim."""
        for contraction in self._closed.contractions.values():
            if contraction.preposition != preposition or contraction.case is not Case.DATIVE:
                continue
            if article == "dem":
                return contraction.form
            if article == "der" and contraction.feminine:
                return contraction.feminine
        return None


def _adverbs(target: Target, alternative: Alternative) -> dict[int, str]:
    """Adjectives of manner before an alternative with a participle (gesetzlicher Vertreter → gesetzlich
    vertretende Person), in the row that ends at the noun.
    """
    if not alternative.attribute.endswith(PARTICIPLES):
        return {}
    found: dict[int, str] = {}
    for index in reversed(target.structure.adjectives):
        word = target.clause.lower(index)
        stem = next((stem for stem in MANNER if word.startswith(stem) and len(word) <= len(stem) + 2), None)
        if stem is None:
            break
        found[index] = stem
    return found


def _counts(adjective: str) -> bool:
    """Whether an adjective tells one from others: ein zweiter, ein einziger, ein anderer."""
    return any(adjective.startswith(stem) for stem in COUNTING)


def _looks_masculine(reading: Reading) -> bool:
    """Whether a nominalised adjective would look like one man: die Rechte entlassener Angehöriger."""
    return (
        reading.case is Case.GENITIVE
        and reading.number is Number.PLURAL
        and reading.strength is Strength.STRONG
    )


def _with_article(reading: Reading, article: _NewArticle) -> Reading:
    """The reading with the new article, in a case that the row allows."""
    if article.determiner is None:
        return reading
    case = reading.case if not article.cases or reading.case in article.cases else article.cases[-1]
    return replace(reading, case=case, determiner=article.determiner, strength=article.determiner.strength)
