"""Fluent resources."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "fluent").segments]


def texts(text: str) -> list[str]:
    return [segment.text for segment in read(text, "fluent").segments]


CASES = [
    ("a = Text\n", ["Text"]),
    ("a =\n    Eins\n    zwei\n\n    Drei.\n", ["Eins zwei", "Drei."]),
    ("a = Text\n    .b = Mehr\n", ["Text", "Mehr"]),
    ("-lehrer = Text\n", ["Text"]),
    ("a = { $name } und { -brand } und { lehrer.b } da\n", ["Element und Element und Element da"]),
    ("a = { $count } Leser\n", ["5 Leser"]),
    ('a = Die { "Kunden" } zahlen', ["Die Kunden zahlen"]),
    ('a = F{"\\u00fc"}r { "" }alle\n', ["Für alle"]),
    (
        "a = { $n ->\n    [one] { $n } Leser\n   *[other] { $n } Leser\n } da\n",
        ["Element da", "1 Leser", "5 Leser"],
    ),
    (
        "a = { $count ->\n    [one] { $count } Leser\n   *[other] { $count } Leser\n } da\n",
        ["Element da", "1 Leser", "5 Leser"],
    ),
    ("# Lehrer\n\n## Lehrer\n\n### Lehrer\n\na = Text\n", ["Text"]),
    ("a = Text\n???\nb = Mehr\n", ["Text", "Mehr"]),
    ("a = " + "{" * 1000, []),
    ("a = Text\r\nb = Mehr\r\n", ["Text", "Mehr"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_patterns(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("new_text", "escaped"),
    [("Leser*in", None), ("*in", '{"*"}in'), ("{x}", '{"{"}x{"}"}'), ("a\nb", "a b"), (".x", '{"."}x')],
)
def test_escape(new_text: str, escaped: str | None) -> None:
    assert FORMATS_BY_NAME["fluent"].escape(new_text) == (new_text if escaped is None else escaped)
