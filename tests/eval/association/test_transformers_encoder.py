"""Tiny checkpoints of four architectures: loading, tokenizers, pooling, padding, and what cannot be done."""

import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mitgemeint.eval.association.encoders.pooling import Pooling
from mitgemeint.eval.association.encoders.transformers_encoder import load_transformers_encoder as load
from mitgemeint.eval.problems import EvalError

# Not imported here: torch would be in the process of all other tests, too.
MISSING = [name for name in ("torch", "transformers", "sentencepiece") if find_spec(name) is None]
pytestmark = pytest.mark.skipif(
    bool(MISSING) and "CI" not in os.environ, reason=f"the extra eval is not installed ({', '.join(MISSING)})"
)

ARCHITECTURES = ["bert", "xlm-roberta", "gpt2", "mt5"]
TEXTS = [
    "Mustafa",
    "Bu Mustafa.",
    "Orada bir şirket var.",
    "ev",
    "This is a flower, and a house.",
    "Bu Mustafa.",
]
POOLINGS = {
    "bert": list(Pooling),
    "xlm-roberta": list(Pooling),
    "gpt2": [pooling for pooling in Pooling if pooling is not Pooling.CLS],
    "mt5": [pooling for pooling in Pooling if pooling is not Pooling.CLS],
}
Checkpoint = Callable[[str], Path]


