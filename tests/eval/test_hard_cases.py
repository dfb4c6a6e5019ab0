"""Spans and hard cases: the measures themselves, on small made-up cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.eval import hard_cases
from mitgemeint.eval.spans import Counts, count

GARDENERS = "Die Gärtner kommen."


def test_counts_of_one_text() -> None:
    counts = count(found=[(0, 4), (10, 12)], reference=[(2, 6), (20, 25)])
    assert counts == Counts(right=1, wrong=1, missed=1)
    assert (counts.precision, counts.recall, counts.f1) == (0.5, 0.5, 0.5)


def test_nothing_to_find_and_nothing_found_is_perfect() -> None:
    assert (Counts().precision, Counts().recall) == (1.0, 1.0)


def test_touching_spans_do_not_overlap() -> None:
    assert count(found=[(0, 4)], reference=[(4, 8)]) == Counts(right=0, wrong=1, missed=1)


def test_hard_cases_name_what_went_wrong() -> None:
    text = "Die Gärtner kommen."
    span = {"start": 4, "end": 11, "text": "Gärtner"}
    case = {
        "id": "x",
        "tier": "core",
        "format": "plaintext",
        "text": text,
        "flags": [],
        "must_not_flag": [span],
    }
    assert hard_cases.labelled(Pipeline(Settings()), [case], "core").violated == ("x: Gärtner",)


def hard_case(text: str, forbidden: list[str], **rewrites: str) -> dict[str, Any]:
    listed = [{"style": style, "text": made} for style, made in rewrites.items()]
    return {
        "id": "x",
        "tier": "core",
        "format": "plaintext",
        "text": text,
        "flags": [],
        "must_not_flag": [],
        "rewrites": listed,
        "forbidden_substrings": forbidden,
    }


def test_an_accepted_rewrite_may_leave_a_finding_alone() -> None:
    text = "Die Gärtner grüßen die Köche."
    case = hard_case(text, [], star="Die Gärtner grüßen die Köch*innen.", gap="Die Gärtner_innen")
    result = hard_cases.measure([case])
    counts = result.styles["star"]
    assert (counts.wanted, counts.offered, counts.best) == (1, 1, 0)
    assert result.other_styles == {"gap": 1}


def test_forbidden_words_are_looked_for_in_every_suggestion() -> None:
    result = hard_cases.measure([hard_case(GARDENERS, ["Gärtner:innen", "Gärtner"])])
    assert result.forbidden == ["x: Gärtner:innen"]


def test_report_reads_a_folder(tmp_path: Path) -> None:
    case = hard_case(GARDENERS, ["Köche"], star="Die Gärtner*innen kommen.")
    (tmp_path / "hard-cases-small.json").write_text(json.dumps({"cases": [case]}), "utf-8")
    lines = list(hard_cases.report(tmp_path))
    assert "\nhard-cases-small, tier core: 0 of 0 must-flag spans found," in lines
    assert "| together | 1 | 1 | 1 |" in lines


SHARED = Path(__file__).parents[3] / "shared" / "data"
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the evaluation data (../shared/data) is not here"
)


@needs_shared
def test_hard_cases_floor() -> None:
    """Every must-flag span of the core tier is found and none of its must-not-flag spans hit."""
    cases = json.loads((SHARED / "inclusive" / "hard-cases-dev.json").read_text("utf-8"))["cases"]
    counts = hard_cases.labelled(Pipeline(Settings()), cases, "core")
    assert counts.missed == ()
    assert counts.violated == ()


@needs_shared
def test_hard_rewrites_floor() -> None:
    """Every accepted star, colon and pair is offered, and no forbidden word."""
    cases = json.loads((SHARED / "inclusive" / "hard-cases-dev.json").read_text("utf-8"))["cases"]
    result = hard_cases.measure(cases)
    assert not result.forbidden
    assert [item for item in result.not_offered if not item.endswith(": neutral")] == []
