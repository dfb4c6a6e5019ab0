"""Models as GGUF files: a tiny one written here, and SmolLM2-135M."""

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

from mitgemeint.eval.language_models.model import Continuations, Decoding, LanguageModel, Prompt
from mitgemeint.eval.language_models.registry import load_language_model
from mitgemeint.eval.models.checkpoint import load_checkpoint
from mitgemeint.eval.problems import EvalError

MISSING = [name for name in ("torch", "transformers", "gguf", "accelerate") if find_spec(name) is None]
pytestmark = pytest.mark.skipif(
    bool(MISSING) and "CI" not in os.environ, reason=f"the extra eval is not installed ({', '.join(MISSING)})"
)

Checkpoint = Callable[[str], Path]
REQUESTS = [
    Continuations(Prompt("Bu", "b"), (" ev", " bir")),
    Continuations(Prompt("Das ist"), (" hier",)),
]
# What the parts of a layer are called in a GGUF file, and in transformers.
LAYER = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_norm": "input_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
    "ffn_norm": "post_attention_layernorm",
}
REST = {"token_embd": "model.embed_tokens", "output": "lm_head", "output_norm": "model.norm"}


def write_gguf(folder: Path, path: Path) -> None:
    """The checkpoint of a tiny Llama as a GGUF file."""
    import gguf
    from transformers import LlamaForCausalLM

    model = LlamaForCausalLM.from_pretrained(folder)
    config = model.config
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_vocab_size(config.vocab_size)
    _add_tokenizer(writer, folder)
    weights = {name: weight.numpy() for name, weight in model.state_dict().items()}
    names = dict(REST)
    for layer in range(config.num_hidden_layers):
        names |= {f"blk.{layer}.{short}": f"model.layers.{layer}.{name}" for short, name in LAYER.items()}
    for short, name in names.items():
        heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
        writer.add_tensor(
            f"{short}.weight", _turned(weights[f"{name}.weight"], heads.get(short.rpartition(".")[2]))
        )
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _turned(weight: Any, heads: int | None) -> Any:
    """The format pairs neighbouring dimensions where transformers pairs the halves of a head."""
    if heads is None:
        return weight
    halves = weight.reshape(heads, 2, weight.shape[0] // heads // 2, weight.shape[1])
    return np.ascontiguousarray(halves.swapaxes(1, 2).reshape(weight.shape))


def _add_tokenizer(writer: Any, folder: Path) -> None:
    content = json.loads((folder / "tokenizer.json").read_text("utf-8"))["model"]
    tokens = sorted(content["vocab"], key=content["vocab"].get)
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(tokens)
    writer.add_token_types([3 if token in ("<unk>", "<s>", "</s>") else 1 for token in tokens])
    writer.add_token_merges([" ".join(pair) for pair in content["merges"]])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)


@pytest.fixture(scope="module")
def tiny(checkpoint: Checkpoint, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gguf") / "tiny.gguf"
    write_gguf(checkpoint("llama"), path)
    return path


def test_a_file_is_the_model_it_was_made_of(
    checkpoint: Checkpoint, tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, original = load_language_model(str(tiny)), load_language_model(str(checkpoint("llama")))
    assert capsys.readouterr().err == ""
    asked = [Continuations(Prompt("<s>Bu", "b"), (" ev", " bir"))]  # the file does not say what comes first
    for one, other in zip(model.likelihoods(asked)[0], original.likelihoods(asked)[0], strict=True):
        assert one.tokens == other.tokens
        assert one.log == pytest.approx(other.log, abs=1e-4)
    assert model.settings["kind"] == "decoder"
    assert model.settings["sharing"] == "yes"


def test_it_is_identified_by_its_bytes(tiny: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(tiny, tmp_path / "other-name.gguf"))
    (tmp_path / "beside.txt").write_text("nothing", "utf-8")
    first, second = load_language_model(str(tiny)), load_language_model(str(copy))
    assert first.settings["revision"].startswith("sha256:")
    assert first.fingerprint == second.fingerprint


HUB = """
    from mitgemeint.eval.language_models.registry import load_language_model

    for name in ("owner/tiny/tiny.gguf", "owner/tiny/parts/tiny.gguf@other"):
        print(load_language_model(name).settings["revision"])
"""


def test_a_file_on_the_hub_is_stated_with_its_commit(tiny: Path, tmp_path: Path) -> None:
    """From a cache as the hub's library keeps it, without network."""
    commits = {"main": "a" * 40, "other": "b" * 40}
    model = tmp_path / "models--owner--tiny"
    for reference, file in (("main", "tiny.gguf"), ("other", "parts/tiny.gguf")):
        path = model / "snapshots" / commits[reference] / file
        path.parent.mkdir(parents=True)
        shutil.copy(tiny, path)
        (model / "refs").mkdir(exist_ok=True)
        (model / "refs" / reference).write_text(commits[reference], "utf-8")
    environment = {**os.environ, "HF_HUB_CACHE": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, "-c", textwrap.dedent(HUB)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout.splitlines(), done.stderr) == (list(commits.values()), "")


def test_encoders_are_loaded_from_it_too(tiny: Path) -> None:
    assert load_checkpoint(str(tiny)).kind == "decoder"


@pytest.mark.parametrize("length", [3, 100, 4000])
def test_damaged_files(tiny: Path, tmp_path: Path, length: int) -> None:
    path = tmp_path / "damaged.gguf"
    path.write_bytes(tiny.read_bytes()[:length])
    with pytest.raises(EvalError, match=r"no GGUF file|cannot be loaded") as raised:
        load_language_model(str(path))
    assert raised.value.place == str(path)
    assert "\n" not in str(raised.value)


def test_a_folder_of_files_asks_for_one_of_them(tiny: Path) -> None:
    with pytest.raises(EvalError, match=rf"holds GGUF files .* name the file, such as {tiny}"):
        load_language_model(str(tiny.parent))


def test_a_file_has_no_revision(tiny: Path) -> None:
    with pytest.raises(EvalError, match=r"--revision: .* is a file, which has none"):
        load_language_model(str(tiny), revision="main")


def test_a_package_that_is_missing_is_named(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mitgemeint.eval.extras.find_spec", lambda name: None)
    with pytest.raises(
        EvalError, match=r"a GGUF file needs the package gguf, which is not installed; run python3 dev\.py"
    ):
        load_language_model(str(tiny))


@pytest.fixture(scope="module")
def smollm2(installed: Callable[[str], Path]) -> LanguageModel:
    return load_language_model(str(installed("smollm2-135m-instruct.gguf")))


@pytest.mark.timeout(600)  # the library reads the list of tokens three times
def test_a_real_model_knows_a_capital(smollm2: LanguageModel) -> None:
    prompt = Prompt("What is the capital of France?", "The capital of France is")
    ((right, wrong),) = smollm2.likelihoods([Continuations(prompt, (" Paris", " Rome"))])
    assert right.log > wrong.log
    (answer,) = smollm2.generate([prompt], Decoding(longest=4))
    assert answer.text.startswith(" Paris")
    assert smollm2.settings["chat"] == "by the chat template"
    assert smollm2.settings["sharing"] == "yes"
