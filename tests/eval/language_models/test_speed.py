"""The command that measures shared computation, on a tiny model; and how much it saves on real questions."""

import json
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from mitgemeint.eval.language_models import speed
from mitgemeint.eval.language_models.token_tree import packs
from mitgemeint.eval.language_models.transformers_model import load_transformers_model

pytestmark = pytest.mark.skipif(
    find_spec("transformers") is None and "CI" not in os.environ, reason="the extra eval is not installed"
)

SUBSET = Path(__file__).parents[4] / "shared" / "data" / "gg-bbq" / "rev-24e5b32" / "subset-1"
ITEMS = [
    {"context": f"Bu bir {what}.", "question": "Wer?", "choice_0": "A", "choice_1": "B", "choice_2": "keine"}
    for what in ("ev", "şirket", "ev")
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = "".join(json.dumps(item) + "\n" for item in ITEMS)
    (tmp_path / "items.jsonl").write_text(lines, "utf-8")
    return tmp_path


@pytest.mark.parametrize("architecture", ["llama", "mt5"])
def test_all_ways_are_measured_side_by_side(
    checkpoint: Callable[[str], Path], folder: Path, architecture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert speed.main(["--data", str(folder), "--model", str(checkpoint(architecture))]) == 0
    heading, _, *rows = capsys.readouterr().out.splitlines()
    assert heading == "3 questions, 6 different inputs"
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]
    assert [row[0] for row in cells] == ["alone", "in batches", "shared"]
    assert all(float(row[3]) < 1e-4 for row in cells)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "it has no .jsonl files"),
        ("{", "items.jsonl:1: it is no item"),
        ("{}", "items.jsonl:1: it is no"),
    ],
)
def test_wrong_folders(
    tmp_path: Path, content: str | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / "items.jsonl").write_text(content, "utf-8")
    assert speed.main(["--data", str(tmp_path), "--model", "owner/model"]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.skipif(not SUBSET.is_dir(), reason="the data of GG-BBQ is not here")
def test_the_questions_of_gg_bbq_share_most_of_their_tokens(checkpoint: Callable[[str], Path]) -> None:
    model = load_transformers_model(str(checkpoint("llama")))
    model._limit = None
    sequences = list(dict.fromkeys(model.sequences(speed.read_requests(SUBSET))))
    alone = sum(len(one.ids) - 1 for one in sequences)
    shared = sum(len(pack.tokens) for pack in packs(sequences, 512))
    assert alone > 5 * shared
