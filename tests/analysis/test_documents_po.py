"""PO files: which strings are read, and what in them is prose."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "po").segments]


def texts(text: str) -> list[str]:
    return [segment.text for segment in read(text, "po").segments]


_HEADER = 'msgid ""\nmsgstr ""\n"Language: %s\\n"\n\n'

CASES = [
    ('msgid "a"\nmsgstr "Die Leser"', ["Die Leser"]),
    ('msgid "a"\nmsgstr ""\n"Die Le"\n"ser\\n"\n"kommen"', ["Die Leser kommen"]),
    ('msgid "a"\nmsgstr "Eins.\\n\\nZwei."', ["Eins.", "Zwei."]),
    ('msgid "a"\nmsgstr "Er sagt: \\"Ja\\" \\\\ \\303"', ['Er sagt: "Ja" \\ Ã']),
    ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "%d Leser"\nmsgstr[1] "%d Leser"', ["1 Leser", "5 Leser"]),
    ('msgctxt "x"\nmsgid ""\nmsgstr "Text"', ["Text"]),
    ('msgid ""\nmsgstr "Project: Lehrer\\n"', []),
    ('#, fuzzy\nmsgid "a"\nmsgstr "Lehrer"', []),
    ('#~ msgid "a"\n#~ msgstr "Lehrer"', []),
    ('#| msgid "Lehrer"\nmsgid "Schüler"\nmsgstr "Text"', ["Text"]),
    ('msgid "Lehrer"\nmsgstr ""', []),
    (_HEADER % "de_AT" + 'msgid "a"\nmsgstr "Text"', ["Text"]),
    (_HEADER % "German" + 'msgid "a"\nmsgstr "Text"', ["Text"]),
    (_HEADER % "" + 'msgid "a"\nmsgstr "Text"', ["Text"]),
    (_HEADER % "fr" + 'msgid "a"\nmsgstr "Text"', []),
    ('msgid "a"\r\nmsgstr "Text"\r\nmsgid "b"\r\nmsgstr "Mehr"', ["Text", "Mehr"]),
    ('\ufeffmsgid "a"\nmsgstr "Text"', ["Text"]),
    ('msgid "_File"\nmsgstr "_Datei"', ["Datei"]),
    ('msgid "&File"\nmsgstr "Da&tei"', ["Datei"]),
    ('msgid "File"\nmsgstr "Leser_innen"', ["Leser_innen"]),
    ('msgid "_Readers"\nmsgstr "Le_ser_innen"', ["Leser_innen"]),
    ('msgid "_Readers"\nmsgstr "_Leser__innen"', ["Leser_innen"]),
    ('msgid "_Readers"\nmsgstr "eine__n Leser__in"', ["eine_n Leser_in"]),
    ('msgid "a"\nmsgstr "Text', ["Text"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_translations(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_a_word_over_two_lines_has_its_place() -> None:
    text = 'msgid "a"\nmsgstr "Die Le"\n"ser"'
    (segment,) = read(text, "po").segments
    assert text[slice(*segment.offsets.span(4, 9))] == 'Le"\n"ser'


@pytest.mark.parametrize(
    ("new_text", "escaped"),
    [("Leser*in, Leser_in, Leser:in", None), ('"ja" \\', '\\"ja\\" \\\\'), ("a\nb", "a\\nb")],
)
def test_escape(new_text: str, escaped: str | None) -> None:
    assert FORMATS_BY_NAME["po"].escape(new_text) == (new_text if escaped is None else escaped)


def test_switches_stand_in_comments() -> None:
    text = (
        '# mitgemeint: off\nmsgid "a"\nmsgstr "Text"\n# mitgemeint: on\nmsgid "b"\nmsgstr "mitgemeint: off"'
    )
    (span,) = read(text, "po").suppressed
    assert text[slice(*span)].splitlines()[-1] == "# mitgemeint: on"
