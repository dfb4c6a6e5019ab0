"""What is written already: forbidden, mixed, malformed and incomplete gender forms, and their corrections."""

import csv
from functools import cache
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mitgemeint.analysis import Code, Pipeline, Settings
from mitgemeint.analysis.edits import apply
from mitgemeint.analysis.findings import Finding
from mitgemeint.analysis.gender_forms import recognise
from mitgemeint.analysis.policy import Policy
from mitgemeint.data import resource

FORM_CODES = {Code.FORBIDDEN_FORM, Code.MIXED_FORMS, Code.MALFORMED_FORM, Code.INCOMPLETE_FORM}


@cache
def pipeline(policy: str = "permissive") -> Pipeline:
    return Pipeline(Settings(policy=policy))


def of_forms(text: str, policy: str = "permissive", format: str = "plaintext") -> list[Finding]:
    return [
        found for found in pipeline(policy).analyze(text, format=format).findings if found.code in FORM_CODES
    ]


def rewritten(text: str, found: Finding, notation: str) -> str | None:
    """The text with the first suggestion of a notation made."""
    edits = (each.edits for each in found.suggestions if each.notation == notation)
    first = next(edits, None)
    return None if first is None else apply(text, first)


# ---- forbidden forms ----

# Policy, text, the form, the notation of the suggestion, the text with it.
FORBIDDEN = [
    (
        "paarform",
        "Das gefällt den Eltern und Nachbar*innen.",
        "Nachbar*innen",
        "pair",
        "Das gefällt den Eltern sowie den Nachbarinnen und Nachbarn.",
    ),
    (
        "paarform",
        "Die Krankenpfleger*schwester kommt.",
        "Krankenpfleger*schwester",
        "pair",
        "Die Krankenpflegerin oder der Krankenpfleger kommt.",
    ),
    (
        "paarform",
        "Der*dieselbe Kund*in rief an.",
        "Kund*in",
        "pair",
        "Dieselbe Kundin oder derselbe Kunde rief an.",
    ),
    # all cases of the singular, with everything that agrees
    (
        "bayern",
        "Der*die neue Gärtner*in lacht.",
        "Gärtner*in",
        "pair",
        "Die neue Gärtnerin oder der neue Gärtner lacht.",
    ),
    (
        "bayern",
        "Das Büro des*der Student*in ist zu.",
        "Student*in",
        "pair",
        "Das Büro der Studentin oder des Studenten ist zu.",
    ),
    (
        "bayern",
        "Wir helfen jedem*r Kund*in.",
        "Kund*in",
        "pair",
        "Wir helfen jeder Kundin und jedem Kunden.",
    ),
    (
        "hessen",
        "Wir suchen eine:n erfahrene:n Köch:in (m/w/d).",
        "Köch:in",
        "pair",
        "Wir suchen eine erfahrene Köchin oder einen erfahrenen Koch (m/w/d).",
    ),
    ("bayern", "Er kam zum*zur Ärzt*in.", "Ärzt*in", "pair", "Er kam zur Ärztin oder zum Arzt."),
    (
        "bayern",
        "Man wartet beim*bei der Ärzt*in.",
        "Ärzt*in",
        "pair",
        "Man wartet bei der Ärztin oder dem Arzt.",
    ),
    (
        "bayern",
        "Vom_von der Nachbar_in kam nichts.",
        "Nachbar_in",
        "pair",
        "Von der Nachbarin oder dem Nachbarn kam nichts.",
    ),
    ("bayern", "Liebe*r Kolleg*in, danke!", "Kolleg*in", "pair", "Liebe Kollegin, lieber Kollege, danke!"),
    # all cases of the plural
    ("bayern", "Die Bäcker*innen kommen.", "Bäcker*innen", "pair", "Die Bäckerinnen und Bäcker kommen."),
    (
        "sachsen",
        "Wir danken den Köch:innen.",
        "Köch:innen",
        "pair",
        "Wir danken den Köchinnen und Köchen.",
    ),
    (
        "bayern",
        "Das ist Sache der Anwält*innen.",
        "Anwält*innen",
        "pair",
        "Das ist Sache der Anwältinnen und Anwälte.",
    ),
    ("bayern", "Mit Kund*innen reden wir.", "Kund*innen", "pair", "Mit Kundinnen und Kunden reden wir."),
    ("paarform", "Alle MaurerInnen ruhen.", "MaurerInnen", "pair", "Alle Maurerinnen und Maurer ruhen."),
    ("paarform", "Maler/-innen ruhen.", "Maler/-innen", "pair", "Malerinnen und Maler ruhen."),
    # what takes the noun up
    (
        "bayern",
        "Der*die Schüler*in, der*die fehlt, soll seine*ihre Eltern fragen.",
        "Schüler*in",
        "pair",
        "Die Schülerin oder der Schüler, die oder der fehlt, soll ihre oder seine Eltern fragen.",
    ),
    (
        "doppelpunkt",
        "Der*die Pilot*in sagt, dass er*sie müde ist.",
        "Pilot*in",
        "colon",
        "Der:die Pilot:in sagt, dass er:sie müde ist.",
    ),
    # neutral words
    ("bayern", "Die Lehrer*innen kommen.", "Lehrer*innen", "neutral", "Die Lehrkräfte kommen."),
    (
        "neutral",
        "Der*die neue Lehrer*in hilft.",
        "Lehrer*in",
        "neutral",
        "Die neue Lehrkraft hilft.",
    ),
    # from sign to sign
    ("doppelpunkt", "Viele Lehrer*innen lesen.", "Lehrer*innen", "colon", "Viele Lehrer:innen lesen."),
    ("unterstrich", "Ein*e Maurer*in ruht.", "Maurer*in", "underscore", "Ein_e Maurer_in ruht."),
    ("genderstern", "MaurerInnen ruhen.", "MaurerInnen", "star", "Maurer*innen ruhen."),
    ("binnen-i", "Maurer*innen ruhen.", "Maurer*innen", "internal-i", "MaurerInnen ruhen."),
    ("genderstern", "Der/die Maurer*in ruht.", "Der/die", "star", "Der*die Maurer*in ruht."),
    # adjectives as nouns
    (
        "bayern",
        "Der*die Angestellte ruht.",
        "Der*die",
        "pair",
        "Die oder der Angestellte ruht.",
    ),
    (
        "bayern",
        "Wir fragen eine*n Angestellte*n.",
        "Angestellte*n",
        "pair",
        "Wir fragen eine Angestellte oder einen Angestellten.",
    ),
    # nouns of the rules, not of the lexicon
    (
        "bayern",
        "Den Quizbloggist*innen schrieb man.",
        "Quizbloggist*innen",
        "pair",
        "Den Quizbloggistinnen und Quizbloggisten schrieb man.",
    ),
    # first parts of compounds
    (
        "bayern",
        "Der Bürger*innenverein tagt.",
        "Bürger*innenverein",
        "pair",
        "Der Bürgerinnen- und Bürgerverein tagt.",
    ),
    (
        "doppelpunkt",
        "Der Student*innenrat tagt.",
        "Student*innenrat",
        "colon",
        "Der Student:innenrat tagt.",
    ),
    (
        "doppelpunkt",
        "Die Mieter*in-Stelle ist neu.",
        "Mieter*in-Stelle",
        "colon",
        "Die Mieter:in-Stelle ist neu.",
    ),
    # pairs with a sign
    ("bayern", "Jüdinnen*Juden feiern.", "Jüdinnen*Juden", "pair", "Jüdinnen und Juden feiern."),
    # by themselves
    ("bayern", "Er*sie ruht.", "Er*sie", "pair", "Sie oder er ruht."),
    ("bayern", "Das gehört ihm*ihr.", "ihm*ihr", "pair", "Das gehört ihr oder ihm."),
    ("bayern", "Sein*ihr Rad ist neu.", "Sein*ihr", "pair", "Ihr oder sein Rad ist neu."),
    ("doppelpunkt", "Das gehört ihm*ihr.", "ihm*ihr", "colon", "Das gehört ihm:ihr."),
    ("bayern", "Jede*r darf das.", "Jede*r", "pair", "Jede und jeder darf das."),
    (
        "bayern",
        "Keine*r, der*die da war, schlief.",
        "Keine*r",
        "pair",
        "Keine und keiner, die oder der da war, schlief.",
    ),
    # a feminine that is named twice
    (
        "bayern",
        "Bürgerinnen und Bürger:innen lesen.",
        "Bürgerinnen und Bürger:innen",
        "pair",
        "Bürgerinnen und Bürger lesen.",
    ),
]


