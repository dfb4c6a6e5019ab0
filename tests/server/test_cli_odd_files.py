"""Files that are none, are too large or cannot be seen, and settings that no parser takes: one line each."""

import os
from pathlib import Path

import pytest

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server import reading
from mitgemeint.server.config import load_settings
from mitgemeint.server.details import SYSTEM, of_entry, of_toml
from mitgemeint.server.problems import Key, Problem

TEXT = "Die Lehrer kommen.\n"
pytestmark = pytest.mark.timeout(30)


def codes(err: str) -> list[str]:
    return [line.split(": ")[1] for line in err.splitlines() if line.startswith("mitgemeint: ")]


def test_programs_without_suffix_are_no_texts(run_cli, workplace: Path) -> None:
    (workplace / "LIESMICH").write_text(TEXT)
    (workplace / "programm").write_bytes(b"\x7fELF\0\0Lehrer")
    result = run_cli("check", "--format", "json")
    assert (result.status, result.err) == (1, "")
    assert "LIESMICH" in result.out
    assert "programm" not in result.out
    assert codes(run_cli("check", "programm").err) == ["E103"]


@pytest.mark.skipif(os.name != "posix", reason="pipes as on POSIX")
@pytest.mark.parametrize("command", [("check",), ("fix", "--write")])
def test_a_named_pipe_is_not_waited_for(run_cli, workplace: Path, command: tuple[str, ...]) -> None:
    os.mkfifo(workplace / "rohr.txt")
    (workplace / "gut.txt").write_text(TEXT)
    result = run_cli(*command, "rohr.txt", "gut.txt")
    assert result.status == 2
    assert codes(result.err) == ["E112"]
    assert result.settings


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there are no devices here")
def test_a_device_is_no_text(run_cli) -> None:
    result = run_cli("check", "/dev/zero")
    assert (result.status, codes(result.err)) == (2, ["E112"])


def test_a_pipe_of_the_shell_is_read(run_cli, workplace: Path) -> None:
    if not os.path.exists("/dev/fd"):
        pytest.skip("there is no /dev/fd here")
    reader, writer = os.pipe()
    os.write(writer, TEXT.encode())
    os.close(writer)
    try:
        result = run_cli("check", f"/dev/fd/{reader}")
    finally:
        os.close(reader)
    assert (result.status, codes(result.err)) == (1, [])


