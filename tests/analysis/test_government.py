"""The case of many persons whose noun looks the same in the accusative and the dative: what stands in
its place shows it (sentence, sentence in neutral words).
"""

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.word_lists import word_lists

ACCUSATIVE = [
    ("Das Heft wendet sich an Studenten.", "Das Heft wendet sich an Studierende."),
    ("Der Preis geht jedes Jahr an Studenten.", "Der Preis geht jedes Jahr an Studierende."),
    ("Ein Aufruf an Studenten hängt im Flur.", "Ein Aufruf an Studierende hängt im Flur."),
    ("Wir vermieten nur an Studenten.", "Wir vermieten nur an Studierende."),
    ("Wir haben ein Anliegen an Studenten.", "Wir haben ein Anliegen an Studierende."),
    ("Die Stadt setzt auf Touristen.", "Die Stadt setzt auf Reisende."),
    ("Ein Bericht über Studenten erscheint morgen.", "Ein Bericht über Studierende erscheint morgen."),
    ("Das gilt in Bezug auf Studenten.", "Das gilt in Bezug auf Studierende."),
    ("Wir richten uns an Lehrer*innen und Student*innen.", "Wir richten uns an Lehrkräfte und Studierende."),
]
DATIVE = [
    ("Es fehlt an Studenten.", "Es fehlt an Studierenden."),
    ("Die Versuche an Studenten sind zu Ende.", "Die Versuche an Studierenden sind zu Ende."),
    ("Das Überangebot an Studenten wächst.", "Das Überangebot an Studierenden wächst."),
    ("Die Zahl an Studenten wächst.", "Die Zahl an Studierenden wächst."),
    ("Wir orientieren uns an Studenten.", "Wir orientieren uns an Studierenden."),
    ("Der Bus fuhr an Studenten vorbei.", "Der Bus fuhr an Studierenden vorbei."),
    ("Die App gefällt Studenten.", "Die App gefällt Studierenden."),
    ("Das Haus gehört Studenten.", "Das Haus gehört Studierenden."),
    (
        "Die Stiftung hilft Studenten aus ärmeren Familien.",
        "Die Stiftung hilft Studierenden aus ärmeren Familien.",
    ),
    ("Die Bank schenkt Studenten ein Konto.", "Die Bank schenkt Studierenden ein Konto."),
    ("Die Bahn bietet Studenten günstige Karten an.", "Die Bahn bietet Studierenden günstige Karten an."),
    ("Studenten erlaubt man das nicht.", "Studierenden erlaubt man das nicht."),
    (
        "Das Programm hilft Lehrer*innen und Student*innen.",
        "Das Programm hilft Lehrkräften und Studierenden.",
    ),
    ("Das kommt von uns Student*innen.", "Das kommt von uns Studierenden."),
    ("Den Nachlass geben wir nur Studenten.", "Den Nachlass geben wir nur Studierenden."),
    ("Die Bücherei leiht Studenten einen Laptop.", "Die Bücherei leiht Studierenden einen Laptop."),
]
NO_DATIVE = [
    ("An der Hochschule fehlen Studenten.", "An der Hochschule fehlen Studierende."),
    ("Es helfen Studenten beim Umzug.", "Es helfen Studierende beim Umzug."),
    ("Wir bekommen bald Studenten aus Kiel.", "Wir bekommen bald Studierende aus Kiel."),
    ("Studenten schenken uns ihre Zeit.", "Studierende schenken uns ihre Zeit."),
    ("Der Verein sucht Studenten.", "Der Verein sucht Studierende."),
]


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline(Settings(policy="bayern"))


@pytest.mark.parametrize(("sentence", "expected"), [*ACCUSATIVE, *DATIVE, *NO_DATIVE])
def test_the_case_is_that_which_is_asked_for(pipeline: Pipeline, sentence: str, expected: str) -> None:
    assert pipeline.rewrite(sentence, "neutral") == expected


def test_verbs_that_have_an_accusative_too_are_among_those_with_a_dative() -> None:
    assert word_lists("government.toml")["also_accusative"] <= ClosedClass.load().dative_only