def reference(folder: Path, text: str, special: bool) -> tuple[Any, list[int], Any]:
    """The states, ids and tokenizer of one text, by transformers alone."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModel.from_pretrained(folder, dtype=torch.float32).eval()
    if model.config.is_encoder_decoder:
        model = model.get_encoder()
    ids = tokenizer(text, add_special_tokens=special)["input_ids"]
    with torch.inference_mode():
        states = model(input_ids=torch.tensor([ids])).last_hidden_state[0].numpy()
    return states, ids, tokenizer


@pytest.mark.parametrize(
    ("architecture", "pooling"), [(name, one) for name in ARCHITECTURES for one in POOLINGS[name]]
)
def test_a_text_has_one_vector_alone_and_in_a_batch(
    checkpoint: Checkpoint, architecture: str, pooling: Pooling
) -> None:
    encoder = load(str(checkpoint(architecture)), pooling=pooling)
    together = encoder.encode(TEXTS)
    alone = np.concatenate([encoder.encode([text]).vectors for text in TEXTS])
    np.testing.assert_allclose(together.vectors, alone, atol=1e-5)
    np.testing.assert_array_equal(together.vectors[1], together.vectors[5])
    assert len({vector.tobytes() for vector in together.vectors}) == 5


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("text", ["Bu bir ev.", "Mustafa"])
def test_pooling_takes_what_it_says(checkpoint: Checkpoint, architecture: str, text: str) -> None:
    folder = checkpoint(architecture)
    seen, ids, tokenizer = reference(folder, text, special=True)
    bare, pieces, _ = reference(folder, text, special=False)
    start = next(i for i in range(len(ids)) if ids[i : i + len(pieces)] == pieces)
    own = seen[start : start + len(pieces)]
    expected = {
        Pooling.FIRST_PIECE: bare[0],
        Pooling.MEAN: seen.mean(axis=0),
        Pooling.MEAN_OF_PIECES: own.mean(axis=0),
        Pooling.LAST: own[-1],
    }
    if architecture in ("bert", "xlm-roberta"):
        assert ids[0] == tokenizer.cls_token_id
        expected[Pooling.CLS] = seen[0]
    for pooling, vector in expected.items():
        encoded = load(str(folder), pooling=pooling).encode([text])
        np.testing.assert_allclose(encoded.vectors[0], vector, atol=1e-5, err_msg=pooling)
        assert encoded.pieces == (len(pieces),)


@pytest.mark.parametrize(
    ("architecture", "pooling", "kind"),
    [
        ("bert", Pooling.CLS, "encoder"),
        ("xlm-roberta", Pooling.CLS, "encoder"),
        ("gpt2", Pooling.LAST, "decoder"),
        ("mt5", Pooling.MEAN, "encoder of an encoder-decoder"),
    ],
)
def test_each_kind_has_its_default(
    checkpoint: Checkpoint, architecture: str, pooling: Pooling, kind: str
) -> None:
    encoder = load(str(checkpoint(architecture)))
    assert encoder.pooling is pooling
    assert encoder.settings["pooling"] == f"{pooling}: {pooling.description}"
    assert encoder.settings["kind"] == kind


@pytest.mark.parametrize("architecture", ["gpt2", "mt5"])
def test_a_model_without_classification_token_refuses_it(checkpoint: Checkpoint, architecture: str) -> None:
    with pytest.raises(EvalError, match=r"--pooling: .* has no classification token; choose mean"):
        load(str(checkpoint(architecture)), pooling=Pooling.CLS)


def test_the_decoder_of_an_encoder_decoder_is_not_loaded(checkpoint: Checkpoint) -> None:
    encoder = load(str(checkpoint("mt5")))
    assert not any("decoder" in name for name, _ in encoder._model.named_parameters())


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_layers(checkpoint: Checkpoint, architecture: str) -> None:
    folder = str(checkpoint(architecture))
    vectors = {layer: load(folder, layer=layer).encode(["Bu bir ev."]).vectors for layer in (-1, 0, 1, 2)}
    np.testing.assert_allclose(vectors[2], vectors[-1], atol=1e-6)
    assert not np.allclose(vectors[1], vectors[2], atol=1e-3)
    assert not np.allclose(vectors[0], vectors[1], atol=1e-3)
    with pytest.raises(EvalError, match=r"--layer: .* has layers 0 to 2, not 3"):
        load(folder, layer=3)


@pytest.mark.parametrize(("architecture", "limit"), [("bert", 24), ("xlm-roberta", 24), ("gpt2", 32)])
def test_what_is_too_long_is_cut_and_counted(checkpoint: Checkpoint, architecture: str, limit: int) -> None:
    encoder = load(str(checkpoint(architecture)), pooling=Pooling.MEAN)
    encoded = encoder.encode(["ev", "şirket " * 30, "şirket " * 31])
    special = 0 if architecture == "gpt2" else 2
    assert encoder.settings["longest input"] == str(limit)
    assert encoded.cut[0] == 0
    assert encoded.pieces[1] - encoded.cut[1] == limit - special
    np.testing.assert_allclose(encoded.vectors[1], encoded.vectors[2], atol=1e-5)


def test_mt5_has_no_longest_input(checkpoint: Checkpoint) -> None:
    encoded = load(str(checkpoint("mt5"))).encode(["bir ev " * 300])
    assert encoded.cut == (0,)
    assert encoded.pieces[0] > 600


def test_unknown_pieces_are_counted(checkpoint: Checkpoint) -> None:
    encoded = load(str(checkpoint("bert"))).encode(["Mustafa", "Bu 漢 ev", "漢"])
    assert encoded.unknown == (0, 1, 1)
    assert encoded.pieces == (1, 3, 1)
    assert encoded.missing == ((), (), ())


def test_pieces_and_their_ranks(checkpoint: Checkpoint) -> None:
    encoder = load(str(checkpoint("bert")))
    assert encoder.split(["Mustafa hes"]) == [("Mustafa", "h", "##e", "##s")]
    assert encoder.rank("[UNK]") is None
    assert encoder.rank("漢") is None
    assert 0 < encoder.rank("h") < encoder.rank("Mustafa") < encoder.vocabulary_size


def test_progress_ends_with_all_different_texts(checkpoint: Checkpoint) -> None:
    told: list[tuple[int, int]] = []
    load(str(checkpoint("bert")), batch_pieces=1).encode(
        TEXTS, lambda done, total: told.append((done, total))
    )
    assert told == [(done, 5) for done in range(1, 6)]


def test_the_fingerprint_follows_what_vectors_depend_on(checkpoint: Checkpoint, tmp_path: Path) -> None:
    folder = checkpoint("bert")
    elsewhere = shutil.copytree(folder, tmp_path / "copy")
    first = load(str(folder)).fingerprint
    assert load(str(elsewhere)).fingerprint == first
    assert load(str(folder), batch_pieces=1).fingerprint == first
    others = [{"pooling": Pooling.MEAN}, {"layer": 1}, {"dtype": "float64"}]
    assert len({first, *(load(str(folder), **other).fingerprint for other in others)}) == 4
    (elsewhere / "vocab.txt").write_text((folder / "vocab.txt").read_text("utf-8") + "neu\n", "utf-8")
    assert load(str(elsewhere)).fingerprint != first


def test_number_types(checkpoint: Checkpoint) -> None:
    folder = str(checkpoint("bert"))
    single, double = (load(folder, dtype=name).encode(TEXTS).vectors for name in ("float32", "float64"))
    assert (single.dtype, double.dtype) == (np.float32, np.float64)
    np.testing.assert_allclose(single, double, atol=1e-5)
    for name in ("int8", "flaot32", "nn"):
        with pytest.raises(EvalError, match="--dtype"):
            load(folder, dtype=name)


def test_nothing_to_encode(checkpoint: Checkpoint) -> None:
    encoder = load(str(checkpoint("bert")))
    assert encoder.encode([]).vectors.shape == (0, 16)
    with pytest.raises(EvalError, match="empty"):
        encoder.encode(["ev", " "])
    assert np.isfinite(encoder.encode(["ev \ud800"]).vectors).all()


def test_a_special_token_that_a_text_spells_out_is_part_of_it(checkpoint: Checkpoint) -> None:
    encoded = load(str(checkpoint("bert")), pooling=Pooling.MEAN_OF_PIECES).encode(["ev [SEP]", "[MASK]"])
    assert encoded.pieces == (2, 1)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{tmp}/nothing", "there is no such folder"),
        ("./nothing/at/all", "there is no such folder"),
        ("{tmp}", r"no config\.json"),
        ("{tmp}/file.vec", "vectors:FILE"),
        ("a b", "there is no such folder"),
    ],
)
def test_wrong_names(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "file.vec").write_text("a 1 2\n", "utf-8")
    with pytest.raises(EvalError, match=message) as raised:
        load(name.format(tmp=tmp_path))
    assert "\n" not in str(raised.value)


def test_without_downloads_an_unknown_model_is_told_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        EvalError, match="owner/no-model: it is not in the local cache, and downloads are off"
    ):
        load("owner/no-model", local_only=True)


HUB = """
    import sys
    from mitgemeint.eval.association.encoders.transformers_encoder import load_transformers_encoder
    from mitgemeint.eval.problems import EvalError

    for revision in (None, "refs/pr/1", "other"):
        try:
            encoder = load_transformers_encoder("owner/tiny", revision=revision)
            print(encoder.name, encoder.settings["revision"], encoder.encode(["ev"]).pieces)
        except EvalError as error:
            print(error.place)
