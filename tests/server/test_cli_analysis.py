"""The command line on the real analysis, with texts of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.findings import Ranking
from mitgemeint.server import cli

EXAMPLES = Path(__file__).parents[2] / "examples"
CLI = [sys.executable, "-m", "mitgemeint.server.cli"]
LINES = (
    "Die Gärtner schneiden heute die Hecken.",
    "",
    "Morgen regnet es.",
    "😀 Jeder Kunde bekommt ein Glas Honig.",
    "Liebe Nachbarinnen und Nachbarn, die Kolleg*innen sind im Haus.",
)


@pytest.fixture
def main(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    return lambda *argv: cli.main(argv)


def test_each_line_gives_what_the_library_gives(
    main: Callable[..., int], workplace: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (workplace / "zeilen.txt").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    argv = ("check", "--each-line", "--format", "jsonl", "--report-specific", "--compound-modifiers")
    assert main(*argv, "zeilen.txt") == 1
    objects = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    pipeline = Pipeline(Settings(report_specific=True, compound_modifiers=True))
    assert len(objects) == len(LINES)
    for line, found in zip(LINES, objects, strict=True):
        expected = [(finding.start, finding.end, finding.code) for finding in pipeline.analyze(line).findings]
        (file,) = found["files"]
        assert [(entry["start"], entry["end"], entry["code"]) for entry in file["findings"]] == expected
    assert [bool(found["files"][0]["findings"]) for found in objects] == [True, False, False, True, False]


@pytest.mark.parametrize("name", ["brief.txt", "brief.md"])
def test_the_example_letters(main: Callable[..., int], name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main("check", "--format", "json", str(EXAMPLES / name)) == 1
    text = (EXAMPLES / name).read_text("utf-8")
    (file,) = json.loads(capfd.readouterr().out)["files"]
    assert len(file["findings"]) >= 5
    for finding in file["findings"]:
        assert finding["text"] == text[finding["start"] : finding["end"]]
        assert finding["message"]
        assert finding["reason"]
    assert sum(bool(finding["suggestions"]) for finding in file["findings"]) >= 5


def test_a_policy_decides_what_is_offered(
    main: Callable[..., int], workplace: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (workplace / "a.txt").write_text("Die Gärtner schneiden die Hecken.\n")
    for policy, notations in (("bayern", {"neutral", "pair"}), ("doppelpunkt", {"neutral", "colon"})):
        main("check", "--format", "json", "--policy", policy, "a.txt")
        (file,) = json.loads(capfd.readouterr().out)["files"]
        offered = {entry["notation"] for finding in file["findings"] for entry in finding["suggestions"]}
        assert offered
        assert offered <= notations | {"pair"}


@pytest.mark.parametrize("policy", ["permissive", "genderstern", "doppelpunkt", "bayern"])
def test_suggestions_stand_in_the_order_that_their_rankings_explain(
    main: Callable[..., int], workplace: Path, policy: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (workplace / "a.txt").write_text(
        "Die Leser und die Mitarbeiter kommen. Der Student lernt. Studenten*innen.\n"
    )
    assert main("check", "--format", "json", "--explain-ranking", "--policy", policy, "a.txt") == 1
    found = json.loads(capfd.readouterr().out)
    schema = files("mitgemeint.server.formats").joinpath("json.schema.json").read_text("utf-8")
    jsonschema.validate(found, json.loads(schema))
    ranked = 0
    for finding in found["files"][0]["findings"]:
        suggestions = finding["suggestions"]
        keys = [Ranking(**suggestion["ranking"]).key for suggestion in suggestions]
        assert keys == sorted(keys)
        for suggestion in suggestions:
            assert suggestion["automatic"] is not suggestion["ranking"]["often"]
        ranked += len(keys)
    assert ranked > 3


def test_fix_leaves_what_fits_only_often(
    main: Callable[..., int], workplace: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (workplace / "a.txt").write_text("Die Leser und die Mitarbeiter kommen.\n")
    assert main("fix", "--notation", "neutral", "a.txt") == 0
    shown = capfd.readouterr()
    assert shown.out == "Die Leser und die Mitarbeitenden kommen.\n"
    assert shown.err == "Zum Entscheiden übrig: 1. Zeigen: mitgemeint check\n"


def test_only_findings_that_are_certain_enough_are_reported_and_rewritten(
    main: Callable[..., int], workplace: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (workplace / "a.txt").write_text("Der Student kommt. Jeder Student lernt.\n")
    argv = ("--notation", "star", "--min-certainty", "0.95", "a.txt")
    assert main("check", "--format", "json", *argv) == 1
    (finding,) = json.loads(capfd.readouterr().out)["files"][0]["findings"]
    assert (finding["start"], finding["text"]) == (25, "Student")
    assert main("fix", *argv) == 0
    assert capfd.readouterr().out == "Der Student kommt. Jede*r Student*in lernt.\n"
    (workplace / "b.txt").write_text("Der Student kommt.\n")
    assert main("check", "--min-certainty", "0.95", "b.txt") == 0


def test_fix_rewrites_a_file_until_nothing_is_left(main: Callable[..., int], workplace: Path) -> None:
    file = workplace / "a.txt"
    file.write_bytes("Die Gärtner schneiden die Hecken.\r\nJeder Kunde bekommt Honig.\r\n".encode())
    assert main("fix", "--write", "--notation", "star", "a.txt") == 0
    assert file.read_bytes() == (
        "Die Gärtner*innen schneiden die Hecken.\r\nJede*r Kund*in bekommt Honig.\r\n".encode()
    )
    assert main("check", "a.txt") == 0


def test_forms_that_a_policy_forbids(
    main: Callable[..., int], workplace: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = workplace / "a.txt"
    file.write_text("Der*die Gärtner*in hilft allen Köch*innen. Eine Maurer:in auch.\n", encoding="utf-8")
    assert main("check", "--format", "json", "--policy", "genderstern", "a.txt") == 1
    (found,) = json.loads(capfd.readouterr().out)["files"][0]["findings"]
    assert (found["code"], found["text"]) == ("forbidden-form", "Maurer:in")
    assert main("check", "--policy", "bayern", "a.txt") == 1
    shown = capfd.readouterr().out
    assert shown.count("forbidden-form") == 3
    assert "Die Form „Gärtner*in“ ist nach der Hausregel" in shown
    assert main("fix", "--policy", "bayern", "--notation", "pair", "--write", "a.txt") == 0
    assert file.read_text("utf-8") == (
        "Die Gärtnerin oder der Gärtner hilft allen Köchinnen und Köchen. "
        "Eine Maurerin oder ein Maurer auch.\n"
    )
    assert main("check", "--policy", "bayern", "a.txt") == 0


def test_fix_escapes_in_markdown(main: Callable[..., int], workplace: Path) -> None:
    file = workplace / "a.md"
    file.write_text("Die **Gärtner** schneiden `die Gärtner`.\n", encoding="utf-8")
    main("fix", "--write", "--notation", "star", "a.md")
    assert file.read_text("utf-8") == "Die **Gärtner\\*innen** schneiden `die Gärtner`.\n"


def test_an_analyzer_that_is_not_installed(
    main: Callable[..., int], workplace: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (workplace / ".mitgemeint.toml").write_text('analyzer = "spacy:de_gibt_es_nicht"\n')
    (workplace / "a.txt").write_text("Die Gärtner.\n")
    assert main("check", "a.txt") == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("mitgemeint: E302: ")


def test_own_entries(main: Callable[..., int], workplace: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (workplace / ".mitgemeint.toml").write_text('entries = ["wörter.toml", "fehlt.toml"]\n')
    words = '[[add]]\nmasculine = "Schnorpfler"\nfeminine = "?"\n'
    (workplace / "wörter.toml").write_text(words, encoding="utf-8")
    (workplace / "a.txt").write_text("Die Gärtner schneiden die Hecken.\n", encoding="utf-8")
    assert main("check", "a.txt") == 1
    told = capfd.readouterr().err.splitlines()
    assert [line[: line.index(": ", 18)] for line in told] == [
        "mitgemeint: W301: wörter.toml:1",
        "mitgemeint: W302: fehlt.toml",
    ]


def test_the_whole_program(workplace: Path) -> None:
    result = subprocess.run(
        [*CLI, "check", "-", "--format", "github", "--lang", "en"],
        input=LINES[0].encode(),
        capture_output=True,
        check=False,
        timeout=100,
    )
    assert result.returncode == 1
    assert result.stdout.startswith(b"::notice file=-,line=1,endLine=1,col=5,endColumn=12,")
    assert result.stderr == b""


SHARED = Path(__file__).parents[3] / "shared" / "data" / "inclusive"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring sentences (../shared) are not here")
def test_each_line_agrees_with_the_library_on_real_sentences(
    main: Callable[..., int], workplace: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    rows = (SHARED / "amrhein-plural-dev.jsonl").read_text("utf-8").splitlines()
    texts = [json.loads(row)["exclusive"] for row in rows]
    (workplace / "saetze.txt").write_text("\n".join(texts), encoding="utf-8")
    main(
        "check", "--each-line", "--format", "jsonl", "--report-specific", "--compound-modifiers", "saetze.txt"
    )
    objects = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    pipeline = Pipeline(Settings(report_specific=True, compound_modifiers=True))
    assert [
        [(finding["start"], finding["end"]) for finding in found["files"][0]["findings"]] for found in objects
    ] == [[(finding.start, finding.end) for finding in pipeline.analyze(text).findings] for text in texts]
