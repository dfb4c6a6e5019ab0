"""Messages of programs in any file: placeholders, branches, HTML and short cuts."""

import json

import pytest

from mitgemeint.analysis.documents import Segment, read


def segments(message: str) -> list[Segment]:
    return list(read(json.dumps({"a": message}, ensure_ascii=False), "json").segments)


def texts(message: str) -> list[str]:
    return [segment.text for segment in segments(message)]


PLACEHOLDERS = [
    *(
        "%s",
        "%1$s",
        "%@",
        "%(name)s",
        "%{name}",
        "%<name>s",
        "{name}",
        "{0}",
        "{}",
        "{ name }",
        "{user.name}",
    ),
    *(
        "{{name}}",
        "{{{name}}}",
        "{{ user.name | upper }}",
        "${name}",
        "#{name}",
        "$t(a.b)",
        "@:a.b",
        "%1",
        "%L1",
    ),
    *(
        "{0,date,long}",
        "{name!r}",
        "{x:>10}",
        "{0:dd. MMMM yyyy}",
        ":name",
        "$name",
        "$NAME$",
        "$1",
        "[[name]]",
        "__name__",
        "\ufffc",
    ),
]


@pytest.mark.parametrize("placeholder", PLACEHOLDERS)
def test_placeholders_are_things(placeholder: str) -> None:
    (segment,) = segments(f"Hallo {placeholder} und Tschüs")
    assert segment.text == "Hallo Element und Tschüs"
    assert segment.protected == ((6, 13),)


NUMBERS = [
    *("%d", "%1$d", "%n", "%lld", "%(n)d", "{count}", "{{count}}", "%{count}", "{userCount}", "{n, number}"),
    *("{{ total }}", "$count", ":count", "%u", "%arg", "%#@count@"),
]


@pytest.mark.parametrize("placeholder", NUMBERS)
def test_placeholders_of_numbers_are_numbers(placeholder: str) -> None:
    (segment,) = segments(f"Es sind {placeholder} Leser")
    assert (segment.text, segment.protected) == ("Es sind 5 Leser", ((8, 9),))


@pytest.mark.parametrize(
    "message",
    [
        "50 % der Leser, 100%ige Sicherheit, 5 %",
        "Leser:innen, der:die Leser*in um 10:30 Uhr",
        "Preis: 5 $ oder 5 €, a < b und c > d",
        "Leser/-innen (m/w/d) & Co.",
        "Wie geht's? Gibt''s was?",
        "Er (der Leser) kommt {",
    ],
)
def test_prose_has_no_placeholders(message: str) -> None:
    (segment,) = segments(message)
    assert (segment.text, segment.protected) == (message, ())


BRANCHES = [
    ("{n, plural, one {Ein Leser} other {# Leser}}", ["Ein Leser", "5 Leser"]),
    (
        "{n,plural,=0{Kein Leser}=1{# Leser}other{# Leser}} da.",
        ["Element da.", "Kein Leser", "1 Leser", "5 Leser"],
    ),
    ("{n, plural, offset:1 one {# Leser} other {# Leser}}", ["1 Leser", "5 Leser"]),
    ("{n, selectordinal, one {#. Leser} other {#. Leser}}", ["1. Leser", "5. Leser"]),
    ("{g, select, male {Er} female {Sie} other {{name}}} kommt", ["Element kommt", "Sie"]),
    ("{g, select, male {{n, plural, one {Er} other {Sie}}} other {Leute}}", ["Leute"]),
    ("{n, plural, m {Einer} other {Viele}}", ["Einer", "Viele"]),
    (
        "{g, select, a {{n, plural, one {# Leser} other {# Leser}}} other {Text}}",
        ["1 Leser", "5 Leser", "Text"],
    ),
    ("{n, plural, one {# '{Lehrer}' hat''s} other {x}}", ["1 Element hat's", "x"]),
    ("{n, plural, one {Lehrer", []),
    ("{n, plural, {Lehrer}}", []),
    ("{n, plural, one {Text}} }", []),
]


@pytest.mark.parametrize(("message", "expected"), BRANCHES)
def test_branches_are_prose_of_their_own(message: str, expected: list[str]) -> None:
    assert texts(message) == expected


HTML = [
    ("Der <b>gute</b> <a href='Lehrer'>Arzt</a><br/>da", ["Der gute Arzt da"]),
    ("<p>Eins</p><ul><li>Zwei</li><li>Drei</li></ul>", ["Eins", "Zwei", "Drei"]),
    ("Ruf <code>lehrer(<b>x</b>)</code> auf", ["Ruf Element auf"]),
    ("Der <1>Arzt</1> und <Link>der Koch</Link> <icon/> da", ["Der Arzt und der Koch da"]),
    ("Nimm <datei> und los", ["Nimm Element und los"]),
    ("R&amp;D f&uuml;r &#x4B;&nbsp;und &unbekannt;", ["R&D für K und Element"]),
    ("Eins <!-- Lehrer --> zwei", ["Eins zwei"]),
    ("Eins <code>Lehrer", ["Eins ElementLehrer"]),
    ("kein Leser | ein Leser | {n} Leser", ["kein Leser", "ein Leser", "5 Leser"]),
]


@pytest.mark.parametrize(("message", "expected"), HTML)
def test_html(message: str, expected: list[str]) -> None:
    assert texts(message) == expected


LINES = [
    ("Eins\nzwei\n\nDrei", ["Eins zwei", "Drei"]),
    ("Wir suchen:\n- Köche\n- Ärzte", ["Wir suchen:", "Köche", "Ärzte"]),
    ("Name\tArzt", ["Name", "Arzt"]),
]


@pytest.mark.parametrize(("message", "expected"), LINES)
def test_lines(message: str, expected: list[str]) -> None:
    assert texts(message) == expected


@pytest.mark.parametrize(
    ("message", "new_text", "escaped"),
    [
        ("Text", "<a> & % '", "<a> & % '"),
        ("<b>Text</b>", "<a> &amp; & %", "&lt;a> &amp;amp; & %"),
        ("%s Text", "5 %", "5 %%"),
        ("{n, plural, other {Text}}", "geht's", "geht''s"),
    ],
)
def test_what_is_written_follows_the_message(message: str, new_text: str, escaped: str) -> None:
    assert segments(message)[-1].escape(new_text) == escaped
