"""LaTeX: what is prose, what is left alone, how characters are read, and where the words stand."""

import re
import tomllib
from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.latex_tables import load
from mitgemeint.analysis.documents.protection import NAME, THING
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME
from mitgemeint.data import resource


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "latex").segments]


BLOCKS = [
    ("Eins\nzwei.\n\nDrei.\r\n\r\n\r\nVier.", [("paragraph", t) for t in ("Eins zwei.", "Drei.", "Vier.")]),
    ("Eins.\\par Zwei.", [("paragraph", "Eins."), ("paragraph", "Zwei.")]),
    ("Eins % Lehrer\nzwei\n% Lehrer\ndrei", [("paragraph", "Eins zwei drei")]),
    ("Leh%\n  rer", [("paragraph", "Lehrer")]),
    ("\\section{Die \\emph{Leser}}\nText", [("heading", "Die Leser"), ("paragraph", "Text")]),
    ("\\chapter*{Leser}", [("heading", "Leser")]),
    ("\\section[Kurz]\n  {Lang} Text", [("heading", "Kurz"), ("heading", "Lang"), ("paragraph", "Text")]),
    ("\\section{Leser\\footnote{Alle}} X", [("heading", "Leser"), ("footnote", "Alle"), ("paragraph", "X")]),
    (
        "Die Leser\\footnote{Auch \\emph{Hörer}.} da",
        [("paragraph", "Die Leser da"), ("footnote", "Auch Hörer.")],
    ),
    (
        "A\\footnote{B\\footnote{C} D\n\nE} F",
        [("paragraph", "A F"), ("footnote", "B D"), ("footnote", "C"), ("footnote", "E")],
    ),
    ("\\footnotetext[3]{Alle Leser}", [("footnote", "Alle Leser")]),
    (
        "\\begin{figure}[tb]\\centering\n\\includegraphics[width=\\textwidth]{leser}\n"
        "\\caption[Leser]{Alle Leser}\\label{fig:leser}\\end{figure}",
        [("paragraph", "Leser"), ("paragraph", "Alle Leser")],
    ),
    (
        "Es gibt\n\\begin{itemize}[leftmargin=1em]\n\\item Leser\n"
        "\\item<2-> Hörer, die\n\n  zuhören\n\\end{itemize}\nund so",
        [
            ("paragraph", "Es gibt"),
            ("item", "Leser"),
            ("item", "Hörer, die"),
            ("item", "zuhören"),
            ("paragraph", "und so"),
        ],
    ),
    (
        "\\begin{description}\\item[Leser] lesen\\item[Hörer] hören\\end{description}",
        [("term", "Leser"), ("definition", "lesen"), ("term", "Hörer"), ("definition", "hören")],
    ),
    (
        "\\begin{enumerate}\\item A\\begin{itemize}\\item B\\end{itemize} C\\end{enumerate} D",
        [("item", "A"), ("item", "B"), ("item", "C"), ("paragraph", "D")],
    ),
    (
        "\\begin{tabular}{l@{ Leser }|p{3cm}}\\toprule\nName & Beruf \\\\[2pt] \\midrule\n"
        "Kim & \\textbf{Koch} \\tabularnewline \\cmidrule(lr){1-2}\n"
        "\\multicolumn{2}{c}{Alle \\& jeder}\\\\ \\end{tabular} Danach",
        [("cell", t) for t in ("Name", "Beruf", "Kim", "Koch", "Alle & jeder")] + [("paragraph", "Danach")],
    ),
    ("\\begin{tabularx}{\\textwidth}{lX}a & b\\end{tabularx}", [("cell", "a"), ("cell", "b")]),
    ("\\begin{quote}Die Leser\\end{quote} da", [("quote", "Die Leser"), ("paragraph", "da")]),
    ("\\begin{satz}[Leser] Alle.\\end{satz}", [("heading", "Leser"), ("paragraph", "Alle.")]),
    ("\\begin{unbekannt}[Leser]{Hörer} Alle.\\end{unbekannt}", [("paragraph", "Alle.")]),
    ("\\begin{frame}[t]{Die Leser}\nAlle\n\\end{frame}", [("heading", "Die Leser"), ("paragraph", "Alle")]),
    ("\\begin{verbatim}\nLeser \\end{x}\n\\end{verbatim} da", [("paragraph", "da")]),
    ("\\begin{lstlisting}[caption=Leser]\nLeser % {\n\\end{lstlisting} da", [("paragraph", "da")]),
    ("\\begin{minted}{python}\nLeser $\n\\end{minted} da", [("paragraph", "da")]),
    ("\\begin{comment}\nLeser\n\\end{comment}\\iffalse Leser \\figur \\fi da", [("paragraph", "da")]),
    ("\\begin{align*}\n\\text{Leser} &= 1\\\\\n\\end{align*}", []),
    ("\\begin{tikzpicture}\\node {Leser};\\end{tikzpicture} da", [("paragraph", "da")]),
    ("\\begin{thebibliography}{9}\\bibitem{a} Der Leser\\end{thebibliography}", []),
    ("\\[ Leser \\]", []),
    ("$$ Leser $$", []),
    (
        "\\documentclass[a4paper]{article}\n\\title{Leser}\n\\newcommand{\\x}{Leser}\n% \\begin{document}\n"
        "\\begin{document}\nText\n\\end{document}\nLeser",
        [("heading", "Leser"), ("paragraph", "Text")],
    ),
    (
        "\\title[Kurz]{Die \\emph{Leser}\\thanks{Und Hörer}} \\author{Leser}\n\\subtitle{B}\nLeser\n"
        "\\newcommand{\\x}{\\title{Leser}} \\usepackage{leser}\n\\begin{document}\nText\\end{document}",
        [
            ("heading", "Kurz"),
            ("heading", "Die Leser"),
            ("footnote", "Und Hörer"),
            ("heading", "B"),
            ("paragraph", "Text"),
        ],
    ),
    ("\\title{Leser\n\\usepackage{x}\n\\begin{document}Text\\end{document}", [("paragraph", "Text")]),
    (
        "\\newcommand{\\x}[1]{Leser #1}\n\\def\\y#1{Leser}\n\\renewcommand\\z{Leser}\nText",
        [("paragraph", "Text")],
    ),
    ("\\setkomavar{subject}{An alle Leser}", [("paragraph", "An alle Leser")]),
    ("\\closing{Gruß}\\encl{Die Leser}", [("paragraph", "Gruß"), ("paragraph", "Die Leser")]),
    (
        "\\cventry{2020}{Leser}{Bote}{Ort}{}{Alle Leser}\\cvitem{Leser}{B}\\cvlistitem{C} D",
        [("paragraph", "Alle Leser"), ("paragraph", "B"), ("item", "C"), ("paragraph", "D")],
    ),
    ("\\newglossaryentry{leser}{name=Leser}\n\\unbekannt{Leser}\nText", [("paragraph", "Text")]),
    ("\\mathe[Leser]{Leser}{Leser}", []),
    ("Nur \\emph{die Leser", [("paragraph", "Nur die Leser")]),
    ("Die Leser} und \\end{x} Hörer", [("paragraph", "Die Leser und"), ("paragraph", "Hörer")]),
    ("Eins \\cite{leser\nzwei", [("paragraph", "Eins zwei")]),
    ("Eins \\emph{\\begin{x} zwei} \\end{x} drei", [("paragraph", t) for t in ("Eins", "zwei", "drei")]),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert prose(text) == expected


INLINES = [
    ("Der \\emph{kluge} und \\textbf {gute} {\\itshape alte} Arzt", "Der kluge und gute alte Arzt"),
    ("Lehr\\textbf{er} und \\textcolor{red}{alle} \\underline{\\textit{da}}", "Lehrer und alle da"),
    ("Die \\href{https://leser.de/a%20b}{Leser} da", "Die Leser da"),
    ("Die \\parbox[t]{2cm}{Leser} und \\mbox{Hörer}", "Die Leser und Hörer"),
    ("Ein \\verb|Leser| und \\verb*+Leser{+ da", f"Ein {THING} und {THING} da"),
    ("Ein \\lstinline{Leser}, \\mintinline{python}{x} und \\texttt{y}", f"Ein {THING}, {THING} und {THING}"),
    ("Auf \\url{https://leser.de/a%b_c#d} steht", f"Auf {THING} steht"),
    ("Der \\gls{kunde}-Bereich", f"Der {THING}-Bereich"),
    ("Nach \\cite[S.~5]{leser} und in~\\cite{leser}", f"Nach {THING} und in {THING}"),
    ("Die Leser \\cite{leser} lesen~\\parencite[vgl.][5]{leser}.", "Die Leser lesen."),
    ("\\textcite{leser} schreibt", f"{NAME} schreibt"),
    ("In Kapitel~\\ref{leser} oder \\autoref{leser}", f"In Kapitel {THING} oder {THING}"),
    ("Die\\index{Leser} Leser\\label{leser} \\vspace{1ex}da", "Die Leser da"),
    ("Mit \\unbekannt[Leser]{Leser}{Leser} da", f"Mit {THING} da"),
    ("Das \\projekt{} und \\projekt\\ da", f"Das {THING} und {THING} da"),
    ("Sei $x_2$ und \\(Leser\\) oder \\[y\\] wahr", f"Sei {THING} und {THING} oder {THING} wahr"),
    ("Sei $a$$b$ wahr", f"Sei {THING}{THING} wahr"),
    ("Es gilt\n\\begin{equation}\n  a\n\\end{equation}\nimmer", f"Es gilt {THING} immer"),
    ("Für 5\\,\\% und 3\\$ \\& \\#1 \\{x y\\}", "Für 5 % und 3$ & #1 {x y}"),
    ("Ein $ und\n\nzwei", "Ein $ und"),
    ("Die\\\\Leser\\\\*[2ex] da \\\\\n[sic]", "Die Leser da [sic]"),
    ("Die~Leser z.\\,B. \\quad da\\ hier\\newline dort", "Die Leser z. B. da hier dort"),
    ('Le\\-ser"-innen, Le"~ser, Auf"|lage, und""/oder', "Leserinnen, Le-ser, Auflage, und/oder"),
    ('Sch\\"uler, \\"Arzte, M\\"{u}ller, {\\"o}rtlich', "Schüler, Ärzte, Müller, örtlich"),
    ("Stra\\ss e, Stra{\\ss}e, Stra\\ss{}e", "Straße, Straße, Straße"),
    ("\\'Etude na\\\"{\\i}v \\c{c}a \\v{s} \\r a \\aa{} \\^{}", "Étude naïv ça š å å ^"),
    ('Stra"se und Sch"uler', "Straße und Schüler"),
    ('Über "Autoren" und "Leser"-Gruppen', 'Über "Autoren" und "Leser"-Gruppen'),
    ("\"`Leser\"' und ``Hörer'' und \\glqq Alle\\grqq{}.", "„Leser“ und “Hörer” und „Alle“."),
    ("\\enquote{Die Leser} und ,,alle''", "„Die Leser“ und „alle”"),
    ("Leser--Hörer --- da\\dots", "Leser–Hörer — da…"),
    ("Leser\\_innen, Leser{*}innen, Leser\\slash innen", "Leser_innen, Leser*innen, Leser/innen"),
    (
        "Leser$^*$innen, Leser\\textsuperscript{*}innen, Leser$\\cdot$innen",
        "Leser*innen, Leser*innen, Leser·innen",
    ),
    ("Mit \\LaTeX{} und \\LaTeX-Vorlagen", "Mit LaTeX und LaTeX-Vorlagen"),
    (
        "Die \\foreignlanguage{english}{teachers} und \\foreignlanguage{ngerman}{Leser}",
        f"Die {THING} und Leser",
    ),
    ("Leser\\footnotemark[1] da", "Leser da"),
    ("Ein~Leser~hier \\label{x}. Noch \\footnote{X}, da", "Ein Leser hier. Noch, da"),
    ("[Leser] und Absolvent[inn]en", "[Leser] und Absolvent[inn]en"),
    ("Leser_innen a&b #1", "Leser_innen a&b #1"),
    ("Der \\emph%\n{Leser}", "Der Leser"),
]


@pytest.mark.parametrize(("text", "expected"), INLINES)
def test_inlines(text: str, expected: str) -> None:
    assert read(text, "latex").segments[0].text == expected


def _document(preamble: str, body: str) -> str:
    return f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}"


