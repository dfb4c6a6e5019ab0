"""Plain text: how lines make paragraphs, items, cells, headings."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "plaintext").segments]


_LONG = "Dies ist eine sehr lange Zeile ohne Umbruch, " * 4

CASES = [
    ("Ein Satz.", [("paragraph", "Ein Satz.")]),
    ("Die Lehrer und\nSchüler kommen.", [("paragraph", "Die Lehrer und Schüler kommen.")]),
    ("Der\nLehrer kommt.", [("paragraph", "Der Lehrer kommt.")]),
    ("  Eingerückt und\n  umbrochen.  ", [("paragraph", "Eingerückt und umbrochen.")]),
    ("Eins.\r\nZwei.\r\n\r\nDrei.", [("paragraph", "Eins. Zwei."), ("paragraph", "Drei.")]),
    ("Eins.\rZwei.\r\rDrei.", [("paragraph", "Eins. Zwei."), ("paragraph", "Drei.")]),
    ("Eins und\u2028zwei.", [("paragraph", "Eins und zwei.")]),
    ("Seite eins.\fSeite zwei.", [("paragraph", "Seite eins."), ("paragraph", "Seite zwei.")]),
    ("Einleitung\n\nEin Satz.", [("heading", "Einleitung"), ("paragraph", "Ein Satz.")]),
    ("Einleitung\n==========\nEin Satz.", [("heading", "Einleitung"), ("paragraph", "Ein Satz.")]),
    (
        "Wir suchen\n- Lehrer\n- Ärzte, die\n  helfen\n* Köche",
        [("paragraph", "Wir suchen"), ("item", "Lehrer"), ("item", "Ärzte, die helfen"), ("item", "Köche")],
    ),
    (
        "Es gibt:\n1. Lehrer\n2) Ärzte\n(3) Köche\na) Leser",
        [
            ("paragraph", "Es gibt:"),
            ("item", "Lehrer"),
            ("item", "Ärzte"),
            ("item", "Köche"),
            ("item", "Leser"),
        ],
    ),
    ("Kommen Sie am\n1. Mai zu uns.", [("paragraph", "Kommen Sie am 1. Mai zu uns.")]),
    ("Das ist –\n– sagt man – gut.", [("paragraph", "Das ist – – sagt man – gut.")]),
    ("> Die Lehrer\n> kommen.\nGut.", [("quote", "Die Lehrer kommen."), ("paragraph", "Gut.")]),
    (">> Die Lehrer\n>> kommen.", [("quote", "Die Lehrer kommen.")]),
    (
        "Name\tBeruf\nKim Beispiel\tKoch",
        [("cell", "Name"), ("cell", "Beruf"), ("cell", "Kim Beispiel"), ("cell", "Koch")],
    ),
    ("| Name | Beruf |\n+------+-------+", [("cell", "Name"), ("cell", "Beruf")]),
    (
        "Kim Beispiel\nKoch\nHauptstraße 5",
        [("paragraph", "Kim Beispiel"), ("paragraph", "Koch"), ("paragraph", "Hauptstraße 5")],
    ),
    (
        f"Titel\n{_LONG}Ende.\nNoch etwas.",
        [("paragraph", "Titel"), ("paragraph", f"{_LONG}Ende."), ("paragraph", "Noch etwas.")],
    ),
    (f"{_LONG}der\nkleine Rest.", [("paragraph", f"{_LONG}der kleine Rest.")]),
    ("Die Sil-\nbentrennung geht.", [("paragraph", "Die Silbentrennung geht.")]),
    ("> Die Sil-\n> bentrennung geht.", [("quote", "Die Silbentrennung geht.")]),
    ("Honig-\nund Wachs- \n  käufer", [("paragraph", "Honig- und Wachskäufer")]),
    ("Die U-\nbahn, der FDP-\nmann, Nord-\nSüd", [("paragraph", "Die U- bahn, der FDP- mann, Nord- Süd")]),
    (
        "1.1   Kunden, die\n      kaufen\n1.2 Händler.\n2.1.3 Käufer",
        [("item", "Kunden, die kaufen"), ("item", "Händler."), ("item", "Käufer")],
    ),
    ("Es ging um\n8.30 Uhr los, 1.200 Leser", [("paragraph", "Es ging um 8.30 Uhr los, 1.200 Leser")]),
    (
        "/leser   der Leser darf\n         nur lesen\n/x   y",
        [("cell", "/leser"), ("cell", "der Leser darf nur lesen"), ("cell", "/x"), ("cell", "y")],
    ),
    ("Gruß\n-- \nChor der Sänger\nLehrerweg 3\n\nPS", [("heading", "Gruß"), ("heading", "PS")]),
    ("> Gruß\n> -- \n> Chor der Sänger\nEin Satz.", [("quote", "Gruß"), ("paragraph", "Ein Satz.")]),
    ("123\n\n---\n\n* * *", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_lines(text: str, expected: list[tuple[str, str]]) -> None:
    assert prose(text) == expected


@pytest.mark.parametrize("join", ["\n", "\r\n", "\r", "\u2028", "  \n   ", "\n> "])
def test_words_after_a_line_end_keep_their_place(join: str) -> None:
    text = f"> Alle Ärzte{join}und Köche kommen." if ">" in join else f"Alle Ärzte{join}und Köche kommen."
    (segment,) = read(text, "plaintext").segments
    start = segment.text.index("Köche")
    assert text[slice(*segment.offsets.span(start, start + 5))] == "Köche"
    assert segment.offsets.is_copied(start, start + 5)


def test_nothing_is_escaped() -> None:
    assert FORMATS_BY_NAME["plaintext"].escape("Lehrer*in [a] \\ _b_") == "Lehrer*in [a] \\ _b_"


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("Der _neue_ Plan gilt.", "Der neue Plan gilt."),
        ("Das _ist so_, sagt sie.", "Das ist so, sagt sie."),
        ("Leser_innen und Hörer_innen", "Leser_innen und Hörer_innen"),
        ("_ allein", "_ allein"),
    ],
)
def test_signs_of_emphasis_are_no_part_of_the_prose(text: str, prose: str) -> None:
    (segment,) = read(text, "plaintext").segments
    assert segment.text == prose
