import numpy as np
import pytest

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.nlp.agreement import Member, Phrase, adjective_cells
from mitgemeint.analysis.nlp.cells import ALL, EVERY, OF_CASE, OF_NUMBER, expand, mask, read_cells
from mitgemeint.analysis.nlp.guesser import Guesser

LEXICON = FormLexicon.load()
GUESSER = Guesser(LEXICON)
EVEN = np.zeros(len(EVERY), dtype=np.float32)


def allowed(form: str, pos: str) -> int:
    cells = 0
    for entry in GUESSER.entries(form):
        if entry.pos == pos:
            cells |= entry.cells
    return cells


def decide(determiner: str, noun: str, *limits: tuple[int, float]) -> str:
    """What form alone says of determiner and noun, with a model that knows nothing."""
    members = [Member(EVEN, allowed(noun, "NOUN"))]
    if determiner:
        members.append(Member(EVEN, allowed(determiner, "DET")))
    case, number, gender = EVERY[Phrase(members, list(limits)).decide()]
    return f"{case} {number} {gender}"


@pytest.mark.parametrize(
    ("determiner", "noun", "expected"),
    [
        ("des", "Lehrers", "gen sg masc"),
        ("den", "Lehrern", "dat pl masc"),
        ("dem", "Lehrer", "dat sg masc"),
        ("den", "Lehrer", "acc sg masc"),
        ("der", "Lehrer", "nom sg masc"),
        ("die", "Lehrer", "nom pl masc"),
        ("die", "Leiter", "nom sg fem"),
        ("dem", "Studenten", "dat sg masc"),
        ("des", "Studenten", "gen sg masc"),
        ("ein", "Lehrer", "nom sg masc"),
        ("einem", "Kunden", "dat sg masc"),
        ("", "Ärzten", "dat pl masc"),
    ],
)
def test_forms_decide(determiner: str, noun: str, expected: str) -> None:
    assert decide(determiner, noun) == expected


@pytest.mark.parametrize(
    ("noun", "limit", "expected"),
    [
        ("Lehrer", OF_NUMBER[Number.PLURAL], "nom pl masc"),
        ("Lehrer", OF_CASE[Case.GENITIVE], "gen pl masc"),
        ("Kunden", OF_CASE[Case.DATIVE] & OF_NUMBER[Number.PLURAL], "dat pl masc"),
    ],
)
def test_syntax_decides_what_forms_leave_open(noun: str, limit: int, expected: str) -> None:
    assert decide("", noun, (limit, 3.0)) == expected


def test_a_sure_model_overrules_syntax_but_not_forms() -> None:
    scores = EVEN.copy()
    scores[EVERY.index((Case.DATIVE, Number.SINGULAR, Gender.MASCULINE))] = 5.0
    phrase = Phrase([Member(scores, allowed("Lehrer", "NOUN"))], [(OF_CASE[Case.NOMINATIVE], 3.0)])
    assert EVERY[phrase.decide()][0] is Case.DATIVE
    phrase = Phrase([Member(scores, allowed("Lehrern", "NOUN"))])
    assert EVERY[phrase.decide()][1] is Number.PLURAL


@pytest.mark.parametrize(
    ("form", "determiner", "cells"),
    [
        ("gute", ("der", "der"), "nsm nsf nsn asf asn"),
        ("guten", ("die", "der"), "gsm gsf gsn dsm dsf dsn asm np gp dp ap"),
        ("guter", ("ein", "ein"), "nsm"),
        ("gutes", ("ein", "ein"), "nsn asn"),
        ("guter", None, "nsm gsf dsf gp"),
        ("gute", None, "nsf asf np ap"),
        ("gute", ("viele", "viel"), "nsf asf np ap"),
        ("gut", ("der", "der"), ""),
    ],
)
def test_adjective_endings(form: str, determiner: tuple[str, str] | None, cells: str) -> None:
    assert adjective_cells(form, determiner) == read_cells(cells.split())


def test_masks() -> None:
    assert mask() == ALL
    assert list(expand(mask(Case.DATIVE, Number.PLURAL, Gender.FEMININE))) == [
        (Case.DATIVE, Number.PLURAL, Gender.FEMININE)
    ]
    assert read_cells(["nsm", "dp", "inf", "3s"]) == mask(
        Case.NOMINATIVE, Number.SINGULAR, Gender.MASCULINE
    ) | mask(Case.DATIVE, Number.PLURAL)


@pytest.mark.parametrize(
    ("form", "initial", "lemma", "pos"),
    [
        ("Grundschullehrern", False, "Grundschullehrer", "NOUN"),
        ("EU-Ministern", False, "EU-Minister", "NOUN"),
        ("Softwareentwicklerinnen", False, "Softwareentwicklerin", "NOUN"),
        ("Xyzzologinnen", False, "Xyzzologin", "NOUN"),
        ("Perspektivlosen", False, "Perspektivloser", "NOUN"),
        ("Wandern", False, "Wandern", "NOUN"),
        ("LEHRER", False, "Lehrer", "NOUN"),
        ("Gehen", True, "gehen", "VERB"),
        ("Der", True, "der", "DET"),
        ("Zum", True, "zu", "ADP"),
        ("arbeitsrechtlichen", False, "arbeitsrechtlich", "ADJ"),
    ],
)
def test_guesses(form: str, initial: bool, lemma: str, pos: str) -> None:
    assert (lemma, pos) in {(entry.lemma, entry.pos) for entry in GUESSER.entries(form, initial)}
