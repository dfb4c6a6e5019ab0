"""The labelling measure itself, on small made-up cases."""

import json
from pathlib import Path

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.eval.labelling import Counts, count, hard_cases, label, report


def test_counts_of_one_text() -> None:
    counts = count(found=[(0, 4), (10, 12)], reference=[(2, 6), (20, 25)])
    assert counts == Counts(right=1, wrong=1, missed=1)
    assert (counts.precision, counts.recall, counts.f1) == (0.5, 0.5, 0.5)


def test_nothing_to_find_and_nothing_found_is_perfect() -> None:
    assert (Counts().precision, Counts().recall) == (1.0, 1.0)


def test_touching_spans_do_not_overlap() -> None:
    assert count(found=[(0, 4)], reference=[(4, 8)]) == Counts(right=0, wrong=1, missed=1)


def test_labelling_counts_rows_with_findings() -> None:
    rows = [
        {"exclusive": "Die Gärtner kommen.", "spans": [[4, 11]]},
        {"exclusive": "Es regnet.", "spans": []},
    ]
    assert label(Pipeline(Settings()), rows) == (Counts(right=1), 1)


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
    assert hard_cases(Pipeline(Settings()), [case], "core").violated == ("x: Gärtner",)


def test_report_reads_a_folder(tmp_path: Path) -> None:
    row = {"exclusive": "Die Gärtner kommen.", "spans": [[4, 11]]}
    (tmp_path / "amrhein-small.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    assert "| together | 1 |  | 1.000 | 1.000 | 1.000 |" in list(report(tmp_path))


SHARED = Path(__file__).parents[3] / "shared" / "data"
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the evaluation data (../shared/data) is not here"
)


@needs_shared
def test_newspaper_sentences_floor() -> None:
    """At least .95 recall and .93 precision, at most 6 of 150 sentences without a masculine reported."""
    pipeline = Pipeline(Settings(report_specific=True, compound_modifiers=True))
    total, flagged = Counts(), {}
    for name in ("plural", "singular", "none"):
        rows = [
            json.loads(line)
            for line in (SHARED / "inclusive" / f"amrhein-{name}-dev.jsonl").read_text("utf-8").splitlines()
        ]
        counts, flagged[name] = label(pipeline, rows)
        total += counts
    assert total.recall >= 0.95
    assert total.precision >= 0.93
    assert flagged["none"] <= 6


@needs_shared
def test_hard_cases_floor() -> None:
    """Every must-flag span of the core tier is found and none of its must-not-flag spans hit."""
    cases = json.loads((SHARED / "inclusive" / "hard-cases-dev.json").read_text("utf-8"))["cases"]
    counts = hard_cases(Pipeline(Settings()), cases, "core")
    assert counts.missed == ()
    assert counts.violated == ()
