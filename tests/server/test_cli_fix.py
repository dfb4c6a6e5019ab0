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


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_mark_stay(run_cli, workplace: Path, ends: str, mark: str) -> None:
    text = f"{mark}Die Lehrer.{ends}{ends}Ende\u2028\x0c ohne Zeilenende"
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
    assert (workplace / "a.txt").read_bytes() == "für die Lehrer".encode("latin-1")
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


def test_a_failed_write_leaves_the_old_file(
    run_cli, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workplace / "a.txt").write_text(TEXT)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run_cli("fix", "--write", "a.txt")
    assert result.status == 2
    assert "E107: a.txt" in result.err
    assert (workplace / "a.txt").read_text() == TEXT
    assert sorted(os.listdir(workplace)) == [".git", "a.txt"]


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
