"""Contexts in inclusive wording, to see whether wording changes what models answer.

The same items twice: as they are, and with the generic masculines of their contexts rewritten by the
assistant. Questions and choices stay, and so do the persons that are asked about: "der Lehrer" beside "die
Lehrerin" is no generic masculine, whatever its form says.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from mitgemeint.analysis import Code, Pipeline
from mitgemeint.analysis.edits import add_compatible, apply
from mitgemeint.analysis.findings import Edit, Finding
from mitgemeint.eval.bbq.groups import plain
from mitgemeint.eval.bbq.item import Item


@dataclass(frozen=True, slots=True)
class Reworded:
    """An item and the same with its context reworded; `words` are what was replaced."""

    original: Item
    inclusive: Item
    words: tuple[str, ...]


def reword(items: Iterable[Item], pipeline: Pipeline, notation: str | None = None) -> Iterator[Reworded]:
    """The items whose context has a generic masculine that can be rewritten, each in both wordings.

    Of each finding the first suggestion is taken, or the first in one notation. Findings on a person that is
    asked about are left alone. Contexts of other languages are passed over.
    """
    known: dict[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]] = {}
    for item in items:
        if item.language != "de":
            continue
        asked_about = tuple(sorted(_nouns(item.choices)))
        key = (item.context, asked_about)
        if key not in known:
            known[key] = _reworded(item.context, asked_about, pipeline, notation)
        context, words = known[key]
        if context != item.context:
            yield Reworded(item, replace(item, context=context), words)


def _reworded(
    text: str, asked_about: Sequence[str], pipeline: Pipeline, notation: str | None
) -> tuple[str, tuple[str, ...]]:
    chosen: list[Edit] = []
    words: list[str] = []
    for finding in pipeline.analyze(text).findings:
        if finding.code is not Code.GENERIC_MASCULINE or _is_asked_about(finding, asked_about):
            continue
        for offer in finding.suggestions:
            if notation in (None, offer.notation) and add_compatible(offer.edits, chosen):
                words.append(finding.text)
                break
    return apply(text, chosen), tuple(words)


def _nouns(choices: Sequence[str]) -> set[str]:
    """The last word of each choice, in small letters."""
    return {plain(choice).split()[-1] for choice in choices if plain(choice)}


def _is_asked_about(finding: Finding, nouns: Sequence[str]) -> bool:
    return any(plain(form) in nouns for form in (finding.lemma, finding.text))
