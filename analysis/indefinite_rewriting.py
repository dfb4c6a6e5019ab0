"""Rewrites of indefinite pronouns: jede*r, keine und keiner, niemand, jede Person, and what takes them up."""

from collections.abc import Iterator

from mitgemeint.analysis.articles import DEFAULT_STYLE, ArticleStyle
from mitgemeint.analysis.assimilation import Assimilator
from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.determiners import ClosedClass, Strength, cell
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.indefinites import IndefiniteMatch
from mitgemeint.analysis.notation import word_notation
from mitgemeint.analysis.noun_systems import SYSTEMS
from mitgemeint.analysis.phrase import PhraseReader, Reading
from mitgemeint.analysis.pronouns import Pronoun
from mitgemeint.analysis.rewrite import Rewrite, match_case
from mitgemeint.analysis.targets import OR

NOUN = "noun"
KIND = "pronoun"


class IndefiniteRewriter:
    """Writes indefinite pronouns in every notation."""

    def __init__(self, closed: ClosedClass, forms: FormLexicon, style: ArticleStyle = DEFAULT_STYLE) -> None:
        self._closed = closed
        self._style = style
        self._assimilator = Assimilator(closed, PhraseReader(closed, forms))

    def relatives(self, clause: Clause, match: IndefiniteMatch) -> tuple[int, ...]:
        """The relative pronouns that take up the pronoun."""
        found = self._assimilator.relative_pronouns(clause, match.structure, _reading(match))
        return tuple(index for index, _, _ in found)

    def rewrites(
        self, clause: Clause, match: IndefiniteMatch, pronouns: tuple[Pronoun, ...], notation: str
    ) -> Iterator[Rewrite]:
        """The rewrites in one notation: none or one."""
        relative = self._relative_forms(clause, match)
        words = self._words(clause, match, pronouns, relative, notation)
        if not words:
            return
        changed = {index: match_case(new, clause.words[index].text) for index, new in words.items()}
        changed = {index: new for index, new in changed.items() if new != clause.words[index].text}
        if changed and all(clause.free(index) for index in changed):
            own = match.pronoun.determiner is not None
            first, last = (match.index, match.structure.noun) if own else (min(changed), min(changed))
            yield Rewrite(notation, changed, first, last, source=match.pronoun.lemma, kind=KIND)

    def _words(
        self,
        clause: Clause,
        match: IndefiniteMatch,
        pronouns: tuple[Pronoun, ...],
        relative: dict[int, tuple[str, str]],
        notation: str,
    ) -> dict[int, str] | None:
        if notation == "neutral":
            return self._neutral(clause, match, pronouns, relative)
        own = self._own_forms(clause, match)
        others = {pronoun.index: (pronoun.masculine, pronoun.feminine) for pronoun in pronouns}
        if notation == "pair":
            words = _pair_of_phrase(match, own)
            pairs = {**relative, **others}
            return {**words, **{index: f"{new} {OR} {old}" for index, (old, new) in pairs.items()}}
        joined = word_notation(notation, self._style) if notation not in SYSTEMS else None
        if joined is None:
            return None
        articles = {**own, **relative, **others}
        words = {index: joined.article(old, new) for index, (old, new) in articles.items()}
        words.update((index, joined.adjective(*own[index])) for index in match.adjectives)
        return words

    def _own_forms(self, clause: Clause, match: IndefiniteMatch) -> dict[int, tuple[str, str]]:
        """The masculine and the feminine of the pronoun and its adjectives, by word index."""
        pronoun, case = match.pronoun, match.case
        masculine, feminine = pronoun.masculine[case], pronoun.feminine[case]
        if match.adjectives and pronoun.determiner:
            slots = [cell(case, Number.SINGULAR, gender) for gender in (Gender.MASCULINE, Gender.FEMININE)]
            own = [pronoun.determiner.forms[slot] for slot in slots]
            if clause.lower(match.index) == own[0]:
                masculine, feminine = own
        forms = {match.index: (masculine, feminine)}
        for index in match.adjectives:
            word = clause.words[index].text
            reading = _reading(match)
            new = self._assimilator.adjective(word, reading, cell(case, Number.SINGULAR, Gender.FEMININE))
            forms[index] = (word, new or word)
        return forms

    def _relative_forms(self, clause: Clause, match: IndefiniteMatch) -> dict[int, tuple[str, str]]:
        forms: dict[int, tuple[str, str]] = {}
        found = self._assimilator.relative_pronouns(clause, match.structure, _reading(match))
        for index, table, case in found:
            feminine = self._closed.relatives[table].get(cell(case, Number.SINGULAR, Gender.FEMININE))
            if feminine:
                forms[index] = (clause.lower(index), feminine)
        return forms

    def _neutral(
        self,
        clause: Clause,
        match: IndefiniteMatch,
        pronouns: tuple[Pronoun, ...],
        relative: dict[int, tuple[str, str]],
    ) -> dict[int, str] | None:
        """Niemand for keiner; jede Person, which is feminine, with what refers to it."""
        neutral = match.pronoun.neutral
        if match.case.value in neutral:
            fits = not (match.adjectives or relative or pronouns)
            return {match.index: neutral[match.case.value]} if fits else None
        determiner = match.pronoun.determiner
        if NOUN not in neutral or determiner is None or match.partitive:
            return None
        words = {index: new for index, (_, new) in self._own_forms(clause, match).items()}
        words[match.index] = determiner.forms[cell(match.case, Number.SINGULAR, Gender.FEMININE)]
        words[match.structure.noun] = f"{words[match.structure.noun]} {neutral[NOUN]}"
        words.update({index: new for index, (_, new) in relative.items()})
        words.update({pronoun.index: pronoun.feminine for pronoun in pronouns})
        return words


def _reading(match: IndefiniteMatch) -> Reading:
    determiner = match.pronoun.determiner
    strength = determiner.strength if determiner else Strength.STRONG
    return Reading(match.case, Number.SINGULAR, Gender.MASCULINE, determiner, strength)


def _pair_of_phrase(match: IndefiniteMatch, own: dict[int, tuple[str, str]]) -> dict[int, str]:
    """Jede und jeder; keine andere und kein anderer; nothing for pronouns without gender."""
    if all(masculine == feminine for masculine, feminine in own.values()):
        return {}
    joint = match.pronoun.joint
    masculine, feminine = own[match.index]
    if all(old == new for index, (old, new) in own.items() if index != match.index):
        return {match.index: f"{feminine} {joint} {masculine}"}
    whole = " ".join(feminine for _, (_, feminine) in sorted(own.items()))
    return {match.index: f"{whole} {joint} {masculine}"}


def is_exclusive(match: IndefiniteMatch, *, relative: bool, pronouns: bool) -> bool:
    """Whether the pronoun has what it needs to be reported."""
    there = {
        "partitive": match.partitive,
        "counted": match.counted,
        "relative": relative,
        "pronoun": pronouns,
    }
    return not match.pronoun.needs or any(there[need] for need in match.pronoun.needs)
