"""Whom a masculine means: tables of texts with the masculine in double square brackets and the judgement."""

import pytest

from mitgemeint.analysis import Finding, Pipeline, Reference, Settings
from mitgemeint.analysis.discourse import Discourse, Weights

GENERIC, SPECIFIC, UNKNOWN = Reference.GENERIC, Reference.SPECIFIC, Reference.UNKNOWN

SENTENCES = [
    # a name as apposition, or as the noun's name
    ("Der [[Bäcker]] Jonas Wendt backt.", SPECIFIC, "name"),
    ("Jonas Wendt, [[Bäcker]] aus Kiel, backt.", SPECIFIC, "name"),
    ("Die [[Bäcker]] Jonas Wendt und Ole Kranz backen.", SPECIFIC, "name"),
    # what is said of a man
    ("Er ist [[Bäcker]].", SPECIFIC, "male-subject"),
    ("Mein Bruder arbeitet als [[Bäcker]].", SPECIFIC, "male-subject"),
    ("Jonas Wendt wird neuer [[Leiter]] der Schule.", SPECIFIC, "name"),
    ("Herr Wendt war damals [[Richter]].", SPECIFIC, "name"),
    ("Die Schüler bleiben [[Betreiber]].", GENERIC, None),
    # a man by adjective, age or family
    ("Ein männlicher [[Täter]] floh.", SPECIFIC, None),
    ("Jeder [[Mieter]] zahlt.", GENERIC, "quantifier"),
    ("Kein [[Mieter]] zahlt.", GENERIC, "quantifier"),
    ("[[Mieter]] zahlen pünktlich.", GENERIC, None),
    ("Der [[Mieter]] zahlt.", UNKNOWN, None),
    # who says "ich" knows
    ("Ich bin [[Bäcker]] und Vater von drei Kindern.", UNKNOWN, None),
    # of a man beside a woman
    ("Ole ist [[Bäcker]], Anna Bäckerin.", SPECIFIC, None),
    ("Ihr [[Ansprechpartner]] ist Herr Wendt.", SPECIFIC, None),
]


def judged(marked: str, settings: Settings | None = None) -> tuple[str, Finding | None]:
    """The text without brackets, and what is found on the marked word."""
    start, end = marked.index("[["), marked.index("]]") - 2
    text = marked.replace("[[", "").replace("]]", "")
    found = Pipeline(settings or Settings(report_specific=True)).analyze(text).findings
    return text, next((each for each in found if each.start < end and start < each.end), None)


@pytest.mark.parametrize(("marked", "reference", "reason"), SENTENCES)
def test_a_sentence_tells(marked: str, reference: Reference, reason: str | None) -> None:
    _, finding = judged(marked)
    assert finding is not None
    assert finding.reference is reference
    assert finding.reason
    assert 0 < finding.certainty <= 1


DOCUMENTS = [
    # two arguments of one verb are two people; the polite Ihr; a rule after a name
    ("Peter Müller ging zum [[Arzt]].", UNKNOWN),
    ("Fragen Sie Ihren [[Arzt]]. Herr Huber und Herr Lind haben das Mittel entwickelt.", UNKNOWN),
    ("Unser [[Kundenberater]] hilft Ihnen gern.", UNKNOWN),
    ("Der Plan stammt vom [[Architekten]] Herrn Seidl.", SPECIFIC),
    ("Er arbeitete als Gärtner, Koch und [[Kellner]].", SPECIFIC),
    # another word with the same end
    ("Vermieter ist Herr Wendt. Der [[Mieter]] zahlt.", UNKNOWN),
    # an ampersand joins people as well as firms
    ("Der [[Koch]] & die Bäckerin kamen.", UNKNOWN),
    # the next sentence says that it is a man
    ("Ein [[Radfahrer]] stürzte. Der Mann kam ins Krankenhaus.", SPECIFIC),
    ("Ein neuer [[Trainer]] kam zum Verein. Er heißt Wendt.", SPECIFIC),
    ("Ein [[Mieter]] zahlt Miete. Der Vermieter quittiert.", GENERIC),
    # one's own friend
    ("Mein [[Freund]] kommt auch.", SPECIFIC),
    ("Bringen Sie Ihren [[Freund]] mit.", UNKNOWN),
    # the same head after a name, also shorter
    ("Bundestrainer Jonas Wendt kam spät. Der [[Trainer]] sagte nichts.", SPECIFIC),
    ("Mein Bruder ist Tischler. Der [[Tischler]] arbeitet in Kiel.", SPECIFIC),
    # what happened to one man, who is taken up
    ("Der [[Nachbar]] klingelte gestern bei uns. Er brachte ein Paket.", SPECIFIC),
    # rules and conditions
    ("Der [[Mieter]] hat den Schaden zu melden. Er haftet auch für Gäste.", UNKNOWN),
    ("Wenn der [[Kunde]] zahlt, erhält er die Ware.", UNKNOWN),
    ("Jonas Wendt vermietet eine Wohnung. Jeder [[Mieter]] zahlt.", GENERIC),
]


