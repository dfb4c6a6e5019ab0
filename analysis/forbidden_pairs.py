"""Pair forms in words (Lehrerinnen und Lehrer), for house rules that forbid them."""

from collections.abc import Iterator

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.findings import Edit
from mitgemeint.analysis.form_checks import FormJudge, Verdict
from mitgemeint.analysis.form_drafts import FormDraft
from mitgemeint.analysis.form_rewriting import PAIR, FormRewrite, FormRewriter, of_edits
from mitgemeint.analysis.pairs import Pair, find_pairs
from mitgemeint.analysis.units import Place, Unit

# Feminine, joining word, masculine.
LENGTH = 2


def pair_drafts(unit: Unit, place: Place, judge: FormJudge, rewriter: FormRewriter) -> Iterator[FormDraft]:
    """The drafts of a sentence's pairs. Plurals can be joined; with a singular other words agree."""
    if PAIR not in judge.forbidden:
        return
    start = place.segment_span(0, len(unit.text))[0]
    for pair in find_pairs(unit.words, judge.database, judge.closed):
        words = sorted((pair.feminine, pair.masculine))
        first, last = (unit.words[index] for index in words)
        whole = place.to_segment.is_copied(place.start + first.start, place.start + last.end)
        if not whole or not unit.protected.isdisjoint(range(words[0], words[1] + 1)):
            continue
        masculine = in_ordinary_capitals(unit.words[pair.masculine].text)
        lemma = next((form.lemma for form in judge.database.readings(masculine)), masculine)
        if not judge.ignored.isdisjoint({lemma.lower(), masculine.lower()}):
            continue
        begin, end = place.segment_span(first.start, last.end)
        span = (begin - start, end - start)
        rewrites = tuple(_rewrites(unit, pair, span, judge, rewriter)) if _is_plain(unit, pair, judge) else ()
        yield FormDraft(*span, Verdict.FORBIDDEN, lemma, rewrites)


def _is_plain(unit: Unit, pair: Pair, judge: FormJudge) -> bool:
    """Whether the pair is a plural and nothing but the joining word stands between."""
    readings = judge.database.readings(in_ordinary_capitals(unit.words[pair.feminine].text))
    plural = {form.number for form in readings if form.gender is Gender.FEMININE} == {Number.PLURAL}
    return plural and abs(pair.feminine - pair.masculine) == LENGTH


def _rewrites(
    unit: Unit, pair: Pair, span: tuple[int, int], judge: FormJudge, rewriter: FormRewriter
) -> Iterator[FormRewrite]:
    masculine, feminine = (unit.words[index].text for index in (pair.masculine, pair.feminine))
    for notation in rewriter.notations:
        new = rewriter.joined_noun(masculine, feminine, notation) if notation not in judge.forbidden else None
        if new:
            yield of_edits(notation, [Edit(*span, new)], masculine)
