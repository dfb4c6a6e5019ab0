"""The person nouns: which words are read as people, and how they are inflected."""

import pytest

from mitgemeint.analysis.database import Database, Sense
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon

MASC, FEM = Gender.MASCULINE, Gender.FEMININE
SG, PL = Number.SINGULAR, Number.PLURAL
NOM, GEN, DAT, ACC = Case.NOMINATIVE, Case.GENITIVE, Case.DATIVE, Case.ACCUSATIVE


@pytest.fixture(scope="module")
def database() -> Database:
    return Database.load(forms=FormLexicon.load())


@pytest.fixture(scope="module")
def bare() -> Database:
    """The database without the full-form lexicon."""
    return Database.load()


def by_lemma(database: Database, lemma: str):
    return next(noun for noun in database.nouns if noun.masculine == lemma)


# form, lemma, gender and the cells it can stand for
FORMS = [
    ("Lehrer", "Lehrer", MASC, {(NOM, SG), (DAT, SG), (ACC, SG), (NOM, PL), (GEN, PL), (ACC, PL)}),
    ("Lehrers", "Lehrer", MASC, {(GEN, SG)}),
    ("Lehrern", "Lehrer", MASC, {(DAT, PL)}),
    ("Lehrerin", "Lehrer", FEM, {(NOM, SG), (GEN, SG), (DAT, SG), (ACC, SG)}),
    ("Lehrerinnen", "Lehrer", FEM, {(NOM, PL), (GEN, PL), (DAT, PL), (ACC, PL)}),
    ("Kunden", "Kunde", MASC, {(c, n) for c in Case for n in Number} - {(NOM, SG)}),
    ("Arztes", "Arzt", MASC, {(GEN, SG)}),
    ("Arzts", "Arzt", MASC, {(GEN, SG)}),
    ("Ärzten", "Arzt", MASC, {(DAT, PL)}),
    ("Ärztinnen", "Arzt", FEM, {(NOM, PL), (GEN, PL), (DAT, PL), (ACC, PL)}),
    ("Kaufleute", "Kaufmann", MASC, {(NOM, PL), (GEN, PL), (ACC, PL)}),
    ("Kauffrauen", "Kaufmann", FEM, {(NOM, PL), (GEN, PL), (DAT, PL), (ACC, PL)}),
    ("Beamter", "Beamter", MASC, {(NOM, SG), (GEN, PL)}),
    ("Beamtin", "Beamter", FEM, {(NOM, SG), (GEN, SG), (DAT, SG), (ACC, SG)}),
    ("Angestelltem", "Angestellter", MASC, {(DAT, SG)}),
]


@pytest.mark.parametrize(("form", "lemma", "gender", "cells"), FORMS)
def test_a_form_has_its_readings(bare, form, lemma, gender, cells):
    readings = [r for r in bare.readings(form) if r.lemma == lemma and r.gender is gender]
    assert {(r.case, r.number) for r in readings} == cells


# lemma, feminine, genitive and dative singular, nominative and dative plural
INFLECTION = [
    ("Arzt", "Ärztin", "Arztes", "Arzt", "Ärzte", "Ärzten"),
    ("Chef", "Chefin", "Chefs", "Chef", "Chefs", "Chefs"),
    ("Rat", "Rätin", "Rates", "Rat", "Räte", "Räten"),
    ("Sohn", "Tochter", "Sohnes", "Sohn", "Söhne", "Söhnen"),
    ("Koch", "Köchin", "Koches", "Koch", "Köche", "Köchen"),
    ("Held", "Heldin", "Helden", "Helden", "Helden", "Helden"),
    ("Bauer", "Bäuerin", "Bauern", "Bauern", "Bauern", "Bauern"),
    (
        "Maschinenbauer",
        "Maschinenbauerin",
        "Maschinenbauers",
        "Maschinenbauer",
        "Maschinenbauer",
        "Maschinenbauern",
    ),
    ("Nachbar", "Nachbarin", "Nachbarn", "Nachbarn", "Nachbarn", "Nachbarn"),
    ("Kollege", "Kollegin", "Kollegen", "Kollegen", "Kollegen", "Kollegen"),
    ("Herr", "Herrin", "Herrn", "Herrn", "Herren", "Herren"),
    ("Kaufmann", "Kauffrau", "Kaufmannes", "Kaufmann", "Kaufleute", "Kaufleuten"),
    ("Hauptmann", "Hauptfrau", "Hauptmannes", "Hauptmann", "Hauptleute", "Hauptleuten"),
    ("Hausmann", "Hausfrau", "Hausmannes", "Hausmann", "Hausmänner", "Hausmännern"),
    ("Student", "Studentin", "Studenten", "Studenten", "Studenten", "Studenten"),
    ("Professor", "Professorin", "Professors", "Professor", "Professoren", "Professoren"),
    ("Ingenieur", "Ingenieurin", "Ingenieurs", "Ingenieur", "Ingenieure", "Ingenieuren"),
    ("Bischof", "Bischöfin", "Bischofs", "Bischof", "Bischöfe", "Bischöfen"),
    ("General", "Generalin", "Generals", "General", "Generäle", "Generälen"),
    ("Boss", "Bossin", "Bosses", "Boss", "Bosse", "Bossen"),
    ("Freund", "Freundin", "Freundes", "Freund", "Freunde", "Freunden"),
    ("Zauberer", "Zauberin", "Zauberers", "Zauberer", "Zauberer", "Zauberern"),
    ("Konsul", "Konsulin", "Konsuls", "Konsul", "Konsuln", "Konsuln"),
    ("Leutnant", "Leutnantin", "Leutnants", "Leutnant", "Leutnants", "Leutnants"),
    ("Coach", "Coachin", "Coachs", "Coach", "Coachs", "Coachs"),
    ("Alumnus", "Alumna", "Alumnus", "Alumnus", "Alumni", "Alumni"),
]


