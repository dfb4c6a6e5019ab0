import os
from pathlib import Path

import pytest

from mitgemeint.server.encoding import decode, encode
from mitgemeint.server.files import Selection, excluded, find
from mitgemeint.server.problems import Problem, ProblemError

KNOWN = (".txt", ".md")


def tree(root: Path, *names: str, **ignores: str) -> None:
    for name in names:
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    for folder, content in ignores.items():
        file = root / folder.replace("__", "/") / ".gitignore" if folder != "top" else root / ".gitignore"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)


def found(
    root: Path, path: str = ".", include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()
) -> list[str]:
    selection = Selection(root, include, exclude, lambda file: file.name.endswith(KNOWN))
    problems: list[Problem] = []
    try:
        return [file.as_posix() for file in find(path, selection, problems.append)]
    except ProblemError:
        return []


def test_known_extensions_below_a_folder_in_a_fixed_order(workplace: Path) -> None:
    tree(workplace, "b.txt", "a.md", "a/z.txt", "a/b/c.md", "bild.png", "Z.txt", "ohne")
    assert found(workplace) == ["Z.txt", "a/b/c.md", "a/z.txt", "a.md", "b.txt"]


def test_hidden_folders_and_those_of_tools_are_passed_over(workplace: Path) -> None:
    tree(
        workplace, ".git/x.txt", ".venv/x.txt", "node_modules/p/README.md", "__pycache__/a.txt", ".notiz.txt"
    )
    assert found(workplace) == [".notiz.txt"]


def test_a_named_file_needs_no_known_extension_and_is_never_ignored(workplace: Path) -> None:
    tree(workplace, "LIESMICH", "a.txt", top="*\n")
    assert found(workplace, "LIESMICH", exclude=("LIESMICH",)) == ["LIESMICH"]
    assert found(workplace) == []


@pytest.mark.parametrize(
    ("ignores", "left"),
    [
        ({"top": "b.txt\n"}, ["a.txt", "tief/a.txt", "tief/c.md"]),
        ({"top": "/b.txt\n"}, ["a.txt", "tief/a.txt", "tief/b.txt", "tief/c.md"]),
        ({"top": "tief/\n"}, ["a.txt", "b.txt"]),
        ({"top": "*.txt\n!a.txt\n"}, ["a.txt", "tief/a.txt", "tief/c.md"]),
        ({"tief": "*.txt\n"}, ["a.txt", "b.txt", "tief/c.md"]),
        ({"top": "*.txt\n", "tief": "!b.txt\n"}, ["tief/b.txt", "tief/c.md"]),
        ({"top": "tief/\n", "tief": "!*.txt\n"}, ["a.txt", "b.txt"]),
        ({"top": "# nichts\n\n \n"}, ["a.txt", "b.txt", "tief/a.txt", "tief/b.txt", "tief/c.md"]),
    ],
)
def test_gitignore(workplace: Path, ignores: dict[str, str], left: list[str]) -> None:
    tree(workplace, "a.txt", "b.txt", "tief/a.txt", "tief/b.txt", "tief/c.md", **ignores)
    assert found(workplace) == left


def test_info_exclude(workplace: Path) -> None:
    (workplace / ".git" / "info").mkdir()
    (workplace / ".git" / "info" / "exclude").write_text("a.txt\n")
    tree(workplace, "a.txt", "b.txt")
    assert found(workplace) == ["b.txt"]


def test_ignore_files_above_hold_up_to_the_root_of_the_repository(workplace: Path) -> None:
    tree(workplace.parent, top="*.md\n")
    tree(workplace, "tief/a.txt", "tief/b.txt", "tief/c.md", top="b.txt\n")
    assert found(workplace, "tief") == ["tief/a.txt", "tief/c.md"]


def test_ignore_files_that_are_not_utf8_do_no_harm(workplace: Path) -> None:
    tree(workplace, "a.txt", "b.txt")
    (workplace / ".gitignore").write_bytes(b"\xff\xfe\nb.txt\n")
    assert found(workplace) == ["a.txt"]


