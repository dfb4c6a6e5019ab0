"""The closed classes: which cells a form fills, and that the table is complete."""

import pytest

from mitgemeint.analysis.determiners import Cell, ClosedClass, cells
from mitgemeint.analysis.features import Case, Gender, Number

M, F, N = Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER
SG, PL = Number.SINGULAR, Number.PLURAL

FORMS = [
    # form, lemma, cells as "case number gender"
    ("der", "der", "nom sg masc, gen sg fem, dat sg fem, gen pl"),
    ("den", "der", "acc sg masc, dat pl"),
    ("einem", "ein", "dat sg masc, dat sg neut"),
    ("jeder", "jeder", "nom sg masc, gen sg fem, dat sg fem"),
    ("unser", "unser", "nom sg masc, nom sg neut, acc sg neut"),
    ("eure", "euer", "nom sg fem, acc sg fem, nom pl, acc pl"),
    ("denselben", "derselbe", "acc sg masc, dat pl"),
    ("vielen", "viele", "gen sg masc, gen sg neut, acc sg masc, dat pl"),
    ("kein", "kein", "nom sg masc, nom sg neut, acc sg neut"),
]


def _shown(slot: Cell) -> str:
    return " ".join([slot.case, slot.number, *([slot.gender] if slot.gender else [])])


@pytest.mark.parametrize(("form", "lemma", "expected"), FORMS)
def test_cells_of_forms(form: str, lemma: str, expected: str) -> None:
    found = {
        _shown(slot) for determiner, slot in ClosedClass.load().readings(form) if determiner.lemma == lemma
    }
    assert found == set(expected.split(", "))


def test_every_determiner_fills_every_cell_of_its_numbers() -> None:
    for determiner in ClosedClass.load().determiners.values():
        numbers = {slot.number for slot in determiner.forms}
        for number in numbers:
            assert all(slot in determiner.forms for slot in cells(number)), determiner.lemma


def test_contractions_are_preposition_and_article() -> None:
    closed = ClosedClass.load()
    for contraction in closed.contractions.values():
        article = closed.determiners["der"].forms[Cell(contraction.case, SG, M)]
        assert contraction.form[-1] == article[-1]
        assert contraction.case in closed.prepositions[contraction.preposition]


def test_feminine_contraction_exists_for_zu_only() -> None:
    closed = ClosedClass.load()
    assert {c.form: c.feminine for c in closed.contractions.values() if c.feminine} == {"zum": "zur"}


def test_prepositions_govern_cases() -> None:
    governed = ClosedClass.load().prepositions
    assert governed["mit"] == {Case.DATIVE}
    assert governed["in"] == {Case.DATIVE, Case.ACCUSATIVE}
    assert all(Case.NOMINATIVE not in cases for cases in governed.values())


def test_de_e_is_a_gender_of_its_own() -> None:
    forms = ClosedClass.load().determiners
    assert [forms["der"].forms[Cell(case, SG, Gender.INCLUSIVE)] for case in Case] == [
        "de",
        "ders",
        "derm",
        "de",
    ]
    assert forms["jeder"].forms[Cell(Case.NOMINATIVE, SG, Gender.INCLUSIVE)] == "jedey"
