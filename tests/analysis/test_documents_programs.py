"""Programs: which comments are prose, what in them is left alone, and that nothing else is read."""

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.programs.tables import load

ALL = tuple(load().languages)
CURLY = tuple(name for name in ALL if name != "python")


def texts(text: str, format: str) -> list[str]:
    return [segment.text for segment in read(text, format).segments]


@pytest.mark.parametrize("format", CURLY)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// Die Leser\n// kommen.\n", ["Die Leser kommen."]),
        ("/// Die Leser\n//! kommen.\n", ["Die Leser", "kommen."]),
        ("x(); // Eins.\ny(); // Zwei.\n", ["Eins.", "Zwei."]),
        ("/* Die Leser\n * kommen. */", ["Die Leser kommen."]),
        ("/**\r\n * Eins.\r\n *\r\n * Zwei.\r\n */", ["Eins.", "Zwei."]),
        ("// Eins.\n\n// Zwei.", ["Eins.", "Zwei."]),
        ('f("// Lehrer /* Lehrer"); // Text', ["Text"]),
        ('f("a \\" // Lehrer"); g(\'"\'); // Text', ["Text"]),
        (
            "/** @param leser Name des Autors\n * @return der Koch\n * @see Lehrer\n */",
            ["Name des Autors", "der Koch"],
        ),
        ("/** \\param[in] leser Der Arzt.\n \\brief Der Koch. */", ["Der Arzt.", "Der Koch."]),
        ("// for (Lehrer l : lehrer) {\n// lehrer.get(x);\n// }\n// lehrer = new Lehrer()", []),
        ("// mitgemeint: off\n// NOLINT Lehrer\n// SPDX-License-Identifier: Lehrer", []),
        (
            "/* Text `Lehrer`, lehrerListe, hole_lehrer, Lehrer::x, f() */",
            ["Text " + ", ".join(["Element"] * 5)],
        ),
        (
            "/* der_die Leser_in, eine_n, jede_r, neue_r Leser_in, ist_aktiv, liste_n, der_x */",
            ["der_die Leser_in, eine_n, jede_r, neue_r Leser_in, Element, Element, Element"],
        ),
        (
            "// kein(e) Leser(in)\n// wenn der*die Leser*in liest;\n// und die Leser(inn)en;\n// leser(n)",
            ["kein(e) Leser(in) wenn der*die Leser*in liest; und die Leser(inn)en;"],
        ),
        (
            "/** Der Koch.\n * @example\n * const a = 1;\n * // Die Lehrer kommen\n * @returns der Gast\n */",
            ["Der Koch.", "der Gast"],
        ),
        (
            "// Siehe [Kunde], Kunde.name, Kunde.neu() und Kunde#x, z.B. der Kunde.Und mehr [wie hier]",
            ["Siehe Element, Element, Element und Element, z.B. der Kunde.Und mehr [wie hier]"],
        ),
        (
            "/* Args:\n  x (Kunde): Der Koch.\n  y, z : Kunde\n     Ein Gast. */",
            ["Args:", "Der Koch.", "Ein Gast."],
        ),
        ("/* Eins\n```\nLehrer\n```\nZwei */", ["Eins", "Zwei"]),
        ("/* Text", ["Text"]),
        ("//", []),
    ],
)
def test_comments(format: str, text: str, expected: list[str]) -> None:
    assert texts(text, format) == expected


