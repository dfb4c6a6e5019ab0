"""`check --diff-base` and `fix --diff-base`: only what was added or changed, in real repositories."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.server import changed_lines as comparing
from mitgemeint.server import git as asking
from mitgemeint.server.changed_lines import changed_lines

GIT = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
OLD = "Die Lehrer kommen.\n\nDie Lehrer gehen.\n\nAlle bleiben.\n"

Call = Callable[..., str]


def git(folder: Path, *arguments: str) -> str:
    options = ("-c", "protocol.file.allow=always", "-c", "commit.gpgSign=false")
    done = subprocess.run(
        [*GIT, *options, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def repository(workplace: Path) -> Path:
    """A repository with one commit on `main`, and the branch `neu` checked out."""
    (workplace / ".git").rmdir()
    git(workplace, "init", "-q")
    (workplace / "a.txt").write_text(OLD)
    (workplace / "unter").mkdir()
    (workplace / "unter" / "b.txt").write_text(OLD)
    commit(workplace)
    git(workplace, "checkout", "-qb", "neu")
    return workplace


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "x")


def found(run_cli, *argv: str, status: int | None = None, base: str = "main") -> list[tuple[str, int]]:
    """Path and line (from 1) of what `check --diff-base` reports."""
    result = run_cli("check", "--diff-base", base, "--format", "json", *argv)
    places = [
        (file["path"], finding["range"]["start"]["line"] + 1)
        for file in json.loads(result.out)["files"]
        for finding in file["findings"]
    ]
    assert result.err == ""
    assert result.status == (bool(places) if status is None else status)
    return places


# ---- what has changed ------------------------------------------------------------------------------


def test_without_a_change_nothing_is_found_and_nothing_analysed(run_cli, repository: Path) -> None:
    result = run_cli("check", "--diff-base", "main")
    assert result.status == 0
    assert "Geprüfte Dateien: 2." in result.out
    assert result.settings == []


@pytest.mark.parametrize("stage", ["work", "index", "commit"])
def test_changed_and_added_lines_count(run_cli, repository: Path, stage: str) -> None:
    text = OLD.replace("Die Lehrer gehen", "Alle Lehrer gehen") + "\nJeder Leser liest.\n"
    (repository / "a.txt").write_text(text)
    if stage != "work":
        git(repository, "add", "-A")
    if stage == "commit":
        git(repository, "commit", "-qm", "y")
    assert found(run_cli) == [("a.txt", 3), ("a.txt", 7)]


@pytest.mark.parametrize("format", ["text", "json", "jsonl", "sarif", "github"])
def test_every_format(run_cli, repository: Path, format: str) -> None:
    (repository / "a.txt").write_text(OLD + "\nDer Leser liest.\n")
    result = run_cli("check", "--diff-base", "main", "--format", format)
    assert result.status == 1
    assert "„Leser“" in result.out
    assert "„Lehrer“" not in result.out


def test_what_the_other_branch_changed_meanwhile_does_not_count(run_cli, repository: Path) -> None:
    git(repository, "checkout", "-q", "main")
    (repository / "a.txt").write_text("Der Pilot.\n\n" + OLD)
    commit(repository)
    git(repository, "checkout", "-q", "neu")
    (repository / "c.txt").write_text("Die Lehrer.\n")
    assert found(run_cli) == [("c.txt", 1)]
    assert run_cli("check", "--diff-base", "main^{tree}").status == 2


def test_untracked_and_ignored_files_are_new(run_cli, repository: Path) -> None:
    (repository / ".gitignore").write_text("egal.txt\n")
    (repository / "egal.txt").write_text(OLD)
    (repository / "neu.txt").write_text(OLD)
    assert found(run_cli) == [("neu.txt", 1), ("neu.txt", 3)]
    assert found(run_cli, "egal.txt") == [("egal.txt", 1), ("egal.txt", 3)]


@pytest.mark.parametrize("stage", ["index", "commit"])
def test_a_renamed_file_is_compared_with_the_old_one(run_cli, repository: Path, stage: str) -> None:
    git(repository, "mv", "a.txt", "unter/ä c.txt")
    (repository / "unter" / "ä c.txt").write_text(OLD + "\nDer Leser.\n")
    if stage == "commit":
        commit(repository)
    assert found(run_cli) == [("unter/ä c.txt", 7)]


def test_line_ends_and_byte_order_mark_are_no_change(run_cli, repository: Path) -> None:
    (repository / "a.txt").write_bytes(b"\xef\xbb\xbf" + OLD.replace("\n", "\r\n").encode())
    assert found(run_cli) == []


def test_a_deleted_line_is_no_change_of_others(run_cli, repository: Path) -> None:
    (repository / "a.txt").write_text(OLD.replace("Alle bleiben.\n", ""))
    assert found(run_cli) == []


def test_a_sentence_counts_as_a_whole(run_cli, repository: Path) -> None:
    text = "Wenn sie\nkommen, gehen die Lehrer.\nDie Leser bleiben.\n"
    (repository / "a.txt").write_text(text)
    commit(repository)
    git(repository, "branch", "-f", "main")
    (repository / "a.txt").write_text(text.replace("Wenn", "Sobald"))
    assert found(run_cli) == [("a.txt", 2)]


def test_each_line(run_cli, repository: Path) -> None:
    (repository / "a.txt").write_text(OLD + "Der Leser\nDer Leser\n")
    result = run_cli("check", "--diff-base", "main", "--each-line", "--format", "jsonl", "a.txt")
    objects = [json.loads(line)["files"][0]["findings"] for line in result.out.splitlines()]
    assert [len(findings) for findings in objects] == [0, 0, 0, 0, 0, 1, 1]


def test_standard_input_by_its_name(run_cli, repository: Path) -> None:
    call = ("check", "--diff-base", "main", "-")
    result = run_cli(*call, "--stdin-filename", "a.txt", stdin=(OLD + "Der Leser.\n").encode())
    assert result.status == 1
    assert "Gefunden: 1." in result.out
    result = run_cli(*call, stdin=OLD.encode())
    assert result.status == 2
    assert "--stdin-filename" in result.err


def test_together_with_a_baseline(run_cli, repository: Path) -> None:
    run_cli("check", "--baseline", "alt.json", "--write-baseline", "unter/b.txt")
    (repository / "a.txt").write_text(OLD + "\nDer Leser.\n")
    (repository / "unter" / "b.txt").write_text("Neu.\n\n" + OLD.replace("gehen", "sind fort"))
    result = run_cli("check", "--diff-base", "main", "--baseline", "alt.json", "--format", "github")
    assert result.status == 1
    assert [line.split(",title")[0] for line in result.out.splitlines()] == [
        "::notice file=a.txt,line=7,endLine=7,col=5,endColumn=10",
        "::notice file=unter/b.txt,line=5,endLine=5,col=5,endColumn=11",
    ]
    assert [line.split(": ")[1] for line in result.err.splitlines()] == ["N403", "W404"]


# ---- where it works --------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="names as on POSIX")
@pytest.mark.parametrize(
    "name", ["mit Raum.txt", "grüße.txt", "zwei\nZeilen.txt", 'a"b\\c.txt', os.fsdecode(b"gr\xfc\xdfe.txt")]
)
@pytest.mark.parametrize("quoted", ["true", "false"])
def test_odd_names(run_cli, repository: Path, name: str, quoted: str) -> None:
    git(repository, "config", "core.quotePath", quoted)
    try:
        (repository / name).write_text(OLD)
    except OSError:
        pytest.skip("this file system does not take the name")
    commit(repository)
    git(repository, "branch", "-f", "main")
    (repository / name).write_text(OLD + "\nDer Leser.\n")
    assert [line for _, line in found(run_cli)] == [7]


def test_in_a_subfolder(run_cli, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(repository, "config", "diff.relative", "true")
    git(repository, "mv", "unter/b.txt", "unter/c.txt")
    (repository / "unter" / "c.txt").write_text(OLD + "\nDer Leser.\n")
    (repository / "a.txt").write_text(OLD + "\nDer Leser.\n")
    monkeypatch.chdir(repository / "unter")
    assert found(run_cli) == [("c.txt", 7)]
    assert found(run_cli, "../a.txt") == [("../a.txt", 7)]


def test_in_a_worktree(run_cli, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "anderer baum"
    git(repository, "worktree", "add", "-q", str(other), "-b", "dritter")
    (other / "a.txt").write_text(OLD + "\nDer Leser.\n")
    monkeypatch.chdir(other)
    assert found(run_cli) == [("a.txt", 7)]


def test_through_a_link(run_cli, repository: Path, tmp_path: Path) -> None:
    (tmp_path / "anders").symlink_to(repository)
    (repository / "a.txt").write_text(OLD + "\nDer Leser.\n")
    (repository / "verweis.txt").symlink_to("a.txt")
    assert [line for _, line in found(run_cli, str(tmp_path / "anders" / "a.txt"))] == [7]
    assert found(run_cli, "verweis.txt") == [("verweis.txt", 7)]


def test_the_surroundings_of_a_hook_lead_nowhere_else(run_cli, repository: Path, tmp_path: Path) -> None:
    (repository / "a.txt").write_text(OLD + "\nDer Leser.\n")
    elsewhere = {
        "GIT_DIR": str(tmp_path),
        "GIT_INDEX_FILE": "fehlt",
        "GIT_WORK_TREE": "/",
        "GIT_PREFIX": "x/",
    }
    result = run_cli("check", "--diff-base", "main", environment={**os.environ, **elsewhere})
    assert result.status == 1
    assert ": 1. " in result.out.splitlines()[-1]


def test_in_a_shallow_clone_with_what_is_needed(
    run_cli, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = shallow(repository, tmp_path)
    monkeypatch.chdir(clone)
    for argv in (("main",), ("origin/main",), ("--help",), ("",)):
        result = run_cli("check", f"--diff-base={argv[0]}")
        (line,) = result.err.splitlines()
        assert result.status == 2
        assert line.startswith("mitgemeint: E407: ")
        assert "git fetch --unshallow" in line
    git(clone, "fetch", "-q", "--depth=1", "origin", "main:main")
    result = run_cli("check", "--diff-base", "main")
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert line.startswith("mitgemeint: E408: ")
    git(clone, "fetch", "-q", "--unshallow", "origin", "neu")
    assert found(run_cli) == [("c.txt", 1)]


def shallow(repository: Path, folder: Path) -> Path:
    """A clone that holds the last commit of `neu` alone, which adds c.txt."""
    (repository / "c.txt").write_text("Die Lehrer.\n")
    commit(repository)
    git(folder, "clone", "-q", "--depth=1", "--branch=neu", repository.as_uri(), "klon")
    return folder / "klon"


# ---- what is wrong ---------------------------------------------------------------------------------


def test_without_git(run_cli, repository: Path) -> None:
    result = run_cli("check", "--diff-base", "main", environment={"PATH": f"{repository}:relativ"})
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("mitgemeint: E405: Das Programm git ist nicht zu finden")


def test_without_a_repository(run_cli, workplace: Path) -> None:
    (workplace / ".git").rmdir()
    (workplace / "a.txt").write_text(OLD)
    result = run_cli("check", "--diff-base", "main", "a.txt")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("mitgemeint: E406: a.txt: liegt in keinem Git-Repository")


def test_a_broken_repository_is_not_taken_for_one_above(run_cli, repository: Path) -> None:
    (repository / "unter" / ".git").mkdir()
    result = run_cli("check", "--diff-base", "main", "unter")
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("mitgemeint: E409: unter: Git kann nicht antworten (not a git repository")


def test_a_repository_without_commits(run_cli, workplace: Path) -> None:
    (workplace / ".git").rmdir()
    git(workplace, "init", "-q")
    (workplace / "a.txt").write_text(OLD)
    result = run_cli("check", "--diff-base", "HEAD")
    assert (result.status, result.out) == (2, "")
    assert "E407" in result.err


def test_an_old_version_that_is_missing_costs_its_text_only(run_cli, repository: Path) -> None:
    """As in a partial clone, for which nothing is fetched."""
    blob = git(repository, "rev-parse", "main:a.txt")
    (repository / "unter" / "b.txt").write_text(OLD.replace("Alle", "Nun") + "\nDer Leser.\n")
    commit(repository)
    git(repository, "branch", "-f", "main")
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    (repository / "a.txt").write_text(OLD + "\nDer Leser.\n")
    (repository / "unter" / "b.txt").write_text("Der Leser.\n")
    for argv in (("check", "--format", "json"), ("fix", "--diff")):
        result = run_cli(*argv, "--diff-base", "main", ".")
        assert result.status == 2
        assert result.err.startswith("mitgemeint: E409: .: Git kann nicht antworten (")
    files = json.loads(run_cli("check", "--format", "json", "--diff-base", "main").out)["files"]
    assert [(file["path"], len(file["findings"])) for file in files] == [("unter/b.txt", 0)]


@pytest.mark.skipif(os.name != "posix", reason="a program as on POSIX")
def test_a_git_that_does_not_answer(
    run_cli, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexec sleep 30\n")
    program.chmod(0o755)
    monkeypatch.setattr(asking, "TIMEOUT", 0.5)
    environment = {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    result = run_cli("check", "--diff-base", "main", environment=environment)
    assert (result.status, result.out) == (2, "")
    assert "E409" in result.err
    assert "keine Antwort" in result.err


@pytest.mark.skipif(os.name != "posix", reason="a program as on POSIX")
def test_nothing_that_the_repository_configures_is_run(run_cli, repository: Path, tmp_path: Path) -> None:
    """Hooks, filters, drivers, monitors, pagers, transports, and a `git` of its own."""
    trap = repository / "falle"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/zugeschnappt\ncat\n")
    trap.chmod(0o755)
    (repository / "git").write_text(trap.read_text())
    (repository / "git").chmod(0o755)
    (repository / ".gitattributes").write_text("*.txt filter=x diff=x merge=x\n")
    commit(repository)
    for name in os.listdir(repository / ".git" / "hooks"):
        (repository / ".git" / "hooks" / name.removesuffix(".sample")).write_text(trap.read_text())
        (repository / ".git" / "hooks" / name.removesuffix(".sample")).chmod(0o755)
    for key in (
        "filter.x.clean",
        "filter.x.smudge",
        "filter.x.process",
        "diff.x.command",
        "diff.x.textconv",
        "diff.external",
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.alternateRefsCommand",
        "credential.helper",
    ):
        git(repository, "config", key, str(trap))
    git(repository, "config", "extensions.partialClone", "origin")
    git(repository, "config", "remote.origin.promisor", "true")
    git(repository, "config", "remote.origin.url", f"ext::{trap}")
    git(repository, "config", "protocol.ext.allow", "always")
    (tmp_path / "zugeschnappt").unlink(missing_ok=True)
    (repository / "a.txt").write_text(OLD + "\nDer Leser.\n")
    (repository / "neu.txt").write_text("Der Leser.\n")
    for base in ("main", "fehlt", "0" * 39 + "1"):
        for command in (("check",), ("fix", "--diff")):
            environment = {**os.environ, "PATH": f".{os.pathsep}{os.environ['PATH']}"}
            result = run_cli(*command, "--diff-base", base, ".", environment=environment)
            assert result.status == (2 if base != "main" else 1 if command == ("check",) else 0)
    assert not (tmp_path / "zugeschnappt").exists()
    subprocess.run(["git", "diff", "main"], cwd=repository, check=False, capture_output=True)
    assert (tmp_path / "zugeschnappt").exists()  # the traps are set


# ---- fix -------------------------------------------------------------------------------------------


def test_fix_rewrites_changed_lines_only(run_cli, repository: Path) -> None:
    (repository / "a.txt").write_text(OLD.replace("gehen", "eilen") + "\nDie Lehrer, die Lehrer.\n")
    result = run_cli("fix", "--write", "--notation", "star", "--diff-base", "main", ".")
    assert result.status == 0
    assert (repository / "a.txt").read_text() == (
        "Die Lehrer kommen.\n\nDie Lehrer*innen eilen.\n\nAlle bleiben.\n\n"
        "Die Lehrer*innen, die Lehrer*innen.\n"
    )
    assert (repository / "unter" / "b.txt").read_text() == OLD


def test_fix_counts_what_is_left_on_changed_lines_only(run_cli, repository: Path) -> None:
    (repository / "a.txt").write_text("Der Leser.\n" + OLD)
    commit(repository)
    git(repository, "branch", "-f", "main")
    (repository / "a.txt").write_text("Der Leser.\n" + OLD + "\nDer Leser.\n")
    result = run_cli("fix", "--diff", "--diff-base", "main", "a.txt")
    assert (result.status, result.raw) == (0, b"")
    assert result.err == "Zum Entscheiden übrig: 1. Zeigen: mitgemeint check\n"


# ---- lines -----------------------------------------------------------------------------------------

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "  "]) | st.text("xyz ", max_size=3), max_size=12)


@given(LINES, LINES)
def test_a_line_that_was_not_there_has_changed(before: list[str], after: list[str]) -> None:
    changed = changed_lines("\n".join(before), "\n".join(after))
    new = {number for number, line in enumerate(after) if line.strip() and line not in before}
    assert new <= changed
    assert changed <= {number for number, line in enumerate(after) if line.strip()}
    if [line for line in before if line.strip()] == [line for line in after if line.strip()]:
        assert not changed


@given(LINES, st.integers(0, 12), LINES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_was_put_in_is_all_that_has_changed(
    before: list[str], place: int, more: list[str], end: str
) -> None:
    """If none of the new lines was there before."""
    new = [f"neu {line}" for line in more]
    after = before[:place] + new + before[place:]
    first = min(place, len(before))
    changed = changed_lines("\n".join(before), end.join(after))
    assert changed == frozenset(range(first, first + len(new)))


def test_large_texts_are_compared_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "LARGEST", 10)
    before = [str(number) for number in range(30)]
    after = [*before[::-1], "neu", "3"]
    assert changed_lines("\n".join(before), "\n".join(after)) == {30, 31}
