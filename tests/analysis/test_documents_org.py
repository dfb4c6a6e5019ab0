"""Org: what is prose, what is left alone, and where the words stand."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "org").segments]


BLOCKS = [
    ("Eins\nzwei.\n\nDrei.", [("paragraph", "Eins zwei."), ("paragraph", "Drei.")]),
    (
        "* Eins\n** TODO [#A] Zwei [1/3] :leser:leser:\n*** EU Drei\n* COMMENT Leser",
        [("heading", "Eins"), ("heading", "Zwei"), ("heading", "EU Drei")],
    ),
    (
        "#+TITLE: Alle\n#+AUTHOR: Leser\n#+caption[Kurz]: Bild\n#+attr_html: :alt Leser\nText",
        [("heading", "Alle"), ("paragraph", "Bild"), ("paragraph", "Text")],
    ),
    (
        "* Kopf\nSCHEDULED: <2025-01-01 Leser>\n:PROPERTIES:\n:Leser: Leser\n:END:\nText",
        [("heading", "Kopf"), ("paragraph", "Text")],
    ),
    (
        "- Eins\n  zwei\n\n  Drei\n- [X] Vier\n  1) Fünf\n\nda",
        [("item", t) for t in ("Eins zwei", "Drei", "Vier", "Fünf")] + [("paragraph", "da")],
    ),
    ("- Wort :: Sinn\n  weiter", [("term", "Wort"), ("definition", "Sinn weiter")]),
    (
        "| Kopf | B |\n|------+---|\n| *x*  | |\n#+TBLFM: Leser",
        [("cell", "Kopf"), ("cell", "B"), ("cell", "x")],
    ),
    (
        "#+begin_quote\nEins\n\nZwei\n#+end_quote\nda",
        [("quote", "Eins"), ("quote", "Zwei"), ("paragraph", "da")],
    ),
    (
        "#+BEGIN_SRC c\nLeser\n#+END_SRC\n#+begin_example\nLeser\n#+end_example\n: Leser\n"
        "#+begin_info\nda\n#+end_info",
        [("paragraph", "da")],
    ),
    ("Eins\n# Leser\nzwei", [("paragraph", "Eins zwei")]),
    ("\\begin{align}\nLeser\n\\end{align}\nda", [("paragraph", "da")]),
    (
        "Das[fn:1] ist[fn:: Eine /Note/.] so.\n\n[fn:1] Noch\n  eine",
        [("paragraph", "Das ist so."), ("footnote", "Eine Note."), ("footnote", "Noch eine")],
    ),
    ("Eins\n-----\nZwei", [("paragraph", "Eins"), ("paragraph", "Zwei")]),
    ("#+language: en\nLeser", []),
    ("#+LANGUAGE: de-de\nLeser", [("paragraph", "Leser")]),
    ("#+begin_src\nLeser offen", [("paragraph", "Leser offen")]),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert prose(text) == expected


INLINES = [
    ("Der *kluge* und /gute/ _alte_ +Arzt+", "Der kluge und gute alte Arzt"),
    (
        "Leser*innen, Leser_innen, Leser/innen, Leser\\under{}innen",
        "Leser*innen, Leser_innen, Leser/innen, Leser_innen",
    ),
    ("*Leser*innen* und */beides/*", "Leser*innen und beides"),
    ("Ein =Leser= und ~Leser~ da", f"Ein {THING} und {THING} da"),
    (
        "Siehe [[leser][die /Leser/]] und [[leser]] und <https://leser.de>",
        f"Siehe die Leser und {THING} und {THING}",
    ),
    ("Am <2025-01-01 Mi> und [2025-01-01 Mi 10:00]", f"Am {THING} und {THING}"),
    ("F\\uuml{}r alle\\nbsp{}und \\unbekannt \\\\\nhier", "Für alle und \\unbekannt hier"),
    ("Sei $x$ und \\(Leser\\) und {{{leser(Leser)}}} für 5$", f"Sei {THING} und {THING} und {THING} für 5$"),
    ("Das @@html:<b>@@Wort [cite:@leser] <<leser>>da", "Das Wort da"),
    ("H_{2}O und src_c{Leser} und <<<alle>>>", f"H2O und {THING} und alle"),
    ("Ein * Stern und *offen und 3/4", "Ein * Stern und *offen und 3/4"),
]


@pytest.mark.parametrize(("text", "expected"), INLINES)
def test_inlines(text: str, expected: str) -> None:
    (segment,) = read(text, "org").segments
    assert segment.text == expected


@pytest.mark.parametrize(
    ("new_text", "escaped"),
    [
        ("Lehrer*in, Lehrer:in, Lehrer(in), Lehrer/in, der*die", None),
        ("Lehrer_in", "Lehrer\\under{}in"),
        ("Lehrer/-in *a", "Lehrer\\slash{}-in \\ast{}a"),
        ("a|b $c \\d", "a\\vert{}b \\dollar{}c \\backslash{}d"),
    ],
)
def test_escape(new_text: str, escaped: str | None) -> None:
    assert FORMATS_BY_NAME["org"].escape(new_text) == (new_text if escaped is None else escaped)


_WORDS = st.lists(
    st.sampled_from(
        ["Lehrer*in", "Leser_in", "*a*", "=b=", "/c d/", "\\auml", "$d$", "a|b", "<<e>>", "~", "+f+", "a"]
    ),
    min_size=1,
    max_size=8,
).map(lambda words: "Der " + " ".join(words))


@given(_WORDS)
def test_escaped_prose_reads_as_itself(text: str) -> None:
    (segment,) = read(FORMATS_BY_NAME["org"].escape(text), "org").segments
    assert segment.text == text


@pytest.mark.parametrize("new_word", ["Leser*in", "Leser_in", "Leser:in", "Leser/-in"])
@pytest.mark.parametrize("text", [text for text, _ in (*BLOCKS, *INLINES)])
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(
    text: str, new_word: str, check_rewrites: Callable[[str, str, str], None]
) -> None:
    check_rewrites(text, "org", new_word)


_LEFT_ALONE = st.sampled_from(
    [
        "=Leser= ",
        "~Leser~ ",
        "[[Leser]] ",
        "\n# Leser\n",
        "\n#+x: Leser\n",
        "\n: Leser\n",
        "{{{Leser}}} ",
        "\n#+begin_src\nLeser\n#+end_src\n",
    ]
)
_READ = st.sampled_from(
    ["Hörer ", "*Hörer* ", "\n- Hörer\n", "\n* Hörer\n", "\n| Hörer |\n", "[fn:: Hörer] ", "[[x][Hörer]] "]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(_LEFT_ALONE, _READ), max_size=15))
def test_prose_is_read_and_everything_else_left_alone(parts: list[str]) -> None:
    text = "".join(parts)
    read_texts = " ".join(segment.text for segment in read(text, "org").segments)
    assert "Leser" not in read_texts
    assert read_texts.count("Hörer") == text.count("Hörer")
