"""How far an effect size would move with other words or other templates: bootstrap intervals.

A p-value asks whether X and Y differ for these texts; it does not say how much hangs on the choice of them.
Efron and Tibshirani 1993, "An Introduction to the Bootstrap": the texts are drawn again with replacement, d
is computed each time, and the spread of the results is read off. Two ways to read it: percentiles (section
13.3), and BCa (section 14.3; with several samples Davison and Hinkley 1997, equation 5.26 with the sum over
samples), which corrects for bias and skewness, as scipy.stats.bootstrap does.

Sentences made from one template are not independent: where templates are drawn again, each brings all its
sentences (a cluster bootstrap; Davison and Hinkley 1997, section 3.8). A template serves both target sets, so
it is drawn for both at once.

Resampling is done by weights: a text drawn twice counts twice. So all resamples are a few matrix products.
"""

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

import numpy as np

from mitgemeint.eval.association.conventions import SENT_BIAS, Convention
from mitgemeint.eval.association.effect_size import effect_size, why_undefined
from mitgemeint.eval.association.fixed_point import TIE_BITS
from mitgemeint.eval.association.scores import Cosines, Floats, Scores
from mitgemeint.eval.problems import EvalError

RESAMPLES = 10_000
SEED = 1111
CONFIDENCE = 0.95
BLOCK = 1 << 21
"""Numbers in the largest array at a time."""

LEAST_DEFINED = 0.5
"""The part of resamples that must have an effect size; with fewer there is no interval."""

Material: TypeAlias = Scores | Cosines
"""What to resample: of `Scores` the targets, the attributes being taken for given; of `Cosines` both."""


class Kind(Enum):
    """How the limits are read off the resamples."""

    PERCENTILE = "percentile"
    """Plain quantiles. Attributes drawn again add noise that makes d smaller, so that the whole interval lies
    too near 0 where `Cosines` are resampled; it is for comparison."""
    BCA = "bca"
    """Bias-corrected and accelerated, which makes up for that."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An effect size with its bootstrap limits, nan where `reason` says why there are none."""

    estimate: float
    low: float
    high: float
    kind: Kind
    confidence: float
    resamples: int
    undefined: int = 0
    """How many resamples had no effect size (an empty set, or scores that do not vary) and were left out."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Labels:
    """What every text was made of, its word or its template, in the order of the texts; any values that tell
    them apart.

    Attributes made of nothing that is known have none (an empty tuple).
    """

    x: Sequence[Hashable]
    y: Sequence[Hashable]
    a: Sequence[Hashable] = ()
    b: Sequence[Hashable] = ()

    @property
    def names(self) -> tuple[Hashable, ...]:
        """Each label once, in the order of the texts."""
        return tuple(dict.fromkeys((*self.x, *self.y, *self.a, *self.b)))


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What becomes of the effect size without the texts of one template; nan where `reason` says why."""

    template: Hashable
    effect_size: float
    change: float
    """From the effect size over all texts."""
    reason: str = ""


def over_words(
    material: Material,
    words: Labels | None = None,
    convention: Convention = SENT_BIAS,
    kind: Kind = Kind.BCA,
    *,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = SEED,
) -> Interval:
    """The interval of d when the words of each set are drawn again, each set by itself, and each word with
    all the texts that were made of it: 64 sentences about 8 names are 8 observations.

    Without `words`, each text is a word. No interval (nan, with the reason) where d is undefined, a target
    set has a single word (it could only be drawn again and again), most resamples have no d, or BCa has
    nothing to correct by. EvalError for options out of range and for words that do not fit the texts.
    """
    _check_options(resamples, confidence)
    if words is not None:
        _check_labels(material, words)
    strata = tuple(_strata(_sizes(material), words))
    plan = _Plan(material, convention, strata)
    blank = _blank(material, convention, kind, confidence, resamples)
    if blank.reason:
        return blank
    if min(stratum.units for stratum in strata[:2]) < 2:
        return replace(blank, reason="a target set has a single word, of which nothing is known to vary")
    return _interval(plan, blank, seed)


def over_templates(
    material: Material,
    templates: Labels,
    convention: Convention = SENT_BIAS,
    kind: Kind = Kind.BCA,
    *,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = SEED,
) -> Interval:
    """The interval of d when templates are drawn again, each with all texts made from it in every set.

    Attributes are drawn with their templates where `material` are cosines and their templates are given. As
    in `over_words`, there may be no interval: with a single template, for one. With fewer than ten or so,
    take the limits for a rough guide, and look at `leave_one_template_out`. EvalError for options out
    of range and for templates that do not fit the texts.
    """
    _check_options(resamples, confidence)
    _check_labels(material, templates)
    blank = _blank(material, convention, kind, confidence, resamples)
    if blank.reason:
        return blank
    if len(templates.names) < 2:
        return replace(blank, reason="there is a single template")
    return _interval(_Plan(material, convention, (_clusters(material, templates),)), blank, seed)


