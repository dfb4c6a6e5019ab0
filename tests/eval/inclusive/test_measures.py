"""Figures of groups, against values worked out by hand, and what holds for all of them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.inclusive.measures import MEASURES, compare, figures
from mitgemeint.eval.inclusive.outcome import ABSENT, Outcome
from mitgemeint.eval.inclusive.word_errors import WordErrors
from mitgemeint.eval.spans import Counts


def outcome(name: str, **values: object) -> Outcome:
    known = {"source": name, "style": "pair", "domain": "", "phrases": 1}
    return Outcome(name, **{**known, **values})  # type: ignore[arg-type]


def rewritten(errors: int, words: int) -> dict[str, object]:
    return {"rewriting": WordErrors(errors, words), "exact": errors == 0}


SMALL = [
    outcome("a", labelling=Counts(2, 1, 0), by_words=0, by_lemmas=0, **rewritten(0, 10)),
    outcome("b", labelling=Counts(1, 0, 1), by_words=9, by_lemmas=4, phrases=2, **rewritten(3, 10)),
    outcome("c", labelling=Counts(0, 0, 1), by_words=ABSENT, by_lemmas=5, **rewritten(2, 5)),
    outcome("d", labelling=Counts(0, 1, 0), phrases=0),
    outcome("e", labelling=Counts(), phrases=0),
]


def values(outcomes: list[Outcome]) -> dict[str, float]:
    return {name: estimate.value for name, estimate in figures(outcomes, resamples=0).items()}


def test_figures_of_a_small_group() -> None:
    found = values(SMALL)
    assert found["recall"] == pytest.approx(3 / 5)
    assert found["precision"] == pytest.approx(3 / 5)
    assert found["F1"] == pytest.approx(3 / 5)
    assert found["false alarms"] == pytest.approx(1 / 2)
    assert found["in candidates, words"] == pytest.approx(2 / 3)
    assert found["first five, words"] == found["first, words"] == pytest.approx(1 / 3)
    assert found["first five, lemmas"] == pytest.approx(2 / 3)
    # ranks 0; 9 of two phrases, which counts as 3; absent
    assert found["linear, words"] == pytest.approx((1 + 0.7 + 0) / 3)
    assert found["hyperbolic, words"] == pytest.approx((1 + 1 / 4 + 0) / 3)
    # ranks 0; 4 of two phrases, which counts as 2; 5
    assert found["linear, lemmas"] == pytest.approx((1 + 0.8 + 0.5) / 3)
    assert found["score, lemmas"] == pytest.approx(
        (1 + (1 - (1 + math.exp(-2)) ** -100) + 0.489076) / 3, abs=1e-5
    )
    assert found["word error rate"] == pytest.approx(5 / 25)
    assert found["exact"] == pytest.approx(1 / 3)


def test_what_is_not_defined_has_no_figure() -> None:
    assert values([outcome("e", labelling=Counts(), phrases=0)]) == {"false alarms": 0.0}
    assert values([]) == {}


def test_intervals_hold_the_figure_and_shrink_with_more_texts() -> None:
    few, many = (figures([*SMALL] * 1), figures([outcome(f"{at}", exact=at % 2 == 0) for at in range(400)]))
    exact = many["exact"]
    assert exact.low < exact.value == 0.5 < exact.high
    # The binomial interval is 0.5 ± 0.049.
    assert exact.high - exact.low == pytest.approx(0.098, abs=0.012)
    assert few["exact"].high - few["exact"].low > 0.3


def test_sentences_of_one_text_are_drawn_together() -> None:
    alone = figures([outcome(f"{at}", exact=at < 30) for at in range(60)])["exact"]
    tripled = figures([outcome(f"{at}", source=f"{at % 60 // 3}", exact=at < 30) for at in range(60)])[
        "exact"
    ]
    assert tripled.high - tripled.low > 1.4 * (alone.high - alone.low)


def test_the_same_seed_gives_the_same_intervals() -> None:
    assert figures(SMALL, seed=3) == figures(SMALL, seed=3)
    many = [outcome(f"{at}", exact=at % 3 == 0) for at in range(97)]
    assert figures(many, seed=3) != figures(many, seed=4)


def test_a_system_does_not_differ_from_itself() -> None:
    for difference in compare(SMALL, SMALL).values():
        assert (difference.difference, difference.low, difference.high, difference.p) == (0, 0, 0, 1)


def test_a_system_that_is_always_better_is_told() -> None:
    worse = [outcome(f"{at}", exact=False, rewriting=WordErrors(2, 10)) for at in range(50)]
    better = [outcome(f"{at}", exact=at > 20, rewriting=WordErrors(1, 10)) for at in range(50)]
    found = compare(worse, better)
    assert (found["exact"].first, found["exact"].second) == (0, pytest.approx(29 / 50))
    assert found["exact"].low > 0
    assert found["exact"].p == pytest.approx(2 / 1001)
    assert found["word error rate"].difference == pytest.approx(-0.1)
    assert found["word error rate"].high == pytest.approx(-0.1)


def test_pairing_sees_what_two_intervals_do_not() -> None:
    first = [outcome(f"{at}", exact=at % 2 == 0) for at in range(100)]
    second = [outcome(f"{at}", exact=at % 2 == 0 or at < 20) for at in range(100)]
    assert figures(first)["exact"].high > figures(second)["exact"].low
    assert compare(first, second)["exact"].p < 0.01


def test_systems_on_other_sentences_are_not_compared() -> None:
    with pytest.raises(ValueError, match="different sentences"):
        compare(SMALL, SMALL[1:])


counts = st.builds(Counts, *[st.integers(0, 4)] * 3)
some = st.lists(
    st.builds(
        outcome,
        st.uuids().map(str),
        labelling=counts,
        by_words=st.none() | st.integers(ABSENT, 30),
        by_lemmas=st.none() | st.integers(ABSENT, 30),
        phrases=st.integers(1, 3),
        exact=st.booleans(),
    ),
    max_size=12,
)


@given(some)
def test_shares_are_shares_and_better_places_are_rarer(outcomes: list[Outcome]) -> None:
    found = figures(outcomes, resamples=20)
    for measure in MEASURES:
        if measure.name in found and measure.name != "word error rate":
            assert 0 <= found[measure.name].value <= 1
            assert found[measure.name].low <= found[measure.name].high
    for reading in ("words", "lemmas"):
        if f"first, {reading}" in found:
            first, five, any_place = (
                found[f"{name}, {reading}"].value for name in ("first", "first five", "in candidates")
            )
            assert first <= five <= any_place
