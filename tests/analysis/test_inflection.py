"""Any word in the features wanted, as tables that a linguist can read."""

import pytest

from mitgemeint.analysis.adjective_forms import AdjectiveForms, Degree
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import Cell, ClosedClass, Strength, cells
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.inflection import Inflector

SG, PL = Number.SINGULAR, Number.PLURAL
M, F = Gender.MASCULINE, Gender.FEMININE
NOM, GEN, DAT, ACC = Case.NOMINATIVE, Case.GENITIVE, Case.DATIVE, Case.ACCUSATIVE
CASES = (NOM, GEN, DAT, ACC)
WEAK, STRONG = Strength.WEAK, Strength.STRONG


@pytest.fixture(scope="module")
def words() -> Inflector:
    forms = FormLexicon.load()
    return Inflector.load(Database.load(forms=forms), forms)


def _row(number: Number, gender: Gender | None) -> list[Cell]:
    return [Cell(case, number, gender) for case in CASES]


DEGREES = """
hoch hohe höhere höchste | dunkel dunkle dunklere dunkelste | teuer teure teurere teuerste
sauer saure saurere sauerste | edel edle edlere edelste | sicher sichere sicherere sicherste
müde müde müdere müdeste | leise leise leisere leiseste | offen offene offenere offenste
alt alte ältere älteste | jung junge jüngere jüngste | groß große größere größte
kurz kurze kürzere kürzeste
klug kluge klügere klügste
warm warme wärmere wärmste | gut gute bessere beste | nah nahe nähere nächste
neu neue neuere neueste | frei freie freiere freieste | früh frühe frühere früheste
konkret konkrete konkretere konkreteste | geeignet geeignete geeignetere geeignetste
bedeutend bedeutende bedeutendere bedeutendste | komisch komische komischere komischste
begeistert begeisterte begeistertere begeistertste | nett nette nettere netteste | wert werte wertere werteste
integer integre integrere integerste
parallel parallele parallelere parallelste | laut laute lautere lauteste
"""


@pytest.mark.parametrize("row", [cell for line in DEGREES.strip().splitlines() for cell in line.split(" | ")])
def test_stems_and_comparison(row: str, words: Inflector) -> None:
    lemma, *expected = row.split()
    slot = Cell(NOM, SG, F)
    assert [words.adjective(lemma, slot, WEAK, degree) for degree in Degree] == expected


@pytest.mark.parametrize("lemma", ["lila", "Berliner", "3.", "online"])
def test_what_takes_no_ending(lemma: str, words: Inflector) -> None:
    assert words.adjective(lemma, Cell(DAT, PL, None), STRONG) == lemma
    assert words.adjective(lemma, Cell(DAT, PL, None), STRONG, Degree.COMPARATIVE) is None


ENDINGS = [
    (Strength.STRONG, SG, M, "guter guten gutem guten"),
    (Strength.WEAK, SG, M, "gute guten guten guten"),
    (Strength.MIXED, SG, M, "guter guten guten guten"),
    (Strength.STRONG, SG, F, "gute guter guter gute"),
    (Strength.MIXED, SG, F, "gute guten guten gute"),
    (Strength.STRONG, PL, None, "gute guter guten gute"),
    (Strength.WEAK, PL, None, "guten guten guten guten"),
]


@pytest.mark.parametrize(("strength", "number", "gender", "expected"), ENDINGS)
def test_endings(
    strength: Strength, number: Number, gender: Gender | None, expected: str, words: Inflector
) -> None:
    row = [words.adjective("gut", slot, strength) for slot in _row(number, gender)]
    assert row == expected.split()


