"""Rows of singulars that share an article: Ihren Arzt oder Apotheker, des Malers und Zeichners.

The shared article can only be joined (Ihre*n) where every noun of the row is: so each noun of the row offers
the rewrite of the whole row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.draft import Draft
from mitgemeint.analysis.features import Number
from mitgemeint.analysis.matching import ModifierMatch, NounMatch
from mitgemeint.analysis.neutral_rewriting import NEUTRAL
from mitgemeint.analysis.notation import word_notation
from mitgemeint.analysis.noun_systems import SYSTEMS
from mitgemeint.analysis.ranking import FEMININE
from mitgemeint.analysis.rewrite import Rewrite
from mitgemeint.analysis.targets import is_in_row


def joined_rows(
    clause: Clause, drafts: Mapping[int, Draft], matches: Sequence[NounMatch | ModifierMatch]
) -> dict[int, Draft]:
    """The drafts, with one rewrite for all nouns of a row that share an article, by notation."""
    result = dict(drafts)
    for row in _rows(clause, matches):
        if not all(index in drafts for index in row):
            continue
        joined = {
            name: rewrites
            for name in drafts[row[0]].rewrites
            if name not in SYSTEMS
            and name not in {NEUTRAL, FEMININE}
            and word_notation(name)
            and (rewrites := _joined([drafts[index].rewrites.get(name, ()) for index in row]))
        }
        for index in row:
            result[index] = replace(drafts[index], rewrites={**drafts[index].rewrites, **joined})
    return result


def _rows(clause: Clause, matches: Sequence[NounMatch | ModifierMatch]) -> list[list[int]]:
    """The noun with the article and those that stand bare after it, all singular."""
    singular = {
        match.index: match.structure
        for match in matches
        if isinstance(match, NounMatch) and match.reading.number is Number.SINGULAR
    }
    rows = []
    for first, structure in singular.items():
        if structure.determiner is None:
            continue
        row = [first]
        while _continues(clause, singular, row[-1] + 2):
            row.append(row[-1] + 2)
        if len(row) > 1:
            rows.append(row)
    return rows


def _continues(clause: Clause, singular: Mapping[int, object], noun: int) -> bool:
    return noun in singular and is_in_row(clause, noun)


def _joined(rewrites: Sequence[tuple[Rewrite, ...]]) -> tuple[Rewrite, ...]:
    """The first rewrites of all nouns in one, nothing where a noun has none."""
    if not all(rewrites):
        return ()
    firsts = [each[0] for each in rewrites]
    words = {index: text for each in firsts for index, text in each.words.items()}
    whole = replace(
        firsts[0],
        words=words,
        first=min(each.first for each in firsts),
        last=max(each.last for each in firsts),
    )
    return (whole,)
