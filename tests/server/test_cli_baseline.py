"""`check --baseline`: what is known is not reported, what is new is."""

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FORMATS = ("text", "json", "jsonl", "sarif", "github")
OLD = "Die Lehrer kommen.\n\nDer Pilot auch, und die Lehrer gehen.\n"


def count(result, format: str = "json") -> int:
    """The findings in an output of `check`."""
    if format == "json":
        return sum(len(file["findings"]) for file in json.loads(result.out)["files"])
    if format == "jsonl":
        files = [file for line in result.out.splitlines() for file in json.loads(line)["files"]]
        return sum(len(file["findings"]) for file in files)
    if format == "sarif":
        return len(json.loads(result.out)["runs"][0]["results"])
    return len(re.findall(r"^::" if format == "github" else r": generic-", result.out, re.MULTILINE))


@pytest.fixture
def old(run_cli, workplace: Path) -> Path:
    """A repository with known findings."""
    (workplace / "a.txt").write_text(OLD)
    (workplace / "unter").mkdir()
    (workplace / "unter" / "b.md").write_text("Die *alten* Lehrer\nlesen.\n")
    result = run_cli("check", "--write-baseline", "--baseline", "alt.json")
    assert (result.status, result.err) == (0, "alt.json: geschrieben. Bekannte Stellen darin: 4.\n")
    assert result.out == ""
    return workplace


# ---- what is known ---------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_known_is_left_out_in_every_format(run_cli, old: Path, format: str) -> None:
    result = run_cli("check", "--baseline", "alt.json", "--format", format)
    assert (result.status, count(result, format)) == (0, 0)
    assert "N403: alt.json: Aus dieser Datei bekannt und ausgelassen: 4." in result.err
    assert "W404" not in result.err
    (old / "a.txt").write_text(OLD + "\nDer Leser ist neu.\n")
    result = run_cli("check", "--baseline", "alt.json", "--format", format)
    assert (result.status, count(result, format)) == (1, 1)
    assert "Leser" in result.out


def test_sarif_says_what_was_left_out(run_cli, old: Path) -> None:
    log = json.loads(run_cli("check", "--baseline", "alt.json", "--format", "sarif").out)
    (invocation,) = log["runs"][0]["invocations"]
    assert invocation["executionSuccessful"]
    assert [note["descriptor"]["id"] for note in invocation["toolExecutionNotifications"]] == ["N403"]


