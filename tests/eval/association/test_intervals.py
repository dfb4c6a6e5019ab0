"""Bootstrap intervals against scipy's, against brute force, and where there is none."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from mitgemeint.eval.association.conventions import SENT_BIAS, WEFE
from mitgemeint.eval.association.effect_size import effect_size
from mitgemeint.eval.association.intervals import (
    Kind,
    Labels,
    leave_one_template_out,
    over_templates,
    over_words,
)
from mitgemeint.eval.association.scores import Cosines, Scores, association, cosines
from mitgemeint.eval.problems import EvalError

NAMES_X, NAMES_Y = 6, 7
LABELS = ("here", "there", "this", "that", "is")


def vectors(seed: int = 1, sizes: tuple[int, ...] = (12, 15, 8, 9), dim: int = 10) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    x, y, a, b = (rng.standard_normal((size, dim)) for size in sizes)
    return [x + 0.4 * a.mean(axis=0), y, a, b]


def of_templates(seed: int = 1) -> tuple[Scores, Labels]:
    """Scores of names in five templates, each with an effect of its own."""
    rng = np.random.default_rng(seed)
    effects = rng.normal(0.1, 0.2, len(LABELS))
    x = (effects[:, None] + rng.normal(0, 0.1, (len(LABELS), NAMES_X))).ravel()
    y = rng.normal(0, 0.1, len(LABELS) * NAMES_Y)
    return Scores(x, y), Labels(
        [label for label in LABELS for _ in range(NAMES_X)],
        [label for label in LABELS for _ in range(NAMES_Y)],
    )


@pytest.mark.parametrize(("kind", "method"), [(Kind.PERCENTILE, "percentile"), (Kind.BCA, "BCa")])
def test_over_words_as_scipy(kind: Kind, method: str) -> None:
    scores = association(*vectors())

    def statistic(x: np.ndarray, y: np.ndarray, axis: int = -1) -> np.ndarray:
        pooled = np.concatenate((x, y), axis=axis)
        return (x.mean(axis=axis) - y.mean(axis=axis)) / pooled.std(axis=axis, ddof=1)

    theirs = stats.bootstrap(
        (scores.x, scores.y), statistic, method=method, n_resamples=20_000, rng=np.random.default_rng(1)
    ).confidence_interval
    ours = over_words(scores, kind=kind, resamples=20_000)
    assert ours.estimate == effect_size(scores)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.03)


def test_resampled_attributes_widen_the_interval() -> None:
    table = cosines(*vectors(sizes=(12, 15, 4, 4)))
    fixed, both = over_words(table.scores()), over_words(table)
    assert fixed.estimate == both.estimate
    assert both.high - both.low > fixed.high - fixed.low


def test_weights_are_texts_repeated() -> None:
    """An interval over templates by brute force, with the texts of the drawn templates put together anew."""
    scores, templates = of_templates()
    rng = np.random.default_rng(1)
    by_hand = []
    for _ in range(4000):
        drawn = [LABELS[place] for place in rng.integers(0, len(LABELS), len(LABELS))]
        x = [s for label in drawn for s, own in zip(scores.x, templates.x, strict=True) if own == label]
        y = [s for label in drawn for s, own in zip(scores.y, templates.y, strict=True) if own == label]
        by_hand.append(effect_size(Scores(np.array(x), np.array(y))))
    ours = over_templates(scores, templates, kind=Kind.PERCENTILE)
    assert (ours.low, ours.high) == pytest.approx(np.quantile(by_hand, (0.025, 0.975)), abs=0.05)


def test_templates_that_differ_widen_the_interval() -> None:
    scores, templates = of_templates()
    words, clusters = over_words(scores), over_templates(scores, templates)
    assert clusters.high - clusters.low > words.high - words.low


@pytest.mark.parametrize("kind", list(Kind))
def test_the_seed_decides(kind: Kind) -> None:
    scores = association(*vectors())
    assert over_words(scores, kind=kind) == over_words(scores, kind=kind)
    assert over_words(scores, kind=kind).low != over_words(scores, kind=kind, seed=2).low


@pytest.mark.parametrize("kind", list(Kind))
def test_targets_swapped_mirror_the_estimate_and_nearly_the_limits(kind: Kind) -> None:
    scores = association(*vectors())
    one, other = over_words(scores, kind=kind), over_words(Scores(scores.y, scores.x), kind=kind)
    assert (one.estimate, one.low, one.high) == pytest.approx(
        (-other.estimate, -other.high, -other.low), abs=0.05
    )


def test_more_confidence_is_wider_and_ddof_goes_through() -> None:
    scores = association(*vectors())
    low, high = (over_words(scores, confidence=confidence) for confidence in (0.8, 0.99))
    assert high.low < low.low < low.high < high.high
    assert over_words(scores, convention=WEFE).estimate == effect_size(scores, WEFE)


def test_blocks_give_the_same_shape_as_one() -> None:
    """A large set needs several blocks of resamples."""
    rng = np.random.default_rng(1)
    scores = Scores(rng.normal(0.05, 0.1, 1500), rng.normal(0, 0.1, 1500))
    result = over_words(scores, resamples=1500, kind=Kind.PERCENTILE)
    assert result.low < result.estimate < result.high
    assert result.high - result.low == pytest.approx(4 * math.sqrt(2 / 1500), rel=0.2)


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        ([0.5, 0.5], [0.5, 0.5], "all texts have the same score"),
        ([0.5], [0.1, 0.2], "single word"),
        ([0.5, 0.6], [0.1], "single word"),
    ],
)
def test_no_interval_over_words(x: list[float], y: list[float], reason: str) -> None:
    result = over_words(Scores(np.array(x), np.array(y)))
    assert math.isnan(result.low)
    assert math.isnan(result.high)
    assert reason in result.reason


def test_resamples_without_an_effect_size_are_counted() -> None:
    result = over_words(Scores(np.array([0.0, 0.5]), np.array([0.0, 0.5])), kind=Kind.PERCENTILE)
    # both sets come out all 0 or all .5 in 2 of 16 resamples
    assert result.undefined == pytest.approx(10_000 / 8, rel=0.1)
    assert result.low < 0 < result.high


def test_a_template_by_itself_gives_no_interval() -> None:
    scores = Scores(np.array([0.5, 0.6]), np.array([0.1, 0.2]))
    result = over_templates(scores, Labels("aa", "aa"))
    assert (math.isnan(result.low), result.reason) == (True, "there is a single template")


def test_sets_without_a_common_template_are_often_empty() -> None:
    scores = Scores(np.array([0.5, 0.6]), np.array([0.1, 0.2]))
    result = over_templates(scores, Labels("aa", "bb"), kind=Kind.PERCENTILE)
    assert result.undefined == pytest.approx(5000, rel=0.1)


def test_leave_one_out_is_the_effect_size_of_the_others() -> None:
    scores, templates = of_templates()
    left_out = leave_one_template_out(scores, templates)
    assert tuple(each.template for each in left_out) == LABELS
    for each in left_out:
        x = scores.x[[label != each.template for label in templates.x]]
        y = scores.y[[label != each.template for label in templates.y]]
        assert each.effect_size == pytest.approx(effect_size(Scores(x, y)))
        assert each.change == pytest.approx(each.effect_size - effect_size(scores))


def test_leave_one_out_takes_attributes_along() -> None:
    table = cosines(*vectors(sizes=(4, 4, 4, 4)))
    templates = Labels("ppqq", "ppqq", "ppqq", "pqpq")
    without_q = Cosines(table.xa[:2, :2], table.xb[:2, ::2], table.ya[:2, :2], table.yb[:2, ::2])
    by_name = {each.template: each for each in leave_one_template_out(table, templates)}
    assert by_name["q"].effect_size == pytest.approx(effect_size(without_q.scores(), SENT_BIAS))


def test_the_only_template_of_a_set_cannot_be_left_out() -> None:
    scores = Scores(np.array([0.5, 0.6]), np.array([0.1, 0.2]))
    first, second = leave_one_template_out(scores, Labels("aa", "ab"))
    assert math.isnan(first.effect_size)
    assert "a set is empty" in first.reason
    assert second.reason == ""


@pytest.mark.parametrize(
    ("templates", "told"),
    [
        (Labels("a", "aa"), "2 texts of X have 1 words or templates"),
        (Labels("aa", "aaa"), "2 texts of Y have 3 words or templates"),
    ],
)
def test_templates_that_do_not_fit(templates: Labels, told: str) -> None:
    scores = Scores(np.array([0.5, 0.6]), np.array([0.1, 0.2]))
    with pytest.raises(EvalError, match=told):
        over_templates(scores, templates)


@pytest.mark.parametrize("options", [{"resamples": 1}, {"confidence": 0.0}])
def test_options_out_of_range(options: dict[str, float]) -> None:
    with pytest.raises(EvalError):
        over_words(association(*vectors()), **options)  # type: ignore[arg-type]


def test_sentences_about_one_name_are_drawn_together() -> None:
    """Eight equal sentences about each name tell as much as one, and no more."""
    rng = np.random.default_rng(5)
    names = Scores(rng.normal(0.4, 1, 8), rng.normal(0, 1, 8))
    sentences = Scores(names.x.repeat(8), names.y.repeat(8))
    words = Labels(np.arange(8).repeat(8).tolist(), np.arange(8).repeat(8).tolist())
    convention = replace(SENT_BIAS, ddof=0)
    one, all_, apart = (
        over_words(material, labels, convention, Kind.PERCENTILE, resamples=4000)
        for material, labels in ((names, None), (sentences, words), (sentences, None))
    )
    assert (all_.low, all_.high) == pytest.approx((one.low, one.high))
    assert apart.high - apart.low < 0.6 * (all_.high - all_.low)


def test_words_have_to_fit_the_texts() -> None:
    scores = Scores(np.array([0.1, 0.2]), np.array([0.3, 0.4]))
    with pytest.raises(EvalError, match="2 texts of X have 1 words"):
        over_words(scores, Labels(["a"], ["b", "c"]))
