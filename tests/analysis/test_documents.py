"""What holds for documents of every format: exact offsets, switches, protection, normalised letters."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import FORMATS, Document, format_of, read
from mitgemeint.analysis.documents.protection import MANY, NAME, ONE, THING
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME
from mitgemeint.analysis.documents.utf8 import Utf8Offsets

HOLDERS = (
    *("po", "json", "yaml", "android", "xliff", "properties", "apple-strings", "stringsdict", "xcstrings"),
    *("qt-ts", "fluent", "python", "javascript", "typescript", "java", "c", "cpp", "csharp", "rust", "go"),
)
"""Formats that hold prose in strings and comments; their own test modules write it there."""

TEXTS = tuple(name for name in FORMATS if name not in HOLDERS)
"""Formats in which prose is a document."""


def check_offsets(document: Document) -> None:
    """Every segment's map gives spans inside the document, in order, and copied pieces letter by letter."""
    begins = [segment.offsets.span(0, 1)[0] for segment in document.segments]
    assert begins == sorted(begins)
    for segment in document.segments:
        pieces = segment.offsets.pieces
        assert [piece.start for piece in pieces] == [0, *(piece.end for piece in pieces[:-1])]
        assert pieces[-1].end == len(segment.text)
        for piece in pieces:
            assert 0 <= piece.source_start <= piece.source_end <= len(document.text)
            source = document.text[piece.source_start : piece.source_end]
            if piece.copied:
                assert segment.text[piece.start : piece.end] == source
        assert all(one.source_end <= other.source_start for one, other in pairwise(pieces))
        assert "  " not in segment.text
        assert segment.text == segment.text.strip(" ")
        assert all(segment.text[start:end] in (THING, NAME, ONE, MANY) for start, end in segment.protected)
    for start, end in document.suppressed:
        assert 0 <= start < end <= len(document.text)
    assert all(one[1] < other[0] for one, other in pairwise(document.suppressed))