@pytest.mark.parametrize(("policy", "text", "form", "notation", "wanted"), FORBIDDEN)
def test_forbidden_forms(policy: str, text: str, form: str, notation: str, wanted: str) -> None:
    (found,) = of_forms(text, policy)
    assert (found.code, found.text) == (Code.FORBIDDEN_FORM, form)
    assert rewritten(text, found, notation) == wanted


def test_forms_of_several_phrases_are_rewritten_one_by_one() -> None:
    text = "Der*die neue Lehrer*in hilft seinen*ihren Schüler*innen."
    found = of_forms(text, "bayern")
    assert [each.text for each in found] == ["Lehrer*in", "Schüler*innen"]
    assert pipeline("bayern").rewrite(text, "pair") == (
        "Die neue Lehrerin oder der neue Lehrer hilft ihren oder seinen Schülerinnen und Schülern."
    )


def test_suggestions_stand_in_the_order_of_the_policy() -> None:
    (found,) = of_forms("Die Lehrer*innen kommen.", "bayern")
    assert next(each.notation for each in found.suggestions if each.automatic) == "neutral"
    assert {each.notation for each in found.suggestions} == {"neutral", "pair"}


# What is reported, but without a suggestion that would be a guess.
WITHOUT_SUGGESTION = [
    ("paarform", "Sehr geehrte*r Frau*Herr Sommer!", "geehrte*r"),
    ("paarform", "Wir helfen dem Nachbar*innen.", "Nachbar*innen"),
    ("bayern", "Jede*r Mensch zählt.", "Jede*r"),
    ("neutral", "Er*sie ruht.", "Er*sie"),
    ("bayern", "Lehrer*innen- und Elternrat", "Lehrer*innen"),
]


