"""The comparison with the published algorithm: same results, and a table."""

import pytest

from mitgemeint.eval.association.permutation import Method, p_value
from mitgemeint.eval.association.scores import association
from mitgemeint.eval.association.speed import (
    Case,
    Timing,
    measure,
    published_exact,
    published_sampled,
    published_scores,
    random_sets,
    table,
)


def test_both_ways_give_the_same_scores_and_exact_p() -> None:
    sets = random_sets((6, 6, 5, 4, 20), seed=1)
    assert published_scores(sets).pooled == pytest.approx(association(*sets).pooled, abs=1e-14)
    assert published_exact(sets) == p_value(association(*sets), method=Method.EXACT).value


def test_both_ways_sample_the_same_distribution() -> None:
    sets = random_sets((10, 10, 5, 4, 20), seed=1)
    ours = p_value(association(*sets), method=Method.EXACT).value
    assert published_sampled(sets, samples=5000) == pytest.approx(ours, abs=0.03)


def test_counting_is_faster_than_listing() -> None:
    timing = measure(Case("exact", (9, 9, 8, 8, 30), Method.EXACT), repeat=3)
    assert timing.p_here == timing.p_published
    assert timing.times_faster is not None
    assert timing.times_faster > 5


def test_table() -> None:
    case = Case("exact", (12, 12, 8, 8, 300), Method.EXACT)
    lines = table([Timing(case, 0.01, 5.0, 0.25, 0.25), Timing(case, 0.01, None, 0.25, None)]).splitlines()
    assert lines[2:] == [
        "| exact | 12/12/8/8 × 300 | 5.000 | 0.0100 | 500 | 0.250000 | 0.250000 |",
        "| exact | 12/12/8/8 × 300 | – | 0.0100 | – | – | 0.250000 |",
    ]
