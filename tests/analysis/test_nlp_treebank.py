"""Floors of the bundled analyzer on German GSD dev, a little below what the model card reports."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
DEV = ROOT.parent / "shared" / "data" / "treebank" / "de_gsd-ud-dev.conllu"
FLOORS = {
    "UPOS": 0.94,
    "lemma": 0.965,
    "lemma (NOUN)": 0.945,
    "UAS": 0.80,
    "LAS": 0.735,
    "case (NOUN, DET, ADJ)": 0.87,
    "number (NOUN, DET, ADJ)": 0.94,
    "gender (NOUN, DET, ADJ)": 0.915,
    "number (NOUN)": 0.945,
}

pytestmark = pytest.mark.skipif(not DEV.is_file(), reason="the treebank in ../shared/data is not here")


def load(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    folder = ROOT / "data" / "build" / "model"
    monkeypatch.syspath_prepend(str(folder))
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def evaluate(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    load("treebank", monkeypatch)
    return load("evaluate", monkeypatch)


def test_accuracy(evaluate: ModuleType) -> None:
    from mitgemeint.analysis.nlp.bundled import BundledAnalyzer

    trees = list(evaluate.read(DEV))
    parsed = BundledAnalyzer().parse([[word.form for word in tree.words] for tree in trees])
    found = evaluate.grammar(trees, parsed)
    assert {name: found[name] for name, floor in FLOORS.items() if found[name] < floor} == {}


def test_segmentation(evaluate: ModuleType) -> None:
    found = evaluate.segmentation(list(evaluate.read(DEV)))
    assert found["sentences F1"] >= 0.95
    assert found["words F1"] >= 0.98


def test_contractions_are_one_word(evaluate: ModuleType) -> None:
    words = [word for tree in evaluate.read(DEV) for word in tree.words if word.form.lower() == "zur"]
    assert words
    assert {(word.pos, word.feats.get("Gender")) for word in words} == {("ADP", "Fem")}