PRONOUNS = [
    ("einer", SG, M, "einer eines einem einen"),
    ("einer", SG, F, "eine einer einer eine"),
    ("einer", PL, None, "welche welcher welchen welche"),
    ("irgendeiner", PL, None, "irgendwelche irgendwelcher irgendwelchen irgendwelche"),
    ("keiner", SG, M, "keiner keines keinem keinen"),
    ("keiner", PL, None, "keine keiner keinen keine"),
    ("meiner", SG, M, "meiner meines meinem meinen"),
    ("eurer", SG, F, "eure eurer eurer eure"),
    ("jeder", SG, F, "jede jeder jeder jede"),
    ("mancher", PL, None, "manche mancher manchen manche"),
    ("derjenige", SG, F, "diejenige derjenigen derjenigen diejenige"),
    ("derselbe", PL, None, "dieselben derselben denselben dieselben"),
    ("aller", PL, None, "alle aller allen alle"),
    ("viele", PL, None, "viele vieler vielen viele"),
    ("viele", SG, M, "vieler vielen vielem vielen"),
    ("andere", SG, M, "anderer anderen anderem anderen"),
    ("der", SG, F, "die deren der die"),
    ("der", PL, None, "die derer denen die"),
    ("wer", SG, M, "wer wessen wem wen"),
    ("jemand", SG, F, "jemand jemandes jemandem jemanden"),
    ("niemand", SG, M, "niemand niemandes niemandem niemanden"),
    ("man", SG, M, "man - einem einen"),
    ("irgendwer", SG, M, "irgendwer - irgendwem irgendwen"),
    ("wer", PL, None, "- - - -"),
    ("ein", SG, M, "- - - -"),
    ("xyz", SG, M, "- - - -"),
]


@pytest.mark.parametrize(("lemma", "number", "gender", "expected"), PRONOUNS)
def test_pronouns(lemma: str, number: Number, gender: Gender, expected: str, words: Inflector) -> None:
    row = [words.pronoun(lemma, slot) or "-" for slot in _row(number, gender)]
    assert row == expected.split()


def test_every_pronoun_for_persons_has_forms() -> None:
    closed = ClosedClass.load()
    for lemma in closed.person_pronouns:
        assert any(closed.pronoun(lemma, slot) for slot in cells()), lemma


@pytest.mark.parametrize(
    ("form", "lemma", "cell"),
    [
        ("Einem", "einer", Cell(DAT, SG, M)),
        ("einem", "man", Cell(DAT, SG, M)),
        ("jede", "jeder", Cell(NOM, SG, F)),
        ("wem", "wer", Cell(DAT, SG, M)),
        ("denjenigen", "derjenige", Cell(DAT, PL, None)),
    ],
)
def test_pronouns_are_read_back(form: str, lemma: str, cell: Cell) -> None:
    assert (lemma, cell) in ClosedClass.load().pronoun_readings(form)


def test_determiners_personal_and_relative_pronouns(words: Inflector) -> None:
    assert words.determiner("ein", Cell(NOM, SG, M)) == "ein"
    assert words.determiner("euer", Cell(DAT, SG, F)) == "eurer"
    assert words.determiner("ein", Cell(NOM, PL, None)) is None
    assert words.determiner("xyz", Cell(NOM, SG, M)) is None
    assert words.personal("er", Cell(DAT, SG, F)) == "ihr"
    assert words.personal("ich", Cell(DAT, SG, F)) == "mir"
    assert words.personal("du", Cell(NOM, PL, None)) == "ihr"
    assert words.relative(Cell(GEN, PL, None)) == "deren"
    assert words.relative(Cell(DAT, SG, F), welcher=True) == "welcher"
    assert words.relative(Cell(GEN, SG, M), welcher=True) is None


@pytest.mark.parametrize(
    ("lemma", "strength"), [(None, STRONG), ("der", WEAK), ("kein", Strength.MIXED), ("xyz", None)]
)
def test_strength_after_a_determiner(lemma: str | None, strength: Strength | None, words: Inflector) -> None:
    assert words.strength_after(lemma) is strength


def test_nouns(words: Inflector) -> None:
    nouns = {noun.masculine: noun for noun in Database.load().nouns}
    assert words.noun(nouns["Arzt"], M, DAT, PL) == "Ärzten"
    assert words.noun(nouns["Arzt"], F, NOM, PL, prefix="Haus") == "Hausärztinnen"
    assert words.noun(nouns["Angestellter"], M, NOM, SG, WEAK) == "Angestellte"
    assert words.noun(nouns["Angestellter"], M, NOM, SG, Strength.MIXED) == "Angestellter"
    without = next(noun for noun in nouns.values() if not noun.feminine)
    assert words.noun(without, F, NOM, SG) is None
    assert words.noun(nouns["Arzt"], Gender.NEUTER, NOM, SG) is None


def test_verbs(words: Inflector) -> None:
    assert words.verb("hat", PL) == "haben"


def test_spelling_before_1996() -> None:
    stem = AdjectiveForms.load().stem
    assert [stem(word) for word in ("naß", "gewiß", "keß", "süß", "groß", "weiß")] == [
        "nass",
        "gewiss",
        "kess",
        "süß",
        "groß",
        "weiß",
    ]
