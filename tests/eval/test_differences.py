"""Why rewritten texts differ: the measures themselves, on small made-up texts."""

import json
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.eval import neutral_reach
from mitgemeint.eval.causes import Cause, difference
from mitgemeint.eval.differences import report, whole_texts
from mitgemeint.eval.neutral_reach import Reach, replacement, stems
from mitgemeint.eval.spans import Counts
from mitgemeint.eval.words import changes, texts, words

GARDENERS = "Die Gärtner kommen."


def lou_row(exclusive: str, spans: list[list[int]], **targets: str) -> dict[str, Any]:
    return {"exclusive": exclusive, "spans": spans, "targets": targets}


def test_words_keep_signs_inside() -> None:
    assert texts(words("Gärtner*innen: alle!")) == ["Gärtner*innen", ":", "alle", "!"]


def test_changes_name_the_words_of_both_sides() -> None:
    (change,) = changes(["a", "b", "c"], ["a", "x", "y", "c"])
    assert (change.old_first, change.old_last, change.new_first, change.new_last) == (1, 2, 1, 3)


def test_whole_texts_know_whether_spans_and_text_agree() -> None:
    row = lou_row(GARDENERS, [[4, 11]], star="Die Gärtner*innen kommen.")
    (item,) = whole_texts([row], "star")
    assert (item.agrees, item.same) == (True, True)
    (item,) = whole_texts([lou_row(GARDENERS, [], star=GARDENERS)], "star")
    assert (item.agrees, item.same, item.difference.cause) == (False, False, Cause.BESIDE)


FOUND = Counts(right=1)

DIFFERENCES = [
    # text, ours, reference, cause
    ("Der Koch.", "Der Koch.", "Der*die Koch*in.", Counts(missed=1), Cause.MISSED),
    ("Der Koch.", "Der*die Köch*in.", "Der Koch.", Counts(wrong=1), Cause.BESIDE),
    ("Köche.", "Köchinnen und Köche.", "Köchinnen und  Köche.", FOUND, Cause.SPACES),
    ("Köche.", "Köchinnen und Köche.", "Köche und Köchinnen.", FOUND, Cause.CONJUNCTION),
    ("Köche.", "Köchinnen und Köche.", "Köchinnen oder Köche.", FOUND, Cause.CONJUNCTION),
    ("Koch hier", "Köch*in hier", "Köch*innen hier", FOUND, Cause.NUMBER),
    ("Pendler.", "Pendl*innen.", "Pendler*innen.", FOUND, Cause.NOUN_FORM),
    ("EU-Bürger.", "EU-Bürger*innen.", "EU- Bürger*innen.", FOUND, Cause.COMPOUND),
    (
        "Er ist beim Koch.",
        "Er ist bei dem*der Köch*in.",
        "Er ist beim*bei der Köch*in.",
        FOUND,
        Cause.DEPENDENT_FORM,
    ),
    ("Kein Koch, er", "Kein Koch, er*sie", "Kein Koch, er", FOUND, Cause.LEFT_BY_REFERENCE),
    ("Kein Koch, er", "Kein Koch, er", "Kein Koch, er*sie", FOUND, Cause.LEFT_BY_US),
    ("Die Köche", "Die Köch*innen", "Die Menschen", FOUND, Cause.OTHER),
]


@pytest.mark.parametrize(("text", "ours", "reference", "spans", "cause"), DIFFERENCES)
def test_differences_have_a_cause(text: str, ours: str, reference: str, spans: Counts, cause: Cause) -> None:
    assert difference(text, ours, reference, spans).cause is cause


def test_a_difference_names_the_words() -> None:
    found = difference("Koch hier", "Köch*in hier", "Köch*innen hier", FOUND)
    assert (found.ours, found.reference) == (("Köch*in",), ("Köch*innen",))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lehrkraft", "Lehrkräften"),
        ("Studierende", "Studierenden"),
        ("Person", "Personen"),
        ("Team", "Teams"),
    ],
)
def test_forms_of_one_noun_share_a_stem(one: str, other: str) -> None:
    assert stems(one) & stems(other)


def test_the_replacement_of_a_span() -> None:
    target = "Heute unterrichten Lehrkräfte Mathematik."
    exclusive = "Heute unterrichten Lehrer Mathematik."
    assert texts(replacement(exclusive, target, (19, 25))) == ["Lehrkräfte"]
    assert replacement(exclusive, target, (0, 5)) == []


def test_neutral_wording_counts_a_shared_noun() -> None:
    rows = [
        lou_row("Viele Lehrer kommen.", [[6, 12]], neutral="Viele gute Lehrkräfte kommen."),
        lou_row("Viele Lehrer kommen.", [[6, 12]], neutral="Viele Profis kommen."),
        lou_row("Viele Lehrer kommen.", [[6, 12]], neutral="Viele Lehrer kommen."),
    ]
    reach, missed = neutral_reach.measure(rows)
    assert reach == Reach(places=2, found=2, suggested=2, reached=1, worded=0, texts=2, texts_reached=1)
    assert missed == ["Lehrer"]


def test_a_span_that_is_not_found_is_not_reached() -> None:
    reach, _ = neutral_reach.measure([lou_row("Nur Xoxer da.", [[4, 9]], neutral="Nur Menschen da.")])
    assert reach == Reach(places=1, texts=1)


def test_report_reads_a_folder(tmp_path: Path) -> None:
    star = "Die Gärtner*innen kommen."
    lou = lou_row(GARDENERS, [[4, 11]], star=star, pair="Die Gärtner und Gärtnerinnen kommen.")
    (tmp_path / "lou-small.jsonl").write_text(json.dumps(lou) + "\n", "utf-8")
    lines = list(report(tmp_path, show=1))
    assert "| star | 1 | 1.000 | 1 | 1.000 |" in lines
    assert any(
        line.startswith("| pair with another conjunction or order | 0 | 0 | 0 | 1 |") for line in lines
    )
    assert sum("reference " in line for line in lines if line.startswith("\n    text")) == 1


SHARED = Path(__file__).parents[3] / "shared" / "data" / "inclusive"
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the evaluation data (../shared/data) is not here"
)


@needs_shared
@pytest.mark.parametrize("style", ["star", "colon", "underscore", "pair"])
def test_political_comments_floor(style: str) -> None:
    """Of the texts whose spans agree with the reference, at least .70 are the reference's."""
    made = [item for item in whole_texts(_lou_rows(), style) if item.agrees]
    assert sum(item.same for item in made) >= 0.7 * len(made)


@needs_shared
def test_neutral_words_floor() -> None:
    """In half of the places one suggestion has the reference's noun."""
    reach, _ = neutral_reach.measure(_lou_rows())
    assert reach.reached >= 0.5 * reach.places


def _lou_rows() -> list[dict[str, Any]]:
    path = SHARED / "lou-xstance-dev.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
