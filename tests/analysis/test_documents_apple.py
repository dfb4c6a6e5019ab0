"""Apple's .strings and .stringsdict."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "apple-strings").segments]


def texts(text: str) -> list[str]:
    return [segment.text for segment in read(text, "apple-strings").segments]


CASES = [
    ('"Lehrer" = "Text";', ["Text"]),
    ('a = "Text";"b"="Mehr";', ["Text", "Mehr"]),
    ('/* "Lehrer" = "Lehrer"; */ // = "Lehrer"\n"a" = "Text";', ["Text"]),
    ('"a" = "Gr\\U00fc\\u00dfe \\"ja\\" \\\\ \\101";', ['Grüße "ja" \\ A']),
    ('"a" = "Eins.\\n\\nZwei.";', ["Eins.", "Zwei."]),
    ('"a" = "Eins\nzwei";', ["Eins zwei"]),
    ('"a" = "%d Leser, %@, %1$@, %#@n@";', ["5 Leser, Element, Element, 5"]),
    ('"a" = "Text"; "b" = "Mehr', ["Text"]),
    ('"Lehrer";', []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_values(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_escape() -> None:
    assert FORMATS_BY_NAME["apple-strings"].escape('Leser*in "ja" \\') == 'Leser*in \\"ja\\" \\\\'


RULES = [
    (
        "<key>one</key><string>%d Leser</string><key>other</key><string>%d Leser</string>",
        ["1 Leser", "5 Leser"],
    ),
    ("<key>NSStringLocalizedFormatKey</key><string>%#@n@ da</string>", ["5 da"]),
    ("<key>NSStringFormatSpecTypeKey</key><string>Lehrer</string><key>Lehrer</key><dict/>", []),
    ("<key>one</key><string>R&amp;D</string><!-- Lehrer -->", ["R&D"]),
]


@pytest.mark.parametrize(("text", "expected"), RULES)
def test_plural_rules(text: str, expected: list[str]) -> None:
    document = read(f"<plist><dict>{text}</dict></plist>", "stringsdict")
    assert [segment.text for segment in document.segments] == expected