def leave_one_template_out(
    material: Material, templates: Labels, convention: Convention = SENT_BIAS
) -> tuple[LeftOut, ...]:
    """The effect size without each template in turn, in the order of the texts.

    EvalError for templates that do not fit the texts.
    """
    _check_labels(material, templates)
    whole = effect_size(_scores(material), convention)
    stratum = _clusters(material, templates)
    counts = np.ones((len(templates.names),) * 2) - np.eye(len(templates.names))
    sizes = _effect_sizes(material, stratum.weights(counts), convention.ddof)
    why = "without it, a set is empty or its scores do not vary"
    return tuple(
        LeftOut(name, float(size), float(size) - whole, why if math.isnan(size) else "")
        for name, size in zip(templates.names, sizes, strict=True)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Weights:
    """How often each text counts in each of R resamples: (R, size of the set); None where always once."""

    x: Floats | None = None
    y: Floats | None = None
    a: Floats | None = None
    b: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Stratum:
    """Units that are drawn together, and to which unit each text of a set belongs (None: the set stays)."""

    units: int
    members: dict[str, Sequence[int]] = field(default_factory=dict)

    def weights(self, counts: Floats) -> _Weights:
        """The weights of texts, from how often each unit is drawn: `counts` (R, units)."""
        return _Weights(**{name: counts[:, list(units)] for name, units in self.members.items()})


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """What is drawn again, in strata of their own."""

    material: Material
    convention: Convention
    strata: tuple[_Stratum, ...]

    def effect_sizes(self, counts: Sequence[Floats]) -> Floats:
        """d for how often the units of each stratum count, nan where undefined."""
        weights = _Weights()
        for stratum, drawn in zip(self.strata, counts, strict=True):
            part = stratum.weights(drawn)
            weights = _Weights(
                *(
                    getattr(part, name) if name in stratum.members else getattr(weights, name)
                    for name in "xyab"
                )
            )
        return _effect_sizes(self.material, weights, self.convention.ddof)


def _scores(material: Material) -> Scores:
    return material if isinstance(material, Scores) else material.scores()


def _sizes(material: Material) -> tuple[int, ...]:
    if isinstance(material, Scores):
        return material.x.size, material.y.size
    return len(material.xa), len(material.ya), material.xa.shape[1], material.xb.shape[1]


def _strata(sizes: tuple[int, ...], words: Labels | None) -> Iterator[_Stratum]:
    for name, size in zip("xyab", sizes, strict=False):
        labels = getattr(words, name) if words else ()
        units = {label: unit for unit, label in enumerate(dict.fromkeys(labels or range(size)))}
        yield _Stratum(len(units), {name: [units[label] for label in labels or range(size)]})


def _clusters(material: Material, templates: Labels) -> _Stratum:
    units = {name: unit for unit, name in enumerate(templates.names)}
    sets = {"x": templates.x, "y": templates.y}
    if isinstance(material, Cosines):
        sets |= {name: labels for name, labels in (("a", templates.a), ("b", templates.b)) if labels}
    return _Stratum(len(units), {name: [units[label] for label in labels] for name, labels in sets.items()})


def _effect_sizes(material: Material, weights: _Weights, ddof: int) -> Floats:
    """d of every resample. A text of weight w counts as w texts, in the deviation's degrees of freedom,
    too."""
    x, y = (_resampled_scores(material, weights, name) for name in "xy")
    wx = np.ones((1, x.shape[1])) if weights.x is None else weights.x
    wy = np.ones((1, y.shape[1])) if weights.y is None else weights.y
    nx, ny = wx.sum(axis=1), wy.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean_x, mean_y = (wx * x).sum(axis=1) / nx, (wy * y).sum(axis=1) / ny
        mean = (nx * mean_x + ny * mean_y) / (nx + ny)
        squares = (wx * (x - mean[:, None]) ** 2).sum(axis=1) + (wy * (y - mean[:, None]) ** 2).sum(axis=1)
        left = nx + ny - ddof
        deviation = np.sqrt(np.where(left > 0, squares, math.nan) / left)
        sizes = (mean_x - mean_y) / deviation
    return np.where(squares > (nx + ny) * 4.0**-TIE_BITS, sizes, math.nan)


def _resampled_scores(material: Material, weights: _Weights, targets: str) -> Floats:
    """s of the targets, (R or 1, size), with the attributes as often as they count."""
    if isinstance(material, Scores):
        return np.asarray(getattr(material, targets)[None, :])
    with_a, with_b = getattr(material, f"{targets}a"), getattr(material, f"{targets}b")
    return _weighted_means(weights.a, with_a) - _weighted_means(weights.b, with_b)


def _weighted_means(weights: Floats | None, cosines: Floats) -> Floats:
    if weights is None:
        return np.asarray(cosines.mean(axis=1)[None, :])
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((weights @ cosines.T) / weights.sum(axis=1, keepdims=True))


def _blank(
    material: Material, convention: Convention, kind: Kind, confidence: float, resamples: int
) -> Interval:
    scores = _scores(material)
    estimate, reason = effect_size(scores, convention), why_undefined(scores, convention) or ""
    return Interval(estimate, math.nan, math.nan, kind, confidence, resamples, 0, reason)


def _interval(plan: _Plan, blank: Interval, seed: int) -> Interval:
    drawn = np.concatenate(list(_resampled(plan, blank.resamples, seed)))
    defined = drawn[~np.isnan(drawn)]
    blank = replace(blank, undefined=int(drawn.size - defined.size))
    if defined.size < LEAST_DEFINED * drawn.size:
        return replace(blank, reason="most resamples have no effect size")
    rest = (1 - blank.confidence) / 2
    levels = np.array((rest, 1 - rest))
    if blank.kind is Kind.BCA:
        acceleration = _acceleration(plan)
        if acceleration is None:
            return replace(blank, reason="without one unit or another there is no effect size, as BCa needs")
        levels = _bca_levels(levels, defined, blank.estimate, acceleration)
    if not np.isfinite(levels).all():
        return replace(blank, reason="all resamples lie on one side of the effect size")
    low, high = np.quantile(defined, levels)
    return replace(blank, low=float(low), high=float(high))


def _resampled(plan: _Plan, resamples: int, seed: int) -> Iterator[Floats]:
    rng = np.random.default_rng(seed)
    rows = max(1, BLOCK // sum(_sizes(plan.material)))
    for start in range(0, resamples, rows):
        count = min(rows, resamples - start)
        yield plan.effect_sizes([_drawn(stratum.units, count, rng) for stratum in plan.strata])


def _drawn(units: int, resamples: int, rng: np.random.Generator) -> Floats:
    """How often each unit comes when as many are drawn as there are, (resamples, units)."""
    places = rng.integers(0, units, size=(resamples, units)) + units * np.arange(resamples)[:, None]
    return (
        np.bincount(places.ravel(), minlength=units * resamples).reshape(resamples, units).astype(np.float64)
    )


def _bca_levels(levels: Floats, drawn: Floats, estimate: float, acceleration: float) -> Floats:
    """The quantiles to take in place of `levels`; not finite where all resamples lie on one side."""
    from scipy import special  # type: ignore[import-untyped, import-not-found, unused-ignore]

    slack = 1e-9 * max(1.0, abs(estimate))
    below = np.count_nonzero(drawn < estimate - slack)
    level = np.count_nonzero(abs(drawn - estimate) <= slack)
    bias = special.ndtri((below + level / 2) / drawn.size)
    shifted = bias + special.ndtri(levels)
    return np.asarray(special.ndtr(bias + shifted / (1 - acceleration * shifted)))


def _acceleration(plan: _Plan) -> float | None:
    """The skewness of the influence of single units, by leaving each out; None where one leaves no d.

    0 where no unit has any influence.
    """
    cubes = squares = 0.0
    for place, stratum in enumerate(plan.strata):
        if stratum.units < 2:
            continue  # a single unit is always drawn: nothing varies
        counts = [np.ones((1, other.units)) for other in plan.strata]
        counts[place] = np.ones((stratum.units, stratum.units)) - np.eye(stratum.units)
        sizes = plan.effect_sizes(counts)
        if np.isnan(sizes).any():
            return None
        influence = (stratum.units - 1) * (sizes.mean() - sizes)
        cubes += float((influence**3).sum()) / stratum.units**3
        squares += float((influence**2).sum()) / stratum.units**2
    return cubes / (6 * squares**1.5) if squares > 0 else 0.0


def _check_options(resamples: int, confidence: float) -> None:
    if resamples < 2:
        raise EvalError("resamples", f"{resamples} are too few", "take 1000 or more")
    if not 0 < confidence < 1:
        raise EvalError("confidence", f"{confidence} is not between 0 and 1", "take 0.95, say")


def _check_labels(material: Material, labels: Labels) -> None:
    of_sets = (labels.x, labels.y, labels.a, labels.b)
    for name, size, given in zip("XYAB", _sizes(material), of_sets, strict=False):
        if len(given) != size and not (name in "AB" and not given):
            reason = f"{size} texts of {name} have {len(given)} words or templates"
            raise EvalError("words or templates", reason, "give one for each text")
