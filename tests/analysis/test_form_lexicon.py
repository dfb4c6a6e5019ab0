import pytest

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon

NOM, GEN, DAT, ACC = Case.NOMINATIVE, Case.GENITIVE, Case.DATIVE, Case.ACCUSATIVE
SG, PL = Number.SINGULAR, Number.PLURAL
MASC, FEM, NEUT = Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER


@pytest.fixture(scope="module")
def lexicon() -> FormLexicon:
    return FormLexicon.load()


@pytest.mark.parametrize(
    ("form", "lemma", "cells"),
    [
        ("Lehrer", "Lehrer", {(NOM, SG), (DAT, SG), (ACC, SG), (NOM, PL), (GEN, PL), (ACC, PL)}),
        ("Lehrern", "Lehrer", {(DAT, PL)}),
        ("Lehrers", "Lehrer", {(GEN, SG)}),
        (
            "Studenten",
            "Student",
            {(GEN, SG), (DAT, SG), (ACC, SG), (NOM, PL), (GEN, PL), (DAT, PL), (ACC, PL)},
        ),
        ("Student", "Student", {(NOM, SG)}),
        ("Kunden", "Kunde", {(GEN, SG), (DAT, SG), (ACC, SG), (NOM, PL), (GEN, PL), (DAT, PL), (ACC, PL)}),
        ("Ärzte", "Arzt", {(NOM, PL), (GEN, PL), (ACC, PL)}),
        ("Angestellter", "Angestellter", {(NOM, SG), (GEN, PL)}),
    ],
)
def test_masculine_readings(
    lexicon: FormLexicon, form: str, lemma: str, cells: set[tuple[Case, Number]]
) -> None:
    found = {
        (r.case, r.number)
        for r in lexicon.readings(form)
        if r.pos == "NOUN" and r.lemma == lemma and r.gender is MASC
    }
    assert found == cells


@pytest.mark.parametrize(
    ("form", "genders"),
    [
        ("Leiter", {MASC, FEM}),
        ("Rechner", {MASC}),
        ("Lehrerin", {FEM}),
        ("Kind", {NEUT}),
        ("See", {MASC, FEM}),
    ],
)
def test_noun_genders(lexicon: FormLexicon, form: str, genders: set[Gender]) -> None:
    assert {r.gender for r in lexicon.readings(form) if r.pos == "NOUN"} == genders


@pytest.mark.parametrize(
    ("form", "lemma", "pos"),
    [
        ("gegangen", "gehen", "VERB"),
        ("abzuholen", "abholen", "VERB"),
        ("abholt", "abholen", "VERB"),
        ("ist", "sein", "AUX"),
        ("möchte", "mögen", "AUX"),
        ("dunkle", "dunkel", "ADJ"),
        ("hoher", "hoch", "ADJ"),
        ("höherer", "hoch", "ADJ"),
        ("jüngsten", "jung", "ADJ"),
        ("duftendes", "duftend", "ADJ"),
        ("unserem", "unser", "DET"),
        ("deren", "der", "PRON"),
        ("zum", "zu", "ADP"),
        ("Müller", "Müller", "PROPN"),
        ("Anna", "Anna", "PROPN"),
    ],
)
def test_lemma_and_part_of_speech(lexicon: FormLexicon, form: str, lemma: str, pos: str) -> None:
    assert (lemma, pos) in {(r.lemma, r.pos) for r in lexicon.readings(form)}


def test_finite_verbs_carry_person_and_number(lexicon: FormLexicon) -> None:
    assert {(r.person, r.number) for r in lexicon.readings("unterrichten") if r.kind == "fin"} == {
        (1, PL),
        (3, PL),
    }
    assert any(r.kind == "inf" for r in lexicon.readings("unterrichten"))


def test_prepositions_name_the_cases_they_govern(lexicon: FormLexicon) -> None:
    assert {r.case for r in lexicon.readings("mit") if r.pos == "ADP"} == {DAT}
    assert {r.case for r in lexicon.readings("in") if r.pos == "ADP"} == {DAT, ACC}
    assert {(r.case, r.gender) for r in lexicon.readings("zur")} == {(DAT, FEM)}


def test_first_names_have_a_gender(lexicon: FormLexicon) -> None:
    assert FEM in {r.gender for r in lexicon.readings("Sabine") if r.kind == "given"}
    assert MASC in {r.gender for r in lexicon.readings("Thomas") if r.kind == "given"}


@pytest.mark.parametrize("form", ["", " ", "Xqzzt", "lehrer", "LEHRER", "\ud800", "\x00", "Lehrer "])
def test_unknown_forms_have_no_readings(lexicon: FormLexicon, form: str) -> None:
    assert [r for r in lexicon.readings(form) if r.pos == "NOUN"] == []


def test_noun_lemmas(lexicon: FormLexicon) -> None:
    assert lexicon.is_noun_lemma("Lehrer")
    assert not lexicon.is_noun_lemma("Lehrern")
    assert not lexicon.is_noun_lemma("gehen")
