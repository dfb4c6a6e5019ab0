"""What makes a text inclusive: tables of sentences, each with the places that are found in it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.features import Gender
from mitgemeint.eval.inclusive import signed_forms
from mitgemeint.eval.inclusive.benchmark_set import INCLUSIVE_STYLES, Style
from mitgemeint.eval.inclusive.neutral_words import NeutralParticiple, NeutralWords, neutral_participles
from mitgemeint.eval.inclusive.styles import StyleFinder

SIGNS = {
    "Die Schüler*innen und ihre Lehrer:innen treffen Absolvent(inn)en.": "Schüler*innen Lehrer:innen "
    "Absolvent(inn)en",
    "LehrerInnen, Kolleg_innen, Schüler/-innen, Ärzte/innen und Student·innen": "LehrerInnen Kolleg_innen "
    "Schüler/-innen Ärzte/innen Student·innen",
    "Jede*r Mitarbeiter*in ist willkommen, auch der*die Leiter*in.": "Jede*r Mitarbeiter*in der*die "
    "Leiter*in",
    # words that have no feminine: not well formed, and inclusive all the same
    "Mitglieder:innen und Gäst*innen": "Mitglieder:innen Gäst*innen",
    "Kaufmann/-frau oder jede/r": "Kaufmann/-frau jede/r",
    "Youtuber*innen, deren Namen niemand kennt": "Youtuber*innen",
    "Sie sind Arbeiter*innenkinder.": "Arbeiter*innenkinder",
    "Lehrer:innenvertretung und Schüler/innenzeitung": "Lehrer:innenvertretung Schüler/innenzeitung",
    # feminines that do not end in -in
    "Rom*nja und Sinti*zze, Sint_izze, ein:e Friseur:se": "Rom*nja Sinti*zze Sint_izze ein:e Friseur:se",
    # remains of bold text, another sign in the place of the i
    "Die **Schüler**innen, **Ärzt**innen und eine **Köch**in": "Schüler**innen Ärzt**innen Köch**in",
    "Schüler!nnen und Kolleg¡nnen": "Schüler!nnen Kolleg¡nnen",
    # what speaks for a form where "in" could be the preposition
    "eine Lehrer:in der Klasse, keine neue Maurer:in Köln": "Lehrer:in Maurer:in",
    "ein:e Kellner:in der Bar, jede/r Koch/in Bonns": "ein:e Kellner:in jede/r Koch/in",
    "Ärzt:in der Station, Kolleg:in des Jahres": "Ärzt:in Kolleg:in",
    "Koch:in in Berlin, Maurer/in für Bonn, Lehrer/in an der Schule": "Koch:in Maurer/in Lehrer/in",
    "Alle Lehrer:innen, auch die Lehrer:in der Klasse 3": "Lehrer:innen Lehrer:in",
    "jede*r leser*in": "jede*r leser*in",
    "Die Ordner_innen der Demonstration sind da.": "Ordner_innen",
}

PAIRS = {
    "Schülerinnen und Schüler, Ärztinnen oder Ärzte, Bäuerinnen bzw. Bauern": "Schülerinnen und Schüler|"
    "Ärztinnen oder Ärzte|Bäuerinnen bzw. Bauern",
    "Die Leiterin oder der Leiter der Schule entscheidet.": "Leiterin oder der Leiter",
    "Die oder der Vorsitzende lädt ein.": "Die oder der Vorsitzende",
    "Jede und jeder ist willkommen.": "Jede und jeder",
    "Lehrer und -innen sowie Spitzenkandidatinnen und -kandidaten": "Lehrer und -innen|"
    "Spitzenkandidatinnen und -kandidaten",
    "Online-Vermieterinnen und -Vermieter": "Online-Vermieterinnen und -Vermieter",
    "Bürgerinnen- und Bürgerrat, Arbeiter- und Arbeiterinnenvereine": "Bürgerinnen- und Bürgerrat|"
    "Arbeiter- und Arbeiterinnenvereine",
    # both words in full: the slash makes no abbreviation of them
    "Schüler/Schülerinnen, er/sie, mit einem/einer": "Schüler/Schülerinnen|er/sie|einem/einer",
    "die neue Kollegin oder den neuen Kollegen": "Kollegin oder den neuen Kollegen",
    "Studentinnen, Studenten und Gäste": "Studentinnen, Studenten",
    "Freundinnen & Freunde": "Freundinnen & Freunde",
    "Schülerinnen+Schüler, Freunde&Freundinnen": "Schülerinnen+Schüler|Freunde&Freundinnen",
    "Liebe Kolleginnen, liebe Kollegen, liebe Eltern!": "Kolleginnen, liebe Kollegen",
    "Sehr geehrte Bürgerinnen, sehr geehrte Bürger": "Bürgerinnen, sehr geehrte Bürger",
    "Weder Ärztinnen noch Ärzte kamen, sowohl Köche als auch Köchinnen.": "Ärztinnen noch Ärzte|"
    "Köche als auch Köchinnen",
    "Die Berlinerinnen und Berliner feiern.": "Berlinerinnen und Berliner",
    "Gamerinnen und Gamer, Influencerinnen und Influencer": "Gamerinnen und Gamer|"
    "Influencerinnen und Influencer",
}

NEUTRAL = {
    "Studierende und Lehrende der Universität": "Studierende Lehrende",
    "Den Studierenden Zugang zu geben ist das Ziel der Forschenden.": "Studierenden Forschenden",
    "Lehramtsstudierende, Bachelor-Studierende": "Lehramtsstudierende Bachelor-Studierende",
    "die Studierendenvertretung und die Zahl der Teilnehmenden": "Studierendenvertretung Teilnehmenden",
    "die Arbeit mancher Dozierender, eine Forschende": "Dozierender Forschende",
    "Liebe Studierende Ihre Anmeldung, die Forschende Anna Müller": "Studierende Forschende",
    "Sie gibt Lehrenden Hilfe.": "Lehrenden",
    "Radfahrende und zu Fuß Gehende": "Radfahrende zu_Fuß_Gehende",
    "Antragsstellende und Auftragsgebende": "Antragsstellende Auftragsgebende",
}

NOTHING = [
    "Wir treffen uns um 12:30 Uhr, das Spiel endete 3:2, siehe Seite 5:12.",
    "Siehe https://www.example.org/lehrer_innen, www.schule.de/schüler:innen oder mail@lehrer_innen.de.",
    "Schreiben Sie an lehrer_innen@schule.de, im Programm heißt es `Lehrer_innen`.",
    "Das ist *wichtig*, **Lehrer** sind müde, *Lehrer* in Berlin auch.",
    "Die Lehrer* in Berlin streiken, Schüler * innen und außen.",
    "LinkedIn, InnenDesign, PlugIn, InstaIn, CheckIn, DirektorInnovation",
    "Er ging nach innen und nach außen; innen war es warm.",
    "Treffpunkt:in der Halle, Ort:in Berlin, Achtung:innen heiß!",
    "Sehr geehrte Damen und Herren, Frauen und Männer, Mütter und Väter, Brüder und Schwestern",
    "Entwickler (m/w/d) und Verkäufer (gn) gesucht",
    "Die Ministerin und der Staatssekretär sprachen. Die Kanzlerin sprach, und der Kanzler schwieg.",
    "Berlin und Wien, Termin und Term, Medizin und Mediziner, Kabinen und Kabinette",
    "Auszubildende, Reisende, Vorsitzende, Angestellte, Alleinerziehende, Überlebende",
    "Forschende Unternehmen sind selten. Lernende Maschinen auch: Lesende Roboter gibt es.",
    "die Plattform Lernende Systeme, eine Lernende Organisation, die Methode der Teilnehmenden Beobachtung",
    "„Lesender Klosterschüler“ und „Studierende Jugend“, mit Forschenden Firmen",
    "Der Studierende fragt, ein Dozierender, jedem Teilnehmenden, des Lehrenden, vom Forschenden",
    "Geflüchtete, Zugewanderte, Beschäftigte",
    # things, names, a word in small letters, files
    "Wein:innen, Leder:außen; Stoff:innen, Gartenzaun:innen und Decke:innen",
    "Höhe:innen 2 m, Breite:innen 3 m, Durchmesser_innen 5 cm, Wände:innen weiß",
    "host:in und user:innen, admin_innen",
    "Datei_innen.txt, Leser_innen und Plan_außen.pdf; C:Benutzer_in, D:\\Leser_innen",
    # in, the preposition, and innen, the adverb
    "Max Müller/in Vertretung und Eva Maier/in Vertretung",
    "Maurer/in Köln, Koch/in Bonn, Fahrer/in 3 Wochen",
    "Der Kellner:in der Hand. Der Koch:in großer Eile. König:in seinem Schloss. Ritter:in Not",
    "die Lehrer:in der Klasse 3",
    "Bundesliga-Trainer/innenstadtnah, Bürger:innenpolitisch",
    "Läufer/innen wie außen, Maler:innen und außen; Maler:innen, Dachdecker:außen",
    # adjectives made of places
    "Die Berlinerin und der Berliner Bär, die Wienerin und die Wiener Würstchen",
    "die Schweizerin und der Schweizer Käse",
    "Die Richterin schwieg, der Richter sprach.",
    "Belehrende Worte, erlesende, bewohnende Tiere, studierende Kinder",
    "de Lehrere und die Lehrerne, das Lehry und die Lehrys",
    "Die Lehrer und Schüler sind Menschen.",
    "",
]


def found(finder: StyleFinder, text: str, style: Style) -> list[str]:
    return [match.text for match in finder.find(text)[style]]


@pytest.mark.parametrize(("text", "expected"), SIGNS.items())
def test_signs(finder: StyleFinder, text: str, expected: str) -> None:
    assert found(finder, text, Style.ABBREVIATED) == expected.split(" ")
    assert found(finder, text, Style.PAIR) == []


@pytest.mark.parametrize(("text", "expected"), PAIRS.items())
def test_pairs(finder: StyleFinder, text: str, expected: str) -> None:
    assert found(finder, text, Style.PAIR) == expected.split("|")
    assert found(finder, text, Style.ABBREVIATED) == []


@pytest.mark.parametrize(("text", "expected"), NEUTRAL.items())
def test_neutral_words(finder: StyleFinder, text: str, expected: str) -> None:
    assert found(finder, text, Style.NEUTRAL) == [word.replace("_", " ") for word in expected.split(" ")]


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_inclusive(finder: StyleFinder, text: str) -> None:
    assert {style: found(finder, text, style) for style in INCLUSIVE_STYLES} == {
        style: [] for style in INCLUSIVE_STYLES
    }


PIECES = [
    "Lehrer",
    "*",
    "innen",
    "in",
    ":",
    " und ",
    "-",
    "Schülerinnen",
    "Studierende",
    "/",
    "die",
    "\n",
    "𝕏",
]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.characters(codec="utf-8"), max_size=40).map("".join))
def test_matches_are_slices_in_order_without_overlaps(finder: StyleFinder, text: str) -> None:
    for matches in finder.find(text).values():
        assert [text[match.start : match.end] for match in matches] == [match.text for match in matches]
        assert all(match.text.strip() for match in matches)
        ends = [0, *(match.end for match in matches)]
        assert all(match.start >= end for match, end in zip(matches, ends, strict=False))


def test_no_form_is_without_what_is_looked_for_first(
    finder: StyleFinder, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [*SIGNS, *PAIRS, *NOTHING, "jedeR LehrerIn, LEHRERiNNEN", "Lehrer’innen und Lehrer.innen"]
    quick = [list(finder.signed(text)) for text in texts]
    monkeypatch.setattr(signed_forms, "_sign", lambda: re.compile(""))
    assert [list(finder.signed(text)) for text in texts] == quick
    assert [form.text for form in quick[-2]] == ["jedeR", "LehrerIn", "LEHRERiNNEN"]
    assert [form.text for form in quick[-1]] == ["Lehrer’innen", "Lehrer.innen"]


SETS = Path(__file__).resolve().parents[5] / "shared" / "data" / "inclusive"


def rows(name: str) -> list[dict[str, Any]]:
    path = SETS / name
    if not path.exists():
        pytest.skip("the data sets in ../shared are not here")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_every_rewritten_sentence_is_told_by_its_style(finder: StyleFinder) -> None:
    """Nothing is seen in what was to be rewritten, but where it is inclusive already; all is in what was."""
    for name in ("amrhein-plural-dev.jsonl", "amrhein-singular-dev.jsonl"):
        for row in rows(name):
            assert found(finder, row["inclusive"], Style.ABBREVIATED)
            assert not any(finder.find(row["exclusive"]).values())
    expected = {"star": Style.ABBREVIATED, "colon": Style.ABBREVIATED, "pair": Style.PAIR}
    for row in rows("lou-xstance-dev.jsonl"):
        for name, style in expected.items():
            target = row["targets"].get(name, "")
            if re.search(r"\w[*:]\w|innen\b|in und", target):
                assert found(finder, target, style), target


def test_the_list_of_participles() -> None:
    participles = neutral_participles()
    plurals = [each.forms[0] for each in participles]
    assert len(participles) >= 111  # as many as the report has
    assert len(set(plurals)) == len(plurals)
    for each in participles:
        stem = each.forms[0].removesuffix("e")
        assert stem.endswith("nd")
        assert each.forms == tuple(stem + ending for ending in ("e", "en", "er", "em"))


def test_each_participle_ousts_a_masculine(database: Database) -> None:
    unknown = [
        each.masculine
        for each in neutral_participles()
        if not any(reading.gender is Gender.MASCULINE for reading in database.readings(each.masculine))
    ]
    assert unknown == []


def test_what_everybody_writes_is_not_in_the_list() -> None:
    listed = {form for each in neutral_participles() for form in each.forms}
    common = (
        "Reisende Vorsitzende Angestellte Auszubildende Überlebende Anwesende Leitende Beratende Fahrende"
    )
    assert listed.isdisjoint(common.split())


def test_a_list_of_ones_own() -> None:
    words = NeutralWords([NeutralParticiple(("Singende", "Singenden"), "Sänger")])
    assert [*words.find("Die Singenden und Studierenden")] == [(4, 13)]
