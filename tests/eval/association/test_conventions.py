"""The conventions of the published programs, and which texts count under them."""

from dataclasses import replace

import pytest

from mitgemeint.eval.association.conventions import (
    CONVENTIONS,
    SENT_BIAS,
    Repeats,
    Sizes,
    convention,
    refuse_unequal,
    rows_kept,
    target_rows_kept,
)
from mitgemeint.eval.problems import EvalError

TEXTS = ("Ada", "Bea", "Ada", "Cem", "Bea")
KEEPING = replace(SENT_BIAS, name="keeping", repeats=Repeats.KEEP)
TRIMMING = replace(SENT_BIAS, name="trimming", sizes=Sizes.TRIM)
REFUSING = replace(SENT_BIAS, name="refusing", sizes=Sizes.REFUSE)


def test_conventions_are_found_by_their_names() -> None:
    assert list(CONVENTIONS) == ["sent-bias", "caliskan", "wefe"]
    assert convention("sent-bias") is SENT_BIAS


def test_an_unknown_convention_is_told_with_the_known_ones() -> None:
    with pytest.raises(EvalError, match="'weat' is unknown; choose one of sent-bias, caliskan, wefe"):
        convention("weat")


def test_repeated_texts_count_once_or_as_often_as_they_stand() -> None:
    assert rows_kept(TEXTS, SENT_BIAS) == (0, 1, 3)
    assert rows_kept(TEXTS, KEEPING) == (0, 1, 2, 3, 4)


def test_a_text_of_both_targets_stays_in_both() -> None:
    assert target_rows_kept(("Ada", "Bea"), ("Bea", "Cem"), SENT_BIAS) == ((0, 1), (0, 1))


def test_the_larger_set_is_trimmed_after_merging() -> None:
    assert target_rows_kept(TEXTS, ("Dora", "Eva"), TRIMMING) == ((0, 1), (0, 1))
    assert target_rows_kept(("Dora", "Eva"), TEXTS, TRIMMING) == ((0, 1), (0, 1))
    assert target_rows_kept(TEXTS, ("Dora", "Eva"), SENT_BIAS) == ((0, 1, 3), (0, 1))


def test_unequal_sizes_are_refused_where_wanted_only() -> None:
    refuse_unequal(3, 3, REFUSING)
    refuse_unequal(3, 4, SENT_BIAS)
    with pytest.raises(EvalError, match="X has 3 texts and Y 4"):
        refuse_unequal(3, 4, REFUSING)
