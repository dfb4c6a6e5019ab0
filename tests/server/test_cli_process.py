"""The command line as a process of its own: streams, signals, what gets loaded."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CLI = [sys.executable, "-m", "mitgemeint.server.cli"]
LOADED = """
import sys
from mitgemeint.server.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("loaded:", *sorted({"spacy", "thinc", "pygls", "torch"} & set(sys.modules)), file=sys.stderr)
"""


def run(
    *argv: str, program: list[str] | None = None, **options: object
) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "PYTHONUTF8": "0"}
    environment |= options.pop("environment", {})  # type: ignore[arg-type]
    settings = {"capture_output": True, "stdin": subprocess.DEVNULL, "timeout": 60, **options}
    return subprocess.run([*(program or CLI), *argv], env=environment, check=False, **settings)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "argv",
    [
        ("--help",),
        ("--version",),
        ("check", "--help"),
        ("policies",),
        ("policies", "permissive"),
        ("explain", "generic-masculine"),
        ("check", "fehlt.txt"),
        ("check", "leer.txt"),
        ("check", "--policy", "gibtsnicht", "leer.txt"),
    ],
)
def test_what_needs_no_analysis_loads_none(workplace: Path, argv: tuple[str, ...]) -> None:
    (workplace / "leer.txt").touch()
    result = run(*argv, program=[sys.executable, "-c", LOADED])
    assert result.stderr.splitlines()[-1].strip() == b"loaded:"


def test_help_and_version_give_zero() -> None:
    for argv in (("--help",), ("check", "--help"), ("fix", "-h"), ("--version",)):
        result = run(*argv)
        assert result.returncode == 0
        assert result.stdout
        assert result.stderr == b""


@pytest.mark.parametrize(
    ("language", "word"), [("de_AT.UTF-8", "Aufruf"), ("fr_FR.UTF-8", "usage"), ("C", "usage")]
)
def test_help_is_in_the_language_of_the_user(language: str, word: str) -> None:
    assert run("check", "--help", environment={"LANG": language}).stdout.decode().startswith(f"{word}: ")
    assert run("--lang", "de", "check", "--help").stdout.decode().startswith("Aufruf: ")
    assert run("check", "--lang=en", "--help").stdout.decode().startswith("usage: ")


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        ((), "Es fehlt ein Befehl"),
        (("prüfe",), "BEFEHL kennt „prüfe“ nicht. Möglich: check, fix"),
        (("check", "--gibtsnicht"), "Unbekanntes Argument: --gibtsnicht."),
        (("check", "--format", "xml"), "--format kennt „xml“ nicht. Möglich: text, json"),
        (("check", "--each-line=3"), "Zu --each-line gehört kein Wert (3)."),
        (("check", "--policy"), "Zu --policy fehlt ein Wert."),
        (("fix",), "Es fehlt: PATH."),
        (("fix", "--diff", "--write", "a.txt"), "--write und --diff schließen sich aus."),
        (("lsp", "--tcp", "x"), "--tcp braucht eine ganze Zahl statt „x“."),
        (("--lang",), "Zu --lang fehlt ein Wert."),
    ],
)
def test_wrong_arguments_give_two_and_one_line(argv: tuple[str, ...], text: str) -> None:
    result = run(*argv)
    assert result.returncode == 2
    assert result.stdout == b""
    (line,) = result.stderr.decode().splitlines()
    assert line.startswith("mitgemeint: E001: ")
    assert text in line


@pytest.mark.parametrize("locale", ["C", "POSIX", "de_DE.ISO-8859-1"])
def test_output_into_files_is_utf8_everywhere(locale: str) -> None:
    environment = {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"}
    result = run("explain", "generic-masculine", "--lang", "de", environment=environment)
    assert "männliche" in result.stdout.decode("utf-8")
    assert result.returncode == 0


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_a_word_is_understood_under_every_locale(locale: str) -> None:
    environment = {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"}
    result = run("explain", "Schüler".encode(), environment=environment)  # type: ignore[arg-type]
    assert result.returncode == 0
    assert result.stdout.decode("utf-8").startswith("Schüler, Schülerin")
    result = run("explain", "Schülör".encode(), environment=environment)  # type: ignore[arg-type]
    assert "Schülör" in result.stderr.decode("utf-8")


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen([*CLI, "policies"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        result = run("policies", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert result.returncode == 2
    (line,) = result.stderr.decode().splitlines()
    assert "E902" in line


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_an_interrupt_gives_130_and_no_traceback() -> None:
    command = [*CLI, "check", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        # Reading standard input begins after everything has been imported: once it has taken a bite
        # larger than the pipe holds, it is reading.
        assert process.stdin is not None
        process.stdin.write(b"x" * 300_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err) == (b"", b"")


@pytest.mark.skipif(os.name != "posix", reason="closed streams as on POSIX")
@pytest.mark.parametrize(
    ("argv", "closed", "status", "codes"),
    [
        ("check leer.txt", "<&-", 0, ["N106"]),
        ("check -", "<&-", 2, ["E102"]),
        ("fix -", "<&-", 2, ["E102"]),
        ("check leer.txt", ">&-", 2, ["N106", "E902"]),
        ("policies", ">&-", 2, ["E902"]),
        ("fix leer.txt", ">&-", 0, ["N106"]),
        ("fix --write leer.txt", ">&-", 0, ["N106"]),
        ("check leer.txt", "2>&-", 0, []),
        ("check fehlt.txt", "2>&-", 2, []),
        ("check leer.txt", "<&- >&- 2>&-", 2, []),
    ],
)
def test_closed_streams(workplace: Path, argv: str, closed: str, status: int, codes: list[str]) -> None:
    (workplace / "leer.txt").touch()
    command = f'"{sys.executable}" -m mitgemeint.server.cli {argv} {closed}'
    result = run("-c", command, program=["sh"])
    lines = [line for line in result.stderr.decode().splitlines() if line.startswith("mitgemeint: ")]
    assert [line.split(": ")[1] for line in lines] == codes
    assert b"Traceback" not in result.stderr
    assert result.returncode == status


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    ("argv", "stream", "status"),
    [
        (("check", "fehlt.txt"), "stderr", 2),
        (("check", "--policy", "gibtsnicht", "leer.txt"), "stderr", 2),
        (("check", "--gibtsnicht"), "stderr", 2),
        (("check", "leer.txt"), "stderr", 0),
        (("fix", "--write", "leer.txt"), "stderr", 0),
        (("check", "leer.txt"), "both", 2),
        (("--help",), "stdout", 2),
    ],
)
def test_the_exit_status_holds_where_nobody_hears(
    workplace: Path, argv: tuple[str, ...], stream: str, status: int
) -> None:
    (workplace / "leer.txt").touch()
    with Path("/dev/full").open("wb") as full:
        names = ("stdout", "stderr") if stream == "both" else (stream,)
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **dict.fromkeys(names, full)}
        assert run(*argv, capture_output=False, **streams).returncode == status


@pytest.mark.skipif(os.name != "posix", reason="redirections as on POSIX")
def test_a_redirected_file_is_read_but_never_rewritten(workplace: Path) -> None:
    file = workplace / "leer.txt"
    file.touch()
    (workplace / "gang").symlink_to("/dev/stdin")
    for name in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "gang"):
        if not os.path.exists(name):
            continue
        with file.open("rb") as stream:
            assert run("check", name, stdin=stream).returncode == 0
        with file.open("rb") as stream:
            result = run("fix", "--write", name, stdin=stream)
        assert result.returncode == 2
        assert b"E109" in result.stderr


def test_a_path_that_is_not_utf8(workplace: Path) -> None:
    name = os.fsdecode(b"gr\xfc\xdfe.txt")
    try:
        (workplace / name).touch()
    except OSError:
        pytest.skip("this file system takes only names in UTF-8")
    for environment in ({}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}):
        for format in ("text", "json", "jsonl", "sarif", "github"):
            result = run("check", ".", "--format", format, environment=environment)
            assert result.returncode == 0, result.stderr
            shown = result.stdout.decode("utf-8")
            assert "gr\\xfc\\xdfe.txt" in result.stderr.decode("utf-8")
            if format == "json":
                assert json.loads(shown)["files"][0]["path"] == "gr\\xfc\\xdfe.txt"


def test_the_report_is_not_checked_itself(workplace: Path) -> None:
    (workplace / "brief.txt").write_text("Die Lehrer kommen.\n")
    report = workplace / "bericht.txt"
    for _ in range(2):
        with report.open("wb") as out:
            run("check", ".", capture_output=False, stdout=out, cwd=workplace)
        assert "Gefunden: 1. Geprüfte Dateien: 1." in report.read_text("utf-8")
