"""What holds for every document: offsets, edits, switches, and that a rewrite settles its finding."""

import gc
import unicodedata
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mitgemeint.analysis import Code, Pipeline, Settings
from mitgemeint.analysis.edits import apply
from mitgemeint.analysis.policy import PolicyError, policy_names

PIECES = """
der die den dem des ein einem kein jeder alle zum beim vom und oder neue guter 100 ist hilft kommt
Lehrer Lehrern Lehrerin Ärzte Kollege Angestellte Angestellter Kunden Grundschullehrer EU-Minister
Lehrer*innen Schüler:innen Bürger*innenverein der*die (m/w/d) , . ! „ “ 🎉 ß * ** `x` [a](b) # - > | & <b>
"""
WORDS = [*PIECES.split(), "\n", "\n\n", "\t", "\\", "a\u0308", "\u00ad", "\u2028", "&amp;"]

texts = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=4)), max_size=30).map(" ".join)
slow = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline(Settings(report_specific=True, compound_modifiers=True))


@slow
@given(text=texts, format=st.sampled_from(["plaintext", "markdown"]))
def test_findings_and_edits_are_sound(pipeline: Pipeline, text: str, format: str) -> None:
    findings = pipeline.analyze(text, format=format).findings
    assert list(findings) == sorted(findings, key=lambda item: (item.start, item.end, item.code))
    for finding in findings:
        assert finding.text == text[finding.start : finding.end]
        assert 0 <= finding.certainty <= 1
        for suggestion in finding.suggestions:
            edits = suggestion.edits
            assert edits
            assert all(0 <= edit.start <= edit.end <= len(text) for edit in edits)
            assert all(one.end <= other.start for one, other in pairwise(edits))
            assert apply(text, edits) != text


@slow
@given(text=texts)
def test_same_text_gives_same_findings(pipeline: Pipeline, text: str) -> None:
    assert pipeline.analyze(text) == pipeline.analyze(text)


@pytest.mark.parametrize(
    "notation", ["star", "colon", "underscore", "interpunct", "pair", "internal-i", "slash"]
)
def test_a_rewrite_settles_its_finding(notation: str) -> None:
    text = "Die Gärtner grüßen den Nachbarn. Jeder Mieter fragt einen Arzt, und kein Koch widerspricht."
    pipeline = Pipeline(Settings(notations=[notation]))
    rewritten = pipeline.rewrite(text, notation)
    assert rewritten != text
    assert not pipeline.analyze(rewritten).findings


def test_rewriting_twice_changes_nothing_more() -> None:
    text = (
        "Der Vorsitzende grüßt. Jeder Beschäftigte hat Urlaub. Die Rechte des Versicherten bleiben bei ihm."
    )
    for notation in ("pair", "star", "neutral", "slash", "parentheses", "internal-i"):
        pipeline = Pipeline(Settings(notations=[notation]))
        once = pipeline.rewrite(text, notation)
        assert pipeline.rewrite(once, notation) == once


def test_markup_stays_where_it_is() -> None:
    pipeline = Pipeline(Settings(notations=["star"]))
    text = "Die **neuen** [Gärtner](https://example.org/gaertner) lesen `Lehrer` und *Köche* schlafen.\n"
    rewritten = pipeline.rewrite(text, "star", format="markdown")
    assert rewritten == text.replace("[Gärtner]", r"[Gärtner\*innen]").replace("Köche", r"Köch\*innen")


def test_labels_of_references_are_left_alone() -> None:
    pipeline = Pipeline(Settings(notations=["star"]))
    text = "Die [Gärtner] und [Köche][] und [alle Mieter][m] kommen.\n\n[Gärtner]: /g\n[Köche]: /k\n[m]: /m\n"
    assert pipeline.rewrite(text, "star", format="markdown") == text.replace(
        "alle Mieter", r"alle Mieter\*innen"
    )


def test_code_stands_in_suggestions_as_it_is_written() -> None:
    text = "Mit `a` grüßen die bei <x@example.org> gemeldeten Gärtner."
    suggestion = (
        Pipeline(Settings(notations=["star"])).analyze(text, format="markdown").findings[0].suggestions[0]
    )
    assert suggestion.sentence == "Mit `a` grüßen die bei <x@example.org> gemeldeten Gärtner*innen."
    assert suggestion.label == "die bei <x@example.org> gemeldeten Gärtner*innen"


def test_long_sentences_are_given_in_part() -> None:
    text = "Die Gärtner kommen " + "und kommen " * 200 + "heute."
    sentence = Pipeline(Settings(notations=["star"])).analyze(text).findings[0].suggestions[0].sentence
    assert sentence.startswith("Die Gärtner*innen kommen")
    assert sentence.endswith("…")
    assert len(sentence) < 400


def test_markup_inside_a_word_is_kept() -> None:
    pipeline = Pipeline(Settings(notations=["colon"]))
    assert (
        pipeline.rewrite("Die Gärt**ner** kommen.", "colon", format="markdown")
        == "Die Gärt**ner:innen** kommen."
    )


