"""How much faster p-values are here than by the published algorithm: both in one run, on the same scores.

`python -m mitgemeint.eval.association.speed` prints a table; `--repeat` takes the best of several runs. The
published algorithm is written here anew, from what it does: a look-up table of cosines by one dot product a
pair, all partitions listed or an index array shuffled for each draw, and the sum of the scores of its first
part. Times are of the processor, so that other work on the machine counts less.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import numpy as np

from mitgemeint.eval.association.permutation import SAMPLES, SEED, Method, PValue, p_value
from mitgemeint.eval.association.scores import Floats, Scores, association

SENTENCE_TEST = (64, 64, 101, 112, 768)
"""Texts of X, Y, A and B, and dimensions, of the test sent-weat6 with a base model."""

Result = TypeVar("Result")
Sets = tuple[Floats, Floats, Floats, Floats]


@dataclass(frozen=True, slots=True)
class Case:
    """One comparison: sizes of the sets and dimensions, and how p is got."""

    name: str
    shape: tuple[int, int, int, int, int]
    method: Method
    published: bool = True
    """Whether the published algorithm can do it at all."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of the processor for vectors in, p out; None for what was not run."""

    case: Case
    here: float
    published: float | None
    p_here: float
    p_published: float | None

    @property
    def times_faster(self) -> float | None:
        """How often the way here fits into the published one."""
        return None if self.published is None else self.published / self.here


CASES = (
    Case("sampled, 100,000 samples", SENTENCE_TEST, Method.SAMPLED),
    Case("exact", (8, 8, 8, 8, 768), Method.EXACT),
    Case("exact", (10, 10, 8, 8, 300), Method.EXACT),
    Case("exact", (12, 12, 8, 8, 300), Method.EXACT),
    Case("exact", (20, 20, 25, 25, 300), Method.EXACT, published=False),
    Case("exact", (25, 25, 25, 25, 300), Method.EXACT, published=False),
)


def random_sets(shape: Sequence[int], seed: int) -> Sets:
    """Normal vectors in which X is a little nearer to A, and Y to B."""
    rng = np.random.default_rng(seed)
    x, y, a, b = (rng.standard_normal((size, shape[4])) for size in shape[:4])
    return x + 0.1 * a.mean(axis=0), y + 0.1 * b.mean(axis=0), a, b


def published_scores(sets: Sets) -> Scores:
    """s(w, A, B) from a table of cosines that is filled pair by pair."""
    x, y, a, b = sets
    targets, attributes = np.concatenate((x, y)), np.concatenate((a, b))
    table = np.empty((len(targets), len(attributes)))
    for row, target in enumerate(targets):
        for column, attribute in enumerate(attributes):
            squares = np.dot(target, target) * np.dot(attribute, attribute)
            table[row, column] = np.dot(target, attribute) / np.sqrt(squares)
    means = table[:, : len(a)].mean(axis=1) - table[:, len(a) :].mean(axis=1)
    return Scores(means[: len(x)], means[len(x) :])


def published_exact(sets: Sets) -> float:
    """p by making a list of all partitions of indices and adding up the scores of each."""
    scores = published_scores(sets)
    pooled, size = scores.pooled, scores.x.size
    observed = pooled[:size].sum()
    count = total = 0
    for chosen in combinations(range(pooled.size), size):
        count += pooled[np.array(chosen)].sum() >= observed
        total += 1
    return float(count / total)


def published_sampled(sets: Sets, samples: int = SAMPLES) -> float:
    """p by shuffling an array of indices in place for every draw, the observed partition being one of
    them."""
    scores = published_scores(sets)
    pooled, size = scores.pooled, scores.x.size
    observed = pooled[:size].sum()
    indices, random, count = np.arange(pooled.size), np.random.RandomState(SEED), 1
    for _ in range(samples - 1):
        random.shuffle(indices)
        count += pooled[indices[:size]].sum() >= observed
    return count / samples


def measure(case: Case, repeat: int = 1) -> Timing:
    """Time a case both ways, the best of `repeat` runs."""
    sets = random_sets(case.shape, seed=sum(case.shape))
    here, result = _best(lambda: _p_here(sets, case.method), repeat)
    if not case.published:
        return Timing(case, here, None, float(result), None)
    original = published_sampled if case.method is Method.SAMPLED else published_exact
    published, p_published = _best(lambda: original(sets), repeat)
    return Timing(case, here, published, float(result), p_published)


def table(timings: Sequence[Timing]) -> str:
    """The timings as a Markdown table."""
    lines = [
        "| p-value | X/Y/A/B × dimensions | published, s | here, s | times | p published | p here |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    return "\n".join((*lines, *map(_line, timings)))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m mitgemeint.eval.association.speed", description=__doc__)
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="best of N runs (default 1)")
    options = parser.parse_args(arguments)
    _best(lambda: _p_here(random_sets((4, 4, 4, 4, 8), 1), Method.EXACT), 1)  # what is loaded at first use
    sys.stdout.write(table([measure(case, max(1, options.repeat)) for case in CASES]) + "\n")
    return 0


def _p_here(sets: Sets, method: Method) -> PValue:
    return p_value(association(*sets), method=method)


def _best(run: Callable[[], Result], repeat: int) -> tuple[float, Result]:
    runs = [_timed(run) for _ in range(repeat)]
    return min(seconds for seconds, _ in runs), runs[0][1]


def _timed(run: Callable[[], Result]) -> tuple[float, Result]:
    start = time.process_time()
    result = run()
    return time.process_time() - start, result


def _line(timing: Timing) -> str:
    *sizes, dimensions = timing.case.shape
    times = "–" if timing.times_faster is None else f"{timing.times_faster:.0f}"
    published = "–" if timing.published is None else f"{timing.published:.3f}"
    p_published = "–" if timing.p_published is None else f"{timing.p_published:.6f}"
    shape = f"{'/'.join(map(str, sizes))} × {dimensions}"
    cells = (timing.case.name, shape, published, f"{timing.here:.4f}", times, p_published)
    return f"| {' | '.join(cells)} | {timing.p_here:.6f} |"


if __name__ == "__main__":
    sys.exit(main())
