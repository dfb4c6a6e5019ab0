"""What completes a word after a sign: which endings, in which places, written for the format."""

import pytest

from mitgemeint.analysis import resources
from mitgemeint.analysis.articles import ArticleOrder
from mitgemeint.analysis.completion import Proposal, proposals
from mitgemeint.analysis.edits import apply
from mitgemeint.analysis.endings import Endings, Style
from mitgemeint.analysis.excerpt import WHOLE, excerpt
from mitgemeint.analysis.gender_forms import recognise
from mitgemeint.analysis.settings import Settings

PARAGRAPH = "Die Schule liegt im *alten* Ort, wie `alle Lehrer*` wissen.\n\n- Eins\n- Zwei\n\n"


@pytest.fixture(scope="module")
def endings() -> Endings:
    loaded = resources.load("bundled")
    return Endings(loaded.database, loaded.forms)


def completed(endings: Endings, marked: str, format: str = "plaintext", **settings: object) -> list[Proposal]:
    """The proposals at the `|` of a text."""
    caret = marked.index("|")
    text = marked.replace("|", "", 1)
    return proposals(text, caret, format, endings, Style.of(Settings(**settings)))


@pytest.mark.parametrize(
    ("marked", "forms"),
    [
        ("Lehrer*|", ["Lehrer*in", "Lehrer*innen"]),
        ("Leser:|", ["Leser:in", "Leser:innen"]),
        ("Ärzt_|", ["Ärzt_in", "Ärzt_innen"]),
        ("Kolleg·|", ["Kolleg·in", "Kolleg·innen"]),
        ("Mitarbeiter/|", ["Mitarbeiter/-in", "Mitarbeiter/-innen"]),
        ("Mitarbeiter/-|", ["Mitarbeiter/-in", "Mitarbeiter/-innen"]),
        ("Student/|", ["Student/-in"]),
        ("Absolvent(|", ["Absolvent(in)", "Absolvent(inn)en"]),
        ("LehrerI|", ["LehrerIn", "LehrerInnen"]),
        ("LehrerIn|", ["LehrerInnen"]),
        ("Grundschullehrer*i|", ["Grundschullehrer*in", "Grundschullehrer*innen"]),
        ("EU-Bürger*|", ["EU-Bürger*in", "EU-Bürger*innen"]),
        ("Angestellte*|", ["Angestellte*r", "Angestellte*n"]),
        ("Kunde*|", ["Kund*in"]),
        ("Studenten:|", ["Student:in", "Student:innen"]),
        ("jede*|", ["jede*r", "jede*n"]),
        ("Jede*|", ["Jede*r", "Jede*n"]),
        ("ein*|", ["ein*e"]),
        ("eine*|", ["eine*n", "eine*r"]),
        ("einem:|", ["einem:r"]),
        ("diese/|", ["diese/-r", "diese/-n", "diese/r", "diese/n"]),
        ("die*|", ["die*der", "die*den"]),
        ("er*|", ["er*sie"]),
        ("zum*|", ["zum*zur"]),
        ("vom*|", ["vom*von der"]),
        ("eine gute*|", ["gute*n", "gute*r"]),
        ("mit guten*|", ["guten*r"]),
    ],
)
def test_the_endings_that_fit_a_word_are_offered(endings, marked, forms):
    assert [each.form for each in completed(endings, marked)] == forms


@pytest.mark.parametrize(
    "marked",
    [
        "Tisch*|",
        "Haus:|",
        "Kind*|",
        "Feuerwehrmann*|",
        "Lehrer|",
        "Lehrer* |",
        "Lehrer*|innen",
        "folgende:|",
        "das Gute*|",
        "name_der_|",
        "@Lehrer_|",
        "/pfad/Lehrer/|",
        "https://beispiel.de/Lehrer/|",
        "The manager of the house is not the Designer:|",
        "*|",
        "|",
    ],
)
def test_nothing_is_offered_elsewhere(endings, marked):
    assert completed(endings, marked) == []


def test_only_what_the_house_rule_allows_is_offered(endings):
    assert [each.form for each in completed(endings, "Lehrer*|", policy="genderstern")] != []
    for sign in ":_·/(I":
        assert completed(endings, f"Lehrer{sign}|", policy="genderstern") == []
    assert completed(endings, "Lehrer*|", policy="bayern") == []
    assert [each.form for each in completed(endings, "Lehrer~|", notations=["custom:~"])] == [
        "Lehrer~in",
        "Lehrer~innen",
    ]


def test_the_omission_test_holds_here_too(endings):
    assert completed(endings, "Ärzt*|", omission_test=True) == []
    assert completed(endings, "Lehrer*|", omission_test=True) != []


def test_what_stands_before_the_sign_decides_the_order(endings):
    feminine_first = completed(endings, "der*|", article_order=ArticleOrder.FEMININE_FIRST)
    assert {each.form for each in feminine_first} == {"der*die", "der*des", "der*dem"}