@pytest.mark.parametrize(("policy", "text", "form"), WITHOUT_SUGGESTION)
def test_nothing_is_suggested_where_nothing_is_certain(policy: str, text: str, form: str) -> None:
    (found,) = of_forms(text, policy)
    assert (found.code, found.text, found.suggestions) == (Code.FORBIDDEN_FORM, form, ())


NOT_FORBIDDEN = [
    ("permissive", "Lehrer*innen und der*die Köch*in."),
    ("genderstern", "Der*die Lehrer*in hilft jedem*r Schüler*in, und Lehrkräfte auch."),
    ("genderstern", "Lehrerinnen und Lehrer kommen."),  # a hint in the policy, but pairs are never reported
    ("bayern", "Die Lehrerin oder der Lehrer kommt. Wir suchen Köche (m/w/d)."),
    ("bayern", "Herr*Frau Kern kommt."),
    ("binnen-i", "Der/die MaurerIn fragt, ob er/sie kommt."),
    ("stellenanzeige", "Wir suchen eine:n Köch:in."),
    ("de-e", "Lehrer*innen kommen."),
    ("bayern", "Lehrerne kommen."),
]


@pytest.mark.parametrize(("policy", "text"), NOT_FORBIDDEN)
def test_what_no_policy_forbids_is_left_alone(policy: str, text: str) -> None:
    assert of_forms(text, policy) == []


def test_tolerated_notations_are_hints() -> None:
    (hint,) = of_forms("Alle MaurerInnen ruhen.", "bayern")
    (forbidden,) = of_forms("Alle Maurer*innen ruhen.", "bayern")
    assert hint.code == forbidden.code == Code.FORBIDDEN_FORM
    assert hint.certainty < forbidden.certainty
    assert hint.message != forbidden.message
    assert hint.reason != forbidden.reason