SPECIAL = [
    ("python", '#!/usr/bin/lehrer\n# Text\n"""Mehr."""\n', ["Text", "Mehr."]),
    ("python", 'x = "Lehrer"\nf("""\nLehrer\n""")\n', []),
    ("python", "def f():\n    r'''Der Koch.'''\n", ["Der Koch."]),
    (
        "python",
        'class A:\n    """Eins.\n\n    Args:\n        koch: Der Koch.\n    """\n',
        ["Eins.", "Args: koch: Der Koch."],
    ),
    (
        "python",
        '"""Eins.\n\n:param arzt: der Arzt\n:type arzt: Lehrer\n:raises Lehrer: wenn\n"""\n',
        ["Eins.", "der Arzt", "wenn"],
    ),
    ("python", '"""Eins.\n\n>>> lehrer()\nLehrer\n\nZwei."""\n', ["Eins.", "Zwei."]),
    ("python", "x = '''# Lehrer'''  # Text\n", ["Text"]),
    ("javascript", "const a = `// Lehrer ${x}`, b = /'\\/\\/ Lehrer/; // Text", ["Text"]),
    ("typescript", "type A = 'Lehrer'; /** {@link Lehrer} Text */", ["Element Text"]),
    ("java", 'String s = """\n// Lehrer\n"""; // Text', ["Text"]),
    ("c", "#include <lehrer.h> // Text\nchar c = '\"';", ["Text"]),
    ("cpp", 'auto s = R"x(// Lehrer )" /* )x"; // Text', ["Text"]),
    (
        "csharp",
        "/// Der <c>Leser.Name</c> <see/> da\n/// <code>\n/// Leser x\n/// </code>\n/// Gut.",
        ["Der Element Element da", "Gut."],
    ),
    ("java", "/** Ein <pre>Leser</pre>\n * <pre>Leser\n * Leser</pre>\n * Gut. */", ["Ein Element", "Gut."]),
    ("csharp", 'var s = @"C:\\"; // Text', ["Text"]),
    ("csharp", '/// <summary>Der Koch.</summary>\n/// <see cref="Lehrer"/>', ["Der Koch. Element"]),
    ("rust", "fn f<'a>(x: &'a str) {} // Text", ["Text"]),
    ("rust", 'let s = r#"// Lehrer " "#; /* a /* b */ Text */ let x = 1;', ["a /* b */ Text"]),
    ("go", "s := `// Lehrer \\`; // Text", ["Text"]),
    ("go", "// Ein Bericht:\n//\n//\tLehrer 3\n//\n//\tLeser 4\n//\n// Danach.", ["Ein Bericht:", "Danach."]),
    ("go", "/*\nEin Bericht:\n\n\tLehrer 3\n\nDanach.\n*/", ["Ein Bericht:", "Danach."]),
    (
        "go",
        "// Rollen:\n//\n//   - Leser, die\n//     lesen\n//\n//     Mehr.",
        ["Rollen:", "Leser, die lesen", "Mehr."],
    ),
    ("go", "// Der Leser\n//   der Zeitung", ["Der Leser der Zeitung"]),
    ("c", "/* Ein Text:\n\n   Lehrer */", ["Ein Text:", "Lehrer"]),
    (
        "c",
        "/* Nur die Leser gehen;\n   int der_leser;\n   leser.gehe();\n   return leser; */",
        ["Nur die Leser gehen;"],
    ),
]


@pytest.mark.parametrize(("format", "text", "expected"), SPECIAL)
def test_languages(format: str, text: str, expected: list[str]) -> None:
    assert texts(text, format) == expected


@pytest.mark.parametrize(
    ("format", "text", "new_text", "escaped"),
    [
        ("java", "/* Text */", "Leser*in */", "Leser*in *\u2060/"),
        ("java", "// Text", "Leser*in\nda", "Leser*in da"),
        ("python", '"""Text"""', '"a" \\', '\\"a\\" \\\\'),
        ("python", 'r"""Text"""', '"a" \\', "\u201da\u201d \\"),
        ("python", "'Text'", "geht's", "geht\\'s"),
    ],
)
def test_escape(format: str, text: str, new_text: str, escaped: str) -> None:
    (segment,) = read(text, format).segments
    assert segment.escape(new_text) == escaped


_ENGLISH = [
    "Host header",
    "Manager",
    "The administrator of this system manages all users.",
    "Returns the director of the editor, or the moderator if there is none.",
    "TODO: ask the instructor about the monitor driver.",
    "A reader is never closed by its owner.",
]


@pytest.mark.parametrize("format", ALL)
def test_english_comments_have_no_findings(format: str) -> None:
    sign = "#" if format == "python" else "//"
    text = "\n\n".join(f"{sign} {sentence}" for sentence in _ENGLISH)
    assert Pipeline(Settings(policy="genderstern")).analyze(text, format=format).findings == ()


@pytest.mark.parametrize("format", CURLY)
def test_german_comments_among_english_ones_are_read(format: str) -> None:
    text = "// The owner of the file and the reader of it\n\n// Der Leser.\n\n// Host header"
    assert texts(text, format) == ["Der Leser."]
    assert (
        texts("// The owner of it\n\n// Der Leser und der Autor mit dem Arzt.\n\n// Host", format)[2]
        == "Host"
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ("Returns", "-------", "Koch", "    Der Koch.", "list of Arzt", "    Die Ärzte."),
            "Der Koch. Die Ärzte.",
        ),
        (
            ("    Returns", "    -------", "    Koch", "        Der Koch.", "", "    Ein Gast."),
            "Der Koch. Ein Gast.",
        ),
        (("Raises", "------", "LeserFehler", "    Wenn der Leser fehlt."), "Wenn der Leser fehlt."),
        (("Notes", "-----", "Der Koch", "    und der Arzt."), "Der Koch und der Arzt."),
        (("Returns", "-------", "Der Koch kocht."), "Der Koch kocht."),
    ],
)
def test_types_above_their_descriptions_are_no_prose(lines: tuple[str, ...], expected: str) -> None:
    text = '"""Text.\n\n' + "\n".join(lines) + '\n"""\n'
    found = " ".join(texts(text, "python")).replace("Returns", "").replace("Raises", "").replace("Notes", "")
    assert " ".join(found.replace("-", "").split()) == f"Text. {expected}"
