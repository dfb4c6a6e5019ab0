"""Batches of about the same size: inputs of similar length together, within a budget of pieces."""

from collections.abc import Iterator, Sequence


def batches(lengths: Sequence[int], budget: int) -> Iterator[list[int]]:
    """The places of the inputs, the shortest first, in batches.

    A batch costs the number of its inputs times the longest of them (what is shorter is padded), which stays
    within `budget`; an input above the budget is a batch of its own. Every place occurs once, and the order
    depends on the lengths alone.
    """
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda i: (lengths[i], i)):
        if batch and (len(batch) + 1) * lengths[place] > budget:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