"""


def test_a_hub_name_is_stated_with_its_commit(checkpoint: Checkpoint, tmp_path: Path) -> None:
    """From a cache as the hub's library keeps it, without network; `other` is not in it."""
    commits = {"main": "a" * 40, "refs/pr/1": "b" * 40}
    model = tmp_path / "models--owner--tiny"
    for reference_name, commit in commits.items():
        shutil.copytree(checkpoint("bert"), model / "snapshots" / commit)
        (model / "refs" / reference_name).parent.mkdir(parents=True, exist_ok=True)
        (model / "refs" / reference_name).write_text(commit, "utf-8")
    environment = {**os.environ, "HF_HUB_CACHE": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, "-c", textwrap.dedent(HUB)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"owner/tiny {commit} (1,)" for commit in commits.values()] + [
        "owner/tiny"
    ]
    assert done.stderr == ""


def test_a_folder_has_no_revision(checkpoint: Checkpoint) -> None:
    with pytest.raises(EvalError, match="--revision"):
        load(str(checkpoint("bert")), revision="main")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda folder: (folder / "config.json").write_text("{", "utf-8"), "cannot be loaded"),
        (
            lambda folder: (folder / "config.json").write_text('{"model_type": "nosuch"}', "utf-8"),
            "cannot be loaded",
        ),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"abc"), "cannot be loaded"),
        (lambda folder: (folder / "model.safetensors").unlink(), "cannot be loaded"),
        (lambda folder: _configure(folder, num_hidden_layers=3), "16 weights are missing"),
        (lambda folder: _configure(folder, hidden_size=32), "cannot be loaded"),
    ],
    ids=[
        "config no JSON",
        "unknown type",
        "weights damaged",
        "weights missing",
        "a layer missing",
        "other width",
    ],
)
def test_damaged_folders(
    checkpoint: Checkpoint, tmp_path: Path, damage: Callable[[Path], object], message: str
) -> None:
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "model")
    damage(folder)
    with pytest.raises(EvalError, match=message) as raised:
        load(str(folder))
    assert raised.value.place == str(folder)
    assert "\n" not in str(raised.value)


