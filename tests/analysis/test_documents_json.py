"""JSON files of translations and Apple's string catalogues: which strings are read."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "json").segments]


def texts(text: str) -> list[str]:
    return [segment.text for segment in read(text, "json").segments]


CASES = [
    ('{"a": "Text", "b": {"c": ["Eins", "Zwei"]}}', ["Text", "Eins", "Zwei"]),
    ('{"Lehrer": 1, "Schüler": null}', []),
    ('{"a": "Gr\\u00fc\\u00dfe \\"ja\\"\\/nein \\ud83d\\ude00 \\ud83d"}', ['Grüße "ja"/nein 😀 \ufffd']),
    ('{"a": "Eins.\\n\\nZwei."}', ["Eins.", "Zwei."]),
    ('{"@@locale": "de", "a": "Text", "@a": {"description": "Lehrer"}}', ["Text"]),
    ('{"@@locale": "fr", "a": "Lehrer"}', []),
    (
        '{"a": {"message": "Text", "description": "Lehrer", "placeholders": {"b": {"content": "Lehrer"}}}}',
        ["Text"],
    ),
    (
        '{"form": {"message": "Nachricht", "description": "Text", "title": "Titel"}}',
        ["Nachricht", "Text", "Titel"],
    ),
    ('{"en": {"a": "Lehrer"}, "de-AT": {"a": "Text"}}', ["Text"]),
    ('{"to": "An", "no": "Nein"}', []),
    ('{"a_one": "{{count}} Leser", "a_other": "{{count}} Leser"}', ["1 Leser", "5 Leser"]),
    ('{"a": {"one": "{count} Leser", "other": "{count} Leser"}}', ["1 Leser", "5 Leser"]),
    ('{"_comment": "Lehrer", "a": "Text"}', ["Text"]),
    ('{"a": "Alle", "a_male": "Er", "a_female": "Sie", "b_male": "Mann"}', ["Alle", "Sie", "Mann"]),
    ('{"a": {"masculine": "Er", "feminine": "Sie", "other": "Alle"}}', ["Sie", "Alle"]),
    ('{"a": "Text" // Lehrer\n, /* "b": "Lehrer" */ "c": "Mehr"}', ["Text", "Mehr"]),
    ('{"a": "Text", "b": "Mehr', ["Text"]),
    ('}}]"a": "Text"', ["Text"]),
    ('["Text"]', ["Text"]),
    ('"Text"', ["Text"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_strings(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_letters_are_written_as_the_file_writes_them() -> None:
    (segment,) = read('{"a": "\\u00c4rzte"}', "json").segments
    assert segment.escape('Ärzt*in "😀"') == '\\u00c4rzt*in \\"\\ud83d\\ude00\\"'
    (segment,) = read('{"a": "Ärzte"}', "json").segments
    assert segment.escape("Ärzt*in") == "Ärzt*in"


def test_escape() -> None:
    assert FORMATS_BY_NAME["json"].escape('Leser:in "ja" \\ \t') == 'Leser:in \\"ja\\" \\\\ \\u0009'


CATALOGUES = [
    ('{"strings": {"Lehrer": {"localizations": {"de": {"stringUnit": {"value": "Text"}}}}}}', ["Text"]),
    ('{"strings": {"Lehrer": {"localizations": {"en": {"stringUnit": {"value": "Lehrer"}}}}}}', []),
    (
        '{"strings": {"a": {"localizations": {"de-CH": {"stringUnit": {"state": "new", "value": "Text"}}}}}}',
        ["Text"],
    ),
    ('{"strings": {"value": {"comment": "Lehrer"}}, "value": "Lehrer"}', []),
    (
        '{"strings": {"a": {"localizations": {"de": {"variations": {"plural": {"one": {"stringUnit": '
        '{"value": "%lld Leser"}}, "other": {"stringUnit": {"value": "%lld Leser"}}}}}}}}}',
        ["1 Leser", "5 Leser"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), CATALOGUES)
def test_catalogues(text: str, expected: list[str]) -> None:
    assert [segment.text for segment in read(text, "xcstrings").segments] == expected