LANGUAGES = [
    ("\\usepackage[english,ngerman]{babel}", "Leser", ["Leser"]),
    ("\\usepackage[ngerman,english]{babel}", "Leser", []),
    ("\\usepackage[main=ngerman,english]{babel}", "Leser", ["Leser"]),
    ("% \\usepackage[english]{babel}", "Leser", ["Leser"]),
    ("\\usepackage{polyglossia}\\setmainlanguage{english}", "Leser", []),
    ("\\usepackage{polyglossia}\\setmainlanguage[variant=swiss]{german}", "Leser", ["Leser"]),
    ("\\usepackage[ngerman,english]{babel}", "A\n\\selectlanguage{ngerman} B\n\nC", ["B", "C"]),
    ("", "A {\\selectlanguage{english} B} C", ["A", "C"]),
    ("", "A \\begin{otherlanguage}{english} B \\footnote{C} \\end{otherlanguage} D", ["A", "D"]),
    ("", "A \\begin{otherlanguage*}{ngerman} B \\end{otherlanguage*} C", ["A", "B", "C"]),
    ("", "A \\begin{english} B \\end{english} C", ["A", "C"]),
    ("\\usepackage[ngerman]{babel}", 'Ärzte, "Arzte', ["Ärzte, Ärzte"]),
    ("", 'Ein "Arzt"', ['Ein "Arzt"']),
]


