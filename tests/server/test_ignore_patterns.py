"""Patterns as in .gitignore: what Git says is right (but for us `?` is a character, not a byte)."""

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mitgemeint.server.ignore_patterns import PatternError, Patterns, parse

NAMES = ["a", "b", "ab", "a.b", "b a", "[a]", "-"]
PATHS = [*NAMES, *(f"{first}/{second}" for first in NAMES[:4] for second in NAMES)]
PATHS += [f"{first}/{second}/{third}" for first in "ab" for second in ("a", "ab") for third in NAMES]


@pytest.mark.parametrize(
    ("line", "met", "spared"),
    [
        ("*.txt", ["a.txt", "t/a.txt", ".txt"], ["a.txtx", "a.tx"]),
        ("/a", ["a"], ["t/a"]),
        ("t/a", ["t/a", "t/a/b"], ["x/t/a"]),
        ("t/*", ["t/a", "t/a/b"], ["t", "x/t/a"]),
        ("**/t/a", ["t/a", "x/y/t/a"], ["t/x/a"]),
        ("t/**/a", ["t/a", "t/x/a", "t/x/y/a"], ["a", "x/t/a"]),
        ("t/**", ["t/a", "t/x/a"], ["t", "x"]),
        ("t/", ["t/a", "x/t/a"], ["t", "tt/a"]),
        ("a?b", ["axb"], ["ab", "axxb"]),
        ("[a-c]x", ["ax", "cx"], ["dx", "x"]),
        ("[!a-c]x", ["dx"], ["ax", "x"]),
        ("[^a]", ["b"], ["a"]),
        ("[]a]", ["]", "a"], ["b"]),
        ("[[:digit:]x]", ["7", "x"], ["a", ":"]),
        ("[c-a]", [], ["a", "b", "c"]),
        ("a*b*c", ["abc", "axbxbxc"], ["acb", "ab"]),
        ("\\#a", ["#a"], ["a"]),
        ("\\!a", ["!a"], ["a"]),
        ("a\\*", ["a*"], ["ab"]),
        ("a\\ ", ["a "], ["a"]),
        ("a  ", ["a"], ["a "]),
        ("# a", [], ["a", "# a"]),
        ("", [], ["a"]),
        ("/", [], ["a"]),
        ("é", ["é"], ["e"]),
    ],
)
def test_what_a_pattern_meets(tmp_path: Path, line: str, met: list[str], spared: list[str]) -> None:
    patterns = Patterns.of(tmp_path, [line])
    assert [path for path in met + spared if patterns.verdict(tmp_path / path, folder=False)] == met


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("\\", "pattern.backslash"),
        ("a/b\\", "pattern.backslash"),
        ("[", "pattern.bracket"),
        ("a[b-", "pattern.bracket"),
        ("[\\", "pattern.bracket"),
        ("[[:vowel:]]", "pattern.class"),
        ("[c-a]", "pattern.class"),
        ("[[a]", "pattern.class"),
        ("*a*b*c*d", "pattern.wildcards"),
        ("*a*b/*c*/*d*", "pattern.wildcards"),
        ("a/**/b/**/c/**/d", "pattern.wildcards"),
        ("a" * 5000, "pattern.too-long"),
    ],
)
def test_what_is_no_pattern(line: str, key: str) -> None:
    with pytest.raises(PatternError) as caught:
        parse(line)
    assert caught.value.reason.key == key


@pytest.mark.parametrize("line", ["*.*.*", "**/a/**/*b*", "**/" * 200 + "b", "a\\*" * 9, "*/" * 9, "/a/*/**"])
def test_usual_wildcards_are_used(line: str) -> None:
    assert parse(line)


@pytest.mark.parametrize(
    ("lines", "path", "folder", "said"),
    [
        (["t/**"], "t", True, None),
        (["t/**", "!t/a"], "t/a", False, False),
        (["a.txt", "!t/"], "t/a.txt", False, True),
        (["*/", "!x/"], "x/y", True, True),
        (["*", "!*/"], "x/y", True, False),
        (["a"], "a/a", True, True),
        (["*.txt"], "x\ny.txt", False, True),
    ],
)
def test_what_is_said_of_a_path_itself_comes_first(
    tmp_path: Path, lines: list[str], path: str, folder: bool, said: bool | None
) -> None:
    assert Patterns.of(tmp_path, lines).verdict(tmp_path / path, folder) is said


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "line",
    [
        "*a" * 60 + "b",
        "**/" * 200 + "b",
        "/".join(["**", "a*"] * 40) + "/b",
        "?*" * 100 + "b",
        "*a*a/*a*ab",
        "*a*a*ab",
    ],
)
@pytest.mark.parametrize("path", ["a" * 200, "/".join(["aa"] * 300), "a" * 199 + "/" + "a" * 199])
def test_no_pattern_takes_long(line: str, path: str, tmp_path: Path) -> None:
    assert not Patterns.of(tmp_path, [line]).verdict(tmp_path / path, folder=False)


@given(st.text())
def test_any_line_is_a_pattern_or_none(line: str) -> None:
    base = Path("/x")
    Patterns.of(base, [line]).verdict(base / "a" / "b", folder=False)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("git")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def ordinary(line: str) -> bool:
    """Whether the line is no oddity that Git would use but we, with a warning, do not."""
    if re.search(r"\[.*/|\\/", line):  # there a slash is an error for us
        return False
    try:
        parse(line)
    except PatternError as error:
        return error.reason.key not in ("pattern.class", "pattern.wildcards")
    return True


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text("ab*?/.![]\\ -", max_size=8), min_size=1, max_size=3))
def test_git_sees_it_the_same_way(repository: Path, lines: list[str]) -> None:
    """Of the files directly: what lies in a folder that is left out is never looked at."""
    assume(all(map(ordinary, lines)))
    (repository / ".gitignore").write_text("\n".join(lines) + "\n", encoding="utf-8")
    paths = [path for path in PATHS if "/" not in path]
    command = ["git", "-c", "core.excludesFile=", "check-ignore", "--no-index", "--stdin", "-z"]
    result = subprocess.run(
        command, cwd=repository, input="\0".join(paths).encode(), capture_output=True, check=False
    )
    patterns = Patterns.of(repository, lines)
    ours = [path for path in paths if patterns.verdict(repository / path, folder=False)]
    assert ours == [path for path in result.stdout.decode().split("\0") if path]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("ab*?/.[]\\", min_size=1, max_size=10))
def test_git_sees_paths_the_same_way(repository: Path, line: str) -> None:
    assume(ordinary(line))
    (repository / ".gitignore").write_text(line + "\n", encoding="utf-8")
    command = ["git", "-c", "core.excludesFile=", "check-ignore", "--no-index", "--stdin", "-z"]
    result = subprocess.run(
        command, cwd=repository, input="\0".join(PATHS).encode(), capture_output=True, check=False
    )
    patterns = Patterns.of(repository, [line])
    ours = [path for path in PATHS if patterns.verdict(repository / path, folder=False)]
    assert ours == [path for path in result.stdout.decode().split("\0") if path]