@pytest.mark.parametrize(("lemma", "feminine", "gen", "dat", "plural", "dat_plural"), INFLECTION)
def test_inflection(bare, lemma, feminine, gen, dat, plural, dat_plural):
    noun = by_lemma(bare, lemma)
    assert noun.feminine == feminine
    made = [bare.inflect(noun, MASC, *cell) for cell in ((GEN, SG), (DAT, SG), (NOM, PL), (DAT, PL))]
    assert made == [gen, dat, plural, dat_plural]


@pytest.mark.parametrize(
    ("ending", "gender", "case", "number", "form"),
    [
        ("strong", MASC, NOM, SG, "Angestellter"),
        ("weak", MASC, NOM, SG, "Angestellte"),
        ("mixed", MASC, DAT, SG, "Angestellten"),
        ("strong", FEM, DAT, SG, "Angestellter"),
        ("weak", FEM, DAT, SG, "Angestellten"),
        ("strong", MASC, NOM, PL, "Angestellte"),
        ("weak", FEM, GEN, PL, "Angestellten"),
    ],
)
def test_nominalised_adjectives_follow_the_determiner(bare, ending, gender, case, number, form):
    assert bare.inflect(by_lemma(bare, "Angestellter"), gender, case, number, ending=ending) == form


def test_a_compound_is_inflected_with_its_first_part(bare):
    lehrer = by_lemma(bare, "Lehrer")
    assert bare.inflect(lehrer, FEM, DAT, PL, "Grundschul") == "Grundschullehrerinnen"
    assert bare.inflect(lehrer, MASC, GEN, SG, "EU-") == "EU-Lehrers"


def test_a_noun_without_feminine_cannot_be_inflected_as_one(bare):
    fluechtling = by_lemma(bare, "Lehrling")
    assert fluechtling.feminine == ""
    with pytest.raises(ValueError, match="Lehrling"):
        bare.inflect(fluechtling, FEM, NOM, SG)


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("Fussgänger", "Fußgänger"),
        ("Strassenhändlern", "Straßenhändler"),
        ("Boß", "Boss"),
        ("Prozeßbevollmächtigter", "Prozessbevollmächtigter"),
        ("Photographen", "Photograph"),
        ("Telephonistin", "Telephonist"),
    ],
)
def test_old_and_swiss_spellings(database, word, lemma):
    assert {fold(r.lemma) for r in database.readings(word)} == {fold(lemma)}


def fold(word: str) -> str:
    return word.replace("ß", "ss")


# compounds that are people, with the first part and the head
PEOPLE = [
    ("Raketenlehrern", "Raketen", "Lehrer"),
    ("EU-Minister", "EU-", "Minister"),
    ("SPD-Senatoren", "SPD-", "Senator"),
    ("EC-Karten-Besitzer", "EC-Karten-", "Besitzer"),
    ("Nicht-Italiener", "Nicht-", "Italiener"),
    ("Bio-Bauern", "Bio-", "Bauer"),
    ("Wein-Händler", "Wein-", "Händler"),
    ("Ex-Präsident", "Ex-", "Präsident"),
    ("Auslandsschweizer", "Auslands", "Schweizer"),
    ("Netzbetreiberin", "Netz", "Betreiber"),
    ("Museumskuratorinnen", "Museums", "Kurator"),
    ("Telekomkunden", "Telekom", "Kunde"),
    ("46-Jährige", "46-", "Jähriger"),
    ("Landesvorsitzender", "Landes", "Vorsitzender"),
    ("Gewerkschaftschefs", "Gewerkschafts", "Chef"),
]


