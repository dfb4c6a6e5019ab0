"""Which formats a run reads: translations by folder and content, programs on request."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

FILES = {
    "brief.md": "Die Lehrer",
    "app/locales/de/a.json": '{"a": "Die Lehrer"}',
    "app/locales/en/a.json": '{"a": "Die Lehrer"}',
    "app/package.json": '{"a": "Die Lehrer"}',
    "app/config.yml": "a: Die Lehrer",
    "app/texte.yml": "de:\n  a: Die Lehrer",
    "app/res/values-de/strings.xml": "<resources><string name='a'>Die Lehrer</string></resources>",
    "app/res/values-fr/strings.xml": "<resources><string name='a'>Die Lehrer</string></resources>",
    "app/i18n/app_de.ts": "<!DOCTYPE TS><TS><translation>Die Lehrer</translation></TS>",
    "app/src/main.ts": "// Die Lehrer",
    "app/src/main.py": "# Die Lehrer",
}
TRANSLATIONS = {
    "app/i18n/app_de.ts": "qt-ts",
    "app/locales/de/a.json": "json",
    "app/res/values-de/strings.xml": "android",
    "app/texte.yml": "yaml",
}
PROGRAMS = {"app/src/main.py": "python", "app/src/main.ts": "typescript"}


@pytest.fixture
def project(workplace: Path) -> Path:
    for name, content in FILES.items():
        file = workplace / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    return workplace


@pytest.fixture
def checked(run_cli, project: Path) -> Callable[..., dict[str, str]]:
    def run(*arguments: str) -> dict[str, str]:
        result = run_cli("check", "--format", "json", *arguments)
        return {file["path"]: file["format"] for file in json.loads(result.out)["files"]}

    return run


def test_folders_are_searched_for_german_translations(checked) -> None:
    assert checked() == {"brief.md": "markdown", **TRANSLATIONS}
    assert checked("app") == TRANSLATIONS


def test_programs_are_read_on_request(checked, project: Path) -> None:
    (project / ".mitgemeint.toml").write_text("programs = true\n")
    assert checked() == {"brief.md": "markdown", **TRANSLATIONS, **PROGRAMS}


def test_formats_choose(checked, project: Path) -> None:
    (project / ".mitgemeint.toml").write_text('formats = ["json", "python"]\n')
    assert checked() == {"app/locales/de/a.json": "json", "app/src/main.py": "python"}
    (project / ".mitgemeint.toml").write_text('formats = ["json"]\nprograms = true\n')
    assert checked() == {"app/locales/de/a.json": "json", **PROGRAMS}


def test_named_files_are_read_as_what_they_are(checked) -> None:
    named = ("app/package.json", "app/config.yml", "app/src/main.py", "app/i18n/app_de.ts")
    assert list(checked(*named).values()) == ["json", "yaml", "python", "qt-ts"]
    assert checked("app/config.yml", "--text-format", "plaintext") == {"app/config.yml": "plaintext"}


def test_standard_input_is_told_by_name_and_content(run_cli) -> None:
    text = b"<TS><translation>Die Lehrer</translation></TS>"
    result = run_cli("check", "-", "--format", "json", "--stdin-filename", "a.ts", stdin=text)
    assert json.loads(result.out)["files"][0]["format"] == "qt-ts"
    result = run_cli("check", "-", "--format", "json", "--stdin-filename", "a.ts", stdin=b"// Die Lehrer")
    assert json.loads(result.out)["files"][0]["format"] == "typescript"


def test_an_unreadable_file_is_of_no_format(run_cli, project: Path) -> None:
    (project / "app" / "kaputt.yml").write_bytes(b"\xff\xfede:\n")
    (project / "app" / "tot.yml").symlink_to("fehlt")
    assert run_cli("check", "app").status == 1