_MARKUP = [
    *"*_`~[]()<>!#|&;\\$:-+={}\"'/@.^%",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\f",
    "\u2028",
    "\t",
    "    ",
    " ",
    "\u00a0",
    "\u00ad",
    "\u200d",
    "\ufeff",
    "\0",
    "\ud800",
    "Lehrer",
    "Schüler*innen",
    "der ",
    "🧑\u200d🏫",
    "e\u0301",
    "\u0301",
    "&amp;",
    "&#228;",
    "&#0;",
    "<b>",
    "</b>",
    "<!--",
    "-->",
    "```\n",
    "***",
    "\n> ",
    "\n- ",
    "\n1. ",
    "\n# ",
    "\n===\n",
    "\n:   ",
    "\n|a|b|\n|-|-|\n|",
    "[^1]: ",
    "[^1]",
    "https://x.de/a_b",
    "a@b.de",
    "plan_innen.pdf",
    "mitgemeint: off",
    "mitgemeint: ignore-line",
    "<code>",
    "</code>",
    "![a](b)",
    "---\n",
    *("\\emph{", "\\footnote{", "\\section[", "\\item[", "\\item ", "\\cite{", "\\unbekannt{", "\\url{"),
    *("\\begin{itemize}", "\\end{itemize}", "\\begin{tabular}{l}", "\\end{tabular}", "\\begin{equation}"),
    *("\\begin{x}", "\\end{x}", "\\begin{document}", "\\end{document}", "\\end{verbatim}", "\\verb|", "\\["),
    *(
        "\\foreignlanguage{english}{",
        "\\selectlanguage{english}",
        "\\enquote{",
        "\\par ",
        "\\\\",
        "\\,",
        '\\"a',
    ),
    # translations and programs
    *(
        '"',
        '\nmsgstr "',
        '\nmsgid "',
        "\\n",
        "\\u00e4",
        "\\",
        "{n, plural, one {",
        "{name}",
        "%d ",
        "%s",
        "'{",
    ),
    *('{"a": "', '", "b": {"de": ', "\na: ", "\n  de:\n", ": >\n  ", ": |\n    ", "\n- 'x", '\nde: &a "x'),
    *("<resources><string>", "</string>", "<![CDATA[", "]]>", '<item quantity="one">', "<x:g>", "</x:g>"),
    *("<target>", "</target>", '<ph id="1"/>', "<TS>", "<translation>", "<numerusform>", "</translation>"),
    *(
        "\na = ",
        "\n -b =",
        "{ $n ->\n [one] ",
        "\n *[other] ",
        "\n  }",
        "}",
        "/* ",
        " */",
        "// ",
        '"""',
        "'''",
    ),
    *('"a" = "', '";', "<key>one</key><string>", "@param x ", "/**\n * ", "`x", 'R"(', "localizations"),
    *("\\ss ", '"`', '"a', "``", "--", "% x\n", "\\def\\x", "\\iffalse", "\\fi", "{}", "\\c{"),
]
# markup
_MARKUP += [
    *[
        "<p>",
        "</p>",
        "<li>",
        "<br>",
        "<q>",
        "<td>",
        "<pre>",
        "<script>",
        "</script>",
        "<title>",
        "<x-y>",
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "?>",
        "<!doctype",
    ],
    *("<p lang=en>", "<img alt=", "<a title='", "<?php ", "{% comment %}"),
    *["``_", "|a|", "`_", "_`", ":ref:`", "[1]_", "::\n\n"],
    *("\n.. note:: ", "\n.. x::\n   ", "\n.. ", "\n| ", "\n:a: ", "\n>>> ", "\n-a  ", "\\ ", "\n   "),
    *("\n+--+--+\n| ", "\n==  ==\n", '\n.. csv-table::\n\n   "'),
    *("\n# ", "\n# ---------- >8 ----------\n", "\nFixes: ", "\n; "),
]
_MARKUP += [
    *(
        "\n----\n",
        "\n====\n",
        "\n|===\n",
        "\n[source]\n",
        "\n[quote]\n",
        "\nNOTE: ",
        "\n.A",
        "\n+\n",
        "a:: ",
        "\n////\n",
    ),
    *(
        "https://x.de[",
        "footnote:[",
        "image:a[",
        "image::a[",
        "<<a,b>>",
        "((a))",
        "{a}",
        '"`',
        '`"',
        "++",
        "\n:a: b\n",
    ),
]
_MARKUP += [
    *(
        "\n* ",
        "\n* TODO ",
        "\n#+title: ",
        "\n#+begin_src\n",
        "\n#+begin_quote\n",
        "\n#+end_quote\n",
        "\n:a:\n",
        "\n:end:\n",
    ),
    *(
        "[fn:1]",
        "[fn:: ",
        "[[a][",
        "]]",
        "\\under{}",
        "{{{a}}}",
        "<2025-01-01>",
        "=a=",
        "~a~",
        "/a/",
        " :: ",
        "src_a{b}",
    ),
]
_MARKUP += [
    *("WEBVTT\n\n", "\n\n00:01.000 --> 00:02.000\n", "\n1\n00:00:01,000 --> 00:00:02,000\n", "\n\nNOTE "),
    *("<v Kim>", "<lang en>", "</lang>", "<i>", "</i>", "{\\an8}", "...", "…", "♪ ", "\n- ", "KIM: "),
]
_MARKUP += [
    *(
        "#a[",
        "#a(",
        "#footnote[",
        "#let x = ",
        "#if a [",
        "#{",
        "]",
        ")",
        "}",
        "$a$",
        "@a",
        "<a>",
        "\n/ a: ",
        "\n= ",
    ),
    *('#set text(lang: "en")\n', 'title: "', "/*", "*/", "// ", "\\u{e4}", "#table([", "[a]", "-?"),
]
_MIXED = st.lists(st.sampled_from(_MARKUP), max_size=40).map("".join)


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=300, deadline=None)
@given(text=_MIXED)
@example(text="\ufeff# Ä *b* `c`\r\n\r\n| a\\|b | [x](y) |")
def test_offsets_are_exact_in_texts_full_of_markup(format: str, text: str) -> None:
    check_offsets(read(text, format))


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=300))
def test_offsets_are_exact_in_any_text(format: str, text: str) -> None:
    check_offsets(read(text, format))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("text", ["", "\n", " \t\r\n", "\ufeff", "\0", "***", "\ud800"])
