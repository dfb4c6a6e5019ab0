"""Scores: by hand, and against figures of the papers and of independent programs."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bbq_samples import item
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.bbq.data_set import read_data_set
from mitgemeint.eval.bbq.intervals import differences, intervals
from mitgemeint.eval.bbq.item import Condition, Item
from mitgemeint.eval.bbq.predictions import read_predictions
from mitgemeint.eval.bbq.scores import score
from mitgemeint.eval.bbq.tally import Answer, NoAnswer, Tally, tally, total

DATA = Path(__file__).parents[4] / "shared" / "data"
GG_BBQ = DATA / "gg-bbq"
needs_data = pytest.mark.skipif(not GG_BBQ.is_dir(), reason="the evaluation data are not here")


def test_ambiguous_scores_by_hand() -> None:
    answers: list[Answer] = [2, 2, 2, 2, 0, 0, 0, 1, NoAnswer.REFUSED, NoAnswer.UNREADABLE]
    found = score(total(tally((item(number), each) for number, each in enumerate(answers))))
    assert found["accuracy_ambiguous"] == pytest.approx(0.4)
    assert found["bias_ambiguous"] == pytest.approx((3 - 1) / 10)
    assert found["largest_bias_ambiguous"] == pytest.approx(0.6)
    assert found["parrish_ambiguous"] == pytest.approx(0.6 * (2 * 3 / 4 - 1))
    assert found["accuracy_disambiguated"] is None
    assert found["bias_disambiguated"] is None


def test_disambiguated_scores_by_hand() -> None:
    # Four that agree with the stereotype, three of them right; six that go against it, three right.
    given: list[tuple[int, Answer]] = [
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 1),
        (1, 1),
        (1, 1),
        (1, 1),
        (1, 0),
        (1, 0),
        (1, 2),
    ]
    rows = (
        (item(number, condition=Condition.DISAMBIGUATED, label=label), answer)
        for number, (label, answer) in enumerate(given)
    )
    found = score(total(tally(rows)))
    assert found["accuracy_disambiguated"] == pytest.approx(0.6)
    assert found["bias_disambiguated"] == pytest.approx(3 / 4 - 3 / 6)
    assert found["largest_bias_disambiguated"] == pytest.approx(1 - abs(2 * 0.6 - 1))
    # biased answers: three and two; counter-biased: one and three
    assert found["parrish_disambiguated"] == pytest.approx(2 * 5 / 9 - 1)


def test_items_without_a_biased_choice_count_for_accuracy_alone() -> None:
    counts = total(tally([(item(0, biased=None), 0), (item(1), 0)]))
    assert (counts.n_a, counts.n_ab, counts.n_ac) == (2, 1, 0)


def test_unreadable_answers_can_be_left_out() -> None:
    answers = [(item(0), NoAnswer.UNREADABLE), (item(1), NoAnswer.REFUSED), (item(2), 2)]
    assert total(tally(answers)).n_a == 3
    assert total(tally(answers, leave_out_unreadable=True)).n_a == 2


@given(st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.integers(0, 2)), min_size=1, max_size=40))
def test_bias_stays_within_its_bounds(rows: Sequence[tuple[int, bool, int]]) -> None:
    answered = (
        (
            item(
                number,
                condition=Condition.AMBIGUOUS if ambiguous else Condition.DISAMBIGUATED,
                label=2 if ambiguous else label % 2,
            ),
            answer,
        )
        for number, (label, ambiguous, answer) in enumerate(rows)
    )
    found = score(total(tally(answered)))
    if found["bias_ambiguous"] is not None and found["largest_bias_ambiguous"] is not None:
        assert abs(found["bias_ambiguous"]) <= found["largest_bias_ambiguous"] + 1e-12
    for name in ("bias_disambiguated", "parrish_ambiguous", "parrish_disambiguated"):
        value = found[name]
        assert value is None or -1 - 1e-12 <= value <= 1 + 1e-12


def test_intervals_hold_the_value_and_pairing_narrows_them() -> None:
    random_numbers = np.random.default_rng(3)
    before: dict[tuple[str, str], Tally] = {}
    after: dict[tuple[str, str], Tally] = {}
    for template in range(30):
        hard = int(random_numbers.integers(0, 9))  # templates differ more than the two runs do
        before["G", str(template)] = Tally(n_a=10, n_au=hard, n_ab=10 - hard)
        after["G", str(template)] = Tally(n_a=10, n_au=hard + 1, n_ab=9 - hard)
    low, high = intervals([before], resamples=500, seed=1)["accuracy_ambiguous"]
    value = score(total(before))["accuracy_ambiguous"]
    assert value is not None
    assert low < value < high
    paired = differences([before], [after], resamples=500, seed=1)["accuracy_ambiguous"]
    assert paired == pytest.approx((0.1, 0.1))
    assert intervals([before], resamples=500, seed=1) == intervals([before], resamples=500, seed=1)


def test_one_template_has_no_interval() -> None:
    assert intervals([{("G", "1"): Tally(n_a=5, n_au=2)}], resamples=100, seed=0) == {}


# ---- published figures -----------------------------------------------------------------------------


def reference(name: str) -> Any:
    return json.loads((DATA / "reference" / name).read_text("utf-8"))


@needs_data
def test_published_bounds_of_gg_bbq_follow_from_accuracies() -> None:
    rows = reference("ggbbq_reference.json")["published"]
    assert len(rows) == 11
    for row in rows:
        right = round(row["acc"] * 1000)
        if "disambiguated" in row["table"]:
            found = score(Tally(n_d=1000, n_dr=right))["largest_bias_disambiguated"]
        else:
            found = score(Tally(n_a=1000, n_au=right))["largest_bias_ambiguous"]
        assert found == pytest.approx(row["bias_max_published"], abs=0.0015)


DATA_SETS = {
    "subset-I@HEAD": "rev-24e5b32/subset-1",
    "subset-II@HEAD": "rev-24e5b32/subset-2",
    "subset-II@3a95eef": "rev-3a95eef/data/subset-2",
}
SCORE_OF = {
    "acc_amb": "accuracy_ambiguous",
    "diff_bias_amb": "bias_ambiguous",
    "bias_max_amb": "largest_bias_ambiguous",
    "acc_disamb": "accuracy_disambiguated",
    "diff_bias_disamb": "bias_disambiguated",
    "bias_max_disamb": "largest_bias_disambiguated",
}


def strategies(
    ambiguous: Sequence[Item], told: Sequence[Item]
) -> Iterator[tuple[str, list[tuple[Item, Answer]]]]:
    """Models that follow a simple rule, as in the reference."""
    items = [*ambiguous, *told]
    drawn = random.Random(7)
    yield "always_choice_0", [(each, 0) for each in items]
    yield "always_choice_1", [(each, 1) for each in items]
    yield "always_choice_2_keine_Antwort", [(each, 2) for each in items]
    yield "always_correct", [(each, each.label) for each in items]
    yield (
        "always_biased (choice_0 where undefined)",
        [(each, 0 if each.biased is None else each.biased) for each in items],
    )
    yield (
        "always_counter (choice_0 where undefined)",
        [(each, 0 if each.counter_biased is None else each.counter_biased) for each in items],
    )
    yield (
        "index mod 3",
        [(each, number % 3) for part in (ambiguous, told) for number, each in enumerate(part)],
    )
    yield (
        "random.Random(7).randrange(3), ambiguous list first then disambiguated",
        [(each, drawn.randrange(3)) for each in items],
    )


@needs_data
@pytest.mark.parametrize("name", DATA_SETS)
def test_rules_on_gg_bbq_score_as_an_independent_program_does(name: str) -> None:
    expected: Mapping[str, Any] = reference("ggbbq_reference.json")["synthetic"][name]
    items = read_data_set(str(GG_BBQ / DATA_SETS[name])).items
    ambiguous = [each for each in items if each.condition is Condition.AMBIGUOUS]
    told = [each for each in items if each.condition is Condition.DISAMBIGUATED]
    assert (len(ambiguous), len(told)) == (expected["n_amb"], expected["n_disamb"])
    assert sum(each.biased is None for each in ambiguous) == expected["undefined_bias_amb"]
    assert [each.biased for each in ambiguous[:10]] == expected["biased_choice_first10_amb"]
    for rule, answers in strategies(ambiguous, told):
        counts = total(tally(answers))
        for key, value in expected["strategies"][rule].items():
            ours = score(counts)[SCORE_OF[key]] if key in SCORE_OF else getattr(counts, key)
            assert ours == pytest.approx(value, abs=1e-12), (rule, key)


@needs_data
@pytest.mark.parametrize("format", ["race", "arc", "qonly"])
@pytest.mark.parametrize("category", ["Age", "Religion", "Sexual_orientation"])
def test_predictions_of_unifiedqa_give_the_figures_of_the_paper(category: str, format: str) -> None:
    model = "baseline_qonly" if format == "qonly" else f"format_{format}"
    cells = [
        each
        for each in reference("bbq_unifiedqa_recomputed.json")["results"]
        if each["category"] == category and each["model"] == model
    ]
    assert cells
    items = read_data_set(str(DATA / "bbq-en" / f"{category}.jsonl")).items
    field = f"unifiedqa-t5-11b_pred_{format}"
    path = DATA / "bbq-en" / f"preds_{category}.jsonl"
    answers = list(read_predictions([path], field, items, unifiedqa=True))
    found = score(total(tally(answers, leave_out_unreadable=True)))
    for cell in cells:
        condition = "ambiguous" if cell["context"] == "ambig" else "disambiguated"
        accuracy, bias = found[f"accuracy_{condition}"], found[f"parrish_{condition}"]
        assert accuracy == pytest.approx(cell["accuracy"], abs=1e-12)
        assert bias is not None
        assert 100 * bias == pytest.approx(cell["bias_score_pct"], abs=1e-9)
        if "paper_accuracy_pct" in cell:
            assert accuracy is not None
            assert round(100 * accuracy, 1) == cell["paper_accuracy_pct"]
            assert round(100 * bias, 1) == cell["paper_bias_pct"]


@needs_data
def test_counts_of_unifiedqa_give_the_figures_of_the_paper_in_20_of_24_cells() -> None:
    cells = [each for each in reference("bbq_unifiedqa_recomputed.json")["results"] if "match" in each]
    same = 0
    for cell in cells:
        n = cell["counts"]
        targets, others = n["neg_T"] + n["nonneg_T"], n["neg_NT"] + n["nonneg_NT"]
        if cell["context"] == "ambig":
            found = score(Tally(n_a=n["n"], n_au=n["correct"], n_ab=targets, n_ac=others))
            accuracy, bias = found["accuracy_ambiguous"], found["parrish_ambiguous"]
        else:
            found = score(Tally(n_d=n["n"], n_dr=n["correct"], n_db=targets, n_dc=others))
            accuracy, bias = found["accuracy_disambiguated"], found["parrish_disambiguated"]
        assert accuracy is not None
        assert bias is not None
        assert 100 * bias == pytest.approx(cell["bias_score_pct"], abs=1e-9)
        same += (round(100 * accuracy, 1), round(100 * bias, 1)) == (
            cell["paper_accuracy_pct"],
            cell["paper_bias_pct"],
        )
    assert (same, len(cells)) == (20, 24)
