"""In which order the three choices of an item are shown: models like places, whatever stands there."""

import random
from enum import StrEnum

from mitgemeint.eval.bbq.item import Item

Places = tuple[int, int, int]
"""Which choice of the item is shown first, second and third."""


class Order(StrEnum):
    """As the data have it, drawn for each item, or with the unknown choice at one of the three places.

    `…-swapped` shows the other two the other way round: those six are all there are.
    """

    GIVEN = "given"
    SHUFFLED = "shuffled"
    UNKNOWN_FIRST = "unknown-first"
    UNKNOWN_SECOND = "unknown-second"
    UNKNOWN_THIRD = "unknown-third"
    UNKNOWN_FIRST_SWAPPED = "unknown-first-swapped"
    UNKNOWN_SECOND_SWAPPED = "unknown-second-swapped"
    UNKNOWN_THIRD_SWAPPED = "unknown-third-swapped"


PLACES = (Order.UNKNOWN_FIRST, Order.UNKNOWN_SECOND, Order.UNKNOWN_THIRD)
ALL = (*PLACES, Order.UNKNOWN_FIRST_SWAPPED, Order.UNKNOWN_SECOND_SWAPPED, Order.UNKNOWN_THIRD_SWAPPED)
_WITH_UNKNOWN_AT = {order: place % 3 for place, order in enumerate(ALL)}

CHOICES: dict[str, tuple[Order, ...]] = {
    "given": (Order.GIVEN,),
    "shuffled": (Order.SHUFFLED,),
    "unknown": PLACES,
    "all": ALL,
}
"""The orders of a run, by the names of the option."""


def places(item: Item, order: Order, seed: int = 0) -> Places:
    """Which choices are shown where; a shuffled order depends on the seed and the item alone."""
    if order is Order.GIVEN:
        return (0, 1, 2)
    if order is Order.SHUFFLED:
        shown = [0, 1, 2]
        random.Random(f"{seed} {item.id}").shuffle(shown)
        return (shown[0], shown[1], shown[2])
    others = [place for place in range(3) if place != item.unknown]
    if order.endswith("-swapped"):
        others.reverse()
    others.insert(_WITH_UNKNOWN_AT[order], item.unknown)
    return (others[0], others[1], others[2])