@pytest.mark.parametrize(
    ("include", "exclude", "left"),
    [
        ((), ("tief/",), ["a.txt", "b.md"]),
        ((), ("*.md",), ["a.txt", "tief/c.txt"]),
        ((), ("**/c.txt", "/b.md"), ["a.txt"]),
        (("*.tex",), (), ["tief/d.tex"]),
        (("tief/*",), (), ["tief/c.txt", "tief/d.tex"]),
        (("*.txt",), ("tief/",), ["a.txt"]),
    ],
)
def test_patterns_of_the_settings(
    workplace: Path, include: tuple[str, ...], exclude: tuple[str, ...], left: list[str]
) -> None:
    tree(workplace, "a.txt", "b.md", "tief/c.txt", "tief/d.tex")
    assert found(workplace, include=include, exclude=exclude) == left


def test_no_gitignore_takes_an_exclude_pattern_back(workplace: Path) -> None:
    tree(workplace, "a.txt", "tief/b.txt", tief="!b.txt\n")
    assert found(workplace, exclude=("b.txt",)) == ["a.txt"]


def test_excluded_tells_of_a_named_file(workplace: Path) -> None:
    selection = Selection(workplace, (), ("vendor/",), lambda name: True)
    assert excluded(Path("vendor/a.txt"), selection)
    assert not excluded(Path("a.txt"), selection)
    assert not excluded(Path("../anderswo/vendor/a.txt"), selection)


def test_links_to_folders_are_not_followed_and_a_text_comes_once(workplace: Path) -> None:
    tree(workplace, "a/x.txt")
    (workplace / "a" / "kreis").symlink_to("..")
    (workplace / "link.txt").symlink_to("a/x.txt")
    (workplace / "tot.txt").symlink_to("fehlt")
    assert found(workplace) == ["a/x.txt"]
    (workplace / "b").symlink_to("a")
    assert found(workplace, "b") == ["b/x.txt"]


def test_folders_may_be_nested_deeply(workplace: Path) -> None:
    levels = [Path(*["t"] * depth) for depth in range(1, 1201)]
    file = levels[-1] / "a.txt"
    try:
        for level in levels:
            level.mkdir()
        file.touch()
        assert found(workplace) == [file.as_posix()]
    finally:  # By hand: whoever clears temporary folders away may do so recursively.
        file.unlink(missing_ok=True)
        for level in reversed(levels):
            if level.exists():
                level.rmdir()


def test_an_empty_path_is_not_this_folder(workplace: Path) -> None:
    tree(workplace, "a.txt")
    assert found(workplace, "") == []


def test_pipes_inside_folders_are_passed_over(workplace: Path) -> None:
    tree(workplace, "a.txt")
    os.mkfifo(workplace / "rohr.txt")
    assert found(workplace) == ["a.txt"]


def test_folders_that_cannot_be_read_are_reported(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree(workplace, "a.txt", "zu/b.txt")
    real = os.scandir

    def closed(path: Path) -> object:
        if Path(path).name == "zu":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", closed)
    problems: list[Problem] = []
    selection = Selection(workplace, (), (), lambda name: True)
    assert [file.name for file in find(".", selection, problems.append)] == ["a.txt"]
    assert [problem.code for problem in problems] == ["E102"]


@pytest.mark.parametrize("text", ["", "a", "Grüße 😀\r\n", "\u2028\x0c", "a\ufeffb"])
@pytest.mark.parametrize("bom", [False, True])
def test_encoding_and_back(text: str, bom: bool) -> None:
    assert decode("x", encode(text, bom)) == (text, bom)


@pytest.mark.parametrize("data", [b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"abc\xc3"])
def test_malformed_utf8_is_refused(data: bytes) -> None:
    with pytest.raises(ProblemError) as caught:
        decode("x", data)
    assert caught.value.problem.code == "E104"