@pytest.mark.parametrize(("marked", "reference"), DOCUMENTS)
def test_a_document_tells(marked: str, reference: Reference) -> None:
    _, finding = judged(marked)
    assert finding is not None
    assert finding.reference is reference


OF_WOMEN = [
    "Anna Wendt ist der [[Leiter]] und Trainer der Gruppe.",
    "Anna Wendt und Rita Holz sind [[Freunde]].",
    "Die DFB-Frauen sind [[Europameister]].",
    "Petra Wendt, früher [[Trainer]] in Kiel, zog um.",
    "[[Sachbearbeiter]]: Frau Wendt",
    "Sie wurde [[Arzt]].",
    "Eine Kollegin, die [[Ingenieur]] ist, hilft.",
    "Frau Wendt ist seit August neuer [[Schulleiter]].",
    "Der [[Sieger]] ist Anna Wendt.",
    "Der [[Trainer]] Anna Wendt ist zufrieden.",
    "Die Juristin ist [[Sprecher]] der Gruppe.",
    "Vertreten durch den [[Geschäftsführer]] Anna Wendt.",
]


@pytest.mark.parametrize("marked", OF_WOMEN)
def test_a_masculine_of_a_woman_becomes_feminine(marked: str) -> None:
    _, finding = judged(marked, Settings())
    assert finding is not None
    assert finding.suggestions[0].notation == "feminine"
    assert finding.suggestions[0].label.endswith(("in", "innen"))


# What names men beside women leaves nobody out; firms that speak of themselves are no people.
CONTRASTS = [
    "Die Kanzlei [[Richter]] & Partner berät uns.",
    "Wir sind ein guter [[Arbeitgeber]].",
    "Als [[Arbeitgeber]] bieten wir viel.",
    "Sowohl [[Lehrer]] als auch Lehrerinnen sind da.",
    "Die Läuferinnen siegten, die [[Läufer]] verloren.",
    "Wir suchen einen erfahrenen [[Koch]] für unser Haus (m/w/d).",
]


@pytest.mark.parametrize("marked", CONTRASTS)
def test_a_contrast_is_no_finding(marked: str) -> None:
    assert judged(marked, Settings())[1] is None


NO_PERSONS = [
    "Zum Kaffee aßen wir [[Berliner]].",
    "Der Schäferhund und der [[Rottweiler]] bellen.",
    "Der [[Passwortmanager]] merkt sich alles.",
    "[[Weber]] (1922) sieht das anders.",
    "Der [[Rechner]] rechnet langsam.",
    "Sie stellte den [[Ordner]] ins Regal.",
    "Er isst [[Schweizer]] Käse.",
    "Herr [[Schneider]] kommt.",
    "Der [[Träger]] der Einrichtung ist eine GmbH.",
    "Wir sahen den Film „Der [[Richter]] und sein Henker“.",
    "In § 3 heißt es: „Der [[Mieter]] trägt die Kosten.“",
    "Das Wort „[[Lehrer]]“ hat sechs Buchstaben.",
    "The [[Ranger]] and his Partner left the house in the morning.",
]


@pytest.mark.parametrize("marked", NO_PERSONS)
def test_what_is_no_person_is_no_finding(marked: str) -> None:
    assert judged(marked, Settings())[1] is None


def test_known_men_are_left_alone_by_default() -> None:
    assert judged("Der [[Bäcker]] Jonas Wendt backt.", Settings())[1] is None
    assert judged("Die Bäckerin und der [[Bäcker]] Jonas Wendt backen.", Settings())[1] is None


def test_the_order_of_sets_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = Weights({"a": 0.1, "b": 0.2, "c": 0.3, "d": -0.6}, threshold=0.0, certain=1.0)
    monkeypatch.setattr(Weights, "load", classmethod(lambda cls: weights))
    discourse = Discourse(finder=None)  # type: ignore[arg-type]
    assert discourse.weigh(frozenset("abcd")) is not None


def test_a_change_elsewhere_changes_the_judgement() -> None:
    """The discourse is weighed anew though the sentence is the same."""
    pipeline = Pipeline(Settings())
    sentence = "Der Trainer sagte nichts."
    assert pipeline.analyze(sentence).findings
    assert not pipeline.analyze(f"Bundestrainer Jonas Wendt kam spät. {sentence}").findings
    assert pipeline.analyze(sentence).findings