@pytest.mark.parametrize(("preamble", "body", "expected"), LANGUAGES)
def test_only_german_is_read(preamble: str, body: str, expected: list[str]) -> None:
    segments = read(_document(preamble, body), "latex").segments
    assert [segment.text for segment in segments] == expected


def test_switches_in_the_preamble_count() -> None:
    text = _document("% mitgemeint: off", "Leser\n% mitgemeint: on\nHörer")
    ((start, end),) = read(text, "latex").suppressed
    assert text[start:end].startswith("% mitgemeint: off")
    assert text[start:end].endswith("% mitgemeint: on")


PLACES = [
    ("Die \\emph{Leser} da", "Leser", "Leser"),
    ('Stra\\ss e der Sch\\"uler', "Schüler", 'Sch\\"uler'),
    ("Leser\\_innen da", "Leser_innen", "Leser\\_innen"),
    ("Ein \\cite{ä} Leh\\-rer", "Lehrer", "Leh\\-rer"),
    ("\\footnote{Die \\textbf{Leser}}", "Leser", "Leser"),
    ("$ä$ \\verb|ö| % ü\nLeser", "Leser", "Leser"),
    ("\\begin{tabular}{l}ä & Leser\\end{tabular}", "Leser", "Leser"),
    ("Ein Lehr\\textbf{er} da", "Lehrer", "Lehr\\textbf{er"),
]


