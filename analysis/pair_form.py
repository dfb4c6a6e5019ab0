"""Pair forms: the phrase written twice, feminine and masculine, as German does it in its place."""

from mitgemeint.analysis.assimilation import Dependents
from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Number
from mitgemeint.analysis.phrase import PhraseReader, Reading, Structure
from mitgemeint.analysis.rewrite import match_case, rendered
from mitgemeint.analysis.targets import AND, OR, VERY, Target, is_noun, is_polite, is_salutation

AS_WELL_AS = "sowie"


class PairForm:
    """Writes pair forms: the words that change, by their index."""

    def __init__(self, closed: ClosedClass, reader: PhraseReader) -> None:
        self._closed = closed
        self._reader = reader

    def plural(self, target: Target, feminine: str, masculine: str, joint: str = AND) -> dict[int, str]:
        """Lehrerinnen und Lehrer; in a row the joint becomes sowie and a shared article is repeated."""
        clause, structure = target.clause, target.structure
        words = {structure.noun: f"{feminine} {joint} {masculine}"}
        before, after = structure.first - 1, structure.noun + 1
        if joint == AND and clause.lower(after) == AND and self._is_bare_noun(clause, after + 1):
            words[after] = AS_WELL_AS
        if clause.lower(before) == AND and structure.first == structure.noun and is_noun(clause, before - 1):
            words.update({before: AS_WELL_AS} if joint == AND else {})
            words[structure.noun] = f"{self._shared_article(clause, before - 1)}{words[structure.noun]}"
        return words

    def _is_bare_noun(self, clause: Clause, index: int) -> bool:
        return is_noun(clause, index) and not self._closed.readings(clause.lower(index))

    def _shared_article(self, clause: Clause, noun: int) -> str:
        """The definite article of the noun before the joint, with a space: den Köchen sowie den Gärtnern."""
        article = self._reader.structure(clause, noun).determiner
        if article is None or clause.tokens[noun].number is not Number.PLURAL:
            return ""
        definite = any(determiner.definite for determiner, _ in self._closed.readings(clause.lower(article)))
        return f"{clause.lower(article)} " if definite else ""

    def singular(self, target: Target, feminine: str, dependents: Dependents) -> dict[int, str]:
        """die neue Lehrerin oder der neue Lehrer; die oder der Angestellte where only the article differs."""
        structure, clause = target.structure, target.clause
        noun = clause.words[structure.noun].text
        first = structure.first
        lead = clause.words[first].text
        conjunction = _conjunction(target.reading)
        second = lead if first == structure.noun or is_polite(target) else lead[0].lower() + lead[1:]
        if is_salutation(target):
            return self._salutation(target, feminine, dependents)
        if feminine == noun and _only_determiner_differs(clause, structure, dependents):
            form = match_case(dependents.phrase[first], lead)
            return {first: f"{form} {conjunction} {self._article(target, form, second)}"}
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

    def _article(self, target: Target, feminine: str, written: str) -> str:
        """The second article: bei der oder dem Kranken, but zur oder zum Kranken."""
        if target.structure.contraction is None or " " not in feminine:
            return written
        return self._closed.determiners["der"].forms[target.reading.cell]


def without_first_part(feminine: str, masculine: str) -> str:
    """The masculine without what it shares before its hyphen: Bio-Bäuerinnen und -Bauern (Duden, D 31)."""
    first, hyphen, rest = masculine.rpartition("-")
    shared = hyphen and feminine.startswith(first + hyphen) and not first.startswith("-")
    return hyphen + rest if shared else masculine


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