def test_notations_of_the_settings_are_allowed() -> None:
    chosen = Pipeline(Settings(policy="bayern", notations=["star"]))
    assert not chosen.analyze("Alle Maurer*innen ruhen.").findings


def test_own_policies_forbid_what_they_say() -> None:
    own = Policy("eigene", allowed=("star",), forbidden=("custom:’",))
    (found,) = Pipeline(Settings(policy=own)).analyze("Alle Bürger’innen lesen.").findings
    assert rewritten("Alle Bürger’innen lesen.", found, "star") == "Alle Bürger*innen lesen."
    assert "eigene" in found.message


def test_pairs_are_reported_only_where_a_policy_forbids_them() -> None:
    own = Policy("kurz", allowed=("colon",), forbidden=("pair", "star"))
    text = "Den Malerinnen und Malern dankt die Köchin oder der Koch. Köche und Köch*innen auch."
    plural, singular, form = Pipeline(Settings(policy=own)).analyze(text).findings[:3]
    assert rewritten(text, plural, "colon") == text.replace("Malerinnen und Malern", "Maler:innen")
    assert (singular.text, singular.suggestions) == ("Köchin oder der Koch", ())
    assert form.text == "Köch*innen"


# ---- mixed forms ----

MIXED = [
    # text, the forms that are reported, the text with all of them in the main notation
    (
        "Lehrer*innen und Schüler:innen lesen. Köch*innen kochen.",
        ["Schüler:innen"],
        "Lehrer*innen und Schüler*innen lesen. Köch*innen kochen.",
    ),
    (
        "Der:die Schüler:in und die Lehrer*innen lesen.",
        ["Lehrer*innen"],
        "Der:die Schüler:in und die Lehrer:innen lesen.",
    ),
    (
        "Maurer:innen ruhen. Maler:innen malen. Man fragt eine*n Köch*in.",
        ["Köch*in"],
        "Maurer:innen ruhen. Maler:innen malen. Man fragt eine:n Köch:in.",
    ),
    (
        "Maurer:innen ruhen, Maler:innen malen, Köch/-innen kochen.",
        ["Köch/-innen"],
        "Maurer:innen ruhen, Maler:innen malen, Köch:innen kochen.",
    ),
    (
        "Maurer_innen ruhen. Der Maler*innenverein tagt.",
        ["Maler*innenverein"],
        "Maurer_innen ruhen. Der Maler_innenverein tagt.",
    ),
]


@pytest.mark.parametrize(("text", "forms", "wanted"), MIXED)
def test_mixed_forms(text: str, forms: list[str], wanted: str) -> None:
    found = of_forms(text)
    assert [(each.code, each.text) for each in found] == [(Code.MIXED_FORMS, form) for form in forms]
    assert all(not each.suggestions[0].automatic and each.certainty <= 0.5 for each in found)
    assert apply(text, [edit for each in found for edit in each.suggestions[0].edits]) == wanted


NOT_MIXED = [
    "Lehrer*innen und Schülerinnen und Schüler lesen mit den Lehrkräften.",
    "Schüler/Schülerinnen und Lehrer*innen lesen.",
    "Er/sie ist Lehrer*in, und der/die Köch*in auch.",
    "Wir suchen Lehrer*innen (m/w/d).",
]


@pytest.mark.parametrize("text", NOT_MIXED)
def test_what_goes_with_every_sign(text: str) -> None:
    assert of_forms(text) == []


def test_a_forbidden_form_is_not_called_mixed_as_well() -> None:
    found = of_forms("Maurer*innen ruhen. Maler*innen malen. Köch:innen kochen.", "doppelpunkt")
    assert [each.code for each in found] == [Code.FORBIDDEN_FORM] * 2


# ---- malformed forms ----

