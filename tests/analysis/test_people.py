"""Names of persons in a sentence, passages of other languages, quotations that are spoken of."""

import pytest

from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.foreign import foreign_words
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.given_names import GivenNames
from mitgemeint.analysis.people import PersonFinder
from mitgemeint.analysis.quotes import mentioned

M, F = Gender.MASCULINE, Gender.FEMININE
ROLES = {"Minister": M, "Bäcker": M, "Ministerin": F}

NAMES = [
    ("Jonas Wendt kommt .", [("Jonas Wendt", M)]),
    ("Anna Wendt kommt .", [("Anna Wendt", F)]),
    ("Eberhard von Tresskow kommt .", [("Eberhard von Tresskow", M)]),
    ("Rainer G. gestand .", [("Rainer G.", M)]),
    ("Frau Schneider und Herr Müller kommen .", [("Schneider", F), ("Müller", M)]),
    ("Minister Stahlberg sprach .", [("Stahlberg", M)]),
    ("Der Bäcker öffnet .", []),
    ("Die Wiese ist grün .", []),
]


@pytest.fixture(scope="module")
def finder() -> PersonFinder:
    return PersonFinder(FormLexicon.load(), ROLES.get)


@pytest.mark.parametrize(("sentence", "expected"), NAMES)
def test_names(finder: PersonFinder, sentence: str, expected: list[tuple[str, Gender | None]]) -> None:
    words = sentence.split(" ")
    found = [(" ".join(words[each.start : each.end]), each.gender) for each in finder.find(words)]
    assert found == expected


def test_a_surname_alone_is_known_from_elsewhere(finder: PersonFinder) -> None:
    words = ["Wendt", "kommt", "."]
    assert [*finder.find(words)] == []
    assert [each.surname for each in finder.find(words, {"Wendt"})] == ["Wendt"]


def test_names_of_several_genders_decide_nothing() -> None:
    names = GivenNames.load(FormLexicon.load())
    assert names.genders("Jonas") == {M}
    assert names.genders("Anna") == {F}
    assert len(names.genders("Kim")) == 2


FOREIGN = [
    ("The Ranger and his Partner left the house .", "The Ranger and his Partner left the house ."),
    ("Le Professeur et son Partner sont partis .", "Le Professeur et son Partner sont partis ."),
    ("Sie sagte : the Manager is right .", "the Manager is right ."),
    ("Der Film „ The Return of the Manager “ läuft .", "The Return of the Manager"),
    ("Der Manager und sein Partner kommen .", ""),
    ("Der Präsident der Rue de la Paix kommt .", ""),
    ("De Lehrere und de Schülere kommen , und en hilft .", ""),
    ("Anlage I Abschnitt A Buchstabe a", ""),
]


@pytest.mark.parametrize(("sentence", "expected"), FOREIGN)
def test_passages_of_other_languages(sentence: str, expected: str) -> None:
    words = sentence.split(" ")
    assert " ".join(words[index] for index in sorted(foreign_words(words))) == expected


MENTIONED = [
    ("Wir sahen „Der Richter und sein Henker“.", ["„Der Richter und sein Henker“"]),
    ("Er sagte: „Der Richter kommt gleich.“", []),
    ("§ 3 lautet: „Der Mieter trägt die Kosten.“", ["„Der Mieter trägt die Kosten.“"]),
]


@pytest.mark.parametrize(("text", "expected"), MENTIONED)
def test_quotations_that_are_spoken_of(text: str, expected: list[str]) -> None:
    found = [text[start:end] for start, end in mentioned(text, {"kommt", "trägt"}.__contains__)]
    assert found == expected
