"""Typst: what is prose, what is left alone, and where the words stand."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME
from mitgemeint.analysis.documents.typst import escape_string


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "typst").segments]


BLOCKS = [
    (
        "= Kopf\nEins\nzwei.\n\nDrei.",
        [("heading", "Kopf"), ("paragraph", "Eins zwei."), ("paragraph", "Drei.")],
    ),
    (
        "- Eins\n  zwei\n+ Drei\n1. Vier\nda",
        [("item", t) for t in ("Eins zwei", "Drei", "Vier")] + [("paragraph", "da")],
    ),
    ("/ Wort: Sinn\n  mehr", [("term", "Wort"), ("definition", "Sinn mehr")]),
    ("Das #footnote[Eine _Note_.], gut.", [("paragraph", "Das, gut."), ("footnote", "Eine Note.")]),
    ('#let x = 1\n#set page(leser: "Leser")\n#import "leser.typ": leser\nda', [("paragraph", "da")]),
    (
        '#show: artikel.with(\n  title: [Alle *da*],\n  author: "Leser",\n  alt: "Ein \\"Bild\\"",\n)\nda',
        [("heading", "Alle da"), ("alt", 'Ein "Bild"'), ("paragraph", "da")],
    ),
    (
        "#table(columns: (1fr, 2fr), [Eins], table.cell(colspan: 2)[Zwei], leser[Drei])",
        [("cell", "Eins"), ("cell", "Zwei"), ("paragraph", "Drei")],
    ),
    ('#figure(image("leser.png"), caption: [Alle da])', [("paragraph", "Alle da")]),
    ("#if leser [Eins] else [Zwei]\nDrei", [("paragraph", t) for t in ("Drei", "Eins", "Zwei")]),
    ("#for l in leser [\n  - Eins #l\n]\nda", [("item", f"Eins {THING}"), ("paragraph", "da")]),
    ("```typ\nLeser\n```\n/* Leser /* Leser */ Leser */ // Leser\nda", [("paragraph", f"{THING} da")]),
    ('#{\n  let a = [Eins]\n  "Leser"\n}\n\nda', [("paragraph", "Eins"), ("paragraph", "da")]),
    ('#set text(lang: "en")\nLeser\n#set text(lang: "de")\nda', [("paragraph", "da")]),
    ("#heading(level: 2)[Eins]\n#quote[Zwei]", [("heading", "Eins"), ("quote", "Zwei")]),
    ("#footnote[offen", [("footnote", "offen")]),
    ("Eins] zwei", [("paragraph", "Eins] zwei")]),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(prose(text)) == sorted(expected)


INLINES = [
    ("Der *kluge* und _gute_ Arzt, *_beides_*", "Der kluge und gute Arzt, beides"),
    ("Leser*innen, Leser_innen, Leser\\*innen", "Leser*innen, Leser_innen, Leser*innen"),
    ("Ein `Leser` und ```c Leser``` und $leser$", f"Ein {THING} und {THING} und {THING}"),
    ("Ein #emph[kluger] #text(fill: red)[Leser] und #leser da", f"Ein kluger Leser und {THING} da"),
    ('Die #link("https://leser.de")[Leser] auf https://leser.de/a_b', f"Die Leser auf {THING}"),
    ('Siehe @leser und <leser>da#label("leser")', f"Siehe {THING} und da"),
    ('Ein #text(lang: "en")[teacher] da', f"Ein {THING} da"),
    ("z.~B. -- ja --- nein... \\\nhier Le-?ser \\u{00e4}", "z. B. – ja — nein… hier Leser ä"),
    ('Um #leser.name() und #(1 + 2) und #"Leser" da', f"Um {THING} und {THING} und {THING} da"),
    ("Ein [Wort] in Klammern", "Ein [Wort] in Klammern"),
    ("Die #rot[Leser]; und #rot[*alle*]", "Die Leser und alle"),
    ("Für 5\\$ und \\#1", "Für 5$ und #1"),
]


@pytest.mark.parametrize(("text", "expected"), INLINES)
def test_inlines(text: str, expected: str) -> None:
    assert " ".join(segment.text for segment in read(text, "typst").segments) == expected


@pytest.mark.parametrize(
    ("new_text", "escaped"),
    [
        ("Lehrer*in, Lehrer:in, Lehrer_in, Lehrer(in), Lehrer/-in, der*die", None),
        ("*innen a_ #b $c @d", "\\*innen a\\_ \\#b \\$c \\@d"),
        ("Lehrer/*in", "Lehrer\\/\\*in"),
    ],
)
def test_escape(new_text: str, escaped: str | None) -> None:
    assert FORMATS_BY_NAME["typst"].escape(new_text) == (new_text if escaped is None else escaped)


def test_escape_in_strings() -> None:
    assert escape_string('Leser*in "x" \\') == 'Leser*in \\"x\\" \\\\'


_WORDS = st.lists(
    st.sampled_from(
        ["Lehrer*in", "Leser_in", "*a*", "`b`", "$c$", "#d", "<e>", "/*", "//", "[f]", "--", "...", "a~b"]
    ),
    min_size=1,
    max_size=8,
).map(lambda words: "Der " + " ".join(words) + " ja")


@given(_WORDS)
def test_escaped_prose_reads_as_itself(text: str) -> None:
    (segment,) = read(FORMATS_BY_NAME["typst"].escape(text), "typst").segments
    assert segment.text.replace(THING, "#d") == text


@pytest.mark.parametrize("new_word", ["Leser*in", "Leser_in", "Leser:in", "Leser/-in"])
@pytest.mark.parametrize("text", [text for text, _ in (*BLOCKS, *INLINES)])
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(
    text: str, new_word: str, check_rewrites: Callable[[str, str, str], None]
) -> None:
    check_rewrites(text, "typst", new_word)


_LEFT_ALONE = st.sampled_from(
    [
        "`Leser` ",
        "$Leser$ ",
        "@Leser ",
        "<Leser> ",
        "#Leser ",
        "// Leser\n",
        "/* Leser */ ",
        '#f("Leser") ',
        "\n#let Leser = 1\n",
    ]
)
_READ = st.sampled_from(
    [
        "Hörer ",
        "*Hörer* ",
        "\n- Hörer\n",
        "\n= Hörer\n",
        "#emph[Hörer] ",
        "#footnote[Hörer] ",
        "#table([Hörer]) ",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(_LEFT_ALONE, _READ), max_size=15))
def test_prose_is_read_and_everything_else_left_alone(parts: list[str]) -> None:
    text = "".join(parts)
    read_texts = " ".join(segment.text for segment in read(text, "typst").segments)
    assert "Leser" not in read_texts
    assert read_texts.count("Hörer") == text.count("Hörer")
