"""Rewriting: for each notation, the inclusive phrase and every word that agrees with it.

Where a notation cannot be made right in the sentence, it is left out: better none than a wrong one.
"""

from collections.abc import Iterator
from dataclasses import replace

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.articles import DEFAULT_STYLE, ArticleForms, ArticleStyle
from mitgemeint.analysis.assimilation import Assimilator, Dependents
from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import ClosedClass, cell
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.matching import ModifierMatch
from mitgemeint.analysis.neutral_rewriting import NEUTRAL, NeutralRewriter
from mitgemeint.analysis.notation import Notation, passes_omission_test, word_notation
from mitgemeint.analysis.noun_systems import SYSTEMS, NounForms, NounSystem, pronoun_in
from mitgemeint.analysis.pair_form import PairForm, without_first_part
from mitgemeint.analysis.phrase import PhraseReader, Reading, Structure
from mitgemeint.analysis.rewrite import Rewrite, match_case
from mitgemeint.analysis.targets import (
    AND,
    OR,
    Target,
    has_paired_determiner,
    is_in_any_row,
    is_open_attribute,
    is_salutation,
    lacks_determiner,
    one_or_more,
    rewrite_of,
    shares_determiner,
    shares_end,
)

FEMININE = "feminine"
MEN_AND_WOMEN = (Gender.MASCULINE, Gender.FEMININE)


