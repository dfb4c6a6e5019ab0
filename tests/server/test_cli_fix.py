import os
import stat
import subprocess
from pathlib import Path

import pytest

TEXT = "Die Lehrer kommen.\n"


def test_a_file_is_rewritten(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    result = run_cli("fix", "--notation", "star", "a.txt")
    assert result.status == 0
    assert (workplace / "a.txt").read_text() == "Die Lehrer*innen kommen.\n"
    assert result.out == ""
    assert "1" in result.err


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_mark_stay(run_cli, workplace: Path, ends: str, mark: str) -> None:
    text = f"{mark}Die Lehrer.{ends}{ends}Ende\u2028\x0c ohne Zeilenende"
    (workplace / "a.txt").write_bytes(text.encode())
    run_cli("fix", "a.txt")
    assert (workplace / "a.txt").read_bytes() == text.replace("Lehrer", "Lehrer*innen").encode()


def test_the_mode_and_a_link_stay(run_cli, workplace: Path) -> None:
    target = workplace / "ziel.txt"
    target.write_text(TEXT)
    target.chmod(0o640)
    (workplace / "link.txt").symlink_to("ziel.txt")
    run_cli("fix", "link.txt")
    assert (workplace / "link.txt").is_symlink()
    assert target.read_text() == "Die Lehrer*innen kommen.\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(os.listdir(workplace)) == [".git", "link.txt", "ziel.txt"]


def test_what_needs_no_change_is_not_touched(run_cli, workplace: Path) -> None:
    file = workplace / "a.txt"
    file.write_text("Alle kommen.\n")
    before = file.stat()
    run_cli("fix", "a.txt")
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
    result = run_cli("fix", "a.txt", "b.txt", "c.txt")
    assert result.status == 2
    assert (workplace / "a.txt").read_bytes() == "für die Lehrer".encode("latin-1")
    assert (workplace / "c.txt").read_text() == "Die Lehrer*innen kommen.\n"


def test_a_pipe_is_not_rewritten(run_cli, workplace: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, TEXT.encode())
    os.close(writing)
    try:
        result = run_cli("fix", f"/dev/fd/{reading}")
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
    result = run_cli("fix", "a.txt")
    assert result.status == 2
    assert "E107: a.txt" in result.err
    assert (workplace / "a.txt").read_text() == TEXT
    assert sorted(os.listdir(workplace)) == [".git", "a.txt"]


def test_without_paths_nothing_is_rewritten(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(TEXT)
    assert run_cli("fix").status == 2
    assert (workplace / "a.txt").read_text() == TEXT