@pytest.mark.parametrize(("word", "prefix", "head"), PEOPLE)
def test_compounds_of_people(database, word, prefix, head):
    assert {(r.prefix, r.noun.masculine) for r in database.readings(word)} == {(prefix, head)}


@pytest.mark.parametrize(
    "word",
    [
        "Oberschenkel",
        "Linksoberschenkel",
        "Schneeleopard",
        "Landesgrenze",
        "Atomrakete",
        "Heilkunde",
        "Kinderheilkunde",
        "Sachkunde",
        "Vogelbauer",
        "Erdkunde",
        "Urkunden",
        "Stellenangebote",
        "Verbote",
        "Flugzeugen",
        "Messzeugen",
        "Metropolen",
        "Paragrafen",
        "Vorrat",
        "Apparat",
        "Maulesel",
        "Fernseher",
        "Kopfhörern",
        "Taschenrechner",
        "Fahrradträger",
        "Staubsauger",
        "Gegenwart",
        "Karpaten",
        "Wetter",
        "Tor",
        "Tore",
        "Schutz",
        "Live",
        "Zimmer",
        "Messer",
        "Computer",
        "Fenster",
        "Nummer",
        "Berge",
        "Arbeit",
        "Hoffnung",
        "Charakter",
    ],
)
def test_things_are_no_people(database, bare, word):
    assert database.readings(word) == ()
    assert bare.readings(word) == ()


@pytest.mark.parametrize(
    ("word", "sense"),
    [
        ("Lehrer", Sense.PERSON),
        ("Influencer", Sense.PERSON),
        ("Rechner", Sense.AMBIGUOUS),
        ("Leiter", Sense.AMBIGUOUS),
        ("Läufer", Sense.AMBIGUOUS),
        ("Drucker", Sense.AMBIGUOUS),
        ("Anhänger", Sense.AMBIGUOUS),
        ("Empfänger", Sense.AMBIGUOUS),
        ("Vorstand", Sense.AMBIGUOUS),
        ("Gemeinderat", Sense.AMBIGUOUS),
        ("Mensch", Sense.POLICY),
        ("Gast", Sense.POLICY),
        ("Fans", Sense.POLICY),
        ("Stars", Sense.POLICY),
        ("Flüchtlinge", Sense.POLICY),
        ("Lehrlinge", Sense.POLICY),
        ("Sohn", Sense.KIN),
        ("Vater", Sense.KIN),
        ("Männer", Sense.KIN),
        ("Herren", Sense.KIN),
    ],
)
def test_senses(bare, word, sense):
    assert {reading.noun.sense for reading in bare.readings(word)} == {sense}


@pytest.mark.parametrize("word", ["Schweizer", "Berliner", "Hesse", "Bayern", "Polen", "Zürcher"])
def test_demonyms(bare, word):
    assert all(reading.noun.demonym for reading in bare.readings(word))


@pytest.mark.parametrize("word", ["Betreiber", "Hersteller", "Arbeitgeber", "Anbieter"])
def test_roles_of_organisations(bare, word):
    assert all(reading.noun.organisation for reading in bare.readings(word))