class Rewriter:
    """Writes a target in every notation."""

    def __init__(
        self,
        database: Database,
        closed: ClosedClass,
        forms: FormLexicon,
        style: ArticleStyle = DEFAULT_STYLE,
        omission_test: bool = False,
    ) -> None:
        self._style = style
        self._omission_test = omission_test
        self._database = database
        self._closed = closed
        self._reader = PhraseReader(closed, forms)
        self._assimilator = Assimilator(closed, self._reader)
        self._pairs = PairForm(closed, self._reader)
        self._neutral = NeutralRewriter(database, closed, self._assimilator, self._reader, forms)

    def rewrites(self, target: Target, notation: str) -> Iterator[Rewrite]:
        """The rewrites of a target in one notation, the best first."""
        if (
            lacks_determiner(target)
            or has_paired_determiner(target)
            or shares_end(target)
            or is_open_attribute(target)
        ):
            return
        shared = shares_determiner(target)
        if notation == NEUTRAL and not shared:
            yield from self._neutral.rewrites(target)
        if notation == NEUTRAL or (shared and (notation == "pair" or notation in SYSTEMS)):
            return
        if notation == "pair":
            yield from self._pair(target)
            return
        if notation == FEMININE:
            found = self._in_feminine(target)
        elif notation in SYSTEMS:
            found = self._in_system(target, SYSTEMS[notation])
        else:
            yield from self._with_sign(target, notation)
            return
        if found:
            yield found

    def _with_sign(self, target: Target, notation: str) -> Iterator[Rewrite]:
        """The phrase in a notation that joins; a contraction whole and written out (bei dem*der)."""
        joined = word_notation(notation, self._style)
        found = self._joined(target, joined) if joined else None
        if found is None:
            return
        contraction = target.structure.contraction
        whole = word_notation(notation, replace(self._style, forms=ArticleForms.FULL))
        if contraction is None or contraction.feminine or self._style.full or whole is None:
            yield found
            return
        written_out = self._joined(target, whole)
        first = target.structure.first
        variants = [found]
        if written_out:
            out = replace(found, words={**found.words, first: written_out.words[first]})
            variants.insert(1 if contraction.kept else 0, out)
        for position, variant in enumerate(variants):
            yield replace(variant, position=position)

    def relative_pronouns(
        self, clause: Clause, structure: Structure, reading: Reading
    ) -> Iterator[tuple[int, int, Case]]:
        """Word index, pronoun table and case of the relative pronouns that take up the noun."""
        return self._assimilator.relative_pronouns(clause, structure, reading)

    def _dependents(self, target: Target, gender: Gender, number: Number | None = None) -> Dependents | None:
        wanted = number or target.reading.number
        return self._assimilator.dependents(target.clause, target.structure, target.reading, gender, wanted)

    def _masculine(self, target: Target) -> str:
        """The noun as written, or in its right form where the dative lacks its n (mit den Schüler)."""
        reading, form = target.reading, target.form
        if form.case is reading.case:
            return target.noun
        new = self._database.inflect(
            form.noun, Gender.MASCULINE, reading.case, reading.number, form.prefix, reading.strength.value
        )
        return match_case(new, target.noun)

    def _feminine(self, target: Target) -> str:
        reading, form = target.reading, target.form
        return self._database.inflect(
            form.noun, Gender.FEMININE, reading.case, reading.number, form.prefix, reading.strength.value
        )

    # ---- signs: every word joined on its own ----

    def _joined(self, target: Target, notation: Notation) -> Rewrite | None:
        feminine = self._dependents(target, Gender.FEMININE)
        masculine = self._dependents(target, Gender.MASCULINE)
        noun = self._joined_noun(target, notation)
        if feminine is None or masculine is None or noun is None:
            return None
        words = {
            index: self._joined_dependent(target, index, form, feminine.phrase[index], notation)
            for index, form in masculine.phrase.items()
        }
        words.update(
            (index, notation.article(form, feminine.relative[index]))
            for index, form in masculine.relative.items()
        )
        words.update(
            (pronoun.index, notation.article(pronoun.masculine, pronoun.feminine))
            for pronoun in target.pronouns
        )
        words[target.structure.noun] = noun
        if (article := one_or_more(target)) is not None:
            words[article] = notation.article(*(self._one(target, gender) for gender in MEN_AND_WOMEN))
        return rewrite_of(target, notation.name, words)

    def _one(self, target: Target, gender: Gender) -> str:
        return self._closed.determiners["ein"].forms[cell(target.reading.case, Number.SINGULAR, gender)]

    def _joined_noun(self, target: Target, notation: Notation) -> str | None:
        masculine, feminine = in_ordinary_capitals(target.noun), self._feminine(target)
        singular = target.form.lemma if target.reading.number is Number.SINGULAR else ""
        if self._omission_test and not passes_omission_test(notation.name, masculine, feminine, singular):
            return None
        return notation.noun(masculine, feminine)

    def _joined_dependent(
        self, target: Target, index: int, masculine: str, feminine: str, notation: Notation
    ) -> str:
        """An adjective or the determiner; in full forms, vom is written von dem."""
        determiner = target.reading.determiner
        if index != target.structure.determiner or (determiner and determiner.adjectival):
            return notation.adjective(masculine, feminine)
        contraction = target.structure.contraction
        if contraction and not contraction.feminine and notation.style.full:
            article = self._closed.determiners["der"].form(target.reading.cell)
            masculine = f"{contraction.preposition} {article}"
        return notation.article(masculine, feminine)

    # ---- the feminine, for a known woman ----

    def _in_feminine(self, target: Target) -> Rewrite | None:
        """Sie ist Lehrerin: the feminine alone, with what agrees."""
        dependents = self._dependents(target, Gender.FEMININE)
        if dependents is None:
            return None
        words = {**dependents.phrase, **dependents.relative}
        words.update((pronoun.index, pronoun.feminine) for pronoun in target.pronouns)
        words[target.structure.noun] = match_case(self._feminine(target), target.noun)
        return rewrite_of(target, FEMININE, words)

    # ---- first parts of compounds ----

    def modifier_rewrites(self, clause: Clause, match: ModifierMatch, notation: str) -> Iterator[Rewrite]:
        """Arbeitergewerkschaft → Arbeiter*innengewerkschaft, Arbeiterinnen- und Arbeitergewerkschaft."""
        word = clause.words[match.index].text
        masculine, feminine = self._database.modifier_forms(match.modifier)
        before, rest = word[: match.modifier.start], word[match.modifier.end :]
        if notation == "pair":
            new: str | None = f"{before}{feminine}- {AND} {word}" if not rest.startswith("-") else None
        else:
            joined = word_notation(notation, self._style)
            if self._omission_test and not passes_omission_test(notation, masculine, feminine):
                return
            part = joined.noun(masculine, feminine) if joined else None
            new = before + part + rest if part and "/" not in part.replace("/-", "") else None
        if new and clause.free(match.index):
            source = match.modifier.noun.masculine
            yield Rewrite(
                notation, {match.index: new}, match.index, match.index, source=source, kind="modifier"
            )

    # ---- pair forms: the phrase twice ----

    def _pair(self, target: Target) -> Iterator[Rewrite]:
        """The pair; of a plural more than one."""
        dependents = self._dependents(target, Gender.FEMININE)
        if dependents is None or target.structure.numeral is not None or self._names_others(target):
            return
        if one_or_more(target) is not None:
            return
        feminine, masculine = match_case(self._feminine(target), target.noun), self._masculine(target)
        following = {
            index: f"{form} {OR} {target.clause.lower(index)}" for index, form in dependents.relative.items()
        }
        for pronoun in target.pronouns:
            following[pronoun.index] = f"{pronoun.feminine} {OR} {pronoun.masculine}"
        if target.reading.number is Number.SINGULAR:
            phrases = [self._pairs.singular(target, feminine, dependents)]
        else:
            phrases = self._plural_pairs(target, feminine, masculine)
        for position, phrase in enumerate(phrases):
            found = rewrite_of(target, "pair", {**phrase, **following})
            if found:
                yield replace(found, position=position)

    # ---- nouns of another gender: De-e, Phettberg ----

    def _in_system(self, target: Target, system: NounSystem) -> Rewrite | None:
        dependents = self._dependents(target, system.gender)
        noun = self._system_noun(target, system)
        if dependents is None or noun is None:
            return None
        words = {**dependents.phrase, **dependents.relative, target.structure.noun: noun}
        for pronoun in target.pronouns:
            form = pronoun_in(system.gender, pronoun.masculine, self._closed)
            if form is None:
                return None
            words[pronoun.index] = form
        return rewrite_of(target, system.name, words)

    def _system_noun(self, target: Target, system: NounSystem) -> str | None:
        reading, form = target.reading, target.form
        noun, prefix, first = form.noun, form.prefix, Case.NOMINATIVE
        feminine = self._database.inflect(noun, Gender.FEMININE, first, Number.SINGULAR, prefix)
        if noun.paradigm == "adjectival" and not feminine.endswith("in"):
            if not system.adjectival:
                return None
            ending = self._closed.adjective_ending(
                reading.strength, cell(reading.case, reading.number, system.gender)
            )
            return form.lemma.removesuffix("r").removesuffix("e") + ending
        plural = self._database.inflect(noun, Gender.MASCULINE, first, Number.PLURAL, prefix)
        return system.noun(NounForms(form.lemma, feminine, plural), reading.case, reading.number)

    def _plural_pairs(self, target: Target, feminine: str, masculine: str) -> list[dict[int, str]]:
        """The pair; a hyphenated compound also with its first part twice (Bio-Köchinnen und Bio-Köche).

        Where no article says that all are meant, "oder" can be right, too (wenn Lehrerinnen oder Lehrer …).
        """
        shortened = without_first_part(feminine, masculine)
        phrases = [
            self._pairs.plural(target, feminine, noun) for noun in dict.fromkeys((shortened, masculine))
        ]
        row = is_in_any_row(target.clause, target.structure)
        if target.reading.determiner is None and not is_salutation(target) and not row:
            phrases.append(self._pairs.plural(target, feminine, shortened, OR))
        return phrases

    def _names_others(self, target: Target) -> bool:
        """Whether the phrase would say another masculine twice (der vom Leiter ermächtigte Angestellte)."""
        structure, clause = target.structure, target.clause
        return target.reading.number is Number.SINGULAR and any(
            form.gender is Gender.MASCULINE
            for index in range(structure.first, structure.noun)
            if clause.words[index].text[:1].isupper() and index not in structure.adjectives
            for form in self._database.readings(clause.words[index].text)
        )