MALFORMED = [
    ("Die Studenten*innen lesen.", "Studenten*innen", "Die Student*innen lesen."),
    ("Die Mitarbeitern*innen lesen.", "Mitarbeitern*innen", "Die Mitarbeiter*innen lesen."),
    ("Den Mitarbeitern:innen hilft man.", "Mitarbeitern:innen", "Den Mitarbeiter:innen hilft man."),
    ("Unsere Förderer*innen zahlen.", "Förderer*innen", "Unsere Förder*innen zahlen."),
    ("Alle Wanderer_innen ruhen.", "Wanderer_innen", "Alle Wander_innen ruhen."),
    ("Viele Ärzte*innen fehlen.", "Ärzte*innen", "Viele Ärzt*innen fehlen."),
    ("Die Kollegen:innen kommen.", "Kollegen:innen", "Die Kolleg:innen kommen."),
    ("Für Kunden·innen ist das neu.", "Kunden·innen", "Für Kund·innen ist das neu."),
    ("Student*inn*en lesen.", "Student*inn*en", "Student*innen lesen."),
    ("Alle Lehrer*Innen lesen.", "Lehrer*Innen", "Alle Lehrer*innen lesen."),
    ("Alle Lehrer_Innen lesen.", "Lehrer_Innen", "Alle Lehrer_innen lesen."),
    ("Alle Lehrer*innnen lesen.", "Lehrer*innnen", "Alle Lehrer*innen lesen."),
    ("Alle Lehrer:inen lesen.", "Lehrer:inen", "Alle Lehrer:innen lesen."),
    ("Alle Chefs*innen lesen.", "Chefs*innen", "Alle Chef*innen lesen."),
    ("Jede*r Kollege*in darf das.", "Kollege*in", "Jede*r Kolleg*in darf das."),
    ("Der Kollege*in kommt.", "Kollege*in", "Der*die Kolleg*in kommt."),
    ("Ein*e Beamter*in kommt.", "Beamter*in", "Ein*e Beamt*in kommt."),
    ("Das Studenten*innenheim ist zu.", "Studenten*innenheim", "Das Student*innenheim ist zu."),
    # words for everybody take no sign
    ("Alle Mitglieder*innen zahlen.", "Mitglieder*innen", "Alle Mitglieder zahlen."),
    ("Alle Mitglied*innen zahlen.", "Mitglied*innen", "Alle Mitglieder zahlen."),
    ("Man dankt den Mitglieder*innen.", "Mitglieder*innen", "Man dankt den Mitgliedern."),
    # the feminine named twice
    ("Lehrerinnen und Lehrer*innen lesen.", "Lehrerinnen und Lehrer*innen", "Lehrer*innen lesen."),
    (
        "Wir fragen Bürgerinnen oder Bürger:innen.",
        "Bürgerinnen oder Bürger:innen",
        "Wir fragen Bürger:innen.",
    ),
    ("Köch_innen und Köchinnen kochen.", "Köch_innen und Köchinnen", "Köch_innen kochen."),
    (
        "Die Malerin oder der Maler*in ruht.",
        "Malerin oder der Maler*in",
        "Die Malerin oder der Maler ruht.",
    ),
]


@pytest.mark.parametrize(("text", "form", "wanted"), MALFORMED)
def test_malformed_forms(text: str, form: str, wanted: str) -> None:
    (found,) = of_forms(text)
    assert (found.code, found.text) == (Code.MALFORMED_FORM, form)
    assert apply(text, found.suggestions[0].edits) == wanted


@pytest.mark.parametrize(
    "text", ["Lehrerinnen und Student*innen lesen.", "Lehrer*in(nen) gesucht", "Arzt*in"]
)
def test_what_is_not_malformed(text: str) -> None:
    assert of_forms(text) == []


def test_a_doubled_pair_has_the_pair_as_well() -> None:
    text = "Wir danken Studentinnen und Student_innen."
    (found,) = of_forms(text)
    assert rewritten(text, found, "pair") == "Wir danken Studentinnen und Studenten."


def _feminines() -> list[str]:
    lines = resource("lexicon", "persons.tsv").read_text("utf-8").splitlines()
    rows = csv.reader((line for line in lines if not line.startswith("#")), delimiter="\t")
    return [feminine for row in rows for feminine in row[1].split("|") if feminine.endswith("in")]


