"""Sentences that hold gender forms, as the checks of what is written already read them."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.gender_forms import FormKind, GenderForm
from mitgemeint.analysis.units import FormPlace, Place, Unit

FREE = -1
# What follows a contraction whose feminine is two words: beim*bei der, in*ins die.
ARTICLES = frozenset({"der", "die"})
FEMININE_PLURAL = "innen"
NOUNS = frozenset({FormKind.NOUN, FormKind.PAIR})


@dataclass(frozen=True, slots=True)
class FormSentence:
    """A sentence with forms. `spans` are those of the unit's words, in `source`, the sentence as it stands in
    its segment; those of the forms count there, too. `owners` names for each word the form that it stands
    for, or FREE.
    """

    unit: Unit
    source: str
    spans: tuple[tuple[int, int], ...]
    forms: tuple[GenderForm, ...]
    owners: tuple[int, ...]

    def words_of(self, form: int) -> tuple[int, ...]:
        """The words that stand for a form (by index)."""
        return tuple(index for index, owner in enumerate(self.owners) if owner == form)

    def word_of(self, form: int) -> int | None:
        """The word that stands for a form alone, None where several do or it is a part of one."""
        words = self.words_of(form)
        whole = (self.forms[form].start, self.forms[form].end)
        return words[0] if len(words) == 1 and self.spans[words[0]] == whole else None

    def form_at(self, word: int) -> GenderForm | None:
        """The form that a word stands for."""
        owner = self.owners[word] if 0 <= word < len(self.owners) else FREE
        return None if owner == FREE else self.forms[owner]

    def is_noun(self, word: int) -> bool:
        """Whether a word stands for a noun form."""
        form = self.form_at(word)
        return form is not None and form.kind in NOUNS

    def is_dependent(self, word: int) -> bool:
        """Whether a word stands for an article, adjective or pronoun with a sign."""
        form = self.form_at(word)
        return form is not None and form.kind is FormKind.DETERMINER

    def has_sign(self, word: int) -> bool:
        """Whether a word has a sign, or is the article of a contraction with one (beim*bei der)."""
        if self.form_at(word) is not None:
            return True
        return self.is_dependent(word - 1) and self.unit.words[word].text.lower() in ARTICLES

    def is_protected(self, form: int) -> bool:
        """Whether a form stands in a quotation or in code that must be left alone."""
        return not self.unit.protected.isdisjoint(self.words_of(form))


def is_plural(form: GenderForm) -> bool:
    """Whether a noun form is a plural (Lehrer*innen)."""
    return form.stand_in.lower().endswith(FEMININE_PLURAL)


def form_sentences(
    units: Iterable[tuple[Unit, Place]], places: Sequence[FormPlace]
) -> Iterator[tuple[FormSentence, Place]]:
    """The sentences that hold forms, in order. `places` are in the order of the document."""
    forms: dict[int, list[GenderForm]] = {}
    for found in places:
        if found.form.stand_in:
            forms.setdefault(id(found.segment), []).append(found.form)
    for unit, place in units if forms else ():
        of_segment = forms.get(id(place.segment))
        if of_segment and (sentence := _sentence(unit, place, of_segment)):
            yield sentence, place


def _sentence(unit: Unit, place: Place, forms: Sequence[GenderForm]) -> FormSentence | None:
    start, end = place.segment_span(0, len(unit.text))
    first = bisect_left(forms, start, key=lambda form: form.start)
    last = bisect_left(forms, end, key=lambda form: form.start)
    if first == last:
        return None
    own = tuple(_moved(form, -start) for form in forms[first:last])
    spans = tuple(_relative(place.segment_span(word.start, word.end), start) for word in unit.words)
    owners = tuple(_owner(span, own) for span in spans)
    return FormSentence(unit, place.segment.text[start:end], spans, own, owners)


def _relative(span: tuple[int, int], start: int) -> tuple[int, int]:
    return span[0] - start, span[1] - start


def _owner(span: tuple[int, int], forms: Sequence[GenderForm]) -> int:
    at = bisect_left(forms, span[1], key=lambda form: form.start) - 1
    return at if at >= 0 and forms[at].end > span[0] else FREE


def _moved(form: GenderForm, by: int) -> GenderForm:
    return GenderForm(
        form.start + by,
        form.end + by,
        form.text,
        form.notation,
        form.kind,
        form.stand_in,
        form.masculine,
        form.well_formed,
    )
