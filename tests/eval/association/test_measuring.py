"""A test measured: what is left out, what is dealt, and what is told about it."""

import numpy as np
import pytest

from mitgemeint.eval.association import reports
from mitgemeint.eval.association.conventions import CONVENTIONS, Convention
from mitgemeint.eval.association.encoders.encoded import Encoded
from mitgemeint.eval.association.measuring import SETS, Options, measure
from mitgemeint.eval.association.result import Result, Run
from mitgemeint.eval.association.test_file import AssociationTest, Origin, Templates, TextSet

NAMES = {"X": ("Anna", "Berta", "Clara"), "Y": ("Anton", "Bernd", "Carl"), "A": ("Heim",), "B": ("Amt",)}


def encoded(vectors: np.ndarray) -> Encoded:
    count = len(vectors)
    return Encoded(vectors, (1,) * count, (0,) * count, (0,) * count, ((),) * count)


def sentences(times: int) -> AssociationTest:
    """The names in so many templates."""
    texts, origins = {}, {}
    for name, words in NAMES.items():
        made = [
            (f"{word} {number}.", Origin(f"{{}} {number}.", word))
            for word in words
            for number in range(times)
        ]
        texts[name] = TextSet(name, tuple(text for text, _ in made))
        origins[name] = tuple(origin for _, origin in made)
    x, y, a, b = (texts[name] for name in SETS)
    return AssociationTest("sent", x, y, a, b, "sentence", Templates(*(origins[name] for name in SETS)))


def measured(times: int, options: Options = Options()) -> Result:  # noqa: B008
    """X near A, Y near B; the sentences about a name have the same vector."""
    rng = np.random.default_rng(3)
    home, work = np.eye(2)
    near = {"X": home, "Y": work, "A": home, "B": work}
    vectors = {
        name: (near[name] + rng.uniform(0, 0.3, (len(words), 2))).repeat(times, axis=0)
        for name, words in NAMES.items()
    }
    return measure(sentences(times), {name: encoded(vectors[name]) for name in SETS}, "model", options)


def test_sentences_are_dealt_as_texts_and_as_words() -> None:
    result = measured(4)
    assert result.p is not None
    assert result.p < 1e-5
    assert result.p_by_word == pytest.approx(1 / 20)


def test_words_have_one_p() -> None:
    assert measured(1).p_by_word is None


def test_templates_are_drawn_and_left_out() -> None:
    result = measured(4, Options(resamples=200))
    assert [left.template for left in result.without_template] == [f"{{}} {number}." for number in range(4)]


def test_means_tell_on_which_side_the_targets_are() -> None:
    x, y = measured(1).means
    assert x is not None
    assert y is not None
    assert x > 0 > y


def test_a_set_without_vectors_has_no_result() -> None:
    vectors = {name: np.ones((len(words), 2)) for name, words in NAMES.items()}
    vectors["A"][:] = np.nan
    result = measure(sentences(1), {name: encoded(vectors[name]) for name in SETS}, "model", Options())
    assert (result.p, result.effect_size, result.sizes) == (None, None, (3, 3, 0, 1))
    assert result.missing == ("Heim 0.",)
    assert any(warning.startswith("empty-set: A:") for warning in result.warnings)


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_scores_that_do_not_vary_have_neither_d_nor_p(convention: Convention) -> None:
    vectors = {name: np.ones((2 * len(words), 2)) for name, words in NAMES.items()}
    result = measure(
        sentences(2), {name: encoded(vectors[name]) for name in SETS}, "model", Options(convention)
    )
    assert (result.effect_size, result.p, result.p_by_word, result.p_method) == (None, None, None, "")


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_two_texts_have_no_stars(convention: Convention) -> None:
    vectors = {
        name: encoded(np.array([row]))
        for name, row in zip(SETS, [[2, 1], [1, 2], [1, 0], [0, 1]], strict=True)
    }
    test = AssociationTest("weat", *(TextSet(name, (name,)) for name in SETS))
    result = measure(test, vectors, "model", Options(convention))
    assert result.p is not None
    (doubt,) = (warning for warning in result.warnings if warning.startswith("coarse-p"))
    assert ("p is at least" in doubt) is not convention.strict
    assert set(reports.stars(Run({}, {}, (result,))).values()) == {""}


@pytest.mark.parametrize(
    ("times", "resamples", "doubted"), [(1, 50, False), (3, 50, True), (3, 0, False), (8, 50, False)]
)
def test_few_templates_are_doubted(times: int, resamples: int, doubted: bool) -> None:
    result = measured(times, Options(resamples=resamples))
    assert any(warning.startswith("few-templates") for warning in result.warnings) is doubted