@pytest.mark.parametrize(("text", "word", "source"), PLACES)
def test_words_keep_their_place(text: str, word: str, source: str) -> None:
    segment = next(segment for segment in read(text, "latex").segments if word in segment.text)
    start = segment.text.index(word)
    assert text[slice(*segment.offsets.span(start, start + len(word)))] == source


@pytest.mark.parametrize(
    ("new_text", "escaped"),
    [
        ("Lehrer*in, Lehrer:in, Lehrer·in, Lehrer(in), Lehrer/-in", None),
        ("Lehrer_in", "Lehrer\\_in"),
        ("R&D 5% #1 $x {y}", "R\\&D 5\\% \\#1 \\$x \\{y\\}"),
        ("a~b^c\\", "a\\textasciitilde{}b\\textasciicircum{}c\\textbackslash{}"),
    ],
)
def test_escape(new_text: str, escaped: str | None) -> None:
    assert FORMATS_BY_NAME["latex"].escape(new_text) == (new_text if escaped is None else escaped)


WRITING = [
    ("", "Der Arzt", "Ärzt"),
    ("", '\\"Uber den Arzt', '\\"Arzt'),
    ("", "Die Stra\\ss e", '\\"Arzt'),
    ("", '\\"Uber die Straße', "Ärzt"),
    ("", 'K\\\\"oln', "Ärzt"),
    ("\\usepackage[ngerman]{babel}", '"Uber den Arzt', '"Arzt'),
    ("\\usepackage[ngerman]{babel}", 'F\\"ur den Arzt', '\\"Arzt'),
    ("\\usepackage[ngerman]{babel}", "Der Arzt", "Ärzt"),
    ("\\usepackage[ngerman]{babel}", '"Uber die Ärztin', "Ärzt"),
]