def test_no_form_of_the_lexicon_is_malformed() -> None:
    known = frozenset(_feminines())
    assert len(known) > 5_000
    wrong = [
        form.text
        for feminine in sorted(known)
        for sign in "*:_"
        for ending in ("in", "innen")
        for form in recognise(f"{feminine.removesuffix('in')}{sign}{ending}", known.__contains__)
        if not form.well_formed
    ]
    assert wrong == []


# ---- incomplete forms ----

INCOMPLETE = [
    ("Der Lehrer*in kommt.", "Der*die Lehrer*in kommt."),
    ("Heute kommt der Lehrer*in.", "Heute kommt der*die Lehrer*in."),
    ("Das Büro des Lehrer*in ist zu.", "Das Büro des*der Lehrer*in ist zu."),
    ("Wir helfen dem Maurer_in.", "Wir helfen dem_der Maurer_in."),
    ("Wir fragen den Kolleg*in.", "Wir fragen den*die Kolleg*in."),
    # the feminine only
    ("Die Malerin kennt die Maurer:in.", "Die Malerin kennt den:die Maurer:in."),
    ("Wir helfen der Lehrer*in.", "Wir helfen dem*der Lehrer*in."),
    ("Das Heft der Lehrer*in ist weg.", "Das Heft des*der Lehrer*in ist weg."),
    ("Du bist die Expert*in.", "Du bist der*die Expert*in."),
    ("Der Angestellte*r ruht.", "Der*die Angestellte ruht."),
    ("Man geht zur Anwält*in.", "Man geht zum*zur Anwält*in."),
    ("Man spricht mit einer Köch:in.", "Man spricht mit einem:r Köch:in."),
    # other determiners, adjectives
    ("Jeder Nutzer:in darf das.", "Jede:r Nutzer:in darf das."),
    ("Kein Nutzer:in darf das.", "Kein:e Nutzer:in darf das."),
    ("Unser Mitarbeiter*in hilft.", "Unser*e Mitarbeiter*in hilft."),
    ("Dieser Pilot*in fliegt.", "Diese*r Pilot*in fliegt."),
    ("Ein guter Lehrer*in hilft.", "Ein*e gute*r Lehrer*in hilft."),
    ("Ein*e guter Lehrer*in hilft.", "Ein*e gute*r Lehrer*in hilft."),
    ("Eine gute*r Lehrer*in hilft.", "Ein*e gute*r Lehrer*in hilft."),
    ("Liebe Kolleg*in, danke!", "Liebe*r Kolleg*in, danke!"),
    (
        "Der von der Stadt bestellte Gutachter*in kommt.",
        "Der*die von der Stadt bestellte Gutachter*in kommt.",
    ),
    ("Die Daten kommen vom Nutzer:in.", "Die Daten kommen vom:von der Nutzer:in."),
    # what takes the noun up follows
    ("Sie kennt die Ärzt*in, die schläft.", "Sie kennt den*die Ärzt*in, der*die schläft."),
    # other notations
    ("Der Maurer/-in ruht.", "Der/die Maurer/-in ruht."),
    ("Der Maurer(in) ruht.", "Der (die) Maurer(in) ruht."),
    ("Der MaurerIn ruht.", "Der/die MaurerIn ruht."),
]


@pytest.mark.parametrize(("text", "wanted"), INCOMPLETE)
def test_incomplete_forms(text: str, wanted: str) -> None:
    (found,) = of_forms(text)
    assert found.code == Code.INCOMPLETE_FORM
    assert apply(text, found.suggestions[0].edits) == wanted


def test_two_determiners_in_a_row_are_not_rewritten() -> None:
    found = of_forms("Das ist das Recht eines*einer jeden Käufer*in.", "paarform")
    assert [each.suggestions for each in found] == [(), ()]


def test_a_pronoun_that_may_go_with_the_article_is_to_be_checked() -> None:
    (found,) = of_forms("Die Nutzer*in kennt ihr Passwort.")
    assert found.suggestions
    assert not any(suggestion.automatic for suggestion in found.suggestions)


