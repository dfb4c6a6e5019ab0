import json
from pathlib import Path

import pytest

TEXT = "Die Lehrer kommen.\n"


def test_findings_give_one_and_none_give_zero(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    (workplace / "b.txt").write_text("Die Lehrkräfte kommen.\n")
    assert run_cli("check", "a.txt").status == 1
    assert run_cli("check", "b.txt").status == 0
    assert run_cli("check", "a.txt", "b.txt").status == 1
    assert run_cli("check", "--exit-zero", "a.txt").status == 0


def test_without_paths_this_folder_is_checked(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    assert run_cli("check").status == 1


def test_standard_input(run_cli) -> None:
    result = run_cli("check", "-", "--format", "json", stdin=TEXT.encode())
    assert result.status == 1
    assert json.loads(result.out)["files"][0]["path"] == "-"
    assert json.loads(result.out)["files"][0]["format"] == "plaintext"


@pytest.mark.parametrize(
    ("arguments", "format"),
    [
        (("--stdin-filename", "brief.md"), "markdown"),
        (("--stdin-filename", "brief.txt"), "plaintext"),
        (("--stdin-filename", "brief.txt", "--text-format", "markdown"), "markdown"),
        (("--text-format", "markdown"), "markdown"),
    ],
)
def test_the_format_of_standard_input(run_cli, arguments: tuple[str, ...], format: str) -> None:
    result = run_cli("check", "-", "--format", "json", *arguments, stdin=TEXT.encode())
    assert json.loads(result.out)["files"][0]["format"] == format


def test_standard_input_takes_the_settings_of_its_file(run_cli, workplace: Path) -> None:
    (workplace / "amt").mkdir()
    (workplace / "amt" / ".mitgemeint.toml").write_text('notations = ["colon"]\n')
    result = run_cli("check", "-", "--stdin-filename", "amt/brief.txt", stdin=TEXT.encode())
    assert "Lehrer:innen" in result.out
    assert "Lehrer*innen" not in result.out


@pytest.mark.parametrize(
    ("data", "code", "named"),
    [
        ("Für die Lehrer\n".encode("latin-1"), "E104", "ISO-8859-1"),
        ("„Lehrer“\n".encode("cp1252"), "E104", "WINDOWS-1252"),
        ("Die Lehrer\n".encode("utf-16"), "E104", "UTF-16"),
        ("Die Lehrer\n".encode("utf-16-le"), "E104", "UTF-16LE"),
        ("Die Lehrer\n".encode("utf-32"), "E104", "UTF-32"),
        (b"PK\x03\x04\x00\x00\xff\x00Lehrer", "E103", "schlecht.txt"),
    ],
)
def test_what_is_not_utf8_is_named_and_the_rest_is_checked(
    run_cli, workplace: Path, data: bytes, code: str, named: str
) -> None:
    (workplace / "schlecht.txt").write_bytes(data)
    (workplace / "gut.txt").write_text(TEXT)
    result = run_cli("check", "schlecht.txt", "gut.txt")
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert f"{code}: schlecht.txt" in line
    assert named in line
    assert "gut.txt:1:5" in result.out


def test_the_first_bad_line_is_named(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_bytes("eins\nzwei\nfür\n".encode("latin-1"))
    assert "Zeile 3" in run_cli("check", "a.txt").err


def test_a_byte_order_mark_is_no_text(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_bytes("\ufeffLehrer\n".encode())
    (finding,) = json.loads(run_cli("check", "--format", "json", "a.txt").out)["files"][0]["findings"]
    assert finding["start"] == 0


def test_an_empty_file_is_fine(run_cli, workplace: Path) -> None:
    (workplace / "leer.txt").touch()
    result = run_cli("check", "leer.txt")
    assert result.status == 0
    assert "N106: leer.txt" in result.err
    assert result.settings == []


@pytest.mark.parametrize(("path", "code"), [("fehlt.txt", "E101"), ("kreis.txt", "E102"), ("ordner", "E105")])
def test_paths_that_give_nothing(run_cli, workplace: Path, path: str, code: str) -> None:
    (workplace / "kreis.txt").symlink_to("kreis.txt")
    (workplace / "ordner").mkdir()
    (workplace / "ordner" / "bild.png").write_bytes(b"x")
    (workplace / "gut.txt").write_text(TEXT)
    result = run_cli("check", path, "gut.txt")
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert line.startswith(f"mitgemeint: {code}: {path}: ")
    assert "gut.txt:1:5" in result.out


def test_without_a_readable_text_nothing_is_loaded(run_cli) -> None:
    result = run_cli("check", "fehlt.txt")
    assert result.settings == []
    assert result.out == ""


def test_a_broken_settings_file_ends_the_run(run_cli, workplace: Path) -> None:
    (workplace / ".mitgemeint.toml").write_text("policy = \n")
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("check", "a.txt")
    assert result.status == 2
    assert result.out == ""
    assert result.settings == []
    (line,) = result.err.splitlines()
    assert line.startswith("mitgemeint: E201: .mitgemeint.toml:1: ")


def test_a_format_that_does_not_exist(run_cli, workplace: Path) -> None:
    (workplace / ".mitgemeint.toml").write_text('formats = ["pdf"]\n')
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("check", ".")
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert line.startswith("mitgemeint: E202: .mitgemeint.toml:1: „formats“")
    assert "E108" in run_cli("check", "--text-format", "pdf", "-").err


def test_an_unknown_setting_is_only_a_warning(run_cli, workplace: Path) -> None:
    (workplace / ".mitgemeint.toml").write_text("reportspecific = true\n")
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("check", "a.txt")
    assert result.status == 1
    assert "report_specific" in result.err


@pytest.mark.parametrize(
    "arguments", [("--policy", "gibtsnicht"), ("--notation", "stern"), ("--text-format", "pdf")]
)
def test_wrong_choices_end_the_run(run_cli, workplace: Path, arguments: tuple[str, str]) -> None:
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("check", *arguments, "a.txt")
    assert result.status == 2
    assert result.settings == []
    assert len(result.err.splitlines()) == 1


def test_settings_of_the_command_line(run_cli, workplace: Path) -> None:
    (workplace / ".mitgemeint.toml").write_text('notations = ["colon"]\ncompound_modifiers = true\n')
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("check", "--notation", "star,pair", "--notation", "colon", "--report-specific", "a.txt")
    (settings,) = result.settings
    assert settings.notations == ("star", "pair", "colon")
    assert settings.report_specific
    assert settings.compound_modifiers


@pytest.mark.parametrize("command", ["check", "fix"])
def test_the_certainty_of_the_command_line_goes_before_that_of_the_file(
    run_cli, workplace: Path, command: str
) -> None:
    (workplace / ".mitgemeint.toml").write_text("min_certainty = 0.25\n")
    (workplace / "a.txt").write_text(TEXT)
    given = [
        run_cli(command, *arguments, "a.txt").settings[0].min_certainty
        for arguments in ((), ("--min-certainty", "0.75"), ("--min-certainty=0",))
    ]
    assert given == [0.25, 0.75, 0]


@pytest.mark.parametrize("value", ["1.5", "-1", "nan", "inf", "0,8", "80%", "viel", ""])
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_certainty_that_is_none_is_told(run_cli, workplace: Path, value: str, language: str) -> None:
    result = run_cli("check", "--min-certainty", value, "--lang", language)
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("mitgemeint: E001: --min-certainty ")
    expected = {"de": f"eine Zahl von 0 bis 1 (etwa 0.8) statt „{value}“", "en": "a number from 0 to 1"}
    assert expected[language] in line


def test_files_with_different_settings_are_checked_by_their_own(run_cli, workplace: Path) -> None:
    for name, sign in (("a", "star"), ("b", "colon")):
        (workplace / name).mkdir()
        (workplace / name / ".mitgemeint.toml").write_text(f'notations = ["{sign}"]\n')
        (workplace / name / "x.txt").write_text(TEXT)
        (workplace / name / "y.txt").write_text(TEXT)
    result = run_cli("check", ".", "--format", "jsonl")
    labels = [
        suggestion["label"]
        for line in result.out.splitlines()
        for suggestion in json.loads(line)["files"][0]["findings"][0]["suggestions"]
    ]
    assert labels == ["Lehrer*innen", "Lehrer*innen", "Lehrer:innen", "Lehrer:innen"]
    assert len(result.settings) == 2


def test_a_code_can_be_switched_off(run_cli, workplace: Path) -> None:
    (workplace / ".mitgemeint.toml").write_text('[severity]\ngeneric-masculine = "off"\n')
    (workplace / "a.txt").write_text(TEXT)
    assert run_cli("check", "a.txt").status == 0


UNKNOWN = "Der Pilot kommt.\n"


@pytest.mark.parametrize(
    ("severity", "shown"),
    [
        ("", "hint"),
        ('unknown = "warning"', "warning"),
        ('generic-masculine = "error"', "error"),
        ('default = "off"\nunknown = "warning"', "warning"),
    ],
)
def test_findings_of_unknown_reference_count_as_found(
    run_cli, workplace: Path, severity: str, shown: str
) -> None:
    (workplace / ".mitgemeint.toml").write_text(f"[severity]\n{severity}\n")
    (workplace / "a.txt").write_text(UNKNOWN)
    result = run_cli("check", "--format", "json", "a.txt")
    assert result.status == 1
    (finding,) = json.loads(result.out)["files"][0]["findings"]
    assert (finding["reference"], finding["severity"]) == ("unknown", shown)
    (result,) = json.loads(run_cli("check", "--format", "sarif", "a.txt").out)["runs"][0]["results"]
    assert result["level"] == {"hint": "note"}.get(shown, shown)
    out = run_cli("check", "--format", "github", "a.txt").out
    assert out.startswith("::" + {"hint": "notice"}.get(shown, shown))


@pytest.mark.parametrize("format", ["text", "json", "jsonl", "sarif", "github"])
def test_findings_of_unknown_reference_can_be_switched_off(run_cli, workplace: Path, format: str) -> None:
    (workplace / ".mitgemeint.toml").write_text('severity = {unknown = "off"}\n')
    (workplace / "a.txt").write_text(UNKNOWN)
    result = run_cli("check", "--format", format, "a.txt")
    assert (result.status, "Pilot" in result.out) == (0, False)
    (workplace / "a.txt").write_text(f"{UNKNOWN}{TEXT}")
    assert run_cli("check", "--format", format, "a.txt").status == 1


def test_an_error_of_ours_costs_one_file(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text("ABSTURZ\n")
    (workplace / "b.txt").write_text(TEXT)
    result = run_cli("check", "a.txt", "b.txt")
    assert result.status == 2
    assert "E901: a.txt" in result.err
    assert "b.txt:1:5" in result.out


def test_each_line_is_a_text(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_bytes("😀 Lehrer\r\n\r\nnichts\nZwei Lehrer, ein Lehrer\n".encode())
    result = run_cli("check", "--each-line", "--format", "jsonl", "a.txt")
    assert result.status == 1
    objects = [json.loads(line) for line in result.out.splitlines()]
    assert [len(found["files"][0]["findings"]) for found in objects] == [1, 0, 0, 2]
    first = objects[0]["files"][0]["findings"][0]
    assert (first["start"], first["end"]) == (2, 8)
    assert first["range"]["start"] == {"line": 0, "character": 3}


def test_each_line_tells_people_the_line_of_the_file(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text("nichts\nDie Lehrer")
    result = run_cli("check", "--each-line", "a.txt")
    assert "a.txt:2:5: generic-masculine" in result.out


def test_a_file_named_twice_is_checked_once(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    (workplace / "b.txt").symlink_to("a.txt")
    result = run_cli("check", "a.txt", ".", "./a.txt", str(workplace / "a.txt"), "b.txt", "--format", "json")
    assert [file["path"] for file in json.loads(result.out)["files"]] == ["a.txt"]


@pytest.mark.parametrize(("language", "word"), [("de", "Warum"), ("en", "Why")])
def test_the_language_of_the_report(run_cli, language: str, word: str) -> None:
    assert word in run_cli("check", "-", "--lang", language, stdin=TEXT.encode()).out
