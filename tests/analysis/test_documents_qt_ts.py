"""Qt's translation files."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "qt-ts").segments]


def texts(text: str) -> list[str]:
    return [segment.text for segment in read(text, "qt-ts").segments]


CASES = [
    ("<translation>Text</translation>", ["Text"]),
    ("<source>Lehrer</source><comment>Lehrer</comment><extracomment>Lehrer</extracomment>", []),
    ("<translation type='unfinished'>Lehrer</translation>", []),
    (
        "<translation type='vanished'>Lehrer</translation><translation type='obsolete'>Lehrer</translation>",
        [],
    ),
    (
        "<translation><numerusform>%n Leser</numerusform><numerusform>%n Leser</numerusform></translation>",
        ["1 Leser", "5 Leser"],
    ),
    ("<translation><numerusform/><numerusform>%n Leser</numerusform></translation>", ["5 Leser"]),
    ("<translation>&amp;Datei %1 %L2</translation>", ["Datei Element Element"]),
    ("<translation>R&amp;D &amp;&amp; mehr</translation>", ["RD && mehr"]),
    ("<translation>&lt;p&gt;Eins&lt;/p&gt;&lt;p&gt;Zwei&lt;/p&gt;</translation>", ["Eins", "Zwei"]),
    ("<translation>Eins\n\nZwei</translation>", ["Eins", "Zwei"]),
    ("<translation>Text<translation>Mehr</translation>", ["Text", "Mehr"]),
    ("<translation/><translation>Text</translation>", ["Text"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_translations(text: str, expected: list[str]) -> None:
    assert texts(f"<TS language='de'>{text}</TS>") == expected


def test_other_languages_are_not_read() -> None:
    assert prose("<TS language='en_GB'><translation>Lehrer</translation></TS>") == []
    assert prose("<TS><translation>Text</translation></TS>") == [("paragraph", "Text")]


def test_escape() -> None:
    assert FORMATS_BY_NAME["qt-ts"].escape("Leser*in & <x>") == "Leser*in &amp; &lt;x&gt;"
