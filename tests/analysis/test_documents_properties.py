"""Java's properties files."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "properties").segments]


def texts(text: str) -> list[str]:
    return [segment.text for segment in read(text, "properties").segments]


CASES = [
    ("a=Text\nb:Mehr\nc Noch", ["Text", "Mehr", "Noch"]),
    ("  a.b \t = \t Text  ", ["Text"]),
    ("# Lehrer\n! Lehrer\n\na=Text", ["Text"]),
    ("a\\ b\\=c=Text", ["Text"]),
    ("a=Eins \\\n   zwei\\\\\nb=Drei", ["Eins zwei\\", "Drei"]),
    ("a=Die Le\\\n   ser", ["Die Leser"]),
    ("a=Gr\\u00fc\\u00DFe \\u12", ["Grüße u12"]),
    ("a=Eins\\n\\nZwei\\tDrei", ["Eins", "Zwei", "Drei"]),
    ("a={0} hat''s, {1,number} Leser", ["Element hat's, 5 Leser"]),
    ("a=Gibt''s", ["Gibt''s"]),
    ("a={n, plural, one {# Leser} other {# Leser}}", ["1 Leser", "5 Leser"]),
    ("a=<html><p>Eins</p><p>Zwei</p></html>", ["Eins", "Zwei"]),
    ("Lehrer\nSchüler=", []),
    ("a=Text\\", ["Text\\"]),
    ("\ufeff# Lehrer\r\na=Text\rb=Mehr", ["Text", "Mehr"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_values(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("text", "new_text", "escaped"),
    [
        ("a=Text", "Leser*in: ja = \\", "Leser*in: ja = \\\\"),
        ("a=Text\nb=\\u00fc", "Ärzt*in", "\\u00c4rzt*in"),
        ("a=Text\nb=ü", "Ärzt*in", "Ärzt*in"),
        ("a=Text {0}", "hat's", "hat''s"),
        ("a=Text", "hat's", "hat's"),
    ],
)
def test_escape(text: str, new_text: str, escaped: str) -> None:
    assert read(text, "properties").segments[0].escape(new_text) == escaped


def test_plain_escape() -> None:
    assert FORMATS_BY_NAME["properties"].escape("a\nb") == "a\\nb"
