"""The finite verb follows its subject into the other number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.analysis.features import Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.verb_number import VerbNumber
from mitgemeint.analysis.verb_table import Tense, VerbTable, modern_spelling

SG, PL = Number.SINGULAR, Number.PLURAL
VERBS = VerbNumber.load(FormLexicon.load())

# Third person singular and plural; each must give the other.
BOTH_WAYS = """
auxiliaries:
ist sind | war waren | sei seien | wäre wären | hat haben | hatte hatten | hätte hätten
wird werden | wurde wurden | würde würden
modals:
kann können | konnte konnten | könnte könnten | muss müssen | musste mussten | müsste müssten
darf dürfen | durfte durften | dürfte dürften | soll sollen | sollte sollten | will wollen
wollte wollten | mag mögen | mochte mochten | möchte möchten | lässt lassen | ließ ließen
weiß wissen | wusste wussten | wüsste wüssten
weak verbs:
tagt tagen | arbeitet arbeiten | arbeitete arbeiteten | reist reisen | reiste reisten | sagt sagen
sagte sagten | sammelt sammeln | sammelte sammelten | wandert wandern | wanderte wanderten
rechnet rechnen | rechnete rechneten | atmet atmen | öffnet öffnen | lernt lernen | wohnt wohnen
filmt filmen | redet reden | antwortet antworten | unterrichtet unterrichten | studiert studieren
studierte studierten | fordert fordern | ändert ändern | handelt handeln | verhandelte verhandelten
grüßt grüßen | grüßte grüßten | hasst hassen | tanzt tanzen | mischt mischen | fasst fassen
fasste fassten | kniet knien | freut freuen | leitet leiten | begleitet begleiten
begleitete begleiteten | beantragt beantragen | beantragte beantragten | veranlasst veranlassen
bereitet bereiten | bereitete bereiteten | beauftragt beauftragen | verbreitete verbreiteten
heiratet heiraten | nennt nennen | klingelt klingeln | bedauert bedauern | wirbelt wirbeln
glaubt glauben | zählt zählen | zahlt zahlen
mixed verbs:
brachte brachten | dachte dachten | kannte kannten | nannte nannten | brannte brannten
rannte rannten | bringt bringen | denkt denken | kennt kennen | brächte brächten | dächte dächten
strong verbs, present:
trägt tragen | nimmt nehmen | fährt fahren | gibt geben | liest lesen | sieht sehen
spricht sprechen | hilft helfen | hält halten | läuft laufen | schläft schlafen | wäscht waschen
lädt laden | rät raten | tritt treten | isst essen | vergisst vergessen | stößt stoßen | gilt gelten
stiehlt stehlen | empfiehlt empfehlen | birgt bergen | stirbt sterben | trifft treffen
wirbt werben | wirft werfen | wächst wachsen | bricht brechen | tut tun | geht gehen | steht stehen
bleibt bleiben | schreibt schreiben | sitzt sitzen | zieht ziehen | schließt schließen
heißt heißen | findet finden | bietet bieten | flicht flechten | ficht fechten | erlischt erlöschen
strong verbs, preterite:
ging gingen | nahm nahmen | trug trugen | fuhr fuhren | gab gaben | las lasen | sah sahen
sprach sprachen | half halfen | hielt hielten | lief liefen | schlief schliefen | aß aßen
saß saßen | stieß stießen | schloss schlossen | goss gossen | riss rissen | schrieb schrieben
blieb blieben | stand standen | tat taten | bot boten | log logen | zog zogen | kam kamen
schrie schrien | hieß hießen | fand fanden | bat baten | lag lagen | wuchs wuchsen | begann begannen
starb starben | litt litten | ritt ritten | verlor verloren | überwies überwiesen
subjunctive II:
nähme nähmen | gäbe gäben | käme kämen | stünde stünden | stände ständen | trüge trügen
hülfe hülfen | fände fänden | täte täten | läse läsen
separable verbs, written together at the end of the clause:
teilnimmt teilnehmen | teilnahm teilnahmen | anruft anrufen | anrief anriefen
vorschlägt vorschlagen | vorschlug vorschlugen | anbietet anbieten | anbot anboten
mitteilt mitteilen | mitteilte mitteilten | einlädt einladen | einlud einluden
stattfindet stattfinden | zurücktritt zurücktreten | aufgibt aufgeben | anerkennt anerkennen
anerkannte anerkannten | abstimmt abstimmen | vorbereitete vorbereiteten | ausfällt ausfallen
einstellt einstellen | wahrnimmt wahrnehmen | kennenlernt kennenlernen | vorhat vorhaben
weitergibt weitergeben
inseparable prefixes:
versteht verstehen | verstand verstanden | bekommt bekommen | bekam bekamen | erhält erhalten
erhielt erhielten | entscheidet entscheiden | entschied entschieden | übernimmt übernehmen
unterschreibt unterschreiben | misslingt misslingen | missfällt missfallen | beruft berufen
gefällt gefallen | vermisst vermissen
shared by two verbs, the frequent one taken:
fällt fallen | misst messen | spannt spannen | schaltet schalten | führt führen | buchte buchten
Swiss spelling:
liess liessen | schliesst schliessen | heisst heissen | grüsste grüssten | stösst stossen
spelling before 1996:
mußte mußten | wußte wußten
"""

# Subjunctives whose plural is that of the indicative: the plural gives the indicative.
ONE_WAY = """
habe haben hat | gehe gehen geht | sage sagen sagt | könne können kann | werde werden wird
müsse müssen muss | ginge gingen ging | ließe ließen ließ | bliebe blieben blieb
führe führen führt | sammle sammeln sammelt | sammele sammeln sammelt | wandere wandern wandert
wisse wissen weiß | nehme nehmen nimmt | teilnehme teilnehmen teilnimmt | läßt lassen lässt
muß müssen muss | backt backen backt | bäckt backen backt | dürfe dürfen darf | solle sollen soll
tue tun tut | lasse lassen lässt | betrüge betrügen betrügt | weiss wissen weiß
"""


def _rows(table: str) -> list[list[str]]:
    lines = [line for line in table.strip().splitlines() if not line.endswith(":")]
    return [cell.split() for line in lines for cell in line.split(" | ")]


PAIRS = _rows(BOTH_WAYS)


def test_the_list_is_long_enough() -> None:
    assert len(PAIRS) >= 200


@pytest.mark.parametrize(("singular", "plural"), PAIRS)
def test_singular_and_plural(singular: str, plural: str) -> None:
    assert VERBS.in_number(singular, PL) == plural
    assert VERBS.in_number(plural, SG) == singular


@pytest.mark.parametrize(("singular", "plural", "back"), _rows(ONE_WAY))
def test_the_indicative_goes_first(singular: str, plural: str, back: str) -> None:
    assert VERBS.in_number(singular, PL) == plural
    assert VERBS.in_number(plural, SG) == back


TENSES = [
    ("haben", Tense.SUBJUNCTIVE_1, "habe"),
    ("haben", Tense.PRESENT, "hat"),
    ("seien", Tense.SUBJUNCTIVE_1, "sei"),
    ("gingen", Tense.PRETERITE, "ging"),
    ("gingen", Tense.SUBJUNCTIVE_2, "ginge"),
    ("teilnehmen", Tense.SUBJUNCTIVE_1, "teilnehme"),
    ("arbeiteten", Tense.SUBJUNCTIVE_2, "arbeitete"),
    ("gingen", Tense.PRESENT, None),
]


@pytest.mark.parametrize(("plural", "tense", "singular"), TENSES)
def test_a_tense_narrows_down(plural: str, tense: Tense, singular: str | None) -> None:
    assert VERBS.in_number(plural, SG, tense) == singular


SHARED = [("rasten", "rasen", "raste"), ("rasten", "rasten", "rastet"), ("verziehen", "verzeihen", "verzieh")]


@pytest.mark.parametrize(("form", "infinitive", "singular"), SHARED)
def test_a_form_of_two_verbs_needs_its_infinitive(form: str, infinitive: str, singular: str) -> None:
    assert VERBS.in_number(form, SG) is None
    assert VERBS.in_number(form, SG, infinitive=infinitive) == singular


def test_capitals_stay() -> None:
    assert VERBS.in_number("Hat", PL) == "Haben"
    assert VERBS.in_number("HAT", PL) == "HABEN"


def test_a_form_in_the_wanted_number_stays() -> None:
    assert VERBS.in_number("haben", PL) == "haben"
    assert VERBS.in_number("Sollte", SG) == "Sollte"


@pytest.mark.parametrize("form", ["bin", "habt", "gegangen", "Lehrer", "", "xyzt", "und", "geh"])
def test_no_third_person(form: str) -> None:
    assert VERBS.in_number(form, PL) is None


def test_old_spellings_become_new() -> None:
    forms = {"muß": "muss", "läßt": "lässt", "schloß": "schloss", "faßte": "fasste", "müßten": "müssten"}
    assert {old: modern_spelling(old) for old in forms} == forms
    assert all(modern_spelling(form) == form for form in ("aß", "stieß", "saßen", "ließe", "weiß", "außen"))


@given(st.sampled_from(sorted(VerbTable.load().strong)), st.sampled_from(Tense), st.sampled_from(Number))
def test_every_form_of_a_verb_comes_back(verb: str, tense: Tense, number: Number) -> None:
    other = PL if number is SG else SG
    for form in VerbTable.load().third_person(verb, tense, number):
        target = VERBS.in_number(form, other, tense, verb)
        assert target is not None
        assert VERBS.in_number(form, number, tense, verb) == form
        assert target in VerbTable.load().third_person(verb, tense, other)