@pytest.mark.parametrize(("preamble", "body", "written"), WRITING)
def test_umlauts_are_written_as_the_file_writes_them(preamble: str, body: str, written: str) -> None:
    text = _document(preamble, body)
    (segment,) = read(text, "latex").segments
    assert segment.escape("Ärzt") == written
    rewritten = text.replace(body, segment.escape("Ärzte üben, Öl an Füßen"))
    assert [segment.text for segment in read(rewritten, "latex").segments] == ["Ärzte üben, Öl an Füßen"]


_WORDS = st.lists(
    st.sampled_from(
        [
            "Lehrer*in",
            "der*die",
            "Leser_in",
            "[a]",
            "R&D",
            "5%",
            "#1",
            "$x y$",
            "{a b}",
            "\\emph",
            "~",
            "^2",
            '"a"',
            "a",
        ]
    ),
    min_size=1,
    max_size=8,
).map(lambda words: "Der " + " ".join(words))


@given(_WORDS)
@pytest.mark.parametrize("babel", ["", "ngerman"])
def test_escaped_prose_reads_as_itself(babel: str, text: str) -> None:
    written = FORMATS_BY_NAME["latex"].escape(text)
    if babel:
        written = _document(f"\\usepackage[{babel}]{{babel}}", written)
    (segment,) = read(written, "latex").segments
    assert segment.text == text


@pytest.mark.parametrize("new_word", ["Leser*in", "Leser_in"])
@pytest.mark.parametrize("text", [text for text, _ in (*BLOCKS, *INLINES) if "cite[S" not in text])
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(text: str, new_word: str) -> None:
    document = read(text, "latex")
    for number, segment in enumerate(document.segments):
        for word in re.finditer(r"(?<![\w\"])[^\W_]{2,}(?![\w\"])", segment.text):
            if not segment.offsets.is_copied(*word.span()):
                continue
            start, end = segment.offsets.span(*word.span())
            rewritten = read(text[:start] + segment.escape(new_word) + text[end:], "latex")
            expected = [(other.kind, other.text) for other in document.segments]
            changed = segment.text[: word.start()] + new_word + segment.text[word.end() :]
            expected[number] = (segment.kind, changed)
            assert [(other.kind, other.text) for other in rewritten.segments] == expected


_LEFT_ALONE = st.sampled_from(
    [
        "\\cite[Leser]{leser}",
        "\\ref{leser}",
        "\\verb|Leser|",
        "$Leser$",
        "\\(Leser\\)",
        "\\unbekannt[Leser]{Leser \\emph{Leser}}",
        "% Leser\n",
        "\\begin{verbatim}Leser\\end{verbatim}",
        "\\begin{align}Leser & Leser\\end{align}",
        "\\foreignlanguage{french}{Leser}",
        "\\begin{english}Leser\\end{english}",
        "\\setlength{\\leser}{Leser}",
        "\\newcommand{\\leser}{Leser}",
        "\\includegraphics[Leser]{Leser}",
    ]
)
_READ = st.sampled_from(
    [
        "Hörer ",
        "\\emph{Hörer}",
        "\\footnote{Hörer}",
        "\\section{Hörer}",
        "{Hörer}",
        "\\enquote{Hörer}",
        "\\begin{quote}Hörer\\end{quote}",
        "\\begin{itemize}\\item Hörer\\end{itemize}",
        "\\begin{tabular}{l}Hörer & Hörer\\end{tabular}",
        "\n\nHörer ",
        "\\\\",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(_LEFT_ALONE, _READ), max_size=15))
def test_prose_is_read_and_everything_else_left_alone(parts: list[str]) -> None:
    text = " ".join(parts)
    read_texts = " ".join(segment.text for segment in read(text, "latex").segments)
    assert "Leser" not in read_texts
    assert read_texts.count("Hörer") == text.count("Hörer")


def test_no_name_is_listed_twice() -> None:
    data = tomllib.loads(resource("lexicon", "latex.toml").read_text(encoding="utf-8"))
    for table in ("command", "environment"):
        names = Counter(chain.from_iterable(row["names"] for row in data[table]))
        assert [name for name, times in names.items() if times > 1] == []
    characters = {*data["letters"], *data["words"], *data["accents"]}
    assert characters.isdisjoint(chain.from_iterable(row["names"] for row in data["command"]))


def test_every_command_has_known_arguments() -> None:
    tables = load()
    commands = [*tables.commands.values(), *(known.arguments for known in tables.environments.values())]
    assert set("".join(command.arguments for command in commands)) <= set("mpgoOrlc")
