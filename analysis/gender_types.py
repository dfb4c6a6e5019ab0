"""What the recognisers of gender-inclusive forms give."""

from dataclasses import dataclass
from enum import StrEnum


class FormKind(StrEnum):
    """What a gender-inclusive form is in the sentence."""

    NOUN = "noun"
    COMPOUND = "compound"
    DETERMINER = "determiner"
    PAIR = "pair"
    MARKER = "marker"


@dataclass(frozen=True, slots=True)
class GenderForm:
    """A gender-inclusive form in a text.

    `start` and `end` count code points (end exclusive), `text` is that slice. `notation` is a name of
    the design (`star`, `colon`, ..., `custom:<sign>`), or `pair` for markers' pairs, see `FormKind`.
    `stand_in` is the plain German the analysis reads instead: the feminine noun in the form's number,
    the feminine determiner in its case; it is empty for markers such as (m/w/d), which the analysis
    does not see. `masculine` is the masculine reading ("" where it cannot be built by rule).
    `well_formed` is False for hybrids such as Studenten*innen.

    DETERMINER holds all dependents of a noun and pronouns: articles, pronouns, contracted prepositions,
    adjectives. COMPOUND is a compound with the form in its first part, also before a hyphen.
    """

    start: int
    end: int
    text: str
    notation: str
    kind: FormKind
    stand_in: str
    masculine: str
    well_formed: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A recognised form whose end counts from the begin of the window it was looked for in.

    A candidate that is not `certain` counts only beside another form (gute/n Lehrer/in).
    """

    end: int
    notation: str
    kind: FormKind
    stand_in: str
    masculine: str
    well_formed: bool
    certain: bool = True
