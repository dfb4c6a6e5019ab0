"""One test on one model: from the vectors of its texts to effect size, p-value, intervals and doubts."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mitgemeint.eval.association import intervals
from mitgemeint.eval.association.checks import (
    Caution,
    Code,
    check_scores,
    check_sizes,
    check_templates,
    check_texts,
    check_vectors,
)
from mitgemeint.eval.association.conventions import (
    SENT_BIAS,
    Convention,
    Null,
    rows_kept,
    target_rows_kept,
)
from mitgemeint.eval.association.effect_size import effect_size, why_undefined
from mitgemeint.eval.association.encoders.encoded import Encoded
from mitgemeint.eval.association.extremes import Side
from mitgemeint.eval.association.permutation import CONFIDENCE, SAMPLES, SEED, Method, PValue, p_value
from mitgemeint.eval.association.pieces import check_pieces
from mitgemeint.eval.association.result import Interval, LeftOutTemplate, Result
from mitgemeint.eval.association.scores import Cosines, Floats, Scores, by_words, cosines
from mitgemeint.eval.association.test_file import AssociationTest, Origin
from mitgemeint.eval.problems import EvalError

SETS = ("X", "Y", "A", "B")


@dataclass(frozen=True, slots=True)
class Options:
    """How tests are measured; the defaults are those of May et al. 2019, with exact p where it can be had.

    `resamples` is how often the bootstrap draws, 0 for no intervals.
    """

    convention: Convention = SENT_BIAS
    method: Method = Method.AUTO
    side: Side = Side.GREATER
    samples: int = SAMPLES
    seed: int = SEED
    resamples: int = 0
    confidence: float = CONFIDENCE

    def as_settings(self) -> dict[str, Any]:
        """The options for a file, by name."""
        return {
            "convention": self.convention.name,
            "method": self.method.value,
            "side": self.side.value,
            "samples": self.samples,
            "seed": self.seed,
            "resamples": self.resamples,
            "confidence": self.confidence,
        }


@dataclass(frozen=True, slots=True)
class _Sets:
    """The texts of the four sets that count, and their vectors."""

    texts: Mapping[str, tuple[str, ...]]
    encoded: Mapping[str, Encoded]
    rows: Mapping[str, tuple[int, ...]]
    """The rows of the test's texts that these are."""


def measure(test: AssociationTest, encoded: Mapping[str, Encoded], model: str, options: Options) -> Result:
    """The result of a test, given the vectors of its sets under the names X, Y, A and B.

    Texts without a vector are left out, which is a doubt of the result; where a set has none left, a vector
    has no direction, or all scores are equal, there is neither d nor p. EvalError for options that do
    not fit together.
    """
    texts = {name: each.texts for name, each in zip(SETS, test.sets.values(), strict=True)}
    cautions = [*check_texts(texts), *check_pieces(texts, encoded)]
    sets = _kept(texts, encoded, options.convention)
    missing = tuple(texts[name][row] for name in SETS for row in encoded[name].without_vector)
    blank = _blank(test, model, sets, missing)
    empty = [name for name in SETS if not sets.texts[name]]
    if empty:
        cautions.append(Caution(Code.EMPTY, ", ".join(empty), "no text has a vector"))
        return _with_cautions(blank, cautions)
    vectors = {name: sets.encoded[name].vectors for name in SETS}
    cautions += check_vectors(vectors)
    if any(caution.code in (Code.ZERO, Code.NOT_FINITE) for caution in cautions):
        return _with_cautions(blank, cautions)
    material = cosines(*(vectors[name] for name in SETS))
    scores = material.scores()
    words, templates = _labels(test, sets)
    cautions += [
        *check_scores(scores),
        *check_sizes(len(scores.x), len(scores.y), ties=not options.convention.strict),
        *(check_templates(len(templates.names)) if options.resamples and templates else ()),
    ]
    result = _measured(blank, scores, sets, words, options)
    if options.resamples and result.effect_size is not None:
        result = replace(result, **_intervals(material, words, templates, options))
    return _with_cautions(result, cautions)


def _kept(
    texts: Mapping[str, Sequence[str]], encoded: Mapping[str, Encoded], convention: Convention
) -> _Sets:
    """What is left of the sets without missing texts and, as the convention has it, repeated ones."""
    there = {name: _present(encoded[name]) for name in SETS}
    known = {name: [texts[name][row] for row in there[name]] for name in SETS}
    x, y = target_rows_kept(known["X"], known["Y"], convention)
    kept = {"X": x, "Y": y, **{name: rows_kept(known[name], convention) for name in ("A", "B")}}
    rows = {name: tuple(there[name][row] for row in kept[name]) for name in SETS}
    return _Sets(
        {name: tuple(texts[name][row] for row in rows[name]) for name in SETS},
        {name: encoded[name].take(rows[name]) for name in SETS},
        rows,
    )


def _present(encoded: Encoded) -> tuple[int, ...]:
    missing = frozenset(encoded.without_vector)
    return tuple(row for row in range(len(encoded)) if row not in missing)


