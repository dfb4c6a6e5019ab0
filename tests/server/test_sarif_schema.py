"""SARIF logs, held to the schema that OASIS has published."""

import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
TEXT = "Die Lehrer kommen.\n\nDer Pilot,\ndie Leser und jeder.\n"


@pytest.fixture
def valid(published_schema):
    """Checks a log and gives the ids of its results and notifications."""
    schema = published_schema(SCHEMA)
    validator = jsonschema.validators.validator_for(schema)(schema)

    def check(text: str) -> tuple[list[str], list[str]]:
        log: dict[str, Any] = json.loads(text)
        assert [error.message for error in validator.iter_errors(log)] == []
        assert log["$schema"] == SCHEMA
        (run,) = log["runs"]
        (invocation,) = run["invocations"]
        notes = [note["descriptor"]["id"] for note in invocation["toolExecutionNotifications"]]
        return [result["ruleId"] for result in run["results"]], notes

    return check


def test_the_schema_sees_mistakes(valid) -> None:
    with pytest.raises(AssertionError):
        valid('{"version": "2.1.0", "runs": [{"results": []}]}')


def test_a_log_with_findings_problems_and_odd_names(run_cli, workplace: Path, valid) -> None:
    (workplace / "ä b#.txt").write_text(TEXT)
    (workplace / "b.txt").write_bytes("für".encode("latin-1"))
    (workplace / "leer.txt").touch()
    results, notes = valid(run_cli("check", "--format", "sarif", ".", "fehlt.txt").out)
    assert len(results) == 4
    assert sorted(notes) == ["E101", "E104", "N106"]


def test_a_log_under_a_baseline(run_cli, workplace: Path, valid) -> None:
    (workplace / "a.txt").write_text(TEXT)
    call = ("check", "--format", "sarif", "--baseline", "alt.json")
    assert valid(run_cli(*call, "--write-baseline").out) == ([], [])
    (workplace / "a.txt").write_text(TEXT.replace("kommen", "gehen"))
    assert valid(run_cli(*call).out) == (["generic-masculine"], ["N403", "W404"])


def test_a_log_of_changed_lines(run_cli, workplace: Path, valid) -> None:
    (workplace / ".git").rmdir()
    (workplace / "a.txt").write_text(TEXT)
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "x")):
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false")
        subprocess.run(["git", *identity, *arguments], cwd=workplace, check=True)
    (workplace / "a.txt").write_text(TEXT + "\nDer Leser.\n")
    call = ("check", "--format", "sarif", "--diff-base", "HEAD")
    assert valid(run_cli(*call).out) == (["generic-masculine"], [])
