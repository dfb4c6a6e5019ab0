"""XLIFF 1.2 and 2.x: which targets are read, and what in them is prose."""

import pytest

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "xliff").segments]


def texts(text: str) -> list[str]:
    return [segment.text for segment in read(text, "xliff").segments]


def target(content: str) -> str:
    unit = f"<source>Lehrer</source><target>{content}</target><note>Lehrer</note>"
    return f"<xliff><trans-unit>{unit}</trans-unit></xliff>"


CASES = [
    (target("Text"), ["Text"]),
    (target("Der <g id='1'>gute</g> <mrk mtype='seg'>Arzt</mrk>"), ["Der gute Arzt"]),
    (target("Der <x id='INTERPOLATION'/> und <x id='LINE_BREAK' ctype='lb'/>Arzt"), ["Der Element und Arzt"]),
    (target("<bpt id='1'>&lt;b&gt;</bpt>Arzt<ept id='1'>&lt;/b&gt;</ept> <ph>Lehrer</ph>"), ["Arzt Element"]),
    (
        target("<pc id='1'>Der</pc> Arzt<sc id='2'/> da<ph id='3'/>"),
        ["Der Arzt daElement"],
    ),
    (
        target("Der <mrk mtype='protected'>Lehrer</mrk> <mrk translate='no'>Lehrer</mrk> da"),
        ["Der Element Element da"],
    ),
    (target("<![CDATA[<b>Text</b> & mehr]]>"), ["Text & mehr"]),
    (target("{n, plural, =1 {<x id='N'/> Leser} other {# Leser}}"), ["1 Leser", "5 Leser"]),
    ("<xliff trgLang='de-AT'><target>Text</target></xliff>", ["Text"]),
    ("<xliff trgLang='fr'><target>Lehrer</target></xliff>", []),
    (
        "<xliff><file target-language='en'><target>Lehrer</target></file>"
        "<file><target>Text</target></file></xliff>",
        ["Text"],
    ),
    ("<xliff><target xml:lang='en'>Lehrer</target><target xml:lang='de'>Text</target></xliff>", ["Text"]),
    (
        "<xliff><unit translate='no'><target>Lehrer</target></unit>"
        "<unit><target>Text</target></unit></xliff>",
        ["Text"],
    ),
    ("<xliff><alt-trans><target>Lehrer</target></alt-trans></xliff>", []),
    ("<xliff><target>Text", ["Text"]),
    ("<xliff><target>Text<target>Mehr</target>", ["Text", "Mehr"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_targets(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_escape() -> None:
    assert FORMATS_BY_NAME["xliff"].escape("Leser*in R&D <x>") == "Leser*in R&amp;D &lt;x&gt;"
    (segment,) = read(target("<![CDATA[Text]]>"), "xliff").segments
    assert segment.escape("R&D ]]>") == "R&D ]] >"
