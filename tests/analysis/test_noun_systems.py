"""Nouns of De-e and Phettberg: how they are formed, and that they are read back."""

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.features import Case, Number
from mitgemeint.analysis.gender_forms import recognise
from mitgemeint.analysis.noun_systems import NounForms, de_e_noun, phettberg_noun

SINGULAR, PLURAL = Number.SINGULAR, Number.PLURAL
NOM, GEN, DAT = Case.NOMINATIVE, Case.GENITIVE, Case.DATIVE

# masculine, feminine, masculine plural, case, number, expected
DE_E = [
    # geschlechtsneutral.net, Kurzübersicht über das De-e-System
    ("Schüler", "Schülerin", "Schüler", NOM, SINGULAR, "Schülere"),
    ("Schüler", "Schülerin", "Schüler", GEN, SINGULAR, "Schüleres"),
    ("Autor", "Autorin", "Autoren", NOM, SINGULAR, "Autore"),
    ("Student", "Studentin", "Studenten", NOM, SINGULAR, "Studente"),
    ("Kollege", "Kollegin", "Kollegen", NOM, SINGULAR, "Kollegere"),
    ("Arzt", "Ärztin", "Ärzte", GEN, SINGULAR, "Arztes"),
    ("Schüler", "Schülerin", "Schüler", NOM, PLURAL, "Schülerne"),
    ("Autor", "Autorin", "Autoren", NOM, PLURAL, "Autorne"),
    ("Student", "Studentin", "Studenten", NOM, PLURAL, "Studenterne"),
    ("Kunde", "Kundin", "Kunden", NOM, PLURAL, "Kunderne"),
    ("Schüler", "Schülerin", "Schüler", DAT, PLURAL, "Schülernen"),
    # the feminine is shorter
    ("Zauberer", "Zauberin", "Zauberer", NOM, SINGULAR, "Zaubere"),
    ("Zauberer", "Zauberin", "Zauberer", NOM, PLURAL, "Zauberne"),
    ("Verlierer", "Verliererin", "Verlierer", NOM, PLURAL, "Verliererne"),
    ("Beamter", "Beamtin", "Beamte", NOM, PLURAL, "Beamterne"),
    ("Kaufmann", "Kauffrau", "Kaufleute", NOM, SINGULAR, None),
]

PHETTBERG = [
    ("Leser", "Leserin", "Leser", NOM, SINGULAR, "Lesy"),
    ("Leser", "Leserin", "Leser", DAT, SINGULAR, "Lesy"),
    ("Leser", "Leserin", "Leser", GEN, SINGULAR, "Lesys"),
    ("Leser", "Leserin", "Leser", NOM, PLURAL, "Lesys"),
    ("Leser", "Leserin", "Leser", DAT, PLURAL, "Lesys"),
    ("Bürgermeister", "Bürgermeisterin", "Bürgermeister", NOM, SINGULAR, "Bürgermeisty"),
    ("Student", "Studentin", "Studenten", NOM, PLURAL, "Studentys"),
    ("Professor", "Professorin", "Professoren", NOM, SINGULAR, "Professory"),
    ("Kollege", "Kollegin", "Kollegen", NOM, SINGULAR, "Kollegy"),
    ("Arzt", "Ärztin", "Ärzte", NOM, SINGULAR, "Arzty"),
    ("Arzt", "Ärztin", "Ärzte", NOM, PLURAL, "Ärztys"),
    ("Koch", "Köchin", "Köche", NOM, PLURAL, "Köchys"),
    ("Kaufmann", "Kauffrau", "Kaufleute", NOM, SINGULAR, None),
    ("Angestellter", "Angestellte", "Angestellte", NOM, SINGULAR, None),
]

FEMININES = frozenset(
    f"{stem}in"
    for stem in (
        "Lehrer",
        "Leser",
        "Ärzt",
        "Köch",
        "Kolleg",
        "Student",
        "Autor",
        "Zauber",
        "Schüler",
        "Kund",
        "Maler",
    )
)

# text, the stand-in of each form
READ = [
    ("Die Lehrys lesen.", ["Lehrerinnen"]),
    ("Das Lehry liest.", ["Lehrerin"]),
    ("Die Köchys kochen.", ["Köchinnen"]),
    ("Ärztys und Arztys helfen.", ["Ärztinnen", "Ärztinnen"]),
    ("Sie fragt das Maly.", ["Malerin"]),
    ("Frau Maly kam.", []),
    ("Die Autorne schreiben.", ["Autorinnen"]),
    ("Sie dankt den Schülernen.", ["Schülerinnen"]),
    ("De Lehrere hilft.", ["Die", "Lehrerin"]),
    ("De Zaubere geht zurm Arzte.", ["Die", "Zauberin", "zur", "Ärztin"]),
    ("Die Sache ders Kollegeres.", ["der", "Kollegin"]),
    # words that look alike
    ("Handys, Partys, Babys, Hobbys, Ponys und Ladys.", []),
    ("Die Sterne und Kerne der Kaserne, die Laterne und die Birne.", []),
    ("Die Kellys sangen Henrys Lied.", []),
]


@pytest.mark.parametrize(("masculine", "feminine", "plural", "case", "number", "expected"), DE_E)
def test_de_e(
    masculine: str, feminine: str, plural: str, case: Case, number: Number, expected: str | None
) -> None:
    assert de_e_noun(NounForms(masculine, feminine, plural), case, number) == expected


@pytest.mark.parametrize(("masculine", "feminine", "plural", "case", "number", "expected"), PHETTBERG)
def test_phettberg(
    masculine: str, feminine: str, plural: str, case: Case, number: Number, expected: str | None
) -> None:
    assert phettberg_noun(NounForms(masculine, feminine, plural), case, number) == expected


@pytest.mark.parametrize(("text", "stand_ins"), READ)
def test_forms_are_read(text: str, stand_ins: list[str]) -> None:
    assert [form.stand_in for form in recognise(text, FEMININES.__contains__)] == stand_ins


@pytest.mark.parametrize("notation", ["de-e", "phettberg"])
def test_nothing_is_found_in_what_was_rewritten(notation: str) -> None:
    pipeline = Pipeline(Settings(notations=[notation]))
    text = "Der Lehrer fragt einen Kollegen. Alle Ärzte gehen zum Bäcker. Den Kunden hilft jeder Student."
    rewritten = pipeline.rewrite(text, notation)
    assert rewritten != text
    assert not pipeline.analyze(rewritten).findings