def _configure(folder: Path, **changes: int) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changes), "utf-8")


@pytest.mark.parametrize("key", ["attn_implementation", "_attn_implementation", "experts_implementation"])
@pytest.mark.parametrize("value", ["kernels-community/flash-attn", "evil/evil:run", {"": "evil/evil"}])
def test_code_from_the_hub_is_refused(
    checkpoint: Checkpoint, tmp_path: Path, key: str, value: object
) -> None:
    folder = configured(checkpoint("bert"), tmp_path / "model", {key: value})
    with pytest.raises(EvalError, match="asks for code from the hub"):
        load(str(folder), local_only=True)


@pytest.mark.parametrize("value", ["flash_attention_2", "flex_attention", "nosuch"])
def test_layers_are_computed_by_the_library_itself(
    checkpoint: Checkpoint, tmp_path: Path, value: str
) -> None:
    folder = configured(checkpoint("bert"), tmp_path / "model", {"attn_implementation": value})
    usual = load(str(checkpoint("bert"))).encode(TEXTS).vectors
    assert np.array_equal(load(str(folder), local_only=True).encode(TEXTS).vectors, usual)


def configured(source: Path, folder: Path, settings: dict[str, object]) -> Path:
    """A copy of a model with other settings in its config.json."""
    shutil.copytree(source, folder)
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **settings}), "utf-8")
    return folder


@pytest.mark.parametrize("limit", ["lots", -4, 0, 1, 2, True, [512]])
def test_a_longest_input_that_cannot_be(checkpoint: Checkpoint, tmp_path: Path, limit: object) -> None:
    """Refused, or not believed."""
    folder = configured(checkpoint("bert"), tmp_path / "model", {})
    settings = json.dumps({"do_lower_case": False, "model_max_length": limit})
    (folder / "tokenizer_config.json").write_text(settings, "utf-8")
    with pytest.raises(EvalError, match="longest input"):
        load(str(folder), local_only=True).encode(["ev " * 40])


@pytest.mark.parametrize("name", ["bert", "xlm-roberta", "gpt2", "mt5"])
def test_a_folder_without_tokenizer_is_refused(checkpoint: Checkpoint, tmp_path: Path, name: str) -> None:
    folder = configured(checkpoint(name), tmp_path / "model", {})
    for path in folder.iterdir():
        if path.name not in ("config.json", "model.safetensors"):
            path.unlink()
    with pytest.raises(EvalError, match=r"it has no tokenizer|cannot be loaded"):
        load(str(folder), local_only=True)


def test_a_tokenizer_of_another_model_is_refused(checkpoint: Checkpoint, tmp_path: Path) -> None:
    folder = configured(checkpoint("bert"), tmp_path / "model", {})
    pieces = (folder / "vocab.txt").read_text("utf-8")
    (folder / "vocab.txt").write_text(pieces + "gemsbok\n", "utf-8")
    for path in folder.glob("tokenizer.json"):
        path.unlink()
    encoder = load(str(folder), local_only=True)
    with pytest.raises(EvalError, match="take the tokenizer that belongs to the model"):
        encoder.encode(["gemsbok"])
