"""What the analysis reports: findings, their suggestions and the edits of a suggestion."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Code(StrEnum):
    """Stable codes of findings; settings, documents and `mitgemeint explain` use the same names."""

    GENERIC_MASCULINE = "generic-masculine"
    GENERIC_PRONOUN = "generic-pronoun"
    FORBIDDEN_FORM = "forbidden-form"
    MIXED_FORMS = "mixed-forms"
    MALFORMED_FORM = "malformed-form"
    INCOMPLETE_FORM = "incomplete-form"


class Reference(StrEnum):
    """Whether a masculine means people in general, a known man (or men), or cannot be told."""

    GENERIC = "generic"
    SPECIFIC = "specific"
    UNKNOWN = "unknown"


class Edit(NamedTuple):
    """Replace the code points `start` to `end` (exclusive) of the document by `new_text`."""

    start: int
    end: int
    new_text: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """Why a suggestion stands where it stands; smaller `notation` first, then greater `score`.

    `notation` is the place of its notation in the policy's order (from 0), `often` says that it fits many
    sentences but not nearly all. `document` counts uses of the new word in the document, `frequency` is its
    Zipf frequency (log10 of uses in a thousand million words), `position` its place in the lexicon (from 0),
    `length` how many characters the text grows by.
    """

    notation: int
    often: bool
    document: int
    frequency: float
    position: int
    length: int
    score: float

    @property
    def key(self) -> tuple[bool, int, float]:
        """What suggestions are sorted by."""
        return (self.often, self.notation, -self.score)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One way to rewrite a finding.

    `edits` are sorted, do not overlap, and are escaped for the document's format;
    `sentence` is the rewritten sentence as prose, without the escapes (of one longer than 1,000 characters
    the part around the edits). `automatic` suggestions may be applied without a look at the sentence;
    `ranking` says why the suggestion stands where it does.
    """

    notation: str
    label: str
    edits: tuple[Edit, ...]
    sentence: str
    source: str
    explanation: str = ""
    automatic: bool = True
    ranking: Ranking | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One place that can be written more inclusively.

    `start` and `end` count code points of the document (end exclusive); `text` is that slice.
    `certainty` is between 0 and 1. `suggestions` are ranked, the best first; they are made when they are
    looked at.
    """

    start: int
    end: int
    text: str
    code: Code
    lemma: str
    reference: Reference
    certainty: float
    message: str
    reason: str
    suggestions: Sequence[Suggestion] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The findings of one document, by position, and the format it was read in."""

    format: str
    findings: tuple[Finding, ...] = field(default=())
