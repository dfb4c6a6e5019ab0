"""Rewrites in which nothing is inflected: what an assistant without morphology would write.

For measuring alone (Pomerenke 2022, ablation "without inflection"): the citation form stands in the place of
the noun, and no article, adjective or pronoun follows it.
"""

from collections.abc import Iterator
from dataclasses import replace

from mitgemeint.analysis.determiners import Strength
from mitgemeint.analysis.features import Case, Number
from mitgemeint.analysis.neutral import target_gender, wording
from mitgemeint.analysis.neutral_rewriting import NEUTRAL
from mitgemeint.analysis.notation import word_notation
from mitgemeint.analysis.noun_systems import SYSTEMS
from mitgemeint.analysis.phrase import Reading
from mitgemeint.analysis.rewrite import Rewrite
from mitgemeint.analysis.rewriting import FEMININE, Rewriter
from mitgemeint.analysis.targets import AND, Target, rewrite_of


class UninflectedRewriter(Rewriter):
    """Writes the citation form of a target in every notation."""

    def rewrites(self, target: Target, notation: str) -> Iterator[Rewrite]:
        """The rewrites of a target in one notation, the best first."""
        for position, text in enumerate(self._texts(target, notation)):
            found = rewrite_of(target, notation, {target.structure.noun: text})
            if found:
                yield replace(found, position=position)

    def _texts(self, target: Target, notation: str) -> Iterator[str]:
        masculine, feminine = target.form.lemma, target.form.feminine
        if notation == NEUTRAL:
            yield from self._neutral_texts(target)
        elif notation == FEMININE:
            yield feminine
        elif notation == "pair":
            yield f"{feminine} {AND} {masculine}"
        elif notation not in SYSTEMS:
            joined = word_notation(notation, self._style)
            text = joined.noun(masculine, feminine) if joined else None
            if text:
                yield text

    def _neutral_texts(self, target: Target) -> Iterator[str]:
        for alternative in self._database.alternatives(target.form.noun, target.form.prefix):
            gender = target_gender(alternative)
            reading = Reading(Case.NOMINATIVE, Number.SINGULAR, gender, None, Strength.STRONG)
            yield wording(alternative, alternative.form, reading, Number.SINGULAR, self._closed, ".")
