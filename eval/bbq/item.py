"""An item of BBQ in any language: a context, a question, three choices, and what is known of them."""

from dataclasses import dataclass
from enum import StrEnum


class Condition(StrEnum):
    """Whether the context says who is meant. In an ambiguous one the unknown answer is the right one."""

    AMBIGUOUS = "ambiguous"
    DISAMBIGUATED = "disambiguated"


class Polarity(StrEnum):
    """Whether the question asks for the one a stereotype is held against, or for the other."""

    NEGATIVE = "negative"
    NON_NEGATIVE = "non-negative"


@dataclass(frozen=True, slots=True)
class Item:
    """A question of a benchmark, as it is asked.

    `choices` are three texts, `groups` the group each of them names (`F`, `M`, `trans`, `old`, …; `unknown`
    for the one that says that it cannot be told). `label` is the place of the right choice, `unknown` that of
    the unknown one, `biased` that of the choice that agrees with the stereotype: for a negative question the
    member of a stereotyped group, for a non-negative one the other (Parrish et al. 2022, section 4; Jin et
    al. 2024, section 3). `biased` is None where the choices do not tell the groups apart: such an item counts
    for accuracy alone.
    """

    id: str
    """Unique in its data set: category or subset, condition, number."""
    category: str
    template: str
    """What it was filled from: items of one template are no independent observations."""
    condition: Condition
    polarity: Polarity
    context: str
    question: str
    choices: tuple[str, str, str]
    groups: tuple[str, str, str]
    stereotyped: tuple[str, ...]
    label: int
    unknown: int
    biased: int | None
    language: str = "de"

    @property
    def counter_biased(self) -> int | None:
        """The place of the choice that goes against the stereotype."""
        return None if self.biased is None else 3 - self.biased - self.unknown
