"""Published outputs as systems: their word error rates, against an independent run of jiwer."""

import json
from pathlib import Path

import pytest

from mitgemeint.eval.inclusive.measures import figures
from mitgemeint.eval.inclusive.outcome import score
from mitgemeint.eval.inclusive.published import PIPELINE, PROMPTED
from mitgemeint.eval.inclusive.running import requests_of
from mitgemeint.eval.inclusive.set_files import load_set
from mitgemeint.eval.inclusive.systems.assistant import Assistant
from mitgemeint.eval.inclusive.systems.outputs import Outputs
from mitgemeint.eval.inclusive.systems.system import System
from mitgemeint.eval.inclusive.word_errors import load_counter

jiwer = pytest.importorskip("jiwer", reason="needs the extra eval")
sacremoses = pytest.importorskip("sacremoses", reason="needs the extra eval")

SHARED = Path(__file__).parents[4] / "shared" / "data" / "inclusive"
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the evaluation data (../shared/data) is not here"
)
SYSTEMS = ("diesner-mayer-seidel", "round-trip-augmentation-all")


def measured(system: System, set_name: str) -> dict[str, float]:
    chosen = load_set(SHARED / f"{set_name}.jsonl")
    counter = load_counter()
    requests = requests_of(chosen)
    assert system.covered([requests])
    outcomes = [
        score(sentence, answer, counter)
        for sentence, answer in zip(chosen.sentences, system.answers(requests), strict=True)
    ]
    return {name: estimate.value for name, estimate in figures(outcomes, resamples=0).items()}


@needs_shared
@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("part", ["plural", "singular", "none"])
def test_word_error_rates_are_those_of_jiwer(name: str, part: str) -> None:
    path = SHARED / f"published-{name}-dev.jsonl"
    written = {row["id"]: row["output"] for row in map(json.loads, path.read_text("utf-8").splitlines())}
    rows = [
        json.loads(line) for line in (SHARED / f"amrhein-{part}-dev.jsonl").read_text("utf-8").splitlines()
    ]
    moses = sacremoses.MosesTokenizer(lang="en")
    wanted, made = (
        [moses.tokenize(text, return_str=True) for text in texts]
        for texts in ([row["inclusive"] for row in rows], [written[row["id"]] for row in rows])
    )
    found = measured(Outputs(name, path), f"amrhein-{part}-dev")
    assert 100 * found["word error rate"] == pytest.approx(100 * jiwer.wer(wanted, made), abs=0.01)
    same = [written[row["id"]] == row["inclusive"] for row in rows]
    assert found["exact"] == pytest.approx(sum(same) / len(same))


@needs_shared
@pytest.mark.parametrize(
    ("part", "most", "least"), [("plural", 1.5, 0.88), ("singular", 6, 0.6), ("none", 0.1, 0.99)]
)
def test_newspaper_sentences_floor(part: str, most: float, least: float) -> None:
    """At most `most` per cent of the words wrong, at least `least` of the sentences letter by letter."""
    found = measured(Assistant("default"), f"amrhein-{part}-dev")
    assert 100 * found["word error rate"] <= most
    assert found["exact"] >= least
    if part != "none":
        assert found["recall"] >= 0.95
        assert found["precision"] >= 0.93
    else:
        assert found["false alarms"] <= 6 / 150


def test_the_published_figures_agree_with_each_other() -> None:
    recall, precision, f1 = (PIPELINE.figures[name] for name in ("recall", "precision", "F1"))
    assert f1 == pytest.approx(2 * recall * precision / (recall + precision), abs=0.0015)
    assert set(PROMPTED.figures) == {"recall", "precision"}
