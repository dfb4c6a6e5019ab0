"""reStructuredText: what is prose, what is left alone, and where the words stand."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "rst").segments]


BLOCKS = [
    ("Eins\nzwei.\n\nDrei.\r\n\r\nVier.", [("paragraph", t) for t in ("Eins zwei.", "Drei.", "Vier.")]),
    ("Die Leser\n=========\n\nText", [("heading", "Die Leser"), ("paragraph", "Text")]),
    ("=====\n Alle\n=====\nText", [("heading", "Alle"), ("paragraph", "Text")]),
    ("Eins\n\n----\n\nZwei", [("paragraph", "Eins"), ("paragraph", "Zwei")]),
    (
        "- Eins\n  zwei\n\n  Drei\n- Vier\n\n  * Fünf",
        [("item", t) for t in ("Eins zwei", "Drei", "Vier", "Fünf")],
    ),
    ("1. Eins\n#. Zwei\n(a) Drei\niv. Vier", [("item", t) for t in ("Eins", "Zwei", "Drei", "Vier")]),
    ("1. Mai ist Feiertag,\nda ruht alles.", [("paragraph", "1. Mai ist Feiertag, da ruht alles.")]),
    (
        "Wort\n  Sinn\n\n  mehr\nAnderes : Art\n  Sinn",
        [
            ("term", "Wort"),
            ("definition", "Sinn"),
            ("definition", "mehr"),
            ("term", "Anderes"),
            ("definition", "Sinn"),
        ],
    ),
    (
        "Text\n\n  Zitat\n  weiter\n\nText",
        [("paragraph", "Text"), ("quote", "Zitat weiter"), ("paragraph", "Text")],
    ),
    (
        ":Anlass: Alle Leser\n  da\n:Version: Leser\n:Autor: Leser",
        [("paragraph", "Alle Leser da"), ("paragraph", "Leser")],
    ),
    (
        "-a  Alle Leser\n--leser=LESER  Alle\n            da",
        [("definition", "Alle Leser"), ("definition", "Alle da")],
    ),
    ("| Eins\n  zwei\n| drei\n|\n| Vier", [("paragraph", "Eins zwei drei"), ("paragraph", "Vier")]),
    ("Das ist::\n\n   Leser\n\n   Leser\n\nda", [("paragraph", "Das ist:"), ("paragraph", "da")]),
    ("Das ist ::\n\n> Leser\n> Leser\n\nda", [("paragraph", "Das ist"), ("paragraph", "da")]),
    ("::\n\n   Leser", []),
    (">>> Leser\nLeser\n\nda", [("paragraph", "da")]),
    (
        "+-------+-----+\n| Alle  | Wer |\n| Leser |     |\n+=======+=====+\n"
        "| Eins        |\n+-------+-----+",
        [("cell", "Alle Leser"), ("cell", "Wer"), ("cell", "Eins")],
    ),
    (
        "+---+-----+\n| A | - B |\n|   | - C |\n+ a +-----+\n|   | D   |\n+---+-----+",
        [("cell", "A"), ("cell", "B"), ("cell", "C"), ("cell", "a"), ("cell", "D")],
    ),
    (
        "=====  =====\nAlle   Wer\n=====  =====\n"
        "Leser  immer und\n       überall\nDer Leser da\n=====  =====\n\nda",
        [("cell", t) for t in ("Alle", "Wer", "Leser", "immer und überall", "Der Leser da")]
        + [("paragraph", "da")],
    ),
    (
        "Text [1]_ da [#a]_.\n\n.. [1] Eine Note\n   hier\n.. [#a] Noch eine",
        [("paragraph", "Text da."), ("footnote", "Eine Note hier"), ("footnote", "Noch eine")],
    ),
    (".. note:: Alle\n   Leser\n\n   Hörer\n\nda", [("paragraph", t) for t in ("Alle Leser", "Hörer", "da")]),
    (
        ".. admonition:: Der Titel\n   :class: leser\n\n   Alle",
        [("heading", "Der Titel"), ("paragraph", "Alle")],
    ),
    (".. versionadded:: 2.0 Alle Leser\n   da", [("paragraph", "Alle Leser"), ("paragraph", "da")]),
    (
        ".. code-block:: python\n   :caption: Alle Leser\n\n   leser = 1\n\nda",
        [("paragraph", t) for t in ("Alle Leser", "da")],
    ),
    (".. unbekannt:: Leser\n   :caption: Leser\n\n   Leser\n\nda", [("paragraph", "da")]),
    (
        ".. figure:: leser.png\n   :alt: Ein Leser\n\n   Die Unterschrift\n\n   Mehr",
        [("alt", "Ein Leser"), ("paragraph", "Die Unterschrift"), ("paragraph", "Mehr")],
    ),
    (
        ".. |leser| replace:: Alle *Leser*\n.. |bild| image:: leser.png\n   :alt: Bild",
        [("paragraph", "Alle Leser"), ("alt", "Bild")],
    ),
    (
        '.. csv-table:: Alle\n   :widths: 1, 2\n\n   Eins, "Zwei, drei"\n   ,Vier',
        [("heading", "Alle")] + [("cell", t) for t in ("Eins", "Zwei, drei", "Vier")],
    ),
    (
        ".. list-table:: Alle\n\n   * - Eins\n     - Zwei",
        [("heading", "Alle"), ("item", "Eins"), ("item", "Zwei")],
    ),
    (
        ".. py:function:: leser(x)\n\n   Alle.\n\n   :param x: Wert\n   :type x: Leser",
        [("paragraph", "Alle."), ("paragraph", "Wert")],
    ),
    (".. meta::\n   :description: Für alle\n   :keywords: Leser", [("paragraph", "Für alle")]),
    (".. Leser\n   Leser\n\n.. _leser: https://leser.de\n__ leser\n\n..\n\n   da", [("quote", "da")]),
    (".. toctree::\n   :caption: Alle\n\n   leser", [("paragraph", "Alle")]),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert prose(text) == expected


INLINES = [
    ("Der *kluge* und **gute** Arzt", "Der kluge und gute Arzt"),
    ("Leser*innen und Autor*innen, *Leser*innen*", "Leser*innen und Autor*innen, Leser*innen"),
    ("Leser\\*innen, Leser_innen, Leser\\_innen", "Leser*innen, Leser_innen, Leser_innen"),
    ("Ein ``Leser * x`` da", f"Ein {THING} da"),
    ("Ein `Leser` und :code:`Leser` da", f"Ein {THING} und {THING} da"),
    ("Siehe :ref:`die Leser <leser>` und :doc:`leser`", f"Siehe die Leser und {THING}"),
    ("Ein :dfn:`Leser` und :abbr:`EU (Leser)` und `Leser`:strong:", "Ein Leser und EU und Leser"),
    ("Die `klugen Leser <https://leser.de>`_ da", "Die klugen Leser da"),
    ("Die `Leser`_ und Leser_ und Hörer__ da", f"Die {THING} und {THING} und {THING} da"),
    ("Für |leser| und |leser|_ da", f"Für {THING} und {THING} da"),
    ("Das _`Ziel hier` da", "Das Ziel hier da"),
    ("Leh\\ **rer** und H\\ :sub:`2`\\ O", "Lehrer und H2O"),
    ("Auf https://leser.de/leser_x und a_b_c", f"Auf {THING} und a_b_c"),
    ('Ein "*" und (*) und * allein', 'Ein "*" und (*) und * allein'),
    ("Ein *offenes Wort", "Ein *offenes Wort"),
    ("„*Leser*“ – *Hörer*–", "„Leser“ – Hörer–"),
]


@pytest.mark.parametrize(("text", "expected"), INLINES)
def test_inlines(text: str, expected: str) -> None:
    (segment,) = read(text, "rst").segments
    assert segment.text == expected


PLACES = [
    ("Die *Leser* da", "Leser", "Leser"),
    ("- ä\n\n  * Leser", "Leser", "Leser"),
    ("+----+-------+\n| ä  | Leser |\n+----+-------+", "Leser", "Leser"),
    ("Leser\\*innen da", "Leser*innen", "Leser\\*innen"),
    ("``ä`` |ö| Leser", "Leser", "Leser"),
    (".. note::\n   ß\n   Leser", "Leser", "Leser"),
]


@pytest.mark.parametrize(("text", "word", "source"), PLACES)
def test_words_keep_their_place(text: str, word: str, source: str) -> None:
    segment = next(segment for segment in read(text, "rst").segments if word in segment.text)
    start = segment.text.index(word)
    assert text[slice(*segment.offsets.span(start, start + len(word)))] == source


@pytest.mark.parametrize(
    ("new_text", "escaped"),
    [
        ("Lehrer*in, Lehrer:in, Lehrer_in, Lehrer(in), Lehrer/-in, der*die", None),
        ("*innen", "\\*innen"),
        ("Lehrer_ und *a |b `c` \\", "Lehrer\\_ und \\*a \\|b \\`c\\` \\\\"),
    ],
)
def test_escape(new_text: str, escaped: str | None) -> None:
    assert FORMATS_BY_NAME["rst"].escape(new_text) == (new_text if escaped is None else escaped)


_WORDS = st.lists(
    st.sampled_from(
        ["Lehrer*in", "der*die", "Leser_in", "a_", "*a*", "`b`", "|c|", "\\", "[1]_", "**", "_", "a"]
    ),
    min_size=1,
    max_size=8,
).map(lambda words: "Der " + " ".join(words))


@given(_WORDS)
def test_escaped_prose_reads_as_itself(text: str) -> None:
    (segment,) = read(FORMATS_BY_NAME["rst"].escape(text), "rst").segments
    assert segment.text == text


# In grids and simple tables nothing is rewritten: their columns would move.
@pytest.mark.parametrize("new_word", ["Leser*in", "Leser_in", "Leser:in", "Leser/-in"])
@pytest.mark.parametrize(
    "text", [text for text, _ in (*BLOCKS, *INLINES) if "\n+" not in text and "==  ==" not in text]
)
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(
    text: str, new_word: str, check_rewrites: Callable[[str, str, str], None]
) -> None:
    check_rewrites(text, "rst", new_word)


def test_cells_that_may_not_grow_are_rigid() -> None:
    grid = read("+-------+\n| Leser |\n+-------+", "rst").segments
    simple = read("=====  ====\nLeser  Hörer\n=====  ====", "rst").segments
    assert [segment.is_rigid for segment in (*grid, *simple)] == [True, True, False]


@pytest.mark.parametrize(
    ("text", "rulers"), [("Leser\n-----", ["-----"]), ("=====\nLeser\n=====", ["=====", "====="])]
)
def test_headings_know_their_rulers(text: str, rulers: list[str]) -> None:
    (segment,) = read(text, "rst").segments
    assert [text[start:end] for start, end in segment.rulers] == rulers


_LEFT_ALONE = st.sampled_from(
    [
        "``Leser`` ",
        "`Leser` ",
        "`Leser`_ ",
        "|Leser| ",
        ":code:`Leser` ",
        "\n\n.. Leser\n\n",
        "\n\n.. code:: Leser\n\n   Leser\n\n",
        "\n\n.. _Leser: Leser\n\n",
        "\n\n::\n\n  Leser\n\n",
        "\n\n>>> Leser\n\n",
    ]
)
_READ = st.sampled_from(
    [
        "Hörer ",
        "*Hörer* ",
        "\n\n- Hörer\n\n",
        "\n\nHörer\n=====\n\n",
        "\n\n.. note:: Hörer\n\n",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(_LEFT_ALONE, _READ), max_size=15))
def test_prose_is_read_and_everything_else_left_alone(parts: list[str]) -> None:
    text = "".join(parts)
    read_texts = " ".join(segment.text for segment in read(text, "rst").segments)
    assert "Leser" not in read_texts
    assert read_texts.count("Hörer") == text.count("Hörer")
