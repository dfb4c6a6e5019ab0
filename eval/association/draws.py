"""Sums of parts dealt at random, in blocks, so that memory does not grow with the number of draws.

A permutation test by sampling needs, for each draw, the sum of n of N scores chosen uniformly. The published
program shuffles an index array for each; here tens of thousands of choices are made at a time, as bits.
"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

BLOCK_BYTES = 1 << 19
"""Size of a block of random numbers: small enough for the cache of a core."""

WORD = 64
LEAST_ACCEPTED = 1 / 200
"""The part of fair coin rows that must have the right number of heads for coins to be the faster way."""


def generator(seed: int) -> np.random.Generator:
    """A source of randomness that gives the same draws for the same seed (SFC64, the fastest of numpy's)."""
    return np.random.Generator(np.random.SFC64(seed))


def permuted_sums(values: Integers, chosen: int, draws: int, rng: np.random.Generator) -> Iterator[Integers]:
    """The sums of `chosen` of the values, chosen uniformly and independently, `draws` in all, in blocks.

    Two ways, by what is faster for the sizes; both are uniform over all C(len(values), chosen) choices.
    """
    blocks = _sums_by_coins if _accepted(values.size, chosen) >= LEAST_ACCEPTED else _sums_by_shuffling
    yield from _first(blocks(values, chosen, rng), draws)


def differences_with_replacement(
    values: Integers, chosen: int, draws: int, rng: np.random.Generator
) -> Iterator[Integers]:
    """For len(values) scores drawn with replacement, the sum of the first `chosen` minus that of the
    others."""
    rows = max(1, BLOCK_BYTES // (8 * values.size))
    signs = np.where(np.arange(values.size) < chosen, 1, -1)

    def blocks() -> Iterator[Integers]:
        while True:
            yield values[rng.integers(0, values.size, size=(rows, values.size))] @ signs

    yield from _first(blocks(), draws)


def _first(blocks: Iterator[Integers], draws: int) -> Iterator[Integers]:
    while draws > 0:
        block = next(blocks)[:draws]
        draws -= block.size
        yield block


def _accepted(size: int, chosen: int) -> float:
    """How often `size` fair coins show exactly `chosen` heads."""
    return float(math.comb(size, chosen) / (1 << size))


def _sums_by_coins(values: Integers, chosen: int, rng: np.random.Generator) -> Iterator[Integers]:
    """A row of fair coins is kept when it has the right number of heads.

    Given that number, every choice is as likely as any other. Random bits are the coins, the processor counts
    them, and the sum of eight scores is looked up by the byte that chooses among them.
    """
    words = -(-values.size // WORD)
    last = np.uint64((1 << (values.size - (words - 1) * WORD)) - 1)
    tables = _byte_tables(values, words)
    rows = max(1, BLOCK_BYTES // (8 * words))
    while True:
        coins = rng.integers(0, 1 << WORD, size=(words, rows), dtype=np.uint64)
        coins[-1] &= last
        heads = np.bitwise_count(coins).sum(axis=0, dtype=np.int64)
        kept = np.ascontiguousarray(coins[:, heads == chosen].T)
        choices = kept.astype("<u8", copy=False).view(np.uint8)
        sums = np.zeros(len(kept), np.int64)
        for place, table in enumerate(tables):
            sums += table[choices[:, place]]
        yield sums


def _byte_tables(values: Integers, words: int) -> list[Integers]:
    """For each eight values, the sum that each of the 256 bytes chooses of them."""
    padded = np.zeros(words * WORD, np.int64)
    padded[: values.size] = values
    bits = (np.arange(256)[:, None] >> np.arange(8)) & 1
    tables = [bits @ padded[start : start + 8] for start in range(0, values.size, 8)]
    return [np.asarray(table, np.int64) for table in tables]


def _sums_by_shuffling(values: Integers, chosen: int, rng: np.random.Generator) -> Iterator[Integers]:
    rows = max(1, BLOCK_BYTES // (8 * values.size))
    tiled = np.tile(values, (rows, 1))
    while True:
        yield rng.permuted(tiled, axis=1)[:, :chosen].sum(axis=1)