@pytest.mark.parametrize("name", ["gross.txt", "-"])
def test_a_large_text_is_skipped(
    run_cli, workplace: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(reading, "LARGEST", 100)
    (workplace / "gross.txt").write_bytes(b"x" * 101)
    (workplace / "gut.txt").write_bytes(b"x" * 100)
    result = run_cli("check", name, "gut.txt", stdin=b"x" * 101)
    assert (result.status, codes(result.err)) == (2, ["E110"])


@pytest.mark.skipif(os.name != "posix", reason="pipes as on POSIX")
def test_settings_and_word_lists_are_not_waited_for(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    os.mkfifo(workplace / "rohr.toml")
    (workplace / ".mitgemeint.toml").write_text('entries = ["rohr.toml"]\n')
    result = run_cli("check", "a.txt")
    assert (result.status, codes(result.err)) == (1, ["W302"])
    assert result.settings[0].entries == ()
    (workplace / ".mitgemeint.toml").unlink()
    os.mkfifo(workplace / ".mitgemeint.toml")
    result = run_cli("check", "a.txt")
    assert (result.status, codes(result.err)) == (2, ["E204"])


@pytest.mark.skipif(os.name != "posix", reason="pipes as on POSIX")
def test_an_ignore_file_is_not_waited_for(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    os.mkfifo(workplace / ".gitignore")
    assert run_cli("check", ".").status == 1


def test_a_folder_that_cannot_be_entered(run_cli, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system answers where a folder may be listed but not searched."""
    (workplace / "zu").mkdir()
    for name in ("zu/a.txt", "b.txt"):
        (workplace / name).write_text(TEXT)
    real = os.stat

    def stat(path: object, *arguments: object, **options: object) -> os.stat_result:
        if isinstance(path, str | Path) and "zu" in Path(path).absolute().parent.parts:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *arguments, **options)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(os, "stat", stat)
    for arguments in ([".", "zu/a.txt"], ["zu/a.txt", "b.txt"], ["zu", "b.txt"]):
        result = run_cli("check", *arguments)
        assert result.status == 2
        assert set(codes(result.err)) <= {"E102", "E105"}
        assert "zu/a.txt" in result.err
        assert "b.txt:1:5" in result.out


def test_odd_ignore_patterns_are_skipped_with_a_warning(run_cli, workplace: Path) -> None:
    (workplace / ".gitignore").write_bytes(b"\xff\xfe\n[\n\\\n/\n!\nb.txt\n" + b"*a" * 60 + b"b\n")
    for name in ("a" * 120 + ".txt", "b.txt"):
        (workplace / name).write_text(TEXT)
    result = run_cli("check", ".")
    assert result.status == 1
    assert [line.split(": ")[1:3] for line in result.err.splitlines()] == [
        ["W113", ".gitignore:2"],
        ["W113", ".gitignore:3"],
        ["W113", ".gitignore:7"],
    ]
    assert "b.txt" not in result.out


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = " + "[" * 100_000, ".mitgemeint.toml"),
        ("a = " + "1" * 5000, ".mitgemeint.toml"),
        ("\npolicy =\n", ".mitgemeint.toml:2"),
        ("policy = 'a'\npolicy = 'b'\n", ".mitgemeint.toml:2"),
        ("a = [\n1,\n\n", ".mitgemeint.toml:2"),
        ("policy = '''\n\nx", ".mitgemeint.toml:3"),
        ("[policy]\n", ".mitgemeint.toml:1"),
        ("\n[[policy]]\n", ".mitgemeint.toml:2"),
        ("\n\nformats = ['x']\n", ".mitgemeint.toml:3"),
        ("\nexclude = ['a', '[']\n", ".mitgemeint.toml:2"),
        ("\ninclude = ['\\']\n", ".mitgemeint.toml:2"),
    ],
)
def test_broken_settings_are_one_line_that_names_the_place(
    run_cli, workplace: Path, text: str, place: str
) -> None:
    (workplace / ".mitgemeint.toml").write_text(text)
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("check", "a.txt")
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert line.split(": ")[2] == place


def test_invalid_toml_in_an_unrelated_table_of_pyproject_is_not_our_concern(run_cli, workplace: Path) -> None:
    (workplace / "pyproject.toml").write_text("a = " + "[" * 100_000)
    (workplace / "a.txt").write_text(TEXT)
    assert run_cli("check", "a.txt").status == 1


TOML = ["a", "a = ", "a = 1 b", "= 1", "a = 'x", 'a = "\\q"', "[a", "a = 1\na = 2", "a = {b = 1", "[a]\n[a]"]
TOML += [
    "a = [",
    "a = 2024-13-45",
    "a = 1\n[a.b]",
    "a = {b = 1, b = 2}",
    'a = "\x01"',
    'a = "\\ud800"',
    "a = '''",
]
ENTRIES = {
    "a.txt": "",
    "ordner.toml": None,
    "latin.toml": b"\xff",
    "a.toml": "\n".join(
        [
            "[[add]]\nmasculine = 1",
            "[[add]]\nmasculine = 'Zz'",
            "[[add]]\nmasculine = 'kein Wort'",
            "[[add]]\nmasculine = 'Zz'\nfeminine = 'Zzin'\nparadigm = 'x'",
            "[[add]]\nmasculine = 'Zz'\nfeminine = 'Zzin'\nsense = 'x'",
            "[[add]]\nmasculine = 'Zz'\nfeminine = 'Zzin'\nhead = 'x'",
            "[[add]]\nmasculine = 'Zz'\nfeminine = 'Zzin'\nfoo = 'x'",
            "[[add]]\nmasculine = 'Zz'\nfeminine = 'Zzin'\nalternative = 1",
            *(
                f"[[add]]\nmasculine = 'Zz'\nfeminine = 'Zzin'\nalternative = [{{{row}}}]"
                for row in (
                    "x = 1",
                    "form = 1",
                    "form = 'Zz', compound = 1",
                    "gender = 'fem'",
                    "form = 'Zz', gender = 'x'",
                    "form = 'Zz', gender = 'fem', number = 'x'",
                    "form = 'Zz', gender = 'fem', fits = 'x'",
                    "form = 'Zz', gender = 'adjectival'",
                    "form = 'Zz', gender = 'fem', replaces = ['x']",
                    "form = 'Zz', gender = 'fem', note = 1",
                )
            ),
            "[[remove]]\nmasculine = 'Qxqxer'",
            "[[change]]\nmasculine = 'Qxqxer'\nfeminine = 'Qxqxerin'",
            "[[foo]]\nmasculine = 'Zz'",
        ]
    ),
    "kaputt.toml": "[[add]]\nmasculine = \n",
    "lang.toml": "[[add]]\nmasculine = " + "1" * 5000,
    "tief.toml": "[[add]]\nmasculine = " + "[" * 100_000,
    "hexadezimal.toml": "[[add]]\nmasculine = 'Zz'\nfeminine = 'Zzin'\nhead = 0x" + "f" * 5000,
    "a.csv": "feminine\nx\n",
    "b.csv": "masculine;feminine\n",
    "c.csv": "masculine,feminine,foo\nA,B,C,D\n",
}


@pytest.mark.parametrize("text", TOML)
def test_what_toml_says_is_said_in_the_language_of_the_user(text: str) -> None:
    import tomllib

    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    line, reason = of_toml(caught.value, text)
    assert line >= 1
    assert isinstance(reason, Key), reason


def test_what_is_wrong_with_entries_is_said_in_the_language_of_the_user(workplace: Path) -> None:
    from mitgemeint.analysis.database import Database

    for name, content in ENTRIES.items():
        if content is None:
            (workplace / name).mkdir()
        else:
            (workplace / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    database = Database.load([workplace / name for name in (*ENTRIES, "fehlt.toml")])
    assert len(database.problems) >= 24
    for problem in database.problems:
        reason = of_entry(problem.reason)
        assert isinstance(reason, Key), problem.reason
        for inner in reason.values.values():
            assert not any(english in str(inner) for english in ("Errno", "Exceeds", "recursion"))


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_error_of_the_system_has_its_words(language: str) -> None:
    catalogue = Catalogue.load(language)
    assert {f"system.{name}" for name in SYSTEM} == {
        key for key in catalogue.texts if key.startswith("system.")
    }


def test_a_link_to_nowhere_is_no_settings_file(workplace: Path) -> None:
    (workplace / ".mitgemeint.toml").symlink_to("fehlt")
    assert load_settings(workplace).problems == ()


def test_half_a_character_in_a_message_does_no_harm() -> None:
    assert "\\ud800" in Problem("E303", {"word": "a\ud800"}).text(Catalogue.load("de"))
