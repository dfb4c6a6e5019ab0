"""Whole texts from the suggestions of several findings: one suggestion each, all that fit together."""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from mitgemeint.analysis import Edit, Finding, Suggestion
from mitgemeint.analysis.edits import add_compatible, apply

# Products grow fast: five findings with five suggestions each give 7,776 texts.
MOST_COMBINATIONS = 5000

Choice = tuple[Suggestion | None, ...]


def applied(text: str, choice: Sequence[Suggestion | None]) -> str | None:
    """The text with the chosen suggestions made; None if two of them do not go together."""
    edits: list[Edit] = []
    for suggestion in choice:
        if suggestion is not None and not add_compatible(suggestion.edits, edits):
            return None
    return apply(text, edits)


def choices(findings: Sequence[Finding], most: int = MOST_COMBINATIONS) -> Iterator[Choice]:
    """Every way to leave a finding alone or take one of its suggestions, at most `most` of them."""
    options = [(None, *finding.suggestions) for finding in findings]
    yield from islice(product(*options), most)


def first_choices(findings: Sequence[Finding], most: int = MOST_COMBINATIONS) -> Iterator[Choice]:
    """Every way to leave a finding alone or take its first suggestion, at most `most` of them."""
    options = [(None, *finding.suggestions[:1]) for finding in findings]
    yield from islice(product(*options), most)


def reachable(text: str, findings: Sequence[Finding], most: int = MOST_COMBINATIONS) -> Iterator[str]:
    """The texts that can be made by taking suggestions, at most `most`; the unchanged one among them."""
    for choice in choices(findings, most):
        made = applied(text, choice)
        if made is not None:
            yield made
