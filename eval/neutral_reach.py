"""Neutral rewrites: whether what a person wrote instead of a word is among what is suggested there.

Neutral wording is open: two people seldom choose the same. So a suggestion counts where it shares a noun with
the reference's wording at that place (Lehrkräfte, eine erfahrene Lehrkraft); how often the very words are
offered is counted beside it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mitgemeint.analysis import Code, Finding, Pipeline, Settings
from mitgemeint.eval.spans import overlap
from mitgemeint.eval.words import UMLAUTS, TextWord, capitalised, changes, nouns, texts, words

ENDINGS = ("en", "er", "n", "e", "s")
# No shorter stem is cut to: Leute and Leuten are one word, Ei and Eis two.
SHORTEST_STEM = 3


@dataclass(frozen=True, slots=True)
class Reach:
    """Places that the reference rewrites: all, found by us, with any neutral suggestion, reached.

    `worded` counts the places where the reference's very words are offered, `texts` those with any such
    place and `texts_reached` those where every place is reached.
    """

    places: int = 0
    found: int = 0
    suggested: int = 0
    reached: int = 0
    worded: int = 0
    texts: int = 0
    texts_reached: int = 0

    def __add__(self, other: "Reach") -> "Reach":
        return Reach(*(getattr(self, name) + getattr(other, name) for name in Reach.__dataclass_fields__))


def measure(rows: Iterable[Mapping[str, Any]]) -> tuple[Reach, list[str]]:
    """The counts over the rows with a neutral target, and the words at places not reached."""
    pipeline = Pipeline(Settings(notations=["neutral"]))
    total, missed = Reach(), []
    for row in rows:
        if "neutral" in row["targets"]:
            reach, words_missed = one_text(
                pipeline, row["exclusive"], row["targets"]["neutral"], row["spans"]
            )
            total += reach
            missed += words_missed
    return total, missed


def one_text(
    pipeline: Pipeline, exclusive: str, target: str, spans: Sequence[Sequence[int]]
) -> tuple[Reach, list[str]]:
    """The counts of one text; places are our findings, and the reference's spans that none of them covers."""
    findings = [item for item in pipeline.analyze(exclusive).findings if item.code is Code.GENERIC_MASCULINE]
    places: list[tuple[int, int, Finding | None]] = [(item.start, item.end, item) for item in findings]
    places += [
        (start, end, None)
        for start, end in spans
        if not any(overlap((start, end), (item.start, item.end)) for item in findings)
    ]
    total, missed = Reach(), []
    for start, end, finding in places:
        wanted = replacement(exclusive, target, (start, end))
        if wanted:
            reach = _place(finding, target, wanted)
            total += reach
            missed += [] if reach.reached else [exclusive[start:end]]
    if total.places:
        total += Reach(texts=1, texts_reached=int(not missed))
    return total, missed


def replacement(exclusive: str, target: str, span: tuple[int, int]) -> list[TextWord]:
    """The words that the target has in place of a span, none where it leaves the span as it is."""
    old, new = words(exclusive), words(target)
    found: list[TextWord] = []
    for change in changes(texts(old), texts(new)):
        if any(overlap(span, (word.start, word.end)) for word in old[change.old_first : change.old_last]):
            found += new[change.new_first : change.new_last]
    return found


def _place(finding: Finding | None, target: str, wanted: Sequence[TextWord]) -> Reach:
    if finding is None:
        return Reach(places=1)
    offered = finding.suggestions
    heads = frozenset[str]().union(*map(stems, texts(nouns(target, wanted))))
    reached = any(
        heads & stems(word.text)
        for suggestion in offered
        for edit in suggestion.edits
        for word in capitalised(words(edit.new_text))
    )
    worded = any(_holds(texts(words(suggestion.sentence)), texts(wanted)) for suggestion in offered)
    return Reach(
        places=1, found=1, suggested=int(bool(offered)), reached=int(reached or worded), worded=int(worded)
    )


def _holds(text: Sequence[str], part: Sequence[str]) -> bool:
    size = len(part)
    return any(list(text[at : at + size]) == list(part) for at in range(len(text) - size + 1))


def stems(noun: str) -> frozenset[str]:
    """A noun without umlauts, as it is and without each ending; forms of one noun share one of these.

    Person (person), Personen (person); Lehrkraft (lehrkraft), Lehrkräfte (lehrkraft).
    """
    folded = noun.lower().translate(UMLAUTS)
    cut = {
        folded.removesuffix(ending)
        for ending in ENDINGS
        if folded.endswith(ending) and len(folded) - len(ending) >= SHORTEST_STEM
    }
    return frozenset({folded} | cut)
