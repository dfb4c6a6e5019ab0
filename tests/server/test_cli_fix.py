import os
import stat
import subprocess
import threading
from pathlib import Path

import pytest

from mitgemeint.analysis.findings import Analysis
from mitgemeint.server.problems import ProblemError
from mitgemeint.server.writing import replace_content

TEXT = "Die Lehrer kommen.\n"


def test_a_file_is_rewritten(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("fix", "--write", "--notation", "star", "a.txt")
    assert result.status == 0
    assert (workplace / "a.txt").read_text() == "Die Lehrer*innen kommen.\n"
    assert result.out == ""
    assert "1" in result.err


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\r\n\n\r\r\r\n\n"])
@pytest.mark.parametrize("last", [" ohne Zeilenende", "\n", "\r\n", "\r", "\n\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff", "\ufeff\ufeff"])
def test_line_ends_and_byte_order_mark_stay(
    run_cli, workplace: Path, ends: str, last: str, mark: str
) -> None:
    text = f"{mark}Die Lehrer.{ends}{ends}Die Lehrer{ends}Ende\u2028\x0c{last}"
    (workplace / "a.txt").write_bytes(text.encode())
    run_cli("fix", "--write", "a.txt")
    assert (workplace / "a.txt").read_bytes() == text.replace("Lehrer", "Lehrer*innen").encode()


def test_the_mode_and_a_link_stay(run_cli, workplace: Path) -> None:
    target = workplace / "ziel.txt"
    target.write_text(TEXT)
    target.chmod(0o640)
    (workplace / "link.txt").symlink_to("ziel.txt")
    run_cli("fix", "--write", "link.txt")
    assert (workplace / "link.txt").is_symlink()
    assert target.read_text() == "Die Lehrer*innen kommen.\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(os.listdir(workplace)) == [".git", "link.txt", "ziel.txt"]


def test_the_new_content_comes_through_a_file_in_the_same_folder(
    run_cli, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workplace / "unter").mkdir()
    target = workplace / "unter" / "a.txt"
    target.write_text(TEXT)
    seen: list[tuple[Path, str, str]] = []
    real = os.replace

    def replace(source: Path, destination: Path) -> None:
        seen.append((Path(source).parent, Path(source).read_text(), Path(destination).read_text()))
        real(source, destination)

    monkeypatch.setattr(os, "replace", replace)
    assert run_cli("fix", "--write", "unter/a.txt").status == 0
    assert seen == [(target.parent, "Die Lehrer*innen kommen.\n", TEXT)]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_the_permissions_stay(run_cli, workplace: Path, mode: int) -> None:
    (workplace / "a.txt").write_text(TEXT)
    (workplace / "a.txt").chmod(mode)
    assert run_cli("fix", "--write", "a.txt").status == 0
    assert stat.S_IMODE((workplace / "a.txt").stat().st_mode) == mode


def test_what_needs_no_change_is_not_touched(run_cli, workplace: Path) -> None:
    file = workplace / "a.txt"
    file.write_text("Alle kommen.\n")
    before = file.stat()
    run_cli("fix", "--write", "a.txt")
    assert file.stat().st_ino == before.st_ino
    assert file.stat().st_mtime_ns == before.st_mtime_ns


def test_standard_input_goes_to_standard_output(run_cli) -> None:
    result = run_cli("fix", "-", "--notation", "colon", stdin=b"\xef\xbb\xbfDie Lehrer.\r\n")
    assert result.status == 0
    assert result.raw == b"\xef\xbb\xbfDie Lehrer:innen.\r\n"
    assert result.err == ""


@pytest.mark.parametrize(
    "text", [TEXT, "Die Lehrer", "a\r\nDie Lehrer\r\nb", "1\n2\n3\n4\nDie Lehrer\n6\n7\n8\n9"]
)
def test_the_diff_can_be_applied(run_cli, workplace: Path, text: str) -> None:
    file = workplace / "a.txt"
    file.write_bytes(text.encode())
    result = run_cli("fix", "--diff", "a.txt")
    assert result.status == 1
    assert file.read_bytes() == text.encode()
    subprocess.run(["git", "apply", "-p0", "-"], input=result.raw, check=True, cwd=workplace)
    assert file.read_bytes() == text.replace("Lehrer", "Lehrer*innen").encode()


def test_no_difference_gives_zero(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text("Alle.\n")
    result = run_cli("fix", "--diff", "a.txt")
    assert (result.status, result.raw) == (0, b"")


def test_what_cannot_be_read_gives_two_and_the_rest_is_rewritten(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_bytes("für die Lehrer".encode("latin-1"))
    (workplace / "b.txt").write_text("ABSTURZ\n")
    (workplace / "c.txt").write_text(TEXT)
    result = run_cli("fix", "--write", "a.txt", "b.txt", "c.txt")
    assert result.status == 2
    assert [line.split(": ")[1:3] for line in result.err.splitlines()[:2]] == [
        ["E104", "a.txt"],
        ["E901", "b.txt"],
    ]
    assert (workplace / "a.txt").read_bytes() == "für die Lehrer".encode("latin-1")
    assert (workplace / "b.txt").read_text() == "ABSTURZ\n"
    assert (workplace / "c.txt").read_text() == "Die Lehrer*innen kommen.\n"


def test_a_pipe_is_not_rewritten(run_cli, workplace: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, TEXT.encode())
    os.close(writing)
    try:
        result = run_cli("fix", "--write", f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert result.status == 2
    assert "E109" in result.err


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failed_write_leaves_the_old_file(
    run_cli, workplace: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    (workplace / "a.txt").write_text(TEXT)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    result = run_cli("fix", "--write", "a.txt")
    assert result.status == 2
    assert "E107: a.txt" in result.err
    assert (workplace / "a.txt").read_text() == TEXT
    assert sorted(os.listdir(workplace)) == [".git", "a.txt"]


@pytest.mark.parametrize("ends", ["", "\r\n"])
def test_without_options_the_one_text_goes_to_standard_output(run_cli, workplace: Path, ends: str) -> None:
    before = f"\ufeffDie Lehrer kommen.{ends}".encode()
    (workplace / "a.txt").write_bytes(before)
    result = run_cli("fix", "a.txt")
    assert result.status == 0
    assert result.raw == f"\ufeffDie Lehrer*innen kommen.{ends}".encode()
    assert result.err == ""
    assert (workplace / "a.txt").read_bytes() == before


def test_a_folder_with_one_text_goes_to_standard_output(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    assert run_cli("fix", ".").raw == b"Die Lehrer*innen kommen.\n"


@pytest.mark.parametrize("paths", [("a.txt", "b.txt"), (".",), ("-", "a.txt")])
@pytest.mark.parametrize("language", ["de", "en"])
def test_several_texts_need_an_option(
    run_cli, workplace: Path, paths: tuple[str, ...], language: str
) -> None:
    for name in ("a.txt", "b.txt"):
        (workplace / name).write_text(TEXT)
    result = run_cli("fix", *paths, "--lang", language, stdin=TEXT.encode())
    assert (result.status, result.raw, result.out) == (2, b"", "")
    (line,) = result.err.splitlines()
    assert line.startswith("mitgemeint: E001: ")
    assert "--diff" in line
    assert "--write" in line
    assert (workplace / "a.txt").read_text() == TEXT


def test_on_an_error_nothing_goes_to_standard_output(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text("ABSTURZ " + TEXT)
    result = run_cli("fix", "a.txt")
    assert (result.status, result.raw) == (2, b"")
    assert "E901: a.txt" in result.err


def test_a_diff_and_writing_exclude_each_other(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("fix", "--diff", "--write", "a.txt")
    assert (result.status, result.raw) == (2, b"")
    assert "E001" in result.err
    assert (workplace / "a.txt").read_text() == TEXT


def test_with_write_files_are_written_and_standard_input_still_goes_to_standard_output(
    run_cli, workplace: Path
) -> None:
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("fix", "--write", "-", "a.txt", stdin=b"Die Lehrer.")
    assert result.status == 0
    assert result.raw == b"Die Lehrer*innen."
    assert (workplace / "a.txt").read_text() == "Die Lehrer*innen kommen.\n"


def test_the_notation_chooses_as_in_check(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    for argv, form in (
        (("--notation", "colon"), "Lehrer:innen"),
        (("--notation", "colon,star"), "Lehrer:innen"),
        (("--notation", "star", "--notation", "colon"), "Lehrer*innen"),
    ):
        result = run_cli("fix", "a.txt", *argv)
        assert result.raw == f"Die {form} kommen.\n".encode()
        assert result.settings[0].notations == run_cli("check", "a.txt", *argv).settings[0].notations
    result = run_cli("fix", "a.txt", "--notation", "gibtsnicht")
    assert (result.status, result.raw) == (2, b"")
    assert "E202" in result.err


def test_without_paths_nothing_is_rewritten(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    assert run_cli("fix").status == 2
    assert (workplace / "a.txt").read_text() == TEXT


def test_all_names_of_a_file_stay_names_of_one_file(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    (workplace / "b.txt").hardlink_to(workplace / "a.txt")
    assert run_cli("fix", "--write", "a.txt").status == 0
    assert (workplace / "b.txt").read_text() == "Die Lehrer*innen kommen.\n"
    assert (workplace / "a.txt").samefile(workplace / "b.txt")


def test_a_failed_write_in_place_puts_the_old_content_back(
    run_cli, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workplace / "a.txt").write_text(TEXT)
    (workplace / "b.txt").hardlink_to(workplace / "a.txt")
    failures = iter([OSError(28, "No space left on device")])

    def full(*_: object) -> None:
        for failure in failures:
            raise failure

    monkeypatch.setattr(os, "fsync", full)
    result = run_cli("fix", "--write", "a.txt")
    assert result.status == 2
    assert "E107: a.txt" in result.err
    assert (workplace / "b.txt").read_text() == TEXT


@pytest.mark.parametrize("change", ["rewrite", "replace", "append", "shorten"])
def test_what_was_changed_meanwhile_is_not_overwritten(
    run_cli, fake_pipeline, workplace: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    file = workplace / "a.txt"
    file.write_text(TEXT)
    real = fake_pipeline.analyze
    contents = {"rewrite": "Die Lehrer fehlen.\n", "append": TEXT + "x", "shorten": TEXT[:-1]}

    def analyze(self: object, text: str, format: str = "plaintext") -> Analysis:
        if change == "replace":
            (workplace / "neu").write_text("neu\n")
            os.replace(workplace / "neu", file)
        else:
            file.write_text(contents[change])
        return real(self, text, format)

    monkeypatch.setattr(fake_pipeline, "analyze", analyze)
    result = run_cli("fix", "--write", "a.txt")
    assert result.status == 2
    (line,) = [line for line in result.err.splitlines() if line.startswith("mitgemeint")]
    assert line.startswith("mitgemeint: E111: a.txt: ")
    assert file.read_text() == contents.get(change, "neu\n")


def test_of_two_at_once_one_is_refused(workplace: Path) -> None:
    file = workplace / "a.txt"
    file.write_bytes(b"alt")
    outcomes: list[str] = []
    refused: list[str] = []
    start = threading.Barrier(8)

    def replace(number: int) -> None:
        start.wait()
        try:
            replace_content(file, b"alt", f"neu {number}".encode())
            outcomes.append(f"neu {number}")
        except ProblemError as error:
            refused.append(error.problem.code)

    threads = [threading.Thread(target=replace, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [file.read_text()]
    assert refused == ["E111"] * 7


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="for the superuser nothing is read-only"
)
def test_a_read_only_file_is_not_rewritten(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    (workplace / "a.txt").chmod(0o444)
    result = run_cli("fix", "--write", "a.txt")
    assert result.status == 2
    assert "E107" in result.err
    assert (workplace / "a.txt").read_text() == TEXT


def test_a_file_whose_writing_is_denied_is_not_rewritten(
    run_cli, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the test before, for the superuser too."""
    (workplace / "a.txt").write_text(TEXT)
    monkeypatch.setattr(os, "access", lambda *_: False)
    result = run_cli("fix", "--write", "a.txt")
    assert result.status == 2
    assert "E107: a.txt" in result.err
    assert (workplace / "a.txt").read_text() == TEXT
    assert sorted(os.listdir(workplace)) == [".git", "a.txt"]


def test_the_hook_of_pre_commit_rewrites_the_files_that_it_is_given(run_cli, workplace: Path) -> None:
    """pre-commit calls the `entry` of a hook with the names of the files of a commit."""
    hooks = (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text("utf-8")
    (entry,) = [line.split()[2:] for line in hooks.splitlines() if line.startswith("  entry: mitgemeint fix")]
    for name in ("a.txt", "b.txt"):
        (workplace / name).write_text(TEXT)
    assert run_cli(*entry, "a.txt", "b.txt").status == 0
    assert (workplace / "b.txt").read_text() == "Die Lehrer*innen kommen.\n"


# ---- what is left to decide ------------------------------------------------------------------------


@pytest.mark.parametrize("option", [(), ("--diff",), ("--write",)])
@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Zum Entscheiden übrig: 3. Zeigen: mitgemeint check"),
        ("en", "Left to decide: 3. To see them: mitgemeint check"),
    ],
)
def test_what_nothing_could_be_applied_to_is_counted(
    run_cli, workplace: Path, option: tuple[str, ...], language: str, line: str
) -> None:
    """A finding without a suggestion (jeder), and two whose only one must be checked (Leser)."""
    file = workplace / "a.txt"
    file.write_text("Die Lehrer, die Leser, jeder Leser.\n")
    result = run_cli("fix", "a.txt", *option, "--lang", language)
    assert result.err.splitlines()[-1] == line
    rewritten = file.read_text() if option == ("--write",) else result.raw.decode()
    assert "Die Lehrer*innen, die Leser, jeder Leser.\n" in rewritten
    assert result.status == (1 if option == ("--diff",) else 0)


def test_the_counts_of_several_files_are_summed_and_silenced_codes_do_not_count(
    run_cli, workplace: Path
) -> None:
    (workplace / ".mitgemeint.toml").write_text('severity = {generic-pronoun = "off"}\n')
    for name in ("a.txt", "b.txt", "c.txt"):
        (workplace / name).write_text("Die Lehrer und jeder Leser.\n" if name < "c" else TEXT)
    result = run_cli("fix", "--write", ".", "--lang", "en")
    assert result.err.splitlines() == [
        "Files rewritten: 3.",
        "Left to decide: 2. To see them: mitgemeint check",
    ]


def test_findings_of_unknown_reference_that_are_switched_off_are_not_left(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text("Der Pilot kommt.\n")
    assert "1." in run_cli("fix", "a.txt").err
    (workplace / ".mitgemeint.toml").write_text('severity = {unknown = "off"}\n')
    assert run_cli("fix", "a.txt").err == ""


def test_a_diff_has_the_byte_order_mark_and_names_with_spaces(run_cli, workplace: Path) -> None:
    (workplace / "ein brief.txt").write_bytes(b"\xef\xbb\xbfDie Lehrer kommen.\n")
    shown = run_cli("fix", "--diff", "--notation", "star", "ein brief.txt").raw.decode()
    assert "--- ein brief.txt\t\n" in shown
    assert "-\ufeffDie Lehrer kommen.\n" in shown
    assert "+\ufeffDie Lehrer*innen kommen.\n" in shown


@pytest.mark.parametrize(
    "text",
    [
        "Rolle=Schüler und 100%Schüler kommen.",
        "Die Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzesschüler kommen.",
        "EIN TEILnehmer kam.",
    ],
)
@pytest.mark.parametrize("policy", ["genderstern", "paarform", "bayern"])
def test_what_was_written_is_not_written_again(run_cli, workplace: Path, text: str, policy: str) -> None:
    (workplace / "a.txt").write_text(text, encoding="utf-8")
    run_cli("fix", "--write", "--policy", policy, "a.txt")
    once = (workplace / "a.txt").read_text(encoding="utf-8")
    assert "innen*innen" not in once
    assert once.lower().count("nehmerin") <= 1
