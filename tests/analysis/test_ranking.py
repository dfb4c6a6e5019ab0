"""The order of suggestions, and that it explains itself."""

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.findings import Suggestion
from mitgemeint.analysis.lexicon_files import load_neutral
from mitgemeint.analysis.policy import load_policy, policy_names
from mitgemeint.analysis.ranking import FREQUENCIES, Ranker, frequency_of
from mitgemeint.analysis.rewrite import Rewrite
from mitgemeint.data import resource

TEXT = "Die Lehrer und Patienten danken dem Arzt, und jeder Kunde lobt die Mitarbeiter."


def _suggestions(text: str, **settings: object) -> list[Suggestion]:
    findings = Pipeline(Settings(**settings)).analyze(text).findings  # type: ignore[arg-type]
    return [suggestion for finding in findings for suggestion in finding.suggestions]


@pytest.mark.parametrize("name", policy_names())
def test_the_policy_goes_first_and_what_fits_often_comes_last(name: str) -> None:
    allowed = load_policy(name).allowed
    for finding in Pipeline(Settings(policy=name)).analyze(TEXT).findings:
        keys = [suggestion.ranking.key for suggestion in finding.suggestions if suggestion.ranking]
        assert keys == sorted(keys)
        places = [allowed.index(item.notation) for item in finding.suggestions if item.automatic]
        assert places == sorted(places)


def test_what_fits_often_is_never_automatic() -> None:
    suggestions = _suggestions(TEXT, notations=["neutral"])
    assert {True, False} == {suggestion.automatic for suggestion in suggestions}
    assert all(item.automatic is not item.ranking.often for item in suggestions if item.ranking)


def test_a_word_that_the_document_uses_goes_first() -> None:
    plain = _suggestions("Die Lehrer kommen.", notations=["neutral"])
    used = _suggestions(
        "Die Lehrer kommen. Alle Lehrpersonen sind da, viele Lehrpersonen.", notations=["neutral"]
    )
    assert plain[0].label == "Die Lehrkräfte"
    assert used[0].label == "Die Lehrpersonen"
    assert used[0].ranking is not None
    assert used[0].ranking.document == 2


def test_the_parts_add_up_to_the_score() -> None:
    rewrite = Rewrite("neutral", {0: "x"}, 0, 0, "Lehrer", heads=("Lehrkraft",), position=2)
    ranking = Ranker(["neutral"], "Lehrkraft").ranking(rewrite, length=10)
    expected = 1.0 * 1 + 0.15 * frequency_of("Lehrkraft") - 0.5 * 2 - 0.01 * 10
    assert ranking.score == pytest.approx(expected, abs=0.001)
    assert (ranking.notation, ranking.document, ranking.position, ranking.length) == (0, 1, 2, 10)


def test_the_frequencies_belong_to_the_lexicon() -> None:
    """Made by data/build/frequencies/build.py, to be run again when alternatives are added or dropped."""
    lines = resource("lexicon", FREQUENCIES).read_text("utf-8").splitlines()
    assert any("data/build/frequencies/build.py" in line for line in lines if line.startswith("#"))
    words = {line.partition("\t")[0] for line in lines if not line.startswith("#")}
    forms = {
        form
        for head in load_neutral().values()
        for item in head.alternatives
        for form in (item.form, item.plural)
    }
    assert words <= forms
    assert len(words) >= 0.4 * len(forms)
