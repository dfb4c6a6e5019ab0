"""Which words are reported and which are left alone, as tables.

In the sentences, words in [brackets] must be reported and nothing else may be.
"""

import re

import pytest

from mitgemeint.analysis import Code, Pipeline, Settings

REPORTED = [
    # plural, all cases
    "Die [Lehrer] kommen heute.",
    "Wir danken den [Ärzten] und den [Gärtnern].",
    "Das ist die Aufgabe der [Mieter].",
    "Im Saal saßen 200 [Zuschauer].",
    # singular
    "Ein [Mieter] darf das.",
    "Jeder [Bewohner] hat einen Schlüssel.",
    "Fragen Sie Ihren [Arzt].",
    "Das Recht des [Käufers] bleibt.",
    # compounds by their head
    "Die [Grundschullehrer] streiken.",
    "Viele [Bio-Bauern] verkaufen selbst.",
    "Die [EU-Minister] tagen.",
    # nominalised adjectives and participles in the singular
    "Der [Angestellte] kündigt.",
    "Ein [Versicherter] zahlt weniger.",
    "Jeder [Betroffene] bekommt Hilfe.",
    # participles that no list has
    "Der [Angerempelte] rief laut, und ein [Weggezogener] antwortete.",
    # set phrases
    "Der kleine [Mann] zahlt.",
    # members of bodies
    "Die [Gemeinderäte] berieten lange.",
    # a row that only looks like a saying
    "Wir danken allen [Helfern] und [Freunden] des Vereins.",
    # roles that people or organisations bear
    "Der [Betreiber] der Anlage haftet.",
    # capitals
    "DIE [LEHRER] KOMMEN",
]

LEFT_ALONE = [
    # names of firms, forms that nobody knows, a man's age
    "Das ist die Müller GmbH.",
    "Die Fischer AG zahlt.",
    "Die Lehrer**innen kommen.",
    "Ein 42-jähriger Mann wurde verletzt.",
    # a pair over two clauses, an adjective before a noun that the lexicon does not know
    "Die Klägerin ist als Anwältin und der Kläger ist als Anwalt tätig.",
    "Das gilt nach § 3 des Dritten Anpassungsgesetzes.",
    # languages
    "Im Deutschen spricht man anders.",
    "Das Buch wurde aus dem Deutschen übersetzt.",
    # surnames after given names that only the list of names has
    "Carola Richter, Vertrieb",
    "Svenja Bauer sagt das.",
    # neutral plurals of adjectives and participles
    "Die Angestellten und die Studierenden zahlen weniger.",
    "Viele Jugendliche lesen gern.",
    # feminine and neutral words
    "Die Netzbetreiberin und die Lehrkraft kommen.",
    "Das Mitglied und der Gast kommen.",
    "Das Kind und die Person warten.",
    # males by meaning
    "Der Sohn, der Vater und der Onkel kommen.",
    "Die Männer sitzen dort.",
    # inclusive already, in every notation
    "Die Lehrer*innen, Schüler:innen und Eltern_innen kommen.",
    "Die LehrerInnen und die Schüler/-innen kommen.",
    "Die Schüler(innen) und Absolvent(inn)en kommen.",
    "Die Lehrerinnen und Lehrer kommen.",
    "Die Lehrer und Lehrerinnen kommen.",
    "Eine Lehrerin oder ein Lehrer kommt.",
    "Die Lehrerin bzw. der Lehrer kommt.",
    "Die Spitzenkandidatinnen und -kandidaten kommen.",
    "Der Bürger*innenverein und die Ärzt:innenkammer tagen.",
    "Jede*r Lehrer*in kommt zum*zur Direktor*in.",
    "Soldatinnen auf Zeit und Soldaten auf Zeit bekommen Urlaub.",
    "Der Titel ist „Apotheker“ oder „Apothekerin“.",
    "Die oder der Vorsitzende leitet, und jede und jeder Beschäftigte kommt.",
    "Der Platz der oder des neuen Angehörigen ist frei.",
    "Lehrer und -innen, Gärtner*- und Köch*innen kommen.",
    "Gesucht werden Lehrer aller Geschlechter.",
    "LEHRERINNEN UND LEHRER",
    # one known person
    "Unser neuer Rektor, Herr Brandt, spricht.",
    "Ein Mitarbeiter unserer Filiale, Herr Groß, hilft.",
    "Der neue Trainer heißt Erik Brandt.",
    "Der 54-jährige Fahrer starb.",
    "Herr Brandt wird neuer Rektor.",
    # things
    "Schließen Sie den Drucker an und installieren Sie den Treiber.",
    "Der Zähler im Keller läuft.",
    # other nouns of the same form
    "Die Wahrung der Rechte steht im Gesetz.",
    "Das kam zum Obersten Landesgericht.",
    "Das steht im Neunten Buch und beim Deutschen Patent- und Markenamt.",
    "Das Deutsche Rote Kreuz und der Deutsche Olympische Sportbund helfen.",
    "Am Ende eines jeden Jahres wird gezählt.",
    "Der Abschluss heißt Geprüfter Meister/Geprüfte Meisterin.",
    # adjectives with a capital
    "Im Zweiten Weltkrieg und im Sechsten Buch steht das.",
    "Der Deutsche Bundestag und der Heilige Stuhl schweigen.",
    # bodies
    "Der Gemeinderat beschloss das.",
    # sayings
    "Die Feuerwehr ist dein Freund und Helfer, bei Freund und Feind beliebt.",
    # roles of organisations
    "Die Nord GmbH ist Betreiber der Anlage.",
    # lower case
    "Die betreffende Stelle und der einzelne Fall zählen.",
    "Wir prüfen jede einzelne Frage und jedes einzelne neue Gerät.",
    "Das ist Sache jeder einzelnen fachlich geeigneten Stelle.",
    "Jede Einzelne zählt, und keine Einzige fehlte.",
    # names
    "Frau Bauer, Herr Richter und Dr. Schneider warten.",
    "Der Koch Erik Brandt eröffnete gestern.",
    # places and adjectives from places
    "In Polen und Sachsen regnet es.",
    "Der Frankfurter Flughafen und die Hamburger Oper sind groß.",
    # first parts of compounds
    "Das Lehrerzimmer liegt neben dem Bürgerbüro.",
    # things
    "Der elektrische Leiter im Kabel ist aus Kupfer.",
    # idioms
    "Übung macht den Meister.",
    # addresses, handles
    "Schreiben Sie an kunde@example.org.",
]

