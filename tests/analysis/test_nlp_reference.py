"""The set-up of the report: spaCy, Stanza and compound-split, on models that are trained here in seconds."""

import importlib
import io
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc
from spacy.training import Example

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.nlp import create
from mitgemeint.analysis.nlp.reference_analyzer import ReferenceModels
from mitgemeint.analysis.nlp.stanza_lemmas import StanzaLemmas, old_files_allowed

# In CI, which installs the extras, nothing is skipped.
import_or_skip = importlib.import_module if os.environ.get("CI") else pytest.importorskip
torch = import_or_skip("torch")
import_or_skip("spacy_stanza")
import_or_skip("compound_split")

ROWS = [
    ("Die", "der", "DET", "det", 2, "Case=Nom|Number=Plur|PronType=Art"),
    ("Posaunenlehrer", "Posaunenlehrer", "NOUN", "nsubj", 3, "Case=Nom|Gender=Masc|Number=Plur"),
    ("helfen", "helfen", "VERB", "root", 0, "Number=Plur|VerbForm=Fin"),
    ("den", "der", "DET", "det", 5, "Case=Dat|Number=Plur|PronType=Art"),
    ("Schülern", "Schüler", "NOUN", "obl:arg", 3, "Case=Dat|Gender=Masc|Number=Plur"),
    (".", ".", "PUNCT", "punct", 3, "_"),
]
WORDS = [row[0] for row in ROWS]
SMALL = ["--hidden_dim", "8", "--batch_size", "50"]


@pytest.fixture(scope="module")
def spacy_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A German pipeline that has learnt one sentence by heart."""
    nlp = spacy.blank("de")
    nlp.add_pipe("morphologizer")
    nlp.add_pipe("parser", config={"min_action_freq": 1})
    heads = [row[4] - 1 if row[4] else place for place, row in enumerate(ROWS)]
    deps = ["ROOT" if row[3] == "root" else row[3] for row in ROWS]
    morphs = [row[5].replace("_", "") for row in ROWS]
    gold = Doc(nlp.vocab, words=WORDS, heads=heads, deps=deps, pos=[row[2] for row in ROWS], morphs=morphs)
    examples = [Example(Doc(nlp.vocab, words=WORDS), gold)] * 4
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(40):
        nlp.update(examples, sgd=optimizer)
    folder = tmp_path_factory.mktemp("models") / "tiny"
    nlp.to_disk(folder)
    return folder


@pytest.fixture(scope="module")
def stanza_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stanza's German models in its own layout: a lemmatiser and a tagger that it has trained itself."""
    folder = tmp_path_factory.mktemp("stanza")
    treebank = folder / "train.conllu"
    lines = [
        f"{place}\t{word}\t{lemma}\t{pos}\t_\t_\t{head}\t{relation}\t_\t_"
        for place, (word, lemma, pos, relation, head, _) in enumerate(ROWS, 1)
    ]
    treebank.write_text(f"# text = {' '.join(WORDS)}\n" + "\n".join(lines) + "\n\n", "utf-8")
    data = ["--train_file", treebank, "--eval_file", treebank, "--shorthand", "de_tiny"]
    small_tagger = [
        "--word_emb_dim",
        "4",
        "--char_emb_dim",
        "4",
        "--char_hidden_dim",
        "8",
        "--tag_emb_dim",
        "4",
    ]
    small_tagger += [
        "--deep_biaff_hidden_dim",
        "8",
        "--composite_deep_biaff_hidden_dim",
        "8",
        "--num_layers",
        "1",
    ]
    small_tagger += ["--no_pretrain", "--max_steps", "4", "--eval_interval", "2"]
    gold = ["--gold_file", treebank] if _takes_gold() else []
    _train(
        "lemmatizer",
        folder / "de" / "lemma",
        [*data, *gold, "--num_epoch", "2", "--emb_dim", "4", "--pos_dim", "4"],
        folder,
    )
    _train("tagger", folder / "de" / "pos", [*data, *small_tagger], folder)
    models = {"pos": "tiny", "lemma": "tiny"}
    listed = {"lang_name": "German", "default_processors": models, "packages": {"default": models}}
    listed |= {"default_dependencies": {"pos": [], "lemma": []}}
    listed |= {name: {"tiny": {"md5": ""}} for name in models}
    (folder / "resources.json").write_text(json.dumps({"de": listed}), "utf-8")
    return folder


