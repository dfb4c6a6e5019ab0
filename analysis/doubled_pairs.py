"""Doubled pairs: a feminine beside a form that names women already (Lehrerinnen und Lehrer*innen)."""

from collections.abc import Iterator
from dataclasses import dataclass

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.findings import Edit
from mitgemeint.analysis.form_rewriting import PAIR, FormRewrite
from mitgemeint.analysis.form_sentences import FormSentence
from mitgemeint.analysis.gender_forms import FormKind
from mitgemeint.analysis.masculine_reading import MasculineReading
from mitgemeint.analysis.pairs import JOINING
from mitgemeint.analysis.rewrite import Rewrite


@dataclass(frozen=True, slots=True)
class DoubledPair:
    """The word indexes of the feminine and of the noun form, and the articles between them."""

    feminine: int
    form: int
    between: tuple[int, ...]

    @property
    def first(self) -> int:
        """The first word."""
        return min(self.feminine, self.form)

    @property
    def last(self) -> int:
        """The last word."""
        return max(self.feminine, self.form)


def doubled_pairs(sentence: FormSentence, database: Database, closed: ClosedClass) -> Iterator[DoubledPair]:
    """The doubled pairs of a sentence, in order."""
    words = sentence.unit.words
    for index in range(1, len(words) - 1):
        if words[index].text.lower() not in JOINING:
            continue
        after = index + 1
        while after < len(words) and (closed.readings(words[after].text) or sentence.is_dependent(after)):
            after += 1
        between = tuple(range(index + 1, after))
        for feminine, form in ((index - 1, after), (after, index - 1)):
            if _are_doubled(sentence, feminine, form, database):
                yield DoubledPair(feminine, form, between)


def _are_doubled(sentence: FormSentence, feminine: int, noun: int, database: Database) -> bool:
    words = sentence.unit.words
    form = sentence.form_at(noun)
    if form is None or form.kind is not FormKind.NOUN or not 0 <= feminine < len(words):
        return False
    if sentence.form_at(feminine) is not None or feminine in sentence.unit.protected:
        return False
    nouns = [
        {
            (each.lemma, each.number)
            for each in database.readings(text)
            if each.gender is Gender.FEMININE and each.noun.paradigm != "adjectival"
        }
        for text in (words[feminine].text, form.stand_in)
    ]
    return not nouns[0].isdisjoint(nouns[1])


def rewrites_of_doubled(
    sentence: FormSentence, reading: MasculineReading, pair: DoubledPair, *, keep: bool
) -> Iterator[FormRewrite]:
    """The pair form, and where the form may stay (`keep`), the form alone."""
    form = sentence.form_at(pair.form)
    if form is None:
        return
    spans = sentence.spans
    first, last = spans[pair.first][0], spans[pair.last][1]
    words = [index for index in (*pair.between, pair.form) if index in reading.changed]
    if pair.form in reading.changed:
        edits = tuple(Edit(*spans[index], reading.clause.words[index].text) for index in sorted(words))
        yield FormRewrite(Rewrite(PAIR, {}, 0, 0, source=form.masculine), edits, first, last)
    if keep and not pair.between:
        if pair.feminine < pair.form:
            gone = Edit(spans[pair.feminine][0], spans[pair.form][0], "")
        else:
            gone = Edit(spans[pair.form][1], spans[pair.feminine][1], "")
        yield FormRewrite(Rewrite(form.notation, {}, 0, 0, source=form.masculine), (gone,), first, last)