COMPLETE = [
    "Die Lehrer*innen helfen den Lehrer*innen der Schüler*innen.",
    "Lehrer*in werden!",
    "Als Lehrer*in verdient man gut.",
    "Sie ist heute Lehrer*in.",
    "Die*der Lehrer*in kommt mit dem/der Köch*in.",
    "Ein*e gute*r Lehrer*in fragt den*die neue*n Pilot*in.",
    "Man hilft dem*der netten Kund*in.",
    "Wer Lehrer*in ist, weiß das.",
    "Menschen, die Lehrer*in werden wollen, lesen.",
    "Jede Person, die Lehrer*in ist, weiß das.",
    "Dessen Lehrer*in lacht, Annas Lehrer*in auch.",
    "Maler*in (m/w/d) gesucht",
    "Wir waren beim*bei der Ärzt*in, dann zum*zur Anwält*in.",
    "Die Lehrer*in-Stelle ist frei.",
    "Viele Deutsche*n kommen, die Angestellte*n auch.",
    "Dem~der Maurer~in gefällt ein Kollegy.",
]


@pytest.mark.parametrize("text", COMPLETE)
def test_complete_forms(text: str) -> None:
    assert of_forms(text) == []


def test_articles_follow_the_settings() -> None:
    text = "Der Maler*in und ein Köch*in ruhen."
    for style, wanted in (
        ({"article_order": "feminine-first"}, "Die*der Maler*in und ein*e Köch*in ruhen."),
        ({"article_forms": "full"}, "Der*die Maler*in und ein*eine Köch*in ruhen."),
    ):
        found = Pipeline(Settings(**style)).analyze(text).findings  # type: ignore[arg-type]
        assert apply(text, [edit for each in found for edit in each.suggestions[0].edits]) == wanted


# ---- documents ----


def test_escaped_signs_of_markdown() -> None:
    text = "Die Maler\\*innen **ruhen**, `Köch*innen` nicht. Der\\*die Maurer\\*in auch."
    found = of_forms(text, "bayern", "markdown")
    assert [each.text for each in found] == ["Maler\\*innen", "Maurer\\*in"]
    edits = [edit for each in found for edit in each.suggestions[0].edits]
    assert "\\" not in apply(text, edits)
    found = of_forms(text, "doppelpunkt", "markdown")
    assert rewritten(text, found[1], "colon") == text.replace("Der\\*die Maurer\\*in", "Der:die Maurer:in")
    found = of_forms("Ein Maurer\\*in ruht.", "permissive", "markdown")
    assert apply("Ein Maurer\\*in ruht.", found[0].suggestions[0].edits) == "Ein\\*e Maurer\\*in ruht."


def test_markup_inside_a_form_is_not_lost() -> None:
    text = "Alle **Maler**\\*innen ruhen."
    for found in of_forms(text, "bayern", "markdown"):
        for suggestion in found.suggestions:
            assert apply(text, suggestion.edits).count("**") == 2


def test_what_is_switched_off_quoted_or_ignored_is_left_alone() -> None:
    text = "<!-- mitgemeint: ignore-next-line -->\nAlle Maler*innen ruhen.\n"
    assert of_forms(text, "bayern", "markdown") == []
    quoted = "Er schrieb: „Alle Maler*innen ruhen.“"
    assert of_forms(quoted, "bayern")
    assert of_forms(quoted, "juristisch") == []
    ignoring = Pipeline(Settings(policy="bayern", ignored_words=["Maler"]))
    assert not ignoring.analyze("Alle Maler*innen ruhen.").findings


def test_the_same_sentence_is_judged_by_its_document() -> None:
    one = pipeline()
    alone, beside = "Maler:innen ruhen.", "Maurer*innen und Köch*innen ruhen. Maler:innen ruhen."
    for _ in range(2):
        assert not one.analyze(alone).findings
        assert [found.text for found in one.analyze(beside).findings] == ["Maler:innen"]


# ---- properties ----