MODIFIERS = [
    ("Die Arbeitergewerkschaft streikt.", "Arbeitergewerkschaft", "Arbeiter*innengewerkschaft"),
    ("Das Studentenwohnheim ist neu.", "Studentenwohnheim", "Student*innenwohnheim"),
    ("Die Wählerlisten liegen aus.", "Wählerlisten", "Wähler*innenlisten"),
]


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline(Settings())


def _read(marked: str) -> tuple[str, set[tuple[int, int]]]:
    """The sentence without brackets, and the spans of the words in them."""
    text, spans = "", set()
    for part in re.split(r"(\[[^\]]+\])", marked):
        if part.startswith("["):
            spans.add((len(text), len(text) + len(part) - 2))
            part = part[1:-1]
        text += part
    return text, spans


@pytest.mark.parametrize("marked", REPORTED + LEFT_ALONE)
def test_reported_words(pipeline: Pipeline, marked: str) -> None:
    text, wanted = _read(marked)
    found = {
        (item.start, item.end)
        for item in pipeline.analyze(text).findings
        if item.code is Code.GENERIC_MASCULINE
    }
    assert {text[a:b] for a, b in found} == {text[a:b] for a, b in wanted}
    assert found == wanted


@pytest.mark.parametrize(("text", "word", "rewritten"), MODIFIERS)
def test_first_parts_of_compounds_are_a_setting(
    pipeline: Pipeline, text: str, word: str, rewritten: str
) -> None:
    assert not pipeline.analyze(text).findings
    findings = Pipeline(Settings(compound_modifiers=True, notations=["star"])).analyze(text).findings
    assert [item.text for item in findings] == [word]
    assert [item.label for item in findings[0].suggestions] == [rewritten]


def test_adverbs_have_no_first_part() -> None:
    assert not Pipeline(Settings(compound_modifiers=True)).analyze("Mittlerweile regnet es.").findings


def test_specific_masculines_are_a_setting() -> None:
    text = "Der Koch Erik Brandt eröffnete gestern."
    found = Pipeline(Settings(report_specific=True)).analyze(text).findings
    assert [(item.text, item.reference.value) for item in found] == [("Koch", "specific")]


def test_ignored_words_are_left_alone() -> None:
    text = "Die Lehrer und die Gärtner kommen."
    found = Pipeline(Settings(ignored_words=["Lehrer"])).analyze(text).findings
    assert [item.text for item in found] == ["Gärtner"]
