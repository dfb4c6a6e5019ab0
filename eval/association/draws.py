"""Sums of parts dealt at random, in blocks, so that memory does not grow with the number of draws.

A permutation test by sampling needs, for each draw, the sum of n of N scores chosen uniformly. The published
program shuffles an index array for each; here tens of thousands of choices are made at a time, as bits.
"""

import math
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

BLOCK_BYTES = 1 << 19
"""Size of a block of random numbers: small enough for the cache of a core."""

WORD = 64
LEAST_ACCEPTED = 1 / 25
"""The part of rows of fair coins that must be right by themselves (4 %: 200 and 200) for mending not to
pay."""
MOST_LOPSIDED = 1 / 8
"""How far from halves the sizes may be, as a part of all, for mending to be faster than shuffling."""

Coins = NDArray[np.uint64]
"""Shape (words, rows): each row of coins goes down through the words, its first coin the lowest bit."""

Settle = Callable[[Coins, int, int, np.random.Generator], Coins]


def generator(seed: int) -> np.random.Generator:
    """A source of randomness that gives the same draws for the same seed (SFC64, the fastest of numpy's)."""
    return np.random.Generator(np.random.SFC64(seed))


def permuted_sums(values: Integers, chosen: int, draws: int, rng: np.random.Generator) -> Iterator[Integers]:
    """The sums of `chosen` of the values, chosen uniformly and independently, `draws` in all, in blocks.

    Three ways, by what is faster for the sizes; all are uniform over the C(len(values), chosen) choices.
    """
    size = values.size
    if _accepted(size, chosen) >= LEAST_ACCEPTED:
        blocks = _sums_by_coins(values, chosen, rng, _right_rows)
    elif abs(2 * chosen - size) <= size * MOST_LOPSIDED:
        blocks = _sums_by_coins(values, chosen, rng, _mended_rows)
    else:
        blocks = _sums_by_shuffling(values, chosen, rng)
    yield from _first(blocks, draws)


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


def _sums_by_coins(
    values: Integers, chosen: int, rng: np.random.Generator, settle: Settle
) -> Iterator[Integers]:
    """Rows of fair coins, settled to the right number of heads: the heads are the choice.

    Random bits are the coins, the processor counts them, and the sum of eight scores is looked up by the byte
    that chooses among them.
    """
    words = -(-values.size // WORD)
    last = np.uint64((1 << (values.size - (words - 1) * WORD)) - 1)
    tables = _byte_tables(values, words)
    rows = max(1, BLOCK_BYTES // (8 * words))
    while True:
        coins = rng.integers(0, 1 << WORD, size=(words, rows), dtype=np.uint64)
        coins[-1] &= last
        settled = settle(coins, values.size, chosen, rng)
        choices = np.ascontiguousarray(settled.T).astype("<u8", copy=False).view(np.uint8)
        sums = np.zeros(len(choices), np.int64)
        for place, table in enumerate(tables):
            sums += table[choices[:, place]]
        yield sums


def _right_rows(coins: Coins, size: int, chosen: int, rng: np.random.Generator) -> Coins:
    """The rows that happen to be right: given the number of heads, every choice is as likely as any other."""
    return coins[:, _heads(coins) == chosen]


def _mended_rows(coins: Coins, size: int, chosen: int, rng: np.random.Generator) -> Coins:
    """All rows, in each of which coins are turned, one after the other, until it is right.

    The coin to turn is any of those on the side that there are too many of, found by looking at places at
    random. As all heads are alike, the choice stays uniform for its number of heads.
    """
    rows, flat = coins.shape[1], coins.reshape(-1)
    excess = _heads(coins) - chosen
    wrong = np.flatnonzero(excess)
    excess = excess[wrong]
    while wrong.size:
        place = rng.integers(0, size, size=wrong.size)
        word, coin = (place >> 6) * rows + wrong, np.uint64(1) << (place & (WORD - 1)).astype(np.uint64)
        turned = ((flat[word] & coin) != 0) == (excess > 0)
        flat[word[turned]] ^= coin[turned]
        excess -= np.sign(excess) * turned
        wrong, excess = wrong[excess != 0], excess[excess != 0]
    return coins


def _heads(coins: Coins) -> Integers:
    return np.asarray(np.bitwise_count(coins).sum(axis=0, dtype=np.int64))


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