NOUNS = [
    "Lehrer", "Student", "Arzt", "Kollege", "Kunde", "Koch", "Bauer", "Nachbar", "Autor", "Pilot", "Biologe",
    "Friseur", "Franzose", "Anwalt", "Bürger", "Journalist", "Soldat", "Präsident", "Zauberer", "Bote",
    "Grundschullehrer", "Zahnarzt", "Sekretär", "Dieb", "Architekt", "Fotograf", "Enkel", "Chef",
]  # fmt: skip
SIGNS = {"star": "*", "colon": ":", "underscore": "_", "interpunct": "·"}
FRAMES = [
    "{der}{s}{die} neue {in} kommt.", "Das gilt für eine{s}n {in}.", "Wir helfen jeder{s}m {in}.",
    "Die Rechte des{s}der {in} sind klar.", "Alle {innen} lesen.", "Wir danken den {innen}.",
    "Das ist die Sache der {innen}.", "Sie ist {in}.", "Gesucht: {in}", "Als {in} weiß man das.",
]  # fmt: skip
SPOILT = [
    "Der {in} kommt.", "Ein {in} kommt.", "Wir fragen den {in}.", "Jeder {in} liest.",
    "Das Buch des {in} ist neu.", "Wir helfen einer {in}.", "Unsere neue {in} kommt.", "Wir gehen zur {in}.",
]  # fmt: skip
slow = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))


@cache
def _stems() -> dict[str, str]:
    forms = {noun: pipeline().explain(noun) for noun in NOUNS}
    return {noun: entry.feminine.removesuffix("in") for noun, entry in forms.items() if entry}


def _text(frame: str, noun: str, sign: str) -> str:
    stem = _stems()[noun]
    return frame.format(
        der="Der", die="die", s=sign, **{"in": f"{stem}{sign}in", "innen": f"{stem}{sign}innen"}
    )


@slow
@given(noun=st.sampled_from(NOUNS), notation=st.sampled_from(sorted(SIGNS)), frame=st.sampled_from(FRAMES))
def test_well_formed_forms_that_are_allowed_give_no_finding(noun: str, notation: str, frame: str) -> None:
    assert of_forms(_text(frame, noun, SIGNS[notation])) == []


@slow
@given(
    noun=st.sampled_from(NOUNS),
    notation=st.sampled_from(sorted(SIGNS)),
    frame=st.sampled_from([*FRAMES, *SPOILT]),
    policy=st.sampled_from(["permissive", "bayern", "doppelpunkt", "genderstern", "neutral", "binnen-i"]),
)
def test_a_suggestion_settles_its_finding(noun: str, notation: str, frame: str, policy: str) -> None:
    text = _text(frame, noun, SIGNS[notation])
    for found in of_forms(text, policy):
        for suggestion in islice(found.suggestions, 1):
            assert of_forms(apply(text, suggestion.edits), policy) == []


@pytest.mark.parametrize("frame", SPOILT)
@pytest.mark.parametrize("sign", ["*", ":"])
def test_every_spoilt_phrase_is_incomplete(frame: str, sign: str) -> None:
    for noun in NOUNS:
        (found,) = of_forms(_text(frame, noun, sign))
        assert (found.code, bool(found.suggestions)) == (Code.INCOMPLETE_FORM, True)


@pytest.mark.parametrize("noun", NOUNS)
def test_every_forbidden_noun_has_a_pair(noun: str) -> None:
    for frame in FRAMES:
        (found,) = of_forms(_text(frame, noun, "*"), "bayern")
        assert "pair" in {suggestion.notation for suggestion in found.suggestions}


TWO_ARTICLES = [
    "Der oder die Lehrer*in kommt.",
    "Wir suchen einen oder eine Lehrer*in.",
    "Das gilt der bzw. dem Lehrer*in.",
    "Er geht zum oder zur Lehrer*in.",
]


@pytest.mark.parametrize("sentence", TWO_ARTICLES)
def test_two_articles_are_complete(sentence: str) -> None:
    findings = Pipeline(Settings()).analyze(sentence).findings
    assert "incomplete-form" not in {str(each.code) for each in findings}