# kinds of vocabulary, each with some members: none may be missing
KINDS = {
    "modern": """User Follower Influencer Blogger Designer Manager Hacker Admin Developer Coach Streamer
        Gamer YouTuber Podcaster Freelancer""",
    "administration": """Antragsteller Sachbearbeiter Leistungserbringer Einleger Anmelder Beförderer
        Erblasser Bürge
        Gesamtschuldner Steuerpflichtiger Versicherter Verfügungsberechtigter Urkundsbeamter
        Beisitzer""",
    "politics": """Abgeordneter Minister Senator Landrat Dezernent Staatssekretär Parteichef Generalsekretär
        Delegierter Oppositioneller Fraktionsvorsitzender Sozialdemokrat Grüner AfDler""",
    "work": """Angestellter Beamter Vorgesetzter Selbstständiger Leiharbeiter Hausmeister Rechtsanwalt
        Betriebswirt Bauherr Parteigenosse Gewerkschafter Mechatroniker""",
    "older": """Passagier Hotelier Trapper Matrose Untertan Chronist Komplize Advokat Zöllner""",
    "people": """Deutscher Franzose Chinese Ukrainer Kosovare Österreicher Brite Iraker Syrer Katalane
        Westfale Hamburger Kölner Münchner Dresdner Wiener Zürcher Moskauer Pariser""",
    "belief": """Christ Jude Muslim Hindu Buddhist Atheist Protestant Katholik Jeside Sunnit""",
    "nominalised": """Jugendlicher Kranker Arbeitsloser Verdächtiger Autonomer Außenstehender
        Alleinerziehender
        Studierender Auszubildender Behinderter Geflüchteter Betroffener""",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_vocabulary_is_covered(database, kind):
    assert [word for word in KINDS[kind].split() if not database.readings(word)] == []


FIRST_PARTS = [
    ("Arbeitergewerkschaft", "Arbeiter", ("Arbeiter", "Arbeiterinnen")),
    ("Bürgerkrieg", "Bürger", ("Bürger", "Bürgerinnen")),
    ("Verbraucherpreise", "Verbraucher", ("Verbraucher", "Verbraucherinnen")),
    ("Touristenfalle", "Touristen", ("Touristen", "Touristinnen")),
    ("EU-Ministerrat", "Minister", ("Minister", "Ministerinnen")),
    ("Soldatenmütter", "Soldaten", ("Soldaten", "Soldatinnen")),
    ("Studentenwohnbereich", "Studenten", ("Studenten", "Studentinnen")),
    ("Arbeitnehmer-Sparzulage", "Arbeitnehmer", ("Arbeitnehmer", "Arbeitnehmerinnen")),
    ("Verbraucherschützer", "Verbraucher", ("Verbraucher", "Verbraucherinnen")),
    ("Bundespräsidentenwahl", "Bundespräsidenten", ("Bundespräsidenten", "Bundespräsidentinnen")),
    ("Ärztekammer", "Ärzte", ("Ärzte", "Ärztinnen")),
    ("Anhängerschaft", "Anhänger", ("Anhänger", "Anhängerinnen")),
    ("Kundenbefragung", "Kunden", ("Kunden", "Kundinnen")),
]


@pytest.mark.parametrize(("word", "part", "forms"), FIRST_PARTS)
def test_first_parts_that_name_people(database, word, part, forms):
    modifier = database.modifier(word)
    assert modifier is not None
    assert word[modifier.start : modifier.end] == part
    assert database.modifier_forms(modifier) == forms


@pytest.mark.parametrize(
    "word",
    [
        "Führerschein",
        "Bürgersteig",
        "Meisterwerk",
        "Bauernhof",
        "Kaiserschnitt",
        "Königreich",
        "Römerzeit",
        "Lehrerinnen",
        "Bürgermeister",
        "Stromerzeugung",
        "Fahrerlaubnis",
        "Gewinnerzielung",
        "Wartezeit",
        "Finanzierung",
        "Interventionen",
        "Generaldirektor",
        "Patentanwalt",
        "Landwirtschaft",
        "Meisterschaft",
        "Freundschaft",
        "Ministerium",
        "Sachsen-Anhalt",
        "Lehrer",
        "Dolmetscherinnen",
    ],
)
def test_first_parts_that_name_nobody(database, word):
    assert database.modifier(word) is None


def test_unlisted_participles_and_agent_nouns_are_guesses(database):
    guess = database.guess("Verhüllender")
    assert {r.noun.sense for r in guess} == {Sense.AMBIGUOUS}
    assert {r.noun.sources for r in guess} == {("rule",)}
    assert database.guess("Lehrer") == ()
    assert database.guess("Tisch") == ()
    assert database.guess("Weiter") == ()


def test_explain_tells_forms_alternatives_and_sources(database):
    entry = database.explain("Lehrern")
    assert entry is not None
    assert (entry.masculine, entry.feminine) == ("Lehrer", "Lehrerin")
    assert any("Wiktionary" in source for source in entry.sources)
    assert any(alternative.form == "Lehrkraft" for alternative in entry.alternatives)
    assert database.explain("Tisch") is None


def test_alternatives_reach_compounds_by_their_head(database):
    reading = database.readings("Grundschullehrer")[0]
    forms = {a.form: a for a in database.alternatives(reading.noun, reading.prefix)}
    assert "Grundschullehrkraft" in forms
    assert forms["Grundschullehrkraft"].inflected(DAT, PL) == "Grundschullehrkräften"