def _blank(test: AssociationTest, model: str, sets: _Sets, missing: tuple[str, ...]) -> Result:
    x, y, a, b = (len(sets.texts[name]) for name in SETS)
    return Result(test.name, test.level, model, (x, y, a, b), missing=missing)


def _measured(
    blank: Result, scores: Scores, sets: _Sets, words: intervals.Labels | None, options: Options
) -> Result:
    """Statistic, d and p."""
    d = effect_size(scores, options.convention)
    p = None if math.isnan(d) else _p(scores, sets, options)
    result = replace(
        blank,
        statistic=scores.statistic,
        scores=(tuple(scores.x.tolist()), tuple(scores.y.tolist())),
        targets=(sets.texts["X"], sets.texts["Y"]),
        effect_size=None if math.isnan(d) else d,
        p=None if p is None or math.isnan(p.value) else p.value,
        p_by_word=_p_by_word(scores, words, sets, options),
    )
    if p is None:
        return result
    return replace(result, p_method=p.method.value, partitions=p.total, p_interval=_limits(p))


def _p_by_word(scores: Scores, words: intervals.Labels | None, sets: _Sets, options: Options) -> float | None:
    """p with words dealt in place of their texts; None where each text is a word of its own, or the means of
    the words have no d.
    """
    if words is None or (len(set(words.x)), len(set(words.y))) == (scores.x.size, scores.y.size):
        return None
    by_word = by_words(scores, words.x, words.y)
    if why_undefined(by_word, options.convention) is not None:
        return None
    found = _p(by_word, sets, replace(options, convention=_dealing(options)))
    return None if found is None or math.isnan(found.value) else found.value


def _dealing(options: Options) -> Convention:
    """The convention, dealing words without replacement: what it draws from are texts."""
    return replace(options.convention, null=Null.PERMUTATION)


def _p(scores: Scores, sets: _Sets, options: Options) -> PValue | None:
    """The p-value; None where the convention has none for these sizes."""
    try:
        return p_value(
            scores,
            options.convention,
            options.method,
            options.side,
            options.samples,
            options.seed,
            confidence=options.confidence,
            pool=_pool(scores, sets, options.convention),
        )
    except EvalError as error:
        if error.place != "target sets":
            raise
        return None


def _pool(scores: Scores, sets: _Sets, convention: Convention) -> Floats | None:
    """What a convention draws from that keeps the vectors of X and Y under their texts."""
    if convention.null is not Null.WITH_REPLACEMENT:
        return None
    first = dict(zip((*sets.texts["Y"], *sets.texts["X"]), (*scores.y, *scores.x), strict=True))
    texts = dict.fromkeys((*sets.texts["X"], *sets.texts["Y"]))
    return np.array([first[text] for text in texts])


def _limits(p: PValue) -> tuple[float, float] | None:
    return None if math.isnan(p.low) or p.method is Method.EXACT else (p.low, p.high)


def _labels(test: AssociationTest, sets: _Sets) -> tuple[intervals.Labels | None, intervals.Labels | None]:
    """The words and the templates of the texts that count, where the test says what they were made of; no
    templates where there is only one.
    """
    if test.templates is None:
        return None, None
    origins: dict[str, Sequence[Origin]] = {
        "X": test.templates.x,
        "Y": test.templates.y,
        "A": test.templates.a,
        "B": test.templates.b,
    }
    kept = {name: [origins[name][row] for row in sets.rows[name]] for name in SETS}
    words = intervals.Labels(*(tuple(origin.word for origin in kept[name]) for name in SETS))
    templates = intervals.Labels(*(tuple(origin.template for origin in kept[name]) for name in SETS))
    return words, templates if len({*templates.x, *templates.y}) > 1 else None


def _intervals(
    material: Cosines,
    words: intervals.Labels | None,
    templates: intervals.Labels | None,
    options: Options,
) -> dict[str, Any]:
    """The bootstrap intervals, and d without each template, by the names of the result's fields."""
    drawn: dict[str, Any] = {
        "resamples": options.resamples,
        "confidence": options.confidence,
        "seed": options.seed,
    }
    over_words = intervals.over_words(material, words, options.convention, **drawn)
    if templates is None:
        return {"over_words": _interval(over_words)}
    by_templates = intervals.over_templates(material, templates, options.convention, **drawn)
    left_out = intervals.leave_one_template_out(material, templates, options.convention)
    return {
        "over_words": _interval(over_words),
        "over_templates": _interval(by_templates),
        "without_template": tuple(
            LeftOutTemplate(str(each.template), None if math.isnan(each.effect_size) else each.effect_size)
            for each in left_out
        ),
    }


def _interval(found: intervals.Interval) -> Interval | None:
    return None if math.isnan(found.low) or math.isnan(found.high) else (found.low, found.high)


def _with_cautions(result: Result, cautions: Sequence[Caution]) -> Result:
    return replace(result, warnings=tuple(map(str, cautions)))
