"""Android's string resources."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "android").segments]


def texts(text: str) -> list[str]:
    return [segment.text for segment in read(text, "android").segments]


def strings(*contents: str) -> str:
    return (
        "<resources>"
        + "".join(f'<string name="a">{content}</string>' for content in contents)
        + "</resources>"
    )


CASES = [
    (strings("Text", "Mehr"), ["Text", "Mehr"]),
    (strings('It\\\'s \\"ja\\" \\u00e4 \\@ \\\\'), ['It\'s "ja" ä @ \\']),
    (strings("Eins.\\n\\nZwei\n    drei."), ["Eins.", "Zwei drei."]),
    (strings('"  Text  "'), ["Text"]),
    (strings('<b>Leh</b>rer <a href="Lehrer">da</a>'), ["Lehrer da"]),
    (strings("&lt;b&gt;Text&lt;/b&gt; R&amp;D &#228; &app;"), ["Text R&D ä Element"]),
    (strings("<![CDATA[<p>Eins & mehr</p><p>Zwei</p>]]>"), ["Eins & mehr", "Zwei"]),
    (strings("<xliff:g id='n'>%d</xliff:g> Leser bei <xliff:g>Lehrer</xliff:g>"), ["5 Leser bei Element"]),
    ("<resources><string translatable='false'>Lehrer</string></resources>", []),
    (
        "<resources><plurals><item quantity='one'>%d Leser</item>"
        "<item quantity='few'>%d Leser</item></plurals></resources>",
        ["1 Leser", "5 Leser"],
    ),
    (
        "<resources><string-array translatable='false'><item>Lehrer</item></string-array>"
        "<array><item>Text</item></array></resources>",
        ["Text"],
    ),
    ("<resources><color name='Lehrer'>Lehrer</color><!-- Lehrer --></resources>", []),
    ("<resources><string name='a'>Text<string name='b'>Mehr</string>", ["Text", "Mehr"]),
    ("<resources><string name='a", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_strings(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("new_text", "escaped"),
    [
        ("Leser*in", None),
        ('It\'s "a"', 'It\\\'s \\"a\\"'),
        ("R&D <x>", "R&amp;D &lt;x&gt;"),
        ("@x", "\\@x"),
    ],
)
def test_escape(new_text: str, escaped: str | None) -> None:
    assert FORMATS_BY_NAME["android"].escape(new_text) == (new_text if escaped is None else escaped)


def test_nothing_of_xml_is_escaped_in_a_section() -> None:
    (segment,) = read(strings("<![CDATA[Text]]>"), "android").segments
    assert segment.escape("It's R&D") == "It\\'s R&D"
