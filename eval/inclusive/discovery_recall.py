"""How often discovery finds what the database knows already: recall among the first candidates."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.entries import Sense
from mitgemeint.analysis.paradigm import load_paradigms
from mitgemeint.eval.inclusive.discovery import COMPONENTS, Asked, Ranker, ask, by_score, combined
from mitgemeint.eval.inclusive.neutral_forms import NeutralForms

FIRST = (1, 5, 10)
TOP = 3


@dataclass(frozen=True, slots=True)
class Recall:
    """Of masculines whose neutral alternatives could be found, how often one is among the first.

    `asked` are masculines of the database with such an alternative, `seen` those that the data have often
    enough, `possible` those of them with an alternative among the candidates. `found` holds, for each number
    of `FIRST`, how many of `possible` have a known alternative among so many first candidates; `chance` what
    drawing the candidates by lot would give. `precision` is the share of the known among the first `TOP`
    candidates: a lower bound, for what is not known may be good.
    """

    used: tuple[str, ...]
    asked: int
    seen: int
    possible: int
    found: tuple[int, ...]
    precision: float
    chance: tuple[float, ...]


def known_masculines(database: Database, neutral: NeutralForms) -> list[Asked]:
    """The simple masculines that the database has neutral words for, participles and adjectives left out."""
    adjectival = load_paradigms().adjectival
    nouns = [
        noun
        for noun in database.nouns
        if noun.sense in (Sense.PERSON, Sense.AMBIGUOUS) and noun.paradigm not in adjectival
    ]
    asked = [ask(noun.masculine, database, neutral) for noun in nouns]
    return [each for each in asked if each.known]


def recalls(ranker: Ranker, fewest: int) -> list[Recall]:
    """The recall with all components together, and with each of them alone."""
    rows = [row for row in range(len(ranker.asked)) if _is_seen(ranker, row, fewest)]
    words = {item.word for item in ranker.candidates}
    possible = [row for row in rows if ranker.asked[row].known & words]
    names = tuple(name for name in COMPONENTS if name in ranker.component_names)
    sets = [names, *((name,) for name in names if len(names) > 1)]
    places = [_places(ranker, row, sets) for row in possible]
    chances = [_chance(ranker, row) for row in possible]
    return [
        Recall(
            used,
            len(ranker.asked),
            len(rows),
            len(possible),
            tuple(sum(place[at][0] < first for place in places) for first in FIRST),
            sum(place[at][1] for place in places) / (TOP * max(len(places), 1)),
            tuple(sum(chance[index] for chance in chances) for index in range(len(FIRST))),
        )
        for at, used in enumerate(sets)
    ]


def _is_seen(ranker: Ranker, row: int, fewest: int) -> bool:
    """Whether the data have a masculine: the corpus often enough, or the vectors at all."""
    return ranker.seen(row) >= fewest or ranker.has_vector(row)


def _places(ranker: Ranker, row: int, sets: Sequence[Sequence[str]]) -> list[tuple[float, int]]:
    """The place of the first known candidate, from 0, by each set of components, infinity for none; and
    how many are among the first `TOP`.
    """
    parts, known = ranker.components(row), ranker.asked[row].known
    orders = (by_score(combined(parts, used)) for used in sets)
    places = ([at for at, c in enumerate(order) if ranker.candidates[c].word in known] for order in orders)
    return [(min(each, default=math.inf), sum(place < TOP for place in each)) for each in places]


def _chance(ranker: Ranker, row: int) -> tuple[float, ...]:
    """The probability that of so many candidates by lot at least one is known."""
    total = len(ranker.candidates)
    known = sum(item.word in ranker.asked[row].known for item in ranker.candidates)
    return tuple(_at_least_one(total, known, min(first, total)) for first in FIRST)


def _at_least_one(total: int, known: int, drawn: int) -> float:
    none = 1.0
    for at in range(drawn):
        none *= max(total - known - at, 0) / (total - at)
    return 1 - none


def table(found: Sequence[Recall]) -> Iterator[str]:
    """The recalls as a Markdown table."""
    heads = [f"in the first {first}" for first in FIRST]
    yield f"| by | {' | '.join(heads)} | known of the first {TOP} |"
    yield f"|---|{'---:|' * (len(FIRST) + 1)}"
    for each in found:
        shares = [f"{number / max(each.possible, 1):.3f}" for number in each.found]
        yield f"| {' + '.join(each.used)} | {' | '.join(shares)} | {each.precision:.3f} |"
    if found:
        shares = [f"{number / max(found[0].possible, 1):.3f}" for number in found[0].chance]
        yield f"| chance | {' | '.join(shares)} | |"
        yield ""
        first = found[0]
        yield (
            f"{first.asked:,} masculines with a known neutral word, {first.seen:,} of them in the data, "
            f"{first.possible:,} of these with a known neutral word there, too: the shares are of those."
        )