def _takes_gold() -> bool:
    """Versions of Stanza before 1.7 want the right answers named again."""
    import stanza

    return tuple(map(int, stanza.__version__.split(".")[:2])) < (1, 7)


def _train(program: str, place: Path, options: list[Any], folder: Path) -> None:
    command = [sys.executable, "-m", f"stanza.models.{program}", *options, *SMALL]
    command += ["--save_dir", place, "--save_name", "tiny.pt", "--output_file", folder / f"{program}.conllu"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr[-2000:]


def test_stanza_gives_the_lemmas_of_words_as_they_are_cut(stanza_folder: Path) -> None:
    lemmas = StanzaLemmas(stanza_folder)
    assert lemmas.lemmas([WORDS, [], ["den", "Schülern"]]) == [
        [row[1] for row in ROWS],
        [],
        ["der", "Schüler"],
    ]


def test_the_analyzer_joins_spacy_and_stanza(spacy_model: Path, stanza_folder: Path) -> None:
    analyzer = create(f"reference:{spacy_model},stanza={stanza_folder},s0=0.5")
    (tokens,) = analyzer.parse([WORDS])
    assert [token.lemma for token in tokens] == [row[1] for row in ROWS]
    assert [token.relation for token in tokens] == [row[3] for row in ROWS]
    assert analyzer.split_threshold == 0.5


def test_lemma_and_threshold_decide_what_is_a_word_of_the_database(
    spacy_model: Path, stanza_folder: Path
) -> None:
    def found(s0: str) -> list[str]:
        pipeline = Pipeline(Settings(analyzer=f"reference:{spacy_model},stanza={stanza_folder},s0={s0}"))
        return [finding.text for finding in pipeline.analyze(" ".join(WORDS)).findings]

    assert found("0.5") == ["Posaunenlehrer", "Schülern"]
    assert found("1") == ["Schülern"]


@pytest.mark.parametrize("text", ["model,stanza=", "model,s0=viel", "model,folder=x", "model,s0=nan"])
def test_options_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="known are stanza=<folder of Stanza's models> and s0=<number>"):
        ReferenceModels.read(text)


def test_models_that_are_not_there_are_named_with_the_remedy(spacy_model: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"Stanza models for German are not in .*stanza\.download\('de'"):
        create(f"reference:{spacy_model},stanza={tmp_path}")
    with pytest.raises(ValueError, match="spaCy model 'de_no_such_model' is neither installed nor a folder"):
        create("reference:de_no_such_model")


# ---- files of older versions ----


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """Word vectors as Stanza kept them before version 1.10: an array of numpy beside the words."""
    path = tmp_path / "vectors.pt"
    torch.save({"vocab": {"_id2unit": ["der", "Schüler"]}, "emb": np.ones((2, 3), np.float32)}, path)
    return path


def test_torch_refuses_an_old_file_and_loads_it_where_arrays_are_allowed(old_file: Path) -> None:
    with pytest.raises(pickle.UnpicklingError):
        torch.load(old_file)
    with old_files_allowed():
        assert torch.load(old_file)["emb"].tolist() == [[1.0] * 3] * 2
    with pytest.raises(pickle.UnpicklingError):
        torch.load(old_file)


class _Program:
    """What a file could hold that nobody wants to run."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return exec, ("raise SystemExit('it has run')",)


def test_programs_in_files_stay_refused_and_are_told(
    stanza_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = io.BytesIO()
    torch.save({"model": _Program()}, kept)
    with old_files_allowed(), pytest.raises(pickle.UnpicklingError):
        torch.load(io.BytesIO(kept.getvalue()))
    for path in _copied(stanza_folder, tmp_path):
        if path.parent.name == "lemma":
            path.write_bytes(kept.getvalue())
    with pytest.raises(ValueError, match="holds other things than numbers and texts, and is not loaded"):
        StanzaLemmas(tmp_path)


def _copied(folder: Path, place: Path) -> Iterator[Path]:
    for path in [folder / "resources.json", *folder.glob("de/*/*.pt")]:
        copy = place / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
        yield copy
