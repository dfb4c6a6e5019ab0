"""Rewriting: for each notation, the inclusive phrase and every word that agrees with it.

Where a notation cannot be made right in the sentence, it is left out: better none than a wrong one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.assimilation import Assimilator, Dependents
from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.database import Alternative, Database, NounForm
from mitgemeint.analysis.determiners import ClosedClass, cell
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.matching import ModifierMatch
from mitgemeint.analysis.neutral import noun_form, rest_after, target_gender, target_number, with_attribute
from mitgemeint.analysis.notation import Notation, de_e_noun, word_notation
from mitgemeint.analysis.phrase import PhraseReader, Reading, Structure
from mitgemeint.analysis.pronouns import HER, Pronoun, is_paired
from mitgemeint.analysis.rewrite import Rewrite, match_case, rendered

SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
NEARBY = 4
VERY = "sehr"
AND, OR, AS_WELL_AS = "und", "oder", "sowie"


@dataclass(frozen=True, slots=True)
class Target:
    """What is to be rewritten: a noun in its phrase, in one reading, and the pronouns that refer to it."""

    clause: Clause
    structure: Structure
    reading: Reading
    form: NounForm
    pronouns: tuple[Pronoun, ...] = ()

    @property
    def noun(self) -> str:
        """The noun as written."""
        return self.clause.words[self.structure.noun].text


class Rewriter:
    """Writes a target in every notation."""

    def __init__(self, database: Database, closed: ClosedClass, forms: FormLexicon) -> None:
        self._database = database
        self._closed = closed
        self._reader = PhraseReader(closed, forms)
        self._assimilator = Assimilator(closed, self._reader)

    def rewrites(self, target: Target, notation: str) -> Iterator[Rewrite]:
        """The rewrites of a target in one notation, the best first."""
        if _lacks_determiner(target) or _has_paired_determiner(target):
            return
        shared = _shares_determiner(target)
        if notation == "neutral" and not shared:
            yield from self._neutral(target)
        if notation == "neutral" or (shared and notation in {"pair", "de-e"}):
            return
        if notation == "pair":
            found = self._pair(target)
        elif notation == "de-e":
            found = self._de_e(target)
        else:
            joined = word_notation(notation)
            found = self._joined(target, joined) if joined else None
        if found:
            yield found

    def _dependents(self, target: Target, gender: Gender, number: Number | None = None) -> Dependents | None:
        wanted = number or target.reading.number
        return self._assimilator.dependents(target.clause, target.structure, target.reading, gender, wanted)

    def _feminine(self, target: Target) -> str:
        reading, form = target.reading, target.form
        return self._database.inflect(
            form.noun, Gender.FEMININE, reading.case, reading.number, form.prefix, reading.strength.value
        )

    # ---- signs: every word joined on its own ----

    def _joined(self, target: Target, notation: Notation) -> Rewrite | None:
        feminine = self._dependents(target, Gender.FEMININE)
        masculine = self._dependents(target, Gender.MASCULINE)
        noun = notation.noun(in_ordinary_capitals(target.noun), self._feminine(target))
        if feminine is None or masculine is None or noun is None:
            return None
        words = {
            index: self._joined_dependent(target, index, form, feminine.phrase[index], notation)
            for index, form in masculine.phrase.items()
        }
        words.update(
            (index, notation.dependent(form, feminine.relative[index]))
            for index, form in masculine.relative.items()
        )
        words.update(
            (pronoun.index, notation.dependent(pronoun.masculine, pronoun.feminine))
            for pronoun in target.pronouns
        )
        words[target.structure.noun] = noun
        return self._finish(target, notation.name, words)

    def _joined_dependent(
        self, target: Target, index: int, masculine: str, feminine: str, notation: Notation
    ) -> str:
        contraction = target.structure.contraction
        if contraction is None or index != target.structure.determiner or contraction.feminine:
            return notation.dependent(masculine, feminine)
        article = self._closed.determiners["der"]
        reading = target.reading
        both = [
            article.forms[cell(reading.case, reading.number, gender)]
            for gender in (Gender.MASCULINE, Gender.FEMININE)
        ]
        return f"{contraction.preposition} {notation.dependent(*both)}"

    # ---- first parts of compounds ----

    def modifier_rewrites(self, clause: Clause, match: ModifierMatch, notation: str) -> Iterator[Rewrite]:
        """Arbeitergewerkschaft → Arbeiter*innengewerkschaft, Arbeiterinnen- und Arbeitergewerkschaft."""
        word = clause.words[match.index].text
        masculine, feminine = self._database.modifier_forms(match.modifier)
        before, rest = word[: match.modifier.start], word[match.modifier.end :]
        if notation == "pair":
            new: str | None = f"{before}{feminine}- {AND} {word}" if not rest.startswith("-") else None
        else:
            joined = word_notation(notation) if notation not in {"neutral", "de-e"} else None
            part = joined.noun(masculine, feminine) if joined else None
            new = before + part + rest if part and "/" not in part.replace("/-", "") else None
        if new and clause.free(match.index):
            yield Rewrite(
                notation, {match.index: new}, new, source=match.modifier.noun.masculine, kind="modifier"
            )

    # ---- pair forms: the phrase twice ----

    def _pair(self, target: Target) -> Rewrite | None:
        dependents = self._dependents(target, Gender.FEMININE)
        if dependents is None or target.structure.numeral is not None:
            return None
        feminine = match_case(self._feminine(target), target.noun)
        plural = target.reading.number is Number.PLURAL
        words = (
            self._plural_pair(target, feminine)
            if plural
            else self._singular_pair(target, feminine, dependents)
        )
        for index, form in dependents.relative.items():
            words[index] = f"{form} {OR} {target.clause.lower(index)}"
        for pronoun in target.pronouns:
            words[pronoun.index] = f"{pronoun.feminine} {OR} {pronoun.masculine}"
        return self._finish(target, "pair", words)

    def _plural_pair(self, target: Target, feminine: str) -> dict[int, str]:
        """Lehrerinnen und Lehrer; in a row the joint becomes sowie and a shared article is repeated."""
        clause, structure = target.clause, target.structure
        words = {structure.noun: f"{feminine} {AND} {target.noun}"}
        before, after = structure.first - 1, structure.noun + 1
        if clause.lower(after) == AND and self._is_bare_noun(clause, after + 1):
            words[after] = AS_WELL_AS
        if clause.lower(before) == AND and structure.first == structure.noun and _is_noun(clause, before - 1):
            words[before] = AS_WELL_AS
            words[structure.noun] = f"{self._shared_article(clause, before - 1)}{words[structure.noun]}"
        return words

    def _is_bare_noun(self, clause: Clause, index: int) -> bool:
        return _is_noun(clause, index) and not self._closed.readings(clause.lower(index))

    def _shared_article(self, clause: Clause, noun: int) -> str:
        """The definite article of the noun before the joint, with a space: den Köchen sowie den Gärtnern."""
        article = self._reader.structure(clause, noun).determiner
        if article is None:
            return ""
        definite = any(determiner.definite for determiner, _ in self._closed.readings(clause.lower(article)))
        return f"{clause.lower(article)} " if definite else ""

    def _singular_pair(self, target: Target, feminine: str, dependents: Dependents) -> dict[int, str]:
        structure, clause = target.structure, target.clause
        noun = clause.words[structure.noun].text
        first = structure.first
        lead = clause.words[first].text
        conjunction = _conjunction(target.reading)
        second = lead if first == structure.noun or _is_polite(target) else lead[0].lower() + lead[1:]
        if _is_salutation(target):
            return self._salutation(target, feminine, dependents)
        if feminine == noun and _only_determiner_differs(clause, structure, dependents):
            form = match_case(dependents.phrase[first], lead)
            return {first: f"{form} {conjunction} {self._article(target, second)}"}
        whole = {
            index: match_case(form, clause.words[index].text) for index, form in dependents.phrase.items()
        }
        whole[structure.noun] = feminine
        return {first: f"{rendered(clause, whole, first, structure.noun)} {conjunction} {second}"}

    def _salutation(self, target: Target, feminine: str, dependents: Dependents) -> dict[int, str]:
        """Sehr geehrte Kundin, sehr geehrter Kunde: the whole address twice."""
        clause, structure = target.clause, target.structure
        first = structure.first - 1 if clause.lower(structure.first - 1) == VERY else structure.first
        lead = clause.words[first].text
        whole = {
            index: match_case(form, clause.words[index].text) for index, form in dependents.phrase.items()
        }
        whole[structure.noun] = feminine
        return {first: f"{rendered(clause, whole, first, structure.noun)}, {lead[0].lower()}{lead[1:]}"}

    def _article(self, target: Target, written: str) -> str:
        """The article alone, also where it is written in one with a preposition (bei der oder dem …)."""
        if target.structure.contraction is None:
            return written
        return self._closed.determiners["der"].forms[target.reading.cell]

    # ---- the fourth gender of De-e ----

    def _de_e(self, target: Target) -> Rewrite | None:
        reading, form = target.reading, target.form
        dependents = self._dependents(target, Gender.INCLUSIVE)
        if form.noun.paradigm == "adjectival":
            ending = self._closed.adjective_ending(
                reading.strength, cell(reading.case, reading.number, Gender.INCLUSIVE)
            )
            noun: str | None = form.lemma.removesuffix("r").removesuffix("e") + ending
        else:
            noun = de_e_noun(form.lemma, reading.case, reading.number)
        if dependents is None or noun is None or target.pronouns:
            return None
        words = {**dependents.phrase, **dependents.relative, target.structure.noun: noun}
        return self._finish(target, "de-e", words)

    # ---- neutral words from the database ----

    def _neutral(self, target: Target) -> Iterator[Rewrite]:
        for alternative in self._database.alternatives(target.form.noun, target.form.prefix):
            rewrite = self._with_alternative(target, alternative)
            if rewrite:
                yield rewrite

    def _with_alternative(self, target: Target, alternative: Alternative) -> Rewrite | None:
        reading = target.reading
        if reading.number not in alternative.replaces or not alternative.form:
            return None
        number = target_number(alternative, reading.number)
        gender = target_gender(alternative)
        if number is not reading.number and not _collective_fits(target, alternative):
            return None
        if target.pronouns and gender is not Gender.FEMININE:
            return None
        if (alternative.rest and _has_attribute_after(target)) or _repeats_adjective(target, alternative):
            return None
        dependents = self._dependents(target, gender, number)
        noun = noun_form(alternative, reading, number, self._closed)
        if dependents is None or noun is None or _stands_nearby(target, noun):
            return None
        words = {**dependents.phrase, **dependents.relative}
        words.update((pronoun.index, pronoun.feminine) for pronoun in target.pronouns)
        punctuated = not target.clause.lower(target.structure.noun + 1)[:1].isalnum()
        words[target.structure.noun] = with_attribute(
            alternative, match_case(noun, target.noun), reading, number, self._closed
        ) + rest_after(alternative, number, punctuated=punctuated)
        return self._finish(target, "neutral", words, kind=alternative.kind)

    def _finish(
        self, target: Target, notation: str, words: Mapping[int, str], kind: str = ""
    ) -> Rewrite | None:
        """The rewrite with the capitals of the old words, or None where it would touch what it must not."""
        changed = {index: _capitals(target, index, text) for index, text in words.items()}
        changed = {index: text for index, text in changed.items() if text != target.clause.words[index].text}
        if not changed or not all(target.clause.free(index) for index in changed):
            return None
        structure = target.structure
        label = rendered(target.clause, changed, structure.first, structure.noun)
        return Rewrite(notation, changed, label, source=target.form.noun.masculine, kind=kind)


def _capitals(target: Target, index: int, text: str) -> str:
    """A noun keeps its own capitals (an attribute before it is lower case), unless it starts the sentence."""
    old = target.clause.words[index].text
    if index == target.structure.noun and index > 0 and not (len(old) > 1 and old.isupper()):
        return text
    return match_case(text, old)


def _conjunction(reading: Reading) -> str:
    """With kein and jeder both are meant (keine Schülerin und kein Schüler), else one of the two."""
    determiner = reading.determiner
    return AND if determiner and (determiner.negative or determiner.quantifier) else OR


def _only_determiner_differs(clause: Clause, structure: Structure, dependents: Dependents) -> bool:
    return structure.determiner == structure.first and all(
        clause.lower(index) == form.lower()
        for index, form in dependents.phrase.items()
        if index != structure.determiner
    )


def _is_noun(clause: Clause, index: int) -> bool:
    return 0 <= index < len(clause) and clause.tokens[index].pos == "NOUN"


def _has_paired_determiner(target: Target) -> bool:
    """Whether the possessive is one half of a pair already (ihren oder seinen Berater)."""
    determiner = target.structure.determiner
    return determiner is not None and is_paired(target.clause, determiner)


def _is_salutation(target: Target) -> bool:
    """Whether the phrase opens a letter: Sehr geehrter Kunde, lieber Nachbar."""
    structure, clause = target.structure, target.clause
    if structure.determiner is not None or not structure.adjectives or structure.first > 1:
        return False
    return clause.lower(structure.adjectives[0]) in ClosedClass.load().addresses


def _is_polite(target: Target) -> bool:
    """Whether the determiner is the polite Ihr, which keeps its capital."""
    determiner = target.reading.determiner
    return determiner is not None and determiner.lemma == HER


def _lacks_determiner(target: Target) -> bool:
    """Whether a singular with an adjective must have an article that was not found."""
    structure, clause = target.structure, target.clause
    if target.reading.number is Number.PLURAL or structure.determiner is not None or not structure.adjectives:
        return False
    before = structure.first - 1
    return before >= 0 and clause.tokens[before].pos in {"NOUN", "PROPN", "PRON", "ADJ", "VERB"}


def _shares_determiner(target: Target) -> bool:
    """Whether a singular shares its article with a noun beside it (Ihren Arzt oder Apotheker).

    Another gender, or a second article, would not fit the other noun.
    """
    clause, structure = target.clause, target.structure
    if target.reading.number is Number.PLURAL:
        return False
    if structure.first == structure.noun:
        return clause.lower(structure.noun - 1) in {AND, OR} and _is_noun(clause, structure.noun - 2)
    return clause.lower(structure.noun + 1) in {AND, OR} and _is_noun(clause, structure.noun + 2)


def _has_attribute_after(target: Target) -> bool:
    """Whether something after the noun belongs to it (Verfasser des Buches): no rest fits between."""
    clause, noun = target.clause, target.structure.noun
    return any(child > noun and clause.tokens[child].relation != "punct" for child in clause.children(noun))


def _repeats_adjective(target: Target, alternative: Alternative) -> bool:
    """Whether the phrase says already what the alternative says (teilzeitbeschäftigte Beschäftigte)."""
    said = (alternative.attribute or alternative.form).split(" ")[-1].lower()
    if not alternative.attribute and alternative.gender is not None:
        return False
    stem = said.removesuffix("er")
    return any(stem in target.clause.lower(index) for index in target.structure.adjectives)


def _stands_nearby(target: Target, noun: str) -> bool:
    """Whether the new word stands beside the old one already (des Unternehmens des Unternehmens)."""
    clause, at = target.clause, target.structure.noun
    near = range(max(0, at - NEARBY), min(len(clause), at + NEARBY + 1))
    return any(clause.words[index].text == noun for index in near)


def _collective_fits(target: Target, alternative: Alternative) -> bool:
    """A singular group noun must not be the subject (the verb would change) nor be taken up later."""
    reading = target.reading
    if reading.case is Case.NOMINATIVE or target.structure.numeral is not None:
        return False
    if target.clause.lower(target.structure.noun + 1) == ",":
        return False
    if reading.determiner is None:
        return alternative.bare
    return reading.determiner.definite or reading.determiner.possessive
