"""Equal to the original programs: sent-bias and WEFE, and the effect sizes that were published.

Their results stand in ../shared/data/reference, on vectors from a recipe and on those that
`.ci/install-models` fetches.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from mitgemeint.eval.association.checks import Code, check_scores
from mitgemeint.eval.association.conventions import CALISKAN, SENT_BIAS, WEFE
from mitgemeint.eval.association.effect_size import effect_size, why_undefined
from mitgemeint.eval.association.encoders.encoded import Encoder
from mitgemeint.eval.association.encoders.letter_case import LetterCase
from mitgemeint.eval.association.encoders.registry import load_encoder
from mitgemeint.eval.association.permutation import Method, PValue, p_value
from mitgemeint.eval.association.scores import Scores, association

REFERENCE = Path(__file__).parents[3].parent / "shared" / "data" / "reference"
SURE = 0.99999
"""Confidence of intervals for the draws of others: several dozen are looked at."""


def read(name: str) -> Any:
    path = REFERENCE / name
    return json.loads(path.read_text("utf-8")) if path.is_file() else {"cases": {}, "random_cases": {}}


CASES = {case["name"]: case for case in read("sentbias_cases.json")["cases"] or ()}
STATIC = {name: case for name, case in read("sentbias_static_vectors.json")["cases"].items() if "d" in case}
ENCODED = read("sentbias_encoders.json")["cases"]
WEFE_RANDOM = read("wefe_cases.json")["random_cases"]

pytestmark = pytest.mark.skipif(
    not CASES, reason="the reference results (../shared/data/reference) are not here"
)


def sets_of(case: Mapping[str, Any]) -> list[NDArray[np.float64]]:
    """The vectors of a case: written out in it, or from its recipe."""
    if "vectors" in case:
        return [np.array(case["vectors"][name]) for name in "XYAB"]
    recipe = case["recipe"]
    rng = np.random.default_rng(recipe["seed"])
    x, y, a, b = (rng.standard_normal((recipe[size], recipe["dim"])) for size in ("nx", "ny", "na", "nb"))
    return [x + recipe["shift"] * a.mean(0), y + recipe["shift"] * b.mean(0), a, b]


def scores_of(case: Mapping[str, Any]) -> Scores:
    return association(*sets_of(case))


def stored_scores(case: Mapping[str, Any]) -> Scores:
    size = case["n"][0]
    return Scores(np.array(case["s_w"][:size]), np.array(case["s_w"][size:]))


def same_within_draws(ours: PValue, p: float, samples: int) -> bool:
    """Whether `samples` draws, the observed partition among them, can have given p where ours is right."""
    hits = round(p * samples) - 1
    interval = stats.binomtest(hits, samples - 1).proportion_ci(SURE)
    return bool(interval.low <= ours.high and ours.low <= interval.high)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "s_w" in case])
def test_scores_and_effect_sizes_of_sent_bias(name: str) -> None:
    case = CASES[name]
    scores = scores_of(case)
    assert scores.pooled == pytest.approx(case["s_w"], abs=1e-12)
    assert scores.statistic == pytest.approx(case["s"], abs=1e-11)
    assert effect_size(scores, SENT_BIAS) == pytest.approx(case["d"], abs=1e-9)
    assert effect_size(scores, WEFE) == pytest.approx(case["d_ddof0_for_reference"], abs=1e-9)


@pytest.mark.parametrize(
    ("name", "run"), [(name, run) for name, case in CASES.items() for run in case.get("runs", ())]
)
def test_p_values_of_sent_bias(name: str, run: Mapping[str, Any]) -> None:
    scores = scores_of(CASES[name])
    match run["kind"]:
        case "exact":
            ours = p_value(scores, method=Method.EXACT)
            assert (ours.count, ours.total, ours.value) == (run["p_count"], run["n_samples"], run["p"])
        case "sampled":
            ours = p_value(scores, method=Method.SAMPLED, samples=run["n_samples"], confidence=SURE)
            assert same_within_draws(ours, run["p"], run["n_samples"])
            assert same_within_draws(p_value(scores, confidence=SURE), run["p"], run["n_samples"])
        case "parametric":
            z = stats.norm.isf(run["p"])
            error = stats.norm.pdf(z) * math.sqrt((1 + z * z / 2) / run["n_samples"])
            fitted = p_value(scores, method=Method.NORMAL_FIT, samples=run["n_samples"])
            assert p_value(scores, method=Method.NORMAL).value == pytest.approx(run["p"], abs=5 * error)
            assert fitted.value == pytest.approx(run["p"], abs=7 * error)


def test_unequal_targets() -> None:
    scores = scores_of(CASES["unequal_targets"])
    assert effect_size(scores) == pytest.approx(CASES["unequal_targets"]["effect_size_alone"], abs=1e-9)
    assert p_value(scores).total == math.comb(9, 4)


def test_zero_variance() -> None:
    ones, a, b = np.ones((3, 4)), np.eye(4)[:1], np.eye(4)[1:2]
    scores = association(ones, ones, a, b)
    assert CASES["zero_variance"]["d_is_nan"]
    assert math.isnan(effect_size(scores))
    assert why_undefined(scores)
    assert p_value(scores).value == CASES["zero_variance"]["p"]


@pytest.mark.parametrize("name", STATIC)
def test_results_of_sent_bias_on_static_vectors(name: str) -> None:
    case = STATIC[name]
    scores = stored_scores(case)
    assert effect_size(scores) == pytest.approx(case["d"], abs=1e-9)
    assert effect_size(scores, WEFE) == pytest.approx(case["d_ddof0"], abs=1e-9)
    ours = p_value(scores, confidence=SURE)
    if case["p_kind"] == "exact":
        assert (ours.method, ours.value) == (Method.EXACT, case["p"])
    else:
        assert same_within_draws(ours, case["p"], case["n_samples"])


@pytest.mark.parametrize("name", [name for name, case in ENCODED.items() if not case["numerically_unstable"]])
def test_results_of_sent_bias_on_stored_scores_of_encoders(name: str) -> None:
    case = ENCODED[name]
    scores = stored_scores(case)
    assert effect_size(scores) == pytest.approx(case["d"], abs=1e-9)
    ours = p_value(scores, confidence=SURE)
    if case["p_kind"] == "exact":
        assert ours.value == case["p"]
    else:
        assert same_within_draws(ours, case["p"], case["n_samples"])


def test_the_unstable_encodings_are_those_warned_of() -> None:
    warned = [
        name
        for name, case in ENCODED.items()
        if Code.ROUNDING in {caution.code for caution in check_scores(stored_scores(case))}
    ]
    assert warned == [name for name, case in ENCODED.items() if case["numerically_unstable"]]


@pytest.mark.parametrize("name", WEFE_RANDOM)
def test_results_of_wefe(name: str) -> None:
    """WEFE computes in float32; its p is drawn without a seed, 1,000 times."""
    case, theirs = CASES[name], WEFE_RANDOM[name]
    scores = scores_of(case)
    assert scores.statistic == pytest.approx(theirs["weat"], abs=1e-6)
    assert effect_size(scores, WEFE) == pytest.approx(theirs["effect_size"], abs=1e-6)
    if theirs["p_value"] is not None:
        ours = p_value(scores, WEFE, confidence=SURE)
        assert same_within_draws(ours, theirs["p_value"], 1001)


@pytest.fixture(scope="session")
def word2vec(installed: Callable[[str], Path]) -> Encoder:
    """The part of the Google News vectors that WEFE ships."""
    return load_encoder(f"vectors:{installed('word2vec-news-part.kv')}")


@pytest.fixture(scope="session")
def glove(installed: Callable[[str], Path]) -> Encoder:
    """GloVe 6B of 50 dimensions, lower-case words."""
    return load_encoder(f"vectors:{installed('glove-6b-50d')}", case=LetterCase.LOWER)


def known(encoder: Encoder, words: Sequence[str]) -> NDArray[np.float64]:
    """The vectors of those words that have one."""
    vectors = encoder.encode(words).vectors.astype(np.float64)
    return vectors[~np.isnan(vectors).any(axis=1)]


@pytest.mark.parametrize("name", STATIC)
def test_scores_of_sent_bias_from_static_vectors(name: str, request: pytest.FixtureRequest) -> None:
    encoder: Encoder = request.getfixturevalue({"w2v": "word2vec", "glove": "glove"}[name.split(":")[0]])
    case = STATIC[name]
    scores = association(
        *(known(encoder, case["words"][key]) for key in ("targ1", "targ2", "attr1", "attr2"))
    )
    assert scores.pooled == pytest.approx(case["s_w"], abs=1e-6)
    assert scores.statistic == pytest.approx(case["s"], abs=1e-6)
    assert effect_size(scores) == pytest.approx(case["d"], abs=1e-6)


@pytest.mark.parametrize("name", [name for name in STATIC if name.startswith("w2v:")])
def test_results_of_wefe_on_word2vec(name: str) -> None:
    scores, theirs = stored_scores(STATIC[name]), read("wefe_cases.json")["word2vec_subset"][name]
    assert scores.statistic == pytest.approx(theirs["weat"], abs=1e-6)
    assert effect_size(scores, WEFE) == pytest.approx(theirs["effect_size"], abs=1e-6)


PUBLISHED = {
    "weat1": ("flowers", "insects", "pleasant_5", "unpleasant_5a", 1.54),
    "weat2": ("instruments", "weapons", "pleasant_5", "unpleasant_5a", 1.63),
    "weat3": ("european_american_names_5", "african_american_names_5", "pleasant_5", "unpleasant_5b", 0.58),
    "weat4": ("targ1", "targ2", "attr1", "attr2", 1.24),
    "weat5": ("european_american_names_7", "african_american_names_7", "pleasant_9", "unpleasant_9", 0.72),
    "weat6": ("male_names", "female_names", "career", "family", 1.89),
    "weat7": ("math", "arts", "male_terms", "female_terms", 0.97),
    "weat8": ("science", "arts_2", "male_terms_2", "female_terms_2", 1.24),
    "weat9": ("mental_disease", "physical_disease", "temporary", "permanent", 1.30),
    "weat10": ("young_people_names", "old_people_names", "pleasant_9", "unpleasant_9", -0.08),
}
"""Word lists of the package wefe, and the effect size of Caliskan et al. 2017 on word2vec.

Its names for the fourth test are 18 and 18 and give 1.31: the published figure comes from the 16 and 16 that
sent-bias has.
"""


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_effect_sizes_of_word2vec(
    name: str, word2vec: Encoder, installed: Callable[[str], Path]
) -> None:
    """All but the tenth, on which every reproduction differs (another list of old people's names,
    presumably)."""
    lists = json.loads(installed("wefe-word-lists.json").read_text("utf-8"))
    lists |= STATIC["w2v:weat4"]["words"]
    *sets, published = PUBLISHED[name]
    d = effect_size(association(*(known(word2vec, lists[key]) for key in sets)), CALISKAN)
    assert (round(d, 2) == published) is (name != "weat10")
