"""Markdown: what is prose, what is left alone, and where the words stand."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME

_LAWS = Path(__file__).parents[3] / "shared" / "data" / "laws"


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "markdown").segments]


BLOCKS = [
    ("# Kopf #", [("heading", "Kopf")]),
    ("## Kopf {#anker .klasse}", [("heading", "Kopf")]),
    ("Kopf der\nSeite\n===", [("heading", "Kopf der Seite")]),
    ("Eins\nzwei  \ndrei\\\nvier", [("paragraph", "Eins zwei drei vier")]),
    ("Eins\r\nzwei\\\r\ndrei", [("paragraph", "Eins zwei drei")]),
    ("# A\r\rEins\rzwei", [("heading", "A"), ("paragraph", "Eins zwei")]),
    ("\ufeff# Kopf\n\nText", [("heading", "Kopf"), ("paragraph", "Text")]),
    ("- Eins\n  zwei\n- [ ] Drei\n1. Vier", [("item", "Eins zwei"), ("item", "Drei"), ("item", "Vier")]),
    ("- Eins\n\n  Zwei\n  drei", [("item", "Eins"), ("item", "Zwei drei")]),
    ("> Eins\n> zwei\nfaul", [("quote", "Eins zwei faul")]),
    ("> - Eins\n>   zwei", [("item", "Eins zwei")]),
    ("> [!NOTE]\n> Eins", [("quote", "Eins")]),
    ("| Kopf | B |\n|---|---|\n| x \\| y | *z* |", [("cell", t) for t in ("Kopf", "B", "x | y", "z")]),
    ("Wort\n:   Sinn\n    weiter", [("term", "Wort"), ("definition", "Sinn weiter")]),
    ("Wort\n:   Eins\n:   Zwei", [("term", "Wort"), ("definition", "Eins"), ("definition", "Zwei")]),
    (
        "Wort\n\n:   Sinn\n\n    Absatz",
        [("paragraph", "Wort"), ("definition", "Sinn"), ("paragraph", "Absatz")],
    ),
    (
        "Text[^1].\n\n[^1]: Die Fußnote\n    weiter",
        [("paragraph", "Text."), ("footnote", "Die Fußnote weiter")],
    ),
    ("[^a]: Fußnote", [("footnote", "Fußnote")]),
    ("`Lehrer`\n\n<https://lehrer.de>", []),
    ("---\ntitle: Lehrer\n---\nText", [("paragraph", "Text")]),
    ("+++\ntitle = 'Lehrer'\n+++\n\nText", [("paragraph", "Text")]),
    ("```\nLehrer\n```\n\n~~~py\nLehrer\n~~~\n\n    Lehrer", []),
    ("<div>\nLehrer\n</div>\n\n<!-- Lehrer -->", []),
    ("$$\nLehrer\n$$", []),
    ("[ref]: http://x.de 'Lehrer'", []),
    ("Die Lehrer {/* Leser */} da\n\n{/* a\n\nb */}", [("paragraph", "Die Lehrer da")]),
    ("> Die {/* a\n> b */} Leser", [("quote", "Die Leser")]),
    (
        "import x from 'x'\n\nDie {f('Leser')} von {x.leser(\"Leser\")}\n\nEin {leser}",
        [("paragraph", f"Die {THING} von {THING}"), ("paragraph", f"Ein {THING}")],
    ),
    ("Die {Leser (alle)} da", [("paragraph", "Die {Leser (alle)} da")]),
    ("import Lehrer from './lehrer'\n\nexport const lehrer = 1\n\nText", [("paragraph", "Text")]),
    (":::note\nText hier\n:::", [("paragraph", "Text hier")]),
    ("***\n\n---", []),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert prose(text) == expected


INLINES = [
    ("Der *kluge* und **gute** _alte_ ~~Arzt~~", "Der kluge und gute alte Arzt"),
    ("Lehr**er** und ***alle***", "Lehrer und alle"),
    ("Lehrer\\*innen und \\_x\\_", "Lehrer*innen und _x_"),
    ("Leser*innen und Autor*innen", "Leser*innen und Autor*innen"),
    ("Ein*e Student*in geht", "Ein*e Student*in geht"),
    ("**Leser*innen** und *Autor\\*innen*", "Leser*innen und Autor*innen"),
    ("snake_case_wort und Leser_innen", "snake_case_wort und Leser_innen"),
    ("Der [*gute* Arzt](http://x.de 'Titel') geht", "Der gute Arzt geht"),
    ("Der [Arzt][r] und [r] und [r][]\n\n[r]: http://x.de", "Der Arzt und Element und Element"),
    ("Absolvent[inn]en [sic]", "Absolvent[inn]en [sic]"),
    ("R&amp;D, &Auml;rzte, &#75;&ouml;che&nbsp;da, &unbekannt;", "R&D, Ärzte, Köche da, &unbekannt;"),
    ("Der <b>gute</b> Arzt<br>geht <span class='Lehrer'>weg</span>", "Der gute Arzt geht weg"),
    ("Ein `Lehrer` da", f"Ein {THING} da"),
    ("Ein ``a ` b`` und <code>Lehrer</code> da", f"Ein {THING} und {THING} da"),
    ("Auf <https://x.de> und <a@x.de>", f"Auf {THING} und {THING}"),
    ("Auf https://x.de/a_b_c*d", f"Auf {THING}"),
    ("Sei $$x^2 *a*$$ und $a$-mal", f"Sei {THING} und {THING}-mal"),
    ("Sei $x_1$ und $5 und $6", f"Sei {THING} und $5 und $6"),
    ("Ein <Knopf a={1}>Text</Knopf> da", "Ein Text da"),
    ('Ein <Knopf\n  titel="Kunde" a={() => 1}>Text</Knopf> da', "Ein Text da"),
    ("Der {{ page.kunde }} {% if kunde %}kommt{% endif %}", f"Der {THING} {THING}kommt{THING}"),
    ('Heim {{< kunde titel="Kunde" >}} und {{% x %}}', f"Heim {THING} und {THING}"),
    ("Die `foo`-Funktion", f"Die {THING}-Funktion"),
    ("A <!-- Lehrer --> B", "A B"),
]


@pytest.mark.parametrize(("text", "expected"), INLINES)
def test_inlines(text: str, expected: str) -> None:
    (segment,) = read(text, "markdown").segments
    assert segment.text == expected


def test_image_text_is_a_segment_of_its_own() -> None:
    assert prose("Der ![Ein *kluger* Arzt](x.png) Koch") == [
        ("paragraph", "Der Koch"),
        ("alt", "Ein kluger Arzt"),
    ]
    assert prose("![Ein Arzt](x.png)") == [("alt", "Ein Arzt")]


PLACES = [
    ("# Über *Ärzte* und **Köche**\n", "Köche", "Köche"),
    ("Ä > ß\n\n> Die Ärzte und\n> [die Köche](x) `ä` gehen", "gehen", "gehen"),
    ("| Ä | Köche |\n|---|---|\n| ö | 🧑 Ärzte |", "Ärzte", "Ärzte"),
    ("Die Lehrer\\*innen", "Lehrer*innen", "Lehrer\\*innen"),
    ("Ö &amp; Lehrer&shy;in da", "Lehrerin", "Lehrer&shy;in"),
    ("Ein **Leh**rer da", "Lehrer", "Leh**rer"),
    ("Ein `ä` Lehrer", "Lehrer", "Lehrer"),
    ("- ä\n\n  Zwei\n  Lehrer", "Lehrer", "Lehrer"),
    ("Wort\n:   Die\n    Lehrer", "Lehrer", "Lehrer"),
]


@pytest.mark.parametrize(("text", "word", "source"), PLACES)
def test_words_keep_their_place(text: str, word: str, source: str) -> None:
    segment = next(segment for segment in read(text, "markdown").segments if word in segment.text)
    start = segment.text.index(word)
    assert text[slice(*segment.offsets.span(start, start + len(word)))] == source


@pytest.mark.parametrize(
    ("new_text", "escaped"),
    [
        ("Lehrer*in", "Lehrer\\*in"),
        ("Lehrer:in, Lehrer_in, Lehrer·in, Lehrer(in), Lehrer/-in", None),
        ("_x_", "\\_x\\_"),
        ("Kund~innen und Nutzer~innen", "Kund\\~innen und Nutzer\\~innen"),
        ("a [b] <c> `d` \\", "a \\[b\\] \\<c\\> \\`d\\` \\\\"),
        ("R&D &amp;", "R&D &amp;amp;"),
    ],
)
def test_escape(new_text: str, escaped: str | None) -> None:
    assert FORMATS_BY_NAME["markdown"].escape(new_text) == (new_text if escaped is None else escaped)


_WORDS = st.lists(
    st.sampled_from(
        [
            "Lehrer*in",
            "der*die",
            "Leser_in",
            "[a]",
            "R&D",
            "&amp;",
            "`x`",
            "<b>",
            "\\*",
            "ein|zwei",
            "*",
            "_a",
        ]
    ),
    min_size=1,
    max_size=8,
).map(lambda words: "Der " + " ".join(words))


@given(_WORDS)
def test_escaped_prose_reads_as_itself(text: str) -> None:
    (segment,) = read(FORMATS_BY_NAME["markdown"].escape(text), "markdown").segments
    assert segment.text == text


@pytest.mark.skipif(not _LAWS.is_dir(), reason="../shared/data/laws is not there")
def test_laws_are_read_whole() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(_LAWS.glob("*.md"))]
    documents = [read(text, "markdown") for text in texts]
    segments = [segment for document in documents for segment in document.segments]
    assert sum(len(segment.text) for segment in segments) > 0.8 * sum(map(len, texts))
    for document in documents:
        for segment in document.segments:
            for piece in segment.offsets.pieces:
                source = document.text[piece.source_start : piece.source_end]
                assert not piece.copied or segment.text[piece.start : piece.end] == source


_EDITED = [text for text, _ in BLOCKS] + [text for text, _ in INLINES if "[r]" not in text]


@pytest.mark.parametrize("text", _EDITED)
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(text: str) -> None:
    document = read(text, "markdown")
    for number, segment in enumerate(document.segments):
        for word in re.finditer(r"(?<!\w)[^\W_]{2,}(?!\w)", segment.text):
            if not segment.offsets.is_copied(*word.span()):
                continue
            start, end = segment.offsets.span(*word.span())
            rewritten = read(text[:start] + segment.escape("Leser*in") + text[end:], "markdown")
            expected = [(other.kind, other.text) for other in document.segments]
            changed = segment.text[: word.start()] + "Leser*in" + segment.text[word.end() :]
            expected[number] = (segment.kind, changed)
            assert [(other.kind, other.text) for other in rewritten.segments] == expected