def test_soft_hyphens_are_kept() -> None:
    pipeline = Pipeline(Settings(notations=["star"]))
    assert pipeline.rewrite("Viele Teil\u00adnehmer kamen.", "star") == "Viele Teil\u00adnehmer*innen kamen."


def test_decomposed_letters_stay_decomposed() -> None:
    pipeline = Pipeline(Settings(notations=["pair"]))
    text = unicodedata.normalize("NFD", "Viele Ärzte fehlen.")
    wanted = unicodedata.normalize("NFD", "Viele Ärztinnen und Ärzte fehlen.")
    assert pipeline.rewrite(text, "pair") == wanted


def test_switches_silence_a_line() -> None:
    text = "Die Gärtner kommen.\n<!-- mitgemeint: ignore-next-line -->\nDie Köche kommen.\n"
    found = Pipeline(Settings()).analyze(text, format="markdown").findings
    assert [item.text for item in found] == ["Gärtner"]


def test_malformed_forms_are_named() -> None:
    found = Pipeline(Settings()).analyze("Die Studenten*innen kommen.").findings
    assert [(item.code, item.text) for item in found] == [(Code.MALFORMED_FORM, "Studenten*innen")]
    assert [suggestion.label for suggestion in found[0].suggestions] == ["Die Student*innen"]
    found = Pipeline(Settings(policy="bayern")).analyze("Die Studenten*innen kommen.").findings
    assert [(item.code, item.text) for item in found] == [(Code.FORBIDDEN_FORM, "Studenten*innen")]
    assert "Studentinnen und Studenten" in {suggestion.label[4:] for suggestion in found[0].suggestions}


# Text, and the masculines that are left to report. Every kind of inclusive form comes with a text that looks
# like it and holds a masculine.
READ = [
    # both articles and their noun, an attribute between
    ("Das legt man einer oder einem vom Gericht bestellten Sachverständigen vor.", []),
    ("Die oder der nach § 3 Abs. 3 zuständige Vorgesetzte entscheidet.", []),
    ("Er wurde zur oder zum Vorsitzenden gewählt.", []),
    ("Sie fragt die oder den von der Leiterin bestellten Vorgesetzten.", []),
    ("Die oder der Neue fragt den Vorgesetzten.", ["Vorgesetzten"]),
    ("Die oder der vom Richter bestellte Sachverständige spricht.", ["Richter"]),
    # pronouns
    ("Jede und jeder, die oder der zahlt, hat Recht.", []),
    ("Keine und keiner hat sich gemeldet.", []),
    ("Will keine andere und kein anderer?", []),
    ("Man hört eine oder einen von ihnen.", []),
    ("Das ist jeder und jedem gestattet.", []),
    ("Ob eine Frau oder keiner kommt, weiß man nicht.", ["keiner"]),
    ("Jeder und alle wissen das.", ["Jeder"]),
    # the closest nouns are the pair
    (
        "Wenn der Mieter oder eine Person, die der Mieterin oder dem Mieter nahesteht, zahlt, gilt das.",
        ["Mieter"],
    ),
    ("der Mieter, bei mehreren Mieterinnen und Mietern die Namen;", ["Mieter"]),
    ("Für alte Mieter und die Rechte neuer Mieterinnen und Mieter ist das wichtig.", ["Mieter"]),
    ("Man hilft einem Lehrer, der keine Mieterin und kein Mieter ist.", ["Lehrer"]),
    ("Man hilft einem Mieter, der keine Mieterin und kein Mieter des Hauses ist.", ["Mieter"]),
    ("Der Mieter oder die Frau, deren Haus die Mieterin kennt, zahlt.", ["Mieter"]),
    ("Die Frau Ministerin und der Herr Minister kommen.", []),
    ("Man heißt „Gärtnerischer Meister“ oder „Gärtnerische Meisterin“.", []),
    # the attribute repeated
    ("Jede in die Liste aufgenommene Mieterin und jeder in die Liste aufgenommene Mieter zahlt.", []),
    ("Die Arbeit jeder einzelnen Landwirtin und jedes einzelnen Landwirtes zählt.", []),
    ("Eine vom Leiter bestellte Gärtnerin oder ein vom Leiter bestellter Gärtner hilft.", ["Leiter"] * 2),
    ("Eine aus Rom gekommene Gärtnerin kennt den in Bonn bekannten und sehr beliebten Gärtner.", ["Gärtner"]),
    # words that no list holds
    ("Die Firma hat der Entleiherin oder dem Entleiher alles gegeben.", []),
    # De-e: the determiner says it, whatever the noun looks like
    ("Das Büro ders alten Tierarztes ist zu.", []),
    ("Das Büro des alten Tierarztes ist zu.", ["Tierarztes"]),
    ("Sie half derm Betroffenen.", []),
    ("Sie half dem Betroffenen.", ["Betroffenen"]),
    ("Manchey gute Freunde hilft.", []),
    ("Manche gute Freunde helfen.", ["Freunde"]),
    ("Sie war bei einerm Notare.", []),
    ("Das gilt für de vom Gericht bestellte Notare.", []),
    ("Das Büro jeders vom Richter bestellten Notares ist zu.", ["Richter"]),
    ("Der Film de jour gefällt dem Gärtner.", ["Gärtner"]),
    ("Das Leben von Marie de Roche kennt der Gärtner.", ["Gärtner"]),
    ("Er ist „Geprüftey Fachwirte“.", []),
    ("Er kennt Disney Freunde.", ["Freunde"]),
    # den before a dative plural without gender, and before an accusative
    ("Die Dichterinnen sind den Forschenden oft voraus.", []),
    ("Man sieht den Laufenden die Mühe an.", []),
    ("Das Gericht hört den Betroffenen an.", ["Betroffenen"]),
    # a participle is no name
    ("Man sah die als Mieter Vorgeschlagenen.", ["Mieter"]),
]