def test_each_line_is_held_against_it_too(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text("Die Lehrer.\nDie Lehrer.\nAlle.\n")
    call = ("check", "--baseline", "alt.json", "--each-line", "--format", "jsonl", "a.txt")
    run_cli(*call, "--write-baseline")
    (workplace / "a.txt").write_text("Alle.\nDie Lehrer.\nDie Lehrer.\nDie Lehrer.\n")
    result = run_cli(*call)
    assert (result.status, count(result, "jsonl")) == (1, 1)
    assert len(result.out.splitlines()) == 4


@pytest.mark.parametrize(
    "text",
    [
        "Neuer Anfang.\n\n\n" + OLD,
        OLD + "\nNoch ein Absatz.\n",
        OLD.replace("\n", "\r\n"),
        OLD.replace("Der Pilot auch, und die", "Der Pilot auch,\n  und die"),
        "Der Pilot auch, und die Lehrer gehen.\n\nDie Lehrer kommen.",
        "\ufeff" + OLD,
    ],
)
def test_edits_elsewhere_change_nothing(run_cli, old: Path, text: str) -> None:
    (old / "a.txt").write_text(text, newline="")
    result = run_cli("check", "--baseline", "alt.json")
    assert result.status == 0
    assert "W404" not in result.err


@pytest.mark.parametrize(
    "text",
    [
        OLD.replace("gehen", "bleiben"),
        OLD.replace("die Lehrer gehen", "die Leser gehen"),
        OLD + "\nDie Lehrer kommen.\n",
    ],
)
def test_another_sentence_another_word_or_one_more_is_new(run_cli, old: Path, text: str) -> None:
    (old / "a.txt").write_text(text)
    assert run_cli("check", "--baseline", "alt.json").status == 1


def test_the_same_sentence_in_another_file_is_new(run_cli, old: Path) -> None:
    (old / "c.txt").write_text(OLD)
    assert count(run_cli("check", "--baseline", "alt.json", "--format", "json")) == 3


def test_markup_does_not_count(run_cli, old: Path) -> None:
    (old / "unter" / "b.md").write_text("Die alten Lehrer **lesen.**\n")
    assert run_cli("check", "--baseline", "alt.json").status == 0


# ---- the file --------------------------------------------------------------------------------------


def test_the_file_is_sorted_has_an_entry_a_line_and_no_sentences(run_cli, old: Path) -> None:
    text = (old / "alt.json").read_text("utf-8")
    assert text.endswith("}\n")
    values = json.loads(text)
    assert values["version"] == 1
    assert list(values["files"]) == ["a.txt", "unter/b.md"]
    assert [entry["text"] for entry in values["files"]["a.txt"]] == ["Lehrer", "Lehrer", "Pilot"]
    assert {entry["code"] for entry in values["files"]["a.txt"]} == {"generic-masculine"}
    assert sum(line.lstrip().startswith('{"text"') for line in text.splitlines()) == 4
    for word in ("kommen", "gehen", "lesen", str(old), "\\\\"):
        assert word not in text


def test_it_is_the_same_from_everywhere_and_again(
    run_cli, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (old / "alt.json").stat()
    run_cli("check", "--baseline", "alt.json", "--write-baseline", "unter", "a.txt")
    assert (old / "alt.json").stat().st_mtime_ns == before.st_mtime_ns
    text = (old / "alt.json").read_bytes()
    (old / "alt.json").unlink()
    monkeypatch.chdir(old / "unter")
    run_cli("check", "--baseline", "../alt.json", "--write-baseline", str(old))
    assert (old / "alt.json").read_bytes() == text
    assert run_cli("check", "--baseline", "../alt.json", ".").status == 0


def test_through_links_files_keep_their_name(run_cli, old: Path, tmp_path: Path) -> None:
    (tmp_path / "anders").symlink_to(old)
    result = run_cli("check", "--baseline", str(tmp_path / "anders" / "alt.json"), str(old / "a.txt"))
    assert result.status == 0
    result = run_cli("check", "--baseline", "alt.json", str(tmp_path / "anders" / "a.txt"))
    assert result.status == 0


def test_a_linked_text_outside_goes_by_its_name_inside(run_cli, workplace: Path, tmp_path: Path) -> None:
    (tmp_path / "fern.txt").write_text(OLD)
    (workplace / "nah.txt").symlink_to(tmp_path / "fern.txt")
    run_cli("check", "--baseline", "alt.json", "--write-baseline")
    assert list(json.loads((workplace / "alt.json").read_text())["files"]) == ["nah.txt"]


@pytest.mark.skipif(os.name != "posix", reason="names as on POSIX")
@pytest.mark.parametrize("name", ["ä ö.txt", "zwei\nZeilen.txt", 'a"b.txt', os.fsdecode(b"gr\xfc\xdfe.txt")])
def test_odd_names(run_cli, workplace: Path, name: str) -> None:
    try:
        (workplace / name).write_text(OLD)
    except OSError:
        pytest.skip("this file system does not take the name")
    run_cli("check", "--baseline", "alt.json", "--write-baseline")
    assert len(json.loads((workplace / "alt.json").read_text("utf-8"))["files"]) == 1
    assert run_cli("check", "--baseline", "alt.json").status == 0


def test_standard_input_by_its_name(run_cli, old: Path) -> None:
    call = ("check", "--baseline", "alt.json", "-")
    assert run_cli(*call, "--stdin-filename", "a.txt", stdin=OLD.encode()).status == 0
    assert run_cli(*call, "--stdin-filename", "x.txt", stdin=OLD.encode()).status == 1
    assert run_cli(*call, stdin=OLD.encode()).status == 1


def test_writing_again_keeps_what_was_not_checked(run_cli, old: Path) -> None:
    (old / "a.txt").write_text("Alle.\n")
    (old / "c.txt").write_text("Die Lehrer.\n")
    result = run_cli("check", "--baseline", "alt.json", "--write-baseline", "a.txt", "c.txt")
    assert result.status == 0
    assert list(json.loads((old / "alt.json").read_text())["files"]) == ["c.txt", "unter/b.md"]


def test_the_new_file_has_the_usual_mode_and_nothing_is_left_beside_it(run_cli, old: Path) -> None:
    (old / "anders.txt").touch()
    assert (old / "alt.json").stat().st_mode == (old / "anders.txt").stat().st_mode
    assert sorted(os.listdir(old)) == [".git", "a.txt", "alt.json", "anders.txt", "unter"]


def test_a_failed_write_leaves_the_old_file(run_cli, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (old / "c.txt").write_text("Die Lehrer.\n")
    before = (old / "alt.json").read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "voll")

    monkeypatch.setattr(os, "replace", full)
    result = run_cli("check", "--baseline", "alt.json", "--write-baseline")
    assert result.status == 2
    assert "E107: alt.json" in result.err
    assert (old / "alt.json").read_bytes() == before
    result = run_cli("check", "--baseline", "neu.json", "--write-baseline")
    assert (result.status, (old / "neu.json").exists()) == (2, False)
    assert sorted(os.listdir(old)) == [".git", "a.txt", "alt.json", "c.txt", "unter"]


def test_what_cannot_be_read_does_not_keep_the_rest_from_being_written(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(OLD)
    (workplace / "b.txt").write_bytes("für".encode("latin-1"))
    assert run_cli("check", "--baseline", "alt.json", "--write-baseline").status == 2
    assert list(json.loads((workplace / "alt.json").read_text())["files"]) == ["a.txt"]


# ---- what is gone ----------------------------------------------------------------------------------


def test_what_is_gone_is_counted_and_never_an_error(run_cli, old: Path) -> None:
    (old / "a.txt").write_text("Die Lehrer kommen.\n")
    (old / "unter" / "b.md").unlink()
    result = run_cli("check", "--baseline", "alt.json")
    assert result.status == 0
    assert "W404: alt.json: Bekannte Stellen, die es nicht mehr gibt: 3." in result.err
    assert "--prune-baseline" in result.err


def test_files_that_are_not_checked_are_not_gone(run_cli, old: Path) -> None:
    (old / "unter" / "b.md").write_text("ABSTURZ")
    assert "W404" not in run_cli("check", "--baseline", "alt.json", "a.txt").err
    result = run_cli("check", "--baseline", "alt.json")
    assert result.status == 2
    assert "W404" not in result.err


def test_pruning_drops_what_is_gone_and_adds_nothing(run_cli, old: Path) -> None:
    (old / "a.txt").write_text("Die Lehrer kommen.\n\nDie Leser.\n")
    result = run_cli("check", "--baseline", "alt.json", "--prune-baseline", "--format", "json")
    assert (result.status, count(result)) == (1, 1)
    assert "alt.json: geschrieben. Bekannte Stellen darin: 2." in result.err
    result = run_cli("check", "--baseline", "alt.json")
    assert result.status == 1
    assert "W404" not in result.err


# ---- the setting -----------------------------------------------------------------------------------


def test_the_setting_starts_at_its_file(run_cli, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (old / ".mitgemeint.toml").write_text('baseline = "alt.json"\n')
    monkeypatch.chdir(old / "unter")
    assert run_cli("check", "..").status == 0
    assert run_cli("check", "--no-baseline", "..").status == 1
    assert run_cli("check", "--baseline", "", "..").status == 1
    (old / "c.txt").write_text("Die Lehrer.\n")
    assert run_cli("check", "..").status == 1
    assert run_cli("check", "--write-baseline", "..").status == 0
    assert run_cli("check", "..").status == 0
    assert not (old / "unter" / "alt.json").exists()


def test_each_project_has_its_own(run_cli, workplace: Path) -> None:
    for name in ("eins", "zwei"):
        (workplace / name).mkdir()
        (workplace / name / "a.txt").write_text(OLD)
        (workplace / name / ".mitgemeint.toml").write_text('baseline = "alt.json"\n')
    assert run_cli("check", "--write-baseline").status == 0
    assert run_cli("check").status == 0
    assert list(json.loads((workplace / "zwei" / "alt.json").read_text())["files"]) == ["a.txt"]


def test_fix_takes_no_notice(run_cli, old: Path) -> None:
    (old / ".mitgemeint.toml").write_text('baseline = "fehlt.json"\n')
    result = run_cli("fix", "--notation", "star", "a.txt")
    assert result.status == 0
    assert "Lehrer*innen" in result.raw.decode()


# ---- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
def test_a_missing_file_is_one_line(run_cli, workplace: Path, format: str) -> None:
    (workplace / "a.txt").write_text(OLD)
    result = run_cli("check", "--baseline", "fehlt hier.json", "--format", format)
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("mitgemeint: E401: fehlt hier.json: ")
    assert "--write-baseline --baseline 'fehlt hier.json'" in line


ENTRY = '{"text": "a", "code": "b", "sentence": "c", "count": 1}'


@pytest.mark.parametrize(
    ("content", "place", "reason"),
    [
        ("", "alt.json:1", "kein gültiges JSON"),
        ('{\n<<<<<<< HEAD\n  "version": 1', "alt.json:2", "kein gültiges JSON"),
        ("[]", "alt.json", "Aufbau"),
        ('{"files": {}}', "alt.json", "Version null"),
        ('{"version": 2, "files": {}}', "alt.json", "Version 2"),
        ('{"version": 1, "files": []}', "alt.json", "Aufbau"),
        ('{"version": 1, "files": {"a": {}}}', "alt.json", "Eintrag bei a"),
        (f'{{"version": 1, "files": {{"a": [{ENTRY.replace("1", "0")}]}}}}', "alt.json", "Eintrag bei a"),
        (f'{{"version": 1, "files": {{"a": [{ENTRY.replace("1", "true")}]}}}}', "alt.json", "Eintrag"),
        (f'{{"version": 1, "files": {{"a": [{ENTRY.replace("text", "txt")}]}}}}', "alt.json", "Eintrag"),
        ('{"version": ' + "1" * 5000 + "}", "alt.json", "Aufbau"),
        ("[" * 100_000, "alt.json", "Aufbau"),
        (b"\xff\xfe", "alt.json", "nicht in UTF-8"),
    ],
)
def test_a_broken_file_is_one_line(
    run_cli, workplace: Path, content: str | bytes, place: str, reason: str
) -> None:
    (workplace / "a.txt").write_text(OLD)
    data = content if isinstance(content, bytes) else content.encode()
    (workplace / "alt.json").write_bytes(data)
    for option in ((), ("--write-baseline",)):
        result = run_cli("check", "--baseline", "alt.json", *option)
        assert (result.status, result.out) == (2, "")
        (line,) = result.err.splitlines()
        assert line.startswith(f"mitgemeint: E402: {place}: ")
        assert reason in line
    assert (workplace / "alt.json").read_bytes() == data


def test_a_folder_is_no_baseline(run_cli, workplace: Path) -> None:
    (workplace / "a.txt").write_text(OLD)
    result = run_cli("check", "--baseline", ".", "a.txt")
    assert result.status == 2
    assert "E402" in result.err
    result = run_cli("check", "--baseline", "nirgends/alt.json", "--write-baseline", "a.txt")
    assert result.status == 2
    assert "E107: nirgends/alt.json" in result.err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--write-baseline",), "--write-baseline braucht --baseline FILE"),
        (("--prune-baseline",), "--prune-baseline braucht --baseline FILE"),
        (("--write-baseline", "--no-baseline"), "--write-baseline braucht --baseline FILE"),
        (("--write-baseline", "--prune-baseline", "--baseline", "a.json"), "schließen sich aus"),
        (("--no-baseline", "--baseline", "a.json"), "schließen sich aus"),
        (("--write-baseline", "--baseline", "a.json", "--diff-base", "HEAD"), "schließen sich aus"),
    ],
)
def test_arguments_that_do_not_go_together(
    run_cli, workplace: Path, argv: tuple[str, ...], said: str
) -> None:
    (workplace / "a.txt").write_text(OLD)
    result = run_cli("check", *argv, "a.txt")
    assert result.status == 2
    assert "E001" in result.err
    assert said in result.err


# ---- rules that hold for all -----------------------------------------------------------------------

WORDS = st.sampled_from(["Die Lehrer", "der Pilot", "jeder", "kommt", "Alle", "und", "gern"])
SENTENCES = st.lists(WORDS, min_size=1, max_size=5).map(lambda words: " ".join(words) + ".")
TEXTS = st.lists(SENTENCES, max_size=6)
QUICK = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def written(workplace: Path, sentences: list[str], between: str = "\n\n") -> None:
    (workplace / "a.txt").write_text(between.join(sentences) + "\n")
    (workplace / "alt.json").unlink(missing_ok=True)


@QUICK
@given(TEXTS, TEXTS)
def test_a_baseline_silences_exactly_what_it_was_written_from(
    run_cli, workplace: Path, sentences: list[str], more: list[str]
) -> None:
    written(workplace, sentences)
    known = count(run_cli("check", "a.txt", "--format", "json"))
    run_cli("check", "a.txt", "--baseline", "alt.json", "--write-baseline")
    result = run_cli("check", "a.txt", "--baseline", "alt.json", "--format", "json")
    assert (result.status, count(result)) == (0, 0)
    (workplace / "a.txt").write_text("\n\n".join(sentences + more) + "\n")
    whole = count(run_cli("check", "a.txt", "--format", "json"))
    result = run_cli("check", "a.txt", "--baseline", "alt.json", "--format", "json")
    assert count(result) == whole - known
    assert "W404" not in result.err


@QUICK
@given(TEXTS.flatmap(lambda texts: st.tuples(st.just(texts), st.permutations(texts))), st.booleans())
def test_lines_that_move_change_nothing(
    run_cli, workplace: Path, texts: tuple[list[str], list[str]], apart: bool
) -> None:
    before, after = texts
    written(workplace, before)
    run_cli("check", "a.txt", "--baseline", "alt.json", "--write-baseline")
    between = "\n\n\nAlle.\n\n" if apart else "\n\n"
    (workplace / "a.txt").write_text(between.join(after).replace(" ", "\n" if apart else " ") + "\n")
    result = run_cli("check", "a.txt", "--baseline", "alt.json")
    assert result.status == 0
    assert "W404" not in result.err
