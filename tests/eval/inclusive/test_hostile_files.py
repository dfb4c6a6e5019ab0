"""Sets and outputs with anything wrong in them are read, or refused in one line."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mitgemeint.eval.inclusive.running import requests_of
from mitgemeint.eval.inclusive.set_files import load_set
from mitgemeint.eval.inclusive.systems.outputs import Outputs
from mitgemeint.eval.mutation import mutated_value
from mitgemeint.eval.problems import EvalError, readable

TEXT = "Die Köche warten."
SPAN = {"start": 4, "end": 9, "text": "Köche"}
REPORTED = {
    "id": "a",
    "domain": "office",
    "style": "abbreviated pair",
    "exclusive": TEXT,
    "phrases": [SPAN],
    "inclusive": "Die Köch*innen warten.",
    "gender_characters": True,
    "metadata": {"author": "x"},
}
ALIGNED = {
    "id": "a",
    "exclusive": TEXT,
    "spans": [[4, 9]],
    "exclusive_phrases": ["Köche"],
    "targets": {"star": "Die Köch*innen warten.", "pair": "Die Köchinnen und Köche warten."},
}
CASE = {
    "id": "a",
    "text": TEXT,
    "format": "plaintext",
    "flags": [SPAN],
    "maybe": [],
    "rewrites": [{"style": "star", "text": "Die Köch*innen warten."}],
}
ROW = {"id": "a", "set": "set", "output": TEXT, "labels": [[4, 9]], "pronouns": [], "candidates": [TEXT]}
MUTATIONS = 400


def mutated(seed: int, value: Any) -> str:
    """JSON of a value with up to three things wrong in it; NaN and long numbers among them."""
    random = Random(seed)
    for _ in range(random.randint(1, 3)):
        value = mutated_value(random, value)
    return json.dumps(value)


def one_line(error: EvalError, path: Path) -> None:
    message = str(error)
    assert readable(message) == message  # one line, and nothing that steers a terminal
    assert message.startswith(str(path))
    assert "Error" not in message
    assert "object has no" not in message


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("set.json", {"name": "set", "version": "1", "sentences": [REPORTED, {**REPORTED, "id": "b"}]}),
        ("set.json", [REPORTED]),
        ("set.json", {"cases": [CASE]}),
        ("set.jsonl", ALIGNED),
        ("set.jsonl", REPORTED),
    ],
)
def test_sets_with_anything_wrong_are_read_or_refused(tmp_path: Path, name: str, content: Any) -> None:
    path = tmp_path / name
    for seed in range(MUTATIONS):
        path.write_text(mutated(seed, content), "utf-8")
        try:
            found = load_set(path)
        except EvalError as error:
            one_line(error, path)
        else:
            assert len(found.fingerprint) == 64
            assert requests_of(found)


def test_outputs_with_anything_wrong_are_read_or_refused(tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text(json.dumps([REPORTED]), "utf-8")
    asked = requests_of(load_set(tmp_path / "set.json"))
    path = tmp_path / "out.jsonl"
    for seed in range(MUTATIONS):
        path.write_text(mutated(seed, ROW), "utf-8")
        try:
            system = Outputs("out", path)
            assert system.covered([asked])
        except EvalError as error:
            one_line(error, path)
        else:
            (answer,) = system.answers(asked)
            assert all(0 <= start < end <= len(TEXT) for start, end in answer.labels or ())
