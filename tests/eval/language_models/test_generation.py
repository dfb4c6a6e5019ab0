"""What tiny models write: the same in any batch, by seed, up to a stop; and without a checkpoint's wishes."""

import json
import os
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.language_models.generation import _Draw
from mitgemeint.eval.language_models.model import Decoding, Generated, LanguageModel, Prompt
from mitgemeint.eval.language_models.registry import load_language_model
from mitgemeint.eval.problems import EvalError

MISSING = [name for name in ("torch", "transformers", "sentencepiece") if find_spec(name) is None]
pytestmark = pytest.mark.skipif(
    bool(MISSING) and "CI" not in os.environ, reason=f"the extra eval is not installed ({', '.join(MISSING)})"
)

Checkpoint = Callable[[str], Path]
PROMPTS = [Prompt(text) for text in ("Bu bir ev", "Das", "Bu bir ev. Orada", "Das", "This is a flower")]
GREEDY = Decoding(longest=6)
DRAWN = Decoding(longest=6, temperature=1.0, top_p=0.9, seed=3)


def load(checkpoint: Checkpoint, architecture: str) -> LanguageModel:
    return load_language_model(str(checkpoint(architecture)))


def reference(folder: Path, prompt: str, longest: int) -> str:
    """Always the likeliest token, by whole forward passes of transformers."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    both = AutoConfig.from_pretrained(folder).is_encoder_decoder
    model = (AutoModelForSeq2SeqLM if both else AutoModelForCausalLM).from_pretrained(folder).eval()
    read = tokenizer(prompt, return_tensors="pt")["input_ids"]
    row = [model.config.decoder_start_token_id] if both else read[0].tolist()
    before = len(row)
    with torch.inference_mode():
        for _ in range(longest):
            ids = torch.tensor([row])
            output = model(input_ids=read, decoder_input_ids=ids) if both else model(input_ids=ids)
            row.append(int(output.logits[0, -1].argmax()))
            if row[-1] == tokenizer.eos_token_id:
                break
    return str(tokenizer.decode(row[before:], skip_special_tokens=True, clean_up_tokenization_spaces=False))


@pytest.mark.parametrize("architecture", ["gpt2", "llama", "mistral", "mamba", "mt5", "bart"])
def test_the_likeliest_tokens(checkpoint: Checkpoint, architecture: str) -> None:
    found = load(checkpoint, architecture).generate(PROMPTS, GREEDY)
    expected = [reference(checkpoint(architecture), prompt.text, 6) for prompt in PROMPTS]
    assert [one.text for one in found] == expected


@pytest.mark.parametrize("architecture", ["llama", "mt5", "mamba"])
@pytest.mark.parametrize("decoding", [GREEDY, DRAWN], ids=["greedy", "drawn"])
def test_an_answer_does_not_depend_on_the_others(
    checkpoint: Checkpoint, architecture: str, decoding: Decoding
) -> None:
    model = load(checkpoint, architecture)
    together = model.generate(PROMPTS, decoding)
    assert model.generate(PROMPTS[::-1], decoding) == together[::-1]
    assert [model.generate([prompt], decoding)[0] for prompt in PROMPTS] == together


def test_drawn_answers_follow_the_seed(checkpoint: Checkpoint) -> None:
    model = load(checkpoint, "llama")
    answers = {
        tuple(one.text for one in model.generate(PROMPTS, Decoding(6, temperature=1.0, seed=seed)))
        for seed in (1, 2, 3)
    }
    assert len(answers) == 3


def test_near_temperature_zero_the_likeliest_is_drawn(checkpoint: Checkpoint) -> None:
    model = load(checkpoint, "llama")
    assert model.generate(PROMPTS, Decoding(6, temperature=1e-6)) == model.generate(PROMPTS, GREEDY)
    assert model.generate(PROMPTS, Decoding(6, 1.0, top_p=1e-9)) == model.generate(PROMPTS, GREEDY)


def test_an_answer_ends_at_a_stop(checkpoint: Checkpoint) -> None:
    model = load(checkpoint, "llama")
    (whole,) = model.generate(PROMPTS[:1], Decoding(longest=20))
    assert not whole.finished
    stop = whole.text[4:6]
    (cut,) = model.generate(PROMPTS[:1], Decoding(longest=20, stop=("never", stop)))
    assert cut == Generated(whole.text[: whole.text.index(stop)], True)


def test_an_answer_ends_at_the_end_token(checkpoint: Checkpoint, tmp_path: Path) -> None:
    model = load(checkpoint, "llama")
    (whole,) = model.generate(PROMPTS[:1], Decoding(longest=8))
    folder = shutil.copytree(checkpoint("llama"), tmp_path / "model")
    token = _second_token(checkpoint("llama"), PROMPTS[0].text)
    path = folder / "generation_config.json"
    content = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**content, "eos_token_id": [2, token]}), "utf-8")
    (cut,) = load_language_model(str(folder)).generate(PROMPTS[:1], Decoding(longest=8))
    assert cut.finished
    assert len(cut.text) < len(whole.text)
    assert whole.text.startswith(cut.text)


def _second_token(folder: Path, prompt: str) -> int:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    ids = AutoTokenizer.from_pretrained(folder)(prompt, return_tensors="pt")
    with torch.inference_mode():
        rows = AutoModelForCausalLM.from_pretrained(folder).generate(**ids, max_new_tokens=2, do_sample=False)
    return int(rows[0, -1])


def test_what_a_checkpoint_wishes_does_not_count(checkpoint: Checkpoint, tmp_path: Path) -> None:
    expected = load(checkpoint, "llama").generate(PROMPTS, GREEDY)
    folder = shutil.copytree(checkpoint("llama"), tmp_path / "model")
    path = folder / "generation_config.json"
    wishes = {
        "repetition_penalty": 5.0,
        "do_sample": True,
        "temperature": 9.0,
        "min_new_tokens": 3,
        "top_k": 2,
    }
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | wishes), "utf-8")
    assert load_language_model(str(folder)).generate(PROMPTS, GREEDY) == expected


def test_progress_and_nothing_to_do(checkpoint: Checkpoint, capsys: pytest.CaptureFixture[str]) -> None:
    model = load_language_model(str(checkpoint("llama")), batch_tokens=1)
    told: list[tuple[int, int]] = []
    model.generate(PROMPTS, GREEDY, lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (5, 5)
    assert model.generate([], GREEDY) == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("decoding", "message"),
    [
        (Decoding(longest=0), "--longest: 0 tokens are none"),
        (Decoding(temperature=-1.0), "--temperature"),
        (Decoding(temperature=float("nan")), "--temperature"),
        (Decoding(top_p=0.0), "--top-p"),
        (Decoding(top_p=1.5), "--top-p"),
        (Decoding(stop=("",)), "--stop"),
        (Decoding(longest=200), "beyond its longest of 128"),
    ],
)
def test_settings_that_make_no_sense(checkpoint: Checkpoint, decoding: Decoding, message: str) -> None:
    with pytest.raises(EvalError, match=message):
        load(checkpoint, "llama").generate(PROMPTS, decoding)


@pytest.mark.parametrize("decoding", [GREEDY, DRAWN], ids=["greedy", "drawn"])
def test_logits_that_are_no_numbers(checkpoint: Checkpoint, decoding: Decoding) -> None:
    import torch

    model = load(checkpoint, "llama")
    with torch.no_grad():
        model.scorer.model.lm_head.weight[5] = float("nan")  # type: ignore[attr-defined]
    with pytest.raises(EvalError, match="its logits are not finite"):
        model.generate(PROMPTS, decoding)


@given(
    st.lists(st.floats(-30, 30), min_size=1, max_size=8),
    st.floats(0.01, 10),
    st.floats(0.001, 1),
    st.integers(0, 2**32),
)
def test_drawn_tokens_are_among_the_likeliest(
    logits: list[float], temperature: float, top_p: float, seed: int
) -> None:
    array = np.array(logits)
    token = _Draw(Decoding(temperature=temperature, top_p=top_p, seed=seed), (1, 2)).token(array)
    weights = np.exp((array - array.max()) / temperature)
    likelier = weights[weights > weights[token]].sum() / weights.sum()
    assert 0 <= token < len(logits)
    assert likelier < top_p + 1e-9


def test_tokens_are_drawn_as_often_as_they_are_likely() -> None:
    shares = np.array([0.5, 0.3, 0.15, 0.05])
    draw = _Draw(Decoding(temperature=1.0, top_p=0.9), (1,))
    drawn = np.bincount([draw.token(np.log(shares)) for _ in range(4000)], minlength=4) / 4000
    np.testing.assert_allclose(drawn, [0.5 / 0.95, 0.3 / 0.95, 0.15 / 0.95, 0], atol=0.03)