@pytest.mark.parametrize(("text", "left"), READ)
def test_what_is_inclusive_is_not_reported(text: str, left: list[str]) -> None:
    assert [found.text for found in Pipeline(Settings()).analyze(text).findings] == left


FIRST_PARTS = [
    ("Der Bürgerinnen- und Bürgerkrieg dauerte lange.", []),
    ("Die Arbeiter- und Arbeiterinnenbewegung ist alt.", []),
    ("Der Arbeiterinnen- und Bürgerverein ist alt.", ["Bürgerverein"]),
    ("Der Bürgerkrieg dauerte lange.", ["Bürgerkrieg"]),
]


@pytest.mark.parametrize(("text", "left"), FIRST_PARTS)
def test_first_parts_of_compounds_pair_up(text: str, left: list[str]) -> None:
    pipeline = Pipeline(Settings(compound_modifiers=True))
    assert [found.text for found in pipeline.analyze(text).findings] == left


def test_the_documents_own_notation_comes_first() -> None:
    text = "Die Schüler:innen und die Eltern grüßen. Die Gärtner kommen."
    found = Pipeline(Settings()).analyze(text).findings
    assert [item.suggestions[0].notation for item in found] == ["colon"]


def test_quotations_are_left_alone_where_the_policy_says_so() -> None:
    text = "Er sagte: „Die Gärtner kommen.“"
    assert Pipeline(Settings()).analyze(text).findings
    assert not Pipeline(Settings(policy="juristisch")).analyze(text).findings


@pytest.mark.parametrize("name", policy_names())
def test_every_policy_offers_only_what_it_allows(name: str) -> None:
    pipeline = Pipeline(Settings(policy=name))
    found = pipeline.analyze("Die Gärtner grüßen einen neuen Lehrer.").findings
    assert found
    offered = {suggestion.notation for item in found for suggestion in item.suggestions}
    assert offered <= set(pipeline.policy.allowed)


CERTAIN = "Jeder Student lernt. Der Student kommt. Die Studenten*innen. Die Gärtner grüßen."


def test_a_least_certainty_leaves_out_exactly_what_is_below_it() -> None:
    everything = Pipeline(Settings()).analyze(CERTAIN).findings
    degrees = sorted({finding.certainty for finding in everything})
    assert len(degrees) > 2
    for least in (0, *degrees, 1):
        found = Pipeline(Settings(min_certainty=least)).analyze(CERTAIN).findings
        assert found == tuple(finding for finding in everything if finding.certainty >= least)


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (True, TypeError),
        ("0.5", TypeError),
        (None, TypeError),
        (-0.1, ValueError),
        (1.1, ValueError),
        (float("nan"), ValueError),
    ],
)
def test_a_certainty_is_a_number_from_0_to_1(value: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="min_certainty is a number from 0 to 1"):
        Settings(min_certainty=value)  # type: ignore[arg-type]


def test_unknown_names_say_what_is_known() -> None:
    with pytest.raises(PolicyError, match="permissive"):
        Pipeline(Settings(policy="nope"))
    with pytest.raises(ValueError, match="unknown notation 'stars'"):
        Pipeline(Settings(notations=["stars"]))
    with pytest.raises(ValueError, match="unknown document format 'docx'"):
        Pipeline(Settings()).analyze("x", format="docx")
    with pytest.raises(TypeError, match="list of texts"):
        Settings(notations="star")


def _living() -> Counter[str]:
    gc.collect()
    return Counter(
        type(each).__qualname__
        for each in gc.get_objects()
        if str(getattr(type(each), "__module__", "")).startswith("mitgemeint.")
    )


def test_nothing_of_a_dropped_pipeline_stays() -> None:
    text = (
        "Gestern kamen die Lehrer. Der Kunde, der sagt, er zahle, hat seinen Ausweis gezeigt. Jede*r weiß es."
    )
    living = []
    for _ in range(3):
        for finding in Pipeline(Settings()).analyze(text).findings:
            list(finding.suggestions)
        living.append(_living())
    assert living[2] - living[1] == Counter()
