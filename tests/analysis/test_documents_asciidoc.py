"""AsciiDoc: what is prose, what is left alone, and where the words stand."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "asciidoc").segments]


BLOCKS = [
    (
        "Die Kunden\ninclude::Kunde.adoc[]\nzahlen.\n\n* Eins\nifdef::Kunde[]\nzwei\nendif::Kunde[]",
        [("paragraph", "Die Kunden"), ("paragraph", "zahlen."), ("item", "Eins"), ("paragraph", "zwei")],
    ),
    ("|===\n|Kunde\ninclude::Kunde.csv[]\n|Leser\n|===", [("cell", "Kunde"), ("cell", "Leser")]),
    ("Eins\nzwei.\n\nDrei.", [("paragraph", "Eins zwei."), ("paragraph", "Drei.")]),
    (
        "= Titel\nKim Leser <k@x.de>\nv1.0\n:leser: Leser\n:description: Für alle\n\n== Kapitel\nText",
        [("heading", "Titel"), ("paragraph", "Für alle"), ("heading", "Kapitel"), ("paragraph", "Text")],
    ),
    ("Die Leser\n~~~~~~~~~\n\nText", [("heading", "Die Leser"), ("paragraph", "Text")]),
    (
        "* Eins\nzwei\n** Drei\n. Vier\n- [x] Fünf",
        [("item", t) for t in ("Eins zwei", "Drei", "Vier", "Fünf")],
    ),
    (
        "* Eins\n+\nMehr\n+\n----\nLeser\n----\n* Zwei",
        [("item", "Eins"), ("paragraph", "Mehr"), ("item", "Zwei")],
    ),
    (
        "Wort:: Sinn\nAnderes Wort::\n  Noch ein\n  Sinn",
        [("term", "Wort"), ("definition", "Sinn"), ("term", "Anderes Wort"), ("definition", "Noch ein Sinn")],
    ),
    (
        "NOTE: Alle Leser.\n\n[TIP]\n====\nDie Hörer.\n====",
        [("paragraph", "Alle Leser."), ("paragraph", "Die Hörer.")],
    ),
    (
        "[quote, Leser]\n____\nEins\n\nZwei\n____\nda",
        [("quote", "Eins"), ("quote", "Zwei"), ("paragraph", "da")],
    ),
    (".Der Titel\n[source,java]\n----\nLeser\n----\nda", [("heading", "Der Titel"), ("paragraph", "da")]),
    (
        "....\nLeser\n....\n\n```\nLeser\n```\n\n++++\nLeser\n++++\n\n////\nLeser\n////\nda",
        [("paragraph", "da")],
    ),
    ("[source]\nLeser\nLeser\n\n[stem]\n++++\nLeser\n++++\n\n Leser\n\nda", [("paragraph", "da")]),
    ("[plantuml]\n--\nLeser\n--\nda", [("paragraph", "da")]),
    ("Eins\n// Leser\nzwei\n\n// Leser\nda", [("paragraph", "Eins zwei"), ("paragraph", "da")]),
    (
        "[%header,cols=2]\n|===\n|Name |Beruf\n\n|Kim\n|ein \\| Koch\nmit Hut\n2+^.>s|Alle\n"
        "m|Leser a|* Eins\n* zwei\n|===\nda",
        [("cell", t) for t in ("Name", "Beruf", "Kim", "ein \\| Koch mit Hut", "Alle", "Eins", "zwei")]
        + [("paragraph", "da")],
    ),
    (
        "image::leser.png[Ein Leser, width=100]\ninclude::leser.adoc[]\nda",
        [("alt", "Ein Leser"), ("paragraph", "da")],
    ),
    ("'''\n\n<<<\n\n[[leser]]\n[#leser.leser]\nda", [("paragraph", "da")]),
    ("Das footnote:[Eine _Note_.] ist so.", [("paragraph", "Das ist so."), ("footnote", "Eine Note.")]),
    ("Ein image:leser.png[Leser] da", [("paragraph", "Ein da"), ("alt", "Leser")]),
    (":lang: en\n\nLeser", []),
    (":lang: de-AT\n\nLeser", [("paragraph", "Leser")]),
    ("====\nLeser\n\n----\nLeser", [("paragraph", "Leser")]),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert prose(text) == expected


INLINES = [
    ("Der *kluge* und _gute_ Arzt, Lehr**er**, *_beides_*", "Der kluge und gute Arzt, Lehrer, beides"),
    ("Leser*innen und Autor*innen, *Leser*innen*", "Leser*innen und Autor*innen, Leser*innen"),
    ("Leser_innen und _Leser_innen_", "Leser_innen und Leser_innen"),
    ("Ein `Leser` und ``Le``ser und `+Leser+` da", f"Ein {THING} und {THING}ser und {THING} da"),
    ("Er sagt \"`die Leser`\" und '`alle`'.", "Er sagt “die Leser” und ‘alle’."),
    ("Das [.rot]#Wort# und H~2~O und m^2^", "Das Wort und H2O und m2"),
    ("Das +*Wort*+ und ++_x_++ und pass:[alle]", "Das *Wort* und _x_ und alle"),
    ("Siehe <<leser>> und <<leser,die Leser>>", f"Siehe {THING} und die Leser"),
    ("Siehe xref:leser.adoc[die Leser] und link:leser[]", f"Siehe die Leser und {THING}"),
    ("Auf https://leser.de[die Leser^,role=x] und https://leser.de", f"Auf die Leser und {THING}"),
    ("Für {leser} und{nbsp}alle{plus}", f"Für {THING} und alle+"),
    ("Drück kbd:[Leser] oder menu:Leser[Leser]", f"Drück {THING} oder {THING}"),
    ("R&amp;D &#167; Leser&#42;innen", "R&D § Leser*innen"),
    ("Die ((Leser)) (((Leser,alle)))[[x]]da +\nhier", "Die Leser da hier"),
    ("Die ((Leser(in))) und ((Leser(in&#41;))", "Die Leser(in) und Leser(in)"),
    ("Ein \\*Stern* und \\^x^ und *offen", "Ein *Stern* und ^x^ und *offen"),
    ("Leser(innen) und Leser:innen und 5 * 3", "Leser(innen) und Leser:innen und 5 * 3"),
]


@pytest.mark.parametrize(("text", "expected"), INLINES)
def test_inlines(text: str, expected: str) -> None:
    (segment,) = read(text, "asciidoc").segments
    assert segment.text == expected


@pytest.mark.parametrize(
    ("new_text", "escaped"),
    [
        ("Lehrer*in, Lehrer:in, Lehrer_in, Lehrer(in), Lehrer/-in, der*die", None),
        ("*innen", "&#42;innen"),
        ("a|b {c} <d> &amp; ((e))", "a&#124;b &#123;c} &#60;d&#62; &#38;amp; &#40;(e))"),
    ],
)
def test_escape(new_text: str, escaped: str | None) -> None:
    assert FORMATS_BY_NAME["asciidoc"].escape(new_text) == (new_text if escaped is None else escaped)


_WORDS = st.lists(
    st.sampled_from(
        ["Lehrer*in", "Leser_in", "*a*", "`b`", "{c d}", "<<d>>", "((e))", "&amp;", "a^b^", "~", "[f]", "a"]
    ),
    min_size=1,
    max_size=8,
).map(lambda words: "Der " + " ".join(words))


@given(_WORDS)
def test_escaped_prose_reads_as_itself(text: str) -> None:
    (segment,) = read(FORMATS_BY_NAME["asciidoc"].escape(text), "asciidoc").segments
    assert segment.text == text


# A title that is underlined is rigid: its line has to be as long as it.
@pytest.mark.parametrize("new_word", ["Leser*in", "Leser_in", "Leser:in", "Leser/-in"])
@pytest.mark.parametrize("text", [text for text, _ in (*BLOCKS, *INLINES) if "~~~" not in text])
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(
    text: str, new_word: str, check_rewrites: Callable[[str, str, str], None]
) -> None:
    check_rewrites(text, "asciidoc", new_word)


def test_underlined_titles_are_rigid() -> None:
    assert [segment.is_rigid for segment in read("Leser\n~~~~~", "asciidoc").segments] == [True]


_LEFT_ALONE = st.sampled_from(
    [
        "`Leser` ",
        "{leser} ",
        "<<leser>> ",
        "\n\n----\nLeser\n----\n",
        "\n// Leser\n",
        "\n[Leser]\n",
        "link:Leser[] ",
    ]
)
_READ = st.sampled_from(
    [
        "Hörer ",
        "*Hörer* ",
        "\n\n* Hörer\n\n",
        "\n\n== Hörer\n",
        "\n\n|===\n|Hörer\n|===\n",
        "footnote:[Hörer] ",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(_LEFT_ALONE, _READ), max_size=15))
def test_prose_is_read_and_everything_else_left_alone(parts: list[str]) -> None:
    text = "".join(parts).replace("leser}", "Leser}")
    read_texts = " ".join(segment.text for segment in read(text, "asciidoc").segments)
    assert "Leser" not in read_texts
    assert read_texts.count("Hörer") == text.count("Hörer")
