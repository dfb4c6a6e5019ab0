"""Which files are translations and which are programs: by name, folder and content."""

import pytest

from mitgemeint.analysis.documents import format_of
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME
from mitgemeint.analysis.documents.translation.locales import is_german

FILES = [
    *((name, "json") for name in ("de.json", "de-AT.json", "de_CH.json", "german.json", "messages.de.json")),
    *(
        (name, "json")
        for name in ("locales/de/common.json", "i18n/de/pages/home.json", "app_de.arb", "Deutsch.json")
    ),
    *(
        (name, "json")
        for name in ("_locales/de/messages.json", "lang/de_DE/a.json", "de.common.json", "x/de/a_id.json")
    ),
    *(
        (name, None)
        for name in ("package.json", "en.json", "locales/en/de/x/y/a.json", "data_DE.json", "modde.json")
    ),
    *(
        (name, None)
        for name in ("src/main/java/de/firma/a.json", "locales/de/en/a.json", "de/en.json", "to.json")
    ),
    *(
        (name, "yaml")
        for name in ("de.yml", "config/locales/devise.de.yml", "de_AT.yaml", "_data/de/team.yaml")
    ),
    *(
        (name, None)
        for name in ("config.yml", "guide-de-style.yml", ".github/workflows/ci.yml", "devise.fr.yml")
    ),
    *((name, "properties") for name in ("a_de.properties", "a_de_AT.properties", "messages_de.properties")),
    *((name, None) for name in ("a.properties", "a_en.properties", "a_fr.properties", "log4j.properties")),
    *((name, "apple-strings") for name in ("de.lproj/Localizable.strings", "App/de-CH.lproj/a/x.strings")),
    *((name, None) for name in ("en.lproj/Localizable.strings", "Base.lproj/a.strings", "a.strings")),
    *((name, "fluent") for name in ("de/browser/menu/a.ftl", "locales/de/main.ftl", "de.ftl")),
    *((name, None) for name in ("en-US/a.ftl", "templates/page.ftl")),
    *(
        (name, "po")
        for name in ("de.po", "locale/de/LC_MESSAGES/django.po", "app.pot", "messages.po", "po/app-de.po")
    ),
    *((name, None) for name in ("fr.po", "locale/pt_BR/LC_MESSAGES/django.po")),
    *((name, "xliff") for name in ("messages.de.xlf", "messages.xliff", "de.locallang.xlf")),
    *((name, None) for name in ("messages.fr.xlf", "fr.locallang.xlf")),
    ("de.lproj/Localizable.stringsdict", "stringsdict"),
    ("Localizable.xcstrings", "xcstrings"),
    *((name, "javascript") for name in ("a.js", "a.mjs", "a.jsx")),
    *((name, None) for name in ("a.rb", "a.sh", "a.xml")),
]


@pytest.mark.parametrize(("path", "format"), FILES)
def test_by_name_and_folder(path: str, format: str | None) -> None:
    assert format_of(path) == format
    assert format_of(f"/home/kim/{path}") == format
    assert format_of(path.replace("/", "\\")) == format


_RESOURCES = "<?xml version='1.0'?>\n<resources><string/></resources>"

CONTENTS = [
    ("res/values-de/strings.xml", _RESOURCES, "android"),
    ("res/values-de-rAT/arrays.xml", _RESOURCES, "android"),
    ("res/values-b+de+AT/strings.xml", _RESOURCES, "android"),
    ("res/values/strings.xml", _RESOURCES, "android"),
    ("res/values-night-v21/strings.xml", _RESOURCES, "android"),
    ("res/values-mcc262-de/strings.xml", _RESOURCES, "android"),
    ("res/values-fr/strings.xml", _RESOURCES, None),
    ("res/values-b+sr+Latn/strings.xml", _RESOURCES, None),
    ("res/values-de/strings.xml", "<x/>", None),
    ("res/layout/a.xml", _RESOURCES, None),
    ("app_de.ts", "<?xml version='1.0'?>\n<!DOCTYPE TS>\n<TS>", "qt-ts"),
    ("app_de.ts", "\ufeff<TS version='2.1'>", "qt-ts"),
    ("app.ts", "<!-- Hinweis -->\n<!DOCTYPE TS><TS>", "qt-ts"),
    ("app.ts", "import { a } from './a';", "typescript"),
    ("app.ts", "", "typescript"),
    ("texte.yml", "# x\nde:\n  a: b", "yaml"),
    ("texte.yml", "---\n'de-AT': # x\n  a: b", "yaml"),
    ("texte.yml", "en:\n  a: b\nde:\n  a: b", "yaml"),
    ("texte.yml", "a:\n  de:\n    b: c", None),
    ("texte.yml", "de: ja", None),
]


@pytest.mark.parametrize(("path", "content", "format"), CONTENTS)
def test_by_content(path: str, content: str, format: str | None) -> None:
    assert format_of(path, lambda: content) == format


def test_the_content_is_asked_for_only_where_the_name_is_not_enough() -> None:
    def content() -> str:
        raise AssertionError

    for path in ("a.txt", "de.yml", "a.json", "a.py", "layout/a.xml"):
        format_of(path, content)


@pytest.mark.parametrize(
    ("path", "content", "format"),
    [
        ("texte.json", "{}", "json"),
        ("config.yml", "a: b", "yaml"),
        ("a.properties", "", "properties"),
        ("en.lproj/a.strings", "", "apple-strings"),
        ("fr.po", "", "po"),
        ("a.ftl", "", "fluent"),
        ("a.xml", _RESOURCES, "android"),
        ("a.xml", "<x/>", None),
        ("a.ts", "", "typescript"),
    ],
)
def test_a_named_file_is_what_its_suffix_says(path: str, content: str, format: str | None) -> None:
    assert format_of(path, lambda: content, named=True) == format


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("de", True),
        ("de-AT", True),
        ("de_DE.UTF-8", True),
        ("German", True),
        ("en", False),
        ("den", False),
        ("", False),
    ],
)
def test_tags_inside_files(tag: str, expected: bool) -> None:
    assert is_german(tag) is expected


def test_only_programs_are_programs() -> None:
    programs = {name for name, known in FORMATS_BY_NAME.items() if known.is_program}
    assert programs == {"python", "javascript", "typescript", "java", "c", "cpp", "csharp", "rust", "go"}
