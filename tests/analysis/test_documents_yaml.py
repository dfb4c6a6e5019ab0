"""YAML files of translations: which scalars are read, and how they are written."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "yaml").segments]


def texts(text: str) -> list[str]:
    return [segment.text for segment in read(text, "yaml").segments]


CASES = [
    ("a: Text", ["Text"]),
    ("a: Eins\n  zwei\n\n  drei", ["Eins zwei", "drei"]),
    ('a: "Gr\\u00fc\\xdfe \\"ja\\"\\\n  nein"', ['Grüße "ja"nein']),
    ("a: 'It''s'", ["It's"]),
    ("a: |\n  Eins.\n\n  Zwei\n  drei.", ["Eins.", "Zwei drei."]),
    ("a: >-\n  Eins\n  zwei.\nb: Text", ["Eins zwei.", "Text"]),
    ("a: |2-\n   Text\nb: 1", ["Text"]),
    ("a: |\n", []),
    ("Lehrer: 1\nSchüler: true\nKunde:", []),
    ("a: [Eins, 'Zwei', {b: Drei}]", ["Eins", "Zwei", "Drei"]),
    ("a:\n- Eins\n- b: Zwei", ["Eins", "Zwei"]),
    ("a: &x Text\nb: *x\nc: !!str Mehr\nd: !!binary Lehrer\ne: !ruby/sym Lehrer", ["Text", "Mehr"]),
    ("de:\n  one: '%{count} Leser'\n  other: '%{count} Leser'", ["1 Leser", "5 Leser"]),
    ("en:\n  a: Lehrer\nde_CH:\n  a: Text", ["Text"]),
    ("? [Lehrer]\n: Text\nb: Mehr", ["Text", "Mehr"]),
    ("---\na: Text\n---\nb: Mehr", ["Text", "Mehr"]),
    ("a: Text # Lehrer\n# Lehrer\nb: Mehr#1", ["Text", "Mehr#1"]),
    ("a: Text\nb: [Mehr", ["Text", "Mehr"]),
    ("a: Text\r\nb: 😀 Mehr", ["Text", "😀 Mehr"]),
    ("\ufeffa: Text", ["Text"]),
    ("a: 'Text\0'", ["Text"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_scalars(text: str, expected: list[str]) -> None:
    assert [found.rstrip("\0") for found in texts(text)] == expected


@pytest.mark.parametrize(
    ("text", "new_text", "escaped"),
    [
        ("a: Text", "Leser:in, Leser*in", "Leser:in, Leser*in"),
        ("a: Text", "a: b #c", "a:\u2060 b \u2060#c"),
        ("a: Text", "*in", "\u2060*in"),
        ("a: [Text]", "a, b", "a\u201a b"),
        ("a: 'Text'", "It's", "It''s"),
        ('a: "Text"', '"a" \\', '\\"a\\" \\\\'),
        ("a: |\n  Text", "a: \"b\" 'c' \\", "a: \"b\" 'c' \\"),
    ],
)
def test_escape(text: str, new_text: str, escaped: str) -> None:
    (segment,) = read(text, "yaml").segments
    assert segment.escape(new_text) == escaped


def test_nothing_is_escaped_that_is_safe() -> None:
    assert (
        FORMATS_BY_NAME["yaml"].escape("Leser:innen und Leser*in (m/w/d)")
        == "Leser:innen und Leser*in (m/w/d)"
    )


def test_comments_are_not_sought_in_scalars() -> None:
    text = "a: 'x # mitgemeint: off'\nb: |\n  # mitgemeint: off\nc: Text # mitgemeint: ignore-line"
    assert [text[slice(*span)] for span in read(text, "yaml").suppressed] == [
        "c: Text # mitgemeint: ignore-line"
    ]
