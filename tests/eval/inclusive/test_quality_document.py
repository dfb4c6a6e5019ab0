"""The document of quality: its sections are made by the command, and the quick figures are true."""

from pathlib import Path

import pytest

from mitgemeint.eval.inclusive import quality_document
from mitgemeint.eval.inclusive.measures import figures
from mitgemeint.eval.inclusive.outcome import score
from mitgemeint.eval.inclusive.quality_document import CLOSING, OPENING, SECTIONS, filled
from mitgemeint.eval.inclusive.running import requests_of
from mitgemeint.eval.inclusive.set_files import load_sets, shipped_sets
from mitgemeint.eval.inclusive.systems.assistant import Assistant
from mitgemeint.eval.inclusive.word_errors import load_counter
from mitgemeint.eval.problems import EvalError

DOCUMENT = Path(__file__).parents[3] / "docs" / "quality.md"


def test_what_stands_outside_of_sections_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quality_document, "SECTIONS", {"labelling": lambda report: f"made of {report}"})
    text = f"before\n<!-- inclusive: labelling -->\nold\n{CLOSING}\nafter\n"
    made = f"before\n<!-- inclusive: labelling -->\n\nmade of report\n\n{CLOSING}\nafter\n"
    assert filled(text, Path("report"), "x") == made
    assert filled(made, Path("report"), "x") == made


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing", "has no section"),
        ("<!-- inclusive: labels -->\n<!-- end -->", "the section 'labels' is unknown"),
        ("<!-- inclusive: labelling -->\n", "the section 'labelling' has no end"),
    ],
)
def test_documents_without_sections_are_refused(text: str, reason: str) -> None:
    with pytest.raises(EvalError, match=reason):
        filled(text, Path("report"), "x.md")


def sections() -> dict[str, str]:
    text = DOCUMENT.read_text("utf-8")
    return {found["name"]: text[found.end() :].partition(CLOSING)[0] for found in OPENING.finditer(text)}


def test_the_document_has_every_section_with_date_and_version() -> None:
    found = sections()
    assert list(found) == list(SECTIONS)
    for text in found.values():
        assert "\n|---|" in text
        assert "\nmitgemeint " in text


@pytest.mark.skipif(not shipped_sets(), reason="no set ships yet")
def test_the_figures_of_the_set_that_ships_are_true() -> None:
    (chosen,) = load_sets("sentences")
    system, counter = Assistant("default", labels_only=True), load_counter()
    outcomes = [
        score(sentence, answer, counter)
        for sentence, answer in zip(chosen.sentences, system.answers(requests_of(chosen)), strict=True)
    ]
    found = figures(outcomes, resamples=0)
    (row,) = (
        line
        for line in sections()["labelling"].split("\n")
        if line.startswith(f"| default | {chosen.name} |")
    )
    cells = [cell.strip().partition(" ")[0] for cell in row.strip("|").split("|")]
    assert cells[2:] == [
        str(len(outcomes)),
        *(f"{found[name].value:.3f}" for name in ("recall", "precision", "F1", "false alarms")),
    ]
