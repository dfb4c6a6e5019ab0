"""HTML and its templates: what is prose, what is left alone, and where the words stand."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.html import escape_in
from mitgemeint.analysis.documents.html_tables import load
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "html").segments]


BLOCKS = [
    ("<h1>Kopf</h1>\n<p>Eins\nzwei.</p>", [("heading", "Kopf"), ("paragraph", "Eins zwei.")]),
    (
        "<!DOCTYPE html><title>Alle Leser</title><body>Text",
        [("heading", "Alle Leser"), ("paragraph", "Text")],
    ),
    ("<p>Eins<p>Zwei<div>Drei</div>Vier", [("paragraph", t) for t in ("Eins", "Zwei", "Drei", "Vier")]),
    ("<ul><li>Eins<li>Zwei</ul>Drei", [("item", "Eins"), ("item", "Zwei"), ("paragraph", "Drei")]),
    (
        "<ol><li><p>Eins</p><ul><li>Zwei</li></ul>drei</li></ol>",
        [("item", "Eins"), ("item", "Zwei"), ("item", "drei")],
    ),
    ("<dl><dt>Wort<dd>Sinn<dt>Zweites", [("term", "Wort"), ("definition", "Sinn"), ("term", "Zweites")]),
    (
        "<table><caption>Alle</caption><tr><th>Name<td>Beruf<tr><td>Koch</table>da",
        [("paragraph", "Alle"), ("cell", "Name"), ("cell", "Beruf"), ("cell", "Koch"), ("paragraph", "da")],
    ),
    ("<blockquote><p>Die Leser</p></blockquote>", [("quote", "Die Leser")]),
    ("Eins<br>zwei<br />\n<br>Drei", [("paragraph", "Eins zwei"), ("paragraph", "Drei")]),
    ("Eins<hr>Zwei", [("paragraph", "Eins"), ("paragraph", "Zwei")]),
    (
        "<label>Die Leser</label><select><option>Alle<option>Keine</select>",
        [("paragraph", t) for t in ("Die Leser", "Alle", "Keine")],
    ),
    (
        "<script>x = '<p>Leser</p>'</script><style>p { }</style><pre>Leser\n<b>x</b></pre>da",
        [("paragraph", "da")],
    ),
    ("<script>if (a < b) { '</p>' }", []),
    (
        "<textarea>Die <b>Leser &amp; Hörer</textarea>da",
        [("paragraph", "Die <b>Leser & Hörer"), ("paragraph", "da")],
    ),
    ("<!-- Leser --><p>da<!-- <p> -->hin</p><!-- offen <p>Leser</p>", [("paragraph", "dahin")]),
    ("<!--><p>da</p>", [("paragraph", "da")]),
    ("<?xml version='1.0'?><html xmlns='x'><script/><p>da</p></html>", [("paragraph", "da")]),
    ("---\ntitle: Leser\n---\n<p>da</p>", [("paragraph", "da")]),
    ("<p>Nur Text", [("paragraph", "Nur Text")]),
    ("Eins</p>Zwei</b>drei", [("paragraph", "Eins"), ("paragraph", "Zweidrei")]),
    ("<p>Eins <b>zwei</p><p>drei</b> vier</p>", [("paragraph", "Eins zwei"), ("paragraph", "drei vier")]),
    ("<p>Der Satz <a href='offen", [("paragraph", "Der Satz")]),
    ("<my-card><my-title>Eins</my-title>Zwei</my-card>", [("paragraph", "Eins"), ("paragraph", "Zwei")]),
    (
        "<template><p>Ein <RouterLink to='/leser'>Leser</RouterLink> da</p></template>",
        [("paragraph", "Ein Leser da")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert prose(text) == expected


INLINES = [
    ("Der <em>kluge</em> und <strong class='Leser'>gute</strong> Arzt", "Der kluge und gute Arzt"),
    ("Lehr<b>er</b><wbr>innen und Leh&shy;rer", "Lehrerinnen und Lehrer"),
    (
        "R&amp;D, &Auml;rzte, &#75;&ouml;che&nbsp;da, &unbekannt; & <3",
        "R&D, Ärzte, Köche da, &unbekannt; & <3",
    ),
    (
        "Ein <code>Leser</code>, <kbd>Leser</kbd> und <samp><b>x</b></samp> da",
        f"Ein {THING}, {THING} und {THING} da",
    ),
    ("Der <span translate='no'>Leser</span> da", f"Der {THING} da"),
    ("Die <i lang='en'>teachers</i> und <i lang='de-CH'>Leser</i>", f"Die {THING} und Leser"),
    ("Ein <svg><text>Leser</text></svg> Bild <img src='leser.png'>da", "Ein Bild da"),
    ("Er sagt <q>die Leser</q>.", "Er sagt „die Leser“."),
    ("Für {{ leser.name }} und {{{ leser }}} da", f"Für {THING} und {THING} da"),
    ("Für <?= $leser ?>, <?php echo $leser; ?> und <%= leser %>", f"Für {THING}, {THING} und {THING}"),
    ("Für {% if leser %}alle{% endif %} und <?php if ($leser): ?>jeden<?php endif; ?>", "Für alle und jeden"),
    ("Für {# Leser #}alle{{!-- Leser --}} {{#each leser}}da{{/each}}", "Für alle da"),
    ("Für {!! $leser !!} und {% comment %}Leser{% endcomment %}", f"Für {THING} und"),
    ("Absolvent{{innen", "Absolvent{{innen"),
    ("<a href='x' {% if a %}title{% endif %} {{ attrs }}>Alle</a> da", "Alle da"),
    ('<a href="<?php echo "x>y" ?>" class="b">Alle</a> da', "Alle da"),
    ("<ruby>Alle<rp>(</rp><rt>Leser</rt><rp>)</rp></ruby>", "Alle"),
]


@pytest.mark.parametrize(("text", "expected"), INLINES)
def test_inlines(text: str, expected: str) -> None:
    assert read(text, "html").segments[0].text == expected


ATTRIBUTES = [
    ('<img alt="Ein Leser" src="Leser">', ["Ein Leser"]),
    ("<a title='Alle &quot;Leser&quot;' href='/Leser' class='Leser' data-x='Leser'></a>", ['Alle "Leser"']),
    ("<input placeholder=Leser aria-label='Name des Lesers' value='Leser'>", ["Leser", "Name des Lesers"]),
    ("<input type=submit value='An alle Leser'>", ["An alle Leser"]),
    ("<meta name=Description content='Für Leser'><meta name=author content=Leser>", ["Für Leser"]),
    ("<meta property='og:title' content='Für Leser'>", ["Für Leser"]),
    ("<p lang=en title='Leser'></p><p translate=no title='Leser'></p>", []),
    ("<img alt='{{ leser }} und Hörer'>", [f"{THING} und Hörer"]),
    ("<img alt='<?= $a['x'] ?> als Leser'>", [f"{THING} als Leser"]),
    ("<img :alt='leser' v-bind:title='leser'>", []),
    ("<img alt=''><img alt>", []),
]


@pytest.mark.parametrize(("text", "expected"), ATTRIBUTES)
def test_attributes_are_texts_of_their_own(text: str, expected: list[str]) -> None:
    assert prose(text) == [("alt", value) for value in expected]


LANGUAGES = [
    ("<html lang='en'><p>A</p><p lang='de'>B</p></html>", ["B"]),
    ("<html lang='de-AT'><p>A</p><div xml:lang=en><p>B<p>C</div><p>D", ["A", "D"]),
    ("<html lang='{{ locale }}'><p>A</p>", ["A"]),
    ("<html lang=''><p>A</p>", ["A"]),
    ("<p lang=en>A <b>B</b></p>C", ["C"]),
    ("<html lang=en>A <i lang=de>B</i> C", ["B"]),
    ("<p lang=fr>A<p>B", ["B"]),
]


@pytest.mark.parametrize(("text", "expected"), LANGUAGES)
def test_only_german_is_read(text: str, expected: list[str]) -> None:
    assert [segment.text for segment in read(text, "html").segments] == expected


PLACES = [
    ("<p>Die <b>Leser</b> da", "Leser", "Leser"),
    ("&auml; <i>ß</i> Leser", "Leser", "Leser"),
    ("Die Sch&uuml;ler", "Schüler", "Sch&uuml;ler"),
    ("<img alt='&ouml; Leser'>", "Leser", "Leser"),
    ("Ein Lehr<b>er</b> da", "Lehrer", "Lehr<b>er"),
    ("🧑 <code>ä</code> {{ ö }} Leser", "Leser", "Leser"),
]


@pytest.mark.parametrize(("text", "word", "source"), PLACES)
def test_words_keep_their_place(text: str, word: str, source: str) -> None:
    segment = next(segment for segment in read(text, "html").segments if word in segment.text)
    start = segment.text.index(word)
    assert text[slice(*segment.offsets.span(start, start + len(word)))] == source


@pytest.mark.parametrize(
    ("quote", "new_text", "escaped"),
    [
        (None, "Lehrer*in, Lehrer:in, Lehrer_in, Lehrer(in), Lehrer/-in", None),
        (None, 'R&D <b> "x"', 'R&amp;D &lt;b&gt; "x"'),
        ('"', "R&D \"x\" 'y'", "R&amp;D &quot;x&quot; 'y'"),
        ("'", "\"x\" 'y'", '"x" &#39;y&#39;'),
        ("", "der Leser", "der&#32;Leser"),
    ],
)
def test_escape(quote: str | None, new_text: str, escaped: str | None) -> None:
    write = FORMATS_BY_NAME["html"].escape if quote is None else escape_in(quote)
    assert write(new_text) == (new_text if escaped is None else escaped)


_WORDS = st.lists(
    st.sampled_from(
        ["Lehrer*in", "R&D", "&amp;", "<b>", "<!--", '"a"', "'b'", "a=b", "</p>", "&#65;", "`", "a"]
    ),
    min_size=1,
    max_size=8,
).map(lambda words: "Der " + " ".join(words))


@given(_WORDS)
def test_escaped_prose_reads_as_itself(text: str) -> None:
    (segment,) = read(f"<p>{FORMATS_BY_NAME['html'].escape(text)}</p>", "html").segments
    assert segment.text == text
    for quote in ('"', "'", ""):
        (segment,) = read(f"<img alt={quote}{escape_in(quote)(text)}{quote}>", "html").segments
        assert segment.text == text


@pytest.mark.parametrize("new_word", ["Leser*in", "Leser_in", "Leser:in", "Leser/-in"])
@pytest.mark.parametrize("text", [text for text, _ in (*BLOCKS, *INLINES, *ATTRIBUTES)])
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(
    text: str, new_word: str, check_rewrites: Callable[[str, str, str], None]
) -> None:
    check_rewrites(text, "html", new_word)


_LEFT_ALONE = st.sampled_from(
    [
        "<code>Leser</code>",
        "<!-- Leser -->",
        "<script>Leser</script>",
        "<pre>Leser <b>Leser</b></pre>",
        "<a href='Leser' class=Leser>",
        "</a>",
        "{{ Leser }}",
        "{% Leser %}",
        "<?php Leser ?>",
        "<i lang=fr>Leser</i>",
        "<div lang=en>Leser<p>Leser</p></div>",
        "<svg><title>Leser</title></svg>",
        "<p translate=no>Leser</p>",
    ]
)
_READ = st.sampled_from(
    [
        "Hörer ",
        "<b>Hörer</b>",
        "<p>Hörer",
        "<li>Hörer</li>",
        "<h2>Hörer</h2>",
        "<td>Hörer",
        "<br>",
        "<img alt='Hörer'>",
        "<q>Hörer</q>",
        "</div>",
        "<title>Hörer</title>",
        "<x-y>Hörer</x-y>",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(_LEFT_ALONE, _READ), max_size=15))
def test_prose_is_read_and_everything_else_left_alone(parts: list[str]) -> None:
    text = " ".join(parts)
    read_texts = " ".join(segment.text for segment in read(text, "html").segments)
    assert "Leser" not in read_texts
    assert read_texts.count("Hörer") == text.count("Hörer")


def test_elements_are_of_one_sort() -> None:
    tables = load()
    assert tables.inline.isdisjoint(tables.blocks)
    assert tables.inline.isdisjoint(tables.left_alone)