def test_texts_without_prose_have_no_segments(format: str, text: str) -> None:
    assert read(text, format).segments == ()


_HOSTILE = [
    *"*_`[<>&!$~\\|#-:({@/.w",
    *(
        "> ",
        "- ",
        "*a ",
        "**a",
        "a*",
        "![",
        "](",
        "[a](",
        "<a ",
        "<!-- ",
        "```\n",
        "|a",
        "a_",
        "{a",
        "://",
        "a@",
        "a/",
        ".a",
    ),
    *(
        "\u00ad",
        "e\u0301",
        "\u0301",
        "\ufeff",
        "🧑\u200d",
        "&amp;",
        "<b>",
        "<code>",
        "[^1]: ",
        "1. ",
        "mitgemeint: ",
        "\t|",
    ),
    *(
        '"',
        "''",
        "\\c{",
        "\\cite[",
        "\\emph{",
        "\\footnote{",
        "\\footnote{a}",
        "\\section[",
        "\\item[",
        "{[",
        "}{",
    ),
    *(
        "\\x{",
        "\\x[a]{b}",
        "\\begin{x}",
        "\\begin{x}{",
        "\\end{x}",
        "{\\begin{x}}",
        "\\begin{equation}",
        "\\[\\(",
    ),
    *(
        "\\verb|a",
        "\\url{a{",
        "\\def\\x",
        "\\iffalse\\fig",
        "\\selectlanguage{x}",
        "{\\selectlanguage{x}",
        "%\n",
    ),
    # translations and programs
    *(
        'msgstr "a"\n',
        'msgid ""\n',
        '"\n',
        '{"a":',
        '["a",',
        "\\u00e4",
        "{a, plural, one {",
        "'{",
        "%s",
        "${",
    ),
    *(
        "a: b\n",
        "a:\n",
        "- a: ",
        "a: |\n",
        "&a ",
        "<string>",
        "<string>a</string>",
        "<target>",
        "<target>a<ph>",
    ),
    *(
        "<![CDATA[",
        "<x:g>%s",
        "a = b\n",
        "a = { $b ->\n",
        "a=b\\\n",
        '"a" = "b";',
        "/*",
        "// a\n",
        "/** @x\n",
    ),
    *('"""', "'''", "``", 'R"(', 'r#"', "=/[", "<code>", "<0>", ":a", "\\n"),
    *("a\tb\n", "> a\n", "- a\n\n", "mitgemeint: off\n", "a|b\n-|-\n", "<!-- mitgemeint: off -->\n\n"),
]
# markup
_HOSTILE += [
    *(
        "<p>",
        "</p>",
        "<li><b>",
        "<x-a>a",
        "<a title='",
        "<a b={{",
        "<title>&",
        "<script>",
        "{{",
        "{%",
        "<?php ",
    ),
    *("{% comment %}", "<p><code>", "<br>", "<p lang=en>"),
    *(
        "`a <",
        "|a ",
        "``a ",
        ":a:`",
        "a_ ",
        "a-",
        "- a\n",
        "a\n b\n",
        "+-+-+\n",
        "+--+--+\n|a |b |\n",
        "== ==\n",
    ),
    *(".. a::\n ", "| a\n", ">>> a\n", ":a: b\n", ".. [1] a\n", "a::\n\n", "\\*", "a\n#\n", "a: b\n"),
]
_HOSTILE += [
    *(
        "[a]*",
        "a:[",
        "https://a[",
        "<<a",
        "((a ",
        "|===\n|a\n",
        "----\n",
        "====\n",
        "* a\n",
        "+++a",
        '"`',
        "a:b",
        ":a: b\n",
    ),
    *("footnote:[", "image::a[", "footnote:[a] ", '[""', "a::\n", "//\n"),
]
_HOSTILE += [
    *(
        "#+begin_src\n",
        "#+begin_a\n",
        "\\begin{a}\n",
        ":a:\n",
        "[[a][",
        "[fn::a",
        "=a ",
        "*a* ",
        "\\(",
        "src_a{",
        "a_{",
    ),
]
_HOSTILE += [
    *(
        "00:01.000 --> 00:02.000\n<v ",
        "1\n00:01.000 --> 00:02.000\na\n\n",
        "NOTE\n",
        "00:01.000 --> 00:02.000\n...\n",
    ),
]
_HOSTILE += [
    *(
        "#footnote[",
        "#a[",
        "#a(",
        "#{",
        "#let x = [",
        "#if a [",
        "#table([",
        '#a(title: "',
        "/*",
        "/ a: b\n",
        "$a ",
        "a.a.",
    ),
]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("unit", _HOSTILE)
def test_hostile_repetitions_end_in_time(format: str, unit: str) -> None:
    document = read(unit * (60_000 // len(unit)), format)
    assert document.format == format


def test_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'docx'.*plaintext.*markdown"):
        read("Text", "docx")


@pytest.mark.parametrize(
    ("path", "format"),
    [
        ("brief.txt", "plaintext"),
        ("BRIEF.TXT", "plaintext"),
        ("a/b.text", "plaintext"),
        ("README", "plaintext"),
        ("README.md", "markdown"),
        ("x.y.markdown", "markdown"),
        ("C:\\texte\\a.mkd", "markdown"),
        ("a.mdx", "markdown"),
        ("kapitel/eins.tex", "latex"),
        ("A.LTX", "latex"),
        ("a.latex", "latex"),
        # markup
        ("seite.html", "html"),
        ("SEITE.HTM", "html"),
        ("index.rst", "rst"),
        ("arbeit.typ", "typst"),
        ("film.srt", "srt"),
        ("film.de.vtt", "webvtt"),
        ("notizen.org", "org"),
        ("buch.adoc", "asciidoc"),
        ("bild.png", None),
        # translations
        ("po/de.po", "po"),
        ("de/LC_MESSAGES/django.po", "po"),
        ("fr/LC_MESSAGES/django.po", None),
        # programs
        ("a.py", "python"),
        ("A.CPP", "cpp"),
        (".gitignore", None),
        ("a.md.bak", None),
    ],
)
def test_format_of(path: str, format: str | None) -> None:
    assert format_of(path) == format


PROTECTED = [
    (
        "Siehe https://beispiel.de/Lehrer_(Beruf)?a=b#c.",
        f"Siehe {THING}.",
        ["https://beispiel.de/Lehrer_(Beruf)?a=b#c"],
    ),
    ("(www.beispiel.de/kunden), da", f"({THING}), da", ["www.beispiel.de/kunden"]),
    ("Info:https://x.de", f"Info:{THING}", ["https://x.de"]),
    ("Mail an kunden.dienst@beispiel.de!", f"Mail an {NAME}!", ["kunden.dienst@beispiel.de"]),
    ("Von @leser_in und #Lehrer", f"Von {NAME} und {THING}", ["@leser_in", "#Lehrer"]),
    ("Die Datei plan_innen.pdf, bitte.", f"Die Datei {THING}, bitte.", ["plan_innen.pdf"]),
    (
        "In /etc/kunden/liste und C:\\Kunden\\x",
        f"In {THING} und {THING}",
        ["/etc/kunden/liste", "C:\\Kunden\\x"],
    ),
    ("In ./Kunden/a und src/leser.py:12", f"In {THING} und {THING}", ["./Kunden/a", "src/leser.py:12"]),
    ("Mit PFAD=C:\\Kunden\\x geht es", f"Mit {THING} geht es", ["PFAD=C:\\Kunden\\x"]),
    ("„beispiel.org“ hilft", f"„{THING}“ hilft", ["beispiel.org"]),
    ("Hallo %KUNDE%, 5% x", f"Hallo {THING}, 5% x", ["%KUNDE%"]),
    ("Mit name=Lehrer und a = Leser", f"Mit {THING} und a = Leser", ["name=Lehrer"]),
    ("Hallo {kunde}, ${name}", f"Hallo {THING}, {THING}", ["{kunde}", "${name}"]),
]


# How authors of a format write what means something else in it.
_WRITTEN: dict[str, Callable[[str], str]] = {
    "markdown": lambda text: text.replace("\\K", "\\\\K").replace("\\x", "\\\\x"),
    "latex": FORMATS_BY_NAME["latex"].escape,
    # markup
    "html": FORMATS_BY_NAME["html"].escape,
    "typst": lambda text: (
        text.replace("\\", "\\\\").replace("#", "\\#").replace("@", "\\@").replace("$", "\\$")
    ),
    "rst": lambda text: text.replace("\\", "\\\\"),
}


# What has to stand before a text, so that it is prose of the format.
_BEFORE = {
    # markup
    "srt": "1\n00:00:01,000 --> 00:00:02,000\n",
    "webvtt": "WEBVTT\n\n00:01.000 --> 00:02.000\n",
}


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize(("text", "prose", "sources"), PROTECTED)
def test_addresses_are_protected(format: str, text: str, prose: str, sources: list[str]) -> None:
    write = _WRITTEN.get(format, str)
    document = read(_BEFORE.get(format, "") + write(text), format)
    (segment,) = document.segments
    assert segment.text == prose
    found = [document.text[slice(*segment.offsets.span(*span))] for span in segment.protected]
    assert [part.removeprefix("\\") for part in found] == [
        write(source).removeprefix("\\") for source in sources
    ]


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize(
    "text",
    [
        "Lehrer/-innen und/oder Schüler/innen",
        "z.B. der/die Kund:in, ca. 10:30 Uhr, 1/2",
        "Die MwSt/USt, km/h, z.B./etc.",
        "Absolvent(inn)en / Lehrer(in)",
        "Es endet.Da fehlt ein Leerzeichen",
        "Nr. 5, S. 3 f., d.h. usw.",
    ],
)
def test_prose_is_not_protected(format: str, text: str) -> None:
    (segment,) = read(_BEFORE.get(format, "") + text, format).segments
    assert (segment.text, segment.protected) == (text, ())


NORMALISED = [
    ("Leh\u00adrer", "Lehrer"),
    ("Lehrer\u200b*innen", "Lehrer*innen"),
    ("A\u0308rzte", "Ärzte"),
    ("die\u00a0Lehrer", "die Lehrer"),
    ("die \u00a0\t Lehrer", "die Lehrer"),
    ("🧑\u200d🏫 lehrt", "🧑\u200d🏫 lehrt"),
]


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize(("text", "prose"), NORMALISED)
def test_letters_and_spaces_are_normalised(format: str, text: str, prose: str) -> None:
    before = _BEFORE.get(format, "")
    (segment,) = read(before + text, format).segments
    assert segment.text == prose
    assert segment.offsets.span(0, len(prose)) == (len(before), len(before) + len(text))


def test_words_after_normalised_ones_keep_their_place() -> None:
    text = "\ufeffA\u0308rzte und Leh\u00adrer\u00a0und Köche"
    (segment,) = read(text, "plaintext").segments
    for word, source in (("Ärzte", "A\u0308rzte"), ("Lehrer", "Leh\u00adrer"), ("Köche", "Köche")):
        start = segment.text.index(word)
        assert text[slice(*segment.offsets.span(start, start + len(word)))] == source


def switched_off(text: str, format: str) -> list[str]:
    return [text[start:end].strip() for start, end in read(text, format).suppressed]


SWITCHES = [
    ("a\n\n{off}\n\nb\n\n{on}\n\nc", ["{off}\n\nb\n\n{on}"]),
    ("a\n\n{off}\n\nb", ["{off}\n\nb"]),
    ("{on}\n\na", []),
    ("{ignore-next-line}\n\na\nb", ["a"]),
    ("{ignore-next-line}\r\n\r\na\r\nb", ["a"]),
    ("a\n\n{ignore-file}\n\nb", ["a\n\n{ignore-file}\n\nb"]),
    ("{off}\n\na\n\n{off}\n\nb\n\n{on}\n\nc", ["{off}\n\na\n\n{off}\n\nb\n\n{on}"]),
]
_STYLES = {
    "plaintext": [
        "mitgemeint: %s",
        "# mitgemeint: %s",
        "// mitgemeint:%s",
        "  % mitgemeint: %s ",
        "<!-- mitgemeint: %s -->",
    ],
    "markdown": [
        "<!-- mitgemeint: %s -->",
        "<!--MITGEMEINT:%s-->",
        "{/* mitgemeint: %s */}",
        "[//]: # (mitgemeint: %s)",
    ],
    "latex": ["% mitgemeint: %s", "  %%mitgemeint: %s"],
    # markup
    "html": ["<!-- mitgemeint: %s -->", "{# mitgemeint: %s #}"],
    "asciidoc": ["// mitgemeint: %s", "//mitgemeint:%s"],
    "org": ["# mitgemeint: %s", "#  mitgemeint:%s"],
    "srt": ["mitgemeint: %s", "# mitgemeint:%s"],
    "webvtt": ["NOTE mitgemeint: %s", "NOTE\nmitgemeint:%s"],
    "typst": ["// mitgemeint: %s", "/* mitgemeint:%s */"],
    "rst": [".. mitgemeint: %s", "..  mitgemeint:%s"],
    "gitcommit": ["# mitgemeint: %s", "#mitgemeint:%s"],
}


@pytest.mark.parametrize(("format", "style"), [(name, style) for name in TEXTS for style in _STYLES[name]])
@pytest.mark.parametrize(("text", "expected"), SWITCHES)
def test_switches(format: str, style: str, text: str, expected: list[str]) -> None:
    def fill(part: str) -> str:
        for name in ("off", "on", "ignore-next-line", "ignore-file"):
            part = part.replace(f"{{{name}}}", style.replace("%s", name))
        return part

    assert switched_off(fill(text), format) == [fill(part).strip() for part in expected]


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("plaintext", "Lehrer hier. # mitgemeint: ignore-line"),
        ("plaintext", "Lehrer hier. <!-- mitgemeint: ignore-line -->"),
        ("markdown", "Lehrer hier. <!-- mitgemeint: ignore-line -->"),
        ("latex", "Lehrer hier. % mitgemeint: ignore-line"),
        ("latex", "\\emph{Lehrer} hier.% gut, mitgemeint: ignore-line"),
        # markup
        ("html", "<p>Lehrer hier. <!-- mitgemeint: ignore-line --></p>"),
    ],
)
def test_ignore_line(format: str, text: str) -> None:
    document = read(f"Davor.\n\n{text}\n\nDanach.", format)
    assert switched_off(document.text, format) == [text]
    assert [segment.text for segment in document.segments] == ["Davor.", "Lehrer hier.", "Danach."]


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("plaintext", "Man schreibt mitgemeint: off in eine Zeile."),
        ("markdown", "mitgemeint: off"),
        ("markdown", "```\n<!-- mitgemeint: off -->\n```"),
        ("markdown", "`<!-- mitgemeint: off -->`"),
        ("markdown", "`a {/* mitgemeint: off */} b`"),
        ("latex", "mitgemeint: off"),
        ("latex", "\\verb|% mitgemeint: off| und 5\\% mitgemeint: off"),
        ("latex", "\\begin{verbatim}\n% mitgemeint: off\n\\end{verbatim}"),
        # markup
        ("asciidoc", "----\n// mitgemeint: off\n----"),
        ("org", "#+begin_src\n# mitgemeint: off\n#+end_src"),
        ("html", "mitgemeint: off <script><!-- mitgemeint: off --></script>"),
        ("rst", "mitgemeint: off"),
        ("rst", "::\n\n   .. mitgemeint: off"),
        ("gitcommit", "Betreff\n\nDer Schalter # mitgemeint: off"),
    ],
)
def test_mentions_are_no_switches(format: str, text: str) -> None:
    assert switched_off(text, format) == []


@given(st.text(max_size=40).flatmap(lambda text: st.integers(1, 60).map(lambda times: text * times)))
def test_utf8_offsets_are_code_points(text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    offsets = Utf8Offsets(text.encode())
    position = 0
    for index, character in enumerate(text):
        assert offsets.point(position) == index
        position += len(character.encode())
    assert offsets.point(position) == len(text)
