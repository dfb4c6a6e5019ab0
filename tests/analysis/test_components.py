"""Components that are left out make a difference, and the one that they are named for."""

import importlib.util
import os

import pytest

from mitgemeint.analysis import Finding, Pipeline, Settings
from mitgemeint.analysis.components import EVERYTHING, Components
from mitgemeint.analysis.stages import Stage

needs_compound_split = pytest.mark.skipif(
    importlib.util.find_spec("compound_split") is None and not os.environ.get("CI"),
    reason="compound-split (extra reference) is not here",
)

TEXT = (
    "Jeder Lehrer bringt seinen Ausweis mit. Herr Müller ist unser Hausmeister. "
    "Der Fachlehrer spricht mit den Bewerbern. Alle Wähler warten."
)


def analysed(text: str, components: Components, **settings: bool) -> dict[str, Finding]:
    """The findings by their words."""
    pipeline = Pipeline(Settings(policy="genderstern", **settings), components)
    return {finding.text: finding for finding in pipeline.analyze(text).findings}


def notations(finding: Finding) -> set[str]:
    return {suggestion.notation for suggestion in finding.suggestions}


def test_everything_takes_part_by_default() -> None:
    assert analysed(TEXT, EVERYTHING) == analysed(TEXT, Components())
    assert notations(analysed(TEXT, EVERYTHING)["Bewerbern"]) == {"neutral", "star"}


def test_without_pair_data_only_masculines_with_neutral_words_are_known() -> None:
    found = analysed("Die Lehrer und die Wollspinner kommen.", Components(pairs=False))
    assert notations(found["Lehrer"]) == {"neutral"}
    assert set(found) <= set(analysed("Die Lehrer und die Wollspinner kommen.", EVERYTHING))
    rare = "Die Schlosser kommen."
    assert set(analysed(rare, EVERYTHING)) >= set(analysed(rare, Components(pairs=False)))


def test_without_neutral_data_no_neutral_word_is_offered() -> None:
    found = analysed(TEXT, Components(neutral=False))
    assert "Bewerbern" in found
    assert all(notations(finding) <= {"star"} for finding in found.values())


def test_without_inflection_the_citation_form_stands_there() -> None:
    (star,) = (
        suggestion
        for suggestion in analysed("Er hilft den Bewerbern.", Components(inflection=False))[
            "Bewerbern"
        ].suggestions
        if suggestion.notation == "star"
    )
    assert star.sentence == "Er hilft den Bewerber*in."


def test_without_prefixes_no_compound_is_known() -> None:
    text = "Die Posaunenlehrer und die Lehrer kommen."
    known, found = analysed(text, EVERYTHING), analysed(text, Components(prefixes=False))
    assert set(known) > set(found)
    whole = analysed("Die Arbeitergewerkschaft ruft.", Components(prefixes=False), compound_modifiers=True)
    assert not whole


def test_without_reference_known_men_are_reported_and_pronouns_stay() -> None:
    found = analysed(TEXT, Components(reference=False))
    assert "Hausmeister" not in analysed(TEXT, EVERYTHING)
    assert "Hausmeister" in found
    text = "Ein Lehrer freut sich, wenn er lachen kann."
    with_it, without = (
        analysed(text, components)["Lehrer"].suggestions
        for components in (EVERYTHING, Components(reference=False))
    )
    assert any("er*sie" in each.sentence for each in with_it)
    assert not any("er*sie" in each.sentence for each in without)


def test_without_ranking_the_order_is_that_of_rule_and_lexicon() -> None:
    ranked, plain = (analysed(TEXT, each)["Bewerbern"] for each in (EVERYTHING, Components(ranking=False)))
    assert {each.label for each in ranked.suggestions} == {each.label for each in plain.suggestions}
    names = [each.notation for each in plain.suggestions]
    assert names == sorted(names, key=["neutral", "star"].index)


def test_without_the_model_the_lexicon_reads_alone() -> None:
    found = analysed("Alle Wähler warten auf die Ergebnisse.", Components(model=False))
    assert [each.label for each in found["Wähler"].suggestions if each.notation == "star"] == [
        "Alle Wähler*innen"
    ]


def test_without_grammar_every_word_of_the_database_is_found() -> None:
    text = "Der Schweizer Käse schmeckt Frau Müller."
    everything = Components(grammar=False, reference=False, model=False, inflection=False)
    assert not analysed(text, EVERYTHING)
    assert set(analysed(text, everything)) == {"Schweizer", "Müller"}


@needs_compound_split
def test_compound_split_takes_first_parts_off_from_a_score_on() -> None:
    text = "Die Posaunenlehrer und die Bootshausgärtner kommen."
    assert set(analysed(text, Components(split_threshold=-1))) == {"Posaunenlehrer", "Bootshausgärtner"}
    assert set(analysed(text, Components(split_threshold=0))) == {"Posaunenlehrer"}
    assert not analysed(text, Components(split_threshold=1))


def test_what_is_left_out_is_left_out_of_that_pipeline_alone() -> None:
    before = analysed(TEXT, EVERYTHING)
    analysed(TEXT, Components(pairs=False, prefixes=False))
    assert analysed(TEXT, EVERYTHING) == before


def test_the_stages_of_an_analysis_are_told_in_order() -> None:
    seen: list[Stage] = []

    class Watched:
        def __init__(self, stage: Stage) -> None:
            seen.append(stage)

        def __enter__(self) -> None: ...

        def __exit__(self, *error: object) -> None: ...

    Pipeline(Settings(), watch=Watched).analyze(TEXT)
    assert seen == [
        Stage.DOCUMENT,
        Stage.SENTENCES,
        Stage.PARSING,
        Stage.DRAFTING,
        Stage.DISCOURSE,
        Stage.FORMS,
    ]