@pytest.mark.parametrize(
    ("format", "marked", "written"),
    [
        ("markdown", "Die Lehrer*|", "Die Lehrer\\*in"),
        ("markdown", "Die Lehrer\\*| da", "Die Lehrer\\*in da"),
        ("markdown", "Die Leser*innen und Autor*|", "Die Leser*innen und Autor\\*in"),
        ("markdown", "* 2 * 3 Lehrer*|", "* 2 * 3 Lehrer\\*in"),
        ("markdown", "Die Lehrer_|", "Die Lehrer_in"),
        ("latex", "Die Lehrer_|", "Die Lehrer\\_in"),
        ("latex", "Die Lehrer\\_|", "Die Lehrer\\_in"),
        ("plaintext", "Lehrer(|)", "Lehrer(in)"),
        ("plaintext", "(siehe Lehrer(|)", "(siehe Lehrer(in))"),
        ("plaintext", "Die A\u0308rzt*|", "Die A\u0308rzt*in"),
        ("plaintext", "Leh\u00adrer*|", "Leh\u00adrer*in"),
    ],
)
def test_the_form_is_written_for_the_format(endings, format, marked, written):
    best = completed(endings, marked, format)[0]
    assert apply(marked.replace("|", ""), [best.edit]) == written


@pytest.mark.parametrize(
    ("format", "marked"),
    [
        ("markdown", "Die *Lehrer*|"),
        ("markdown", "Die **Lehrer*|"),
        ("markdown", "Die **Lehrer**|"),
        ("markdown", "Die _Lehrer_|"),
        ("markdown", "Der Code `Lehrer*|`"),
        ("markdown", "```\nDie Lehrer*|\n```"),
        ("markdown", "---\ntitel: Lehrer*|\n---\n\nText"),
        ("markdown", "<!-- Lehrer*| -->"),
        ("latex", "Die $Lehrer_|$"),
        ("latex", "Die % Lehrer*|"),
        ("latex", "\\label{Lehrer_|}"),
    ],
)
def test_nothing_is_offered_in_markup(endings, format, marked):
    assert completed(endings, marked, format) == []


@pytest.mark.parametrize(
    ("before", "after", "format", "offered"),
    [
        ("", "", "markdown", True),
        ("```\n", "\n```", "markdown", False),
        ("~~~ text\n" + PARAGRAPH * 40, "\n~~~", "markdown", False),
        ("~~~\n" + PARAGRAPH * 40 + "~~~\n\n", "", "markdown", True),
        ("", "", "latex", True),
        ("\\begin{verbatim}\n", "\n\\end{verbatim}", "latex", False),
        ("\\begin{lstlisting}\n" + PARAGRAPH * 40, "\n\\end{lstlisting}", "latex", False),
        ("\\begin{itemize}\\item " + PARAGRAPH * 40, "\n\\end{itemize}", "latex", True),
    ],
)
def test_a_long_document_is_read_like_a_short_one(endings, before, after, format, offered):
    begin = "\\documentclass{article}\n\\begin{document}\n" if format == "latex" else "# Titel\n\n"
    body = PARAGRAPH.replace("`alle Lehrer*`", "alle") * 60
    marked = f"{begin}{body}{before}Die Autor*|{after}\n\n{body}"
    found = completed(endings, marked, format)
    assert bool(found) is offered
    if found:
        text = marked.replace("|", "")
        assert apply(text, [found[0].edit]) == text.replace("Autor*", found[0].edit.new_text)


@pytest.mark.parametrize("format", ["plaintext", "markdown", "latex"])
def test_half_characters_do_no_harm(endings, format):
    assert completed(endings, "\ud83d und \ude00 Lehrer*|", format) != []
    assert completed(endings, "\ud83dLehrer*|", format) is not None


def test_an_excerpt_says_where_it_stands():
    text = PARAGRAPH * 200
    at = text.index("Zwei", len(text) // 2)
    part, shift = excerpt(text, "markdown", at)
    assert len(part) < WHOLE + len(PARAGRAPH)
    assert part[at - shift :].startswith("Zwei")
    assert excerpt("kurz", "markdown", 2) == ("kurz", 0)


def test_every_form_that_is_offered_is_read_back(endings):
    """No completion may give what the checks of written forms report."""
    words = ("Lehrer", "Ärzt", "Kolleg", "Student", "Angestellte", "Bäuer", "Jugendliche", "Jüd", "Beamt")
    is_feminine = resources.load("bundled").database.is_feminine
    for word in words:
        for sign in "*:_·/(I":
            for each in completed(endings, f"{word}{sign}|"):
                (form,) = recognise(each.form, is_feminine)
                assert (form.text, form.well_formed) == (each.form, True)
