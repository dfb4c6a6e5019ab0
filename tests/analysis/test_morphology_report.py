"""The inflection against sources that had no part in it; see docs/morphology.md.

Runs where the package lists lie in `build/packages` (data/build/packages.py) and, for DWDSmor, where the
extra `oracle` is installed; nothing is fetched here.
"""

from pathlib import Path

import pytest

from mitgemeint.analysis.adjective_forms import AdjectiveForms, Degree
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.data.build.morphology import closed_classes, report
from mitgemeint.data.build.morphology.oracle import Oracle
from mitgemeint.data.build.packages import ADJECTIVES, DWDSMOR, Source

ROOT = Path(__file__).parents[2]
CACHE = ROOT / "build" / "packages"
PAGE = (ROOT / "docs" / "morphology.md").read_text(encoding="utf-8")


def needs(source: Source) -> None:
    if not (CACHE / source.file).exists():
        pytest.skip(f"{source.file} is not in {CACHE.relative_to(ROOT)}")


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    pytest.importorskip("sfst_transduce", reason="the extra `oracle` is not installed")
    needs(DWDSMOR)
    return Oracle(CACHE)


def test_closed_classes_are_those_of_dwdsmor(oracle: Oracle) -> None:
    answers = closed_classes.compare(ClosedClass.load(), oracle)
    differing = [answer for answer in answers if answer.known and not answer.agrees]
    assert differing == []
    assert sum(answer.known for answer in answers) >= 690
    for line in report.closed_section(answers):
        assert line in PAGE, "run python -m mitgemeint.data.build.morphology.report"


def test_the_oracle_tells_right_from_wrong(oracle: Oracle) -> None:
    kinds, position = closed_classes.KINDS["determiner"]
    assert oracle.cells("jeder", kinds, position) == {
        slot for determiner, slot in ClosedClass.load().readings("jeder") if determiner.lemma == "jeder"
    }
    assert oracle.cells("jedem", kinds, position) != oracle.cells("jeden", kinds, position)
    assert oracle.cells("Tisch", kinds, position) == set()
    assert oracle.degree("alt", "alt", Degree.COMPARATIVE) == ("ältere",)
    assert oracle.degree("xyzt", "xyzt", Degree.COMPARATIVE) == ()


def test_adjective_endings_are_those_of_german_adjectives_dict() -> None:
    needs(ADJECTIVES)
    score = report.endings(report.adjective_cells(CACHE), AdjectiveForms.load())
    assert score.total > 1_000_000
    assert score.right / score.total >= 0.998
    assert str(score) in PAGE


def test_comparison_is_that_of_dwdsmor(oracle: Oracle) -> None:
    needs(ADJECTIVES)
    lemmas = list(dict.fromkeys(lemma for lemma, *_ in report.adjective_cells(CACHE)))[::10]
    for degree in (Degree.COMPARATIVE, Degree.SUPERLATIVE):
        score = report.comparison(lemmas, AdjectiveForms.load(), oracle, degree)
        assert score.total > 30
        assert score.right >= score.total - 2, score.misses
